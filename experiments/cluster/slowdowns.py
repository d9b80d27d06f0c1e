"""A node that computes more slowly after the first of four products: zones as they are, zones that follow the speeds, and zones
that were right from the start."""
from dataclasses import dataclass

from .plan import AUTO, DMDA, LATENCY_US, PLATFORM
from .results import GIB

PRODUCTS = 4
FACTOR = 0.5
TILE = 960
GBS = 12.5
SPEEDS = {4: 4604.8, 2: 2570.7, 1: 1557.7}  # GFlop/s of a node with so many GPUs, by its models of these tiles
TREATMENTS = AS_IS, REBALANCED, RIGHT = ["as is", "rebalanced", "right speeds"]


@dataclass(frozen=True)
class Scene:
    """gpus: of each node; slow: the node that slows down; size: of the products."""

    gpus: tuple
    slow: int
    size: int
    sched: str

    @property
    def right_speeds(self):
        return [SPEEDS[gpus] * (FACTOR if node == self.slow else 1) for node, gpus in enumerate(self.gpus)]


@dataclass(frozen=True)
class Run:
    """One call of tangram-smpi."""

    scene: Scene
    treatment: str

    environment = {}

    @property
    def strategy(self):
        """What failures are sorted by."""
        return self.treatment

    @property
    def name(self):
        gpus = "".join(map(str, self.scene.gpus))
        return f"slowdown-{gpus}-{self.scene.slow}-{self.scene.size}-{self.scene.sched}-{self.treatment.replace(' ', '-')}"

    @property
    def arguments(self):
        scene = self.scene
        own = {AS_IS: [], REBALANCED: ["--rebalance"],
               RIGHT: ["--node-speeds", ",".join(f"{speed:g}" for speed in scene.right_speeds)]}
        return ["gemm", "--cluster", f"{len(scene.gpus)}x{PLATFORM}", "--node-gpus", ",".join(map(str, scene.gpus)),
                "--network", f"gbs={GBS:g},latency_us={LATENCY_US}", "--size", str(scene.size), "--tile", str(TILE),
                "--sched", scene.sched, "--repeat", str(PRODUCTS), "--slowdown", f"{scene.slow}:{FACTOR:g}:1",
                *own[self.treatment]]

    @property
    def work(self):
        """CPU seconds it takes, roughly."""
        return 1 + PRODUCTS * (self.scene.size / TILE) ** 3 / 4096


FULL = [Scene(gpus, slow, size, sched) for gpus, slow, size in
        [((4, 4, 4, 4), 3, 15360), ((4, 4, 4, 4), 3, 30720), ((4, 2, 1, 1), 0, 15360), ((4, 2, 1, 1), 3, 15360)]
        for sched in (AUTO, DMDA)]
QUICK = [Scene((4, 4), 1, 7680, AUTO)]


def planned(scenes):
    return [Run(scene, treatment) for scene in scenes for treatment in TREATMENTS]


def rest(report):
    """Seconds of the products in which the node is slow, with what moves in them."""
    return sum(product["seconds"] for product in report["repeats"][1:])


def migrations(report):
    """[(product, from 1; migration)]"""
    return [(number, migration) for number, product in enumerate(report["repeats"], 1) for migration in product["migrations"]]


def moved_gib(report):
    return sum(migration["bytes"] for _, migration in migrations(report)) / GIB
