"""What is simulated: one product on nodes of a cluster, each with four variants of zones and policy."""
from dataclasses import dataclass
from math import sqrt

PLATFORM = "sirocco"
SCHEDS = AUTO, DMDA = ["auto", "dmda"]
ZONES = BY_SPEEDS, CYCLIC = ["nrrp", "block-cyclic"]
VARIANTS = [(zones, sched) for zones in ZONES for sched in SCHEDS]
GRIDS = {2: "1x2", 4: "2x2", 8: "2x4", 16: "4x4"}  # of block-cyclic, as square as may be
LATENCY_US = 1


@dataclass(frozen=True)
class Setting:
    """A cluster and a product. gpus: of each node; empty: all have all."""

    nodes: int
    gpus: tuple
    gbit: int  # of a node's link, in each direction, per second
    size: int
    tile: int

    @property
    def gbs(self):
        return self.gbit / 8


@dataclass(frozen=True)
class Run:
    """One call of tangram-smpi."""

    setting: Setting
    zones: str
    sched: str

    environment = {}

    @property
    def strategy(self):
        """What failures are sorted by."""
        return f"{self.zones} with {self.sched}"

    @property
    def name(self):
        each = self.setting
        gpus = "".join(map(str, each.gpus)) or "all"
        return f"{each.nodes}-{gpus}-{each.gbit}gbit-{each.size}-{each.tile}-{self.zones}-{self.sched}"

    @property
    def arguments(self):
        each = self.setting
        zones = f"{CYCLIC}:{GRIDS[each.nodes]}" if self.zones == CYCLIC else self.zones
        gpus = ["--node-gpus", ",".join(map(str, each.gpus))] if each.gpus else []
        return ["gemm", "--cluster", f"{each.nodes}x{PLATFORM}", *gpus, "--network", f"gbs={each.gbs:g},latency_us={LATENCY_US}",
                "--size", str(each.size), "--tile", str(each.tile), "--nodes", zones, "--sched", self.sched]

    @property
    def work(self):
        """CPU seconds it takes, roughly."""
        tasks = (self.setting.size / self.setting.tile) ** 3
        return 0.8 + tasks / 32768 * (3 + 0.1 * self.setting.nodes ** 2)


@dataclass(frozen=True)
class OneNode:
    """One node alone, by tangram-sim: what scaling is set against."""

    size: int
    tile: int

    environment = {}
    strategy = AUTO
    work = 1

    @property
    def name(self):
        return f"{self.size}-{self.tile}"

    @property
    def arguments(self):
        return ["gemm", "--platform", PLATFORM, "--size", str(self.size), "--tile", str(self.tile), "--sched", AUTO]


@dataclass(frozen=True)
class Scale:
    """side: of a node's part of C in weak scaling, in tiles. repeated: GPUs of four nodes; two have the first two of them."""

    nodes: tuple
    size: int
    tile: int
    side: int
    gbits: tuple
    small_size: int
    small_tile: int
    most_tiles: int  # a side; runs would take too long
    repeated: tuple = (4, 2, 1, 1)
    gbit: int = 100

    def strong(self):
        return [Setting(nodes, (), self.gbit, self.size, self.tile) for nodes in (1, *self.nodes)]

    def weak(self):
        """The part of a node is constant, but for what whole tiles change."""
        return [Setting(nodes, (), self.gbit, self.tile * round(self.side * sqrt(nodes)), self.tile) for nodes in (1, *self.nodes)]

    def networks(self, gpus):
        return [Setting(4, gpus, gbit, self.small_size, self.small_tile) for gbit in self.gbits]

    def unequal(self):
        """With more nodes a larger product, so that each has enough tiles to share out."""
        settings = []
        for nodes in self.nodes:
            gpus = (self.repeated * nodes)[:nodes]
            sides = self.most_tiles if nodes > 4 else self.small_size // self.small_tile
            settings.append(Setting(nodes, gpus, self.gbit, sides * self.small_tile, self.small_tile))
        return settings + [Setting(4, self.repeated, self.gbit, self.size, self.tile)]

    def settings(self):
        return list(dict.fromkeys(self.strong() + self.weak() + self.networks(()) + self.networks(self.repeated) + self.unequal()))


FULL = Scale((2, 4, 8, 16), 46080, 1440, 8, (10, 25, 100, 200, 400), 15360, 960, 32)
QUICK = Scale((4,), 8640, 1440, 3, (100,), 7680, 960, 8)

# What the project's goals are about.
UNEQUAL = Setting(4, (4, 2, 1, 1), 100, 15360, 960)
EQUAL = Setting(4, (), 100, 46080, 1440)
ALONE = OneNode(23040, 1440)


def planned(scale):
    """One node has no zones to compare."""
    return [Run(setting, zones, sched) for setting in scale.settings() for zones, sched in VARIANTS
            if setting.nodes > 1 or zones == BY_SPEEDS]
