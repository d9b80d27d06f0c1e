"""What Beaumont and Marchal (2014) say of each figure, and what we ask for."""
from math import exp

from common.criteria import Check, Criteria
from common.families import DYNAMIC, MATRIX, OUTER, SIMPLE, STATIC, TWO_PHASES, label, name

from .. import paper
from ..checks import NEAR, ends, lower, near, spread, without
from ..plan import SCENARIOS, WALKS

criteria = Criteria()
finding, findings_of = criteria.finding, criteria.findings_of

CLEARLY = 0.8  # times what others send, at most
ROUGHLY = 10
HARDLY = 0.1  # how much the most may be above the least where something hardly matters
SHARE = dict(zip(WALKS, (0.25, 1)))  # how much the busiest processor is above its share at least, where changes add up
STEADY_SHARE = 0.1  # and at most where they do not


@finding("2014-1", "Data-aware strategies induce significantly less communication than purely random ones.",
         f"DynamicOuter sends less than {CLEARLY} times what RandomOuter and SortedOuter send, at each number of "
         f"processors")
def data_aware_is_better(results):
    yield lower(results, "2014-1", "dynamic", SIMPLE, CLEARLY)


@finding("2014-2", "A well chosen second phase reduces communication further; the best one has a few percent of the tasks.",
         "the least is below DynamicOuter's, where 1% to 10% of the tasks are left to the second phase, give or take "
         "1% of communication")
def second_phase_pays(results):
    phases, dynamic = results.curve("2014-2", TWO_PHASES), results.curve("2014-2", "dynamic")
    best = min(phases, key=phases.get)
    good = [percent for percent, sent in phases.items() if sent <= 1.01 * phases[best]]
    yield Check(phases[best] < min(dynamic.values()) and any(90 <= percent <= 99 for percent in good),
                f"least {phases[best]:.3f} with {100 - best:.3g}% left, within 1% of it from {100 - max(good):.3g}% to "
                f"{100 - min(good):.3g}%; DynamicOuter {min(dynamic.values()):.3f}")


@finding("2014-2", "With too many tasks in the second phase it is close to RandomOuter, with too few to DynamicOuter.",
         f"within {NEAR}% of them at the ends")
def ends_of_the_phases(results):
    phases = results.curve("2014-2", TWO_PHASES)
    for percent, family in ((min(phases), "random"), (max(phases), "dynamic")):
        other = results.curve("2014-2", family)[percent]
        yield Check(abs(phases[percent] / other - 1) <= NEAR / 100,
                    f"{phases[percent]:.3f} with {percent:g}% in the first phase, {label(name(family, OUTER))} {other:.3f}")


def two_phases_are_least(number, kernel):
    others = [*SIMPLE, "dynamic"]

    @finding(f"2014-{number}", "Of the strategies of this figure that know no speeds two phases send least.",
             f"at each number of processors less than {', '.join(label(name(family, kernel)) for family in others)}")
    def check(results):
        yield lower(results, f"2014-{number}", TWO_PHASES, others)


def analysis_is_near(number, least):
    few = f"from {least} processors on"

    @finding(f"2014-{number}", f"The analysis is extremely close to the simulation, {few}.",
             f"theorem 6, or its like for matrices, is within {NEAR}% of it")
    def check(results):
        yield near(results, f"2014-{number}", least)


def knowledge_pays(number, kernel):
    @finding(f"2014-{number}", "A static partition, with all speeds known, sends less than the strategies of this figure "
             "that do not know them (ours).", "at each number of processors")
    def check(results):
        for family in STATIC[kernel]:
            yield lower(results, f"2014-{number}", family, [*SIMPLE, *DYNAMIC])


for number, kernel, least in ((4, OUTER, 20), (5, OUTER, 20), (9, MATRIX, 50), (10, MATRIX, 50)):
    two_phases_are_least(number, kernel)
    analysis_is_near(number, least)
    knowledge_pays(number, kernel)


@finding("2014-5", "With large N a data-aware scheduler is even more crucial: the ratio to simple ones can be very large.",
         "from 100 processors on RandomOuter by DynamicOuter2Phases is larger than with N = 100, and at least 5 in the "
         "end")
