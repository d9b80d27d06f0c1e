"""What is run: products of two shapes on simulated nodes of GPUs alone."""
from dataclasses import dataclass
from itertools import product

TILE = 1920
GPU_GFLOPS = 7000  # of the faster generation, in double precision
OLD_GENERATION = 4  # times slower; half of the GPUs of a mixed node
LINK_GBS = 12  # of each GPU
P2P_GBS = 50
NO_LIMIT = 0  # of all transfers from and to RAM together: each GPU's own link is all that limits them
GPUS = [2, 4, 8, 12, 16]

FLAT = ["nrrp-plus-refined-static", "nrrp-plus-refined-effective-steal"]
SOLID = ["3d-nrrp-plus-refined-redux-static", "3d-nrrp-plus-refined-redux-effective-steal"]
WITHOUT_REDUX = "3d-nrrp-plus-refined-static"
C_FACTORS = [1, 2]

# Eyraud-Dubois and Lambert's own, in their mode: they did not go beyond four GPUs. C counts once in their costs.
PAPER_FLAT = ["nrrp-rounded-static", "nrrp-rounded-effective-steal"]
PAPER_SOLID = ["3d-nrrp-rounded-redux-static", "3d-nrrp-rounded-redux-effective-steal"]
PAPER = "paper"
TANGRAM = "tangram"


@dataclass(frozen=True)
class Shape:
    """Of C (rows = columns) and its products along k, in elements. All take about the same work."""

    name: str
    side: int
    depth: int

    @property
    def depth_by_side(self):
        return self.depth // self.side

    @property
    def bytes_of_c(self):
        return 8 * self.side**2


CUBE = Shape("cube", 30720, 30720)
DEEP = Shape("deep", 19200, 76800)
SHAPES = [CUBE, DEEP]


@dataclass(frozen=True)
class Links:
    """Between RAM and the GPUs, and between the GPUs."""

    host_gbs: int
    p2p: bool

    @property
    def name(self):
        return ("own" if self.host_gbs == NO_LIMIT else f"bus{self.host_gbs}") + ("-p2p" if self.p2p else "")

    @property
    def label(self):
        host = f"{LINK_GBS} GB/s each" if self.host_gbs == NO_LIMIT else f"{self.host_gbs} GB/s for all"
        return host + (f", {P2P_GBS} GB/s between GPUs" if self.p2p else "")

    @property
    def parameters(self):
        host = f",host_gbs={self.host_gbs}" if self.host_gbs != NO_LIMIT else ""
        return f"link_gbs={LINK_GBS}{host}" + (f",p2p_gbs={P2P_GBS}" if self.p2p else "")


LINKS = [Links(host, p2p) for host, p2p in product((NO_LIMIT, 24), (False, True))]

# The bus whose speed is varied, between the most GPUs.
SWEEP = [6, 12, 24, 48, 96, 192]
SWEPT_GPUS = GPUS[-1]


@dataclass(frozen=True)
class Node:
    gpus: int
    mixed: bool
    links: Links

    @property
    def speeds(self):
        """Of each GPU, in GFlop/s."""
        old = self.gpus // 2 if self.mixed else 0
        return [GPU_GFLOPS] * (self.gpus - old) + [GPU_GFLOPS / OLD_GENERATION] * old

    @property
    def platform(self):
        speeds = self.speeds
        listed = "+".join(f"{speed:g}x{speeds.count(speed)}" for speed in dict.fromkeys(speeds))
        return f"synthetic:gpu_gflops={listed},gpu_memory_gb=32,{self.links.parameters}"


@dataclass(frozen=True)
class Run:
    """One simulated product."""

    shape: Shape
    node: Node
    strategy: str
    c_factor: int = 1
    # Whether memory takes time to allocate, as StarPU simulates it: on GPUs, and page-locked in RAM
    # where a tile without a home goes through it.
    allocation_cost: bool = True
    mode: str = TANGRAM  # TANGRAM_MODE

    @property
    def name(self):
        generations = "mixed" if self.node.mixed else "equal"
        cost = "" if self.allocation_cost else "-free-memory"
        mode = "-as-in-the-paper" if self.mode == PAPER else ""
        return (f"{self.shape.name}-{self.node.gpus}-{generations}-{self.node.links.name}-{self.strategy}"
                f"-c{self.c_factor}{cost}{mode}")

    @property
    def arguments(self):
        """Of tangram-sim; C is written only."""
        side, depth = str(self.shape.side), str(self.shape.depth)
        return ["gemm", "--platform", self.node.platform, "--no-cpu", "--m", side, "--n", side, "--k", depth,
                "--tile", str(TILE), "--sched", self.strategy, "--scheduling-cost", "0"]

    @property
    def environment(self):
        return {"TANGRAM_C_FACTOR": str(self.c_factor), "TANGRAM_MODE": self.mode,
                "STARPU_SIMGRID_CUDA_MALLOC_COST": str(int(self.allocation_cost))}

    @property
    def work(self):
        """CPU seconds it takes, roughly."""
        return 0.45 * (1 + self.node.gpus / 16)


def compared(shape, node, strategies, allocation_cost):
    """Those of 3D with each C-axis factor."""
    return [Run(shape, node, strategy, factor, allocation_cost)
            for strategy in strategies
            for factor in (C_FACTORS if strategy in SOLID else C_FACTORS[:1])]


def planned():
    """All runs, each once."""
    runs = []
    for shape, links, gpus in product(SHAPES, LINKS, GPUS):
        equal, mixed = Node(gpus, False, links), Node(gpus, True, links)
        runs += compared(shape, equal, [*FLAT, *SOLID, WITHOUT_REDUX], allocation_cost=True)
        runs += compared(shape, mixed, [*FLAT, *SOLID], allocation_cost=True)
        runs += compared(shape, equal, [*FLAT, SOLID[0]], allocation_cost=False)
        runs += [Run(shape, equal, strategy, allocation_cost=cost, mode=PAPER)
                 for strategy in PAPER_FLAT + PAPER_SOLID for cost in (True, False)]
    for shape, host, p2p in product(SHAPES, SWEEP, (False, True)):
        node = Node(SWEPT_GPUS, False, Links(host, p2p))
        runs += compared(shape, node, [*FLAT, SOLID[0]], allocation_cost=False)
    return list(dict.fromkeys(runs))
