"""Of the paper of 2013. Its BasicOuter is DynamicOuter here, BasicOuter2 DynamicOuter2Phases.

DynBlocksOuter takes any of the tasks that are cheapest, as printed: DynAnyOuter here. What a choice between two of them does
(DynBlocksOuter here) is ours, and confirms nothing of the paper's. Its analysis is lemma 4, and for matrices what lemma 7 gives.
"""
from math import sqrt

from common.families import ANY, BLOCKS, OUTER, SIMPLE, TWO_PHASES, label, name
from common.grades import less, more, near, within
from common.statements import Statements

from .. import analysis_2013, paper
from ..platforms import known
from .compare import (CLOSE, FEW, NEAR, UNREASONABLE, close_to_the_bound, far_from_the_bound, less_everywhere, named, ranking_is_safe)

LARGELY = 0.2  # less
AROUND = 0.25  # of 20
DRASTICALLY = 0.25  # less
ALMOST_ALWAYS = 0.1  # of the points, at most, where it is not so
NEUTRAL = "one of the cheapest tasks at random (DynAnyOuter)"
INVOLVED = ["dyn-unprocessed", "dyn-useful", ANY]

statements = Statements()
says = statements.says


@says("2013-2", "these strategies \"induce a communication volume that is close to the lower bound\" (section 1)",
      f"BasicOuter, BasicOuter2, DynUnprocessedOuter, DynUsefulOuter and DynBlocksOuter, {NEUTRAL}, are above the bound by at most "
      f"{CLOSE:.0%} of it, at each number of processors")
def close_to_bound(results):
    yield from close_to_the_bound(results, "2013-2", ["dynamic", TWO_PHASES, *INVOLVED])


@says("2013-3", "\"basic dynamic strategies that allocate tasks at random to processors fail to achieve reasonable communication "
      "volumes with respect to known lower bounds\" (section 1)",
      f"RandomOuter is above the bound by more than {UNREASONABLE:.0%} of it, at each N")
def random_is_far(results):
    yield from far_from_the_bound(results, "2013-3", "random")


for figure, source, text in (("2013-2", "2014-5", "up to 300 processors"), ("2013-3", "2013-3", "at each N")):
    @says(figure, "\"the simplest strategies (RandomOuter and SortedOuter) are largely outperformed by basic data-aware policies\"",
          f"BasicOuter sends at least {LARGELY:.0%} less than each, {text}")
    def simple_ones_are_outperformed(results, figure=source):
        yield from less_everywhere(results, figure, "dynamic", SIMPLE, LARGELY)


@says("2013-2", f"\"on Figure 2, their normalized communication amount is around {paper.RANDOM_AT_1000}\"",
      f"at most {AROUND:.0%} away, at each number of processors up to 300 and with 1000")
def simple_ones_are_far(results):
    for family in SIMPLE:
        for processors, sent in [*results.curve("2014-5", family).items(), (1000, results.of_table(OUTER, family, "mean"))]:
            yield within(f"{label(name(family, OUTER))} {processors}", abs(sent / paper.RANDOM_AT_1000 - 1), AROUND,
                         f"{sent:.1f}")


def analysis_is_near(figure, words, formula, volume):
    @says(figure, words, f"{formula} within {NEAR:.0%} of runs with the beta that makes it least for equal speeds")
    def judge(results):
        for x, row in results.phases(figure).items():
            yield near(x, volume(row), row["mean"], NEAR)


for outer in ("2013-2", "2013-3"):
    analysis_is_near(outer, "\"the theoretical analysis is close to the BasicOuter2 strategy as expected\"", "lemma 4",
                     analysis_2013.volume_of_row)


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
          f"no two means are nearer to each other than their standard deviations together; nearly: at most {FEW:.0%} of the pairs are")
    def order(results):
        yield ranking_is_safe(results, figure, ["dynamic", *others])


deviations("2013-2", [TWO_PHASES, *INVOLVED])
deviations("2013-3", [*SIMPLE, TWO_PHASES, *INVOLVED])


def slower_than_basic(words, families, criterion):
    @says("table", words, criterion)
    def judge(results):
        cheap = results.of_table(OUTER, "dynamic", "seconds")
        for family in families:
            yield more(label(name(family, OUTER)), results.of_table(OUTER, family, "seconds"), cheap)


slower_than_basic("DynUnprocessedOuter and DynUsefulOuter \"are more time-consuming\" (section 2.4)", ["dyn-unprocessed", "dyn-useful"],
                  "than BasicOuter, which they change")
