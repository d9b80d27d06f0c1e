"""The report on runs as in the paper (TANGRAM_MODE=paper): each of its statements with a grade, its figures and tables."""
from itertools import groupby

from common.statements import EXPLAINED, counted, statements_table

from .report import (MACHINE, everything_section, failures_section, figures_section, made, page_of, papers_cited,
                     tables_section)
from .statements import IN_THE_PAPERS_ORDER

NAME = "reproduction"

READINGS = """Strategies are as in the paper (`TANGRAM_MODE=paper`), as far as it describes them: costs, thefts, lists, two tasks in
advance for each worker, a CPU worker for each socket, an auxiliary tile of C for each node that shares one, added behind all
products. What is ours:
* *NRRP and 3D-NRRP* are reconstructions from the text of the papers; their authors' programs were not at hand.
* *The order* of tasks is ours: the paper names none. They are submitted row by row, k innermost, and a node's own tasks and the global
  list are executed in the order in which they become ready.
* *"First (last) submitted"* is read as the first (last) of the tasks that are ready.
* *The first tasks of ties* are taken in the order of lists.

[What Tangram does beyond](reproduction-tangram.md) has a report of its own: its variants of the same strategies are in the last
column of the tables below.

"""


def introduction(rows, command, starpu):
    return f"""# The paper's experiments, simulated as in the paper

{made(rows, command, starpu)}
The figures of each run, Tangram's variants included: `{NAME}/results.csv`.

{papers_cited()}
{READINGS}"""


def judged(summaries):
    """[(statement, Overall as in the paper, its Graded, those of Tangram's variants)]"""
    found = []
    for statement in IN_THE_PAPERS_ORDER:
        graded, beside = (statement.graded(summary) for summary in summaries)
        found.append((statement, statement.overall(graded), graded, beside))
    return found


def in_short(found):
    words = counted([whole for _, whole, _, _ in found])
    return f"Of {len(found)} statements of the paper's sections 5.2 to 5.6: {words} ([what that means](#what-the-paper-states)).\n"


def statements_section(found):
    lines = ["## What the paper states\n", EXPLAINED]
    for section, group in groupby(found, key=lambda one: one[0].section):
        lines += [f"### Section {section}\n", statements_table(group, ["as in the paper", "Tangram's variants"])]
    return "\n".join(lines)


def markdown(summaries, rows, figures, failures, command, starpu):
    """summaries: as in the paper, and Tangram's; all others are of the former alone."""
    summary = summaries[0]
    found = judged(summaries)
    platforms = list(dict.fromkeys(row["platform"] for row in rows))
    sections = [
        introduction(rows, command, starpu),
        in_short(found),
        MACHINE,
        statements_section(found),
        figures_section(figures, NAME),
        tables_section(summary.scene("sirocco")),
        everything_section(summary, platforms),
        failures_section(failures),
    ]
    return page_of(sections)
