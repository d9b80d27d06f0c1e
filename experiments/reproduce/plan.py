"""What is run: one Run for each simulation, and the lists of them."""
from dataclasses import dataclass
from itertools import product

from common.order import mixed

from . import strategies

TILE = 960
PLATFORMS = ["sirocco", "mirage"]
PAPER, TANGRAM = MODES = ["paper", "tangram"]  # TANGRAM_MODE
SIZES = [7680, 15360, 23040, 30720]
REPETITIONS = 5

# With scheduling cost 1 the time that policies take counts: on the paper's machine alone, for the best, and for those
# whose search for tasks the paper weighs (section 5.2).
COSTLY = [strategies.BEST, *strategies.BEYOND, "dmda", "choice-dyn-10", "choice-dyn-50", "effective-dyn"]
COSTLY_PLATFORM = "sirocco"

QUICK_SIZES = SIZES[:2]
QUICK_REPETITIONS = 2
QUICK_STRATEGIES = [
    "dmda", "choice-dyn-50", "effective-dyn", "nrrp-rounded-static", "nrrp-rounded-rand-steal", strategies.BEST,
    "nrrp-precise-static", "nrrp-precise-effective-steal", "3d-nrrp-rounded-static",
    "3d-nrrp-rounded-redux-static", "nrrp-refined-effective-steal", "auto",
    "dyn-choice-outer", "dynamic-matrix-2phases",
]

# Where devices have room for a copy of all of C, which affinity strategies for single products may need.
LARGEST_WITH_COPIES = {"mirage": 23040}

# CPU seconds that a run takes besides those of its start, at N = 30720, and the power of N they grow
# with; measured on sirocco. SimGrid is slow where many copies are under way at once.
WORK_OF_START = 0.1
WORK = {"first-dyn": (12, 4.3), "dmda": (5.2, 3.5), "dmdas": (5.2, 3.5), "dmdar": (5.2, 3.5)}
WORK_OF_OTHERS = 3.2, 3
WORK_OF_PLATFORM = {"mirage": 0.7}


@dataclass(frozen=True)
class Run:
    """One simulated product."""

    platform: str
    cpus: bool
    size: int
    strategy: str
    repetition: int = 1
    scheduling_cost: int = 0
    mode: str = TANGRAM

    @property
    def name(self):
        nodes = "cpus" if self.cpus else "no-cpu"
        return (f"{self.mode}-{self.platform}-{nodes}-{self.size}-{self.strategy}-cost{self.scheduling_cost}-"
                f"{self.repetition}")

    @property
    def arguments(self):
        """Of tangram-sim. --beta 1: C is read and written back."""
        arguments = ["gemm", "--platform", self.platform, "--size", str(self.size), "--tile", str(TILE), "--beta", "1"]
        arguments += ["--sched", self.strategy, "--scheduling-cost", str(self.scheduling_cost)]
        return arguments if self.cpus else arguments + ["--no-cpu"]

    @property
    def environment(self):
        return {"TANGRAM_SEED": str(self.repetition), "TANGRAM_MODE": self.mode}

    @property
    def work(self):
        """CPU seconds it takes, roughly."""
        seconds, power = WORK.get(self.strategy, WORK_OF_OTHERS)
        seconds *= (self.size / SIZES[-1]) ** power
        return WORK_OF_START + seconds * WORK_OF_PLATFORM.get(self.platform, 1)


def planned(modes, platforms, sizes, names, repetitions):
    """All runs, mixed; as in the paper those of its strategies."""
    runs = []
    for mode, platform, cpus, size, name in product(modes, platforms, (True, False), sizes, names):
        if mode == PAPER and name not in strategies.PAPER:
            continue
        if strategies.copies_c(name) and size > LARGEST_WITH_COPIES.get(platform, size):
            continue
        of_seeds = repetitions if strategies.is_random(name) else 1
        runs += [Run(platform, cpus, size, name, i + 1, mode=mode) for i in range(of_seeds)]
        if platform == COSTLY_PLATFORM and cpus and name in COSTLY:
            runs += [Run(platform, cpus, size, name, i + 1, 1, mode) for i in range(repetitions)]
    return mixed(runs)
