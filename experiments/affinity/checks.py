"""Checks that several findings make."""
from common.criteria import Check

from .statements.compare import named

NEAR = 3  # percent


def told(x):
    return x if isinstance(x, str) else f"{x:g}"


def ends(series):
    """3.45 at 10, 8.12 at 300"""
    return ", ".join(f"{series[x]:.2f} at {x}" for x in dict.fromkeys((min(series), max(series))))


def lower(results, figure, better, others):
    """One check: at each x the better one is below each of the others."""
    series = results.curve(figure, better)
    ratios = {other: {x: value / series[x] for x, value in results.curve(figure, other).items()} for other in others}
    holds = all(ratio > 1 for other in ratios.values() for ratio in other.values())
    text = "; ".join(f"{named(results, figure, other)} {min(found.values()):.2f} to {max(found.values()):.2f} times as "
                     f"much" for other, found in ratios.items())
    return Check(holds, f"{named(results, figure, better)} {ends(series)}; {text}")


def known(series):
    """Without those that the analysis says nothing of."""
    return {x: value for x, value in series.items() if value is not None}


def near(results, figure, least=0, most=float("inf"), column="first_order", number=0, tolerance=NEAR):
    """One check: the analysis of a panel at each x in the interval within some percent."""
    title = results.panel(figure, number).title
    start = f"{title}: " if title else ""
    errors = {x: error for x, error in results.curve(figure, column, f"{column}_error", number).items()
              if isinstance(x, str) or least <= x <= most}
    told_of = known(errors)
    if not told_of:
        return Check(False, f"{start}its series fail everywhere")
    worst = max(told_of, key=lambda x: abs(told_of[x]))
    off = [told(x) for x, error in told_of.items() if abs(error) > tolerance]
    silent = [told(x) for x in errors if x not in told_of]
    return Check(not off and not silent,
                 f"{start}off by {min(told_of.values()):+.1f}% to {max(told_of.values()):+.1f}%, most at {told(worst)}"
                 + (f"; by more than {tolerance}% at {', '.join(off)}" if off else "")
                 + (f"; its series fail at {', '.join(silent)}" if silent else ""))
