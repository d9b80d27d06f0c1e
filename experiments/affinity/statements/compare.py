"""Comparisons of whole curves, graded at each of their points."""
from dataclasses import replace
from itertools import combinations

from common.families import label, name
from common.grades import Grade, Graded, less, more, near, within

from .. import analysis_2014

NEAR = 0.03  # of the simulation: "extremely close", "very accurately", "correctly", "close"
FEW = 0.1  # of the points, or of the pairs of strategies
CLOSE = 1  # times the bound: at most so much above it
UNREASONABLE = 1  # times the bound: more than that above it
OF_INTEREST = 0.1  # above the least that is sent: betas where it is within that


def named(results, figure, family):
    return label(name(family, results.panel(figure).kernel))


def everywhere(x):
    return True


def less_everywhere(results, figure, better, others, by=0.0, where=everywhere):
    """For each of the others and each x: whether the better one sends less."""
    sent = results.curve(figure, better)
    for other in others:
        for x, value in results.curve(figure, other).items():
            if where(x):
                yield less(f"{named(results, figure, other)} {x}", sent[x], value, by)


def near_everywhere(results, figure, coefficients, where=everywhere, most=NEAR):
    """Whether the analysis of 2014, with that coefficient of phase 1, is near the simulation at each x."""
    for x, row in results.phases(figure).items():
        if where(x):
            yield (Graded(x, "its series fail", Grade.OPPOSITE) if row["first_order"] is None else
                   near(x, analysis_2014.volume_of_row(row, coefficients), row["mean"], most))


def close_to_the_bound(results, figure, families):
    """Whether what is sent is at most twice the bound."""
    for family in families:
        for x, value in results.curve(figure, family).items():
            yield within(f"{named(results, figure, family)} {x}", value - 1, CLOSE, f"{value:.2f}")


def far_from_the_bound(results, figure, family):
    """Whether what is sent is more than that."""
    for x, value in results.curve(figure, family).items():
        graded = more(f"{named(results, figure, family)} {x}", value, 1 + UNREASONABLE)
        yield replace(graded, figure=f"{value:.2f}", change=None)


def betas_of_interest(sent):
    """Of what is sent by beta: where that is little more than the least."""
    return [beta for beta in sent if sent[beta] <= (1 + OF_INTEREST) * min(sent.values())]


def small_deviations(results, figure, families, most, where=everywhere):
    """Whether the standard deviations of nearly all points are smaller than that."""
    found = [(value, named(results, figure, family), x) for family in families
             for x, value in results.curve(figure, family, "stddev").items() if where(x)]
    above = sum(value >= most for value, _, _ in found)
    value, strategy, x = max(found)
    return within("all points", above / len(found), FEW,
                  f"{len(found) - above} of {len(found)} are, the largest is {value:.3f} ({strategy} {x})")


def ranking_is_safe(results, figure, families):
    """Whether no two strategies come nearer to each other than their standard deviations together, at any x; nearly, where few
    do."""
    sent, deviation = ({family: results.curve(figure, family, column) for family in families} for column in ("mean", "stddev"))
    pairs = [(one, other, x) for one, other in combinations(families, 2) for x in sent[one] if x in sent[other]]
    close = [(one, other) for one, other, x in pairs
             if abs(sent[one][x] - sent[other][x]) <= deviation[one][x] + deviation[other][x]]
    who = sorted({f"{named(results, figure, one)} and {named(results, figure, other)}" for one, other in close})
    part = len(close) / len(pairs)
    grade = Grade.HOLDS if not close else Grade.NEARLY if part <= FEW else Grade.OPPOSITE
    return Graded("all pairs", f"{len(close)} of {len(pairs)} are nearer" + (f": {'; '.join(who)}" if close else ""), grade)
