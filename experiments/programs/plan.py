"""What is run: problems, machines and schedulers."""
from dataclasses import dataclass

from .machines import MACHINES, RECORDED, SYNTHETIC
from .problems import PLAIN, Example, tiled

AUTO = "auto"
BASE = "dmdas"  # that the figure compares all with
HETEROPRIO = "heteroprio"
SCHEDS = ["dmda", BASE, "dmdar", "lws", HETEROPRIO, AUTO]
QUICK_SCHEDS = [BASE, AUTO]
ABLATION = {"effective-dyn": "no owners: each worker takes the task whose data it lacks least of",
            "nrrp-refined-static": "owners, no thefts",
            "nrrp-refined-effective-steal": "owners, and thefts of the task whose data the thief lacks least of",
            AUTO: "owners; accelerators steal from the busiest one, CPU workers what they are best at and delays nobody"}
HETEROPRIO_RUNS = ["stencil"]  # in simulation StarPU 1.3.10's blocks in others
SMALLEST = [tiled("lu", 15360), tiled("cholesky", 15360), tiled("dgemm", 15360)]
STARPUS = [SMALLEST[0], Example("lu", 15360, 48), tiled("lu", 19200), tiled("lu", 23040), tiled("lu", 30720),
           SMALLEST[1], tiled("cholesky", 19200), tiled("cholesky", 30720), tiled("cholesky", 46080), SMALLEST[2],
           tiled("dgemm-wide", 23040)]
SMALLEST_PLAIN = [tiled("plain-windows", 7680), tiled("plain-qr", 15360)]
PLAINS = [*(tiled(PLAIN + name, 15360) for name in ("product", "two-products", "syrk", "syr2k", "trsm", "lu", "cholesky",
                                               "ldlt", "jacobi")),
          tiled("plain-outer", 30720), *SMALLEST_PLAIN]
NOMINALS = [Example("cg", 4096, 8), Example("stencil", 2048, 64), Example("heat", 7680, 16)]
ON_SYNTHETIC = [tiled("lu", 7680), SMALLEST[0], tiled("lu", 30720), SMALLEST[1], tiled("cholesky", 30720), SMALLEST[2],
                tiled("dgemm-wide", 23040), *NOMINALS]
QUICK_ON_SYNTHETIC = [tiled("lu", 7680), *NOMINALS]
TIMELINES = [tiled("plain-lu", 15360), tiled("plain-cholesky", 15360)]
ABLATED = [tiled("lu", 15360), tiled("lu", 30720), tiled("cholesky", 15360), tiled("cholesky", 46080),
           tiled("dgemm", 15360), tiled("plain-product", 15360), tiled("plain-qr", 15360)]


@dataclass(frozen=True)
class Run:
    """One program on a machine, by its name, under a scheduler. cost: whether decisions take time, 0 or 1. has_timeline:
    of a plain program, whether it prints when and where each task was executed."""

    platform: str
    example: Example
    sched: str
    cost: int = 0
    has_timeline: bool = False

    @property
    def machine(self):
        return MACHINES[self.platform]

    @property
    def strategy(self):
        """What failures are sorted by."""
        return self.sched

    @property
    def name(self):
        example, platform = self.example, self.platform.replace(" ", "-")
        kind = "-timeline" if self.has_timeline else ""
        return f"{platform}-{example.program}-{example.size}-{example.blocks}-{self.sched}-cost-{self.cost}{kind}"

    @property
    def arguments(self):
        timeline = ["-timeline", "1"] if self.has_timeline else []
        return [self.example.executable, *self.example.arguments, *timeline]

    @property
    def environment(self):
        machine = self.machine
        return {"STARPU_HOSTNAME": machine.host, "STARPU_NCUDA": str(machine.gpus), "STARPU_NCPU": str(machine.cpus),
                "STARPU_SCHED": self.sched, "STARPU_SIMGRID_SCHED_COST": str(self.cost), "STARPU_SILENT": "1",
                "STARPU_BUS_STATS": "1", "STARPU_MINIMUM_CLEAN_BUFFERS": "0", "STARPU_TARGET_CLEAN_BUFFERS": "0"}

    @property
    def work(self):
        """CPU seconds it takes, roughly."""
        return 0.2 + self.example.tasks / 6000


def is_possible(machine, example, sched):
    """heteroprio needs CPU workers."""
    return sched != HETEROPRIO or machine.cpus > 0 and example.program in HETEROPRIO_RUNS


def planned(quick=False, cost=0):
    scenes = [(machine, STARPUS + PLAINS) for machine in RECORDED] + [(machine, ON_SYNTHETIC) for machine in SYNTHETIC]
    scheds = SCHEDS
    if quick:
        scenes = [(RECORDED[0], SMALLEST + SMALLEST_PLAIN), (MACHINES["2 GPUs + 12 cores"], QUICK_ON_SYNTHETIC)]
        scheds = QUICK_SCHEDS
    return [Run(machine.name, example, sched, cost) for machine, examples in scenes for example in examples
            for sched in scheds if is_possible(machine, example, sched)]


def timelines(quick=False, cost=0):
    """Of programs that print one, under the scheduler that the figures compare with, and under auto."""
    return [Run(RECORDED[0].name, example, sched, cost, True) for example in TIMELINES[:1 if quick else None]
            for sched in (BASE, AUTO)]


def ablations(quick=False, cost=0):
    """The strategies that leave rules out."""
    machines, examples = (RECORDED[:1], ABLATED[:1]) if quick else (RECORDED, ABLATED)
    return [Run(machine.name, example, sched, cost) for machine in machines for example in examples for sched in ABLATION]
