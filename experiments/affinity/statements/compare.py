"""Comparisons of whole curves, graded at each of their points."""
from itertools import combinations
from math import sqrt

from common.families import label, name
from common.grades import Grade, Graded, less, near, within

NEAR = 0.03  # "extremely close", "accurately": of the simulation
FEW = 0.1  # of the points, or of the pairs of strategies


def named(results, figure, family):
    return label(name(family, results.panel(figure).kernel))


def less_everywhere(results, figure, better, others, by=0.0, where=lambda x: True):
    """For each of the others and each x: whether the better one sends less."""
    sent = results.curve(figure, better)
    for other in others:
        for x, value in results.curve(figure, other).items():
            if where(x):
                yield less(f"{named(results, figure, other)} {x}", sent[x], value, by)


def near_everywhere(results, figure, where=lambda x: True, most=NEAR):
    """Whether the analysis to first order is near the simulation at each x."""
    for x, error in results.curve(figure, "first_order", "first_order_error").items():
        if where(x):
            yield (Graded(x, "its series fail", Grade.OPPOSITE) if error is None else
                   near(x, 1 + error / 100, 1, most))


def small_deviations(results, figure, families, most):
    """Whether the standard deviations of nearly all points are at most so much."""
    found = [(value, named(results, figure, family), x) for family in families
             for x, value in results.curve(figure, family, "stddev").items()]
    above = sum(value > most for value, _, _ in found)
    value, strategy, x = max(found)
    return within("all points", above / len(found), FEW,
                  f"{len(found) - above} of {len(found)} are, the largest is {value:.3f} ({strategy} {x})")


def ranking_is_safe(results, figure, families):
    """Whether no two strategies come nearer to each other than the standard deviations of their means together, at any x;
    nearly, where few do."""
    sent, deviation, runs = ({family: results.curve(figure, family, column) for family in families}
                             for column in ("mean", "stddev", "runs"))

    def room(family, x):
        return deviation[family][x] / sqrt(runs[family][x])

    pairs = [(one, other, x) for one, other in combinations(families, 2) for x in sent[one] if x in sent[other]]
    close = [(one, other) for one, other, x in pairs
             if abs(sent[one][x] - sent[other][x]) <= room(one, x) + room(other, x)]
    who = sorted({f"{named(results, figure, one)} and {named(results, figure, other)}" for one, other in close})
    part = len(close) / len(pairs)
    grade = Grade.HOLDS if not close else Grade.NEARLY if part <= FEW else Grade.OPPOSITE
    return Graded("all pairs", f"{len(close)} of {len(pairs)} are nearer" + (f": {'; '.join(who)}" if close else ""), grade,
                  1 - part if grade is Grade.NEARLY else None)
