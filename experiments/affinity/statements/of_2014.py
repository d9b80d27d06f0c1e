"""Of the figures of the paper of 2014. Its analysis, theorem 6 and the formula of section 4.2, is judged as printed and as its
derivation gives it (affinity/errata.py)."""
from math import exp

from common.families import DYNAMIC, MATRIX, OUTER, SIMPLE, TWO_PHASES, label, name
from common.grades import Grade, Graded, alike, grown, less, more, near, percent, within, yes
from common.statements import Statements

from .. import analysis_2014, paper
from ..plan import SCENARIOS, WALKS
from ..platforms import GREATEST_SPEED, LEAST_SPEED, known
from .compare import (CLOSE, FEW, NEAR, OF_INTEREST, UNREASONABLE, betas_of_interest, close_to_the_bound, everywhere,
                      far_from_the_bound, less_everywhere, named, near_everywhere, ranking_is_safe, small_deviations)

SIGNIFICANTLY = 0.2  # less
HARDLY = 0.05  # how much the most may be above the least where something hardly matters
VERY_LARGE = 5  # times
ALIKE = 0.05  # to what it should come close to
FEW_PERCENT = 0.01, 0.1  # of the tasks
FORMS = {OUTER: {"theorem 6 with the printed sign": analysis_2014.PRINTED, "theorem 6 with the sign of its proof": analysis_2014.PROVED},
         MATRIX: {"the formula of section 4.2 as printed": analysis_2014.PRINTED,
                  "the formula of section 4.2 as its series gives it": analysis_2014.PROVED}}

statements = Statements()
says = statements.says


def of_two_forms(kernel, section, words, criterion):
    """Judged by both forms of the analysis: criterion(its name), judge(results, its coefficients)."""
    def add(judge):
        for form, coefficients in FORMS[kernel].items():
            says(section, words, criterion(form))(
                lambda results, coefficients=coefficients: judge(results, coefficients))
    return add


def deviations(number, families, where=everywhere):
    """Of a figure. Figure 1's text says it of "this figure and the following ones"."""
    figure = f"2014-{number}"

    @says(figure, "\"the standard deviation is always very small, typically smaller than 0.1 for any point\"",
          f"below 0.1 at all but {FEW:.0%} of the points")
    def small(results):
        yield small_deviations(results, figure, families, 0.1, where)


def ranking(number, families):
    figure = f"2014-{number}"

    @says(figure, "the standard deviation \"never impacts the ranking of the strategies\"",
          f"no two means are nearer to each other than their standard deviations together; nearly: at most {FEW:.0%} of the pairs are")
    def is_safe(results):
        yield ranking_is_safe(results, figure, families)


for ranked, strategies in {1: [*SIMPLE, "dynamic"], **dict.fromkeys((4, 5, 9, 10), [*SIMPLE, *DYNAMIC])}.items():
    deviations(ranked, strategies)
    ranking(ranked, strategies)
deviations(2, [*SIMPLE, *DYNAMIC])
deviations(7, [*SIMPLE, *DYNAMIC])
deviations(8, [*SIMPLE, *DYNAMIC], SCENARIOS.__contains__)
for by_beta in (6, 11):
    deviations(by_beta, [TWO_PHASES])


@says("2014-1", "\"data-aware strategies induce significantly less communication than purely random strategies\"",
      f"DynamicOuter sends at least {SIGNIFICANTLY:.0%} less than each, at each number of processors")
def data_aware_is_better(results):
    yield from less_everywhere(results, "2014-1", "dynamic", SIMPLE, SIGNIFICANTLY)


for number in (4, 5):
    @says(f"2014-{number}", "DynamicOuter \"generates a communication volume close to the lower bound\" (section 1)",
          f"above the bound by at most {CLOSE:.0%} of it, at each number of processors")
    def is_close(results, figure=f"2014-{number}"):
        yield from close_to_the_bound(results, figure, ["dynamic"])

    @says(f"2014-{number}", "\"basic dynamic strategies that allocate tasks at random to processors fail to achieve reasonable "
          "communication volumes with respect to known lower bounds\" (section 1)",
          f"RandomOuter is above the bound by more than {UNREASONABLE:.0%} of it, at each number of processors")
    def random_is_far(results, figure=f"2014-{number}"):
        yield from far_from_the_bound(results, figure, "random")

    @says(f"2014-{number}", "\"this lower bound is not expected to be achievable\" (section 3.2)",
          "not even NRRP-Precise, which knows all speeds, gets there, at each number of processors; no proof")
    def bound_is_not_reached(results, figure=f"2014-{number}"):
        for p, sent in results.curve(figure, "nrrp-precise").items():
            yield more(p, sent, 1)


