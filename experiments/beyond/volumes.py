"""What the plans move, before they are cut into tiles, by `tangram-sim partition`; in units of C's size.

Of C each node sends home what nobody shares with it. Where q nodes share a part of it, one of them keeps
it, and the others' sums are added there: each is copied once from GPU to GPU, or twice through RAM.
"""
import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from common.child import Children, figures

from .plan import C_FACTORS, Node

FLAT = "nrrp-plus"
SOLID = "3d-nrrp-plus"
THROUGH_RAM, GPU_TO_GPU = 2, 1  # copies of a sum
GPUS = [2, 4, 6, 8, 10, 12, 14, 16, 20, 24, 32, 48, 64]


@dataclass(frozen=True)
class Volume:
    """All zones' faces: those of A and B, and those of C; C has size 1."""

    inputs: float
    outputs: float

    def moved(self, copies_of_sum):
        """C is written, not read."""
        return self.inputs + 1 + copies_of_sum * (self.outputs - 1)


def partition(simulator, arguments, text=""):
    """The figures of `partition --json`."""
    return figures([simulator.program, "partition", *arguments], Children(), text=text)


def flat(simulator, speeds, depth):
    """Of the plan in two dimensions; each half-perimeter is `depth` deep."""
    zones = partition(simulator, ["--speeds", ",".join(map(str, speeds)), "--algorithm", FLAT])
    return Volume(depth * zones["cost"], 1)


def solid(simulator, speeds, depth, c_factor):
    """Of the plan in three dimensions; its cost with C counted once and once more is that of its faces of C."""
    zones = partition(simulator, ["--speeds", ",".join(map(str, speeds)), "--algorithm", SOLID,
                                  "--size", f"1x1x{depth}", "--c-factor", str(c_factor)])
    once, twice = (partition(simulator, ["--load", "-"], json.dumps(zones | {"c_factor": factor}))["cost"]
                   for factor in (1, 2))
    return Volume(2 * once - twice, twice - once)


def planned(simulator, shape, mixed, jobs):
    """{GPUs: (flat, {C factor: solid})}"""

    def at(gpus):
        speeds, depth = Node(gpus, mixed, None).speeds, shape.depth_by_side
        return flat(simulator, speeds, depth), {c: solid(simulator, speeds, depth, c) for c in C_FACTORS}

    with ThreadPoolExecutor(jobs) as pool:
        return dict(zip(GPUS, pool.map(at, GPUS)))