def large_vectors_need_it(results):
    small, large = ({p: sent / results.curve(figure, TWO_PHASES)[p] for p, sent in
                     results.curve(figure, "random").items() if p >= 100} for figure in ("2014-4", "2014-5"))
    yield Check(all(large[p] > small[p] for p in large) and large[max(large)] >= 5,
                f"N = 1000: {ends(large)}; N = 100: {ends(small)}")


def least_simulated(results, figure):
    """{beta: communication}, and those betas within 1% of the least."""
    sent = results.curve(figure, TWO_PHASES)
    return sent, [beta for beta in sent if sent[beta] <= 1.01 * min(sent.values())]


def beta_is_right(number, low, high):
    figure = f"2014-{number}"

    @finding(figure, f"For beta from {low:g} to {high:g} the analysis fits the simulation.", f"within {NEAR}%")
    def fits(results):
        yield near(results, figure, low, high)

    @finding(figure, "Ours, with the end of the first phase as it is and blocks sent once, fits for any beta.",
             f"within {ROUGHLY}% at each, also beyond the logarithm of the number of tasks, where no second phase is left")
    def ours_fits(results):
        yield near(results, figure, column="volume", tolerance=ROUGHLY)

    @finding(figure, "The beta that is best by the analysis is among those that are best in simulation "
             f"(the paper: {paper.BEST_BETA[figure]}).", "it sends at most 1% more than the least of all")
    def minimum(results):
        sent, good = least_simulated(results, figure)
        row = results.rows[results.panel(figure).betas["best for these speeds"]]
        yield Check(row["mean"] <= 1.01 * min(sent.values()),
                    f"{row['mean']:.3f} with beta {row['beta']:.4f}; the least is {min(sent.values()):.3f}, within 1% of "
                    f"it from {min(good):g} to {max(good):g}")

    @finding(figure, f"The best beta for equal speeds is very close, {paper.EQUAL_BETA[figure]}; "
             f"{paper.FIRST_PHASE[figure]}% of the tasks are then done in the first phase.",
             "beta to 0.005, and 0.05 from that for these speeds; the part of the first phase to 0.2% with either")
    def equal_speeds(results):
        best, equal = (results.rows[point]["beta"] for point in results.panel(figure).betas.values())
        parts = [100 * (1 - exp(-beta)) for beta in (best, equal)]
        yield Check(abs(equal - paper.EQUAL_BETA[figure]) <= 0.005 and abs(best - equal) <= 0.05
                    and all(abs(part - paper.FIRST_PHASE[figure]) <= 0.2 for part in parts),
                    f"{equal:.4f} for equal speeds, {best:.4f} for these; {parts[1]:.1f}% and {parts[0]:.1f}%")


beta_is_right(6, 3, 6)
beta_is_right(11, 2.5, 4)


def hardly_matters(results, figure, but=()):
    """How each is spread, and whether some order is ever lost; but for some points."""
    series = {family: without(but, results.curve(figure, family)) for family in (*SIMPLE, *DYNAMIC)}
    for family, sent in series.items():
        most = max(sent, key=sent.get)
        yield Check(spread(sent) <= HARDLY, f"{label(name(family, OUTER))} differs by {spread(sent):.1%}, from "
                                            f"{min(sent.values()):.2f} to {sent[most]:.2f} at {most}")
    lost = [str(x) for x in series[TWO_PHASES] if not series[TWO_PHASES][x] < series["dynamic"][x] <
            min(series[family][x] for family in SIMPLE)]
    yield Check(not lost, "the order is kept" + (f", but at {', '.join(lost)}" if lost else ""))


HARDLY_ASKED = (f"what each sends differs by at most {HARDLY:.0%}; DynamicOuter2Phases sends less than DynamicOuter, and "
                f"this less than both simple ones")


def accuracy_stays(figure, but=()):
    @finding(figure, "Nor does it affect the accuracy of the analysis.", f"it stays within {NEAR}%")
    def accuracy(results):
        yield near(results, figure, but=but)


@finding("2014-7", "The degree of heterogeneity has very little impact on what the strategies send.", HARDLY_ASKED)
def heterogeneity_hardly_matters(results):
    yield from hardly_matters(results, "2014-7")


accuracy_stays("2014-7")


@finding("2014-8", "Neither the distribution of speeds nor their change notably affects the strategies.", HARDLY_ASKED)
def scenarios_hardly_matter(results):
    yield from hardly_matters(results, "2014-8", WALKS)


accuracy_stays("2014-8", WALKS)


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
