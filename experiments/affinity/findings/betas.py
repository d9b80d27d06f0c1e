"""What the papers say of the best betas."""
from common.criteria import Check, Criteria

from .. import paper
from ..betas import compared

criteria = Criteria()
finding, findings_of = criteria.finding, criteria.findings_of


@finding("beta", "Beta needs no speeds: that for equal speeds is hardly off the mean of the best ones, and costs hardly "
         "anything.",
         f"by at most {paper.BETA_ERROR:.0%}; its volume is at most {paper.VOLUME_ERROR:.1%} off by the analysis, to first "
         f"order or, where its series fail, ours")
def beta_needs_no_speeds(results):
    worst = max(compared(results), key=lambda found: found.error)
    dearest = max(compared(results), key=lambda found: found.volume_error)
    for found, value, most in ((worst, worst.error, paper.BETA_ERROR),
                               (dearest, dearest.volume_error, paper.VOLUME_ERROR)):
        yield Check(value <= most, f"{'beta' if found is worst else 'volume'} off by at most {value:.2%}, with "
                                   f"N = {found.blocks} on {found.processors} processors")


@finding("beta", f"Best betas go from {paper.LEAST_BETA} to {paper.GREATEST_BETA} (2013: {paper.GREATEST_BETA_OF_2013}), "
         f"and deviate by speeds by at most {paper.BETA_DEVIATION}.",
         "with a tenth more at either end; deviations are standard deviations, as the 2013 paper says of its own")
def range_of_betas(results):
    found = compared(results)
    least, greatest = (end(found, key=lambda one: one.mean) for end in (min, max))
    yield Check(least.mean >= 0.9 * paper.LEAST_BETA,
                f"at least {least.mean:.2f}, with N = {least.blocks} on {least.processors} processors")
    yield Check(greatest.mean <= 1.1 * paper.GREATEST_BETA,
                f"at most {greatest.mean:.2f}, with N = {greatest.blocks} on {greatest.processors}")
    most = max(found, key=lambda one: one.deviation)
    yield Check(most.deviation <= paper.BETA_DEVIATION,
                f"deviations are at most {most.deviation:.3f}, with N = {most.blocks} on {most.processors}")
