"""Of the paper of 2014. Its analysis is theorem 6 with the sign that its proof gives, and for matrices the formula of section 4.2
as printed (affinity/errata.py)."""
from math import exp

from common.families import DYNAMIC, OUTER, SIMPLE, TWO_PHASES, label, name
from common.grades import alike, less, more, near, percent, within, yes
from common.statements import Statements

from .. import paper
from ..betas import compared
from ..plan import SCENARIOS
from .compare import FEW, NEAR, less_everywhere, near_everywhere, ranking_is_safe, small_deviations

SIGNIFICANTLY = 0.2  # less
HARDLY = 0.05  # how much the most may be above the least where something hardly matters
VERY_LARGE = 5  # times
CLOSE = 0.05  # to what it should come close to
FEW_PERCENT = 0.01, 0.1  # of the tasks
OF_INTEREST = 0.1  # above the least that is sent: betas where it is within that

statements = Statements()
says = statements.says


def deviations(number, families):
    """Of a figure. Figure 1's text says it of "this figure and the following ones"."""
    figure = f"2014-{number}"

    @says(figure, "\"the standard deviation is always very small, typically smaller than 0.1 for any point\"",
          f"below 0.1 at all but {FEW:.0%} of the points")
    def small(results):
        yield small_deviations(results, figure, families, 0.1)


def ranking_by_means(number, families):
    figure = f"2014-{number}"

    @says(figure, "the standard deviation \"never impacts the ranking of the strategies\"",
          f"no two strategies come nearer to each other than the deviations of their means together; nearly: at most {FEW:.0%} of "
          "the pairs do")
    def ranking(results):
        yield ranking_is_safe(results, figure, families)


for ranked, strategies in {1: [*SIMPLE, "dynamic"], **dict.fromkeys((4, 5, 9, 10), [*SIMPLE, *DYNAMIC])}.items():
    deviations(ranked, strategies)
    ranking_by_means(ranked, strategies)
deviations(2, [*SIMPLE, *DYNAMIC])
for by_beta in (6, 11):
    deviations(by_beta, [TWO_PHASES])


@says("2014-1", "\"data-aware strategies induce significantly less communication than purely random strategies\"",
      f"DynamicOuter sends at least {SIGNIFICANTLY:.0%} less than each, at each number of processors")
def data_aware_is_better(results):
    yield from less_everywhere(results, "2014-1", "dynamic", SIMPLE, SIGNIFICANTLY)


def phases(results):
    return results.curve("2014-2", TWO_PHASES)


@says("2014-2", "\"for a well chosen number of tasks processed in the second phase, this new strategy allows to reduce further "
      "the amount of communications\"", "the least is below DynamicOuter's")
def second_phase_pays(results):
    dynamic = min(results.curve("2014-2", "dynamic").values())
    yield less("DynamicOuter", min(phases(results).values()), dynamic)


def end_of_phases(words, family, place):
    @says("2014-2", words, f"next to that end of the curve, where both are the same, within {CLOSE:.0%} of it")
    def judge(results):
        sent = phases(results)
        percents = sorted(sent)[place]
        other = results.curve("2014-2", family)
        yield near(f"{100 - percents:.3g}% in the second phase", sent[percents], other[min(other)], CLOSE)


end_of_phases("\"if too many tasks are processed in the second phase, the performance is close to the one of RandomOuter\"",
              "random", 1)
end_of_phases("\"if too few tasks are processed in the second phase, the behavior becomes close to DynamicOuter\"",
              "dynamic", -2)


@says("2014-2", "\"the optimal threshold corresponds here to a few percent of tasks being processed in the second phase\"",
      "between {:.0%} and {:.0%} of them, where it sends at most 1% more than the least".format(*FEW_PERCENT))
def few_percent_are_best(results):
    sent = phases(results)
    left = [1 - percents / 100 for percents, value in sent.items() if value <= 1.01 * min(sent.values())]
    least, most = FEW_PERCENT
    yield yes("best", any(least <= part <= most for part in left), f"{100 * min(left):.2g}% to {100 * max(left):.2g}%")


for number in (4, 5):
    @says(f"2014-{number}", "\"the analysis is extremely close to the performance of DynamicOuter2Phases\", \"even for relatively "
          "small values of p and N/l\"", f"theorem 6, with - in it, within {NEAR:.0%} at each number of processors")
    def analysis_is_near(results, figure=f"2014-{number}"):
        yield from near_everywhere(results, figure)


