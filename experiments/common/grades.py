"""How far what a paper says holds in our figures, by grades.

A paper says "significantly", "slightly", "similar"; a criterion makes a number of it. These numbers are ours, as are the
limits below, and each statement's criterion is printed beside its grades.
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
    """One comparison: where (a size, a strategy), what was measured, its grade, and how much of what is asked for it reaches."""

    where: object
    figure: str
    grade: Grade | None  # None: shown, not judged
    reached: float | None = None  # of NEARLY and WEAKLY


def percent(change):
    return f"{100 * change:+.1f}%"


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


def more(where, value, reference, by=0.0):
    """Whether a value is above another one, at least by a part of it."""
    change = value / reference - 1
    return Graded(where, percent(change), *by_difference(change, by))


def less(where, value, reference, by=0.0):
    """Whether a value is below another one, at least by a part of it."""
    change = value / reference - 1
    return Graded(where, percent(change), *by_difference(-change, by))


def within(where, value, most, figure):
    """Whether a deviation is at most so much; nearly, up to twice as much."""
    if value <= most:
        return Graded(where, figure, Grade.HOLDS)
    if value <= most / NEAR:
        return Graded(where, figure, Grade.NEARLY, most / value)
    return Graded(where, figure, Grade.OPPOSITE)


def alike(where, values, most):
    """Whether the greatest of some values is above the least by at most that part."""
    spread = max(values) / min(values) - 1
    return within(where, spread, most, f"{100 * spread:.1f}%")


def not_above(where, value, reference, most=TIE):
    """Whether a value is above another one by at most that part."""
    change = value / reference - 1
    return within(where, change, most, percent(change))


def near(where, value, reference, most):
    """Whether a value is at most that part above or below another one."""
    change = value / reference - 1
    return within(where, abs(change), most, percent(change))


def shown(where, figure):
    """What is no verdict, as a figure of one machine beside a figure of another one."""
    return Graded(where, figure, None)


def yes(where, holds, figure):
    """What is so or not, without a measure of how far."""
    return Graded(where, figure, Grade.HOLDS if holds else Grade.OPPOSITE)


class Overall(Enum):
    """Of a statement: what its grades have in common."""

    HOLDS = "holds"
    NEARLY = "nearly"  # nowhere worse than nearly
    WEAKLY = "weakly"  # in the direction that the paper says everywhere
    MIXED = "mixed"  # as the paper says in some places, not so in others
    TIE = "tie"
    OPPOSITE = "opposite"
    NOT_RUN = "not run"
    NOT_JUDGED = "not judged"


def overall(grades):
    """Of the grades of one statement."""
    found = set(grades)
    if not found:
        return Overall.NOT_RUN
    if None in found:
        return Overall.NOT_JUDGED
    if len(found) == 1:
        return Overall[found.pop().name]
    worst = max(found)
    return Overall[worst.name] if worst <= Grade.WEAKLY else Overall.MIXED


@dataclass(frozen=True)
class Statement:
    """What a paper says, in its words, and how it is judged. Without a judge the criterion says why it has none."""

    section: str
    words: str
    criterion: str
    judge: object = None  # of results: yields Graded

    def graded(self, results):
        """Nothing where something that it needs was not run."""
        if self.judge is None:
            return []
        try:
            return list(self.judge(results))
        except NotRun:
            return []

    def overall(self, graded):
        return Overall.NOT_JUDGED if self.judge is None else overall(one.grade for one in graded)


class Statements(list):
    """In the paper's order."""

    def says(self, section, words, criterion):
        """Of a function that judges results."""

        def add(judge):
            self.append(Statement(section, words, criterion, judge))
            return judge

        return add

    def also_says(self, section, words, reason):
        """What no run can show, and why."""
        self.append(Statement(section, words, reason))


EXPLAINED = f"""Each statement is judged where it was run, by a criterion that makes a number of the paper's words; criteria and limits
are ours. *Holds*: the criterion is met. *Nearly*: as the paper says, by at least half of what the criterion asks for (of a
tolerance: up to twice as far); in brackets the part of it. *Weakly*: as it says, by less than half. *Tie*: a difference of at
most {TIE:.1%}. *Opposite*: not as it says. A statement has the grade of the worst place where all are as the paper says, and is
*mixed* where some are and some are not. Unless marked, a figure holds.
"""


def told(one):
    """7680: -18.8%, *nearly* (0.53)"""
    text = f"{one.where}: {one.figure}"
    if one.grade in (None, Grade.HOLDS):
        return text
    return f"{text} *{one.grade.value}*" + ("" if one.reached is None else f" ({one.reached:.2f})")


def cell_of(graded):
    """All of a statement in a cell of a table; how many hold, where not all do."""
    holding = sum(one.grade is Grade.HOLDS for one in graded)
    judged = sum(one.grade is not None for one in graded)
    count = f"{holding} of {judged} hold. " if 0 < holding < judged else ""
    return count + "; ".join(map(told, graded))
