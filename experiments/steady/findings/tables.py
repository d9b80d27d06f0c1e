"""Tables 1 and 2, and what the paper reads from them (section 5)."""
from fractions import Fraction

from common.criteria import Check, Criteria

from .. import given_vertex, paper
from ..examples import TASKS, toy_platform, toy_tree
from ..shares import busy_parts, seventeen_shares, shares, works
from ..vertex import broken_rows, file_name, links_of, throughput

criteria = Criteria()
finding, findings_of = criteria.finding, criteria.findings_of

OURS, PAPERS = "ours", "the paper's"


def of_both(results):
    """{whose: rates} of two optimal solutions of the first example."""
    return {PAPERS: given_vertex.RATES, OURS: results.rates("toy")}


def time_parts(rates):
    """{(from, to, file): part of the time that the link is busy with it}"""
    costs, data = links_of(toy_platform()), {file_name(file): Fraction(file["data"]) for file in toy_tree()["files"]}
    return {(*link, file): rate * data[file] * costs[tuple(link)] for (*link, file), rate in rates.sent.items()}


def printed(value, figure):
    """The last of the figure's two digits may be rounded or cut."""
    return abs(100 * float(value) - figure) < 0.01


@finding("tables", "Table 1 is an optimal solution.",
         "the exact numbers behind it satisfy each row of the linear programme, have throughput 39/280, and have the "
         "percentages that are printed; so does our solution, but for the percentages")
def table_1(results):
    for whose, rates in of_both(results).items():
        broken = broken_rows(toy_platform(), toy_tree(), rates)
        yield Check(not broken and throughput(toy_tree(), rates) == paper.THROUGHPUT,
                    f"{whose}: {', '.join(broken) or 'all rows hold'}, throughput {throughput(toy_tree(), rates)}")
    found = shares(given_vertex.RATES, TASKS, paper.TABLE_1)
    off = max(abs(share - figure) for name, row in paper.TABLE_1.items() for share, figure in zip(found[name], row))
    yield Check(off <= 0.05, f"the percentages of {PAPERS} are off by {off:.3f} at most, and printed to 0.1")


@finding("tables", "The figures for each link are fractions of the time.",
         "each of the 14 is the part of the time that the paper's solution needs for these files, to 0.01%")
def fractions_of_time(results):
    parts, rates = time_parts(given_vertex.RATES), given_vertex.RATES.sent
    times = sum(printed(parts[place], figure) for place, figure in paper.LINKS.items())
    files = sum(printed(rates[place], figure) for place, figure in paper.LINKS.items())
    yield Check(times == len(paper.LINKS), f"{times} of {len(paper.LINKS)} are; {files} are rates, files per time "
                f"unit. P1 sends begin->T1 to P3 3.13 times in 100 time units, which takes "
                f"{float(parts['P1', 'P3', 'begin->T1']):.1%} of the time")


@finding("tables", "The link from P3 to P2 is slow and not worth using much, hence its low fraction of 0.51%.",
         "in the paper's solution it is busy for less of the time than any other link that is used")
def slow_link(results):
    busy = {}
    for (*link, _), part in time_parts(given_vertex.RATES).items():
        busy["->".join(link)] = busy.get("->".join(link), 0) + float(part)
    order = sorted(busy, key=busy.get)
    yield Check(order[0] == "P3->P2", ", ".join(f"{link} {busy[link]:.1%}" for link in order) + ". It carries the "
                "fewest files; ours does not use it at all")


@finding("tables", "In the optimal solution some processors do not process some task types at all, and some task types "
         "are executed by one processor only.", "both hold for the paper's solution and for ours")
def not_all_types(results):
    for whose, rates in of_both(results).items():
        found = shares(rates, TASKS, paper.TABLE_1)
        without = [f"{task} on {name}" for name, row in found.items() for task, share in zip(TASKS, row) if share == 0]
        alone = [task for number, task in enumerate(TASKS) if sum(row[number] > 0 for row in found.values()) == 1]
        yield Check(bool(without and alone),
                    f"{whose}: no {', no '.join(without)}; on one processor only: {', '.join(alone)}")


@finding("tables", "P2 and P3 do not process some types, and T2 is executed by one processor only.",
         "this holds for the paper's solution and for ours: for the optimum, not for one solution of many")
def which_ones(results):
    for whose, rates in of_both(results).items():
        found = shares(rates, TASKS, paper.TABLE_1)
        on = [name for name, row in found.items() if row[TASKS.index("T2")] > 0]
        few = all(0 in found[name] for name in ("P2", "P3"))
        yield Check(few and len(on) == 1, f"{whose}: P2 and P3 {'do not process' if few else 'process'} "
                    f"{'some types' if few else 'all types'}; T2 on {', '.join(on)}")


@finding("tables", "Table 2: all processors that compute do so all the time.",
         "by the percentages printed, to 0.1%; likewise with our stand-in for the links")
def table_2(results):
    best = float(results.throughput("seventeen"))
    for whose, table in ((PAPERS, paper.TABLE_2), (OURS, seventeen_shares(results.rates("seventeen")))):
        busy = busy_parts(table, best)
        yield Check(all(abs(part - 1) < 0.001 for part in busy.values()),
                    f"{whose}: busy {min(busy.values()):.3%} to {max(busy.values()):.3%}")


@finding("tables",
         "Both clusters, P1 to P8 and P9 to P17, are almost equally working, despite the slow link between them.",
         "each does 45% to 55% of the work in table 2 and with our stand-in")
def clusters(results):
    for whose, table in ((PAPERS, paper.TABLE_2), (OURS, seventeen_shares(results.rates("seventeen")))):
        first = sum(part for name, part in works(table).items() if name in paper.FIRST_CLUSTER)
        yield Check(0.45 <= first <= 0.55, f"{whose}: {first:.1%} and {1 - first:.1%}, which are the clusters' shares "
                                           f"of all speed")
