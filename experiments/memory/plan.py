"""What is run: cubes on sirocco, with less and less memory on each GPU."""
from dataclasses import dataclass
from itertools import product
from math import sqrt

TILE = 960
SIZES = [15360, 23040, 30720]
GPUS = 4
GPU_SHARE = 0.2212  # of the work, for each of sirocco's K40m by StarPU's models of tiles of 960
PARTS = [0.8, 1, 2, 3, 4, 6, 8, 10]  # memory for a zone and a quarter, one, half of one, ...


@dataclass(frozen=True)
class Choice:
    """A strategy, and in which order nodes execute their own tasks."""

    strategy: str
    order: str = "zone"

    @property
    def label(self):
        return self.strategy + (", order of submission" if self.order == "submission" else "")


BLOCKS = [Choice("nrrp-rounded-static"), Choice("nrrp-rounded-effective-steal"), Choice("auto")]
AUTO = BLOCKS[-1]
OTHERS = [Choice("nrrp-rounded-effective-steal", "submission"), Choice("dmda", "submission")]
DMDA = OTHERS[-1]


def zone_bytes(size):
    """Of A, B and C: a square zone's, as large as a GPU's share of C."""
    side = sqrt(GPU_SHARE) * size
    return 8 * (side**2 + 2 * side * size)


@dataclass(frozen=True)
class Run:
    """One simulated product."""

    size: int
    part: int
    choice: Choice

    @property
    def strategy(self):
        return self.choice.strategy

    @property
    def name(self):
        return f"{self.size}-{self.part}-{self.strategy}-{self.choice.order}"

    @property
    def memory(self):
        """Of each GPU, in MiB, which StarPU calls MB."""
        return round(zone_bytes(self.size) / self.part / 2**20)

    @property
    def arguments(self):
        """Of tangram-sim; C is read and written."""
        return ["gemm", "--platform", "sirocco", "--size", str(self.size), "--tile", str(TILE), "--beta", "1",
                "--sched", self.strategy, "--scheduling-cost", "0"]

    @property
    def environment(self):
        return {"STARPU_LIMIT_CUDA_MEM": str(self.memory), "TANGRAM_ORDER": self.choice.order}

    @property
    def work(self):
        """CPU seconds it takes, roughly."""
        return (self.size / 15360) ** 3 * (1 if self.choice in BLOCKS else 2)


def planned():
    return [Run(*run) for run in product(SIZES, PARTS, BLOCKS + OTHERS)]
