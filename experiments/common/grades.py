"""How far a comparison is as a paper says, by grades.

A paper says "significantly", "slightly", "similar"; a criterion makes a number of it. These numbers are ours, as are the
limits below.
"""
from dataclasses import dataclass
from enum import Enum
from functools import total_ordering

from .criteria import NotRun

TIE = 0.005  # two figures that differ by no more are equal
NEAR = 0.5  # of the difference that a criterion asks for: from there on it is nearly met


@total_ordering
class Grade(Enum):
    """From the best to the worst."""

    HOLDS = "holds"
    NEARLY = "nearly"  # as said, by at least half of what the criterion asks for; or within twice its tolerance
    WEAKLY = "weakly"  # as said, by less than half of it
    TIE = "tie"
    OPPOSITE = "opposite"

    def __lt__(self, other):
        order = list(Grade)
        return order.index(self) < order.index(other)


@dataclass(frozen=True)
class Graded:
    """One comparison: where (a size, a strategy), what was measured, its grade, how much of what is asked for it reaches."""

    where: object
    figure: str
    grade: Grade | None  # None: shown, not judged
    reached: float | None = None  # of NEARLY and WEAKLY
    change: float | None = None  # the figure, where it is a part of something


def percent(change):
    """+12.3%"""
    return f"{100 * change:+.1f}%"


def change_of(value, reference):
    """By which part a value is above another one. Throws NotRun where there is nothing to compare with."""
    if reference == 0:
        raise NotRun("nothing to compare with")
    return value / reference - 1


def by_difference(change, asked):
    """Of a change that should be positive, and at least what is asked for: its grade, and how much of that it reaches."""
    if abs(change) <= TIE:
        return Grade.TIE, None
    if change < 0:
        return Grade.OPPOSITE, None
    if change >= asked:
        return Grade.HOLDS, None
    reached = change / asked
    return (Grade.NEARLY if reached >= NEAR else Grade.WEAKLY), reached


def grown(where, change, by=0.0):
    """Whether a part by which something differs is positive, and at least so much."""
    return Graded(where, percent(change), *by_difference(change, by), change)


def more(where, value, reference, by=0.0):
    """Whether a value is above another one, at least by a part of it."""
    return grown(where, change_of(value, reference), by)


def less(where, value, reference, by=0.0):
    """Whether a value is below another one, at least by a part of it."""
    change = change_of(value, reference)
    return Graded(where, percent(change), *by_difference(-change, by), change)


def within(where, value, most, figure, change=None):
    """Whether a deviation is at most so much; nearly, up to twice as much."""
    if value <= most:
        return Graded(where, figure, Grade.HOLDS, None, change)
    if value <= most / NEAR:
        return Graded(where, figure, Grade.NEARLY, most / value, change)
    return Graded(where, figure, Grade.OPPOSITE, None, change)


def alike(where, values, most):
    """Whether the greatest of some values is above the least by at most that part."""
    spread = change_of(max(values), min(values))
    return within(where, spread, most, f"{100 * spread:.1f}%")


def not_above(where, value, reference, most=TIE):
    """Whether a value is above another one by at most that part."""
    change = change_of(value, reference)
    return within(where, change, most, percent(change), change)


def near(where, value, reference, most):
    """Whether a value is at most that part above or below another one."""
    change = change_of(value, reference)
    return within(where, abs(change), most, percent(change), change)


def shown(where, figure):
    """What is no verdict, as a figure of one machine beside a figure of another one."""
    return Graded(where, figure, None)


def yes(where, holds, figure):
    """What is so or not, without a measure of how far."""
    return Graded(where, figure, Grade.HOLDS if holds else Grade.OPPOSITE)
