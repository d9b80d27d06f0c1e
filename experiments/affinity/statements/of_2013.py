"""Of the paper of 2013. Its BasicOuter is DynamicOuter here, BasicOuter2 DynamicOuter2Phases.

DynBlocksOuter takes any of the tasks that are cheapest, as printed: DynAnyOuter here. What a choice between two of them does
(DynBlocksOuter here) is ours, and confirms nothing of the paper's.
"""
from math import sqrt

from common.families import ANY, BLOCKS, MATRIX, OUTER, SIMPLE, TWO_PHASES, label, name
from common.grades import Statements, less, more, percent, shown, within

from .. import analysis_2013, paper
from ..plan import SMALL
from .compare import FEW, NEAR, largest, less_everywhere, named, near_everywhere, ranking_is_safe

LARGELY = 0.2  # less
AROUND = 0.25  # of 20
EXTREMELY_WELL = 0.2  # less
ALMOST_ALWAYS = 0.1  # of the points, at most, where it is not so
LARGE = 100  # N or processors
INVOLVED = ["dyn-unprocessed", "dyn-useful", ANY]

statements = Statements()
says = statements.says


@says("2013-3", "\"the simplest strategies (RandomOuter and SortedOuter) are largely outperformed by basic data-aware policies\"",
      f"BasicOuter sends at least {LARGELY:.0%} less than each, at each N")
def simple_ones_are_outperformed(results):
    yield from less_everywhere(results, "2013-3", "dynamic", SIMPLE, LARGELY)


@says("2013-2", f"\"on Figure 2, their normalized communication amount is around {paper.RANDOM_AT_1000}\"",
      f"at most {AROUND:.0%} away with 300 and with 1000 processors; the paper does not say with how many")
def simple_ones_are_far(results):
    for family in SIMPLE:
        for processors, sent in ((300, results.curve("2014-5", family)[300]), (1000, results.of_table(OUTER, family, "mean"))):
            yield within(f"{label(name(family, OUTER))}, {processors}", abs(sent / paper.RANDOM_AT_1000 - 1), AROUND,
                         f"{sent:.1f}")


def by_lemma_4(results, figure, blocks_of):
    """What lemma 4 has for each point of two phases, by its N and lower bound, above what was sent."""
    sent, betas, bounds = (results.curve(figure, TWO_PHASES, column) for column in ("mean", "beta", "lower_bound"))
    for x, value in sent.items():
        blocks = blocks_of(x)
        yield x, analysis_2013.lemma_4(betas[x], blocks, bounds[x] / (2 * blocks)) / value - 1


def lemma_4_is_near(figure, blocks_of, where, text):
    @says(figure, "\"the theoretical analysis is close to the BasicOuter2 strategy\": lemma 4",
          f"within {NEAR:.0%} {text}, for the beta of these runs, the later paper's")
    def judge(results):
        errors = {x: error for x, error in by_lemma_4(results, figure, blocks_of) if where(x)}
        worst = max(errors, key=lambda x: abs(errors[x]))
        yield within(f"worst at {worst}", abs(errors[worst]), NEAR,
                     f"{percent(min(errors.values()))} to {percent(max(errors.values()))}")


lemma_4_is_near("2013-2", lambda processors: 1000, lambda processors: True, "at each number of processors")
lemma_4_is_near("2013-3", lambda blocks: blocks, lambda blocks: True, "at each N")


@says("2013-2", "\"the more involved policies [...] allow to reduce even more the amount of communications\"",
      "DynUnprocessedOuter, DynUsefulOuter and DynBlocksOuter (any of the cheapest tasks) send less than BasicOuter2, at each "
      "number of processors")
def involved_pays(results):
    other = results.curve("2013-2", TWO_PHASES)
    for family in INVOLVED:
        sent = results.curve("2013-2", family)
        worst = max(sent, key=lambda x: sent[x] / other[x])
        yield less(f"{named(results, '2013-2', family)}, worst at {worst}", sent[worst], other[worst])


def where_n_or_p_is_large(results, family):
    """[(what it sends, where)]"""
    return [(sent, f"{p} processors, N = 1000") for p, sent in results.curve("2013-2", family).items()] + [
        (sent, f"10 processors, N = {n}") for n, sent in results.curve("2013-3", family).items() if LARGE <= n < 1000]


@says("2013-2", "DynBlocksOuter has \"a communication amount almost always smaller than twice the lower bound\" \"whenever N/l or p "
      "is large\"", f"at {1 - ALMOST_ALWAYS:.0%} of the points of figures 2 and 3 with N of at least {LARGE}; any of the cheapest tasks")
def blocks_are_below_two(results):
    sent = where_n_or_p_is_large(results, ANY)
    above = sum(value >= 2 for value, _ in sent)
    yield within("any task", above / len(sent), ALMOST_ALWAYS,
                 f"{len(sent) - above} of {len(sent)}, from {min(sent)[0]:.2f} ({min(sent)[1]}) to {max(sent)[0]:.2f} ({max(sent)[1]})")


@says("2013-3", "DynBlocksOuter \"performs extremely well whenever N/l or p is large\"",
      f"at the largest N it sends at least {EXTREMELY_WELL:.0%} less than BasicOuter2; any of the cheapest tasks")
def blocks_by_size(results):
    own, other = (results.curve("2013-3", family) for family in (ANY, TWO_PHASES))
    yield less(f"N = {max(own)}", own[max(own)], other[max(own)], EXTREMELY_WELL)


