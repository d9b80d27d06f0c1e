"""Of the paper of 2013. Its BasicOuter is DynamicOuter here, BasicOuter2 DynamicOuter2Phases.

DynBlocksOuter takes any of the tasks that are cheapest, as printed: DynAnyOuter here. What a choice between two of them does
(DynBlocksOuter here) is ours, and confirms nothing of the paper's.
"""
from math import sqrt

from common.families import ANY, BLOCKS, OUTER, SIMPLE, TWO_PHASES, label, name
from common.grades import less, near, shown, within
from common.statements import Statements

from .. import analysis_2013, paper
from .compare import FEW, NEAR, less_everywhere, named, near_everywhere, ranking_is_safe

LARGELY = 0.2  # less
AROUND = 0.25  # of 20
DRASTICALLY = 0.25  # less
ALMOST_ALWAYS = 0.1  # of the points, at most, where it is not so
NEUTRAL = "any of the cheapest tasks (DynAnyOuter)"
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
            yield within(f"{label(name(family, OUTER))} {processors}", abs(sent / paper.RANDOM_AT_1000 - 1), AROUND,
                         f"{sent:.1f}")


def analysis_is_near(figure, words, criterion):
    """By the points with the beta that is best by the analysis of 2013."""
    @says(figure, words, f"{criterion} within {NEAR:.0%} of runs with the beta that makes it least for equal speeds")
    def judge(results):
        for x, point in results.of_2013[figure].items():
            row = results.rows[point]
            dimensions = 2 if point.kernel == OUTER else 3
            powers = row["lower_bound"] / (dimensions * point.blocks ** (dimensions - 1))
            yield near(x, analysis_2013.volume(point.kernel, row["beta"], point.blocks, powers), row["mean"], NEAR)


for outer in ("2013-2", "2013-3"):
    analysis_is_near(outer, "\"the theoretical analysis is close to the BasicOuter2 strategy as expected\"", "lemma 4")


def involved_pays(figure, text):
    @says(figure, "\"the more involved policies [...] allow to reduce even more the amount of communications\"",
          f"DynUnprocessedOuter, DynUsefulOuter and DynBlocksOuter, {NEUTRAL}, send less than BasicOuter2, {text}")
    def judge(results):
        other = results.curve(figure, TWO_PHASES)
        for family in INVOLVED:
            for x, sent in results.curve(figure, family).items():
                yield less(f"{named(results, figure, family)} {x}", sent, other[x])


involved_pays("2013-2", "at each number of processors")
involved_pays("2013-3", "at each N")


def where_n_or_p_is_large(results, family):
    """[(what it sends, where)]"""
    return [(sent, f"{p} processors, N = 1000") for p, sent in results.curve("2013-2", family).items()] + [
        (sent, f"10 processors, N = {n}") for n, sent in results.curve("2013-3", family).items()
        if paper.LARGE <= n < 1000]


@says("2013-2", "DynBlocksOuter \"performs extremely well whenever N/l or p is large, with a communication amount almost always smaller "
      "than twice the lower bound\"",
      f"at all but {ALMOST_ALWAYS:.0%} of the points of figures 2 and 3 with N of at least {paper.LARGE}; {NEUTRAL}")
def blocks_are_below_two(results):
    sent = where_n_or_p_is_large(results, ANY)
    above = sum(value >= 2 for value, _ in sent)
    yield within("all points", above / len(sent), ALMOST_ALWAYS,
                 f"{len(sent) - above} of {len(sent)}, from {min(sent)[0]:.2f} ({min(sent)[1]}) to {max(sent)[0]:.2f} ({max(sent)[1]})")


def deviations(figure, others):
    for families, most, who in ((["dynamic"], paper.DEVIATIONS["dynamic"], "BasicOuter"),
                                (others, paper.OTHER_DEVIATION, "all other strategies")):
        @says(figure, f"\"the standard deviation is always small\": at most {most} for {who}", "as said, at each point of the figure")
        def small(results, families=families, most=most):
            value, strategy, x = max((value, named(results, figure, family), x) for family in families
                                     for x, value in results.curve(figure, family, "stddev").items())
            yield within(f"{strategy} {x}", value, most, f"{value:.3f}")

    @says(figure, "the standard deviation \"does not change the relative order of the strategies\"",
          "no two of the paper's strategies come nearer to each other than the deviations of their means together; nearly: at most "
          f"{FEW:.0%} of the pairs do")
    def order(results):
        yield ranking_is_safe(results, figure, ["dynamic", *others])


