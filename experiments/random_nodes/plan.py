"""What is run: products on nodes drawn at random, each under auto, dmda and dmdas."""
from dataclasses import dataclass
from math import exp, log
from random import Random

NODES = 200
SEED = 2026
STRATEGIES = ["auto", "dmda", "dmdas"]
RIVALS = STRATEGIES[1:]


def log_uniform(dice, low, high):
    """Rounded to three digits."""
    return float(f"{exp(dice.uniform(log(low), log(high))):.3g}")


def tile_of(gflops):
    """As wide as a GPU of this speed needs it to be busy."""
    return 960 if gflops < 4000 else 1920 if gflops < 20000 else 3840


@dataclass(frozen=True)
class Node:
    """A machine of tangram-sim's, and the product that it does."""

    number: int
    gpus: tuple  # (GFlop/s, number) of each kind
    cpus: int
    cpu_gflops: float
    link_gbs: float
    host_gbs: float  # of all links together; 0: no limit
    p2p_gbs: float
    tile: int
    side: int  # of all matrices, in tiles
    beta: int

    @property
    def platform(self):
        gpus = "+".join(f"{gflops:g}x{number}" for gflops, number in self.gpus)
        values = {"gpus": sum(number for _, number in self.gpus), "gpu_gflops": gpus, "cpus": self.cpus,
                  "cpu_gflops": f"{self.cpu_gflops:g}", "link_gbs": f"{self.link_gbs:g}",
                  "host_gbs": f"{self.host_gbs:g}", "p2p_gbs": f"{self.p2p_gbs:g}", "gpu_memory_gb": 192}
        return "synthetic:" + ",".join(f"{key}={value}" for key, value in values.items())


def drawn(number, dice):
    gpus = dice.randint(1, 8)
    fastest = log_uniform(dice, 300, 60000)
    slower = dice.randint(1, gpus - 1) if gpus > 1 and dice.random() < 0.5 else 0
    kinds = [(fastest, gpus - slower)]
    if slower:
        kinds.append((log_uniform(dice, 300, fastest), slower))
    cpus = dice.randint(0, 32)
    link = log_uniform(dice, 6, 50)
    return Node(number, tuple(kinds), cpus, log_uniform(dice, 0.01, 0.3) * fastest if cpus else 1.0, link,
                log_uniform(dice, link, gpus * link) if gpus > 1 and dice.random() < 0.5 else 0.0,
                log_uniform(dice, link, 4 * link) if gpus > 1 and dice.random() < 0.5 else 0.0,
                tile_of(fastest), dice.randint(8, 32), dice.randint(0, 1))


def nodes(count=NODES, seed=SEED):
    """The first of them are the same for any count."""
    return [drawn(number, Random(f"{seed} {number}")) for number in range(count)]


@dataclass(frozen=True)
class Run:
    """One simulated product."""

    node: Node
    strategy: str

    @property
    def name(self):
        return f"{self.node.number}-{self.strategy}"

    @property
    def arguments(self):
        """Of tangram-sim."""
        node = self.node
        return ["gemm", "--platform", node.platform, "--size", str(node.side * node.tile), "--tile", str(node.tile),
                "--beta", str(node.beta), "--sched", self.strategy, "--scheduling-cost", "0"]

    @property
    def environment(self):
        return {}

    @property
    def work(self):
        """CPU seconds it takes, roughly."""
        return (self.node.side / 16) ** 3 / 4


def planned(count=NODES, seed=SEED):
    return [Run(node, strategy) for node in nodes(count, seed) for strategy in STRATEGIES]
