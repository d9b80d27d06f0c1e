"""Of the paper of 2014."""
from math import exp

from common.families import DYNAMIC, OUTER, SIMPLE, TWO_PHASES, label, name
from common.grades import Statements, alike, less, more, near, percent, within, yes

from .. import paper
from ..betas import compared
from ..plan import SCENARIOS
from .compare import FEW, NEAR, largest, less_everywhere, named, near_everywhere, ranking_is_safe

SIGNIFICANTLY = 0.2  # less
HARDLY = 0.1  # how much the most may be above the least where something hardly matters
VERY_LARGE = 5  # times
CLOSE = 0.05  # to what it should come close to
FEW_PERCENT = 0.01, 0.1  # of the tasks
OF_INTEREST = 0.1  # above the least that is sent: betas where it is within that

statements = Statements()
says = statements.says


def deviations(number, families):
    figure = f"2014-{number}"

    @says(figure, "\"the standard deviation is always very small, typically smaller than 0.1 for any point\"", "at most 0.1")
    def small(results):
        value, family, x = largest(results, figure, families)
        yield within(f"{named(results, figure, family)}, {x}", value, 0.1, f"{value:.3f}")

    @says(figure, "the deviation \"never impacts the ranking of the strategies\"",
          "no two strategies come nearer to each other than their deviations together; nearly: at most "
          f"{FEW:.0%} of the pairs do")
    def ranking(results):
        yield ranking_is_safe(results, figure, families)


deviations(1, [*SIMPLE, "dynamic"])
for with_phases in (4, 5, 9, 10):
    deviations(with_phases, [*SIMPLE, *DYNAMIC])


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


def end_of_phases(words, family, end):
    @says("2014-2", words, f"at that end of the curve within {CLOSE:.0%} of it")
    def judge(results):
        sent = phases(results)
        percents = end(sent)
        yield near(f"{100 - percents:.3g}% in the second phase", sent[percents], results.curve("2014-2", family)[percents], CLOSE)


end_of_phases("\"if too many tasks are processed in the second phase, the performance is close to the one of RandomOuter\"",
              "random", min)
end_of_phases("\"if too few tasks are processed in the second phase, the behavior becomes close to DynamicOuter\"",
              "dynamic", max)


@says("2014-2", "\"the optimal threshold corresponds here to a few percent of tasks being processed in the second phase\"",
      "between {:.0%} and {:.0%} of them, where it sends at most 1% more than the least".format(*FEW_PERCENT))
def few_percent_are_best(results):
    sent = phases(results)
    left = [1 - percents / 100 for percents, value in sent.items() if value <= 1.01 * min(sent.values())]
    least, most = FEW_PERCENT
    yield yes("best", any(least <= part <= most for part in left), f"{100 * min(left):.2g}% to {100 * max(left):.2g}%")


for number in (4, 5):
    @says(f"2014-{number}", "\"the analysis is extremely close to the performance of DynamicOuter2Phases\", \"even for relatively "
          "small values of p and N/l\"", f"within {NEAR:.0%} at each number of processors")
    def analysis_is_near(results, figure=f"2014-{number}"):
        yield from near_everywhere(results, figure)


@says("2014-5", "\"it is even more crucial to use a data-aware dynamic scheduler when N is large\"",
      "from 100 processors on RandomOuter by DynamicOuter2Phases is larger than with N = 100")
def large_vectors_need_it(results):
    small, large = (ratio_to_random(results, figure) for figure in ("2014-4", "2014-5"))
    worst = min((p for p in large if p >= 100), key=lambda p: large[p] / small[p])
    yield more(f"worst at {worst}", large[worst], small[worst])


def ratio_to_random(results, figure):
    sent = results.curve(figure, TWO_PHASES)
    return {p: value / sent[p] for p, value in results.curve(figure, "random").items()}


@says("2014-5", "\"the ratio between the communication amount of simple random strategies [...] and dynamic data-aware schedulers "
      "[...] can be very large\"", f"RandomOuter sends at least {VERY_LARGE} times what DynamicOuter2Phases sends, where it is most")
def ratio_is_very_large(results):
    ratios = ratio_to_random(results, "2014-5")
    where = max(ratios, key=ratios.get)
    yield more(where, ratios[where], 1, VERY_LARGE - 1)


