"""Comparisons of whole curves, each graded where it is worst."""
from itertools import combinations

from common.families import label, name
from common.grades import Grade, Graded, less, percent, within

NEAR = 0.03  # "extremely close", "accurately": of the simulation
FEW = 0.1  # of the pairs of strategies


def named(results, figure, family):
    return label(name(family, results.panel(figure).kernel))


def everywhere(x):
    return True


def less_everywhere(results, figure, better, others, by=0.0, where=everywhere):
    """For each of the others: whether the better one sends less at each x."""
    sent = results.curve(figure, better)
    for other in others:
        ratios = {x: sent[x] / value for x, value in results.curve(figure, other).items() if where(x)}
        worst = max(ratios, key=ratios.get)
        yield less(f"{named(results, figure, other)}, worst at {worst}", ratios[worst], 1, by)


def near_everywhere(results, figure, where=everywhere, number=0, most=NEAR, column="first_order"):
    """Whether an analysis of a panel is near the simulation at each x."""
    errors = {x: error for x, error in results.curve(figure, column, f"{column}_error", number).items() if where(x)}
    silent = [str(x) for x, error in errors.items() if error is None]
    known = {x: error / 100 for x, error in errors.items() if error is not None}
    title = results.panel(figure, number).title
    if known:
        worst = max(known, key=lambda x: abs(known[x]))
        yield within(f"{title + ', ' if title else ''}worst at {worst}", abs(known[worst]), most,
                     f"{percent(min(known.values()))} to {percent(max(known.values()))}")
    if silent:
        yield Graded(f"at {', '.join(silent)}", "its series fail", Grade.OPPOSITE)


def largest(results, figure, families, column="stddev", where=everywhere):
    """(value, family, x) of a column."""
    return max((value, family, x) for family in families
               for x, value in results.curve(figure, family, column).items() if where(x))


def ranking_is_safe(results, figure, families):
    """Whether no two strategies come nearer to each other than their standard deviations together, at any x; nearly, where few
    do."""
    sent, deviation = ({family: results.curve(figure, family, column) for family in families} for column in ("mean", "stddev"))
    pairs = [(one, other, x) for one, other in combinations(families, 2) for x in sent[one] if x in sent[other]]
    near = [(one, other, x) for one, other, x in pairs
            if abs(sent[one][x] - sent[other][x]) <= deviation[one][x] + deviation[other][x]]
    who = sorted({f"{named(results, figure, one)} and {named(results, figure, other)}" for one, other, _ in near})
    part = len(near) / len(pairs)
    grade = Grade.HOLDS if not near else Grade.NEARLY if part <= FEW else Grade.OPPOSITE
    return Graded("all pairs", f"{len(near)} of {len(pairs)} are nearer" + (f": {'; '.join(who)}" if near else ""), grade,
                  1 - part if grade is Grade.NEARLY else None)
