"""All that is run, by what it is for."""
from fractions import Fraction
from itertools import product

from .call import on_example, on_files
from .convergence import STREAMS
from .examples import divided_platform, toy_platform, toy_tree, two_masters
from .instances import Instance
from .nodes import NODES

FAST = ["1/16", "1/8", "1/4", "1/2", "1", "2", "4", "8", "16", "32", "64"]  # what T2 takes on P3
GIVEN = "16"  # by P3's w and the weight of T2
GATHERING = ["P1", "P2", "P3", "P4"]
GRAINS = ["fine", "coarse"]
TIMED_TASKS = 12
TIMED_RATIOS = [Fraction(1, 100), Fraction(1, 10)]  # links that hardly limit, and that do


def fast_name(time):
    """Of the first example where T2 takes this time on P3."""
    return f"fast-{time.replace('/', '-')}"


def examples():
    """The paper's two, and variants of the first."""
    yield on_example("examples", "toy", "toy", timed=True)
    yield on_example("examples", "seventeen", "seventeen", timed=True)
    yield on_files("examples", "input-2", toy_platform(), toy_tree(data_in=2))
    yield on_files("examples", "divided", divided_platform(), toy_tree())
    for fast in FAST:
        yield on_files("examples", fast_name(fast), toy_platform(fast), toy_tree())
    for processor in GATHERING:
        yield on_files("examples", f"gathered-{processor}", toy_platform(), toy_tree(data_out=1), "--outputs",
                       f"gather:{processor}")
    for ends in ("joint", "per-leaf"):
        yield on_files("examples", f"masters-{ends}", *two_masters(), "--ends", ends)


def instances(scale):
    """Random streams."""
    return [Instance(*each) for each in product(scale.processors, scale.ratios, (False, True), scale.seeds)]


def timed_instances(scale):
    return [Instance(processors, ratio, False, seed, TIMED_TASKS) for processors, ratio, seed in
            product(scale.timed_processors, TIMED_RATIOS, scale.timed_seeds)]


def timed_name(instance, grain):
    return f"timed-{grain}-{instance.name}"


def random_ones(scale):
    for instance in instances(scale):
        yield on_files("random", instance.name, *instance.stream, work=0.3 + (instance.processors / 100)**2 * 2.5)


def timed(scale):
    for instance in timed_instances(scale):
        for grain in GRAINS:
            yield on_files("timed", timed_name(instance, grain), *instance.stream, "--grain", grain, timed=True,
                           work=0.3 + (instance.processors / 100)**3 * (8 if grain == "fine" else 0))


def convergence(scale):
    return [stream.call(periods) for stream in STREAMS for periods in scale.periods]


def nodes(scale):
    for node in NODES:
        yield node.stream
        yield from (node.product(size) for size in scale.sizes)


def planned(scale):
    return [*examples(), *random_ones(scale), *timed(scale), *convergence(scale), *nodes(scale)]