deviations("2013-2", [TWO_PHASES, *INVOLVED])
deviations("2013-3", [*SIMPLE, TWO_PHASES, *INVOLVED])


@says("table", "\"these excellent results come at the price of a larger scheduling time\", \"up to 14 minutes\" for N = 1000 and 1000 "
      "processors", "our data structures are others, and the machine is: shown by BasicOuter's time, not judged")
def price_of_decisions(results):
    cheap = results.of_table(OUTER, "dynamic", "seconds")
    for family in INVOLVED:
        seconds = results.of_table(OUTER, family, "seconds")
        yield shown(label(name(family, OUTER)), f"{seconds:.2g} s, {seconds / cheap:.1f} times")


statements.also_says("table", "it \"may not be a problem for a large computing system including p=1000 processors\"",
                     "an estimate; here all strategies take less than a second")


def judged_platforms():
    """Those where the best beta is at least 1, with which the paper's range begins."""
    found = [analysis_2013.drawn(*platform) for platform in analysis_2013.platforms()]
    return [one for one in found if one.equal >= 1]


def place(one):
    return f"N = {one.blocks}, {one.processors} processors"


def worst_of(words, figure_of, limit, text, chosen=lambda one: True):
    @says("beta-2013", words, f"at most {text(limit)}, by the equation of section 2.3 and {analysis_2013.TRIES} draws of speeds, where "
          "beta is at least 1")
    def judge(results):
        worst = max(filter(chosen, judged_platforms()), key=figure_of)
        yield within(place(worst), figure_of(worst), limit, text(figure_of(worst)))


@says("beta-2013", f"\"beta goes from 1 to {paper.GREATEST_BETA_OF_2013}\"",
      "the greatest of the means over speeds at most a tenth away; below 1 the equation has other minima, or none (the table)")
def range_of_betas(results):
    greatest = max(judged_platforms(), key=lambda one: one.mean)
    yield near(place(greatest), greatest.mean, paper.GREATEST_BETA_OF_2013, 0.1)


worst_of(f"\"the standard deviations (using 100 tries) is at most {paper.BETA_DEVIATION_OF_2013}\"", lambda one: one.deviation,
         paper.BETA_DEVIATION_OF_2013, "{:.4f}".format)
worst_of("\"the relative difference between beta_hom and the average beta of the previous set is always smaller than 5%\"",
         lambda one: one.error, paper.BETA_ERROR, "{:.2%}".format)
worst_of("\"and smaller than 1.1% if N/l > 100 sqrt(p)\"", lambda one: one.error, paper.BETA_ERROR_OF_LARGE_N, "{:.2%}".format,
         lambda one: one.blocks > 100 * sqrt(one.processors))
worst_of("\"the relative difference between the approximation ratio on the communication volume predicted using a homogeneous "
         "platform and the one obtained using the previous distribution is always smaller than 1%\"; of the latter the mean",
         lambda one: one.ratio_error, paper.RATIO_ERROR_OF_2013, "{:.2%}".format)


def of_matrices(figure, text):
    @says(figure, "\"data-aware strategies largely outperform simple strategies\"",
          f"DynamicMatrix sends at least {LARGELY:.0%} less than each, {text}")
    def data_aware(results):
        yield from less_everywhere(results, figure, "dynamic", SIMPLE, LARGELY)

    @says(figure, "\"more involved strategies like DynBlocksMatrix are able to drastically reduce the total amount of communication\"",
          f"it sends at least {DRASTICALLY:.0%} less than DynamicMatrix2Phases, {text}")
    def blocks(results):
        yield from less_everywhere(results, figure, BLOCKS, [TWO_PHASES], DRASTICALLY)

    analysis_is_near(figure, "\"the analysis of BasicMatrix2 is able to accurately predict its performance\"",
                     "what lemma 7 gives (lemma 8 as printed has sqrt(beta), and beta in the sum)")

    @says(figure, "the same by the formula of 2014", "not this paper's: shown, not judged")
    def later_analysis(results):
        for one in near_everywhere(results, figure):
            yield shown(one.where, one.figure)


of_matrices("2013-4", "at each number of processors")
of_matrices("2013-5", "at each N")
