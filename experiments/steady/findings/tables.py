"""Tables 1 and 2, and what the paper reads from them (section 5)."""
from fractions import Fraction

from common.criteria import Check, Criteria

from .. import given_vertex, paper
from ..examples import TASKS, toy_platform, toy_tree
from ..shares import busy_parts, seventeen_shares, shares, speed_of, works
from ..vertex import broken_rows, file_name, links_of, throughput

criteria = Criteria()
finding, findings_of = criteria.finding, criteria.findings_of

OURS, DIGITS, PRINTED = "ours", "with the printed digits", "as printed"


def of_both(results):
    """{which: rates} of two optimal solutions of the first example."""
    return {DIGITS: given_vertex.RATES, OURS: results.rates("toy")}


def time_parts(rates):
    """{(from, to, file): part of the time that the link is busy with it}"""
    costs, data = links_of(toy_platform()), {file_name(file): Fraction(file["data"]) for file in toy_tree()["files"]}
    return {(*link, file): rate * data[file] * costs[tuple(link)] for (*link, file), rate in rates.sent.items()}


def by_link(parts):
    """{link: sum over its files}"""
    sums = {}
    for (*link, _), part in parts.items():
        sums["->".join(link)] = sums.get("->".join(link), 0) + float(part)
    return sums


@finding("tables", "Table 1 is an optimal solution.",
         "there are exact numbers that have the percentages that are printed, satisfy each row of the linear "
         "programme, and have throughput 39/280; our solution does, too, but for the percentages")
def table_1(results):
    for which, rates in of_both(results).items():
        broken = broken_rows(toy_platform(), toy_tree(), rates)
        yield Check(not broken and throughput(toy_tree(), rates) == paper.THROUGHPUT,
                    f"{which}: {', '.join(broken) or 'all rows hold'}, throughput {throughput(toy_tree(), rates)}")
    found = shares(given_vertex.RATES, TASKS, paper.TABLE_1)
    off = max(abs(share - figure) for name, row in paper.TABLE_1.items() for share, figure in zip(found[name], row))
    yield Check(off <= 0.05, f"the percentages are off by {off:.3f} at most, and printed to 0.1")


def files_by_table_1():
    """[(files, per 100 time units by table 1 times 39/280, by the figures for links if these are such numbers)]"""
    part, links, jobs = paper.TABLE_1, paper.LINKS, float(paper.THROUGHPUT)
    return [("begin->T1 to P4", part["P4"][0] * jobs,
             links["P2", "P4", "begin->T1"] + links["P3", "P4", "begin->T1"]),
            ("T1->T2 from P1", part["P1"][0] * jobs, links["P1", "P2", "T1->T2"]),
            ("T1->T3 to P2", part["P2"][2] * jobs, links["P1", "P2", "T1->T3"] - links["P2", "P4", "T1->T3"]),
            ("T1->T3 to P3", part["P3"][2] * jobs, links["P1", "P3", "T1->T3"])]


def largest_input():
    """The input's size by that of T1->T2, at most, if the figures are both files per time unit and fractions of time.

    Then data x c is 1 for T1->T2 on P1->P2 and for T1->T3 on P1->P3. P2 keeps what it keeps of T1->T3 only if that is
    not much larger than T1->T2, so that P1->P3 is not much faster than P1->P2, which carries the rest of the input.
    """
    links = paper.LINKS
    kept = links["P1", "P2", "T1->T3"] - links["P2", "P4", "T1->T3"]
    size_of_t3 = links["P1", "P2", "T1->T3"] / kept
    on_p2, on_p3 = links["P1", "P2", "begin->T1"], links["P1", "P3", "begin->T1"]
    return (on_p2 + on_p3 * size_of_t3) / (on_p2 + on_p3)


@finding("tables", "The figures for each link are fractions of the time.",
         "by the print alone: they are not the numbers of files per time unit, which follow from table 1 times 39/280; "
         "or they may be both, as data x c is 1, with an input of 2 or more where T1->T2 is 1")