slower_than_basic("\"these excellent results come at the price of a larger scheduling time\", of DynBlocksOuter", [ANY],
                  f"{NEUTRAL} takes longer than BasicOuter")
statements.also_says("table", "\"the cumulative scheduling time is large for the best strategies (up to 14 minutes)\"",
                     "of their program, with other data structures, on their machine")
statements.also_says("table", "it \"may not be a problem for a large computing system including p=1000 processors\"",
                     "an estimate")


for end, choose, printed in (("least", min, paper.LEAST_BETA), ("greatest", max, paper.GREATEST_BETA_OF_2013)):
    @says("beta-2013", f"\"beta goes from {paper.LEAST_BETA} to {paper.GREATEST_BETA_OF_2013}\"",
          f"the {end} of the means over speeds at most a tenth away")
    def range_of_betas(results, choose=choose, printed=printed):
        one = choose(known(analysis_2013.drawn), key=lambda one: one.mean)
        yield near(f"{one.place}: {one.mean:.2f}", one.mean, printed, 0.1)


def worst_of(words, figure_of, limit, text, chosen=lambda one: True):
    @says("beta-2013", words, f"at most {text(limit)} on each platform of the table")
    def judge(results):
        worst = max(filter(chosen, known(analysis_2013.drawn)), key=figure_of)
        yield within(worst.place, figure_of(worst), limit, text(figure_of(worst)))


worst_of(f"\"the standard deviations (using 100 tries) is at most {paper.BETA_DEVIATION_OF_2013}\"", lambda one: one.deviation,
         paper.BETA_DEVIATION_OF_2013, "{:.4f}".format)
worst_of("\"the relative difference between beta_hom and the average beta of the previous set is always smaller than 5%\"",
         lambda one: one.error, paper.BETA_ERROR, "{:.2%}".format)
worst_of("\"and smaller than 1.1% if N/l > 100 sqrt(p)\"", lambda one: one.error, paper.BETA_ERROR_OF_LARGE_N, "{:.2%}".format,
         lambda one: one.blocks > 100 * sqrt(one.processors))
worst_of("\"the relative difference between the approximation ratio on the communication volume predicted using a homogeneous "
         "platform and the one obtained using the previous distribution is always smaller than 1%\"; of the latter the mean",
         lambda one: one.ratio_error, paper.RATIO_ERROR_OF_2013, "{:.2%}".format)


@says("beta-2013", "\"it is possible to totally specify the BasicOuter2 strategy and to predict its approximation ratio with very "
      "good accuracy while being totally agnostic to processor speeds\"",
      f"lemma 4 with equal speeds within {NEAR:.0%} of the runs of figure 2, whose speeds differ")
def ratio_is_predicted(results):
    for p, row in results.phases("2013-2").items():
        yield near(p, analysis_2013.volume(OUTER, row["beta"], row["blocks"], sqrt(p)), row["mean"], NEAR)


def of_matrices(figure, text):
    @says(figure, "these strategies \"induce a communication volume that is close to the lower bound\" (section 1)",
          f"BasicMatrix, BasicMatrix2 and DynBlocksMatrix are above the bound by at most {CLOSE:.0%} of it, {text}")
    def close_to_bound_of_matrices(results):
        yield from close_to_the_bound(results, figure, ["dynamic", TWO_PHASES, BLOCKS])

    @says(figure, "\"data-aware strategies largely outperform simple strategies\"",
          f"DynamicMatrix sends at least {LARGELY:.0%} less than each, {text}")
    def data_aware(results):
        yield from less_everywhere(results, figure, "dynamic", SIMPLE, LARGELY)

    @says(figure, "\"more involved strategies like DynBlocksMatrix are able to drastically reduce the total amount of communication\"",
          f"it sends at least {DRASTICALLY:.0%} less than DynamicMatrix2Phases, {text}; the paper does not say than what")
    def blocks(results):
        yield from less_everywhere(results, figure, BLOCKS, [TWO_PHASES], DRASTICALLY)

    for formula, volume in (("what lemma 7 gives", analysis_2013.volume_of_row),
                            ("lemma 8 as printed, with the beta that makes the former least,", analysis_2013.lemma_8_of_row)):
        analysis_is_near(figure, "\"the analysis of BasicMatrix2 is able to accurately predict its performance\"", formula, volume)


of_matrices("2013-4", "at each number of processors")
of_matrices("2013-5", "at each N")
