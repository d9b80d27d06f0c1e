"""The second machine, mirage (section 5.6, figure 8)."""
from common.grades import TIE, alike, less, more
from common.statements import Statements

from ..strategies import FLAT, label
from .scenes import SAME, SIGNIFICANT, sirocco, times, traffics

STEALING = [f"{flat}-effective-steal" for flat in FLAT]
NRRP = [f"{flat}-{balancer}" for flat in FLAT for balancer in ("static", "effective-steal")]
LATER = ["choice-dyn-50", "effective-dyn"]
MUCH_MORE = 0.5

statements = Statements()
says = statements.says


def mirage(summary):
    return summary.scene("mirage")


def rounding(scene, size):
    """By which part Rounded-Static takes longer or less time than Precise-Static."""
    rounded, precise = times(scene, [f"{flat}-static" for flat in FLAT], size)
    return abs(rounded / precise - 1)


statements.also_says("5.6", "\"we expect the choice between Rounded and Precise versions to be highly dependent on the platform\"",
                     "an expectation; what it rests on comes next")


@says("5.6", "on mirage \"the difference in execution time obtained by the Static strategies is much more pronounced than on "
      "the sirocco platform\"", f"between Rounded and Precise, in percent: at least {MUCH_MORE:.0%} more of it there; on sirocco it counts as {TIE:.1%} at "
      "least")
def rounding_costs_more_on_mirage(summary):
    there, here = mirage(summary), sirocco(summary)
    for size in there.sizes:
        yield more(size, rounding(there, size), max(rounding(here, size), TIE), MUCH_MORE)


@says("5.6", "on mirage \"the results obtained by the EffectiveSteal strategies are very close\"", f"times within {SAME:.1%}")
def stealing_makes_roundings_equal_on_mirage(summary):
    scene = mirage(summary)
    for size in scene.sizes:
        yield alike(size, times(scene, STEALING, size), SAME)


@says("5.6", "they are close \"with a light advantage towards Precise\"", "Rounded takes longer")
def precise_is_a_little_faster_on_mirage(summary):
    scene = mirage(summary)
    for size in scene.sizes:
        rounded, precise = times(scene, STEALING, size)
        yield more(size, rounded, precise)


def beats_dmda(what, figure):
    @says("5.6", "on mirage \"both versions of the NRRP algorithm with the EffectiveSteal strategy outperforms the DMDA strategy\": "
          f"{what}",
          "the worse of both is below DMDA's")
    def judge(summary):
        scene = mirage(summary)
        for size in scene.sizes:
            yield less(size, max(figure(scene, STEALING, size)), figure(scene, ["dmda"], size)[0])


beats_dmda("time", times)
beats_dmda("traffic", traffics)


@says("5.6", "DMDA's \"communication amounts are very consistent across both platforms\"", "within 10%")
def dmda_moves_the_same_everywhere(summary):
    there, here = mirage(summary), sirocco(summary)
    for size in there.sizes:
        yield alike(size, [scene.traffic("dmda", size) for scene in (there, here)], 0.1)


def better_there(what, figure):
    @says("5.6", "\"the ChoiceDyn-50 and EffectiveDyn strategies perform significantly better on mirage compared to sirocco\": "
          f"{what}", f"beside DMDA's, theirs is there smaller than on sirocco by at least {SIGNIFICANT:.0%}")
    def judge(summary):
        there, here = mirage(summary), sirocco(summary)
        for size in there.sizes:
            for name in LATER:
                ratios = [figure(scene, [name], size)[0] / figure(scene, ["dmda"], size)[0] for scene in (there, here)]
                yield less(f"{size} {label(name)}", *ratios, SIGNIFICANT)


better_there("time", times)
better_there("traffic", traffics)


@says("5.6", "on mirage \"the NRRP strategies are still the most effective to reduce communication\"",
      "the one that moves most moves less than ChoiceDyn-50, EffectiveDyn and DMDA")
def nrrp_moves_least_on_mirage(summary):
    scene = mirage(summary)
    for size in scene.sizes:
        yield less(size, max(traffics(scene, NRRP, size)), min(traffics(scene, [*LATER, "dmda"], size)))
