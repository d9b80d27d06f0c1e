"""What is run: simulated factorisations, with each mechanism, on trees of matrices and on synthetic ones."""
from dataclasses import dataclass, field

NAIVE, INCREMENTS, SNAPSHOT = MECHANISMS = ["naive", "increments", "snapshot"]
NONE, FLAG, LOCK = THREADS = ["none", "flag", "lock"]
MEMORY, WORKLOAD = STRATEGIES = ["memory", "workload"]

# What differs from the defaults in a few runs.
TELLS_ALWAYS = ("--no-more-master", "0")
SLOW_NETWORK = ("--latency-us", "1000", "--bandwidth-gbs", "0.1")
WITH_SAMPLES = ("--samples",)


@dataclass(frozen=True)
class Tree:
    """As `tangram exchange` names it. drawn: from a seed; the tree of a matrix is not."""

    name: str
    drawn: bool
    work: float = field(compare=False)  # CPU seconds of one run on 32 processes with increments, roughly

    @property
    def file(self):
        return self.name.replace(":", "-").replace(",", "-")


@dataclass(frozen=True)
class Scale:
    trees: tuple
    processes: tuple
    seeds: int

    @property
    def wide(self):
        """The tree with most decisions at the same time."""
        return self.trees[0]


FULL = Scale((Tree("wide", True, 0.15), Tree("nested", True, 0.35), Tree("grid:400x400", False, 0.8),
                Tree("grid:50x50x50", False, 1)),
             (32, 64, 128), 16)
QUICK = Scale((Tree("wide:8,3", True, 0.02), Tree("nested:30000", True, 0.02), Tree("grid:100x100", False, 0.1)), (8, 16), 2)


@dataclass(frozen=True)
class Run:
    """One call, for all seeds."""

    tree: Tree
    processes: int
    mechanism: str
    thread: str
    strategy: str
    seeds: int
    more: tuple = ()

    environment = {}

    @property
    def name(self):
        more = "".join(word.removeprefix("--") for word in self.more)
        return "-".join(filter(None, [self.tree.file, str(self.processes), self.mechanism, self.thread, self.strategy, more]))

    @property
    def arguments(self):
        return ["exchange", "--tree", self.tree.name, "--processes", str(self.processes), "--mechanism", self.mechanism,
                "--thread", self.thread, "--strategy", self.strategy, "--runs", str(self.seeds if self.tree.drawn else 1),
                *self.more]

    @property
    def work(self):
        return self.tree.work * (self.seeds if self.tree.drawn else 1) * self.processes / 32


def planned(scale):
    """Memory without a thread, as the paper's table 4; time with all threads, as its tables 5 and 7; and a few more."""
    runs = [Run(tree, processes, mechanism, thread, strategy, scale.seeds)
            for tree in scale.trees for processes in scale.processes for mechanism in MECHANISMS
            for thread, strategy in [(NONE, MEMORY), (NONE, WORKLOAD), (FLAG, WORKLOAD), (LOCK, WORKLOAD)]]
    least = scale.processes[0]
    runs += [Run(tree, processes, INCREMENTS, NONE, WORKLOAD, scale.seeds, TELLS_ALWAYS)
             for tree in scale.trees for processes in scale.processes]
    runs += [Run(tree, least, mechanism, NONE, WORKLOAD, scale.seeds, SLOW_NETWORK)
             for tree in scale.trees for mechanism in (INCREMENTS, SNAPSHOT)]
    runs += [Run(scale.wide, processes, mechanism, FLAG, MEMORY, scale.seeds)
             for processes in scale.processes for mechanism in (INCREMENTS, SNAPSHOT)]
    runs += [Run(scale.wide, least, mechanism, NONE, MEMORY, 1, WITH_SAMPLES) for mechanism in MECHANISMS]
    return runs