def deviations(figure, others):
    for families, most, who in ((["dynamic"], paper.DEVIATIONS["dynamic"], "BasicOuter"),
                                (others, paper.OTHER_DEVIATION, "all other strategies")):
        @says(figure, f"\"the standard deviation is always small\": at most {most} for {who}", "as said, at each point of the figure")
        def judge(results, families=families, most=most):
            value, family, x = largest(results, figure, families)
            yield within(f"{named(results, figure, family)}, {x}", value, most, f"{value:.3f}")

    @says(figure, "the deviation \"does not change the relative order of the strategies\"",
          "no two of the paper's strategies come nearer to each other than their deviations together; nearly: at most "
          f"{FEW:.0%} of the pairs do")
    def order(results):
        yield ranking_is_safe(results, figure, ["dynamic", *others])


deviations("2013-2", [TWO_PHASES, *INVOLVED])
deviations("2013-3", [*SIMPLE, TWO_PHASES, *INVOLVED])


@says("table", "\"these excellent results come at the price of a larger scheduling time\"",
      "DynUnprocessedOuter, DynUsefulOuter and DynBlocksOuter take at least twice as long as BasicOuter")
def price_of_decisions(results):
    cheap = results.of_table(OUTER, "dynamic", "seconds")
    for family in INVOLVED:
        yield more(label(name(family, OUTER)), results.of_table(OUTER, family, "seconds"), cheap, 1)


@says("table", "the best strategies take \"up to 14 minutes\" for N = 1000 and 1000 processors",
      "a machine of 2013 against one of ours, and other data structures: shown, not judged")
def seconds_of_decisions(results):
    for family in INVOLVED:
        yield shown(label(name(family, OUTER)), f"{results.of_table(OUTER, family, 'seconds'):.2g} s")


def drawn(results):
    return [analysis_2013.drawn(blocks, processors) for blocks, processors in results.scale.platforms]


def place(one):
    return f"N = {one.blocks}, {one.processors} processors"


def worst_of(words, figure_of, limit, text, chosen=lambda one: True):
    @says("beta-2013", words, f"at most {text(limit)}, by the equation of section 2.3 and {analysis_2013.TRIES} draws of speeds")
    def judge(results):
        found = [one for one in drawn(results) if chosen(one)]
        if found:
            worst = max(found, key=figure_of)
            yield within(place(worst), figure_of(worst), limit, text(figure_of(worst)))


@says("beta-2013", f"\"beta goes from 1 to {paper.GREATEST_BETA_OF_2013}\"",
      "least and greatest of the means over speeds at most a tenth outside of it, by the equation of section 2.3")
def range_of_betas(results):
    found = drawn(results)
    least, greatest = (end(found, key=lambda one: one.mean) for end in (min, max))
    yield within(place(least), 1 - least.mean, 0.1, f"at least {least.mean:.2f}")
    yield within(place(greatest), greatest.mean / paper.GREATEST_BETA_OF_2013 - 1, 0.1, f"at most {greatest.mean:.2f}")


worst_of("\"the standard deviations (using 100 tries) is at most 0.018\"", lambda one: one.deviation, 0.018, "{:.4f}".format)
worst_of("\"the relative difference between beta_hom and the average beta [...] is always smaller than 5%\"",
         lambda one: one.error, 0.05, "{:.2%}".format)
worst_of("\"and smaller than 1.1% if N/l > 100 sqrt(p)\"", lambda one: one.error, 0.011, "{:.2%}".format,
         lambda one: one.blocks > 100 * sqrt(one.processors))
worst_of("\"the relative difference between the approximation ratio on the communication volume predicted using a homogeneous "
         "platform and the one obtained using the previous distribution is always smaller than 1%\"",
         lambda one: one.ratio_error, 0.01, "{:.2%}".format)


def of_matrices(figure, least):
    text = f"at each N of at least {least}" if least else "at each number of processors"

    def where(x):
        return x >= least

    @says(figure, "\"data-aware strategies largely outperform simple strategies\"",
          f"DynamicMatrix sends at least {LARGELY:.0%} less than each, {text}")
    def data_aware(results):
        yield from less_everywhere(results, figure, "dynamic", SIMPLE, LARGELY, where)

    @says(figure, "\"more involved strategies like DynBlocksMatrix are able to drastically reduce the total amount\"",
          f"it sends at least {LARGELY:.0%} less than DynamicMatrix2Phases, {text}")
    def blocks(results):
        yield from less_everywhere(results, figure, BLOCKS, [TWO_PHASES], LARGELY, where)

    @says(figure, "\"the analysis of BasicMatrix2 is able to accurately predict its performance\": as lemma 7 has it",
          f"beta^(2/3) + exp(-beta) N / sum rs^(2/3) within {NEAR:.0%}, {text}; lemma 8 as printed is no such formula: it has "
          "sqrt(beta), and beta in the sum")
    def analysis(results):
        sent, betas, bounds = (results.curve(figure, TWO_PHASES, column) for column in ("mean", "beta", "lower_bound"))
        errors = {}
        for x in filter(where, sent):
            count = x if figure == "2013-5" else SMALL[MATRIX]
            powers = bounds[x] / (3 * count ** 2)
            errors[x] = analysis_2013.lemma_8_by_lemma_7(betas[x], count, powers) / sent[x] - 1
        worst = max(errors, key=lambda x: abs(errors[x]))
        yield within(f"worst at {worst}", abs(errors[worst]), NEAR,
                     f"{percent(min(errors.values()))} to {percent(max(errors.values()))}")

    @says(figure, "\"the analysis of BasicMatrix2 is able to accurately predict its performance\": the formula of 2014",
          f"within {NEAR:.0%}, {text}")
    def later_analysis(results):
        yield from near_everywhere(results, figure, where)


of_matrices("2013-4", 0)
of_matrices("2013-5", SMALL[MATRIX])
