"""Random streams: a platform and a tree, by size, by what communication costs and by whether speeds are consistent."""
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from random import Random

from .random_platforms import SLOWNESS, SPEEDS, random_platform, with_affinities
from .random_trees import INPUT, WEIGHTS, random_tree

TASKS = 4, 12


def mean(values):
    return Fraction(sum(values), len(values))


# Of a mean input on a mean link of a cluster, and of a mean task on a mean processor, for all trees alike.
INPUT_TIME = mean(SLOWNESS) * mean(INPUT)
TASK_TIME = mean(SPEEDS) * mean(WEIGHTS)


@dataclass(frozen=True)
class Instance:
    """One random stream. ratio: INPUT_TIME by TASK_TIME."""

    processors: int
    ratio: Fraction
    affinities: bool
    seed: int
    tasks: int = 0  # drawn, if 0

    @property
    def kind(self):
        return "affinities" if self.affinities else "speeds"

    @property
    def name(self):
        tasks = f"-{self.tasks}-tasks" if self.tasks else ""
        return f"{self.kind}-{self.processors}{tasks}-ratio-{float(self.ratio):g}-seed-{self.seed}"

    @property
    def stream(self):
        """(platform, tree); the same seed gives the same links and tree for all ratios, and for both kinds."""
        return stream_of(self)


@cache
def stream_of(instance):
    random = Random(f"{instance.processors} {instance.tasks} {instance.seed}")
    tree = random_tree(random, instance.tasks or random.randint(*TASKS))
    platform = random_platform(random, instance.processors, instance.ratio * TASK_TIME / INPUT_TIME)
    return (with_affinities(random, platform, tree) if instance.affinities else platform), tree
