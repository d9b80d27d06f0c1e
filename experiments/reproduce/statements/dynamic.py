"""Dynamic strategies (section 5.2, figure 3)."""
from common.grades import TIE, alike, more, not_above
from common.statements import Statements

from .scenes import MUCH, SAME, SIGNIFICANT, larger_sizes, sirocco, spread, times, traffics

FIGURE_3 = ["dmda", "choice-dyn-10", "choice-dyn-50", "effective-dyn"]
FEW_CHOICES, MANY_CHOICES = ["dmda", "choice-dyn-10"], ["choice-dyn-50", "effective-dyn"]
AROUND_4_PERCENT = 0.05

statements = Statements()
says = statements.says


def first_dyn_is_worse(what, figure):
    @says("5.2", f"FirstDyn \"obtains much worse performance than the other strategies\": {what}",
          f"at least {MUCH:.0%} more than the worst of the others")
    def judge(summary):
        scene = sirocco(summary)
        for size in scene.sizes:
            yield more(size, figure(scene, ["first-dyn"], size)[0], max(figure(scene, FIGURE_3, size)), MUCH)


first_dyn_is_worse("time", times)
first_dyn_is_worse("traffic", traffics)


@says("5.2", "\"a rather small variation between strategies as far as execution time is concerned (around 4% difference)\"",
      f"the slowest of figure 3 takes at most {AROUND_4_PERCENT:.0%} longer than the fastest")
def times_are_close(summary):
    scene = sirocco(summary)
    for size in scene.sizes:
        yield alike(size, times(scene, FIGURE_3, size), AROUND_4_PERCENT)


@says("5.2", "\"the differences on the communication scale are much larger\"",
      f"their spread of traffic (greatest by least, less 1) is at least twice that of time, which counts as {TIE:.1%} at "
      f"least")
def traffic_differs_more(summary):
    scene = sirocco(summary)
    for size in scene.sizes:
        yield more(size, spread(traffics(scene, FIGURE_3, size)), max(spread(times(scene, FIGURE_3, size)), TIE), 1)


@says("5.2", "\"ChoiceDyn-10 and DMDA behave significantly worse than ChoiceDyn-50 and EffectiveDyn as soon as [...] "
      "N > 7680\": traffic", f"the better of the former moves at least {SIGNIFICANT:.0%} more than the worse of the latter")
def few_choices_cost_traffic(summary):
    scene = sirocco(summary)
    for size in larger_sizes(scene):
        yield more(size, min(traffics(scene, FEW_CHOICES, size)), max(traffics(scene, MANY_CHOICES, size)), SIGNIFICANT)


@says("5.2", "the time to look for efficient tasks \"can be recovered by making fewer communications\"",
      "with the time of scheduling counted, the slower of ChoiceDyn-50 and EffectiveDyn takes no longer than ChoiceDyn-10")
def looking_pays(summary):
    scene = sirocco(summary, scheduling_cost=1)
    for size in scene.sizes:
        yield not_above(size, max(times(scene, MANY_CHOICES, size)), scene.time("choice-dyn-10", size))


@says("5.2", "\"since DMDA considers tasks in an arbitrary order, fewer choices are available\", which \"incurs higher "
      "communication costs\"", "DMDA moves more than EffectiveDyn, which chooses among all tasks")
def arbitrary_order_costs_traffic(summary):
    scene = sirocco(summary)
    for size in larger_sizes(scene):
        yield more(size, scene.traffic("dmda", size), scene.traffic("effective-dyn", size))


def indistinguishable(what, figure):
    @says("5.2", f"ChoiceDyn-50 and EffectiveDyn \"are rather indistinguishable with the variability involved\": {what}",
          f"within {SAME:.1%} of each other")
    def judge(summary):
        scene = sirocco(summary)
        for size in scene.sizes:
            yield alike(size, figure(scene, MANY_CHOICES, size), SAME)


indistinguishable("time", times)
indistinguishable("traffic", traffics)
