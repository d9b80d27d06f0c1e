"""The second machine, mirage (section 5.6, figure 8)."""
from common.grades import TIE, Statements, alike, less, more, percent, yes

from ..strategies import BEST, FLAT, label
from .scenes import CLEARLY, sirocco, times, traffics

STEALING = [f"{flat}-effective-steal" for flat in FLAT]
NRRP = [f"{flat}-{balancer}" for flat in FLAT for balancer in ("static", "effective-steal")]
LATER = ["choice-dyn-50", "effective-dyn"]

statements = Statements()
says = statements.says


def mirage(summary):
    return summary.scene("mirage")


def rounding(scene, size):
    """How many times as long as Precise-Static Rounded-Static takes."""
    rounded, precise = times(scene, [f"{flat}-static" for flat in FLAT], size)
    return rounded / precise


@says("5.6", "on mirage \"the difference in execution time obtained by the Static strategies is much more pronounced than on "
      "the sirocco platform\"", "what Rounded takes longer than Precise, in percent, is at least half as much again there")
def rounding_costs_more_on_mirage(summary):
    there, here = mirage(summary), sirocco(summary)
    for size in there.sizes:
        yield more(size, rounding(there, size), 1 + 1.5 * (rounding(here, size) - 1))


@says("5.6", "on mirage \"the results obtained by the EffectiveSteal strategies are very close\"", "times within 2%")
def stealing_makes_roundings_equal_on_mirage(summary):
    scene = mirage(summary)
    for size in scene.sizes:
        yield alike(size, times(scene, STEALING, size), 0.02)


@says("5.6", "they are close \"with a light advantage towards Precise\"", "Rounded takes longer")
def precise_is_a_little_faster_on_mirage(summary):
    scene = mirage(summary)
    for size in scene.sizes:
        rounded, precise = times(scene, STEALING, size)
        yield more(size, rounded, precise)


def beats_dmda(what, figure):
    @says("5.6", f"on mirage \"both versions of the NRRP algorithm with the EffectiveSteal strategy outperform[...] the DMDA "
          f"strategy\": {what}", "the worse of both is below DMDA's")
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
          f"{what}", f"beside DMDA's, theirs is there smaller than on sirocco by at least {CLEARLY:.0%}")
    def judge(summary):
        there, here = mirage(summary), sirocco(summary)
        for size in there.sizes:
            for name in LATER:
                ratios = [figure(scene, [name], size)[0] / figure(scene, ["dmda"], size)[0] for scene in (there, here)]
                yield less(f"{size} {label(name)}", *ratios, CLEARLY)


better_there("time", times)
better_there("traffic", traffics)


@says("5.6", "on mirage \"the NRRP strategies are still the most effective to reduce communication\"",
      "the one that moves most moves less than ChoiceDyn-50, EffectiveDyn and DMDA")
def nrrp_moves_least_on_mirage(summary):
    scene = mirage(summary)
    for size in scene.sizes:
        yield less(size, max(traffics(scene, NRRP, size)), min(traffics(scene, [*LATER, "dmda"], size)))


@says("5.6", "\"we expect the choice between Rounded and Precise versions to be highly dependent on the platform\"",
      f"with EffectiveSteal Rounded takes less time than Precise on one machine, more on the other, by over {TIE:.1%} each")
def choice_depends_on_the_platform(summary):
    there, here = mirage(summary), sirocco(summary)
    for size in there.sizes:
        here_by, there_by = (scene.time(BEST, size) / scene.time(STEALING[1], size) - 1 for scene in (here, there))
        yield yes(size, min(here_by, there_by) < -TIE and max(here_by, there_by) > TIE,
                  f"Rounded's time {percent(here_by)} on sirocco, {percent(there_by)} on mirage")
