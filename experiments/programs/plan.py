"""What is run: programs, machines and schedulers."""
from dataclasses import dataclass

AUTO = "auto"
RIVALS = ["dmda", "dmdas"]  # that auto is compared with
BASE = "dmdas"  # that the figure compares all with
SCHEDS = ["dmda", BASE, "dmdar", "lws", AUTO]
QUICK_SCHEDS = [BASE, AUTO]
CPUS = {"sirocco": 20, "mirage": 9}
PLATFORMS = list(CPUS)
TILE = 960
DEPTH = 3840  # of dgemm's A and B
PLAIN = "plain-"  # before the algorithms of plain.c

# How many tasks, by the number of blocks in each dimension, roughly.
TASKS = {"lu": lambda n: n**3 / 3, "cholesky": lambda n: n**3 / 6, "dgemm": lambda n: n**2,
         "plain-product": lambda n: n**3, "plain-two-products": lambda n: 2 * n**3, "plain-windows": lambda n: 3 * n**3,
         "plain-syrk": lambda n: n**3 / 2, "plain-trsm": lambda n: n**3 / 2, "plain-lu": lambda n: n**3 / 3,
         "plain-cholesky": lambda n: n**3 / 6, "plain-outer": lambda n: n**2, "plain-qr": lambda n: n**3 / 3}


@dataclass(frozen=True)
class Example:
    """One of StarPU's programs, or an algorithm of plain.c; its matrix has this size, and this many blocks in each dimension."""

    program: str
    size: int
    blocks: int

    @property
    def is_plain(self):
        return self.program.startswith(PLAIN)

    @property
    def executable(self):
        return "plain" if self.is_plain else self.program

    @property
    def label(self):
        name = self.program.replace(PLAIN, "plain ")
        return f"{name} {self.size}" + ("" if self.size == TILE * self.blocks else f", {self.blocks} blocks")

    @property
    def arguments(self):
        blocks = ["-nblocks", str(self.blocks)]
        if self.is_plain:
            return [self.program.removeprefix(PLAIN), *blocks, "-tile", str(self.size // self.blocks)]
        if self.program == "dgemm":
            return ["-xy", str(self.size), "-z", str(DEPTH), *blocks, "-iter", "1"]
        return ["-size", str(self.size), *blocks]

    @property
    def tasks(self):
        """How many, roughly."""
        return TASKS[self.program](self.blocks)


def tiled(program, size):
    return Example(program, size, size // TILE)


SMALLEST = [tiled("lu", 15360), tiled("cholesky", 15360), tiled("dgemm", 15360)]
STARPUS = [SMALLEST[0], Example("lu", 15360, 48), tiled("lu", 19200), tiled("lu", 23040), tiled("lu", 30720),
           SMALLEST[1], tiled("cholesky", 19200), tiled("cholesky", 30720), tiled("cholesky", 46080), SMALLEST[2]]
SMALLEST_PLAIN = [tiled("plain-windows", 7680), tiled("plain-qr", 15360)]
PLAINS = [*(tiled(PLAIN + name, 15360) for name in ("product", "two-products", "syrk", "trsm", "lu", "cholesky")),
          tiled("plain-outer", 30720), *SMALLEST_PLAIN]
EXAMPLES = STARPUS + PLAINS


@dataclass(frozen=True)
class Run:
    """One program on a machine under a scheduler. cost: whether decisions take time, 0 or 1."""

    platform: str
    example: Example
    sched: str
    cost: int = 0

    @property
    def strategy(self):
        """What failures are sorted by."""
        return self.sched

    @property
    def name(self):
        example = self.example
        return f"{self.platform}-{example.program}-{example.size}-{example.blocks}-{self.sched}-cost-{self.cost}"

    @property
    def arguments(self):
        return [self.example.executable, *self.example.arguments]

    @property
    def environment(self):
        return {"STARPU_HOSTNAME": self.platform, "STARPU_NCPU": str(CPUS[self.platform]), "STARPU_SCHED": self.sched,
                "STARPU_SIMGRID_SCHED_COST": str(self.cost), "STARPU_SILENT": "1", "STARPU_BUS_STATS": "1",
                "STARPU_MINIMUM_CLEAN_BUFFERS": "0", "STARPU_TARGET_CLEAN_BUFFERS": "0"}

    @property
    def work(self):
        """CPU seconds it takes, roughly."""
        return 0.2 + self.example.tasks / 6000


def planned(quick=False, cost=0):
    platforms, examples, scheds = PLATFORMS, EXAMPLES, SCHEDS
    if quick:
        platforms, examples, scheds = PLATFORMS[:1], SMALLEST + SMALLEST_PLAIN, QUICK_SCHEDS
    return [Run(platform, example, sched, cost)
            for platform in platforms for example in examples for sched in scheds]