def phases(results):
    return results.curve("2014-2", TWO_PHASES)


@says("2014-2", "\"for a well chosen number of tasks processed in the second phase, this new strategy allows to reduce further "
      "the amount of communications\"", "the least is below DynamicOuter's")
def second_phase_pays(results):
    dynamic = min(results.curve("2014-2", "dynamic").values())
    yield less("DynamicOuter", min(phases(results).values()), dynamic)


def end_of_phases(words, family, place):
    @says("2014-2", words, f"next to that end of the curve, where both are the same, within {ALIKE:.0%} of it")
    def judge(results):
        sent = phases(results)
        percents = sorted(sent)[place]
        other = results.curve("2014-2", family)
        yield near(f"{100 - percents:.3g}% in the second phase", sent[percents], other[min(other)], ALIKE)


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


@says("2014-2", "two phases require \"to accurately set the threshold, depending on the size of the matrix and the relative speed of "
      "the processors\"", f"by theorem 6 with the sign of its proof: with 10 processors the best part of the second phase for N = 10 is "
      f"at least {VERY_LARGE} times that for N = 1000; on some platform of section 3.6 the threshold for equal speeds costs at least 1%")
def threshold_depends(results):
    small, large = (analysis_2014.drawn(blocks, 10) for blocks in (10, 1000))
    yield more("on the size", exp(-small.mean), exp(-large.mean), VERY_LARGE - 1)
    yield grown("on the relative speed", max(max(one.costs) for one in known(analysis_2014.drawn)), 0.01)


for number in (4, 5):
    @of_two_forms(OUTER, f"2014-{number}", "\"the analysis is extremely close to the performance of DynamicOuter2Phases (which makes "
                  "them indistinguishable on the figures)\", \"even for relatively small values of p and N/l\"",
                  lambda form: f"{form} within {NEAR:.0%} at each number of processors")
    def analysis_is_near(results, coefficients, figure=f"2014-{number}"):
        yield from near_everywhere(results, figure, coefficients)


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


def of_beta(kernel, figure, interest, criterion, betas, closeness, first):
    """betas: of what is sent by beta, those of interest. first: the paper's words for the part of the first phase."""

    @of_two_forms(kernel, figure, interest, criterion)
    def fits(results, coefficients):
        chosen = betas(results.curve(figure, TWO_PHASES))
        yield from near_everywhere(results, figure, coefficients, lambda beta: beta in chosen)

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


of_beta(OUTER, "2014-6", "\"in the domain of interest, i.e. for 3 <= beta <= 6, the analysis correctly fits to the simulations\"",
        lambda form: f"{form} within {NEAR:.0%} at each beta there", lambda sent: [beta for beta in sent if 3 <= beta <= 6],
        "\"the value of beta that minimizes the analysis (here beta = 4.17) lies in the interval of beta values that minimize the "
        "communication amount\"", "98.5% of the tasks being processed in the first phase")


def hardly_matters(figure, words, where=everywhere, reading=""):
    @says(figure, words, f"of each strategy the most is at most {HARDLY:.0%} above the least{reading}")
    def judge(results):
        for family in (*SIMPLE, *DYNAMIC):
            sent = [value for x, value in results.curve(figure, family).items() if where(x)]
            yield alike(label(name(family, OUTER)), sent, HARDLY)


def model_hardly_matters(figure, where=everywhere, reading=""):
    """Section 3.4: "using a different heterogeneity model does not significantly impact the results"; section 3.5 asks of what."""

    @says(figure, "a different heterogeneity model does not impact \"the ranking of the previous heuristics\" (sections 3.4 and 3.5)",
          f"DynamicOuter2Phases sends less than DynamicOuter, and this less than both simple ones, everywhere{reading}")
    def same_ranking(results):
        yield from less_everywhere(results, figure, TWO_PHASES, ["dynamic"], where=where)
        yield from less_everywhere(results, figure, "dynamic", SIMPLE, where=where)

    @of_two_forms(OUTER, figure, "nor \"the accuracy of our analysis\" (sections 3.4 and 3.5)",
                  lambda form: f"{form} within {NEAR:.0%} everywhere{reading}")
    def accuracy(results, coefficients):
        yield from near_everywhere(results, figure, coefficients, where)


ADDED_UP = SCENARIOS[:4] + WALKS  # the last two scenarios of the paper read as changes that add up

