"""NRRP in three dimensions (section 5.5, figure 6)."""
from common.grades import grown, less, more, not_above, yes
from common.statements import Statements

from ..plan import TILE
from ..strategies import BEST, PAPER, SOLID, allocation, label
from .scenes import MUCH, SIGNIFICANT, sirocco, times, traffics, where_it_is_most

PLAIN, REDUX = "3d-nrrp-rounded", "3d-nrrp-rounded-redux"
OTHERS = [f"{PLAIN}-effective-steal", f"{REDUX}-static", f"{REDUX}-effective-steal"]  # of figure 6
LARGE = 23040
REASONABLY = 0.2  # longer than the best
DIFFERENT = 0.1  # of the tasks
VERY_DISAPPOINTING = 0.1  # that time times traffic is more

statements = Statements()
says = statements.says


def tiles(size):
    """Along a side."""
    return -(-size // TILE)


def large_sizes(scene):
    return [size for size in scene.sizes if size >= LARGE]


def plain_static(scene, size):
    """How many times as long as NRRP-Rounded-Static it takes."""
    return scene.time(f"{PLAIN}-static", size) / scene.time("nrrp-rounded-static", size)


def of_precise(what, compare, figure):
    @says("5.5", f"conclusions \"about the relative performance of Precise [...] also hold for the 3D-NRRP allocations\": {what}",
          "Static, Precise against Rounded, with and without Redux")
    def judge(summary):
        scene = sirocco(summary)
        for size in scene.sizes:
            for ending in ("", "-redux"):
                rounded, precise = (f"3d-nrrp-{rounding}{ending}-static" for rounding in ("rounded", "precise"))
                yield compare(f"{size}{' Redux' if ending else ''}", figure(scene, precise, size), figure(scene, rounded, size))


of_precise("less time", less, lambda scene, name, size: scene.time(name, size))
of_precise("more traffic", more, lambda scene, name, size: scene.traffic(name, size))


@says("5.5", "3D-NRRP-Rounded with Static has \"an execution time up to twice as large as other allocations for N = 23040 and "
      "N = 30720\"", "at the one of them where it is most, twice NRRP-Rounded-Static's")
def plain_static_is_slow(summary):
    scene = sirocco(summary)
    changes = {size: plain_static(scene, size) - 1 for size in large_sizes(scene)}
    if changes:
        yield grown(*where_it_is_most(changes), 1)


@says("5.5", "its \"poor performance [...] gets worse when N increases\"",
      "its time by NRRP-Rounded-Static's grows from each size to the next")
def plain_static_gets_worse(summary):
    scene = sirocco(summary)
    for small, large in zip(scene.sizes, scene.sizes[1:]):
        yield more(f"{small} to {large}", plain_static(scene, large), plain_static(scene, small))


statements.also_says("5.5", "\"two memory nodes share all their C(i,j) tiles and thus work one after the other\"",
                     "a reason, of the paper's zones; those of our reconstruction of 3D-NRRP need not be the same")


@says("5.5", "\"the three other 3D strategies obtain reasonable execution time\"",
      f"the slowest of them takes at most {REASONABLY:.0%} longer than NRRP-Rounded-EffectiveSteal")
def others_are_reasonable(summary):
    scene = sirocco(summary)
    for size in scene.sizes:
        yield not_above(size, max(times(scene, OTHERS, size)), scene.time(BEST, size), REASONABLY)


@says("5.5", "they \"incur a really high communication cost\"",
      f"each moves at least {SIGNIFICANT:.0%} more than the strategy of the same balancer with NRRP-Rounded")
def others_move_much(summary):
    scene = sirocco(summary)
    for size in scene.sizes:
        for name in OTHERS:
            flat = f"nrrp-rounded{name.removeprefix(allocation(name))}"
            yield more(f"{size} {label(name)}", scene.traffic(name, size), scene.traffic(flat, size), SIGNIFICANT)


@says("5.5", "\"up to +25% for N = 23040 or N = 30720 between NRRP-Rounded and 3D-NRRP-Rounded-Redux, both with the Static "
      "strategy\"", "at the one of them where it is most, 25% more")
def redux_costs_traffic(summary):
    scene = sirocco(summary)
    changes = {size: scene.traffic(f"{REDUX}-static", size) / scene.traffic("nrrp-rounded-static", size) - 1
               for size in large_sizes(scene)}
    if changes:
        yield grown(*where_it_is_most(changes), 0.25)


def beside_plain_static(compare, figure, name, by=0.0):
    """A judge of a strategy beside 3D-NRRP-Rounded-Static."""
    def judge(summary):
        scene = sirocco(summary)
        for size in scene.sizes:
            own, other = figure(scene, [name, f"{PLAIN}-static"], size)
            yield compare(size, own, other, by)
    return judge


says("5.5", "\"the increase of communication for the Redux implementation come[s] for the additional reduction tasks\"",
     "Static with Redux moves more than without")(beside_plain_static(more, traffics, f"{REDUX}-static"))
says("5.5", "without reduction and with EffectiveSteal nodes \"need to exchange many tiles\"",
     f"it moves at least {SIGNIFICANT:.0%} more than without stealing")(
         beside_plain_static(more, traffics, f"{PLAIN}-effective-steal", SIGNIFICANT))


@says("5.5", "they \"thus obtain a significantly different allocation\"",
      f"without reduction and with EffectiveSteal at least {DIFFERENT:.0%} of the tasks are stolen")
def much_is_stolen(summary):
    scene = sirocco(summary)
    for size in scene.sizes:
        yield grown(size, scene.point(f"{PLAIN}-effective-steal", size).mean("steals") / tiles(size) ** 3, DIFFERENT)


@says("5.5", "\"the 3D-NRRP approach is thus very disappointing on our platform\"",
      f"the 3D strategy with the least product of time and traffic is still at least {VERY_DISAPPOINTING:.0%} above "
      "NRRP-Rounded-EffectiveSteal by it")
def solid_is_disappointing(summary):
    scene = sirocco(summary)

    def product(name, size):
        return scene.time(name, size) * scene.traffic(name, size)

    names = [name for name in PAPER if allocation(name) in SOLID]
    for size in scene.sizes:
        best = min(names, key=lambda name: product(name, size))
        yield more(f"{size} ({label(best)})", product(best, size), product(BEST, size), VERY_DISAPPOINTING)


statements.also_says("5.5", "\"this result [that it outperforms NRRP in the worst case] however holds for large number of processors\", "
                     "here are \"only 5 memory nodes\"; \"we thus expect the 3D approach to obtain better performance [...] on a larger platform\"",
                     "an expectation; larger nodes are in [another report](beyond.md)")


says("5.5", "\"the reduction tasks are necessary to make the 3D approach effective\"",
     f"Static takes at least {MUCH:.0%} less time with Redux than without")(
         beside_plain_static(less, times, f"{REDUX}-static", MUCH))


@says("5.5", "\"reduction tasks imply to have several times the same C(i,j) tile in memory\"",
      "Redux, Static: there are reductions, each of a tile of its own")
def copies_take_memory(summary):
    scene = sirocco(summary)
    for size in scene.sizes:
        copies = scene.point(f"{REDUX}-static", size).mean("reductions")
        yield yes(size, copies > 0, f"{copies:g} for {tiles(size) ** 2} tiles of C")
