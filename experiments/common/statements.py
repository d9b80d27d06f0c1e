"""What a paper states, in its words, each judged on our results; and as a row of a table."""
from dataclasses import dataclass
from enum import Enum

from .criteria import NotRun
from .grades import TIE, Grade
from .report import table

MANY = 8  # comparisons in a cell: of more only those that do not hold have their figures

EXPLAINED = f"""Each statement is judged where it was run, by a criterion that makes a number of the paper's words; criteria and
limits are ours. *Holds*: the criterion is met. *Nearly*: as the paper says, by at least half of what the criterion asks for (of a
tolerance: up to twice as far); in brackets the part of it. *Weakly*: as it says, by less than half. *Tie*: a difference of at
most {TIE:.1%}. *Opposite*: not as it says, or beyond twice a tolerance. A statement has the grade of the worst place where all are as the
paper says, and also where none is; it is *mixed* where some are and some are not. Unless marked, a figure holds.
"""


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
    best, worst = min(found), max(found)
    return Overall.MIXED if best <= Grade.WEAKLY < worst else Overall[worst.name]


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
        """What is not judged, and why."""
        self.append(Statement(section, words, reason))


def told(one):
    """7680: -18.8% *nearly* (0.53)"""
    text = f"{one.where}: {one.figure}"
    if one.grade in (None, Grade.HOLDS):
        return text
    return f"{text} *{one.grade.value}*" + ("" if one.reached is None else f" ({one.reached:.2f})")


def spread_of(holding):
    """Of many that hold, the least and the greatest change, where that is what they are."""
    changes = [one.change for one in holding]
    return f" ({100 * min(changes):+.1f}% to {100 * max(changes):+.1f}%)" if changes and None not in changes else ""


def cell_of(graded):
    """All of a statement in a cell of a table; how many hold, where not all do."""
    holding = [one for one in graded if one.grade is Grade.HOLDS]
    judged = sum(one.grade is not None for one in graded)
    if judged > MANY:
        others = "; ".join(told(one) for one in graded if one.grade is not Grade.HOLDS)
        return f"{len(holding)} of {judged} hold{spread_of(holding)}" + (f". {others}" if others else "")
    count = f"{len(holding)} of {judged} hold. " if 0 < len(holding) < judged else ""
    return count + "; ".join(map(told, graded))


def counted(wholes):
    """holds 24, nearly 10"""
    return ", ".join(f"{one.value} {wholes.count(one)}" for one in Overall if one in wholes)


def statements_table(judged, columns):
    """judged: [(statement, its Overall, its Graded, ...)], with a column for each of the latter."""
    rows = [(statement.words, statement.criterion, f"**{whole.value}**", *map(cell_of, cells))
            for statement, whole, *cells in judged]
    return table(["the paper", "criterion (ours)", "grade", *columns], rows)
