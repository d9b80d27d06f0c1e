"""The project's goals for several nodes, and what else holds of the figures."""
from common.criteria import Check, Criteria, NotRun

from .native import BY_SPEEDS as NATIVE_ZONES
from .plan import ALONE, AUTO, BY_SPEEDS, CYCLIC, DMDA, EQUAL, SCHEDS, UNEQUAL
from .results import GIB, device_bytes, native_rows
from .slowdowns import AS_IS, REBALANCED, RIGHT, Run, rest

FASTER = 1.3  # block-cyclic's time by that of zones by speeds
SCALES = 0.90
AS_FAST = 1.02  # at most so many times the other's time
NEAR = 1.1  # times the bound on bytes
AS_RIGHT = 1.10  # times the time with right speeds from the start

criteria = Criteria()
finding = criteria.finding


def called(setting):
    gpus = f"GPUs {','.join(map(str, setting.gpus[:4]))}{',...' if setting.nodes > 4 else ''}" if setting.gpus else "equal"
    nodes = f"{setting.nodes} node{'s' * (setting.nodes > 1)}"
    return f"{nodes}, {gpus}, {setting.gbit} Gbit/s, N = {setting.size}, tiles of {setting.tile}"


def gain(results, setting, sched):
    """Block-cyclic's time by that of zones by speeds, with the same policy."""
    return results.seconds(setting, CYCLIC, sched) / results.seconds(setting, BY_SPEEDS, sched)


def gains(results, settings, least):
    for setting in settings:
        for sched in SCHEDS:
            ratio = gain(results, setting, sched)
            yield Check(ratio >= least, f"{called(setting)}, `{sched}`: block-cyclic takes {ratio:.2f} times as long "
                        f"({results.seconds(setting, CYCLIC, sched):.4g} s, {results.seconds(setting, BY_SPEEDS, sched):.4g} s)")


@finding("goals", "On four nodes with 4, 2, 1 and 1 GPUs zones by speeds are at least 30% faster than block-cyclic.",
         f"block-cyclic takes at least {FASTER} times as long with the same policy in the nodes")
def faster_on_unequal_nodes(results):
    yield from gains(results, [UNEQUAL], FASTER)


@finding("goals", "Four equal nodes are nearly four times as fast as one.",
         f"at least {SCALES:.2f} of four times one node's GFlop/s at N = {ALONE.size}, by `tangram-sim`, with the same tile")
def scales_to_four(results):
    part = results.beside_alone(EQUAL, BY_SPEEDS, AUTO)
    yield Check(part >= SCALES, f"{called(EQUAL)}, `{AUTO}`: {results.gflops(EQUAL, BY_SPEEDS, AUTO):.0f} GFlop/s, {part:.3f} of "
                f"four times {results.alone['gflops']:.0f}")


def scenes(results):
    if not results.slowdowns:
        raise NotRun("a node that slows down")
    return dict.fromkeys(run.scene for run in results.slowdowns)


def rests(results, scene):
    """Seconds of the products in which the node is slow, by treatment."""
    return [rest(results.slowdowns[Run(scene, treatment)]) for treatment in (AS_IS, REBALANCED, RIGHT)]


@finding("goals", "Where a node computes with half its speed after the first of four products, zones that follow the speeds lose little.",
         f"the last three take at most {AS_RIGHT:.2f} times the time with zones that were right from the start")
def rebalances(results):
    for scene in scenes(results):
        as_is, rebalanced, right = rests(results, scene)
        yield Check(rebalanced <= AS_RIGHT * right, f"GPUs {','.join(map(str, scene.gpus))}, node {scene.slow}, N = {scene.size}, "
                    f"`{scene.sched}`: {rebalanced / right:.3f} ({rebalanced:.4g} s, {right:.4g} s; without it {as_is:.4g} s)")


def efficiencies(results, settings):
    """Of zones by speeds, beside the first setting, which is one node."""
    one, *more = settings
    for setting in more:
        part = results.efficiency(setting, BY_SPEEDS, AUTO, one)
        yield Check(part >= SCALES, f"{called(setting)}, `{AUTO}`: {part:.3f}")


@finding("strong", "A product of the same size scales to all nodes.", f"at least {SCALES:.2f} of as many times one node's GFlop/s")
def scales_strongly(results):
    yield from efficiencies(results, results.scale.strong())


@finding("weak", "So does one that grows with the nodes.", f"at least {SCALES:.2f} of as many times one node's GFlop/s")
def scales_weakly(results):
    yield from efficiencies(results, results.scale.weak())


@finding("networks", "On equal nodes zones by speeds are as fast as block-cyclic, whatever the network.",
         f"at most {AS_FAST} times its time, with the same policy")
def as_fast_on_equal_nodes(results):
    yield from gains(results, results.scale.networks(()), 1 / AS_FAST)


@finding("networks", "On unequal nodes they are faster, whatever the network.", "less time, with the same policy")
def faster_on_any_network(results):
    yield from gains(results, results.scale.networks(results.scale.repeated), 1)


@finding("unequal", "Zones by speeds are at least 30% faster on other numbers of unequal nodes, too.",
         f"block-cyclic takes at least {FASTER} times as long with the same policy in the nodes")
def faster_on_more_nodes(results):
    yield from gains(results, results.scale.unequal(), FASTER)


@finding("policies", "Inside the nodes `auto` is as fast as `dmda`, with the same zones by speeds.",
         f"at most {AS_FAST} times its time")
def auto_as_fast_as_dmda(results):
    for setting in results.scale.settings():
        auto, dmda = (results.seconds(setting, BY_SPEEDS, sched) for sched in SCHEDS)
        moved, by_dmda = (device_bytes(results.report(setting, BY_SPEEDS, sched)) for sched in SCHEDS)
        yield Check(auto <= AS_FAST * dmda, f"{called(setting)}: {auto:.4g} s, {auto / dmda:.3f} of `{DMDA}`'s; it moves "
                    f"{moved / GIB:.4g} GiB between memory nodes, {moved / by_dmda:.2f} of `{DMDA}`'s")


@finding("native", "All products are right.", "verified in each turn, by Freivalds' check; a program's own, by 200 elements of each process")
def all_verified(results):
    for row in native_rows(results):
        yield Check(row["verified"], row["contender"])


@finding("native", "Zones by speeds receive little more than they must.", f"at most {NEAR} times the lower bound for their speeds")
def near_the_bound(results):
    for row in native_rows(results):
        if row["contender"] == NATIVE_ZONES:
            yield Check(row["by_bound"] <= NEAR, f"{row['mib']:.1f} MiB, {row['by_bound']:.3f} times the bound")


def findings_of(results):
    return criteria.findings_of(results)
