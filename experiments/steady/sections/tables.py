"""The paper's tables 1 and 2, beside a solution with the first one's digits and ours."""
from common.report import table

from .. import given_vertex, paper
from ..examples import SECOND_TASKS, TASKS
from ..findings.tables import time_parts
from ..shares import seventeen_shares, shares


def cell(*values, digits):
    return " / ".join("0" if value == 0 else f"{value:.{digits}f}" for value in values)


def first_table(results):
    """Each cell: printed / exact / ours, in percent."""
    exact, ours = (shares(rates, TASKS, paper.TABLE_1) for rates in (given_vertex.RATES, results.rates("toy")))
    rows = [[name, *(cell(*values, digits=1) for values in zip(printed, exact[name], ours[name]))]
            for name, printed in paper.TABLE_1.items()]
    return table(["", *TASKS], rows)


def second_table(results):
    ours = seventeen_shares(results.rates("seventeen"))
    rows = [[name, *(cell(*values, digits=1) for values in zip(printed, ours[name]))]
            for name, printed in paper.TABLE_2.items()]
    return table(["", *SECOND_TASKS], rows)


def links_table():
    parts = time_parts(given_vertex.RATES)
    rows = [["->".join(place[:2]), place[2], f"{printed}%", f"{given_vertex.RATES.sent[place]} = "
             f"{float(given_vertex.RATES.sent[place]):.4%}", f"{float(parts[place]):.2%}"]
            for place, printed in paper.LINKS.items()]
    return table(["link", "file", "printed as part of the time", "files per time unit", "part of the time"], rows)


def section(results):
    return f"""## Table 1
Percent of all jobs: printed / of a solution with the printed digits / of ours. The optimum is degenerate: many
solutions have the same throughput, and several of them these digits. This one, a vertex, was found by search, from the
percentages. Its numbers are exact, and are checked in all rows of the linear programme by a few lines of Python
({len(given_vertex.RATES.sent)} rates of files as below, and {len(given_vertex.RATES.computed)} of tasks). Another one
has the paper's period.

{first_table(results)}
What the links carry in the same solution:

{links_table()}
## Table 2
Percent of all jobs: printed / of ours, on links, with files and a tree of our own. The sums agree, as all
processors compute all the time in both; who executes T2 does not.

{second_table(results)}
"""
