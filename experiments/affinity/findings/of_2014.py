"""What we find in the figures of Beaumont and Marchal (2014) beyond what they state (ours)."""
from dataclasses import replace

from common.criteria import Check, Criteria
from common.families import DYNAMIC, MATRIX, OUTER, SIMPLE, STATIC, label, name

from ..checks import lower, near
from ..plan import SCENARIOS, WALKS

criteria = Criteria()
finding, findings_of = criteria.finding, criteria.findings_of

ROUGHLY = 10
HARDLY = 0.1  # how much the most may be above the least where something hardly matters
SHARE = dict(zip(WALKS, (0.25, 1)))  # how much the busiest processor is above its share at least, where changes add up
STEADY_SHARE = 0.1  # and at most where they do not


def knowledge_pays(number, kernel):
    @finding(f"2014-{number}", "A static partition, with all speeds known, sends less than the strategies of this figure "
             "that do not know them (ours).", "at each number of processors; beside it the imbalance, which rounded zones have")
    def check(results):
        for family in STATIC[kernel]:
            lower_one = lower(results, f"2014-{number}", family, [*SIMPLE, *DYNAMIC])
            above = results.curve(f"2014-{number}", family, "imbalance").values()
            yield replace(lower_one, figures=f"{lower_one.figures}; its busiest processor is up to {max(above):.1%} above its share")


for number, kernel in ((4, OUTER), (5, OUTER), (9, MATRIX), (10, MATRIX)):
    knowledge_pays(number, kernel)


def ours_fits(figure):
    @finding(figure, "Ours, with the end of the first phase as it is and blocks sent once, roughly fits for any beta.",
             f"within {ROUGHLY}% at each, also beyond the logarithm of the number of tasks, where no second phase is left")
    def fits(results):
        yield near(results, figure, column="volume", tolerance=ROUGHLY)


ours_fits("2014-6")
ours_fits("2014-11")


@finding("2014-8", "If changes added up, with walk:5 and walk:20, some processor would do well over its share by the speeds "
         "at the start (ours).",
         "with DynamicOuter the busiest one does more than its share by over " +
         " and ".join(f"{least:.0%} ({scenario})" for scenario, least in SHARE.items()) +
         f", elsewhere by at most {STEADY_SHARE:.0%}")
def speeds_wander(results):
    above = results.curve("2014-8", "dynamic", "imbalance")
    yield Check(all(value > SHARE[scenario] if scenario in SHARE else value <= STEADY_SHARE
                    for scenario, value in above.items()),
                "above the share: " + ", ".join(f"{scenario} {value:.0%}" for scenario, value in above.items()))


@finding("2014-8", "If changes added up, strategies that look at data would send less with walk:20; with walk:5 hardly "
         "(ours).",
         f"with walk:20 DynamicOuter and DynamicOuter2Phases send less, by over {HARDLY:.0%}, than in any scenario of the "
         f"paper; with walk:5 not")
def walks_matter(results):
    mild, wild = WALKS
    for family in DYNAMIC:
        sent = results.curve("2014-8", family)
        least = min(sent[scenario] for scenario in SCENARIOS)
        yield Check((1 + HARDLY) * sent[wild] < least <= (1 + HARDLY) * sent[mild],
                    f"{label(name(family, OUTER))}: {sent[wild]:.2f} with {wild}, {sent[mild]:.2f} with {mild}, "
                    f"{least:.2f} or more elsewhere")