def of_beta(figure, interest, criterion, closeness):
    printed = paper.BEST_BETA[figure]

    @says(figure, interest, criterion)
    def fits(results):
        sent = results.curve(figure, TWO_PHASES)
        least = min(sent.values())
        low, high = (3, 6) if figure == "2014-6" else (0, float("inf"))
        yield from near_everywhere(results, figure, lambda beta: low <= beta <= high and (
            figure == "2014-6" or sent[beta] <= (1 + OF_INTEREST) * least))

    @says(figure, closeness, "with it at most 1% more is sent than with the best beta of the figure")
    def minimum(results):
        row = results.rows[results.panel(figure).betas["best for these speeds"]]
        least = min(results.curve(figure, TWO_PHASES).values())
        above = row["mean"] / least - 1
        yield within(f"beta {row['beta']:.3f}", above, 0.01, percent(above))

    @says(figure, f"the best beta ({printed:g}) \"corresponds to {paper.FIRST_PHASE[figure]}% of the tasks being processed in the "
          "first phase\"", "ours is at most 0.2% away")
    def first_phase(results):
        beta = results.rows[results.panel(figure).betas["best for these speeds"]]["beta"]
        part = 100 * (1 - exp(-beta))
        yield within(f"beta {beta:.3f}", abs(part - paper.FIRST_PHASE[figure]), 0.2, f"{part:.1f}%")

    @says(figure, f"the beta of equal speeds ({paper.EQUAL_BETA[figure]:g}) \"is very close\" to the best one",
          "at most 0.05 away from that for our speeds")
    def equal_is_close(results):
        best, equal = (results.rows[point]["beta"] for point in results.panel(figure).betas.values())
        yield within("equal speeds", abs(best - equal), 0.05, f"{equal:.4f}, best {best:.4f}")

    @says(figure, f"the beta of equal speeds is {paper.EQUAL_BETA[figure]:g}", "ours, which no chance is in, is at most 0.005 away")
    def equal_is_the_same(results):
        equal = results.rows[results.panel(figure).betas["best for equal speeds"]]["beta"]
        yield within("equal speeds", abs(equal - paper.EQUAL_BETA[figure]), 0.005, f"{equal:.4f}")


of_beta("2014-6", "\"in the domain of interest, i.e. for 3 <= beta <= 6, the analysis correctly fits to the simulations\"",
        f"within {NEAR:.0%} at each beta there",
        "\"the value of beta that minimizes the analysis (here beta = 4.17) lies in the interval of beta values that minimize the "
        "communication amount\"")


def hardly_matters(figure, words, xs=None):
    @says(figure, words, f"of each strategy the most is at most {HARDLY:.0%} above the least")
    def judge(results):
        for family in (*SIMPLE, *DYNAMIC):
            sent = [value for x, value in results.curve(figure, family).items() if xs is None or x in xs]
            yield alike(label(name(family, OUTER)), sent, HARDLY)

    @says(figure, "does it impact \"the ranking of the previous heuristics\"? No",
          "DynamicOuter2Phases sends less than DynamicOuter, and this less than both simple ones, everywhere")
    def ranking(results):
        where = (lambda x: True) if xs is None else (lambda x: x in xs)
        yield from less_everywhere(results, figure, TWO_PHASES, ["dynamic"], where=where)
        yield from less_everywhere(results, figure, "dynamic", SIMPLE, where=where)

    @says(figure, "does it impact \"the accuracy of our analysis\"? No", f"within {NEAR:.0%} everywhere")
    def accuracy(results):
        yield from near_everywhere(results, figure, (lambda x: True) if xs is None else (lambda x: x in xs))


hardly_matters("2014-7", "\"the heterogeneity degree has very little impact on the relative amounts of communication\"")
hardly_matters("2014-8", "\"neither the speed distribution nor the dynamic evolution of the speeds notably affect the performance\"",
               SCENARIOS)


@says("beta", f"\"for a large range of N/l and p values [...] the optimal value for beta goes from {paper.LEAST_BETA} to "
      f"{paper.GREATEST_BETA}\"", "least and greatest of ours, means over speeds, at most a tenth outside of it")
def range_of_betas(results):
    found = compared(results)
    least, greatest = (end(found, key=lambda one: one.mean) for end in (min, max))
    yield within(f"N = {least.blocks}, {least.processors} processors", 1 - least.mean / paper.LEAST_BETA, 0.1,
                 f"at least {least.mean:.2f}")
    yield within(f"N = {greatest.blocks}, {greatest.processors} processors", greatest.mean / paper.GREATEST_BETA - 1, 0.1,
                 f"at most {greatest.mean:.2f}")


def worst_of(words, figure_of, limit, text):
    @says("beta", words, f"at most {text(limit)} for each N and number of processors")
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
          "previous analysis is able to very accurately predict the performance\"", f"within {NEAR:.0%} from 50 on")
    def analysis_of_matrices(results, figure=f"2014-{number}"):
        yield from near_everywhere(results, figure, lambda p: p >= 50)


of_beta("2014-11", "\"the analysis accurately models the amount of communications of DynamicMatrix2Phases in the range of values of "
        "interest of beta\"",
        f"within {NEAR:.0%} at each beta with which at most {OF_INTEREST:.0%} more is sent than the least (the paper names no range)",
        "\"the optimal value of beta for the analysis (2.95) allows to obtain an amount of communications that is close to "
        "optimal\"")

