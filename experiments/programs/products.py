"""The product of plain.c, and the same product by tangram-sim gemm, on the same machines."""
from dataclasses import dataclass

from common.ratio import ratio
from common.report import table

from .examples import GIB
from .machines import AS_FAST_AS_PLAIN, MACHINES, PLAIN_CPU_GFLOPS, PLAIN_GPU_GFLOPS
from .plan import AUTO, Run
from .problems import PLAIN, TILE, Example
from .results import KEYS

PRODUCTS = [Example(PLAIN + "product", TILE * blocks, blocks) for blocks in (16, 20)]
CLOSE = 0.03


@dataclass(frozen=True)
class PlainRun(Run):
    """Allocation of device memory takes no time: tangram-sim does it before the product."""

    @property
    def name(self):
        return super().name + "-allocated"

    @property
    def environment(self):
        return super().environment | {"STARPU_SIMGRID_CUDA_MALLOC_COST": "0"}


@dataclass(frozen=True)
class GemmRun:
    """tangram-sim gemm for what a plain program computes."""

    platform: str
    example: Example
    cost: int = 0
    strategy = AUTO
    environment = {}  # of the process, besides the user's

    @property
    def name(self):
        machine = MACHINES[self.platform]
        return f"gemm-{machine.node}-{self.example.size}-{self.example.blocks}-cost-{self.cost}"

    @property
    def arguments(self):
        size, tile = self.example.size, self.example.size // self.example.blocks
        return ["gemm", "--platform", MACHINES[self.platform].specification, "--size", str(size), "--tile", str(tile),
                "--beta", "1", "--sched", AUTO, "--scheduling-cost", str(self.cost)]

    @property
    def work(self):
        """CPU seconds it takes, roughly."""
        return 0.5 + self.example.tasks / 6000


def scenes(quick=False):
    return [(machine.name, example) for machine in AS_FAST_AS_PLAIN[:1 if quick else None]
            for example in PRODUCTS[:1 if quick else None]]


def plain_runs(quick=False, cost=0):
    return [PlainRun(platform, example, AUTO, cost) for platform, example in scenes(quick)]


def gemm_runs(quick=False, cost=0):
    return [GemmRun(platform, example, cost) for platform, example in scenes(quick)]


@dataclass(frozen=True)
class Pair:
    """Figures of both, {"seconds", "bytes"}: until the last task has ended; with C's way back."""

    platform: str
    example: Example
    plain: dict
    gemm: dict

    def ratio(self, key):
        return ratio(self.plain[key], self.gemm[key])


def pairs(plain_store, gemm_store, quick=False, cost=0):
    return [Pair(plain.platform, plain.example, plain_store.load(plain)["report"], figures(gemm_store.load(gemm)["report"]))
            for plain, gemm in zip(plain_runs(quick, cost), gemm_runs(quick, cost))]


def figures(report):
    """Of tangram-sim's."""
    return {"seconds": report["seconds"], "bytes": report["bytes_total"]}


def rows_of(ones):
    """As others'; the program is called gemm where it is Tangram's."""
    return [{"program": program, "size": pair.example.size, "blocks": pair.example.blocks, "platform": pair.platform,
             "sched": AUTO, **figures_of, "seconds_bound": None, "bytes_bound": None}
            for pair in ones for program, figures_of in ((pair.example.program, pair.plain), ("gemm", pair.gemm))]


def finding(ones, key, word):
    ratios = [pair.ratio(key) for pair in ones]
    close = sum(abs(one - 1) <= CLOSE for one in ratios)
    return f"* {word}: {min(ratios):.3f} to {max(ratios):.3f}; within {100 * CLOSE:.0f}% in {close} of {len(ratios)}.\n"


def cells(pair):
    return [pair.platform, pair.example.blocks, *(f"{1000 * one['seconds']:.0f} / {one['bytes'] / GIB:.2f}"
                                                  for one in (pair.plain, pair.gemm)),
            *(f"{pair.ratio(key):.3f}" for key in KEYS)]


def section(ones):
    """Of the page."""
    return f"""
## A plain product and `tangram-sim gemm`

The plugin knows nothing of a program's product but its tasks, in the order in which they are submitted; `tangram-sim gemm` knows
all of it beforehand. `plain product` computes C += A B, a task for each product of tiles, under `auto`; `tangram-sim gemm --beta
1` does the same on the same machine: GPUs of {PLAIN_GPU_GFLOPS} GFlop/s, cores of {PLAIN_CPU_GFLOPS}. Device memory is allocated
before (`STARPU_SIMGRID_CUDA_MALLOC_COST=0`), as Tangram does for its own products; else the plain program takes 2 to 4% more time,
under any scheduler. The plain program by `tangram-sim`:

""" + finding(ones, "seconds", "Time") + finding(ones, "bytes", "Bytes") + "\n" + table(
        ["machine", "tiles a side", "plain, ms / GiB", "`tangram-sim`, ms / GiB", "time", "bytes"], map(cells, ones))
