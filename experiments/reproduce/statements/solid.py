"""NRRP in three dimensions (section 5.5, figure 6)."""
from common.grades import Statements, less, more, not_above, within, yes

from ..strategies import BEST, PAPER, SOLID, allocation, label
from .scenes import CLEARLY, sirocco, times

PLAIN, REDUX = "3d-nrrp-rounded", "3d-nrrp-rounded-redux"
REASONABLE = [f"{PLAIN}-effective-steal", f"{REDUX}-static", f"{REDUX}-effective-steal"]
LARGE = 23040
SLOW = 0.5  # "up to twice as large" at some size
REASONABLY = 0.2  # longer than the best
REALLY_HIGH = 0.1  # "up to +25%" at some size

statements = Statements()
says = statements.says


def large_sizes(scene):
    return [size for size in scene.sizes if size >= LARGE]


def plain_static(scene, size):
    """How many times as long as NRRP-Rounded-Static it takes."""
    return scene.time(f"{PLAIN}-static", size) / scene.time("nrrp-rounded-static", size)


@says("5.5", "conclusions \"about the relative performance of Precise [...] also hold for the 3D-NRRP allocations\"",
      "3D: Static, Precise takes less time than Rounded, with and without Redux")
def precise_is_faster_in_3d(summary):
    scene = sirocco(summary)
    for size in scene.sizes:
        for ending in ("", "-redux"):
            rounded, precise = (f"3d-nrrp-{rounding}{ending}-static" for rounding in ("rounded", "precise"))
            yield less(f"{size}{' Redux' if ending else ''}", scene.time(precise, size), scene.time(rounded, size))


@says("5.5", "3D-NRRP-Rounded with Static has \"an execution time up to twice as large as other allocations for N = 23040 and "
      "N = 30720\"", f"it takes at least {SLOW:.0%} longer than NRRP-Rounded-Static there")
def plain_static_is_slow(summary):
    scene = sirocco(summary)
    for size in large_sizes(scene):
        yield more(size, plain_static(scene, size), 1, SLOW)


@says("5.5", "its performance \"gets worse when N increases\"", "its time by NRRP-Rounded-Static's grows from each size to the next")
def plain_static_gets_worse(summary):
    scene = sirocco(summary)
    for small, large in zip(scene.sizes, scene.sizes[1:]):
        yield more(f"{small} to {large}", plain_static(scene, large), plain_static(scene, small))


statements.also_says("5.5", "\"two memory nodes share all their C(i,j) tiles and thus work one after the other\"",
                     "a reason, not a figure; the zones of our reconstruction of 3D-NRRP need not be the paper's")


@says("5.5", "\"the three other 3D strategies obtain reasonable execution time\"",
      f"the slowest of them takes at most {REASONABLY:.0%} longer than NRRP-Rounded-EffectiveSteal")
def others_are_reasonable(summary):
    scene = sirocco(summary)
    for size in scene.sizes:
        yield not_above(size, max(times(scene, REASONABLE, size)), scene.time(BEST, size), REASONABLY)


@says("5.5", "they \"incur a really high communication cost (up to +25% for N = 23040 or N = 30720 between NRRP-Rounded and "
      "3D-NRRP-Rounded-Redux, both with the Static strategy)\"", f"at least {REALLY_HIGH:.0%} more there")
def redux_costs_traffic(summary):
    scene = sirocco(summary)
    for size in large_sizes(scene):
        yield more(size, scene.traffic(f"{REDUX}-static", size), scene.traffic("nrrp-rounded-static", size), REALLY_HIGH)


@says("5.5", "Redux moves more \"because some C(i,j) tiles have several copies over the platform\"",
      "Redux, Static: there are reductions")
def redux_has_reductions(summary):
    scene = sirocco(summary)
    for size in scene.sizes:
        reductions = scene.point(f"{REDUX}-static", size).mean("reductions")
        yield yes(size, reductions > 0, f"{reductions:g}")


@says("5.5", "without reduction and with EffectiveSteal nodes \"need to exchange many tiles\": traffic",
      f"it moves at least {CLEARLY:.0%} more than NRRP-Rounded-EffectiveSteal")
def exchange_costs_traffic(summary):
    scene = sirocco(summary)
    for size in scene.sizes:
        yield more(size, scene.traffic(f"{PLAIN}-effective-steal", size), scene.traffic(BEST, size), CLEARLY)


@says("5.5", "they \"thus obtain a significantly different allocation\"",
      "without reduction and with EffectiveSteal at least 10% of the tasks are stolen")
def much_is_stolen(summary):
    scene = sirocco(summary)
    for size in scene.sizes:
        part = scene.point(f"{PLAIN}-effective-steal", size).mean("steals") / (size // 960) ** 3
        yield more(f"{size}", 1 + part, 1, 0.1)


@says("5.5", "\"the 3D-NRRP approach is thus very disappointing on our platform\"",
      "no 3D strategy has a smaller product of time and traffic than NRRP-Rounded-EffectiveSteal")
def solid_is_disappointing(summary):
    scene = sirocco(summary)

    def product(name, size):
        return scene.time(name, size) * scene.traffic(name, size)

    names = [name for name in PAPER if allocation(name) in SOLID]
    for size in scene.sizes:
        best = min(names, key=lambda name: product(name, size))
        yield more(f"{size} ({label(best)})", product(best, size), product(BEST, size))


statements.also_says("5.5", "\"We thus expect the 3D approach to obtain better performance [...] on a larger platform with more "
                     "nodes\"", "an expectation; larger nodes are in [another report](beyond.md)")


@says("5.5", "reductions \"imply to have several times the same C(i,j) tile in memory\"",
      "Redux, Static: copies of tiles of C are at least 10% of C")
def copies_take_memory(summary):
    scene = sirocco(summary)
    for size in scene.sizes:
        copies = scene.point(f"{REDUX}-static", size).mean("reductions") / (size // 960) ** 2
        yield more(size, 1 + copies, 1, 0.1)