def fractions_of_time(_):
    numbers = files_by_table_1()
    are_files = all(abs(one - other) < 0.03 for _, one, other in numbers)
    told = ", ".join(f"{files} {one:.2f} and {other:.2f}" for files, one, other in numbers)
    yield Check(not are_files or largest_input() >= 2, f"files per 100 time units by table 1, and the figures: {told}. "
                f"As fractions of time, too, the input is at most {largest_input():.2f} times T1->T2, not 6 or 2 times")


@finding("tables", "The link from P3 to P2 is slow and not worth using much, hence its low fraction of 0.51%.",
         "in a solution with the printed digits it is busy for less of the time than any other link that is used")
def slow_link(results):
    busy, files = by_link(time_parts(given_vertex.RATES)), by_link(given_vertex.RATES.sent)
    order = sorted(busy, key=busy.get)
    ours = by_link(results.rates("toy").sent).get("P3->P2", 0)
    yield Check(order[0] == "P3->P2", ", ".join(f"{link} {busy[link]:.1%}" for link in order) + f". Fewest files: "
                f"{min(files, key=files.get)}; files on P3->P2 in our solution: {ours:.2f} per time unit")


@finding("tables", "In the optimal solution some processors do not process some task types at all, and some task types "
         "are executed by one processor only.", "both hold for a solution with the printed digits and for ours")
def not_all_types(results):
    for which, rates in of_both(results).items():
        found = shares(rates, TASKS, paper.TABLE_1)
        without = [f"{task} on {name}" for name, row in found.items() for task, share in zip(TASKS, row) if share == 0]
        alone = [task for number, task in enumerate(TASKS) if sum(row[number] > 0 for row in found.values()) == 1]
        yield Check(bool(without and alone),
                    f"{which}: no {', no '.join(without)}; on one processor only: {', '.join(alone)}")


def few_types(which, table):
    """A check of what the paper says of P2, P3 and T2."""
    on = [name for name, row in table.items() if row[TASKS.index("T2")] > 0]
    few = all(0 in table[name] for name in ("P2", "P3"))
    return Check(few and len(on) == 1, f"{which}: P2 and P3 {'do not process' if few else 'process'} "
                 f"{'some types' if few else 'all types'}; T2 on {', '.join(on)}")


@finding("tables", "P2 and P3 do not process some types, and T2 is executed by one processor only.", "in table 1")
def few_types_in_table_1(_):
    yield few_types(PRINTED, paper.TABLE_1)


@finding("tables", "That P2 and P3 do not process some types, and that T2 is executed by one processor only, holds for "
         "every optimal solution (ours).", "it holds for one with the printed digits and for ours")
def few_types_in_each(results):
    for which, rates in of_both(results).items():
        yield few_types(which, shares(rates, TASKS, paper.TABLE_1))


@finding("tables", "Table 2: all processors that compute do so all the time.",
         "by the percentages printed, to 0.1%; likewise with our stand-in for the links")
def table_2(results):
    best = float(results.throughput("seventeen"))
    for which, table in ((PRINTED, paper.TABLE_2), (OURS, seventeen_shares(results.rates("seventeen")))):
        busy = busy_parts(table, best)
        yield Check(all(abs(part - 1) < 0.001 for part in busy.values()),
                    f"{which}: busy {min(busy.values()):.3%} to {max(busy.values()):.3%}")


@finding("tables",
         "Both clusters, P1 to P8 and P9 to P17, are almost equally working, despite the slow link between them.",
         "each does 45% to 55% of the work in table 2 and with our stand-in")
def clusters(results):
    speed = float(speed_of(paper.FIRST_CLUSTER))
    for which, table in ((PRINTED, paper.TABLE_2), (OURS, seventeen_shares(results.rates("seventeen")))):
        first = sum(part for name, part in works(table).items() if name in paper.FIRST_CLUSTER)
        yield Check(0.45 <= first <= 0.55, f"{which}: {first:.1%} and {1 - first:.1%}; P1 to P8 have {speed:.1%} of "
                    "all speed")