def ratios_to(results, figure, family):
    sent = results.curve(figure, TWO_PHASES)
    return {p: value / sent[p] for p, value in results.curve(figure, family).items()}


@says("2014-5", "\"it is even more crucial to use a data-aware dynamic scheduler when N is large\"",
      "RandomOuter and SortedOuter by DynamicOuter2Phases are more than with N = 100")
def large_vectors_need_it(results):
    for family in SIMPLE:
        small, large = (ratios_to(results, figure, family) for figure in ("2014-4", "2014-5"))
        for p in large:
            yield more(f"{label(name(family, OUTER))} {p}", large[p], small[p])


@says("2014-5", "\"the ratio between the communication amount of simple random strategies [...] and dynamic data-aware schedulers "
      "[...] can be very large\"", f"where it is most, both send at least {VERY_LARGE} times what DynamicOuter2Phases sends")
def ratio_is_very_large(results):
    for family in SIMPLE:
        ratios = ratios_to(results, "2014-5", family)
        where = max(ratios, key=ratios.get)
        yield more(f"{label(name(family, OUTER))} {where}", ratios[where], 1, VERY_LARGE - 1)


def of_beta(figure, interest, criterion, betas, closeness, first):
    """betas: of what is sent by beta, those of interest. first: the paper's words for the part of the first phase."""

    @says(figure, interest, criterion)
    def fits(results):
        chosen = betas(results.curve(figure, TWO_PHASES))
        yield from near_everywhere(results, figure, lambda beta: beta in chosen)

    @says(figure, closeness, "with it at most 1% more is sent than with the best beta of the figure")
    def minimum(results):
        row = results.rows[results.panel(figure).betas["best for these speeds"]]
        least = min(results.curve(figure, TWO_PHASES).values())
        above = row["mean"] / least - 1
        yield within(f"beta {row['beta']:.3f}", above, 0.01, percent(above))

    @says(figure, f"the best beta \"corresponds to {first}\"", "ours is at most 0.2% away")
    def first_phase(results):
        beta = results.rows[results.panel(figure).betas["best for these speeds"]]["beta"]
        part = 100 * (1 - exp(-beta))
        yield within(f"beta {beta:.3f}", abs(part - paper.FIRST_PHASE[figure]), 0.2, f"{part:.1f}%")

    @says(figure, f"the beta of equal speeds ({paper.EQUAL_BETA[figure]:g}) \"is very close\" to the best one "
          f"({paper.BEST_BETA[figure]:g})", "at most 0.05 away from that for our speeds")
    def equal_is_close(results):
        best, equal = (results.rows[point]["beta"] for point in results.panel(figure).betas.values())
        yield within("equal speeds", abs(best - equal), 0.05, f"{equal:.4f}, best {best:.4f}")

    @says(figure, f"the beta of equal speeds is {paper.EQUAL_BETA[figure]:g}", "ours, which no chance is in, is at most 0.005 away")
    def equal_is_the_same(results):
        equal = results.rows[results.panel(figure).betas["best for equal speeds"]]["beta"]
        yield within("equal speeds", abs(equal - paper.EQUAL_BETA[figure]), 0.005, f"{equal:.4f}")


of_beta("2014-6", "\"in the domain of interest, i.e. for 3 <= beta <= 6, the analysis correctly fits to the simulations\"",
        f"theorem 6, with - in it, within {NEAR:.0%} at each beta there", lambda sent: [beta for beta in sent if 3 <= beta <= 6],
        "\"the value of beta that minimizes the analysis (here beta = 4.17) lies in the interval of beta values that minimize the "
        "communication amount\"", "98.5% of the tasks being processed in the first phase")


def hardly_matters(figure, words, xs=None):
    def counts(x):
        return xs is None or x in xs

    @says(figure, words, f"of each strategy the most is at most {HARDLY:.0%} above the least")
    def judge(results):
        for family in (*SIMPLE, *DYNAMIC):
            sent = [value for x, value in results.curve(figure, family).items() if counts(x)]
            yield alike(label(name(family, OUTER)), sent, HARDLY)

    @says(figure, "\"using a different heterogeneity model does not significantly impact the results\" (section 3.4): the ranking",
          "DynamicOuter2Phases sends less than DynamicOuter, and this less than both simple ones, everywhere")
    def ranking(results):
        yield from less_everywhere(results, figure, TWO_PHASES, ["dynamic"], where=counts)
        yield from less_everywhere(results, figure, "dynamic", SIMPLE, where=counts)

    @says(figure, "\"using a different heterogeneity model does not significantly impact the results\": the accuracy of the analysis",
          f"theorem 6, with - in it, within {NEAR:.0%} everywhere")
    def accuracy(results):
        yield from near_everywhere(results, figure, counts)