hardly_matters("2014-7", "\"the heterogeneity degree has very little impact on the relative amounts of communication\"")
model_hardly_matters("2014-7")
for scenarios, reading in ((SCENARIOS, ", if changes of speeds do not add up"), (ADDED_UP, f", if they do ({' and '.join(WALKS)})")):
    hardly_matters("2014-8", "\"neither the speed distribution nor the dynamic evolution of the speeds notably affect the performance\"",
                   scenarios.__contains__, reading)
    model_hardly_matters("2014-8", scenarios.__contains__, reading)


def smallest_share(processors):
    """Of the slowest processor that can be drawn, beside the fastest ones."""
    return LEAST_SPEED / (LEAST_SPEED + GREATEST_SPEED * (processors - 1))


for number in (9, 10):
    @says(f"2014-{number}", "\"basic dynamic strategies that allocate tasks at random to processors fail to achieve reasonable "
          "communication volumes with respect to known lower bounds\" (section 1)",
          f"RandomMatrix is above the bound by more than {UNREASONABLE:.0%} of it, at each number of processors")
    def random_matrices_are_far(results, figure=f"2014-{number}"):
        yield from far_from_the_bound(results, figure, "random")

    @says(f"2014-{number}", "\"data-aware strategies largely outperform simple strategies\"",
          f"DynamicMatrix sends at least {SIGNIFICANTLY:.0%} less than each, at each number of processors")
    def data_aware_matrices(results, figure=f"2014-{number}"):
        yield from less_everywhere(results, figure, "dynamic", SIMPLE, SIGNIFICANTLY)

    @says(f"2014-{number}", "\"DynamicMatrix2Phases is able to reduce the communication amount even more than DynamicMatrix\"",
          "at each number of processors")
    def second_phase_of_matrices(results, figure=f"2014-{number}"):
        yield from less_everywhere(results, figure, TWO_PHASES, ["dynamic"])

    @of_two_forms(MATRIX, f"2014-{number}", "\"when the number of processors is large enough (i.e. in our simulation setting, p >= 50), "
                  "our previous analysis is able to very accurately predict the performance\"",
                  lambda form: f"{form} within {NEAR:.0%} at each number of processors from 50 on")
    def analysis_of_matrices(results, coefficients, figure=f"2014-{number}"):
        yield from near_everywhere(results, figure, coefficients, lambda p: p >= 50)

    @says(f"2014-{number}", "\"the load imbalance, i.e. the difference between the amount of work processed by Pi and what it should have "
          "processed given its speed is at most one block\" (section 4.1)",
          "what is known is the part by which the busiest processor is above its share; were that the smallest that can be drawn, it would "
          "have one task too many at most; where it would, nothing is said")
    def imbalance(results, figure=f"2014-{number}"):
        for family in DYNAMIC:
            for p, above in results.curve(figure, family, "imbalance").items():
                tasks = above * smallest_share(p) * results.panel(figure).points[0].tasks
                if tasks > 1:
                    yield Graded(f"{named(results, figure, family)} {p}", f"at least {tasks:.1f}", Grade.OPPOSITE)


of_beta(MATRIX, "2014-11", "\"the analysis accurately models the amount of communications of DynamicMatrix2Phases in the range of values "
        "of interest of beta\"", lambda form: f"{form} within {NEAR:.0%} at each beta with which at most {OF_INTEREST:.0%} more is sent "
        "than the least; the paper names no range",
        betas_of_interest,
        "\"the optimal value of beta for the analysis (2.95) allows to obtain an amount of communications that is close to optimal\"",
        "94.7% of the tasks to be processed by the first phase of the algorithm")


@says("table", "2014: \"the DynamicOuter scheduler is not computationally expensive\" (section 3.2)",
      "for the same tasks it takes less time than RandomOuter")
def dynamic_is_cheap(results):
    yield less("RandomOuter", results.of_table(OUTER, "dynamic", "seconds"), results.of_table(OUTER, "random", "seconds"))


statements.also_says("2014-4", "\"when the number of remaining blocks to compute is small, the proposed strategy is inefficient\" (section "
                     "3.2)", "what the second phase saves is judged at figure 2; single requests are not recorded")
statements.also_says("2014-4", "the ODE's \"solution describes very well the dynamics of the system\" (section 5); unprocessed tasks are "
                     "uniformly distributed, which \"is valid for a reasonably large number of processors\"; the switch does not depend on "
                     "the processor (section 3.3)", "what is sent in all is judged; its course is not recorded")
