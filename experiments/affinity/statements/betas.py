"""What the paper of 2014 states in section 3.6: beta needs no speeds. Judged by theorem 6 with the sign of its proof, and by runs."""
from statistics import fmean

from common.grades import near, within
from common.statements import Statements

from .. import analysis_2014, paper
from ..platforms import known

statements = Statements()
says = statements.says


for end, choose, printed in (("least", min, paper.LEAST_BETA), ("greatest", max, paper.GREATEST_BETA)):
    @says("beta", f"\"for a large range of N/l and p values [...] the optimal value for beta goes from {paper.LEAST_BETA} to "
          f"{paper.GREATEST_BETA}\"", f"the {end} of the means over speeds at most a tenth away")
    def range_of_betas(results, choose=choose, printed=printed):
        one = choose(known(analysis_2014.drawn), key=lambda one: one.mean)
        yield near(f"{one.place}: {one.mean:.2f}", one.mean, printed, 0.1)


def worst_of(words, figure_of, limit, text, reading=""):
    @says("beta", words, f"{reading}at most {text(limit)} on each platform of the table")
    def judge(results):
        worst = max(known(analysis_2014.drawn), key=figure_of)
        yield within(worst.place, figure_of(worst), limit, text(figure_of(worst)))


for reading, figure_of in (("the standard deviation: ", lambda one: one.deviation),
                           ("the largest distance from the mean: ", lambda one: one.farthest)):
    worst_of(f"\"the deviations among the beta values obtained for different speed distributions is at most {paper.BETA_DEVIATION} "
             "(with 100 tries)\"", figure_of, paper.BETA_DEVIATION, "{:.3f}".format, reading)
worst_of("\"the relative difference between beta_hom and the average beta of the previous set is always smaller than 5%\"",
         lambda one: one.error, paper.BETA_ERROR, "{:.2%}".format)
for reading, figure_of in (
        ("what the beta for equal speeds costs with the actual ones, in the mean over draws: ", lambda one: fmean(one.costs)),
        ("what the beta for equal speeds costs with the actual ones, in the worst draw: ", lambda one: max(one.costs)),
        ("the volume predicted for equal speeds by that for the actual ones, in the mean over draws: ", lambda one: fmean(one.misses))):
    worst_of("\"the error on the communication volume predicted by the analysis when using homogeneous speeds instead of the actual "
             "ones is at most 0.1%\"", figure_of, paper.VOLUME_ERROR, "{:.3%}".format, reading)


@says("beta", "\"these figures are derived with the most heterogeneous speed distribution (speeds in [10, 100]) and thus hold for the "
      "other distributions of Section 3.5 as well\"",
      "with those whose speeds do not change: the standard deviation, the relative difference and the worst cost, as above")
def other_distributions(results):
    for speeds in analysis_2014.SPEEDS:
        if speeds == analysis_2014.USUAL:
            continue
        found = known(analysis_2014.drawn, speeds)
        deviation, error, cost = (max(map(figure_of, found)) for figure_of in (
            lambda one: one.deviation, lambda one: one.error, lambda one: max(one.costs)))
        yield within(f"{speeds} deviation", deviation, paper.BETA_DEVIATION, f"{deviation:.3f}")
        yield within(f"{speeds} difference", error, paper.BETA_ERROR, f"{error:.2%}")
        yield within(f"{speeds} cost", cost, paper.VOLUME_ERROR, f"{cost:.3%}")


@says("beta", "\"our dynamic scheduler DynamicOuter2Phases is thus totally agnostic to processor speeds\"",
      f"simulated, it sends at most {paper.VOLUME_ERROR:.1%} more with the beta for equal speeds than with the best one, in the mean over "
      "draws, on each platform that was run")
def agnostic(results):
    for (blocks, processors), (best, equal) in results.betas.items():
        best, equal = (fmean(results.rows[point]["mean"] for point in points) for points in (best, equal))
        above = equal / best - 1
        yield within(f"N = {blocks}, {processors} processors", above, paper.VOLUME_ERROR, f"{above:+.3%}")