hardly_matters("2014-7", "\"the heterogeneity degree has very little impact on the relative amounts of communication\"")
hardly_matters("2014-8", "\"neither the speed distribution nor the dynamic evolution of the speeds notably affect the performance\"",
               SCENARIOS)


@says("beta", f"\"for a large range of N/l and p values [...] the optimal value for beta goes from {paper.LEAST_BETA} to "
      f"{paper.GREATEST_BETA}\"", "the greatest of ours, a mean over speeds, at most a tenth above that; the least, 0 where N^2 = p, is "
      "the table's")
def range_of_betas(results):
    greatest = max(compared(results), key=lambda one: one.mean)
    yield within(f"N = {greatest.blocks}, {greatest.processors} processors", greatest.mean / paper.GREATEST_BETA - 1, 0.1,
                 f"at most {greatest.mean:.2f}")


def worst_of(words, figure_of, limit, text):
    @says("beta", words, f"at most {text(limit)} for each N and number of processors of the table")
    def judge(results):
        worst = max(compared(results), key=figure_of)
        yield within(f"N = {worst.blocks}, {worst.processors} processors", figure_of(worst), limit, text(figure_of(worst)))


worst_of(f"\"the deviations among the beta values obtained for different speed distributions is at most {paper.BETA_DEVIATION} "
         "(with 100 tries)\"", lambda one: one.deviation, paper.BETA_DEVIATION, "{:.3f}".format)
worst_of("\"the relative difference between beta_hom and the average beta of the previous set is always smaller than 5%\"",
         lambda one: one.error, paper.BETA_ERROR, "{:.2%}".format)
worst_of("\"the error on the communication volume predicted by the analysis when using homogeneous speeds instead of the actual "
         "ones is at most 0.1%\"", lambda one: one.volume_error, paper.VOLUME_ERROR, "{:.3%}".format)

for number in (9, 10):
    @says(f"2014-{number}", "\"data-aware strategies largely outperform simple strategies\"",
          f"DynamicMatrix sends at least {SIGNIFICANTLY:.0%} less than each, at each number of processors")
    def data_aware_matrices(results, figure=f"2014-{number}"):
        yield from less_everywhere(results, figure, "dynamic", SIMPLE, SIGNIFICANTLY)

    @says(f"2014-{number}", "\"DynamicMatrix2Phases is able to reduce the communication amount even more than DynamicMatrix\"",
          "at each number of processors")
    def second_phase_of_matrices(results, figure=f"2014-{number}"):
        yield from less_everywhere(results, figure, TWO_PHASES, ["dynamic"])

    @says(f"2014-{number}", "\"when the number of processors is large enough (i.e. in our simulation setting, p >= 50), our "
          "previous analysis is able to very accurately predict the performance\"",
          f"the formula as printed within {NEAR:.0%} at each number of processors from 50 on; with 1/3 in it: see the errata")
    def analysis_of_matrices(results, figure=f"2014-{number}"):
        yield from near_everywhere(results, figure, lambda p: p >= 50)


of_beta("2014-11", "\"the analysis accurately models the amount of communications of DynamicMatrix2Phases in the range of values of "
        "interest of beta\"", f"the formula as printed within {NEAR:.0%} at each beta with which at most {OF_INTEREST:.0%} more is sent than "
        "the least; the paper names no range",
        lambda sent: [beta for beta in sent if sent[beta] <= (1 + OF_INTEREST) * min(sent.values())],
        "\"the optimal value of beta for the analysis (2.95) allows to obtain an amount of communications that is close to optimal\"",
        "94.7% of the tasks to be processed by the first phase of the algorithm")

statements.also_says("2014-2", "two phases require \"to accurately set the threshold, depending on the size of the matrix and the "
                     "relative speed of the processors\"", "the figure has one size and one draw of speeds")
statements.also_says("beta", "\"these figures are derived with the most heterogeneous speed distribution (speeds in [10, 100]) and thus "
                     "hold for the other distributions of Section 3.5 as well\"", "a conclusion; other distributions were not run here")
