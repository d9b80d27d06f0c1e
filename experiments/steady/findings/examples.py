"""Throughputs of the two examples (section 5)."""
from fractions import Fraction

from common.criteria import Check, Criteria

from .. import given_vertex, paper
from ..examples import toy_platform, toy_tree
from ..plan import GATHERING
from ..shares import links_as_printed
from ..vertex import broken_rows, throughput

criteria = Criteria()
finding, findings_of = criteria.finding, criteria.findings_of


def percent(part):
    return f"{100 * float(part):.2f}%"


@finding("examples", "The optimal throughput of the first example is 39/280.",
         "exactly; proved; and all processors compute all the time, so that the sum of their speeds allows no more")
def first_throughput(results):
    report = results.report("toy")
    speeds = sum(1 / Fraction(each["w"]) for each in toy_platform()["processors"])
    work = sum(task["weight"] for task in toy_tree()["tasks"])
    yield Check(report["throughput"] == "39/280" and report["proved"],
                f"{report['throughput']}, {'proved' if report['proved'] else 'not proved'}")
    yield Check(all(each["cpu"] == "1" for each in report["busy"]) and speeds / work == paper.THROUGHPUT,
                f"sum of the speeds {speeds}, work of a job {work}: {speeds / work}")


@finding("examples", "By coarse grain it is 311/2520, 11.4% less.", "exactly; to the digit printed")
def first_coarse(results):
    coarse, best = results.coarse("toy"), results.throughput("toy")
    lost = 100 * float(1 - coarse / best)
    yield Check(coarse == paper.COARSE, str(coarse))
    yield Check(round(lost, 1) == paper.LESS, f"{lost:.2f}% less (spreading tasks gains {percent(best / coarse - 1)})")


@finding("examples",
         "With a w of T2 on P3 of 1 it is about 0.13 by coarse grain and about 0.170 at best, more than 31% more.",
         "the digits printed, rounded or cut; the gain above 31%")
def fast_processor(results):
    name = results.fast("1")
    coarse, best = results.coarse(name), results.throughput(name)
    yield Check(round(float(coarse), 2) == paper.FAST_COARSE, f"{coarse} = {float(coarse):.5f}")
    yield Check(0 <= float(best) - paper.FAST_THROUGHPUT < 0.001,
                f"{best} = {float(best):.5f} ({float(best):.3f} rounded)")
    yield Check(float(best / coarse - 1) > paper.FAST_GAIN / 100, f"{percent(best / coarse - 1)} more")


@finding("examples", "The period is 63000.",
         "this is possible with all that is printed: an optimal solution with the figures for all links has it as the "
         "least common multiple of the denominators of all rates, of tasks and of files, as section 3 says")
def period(results):
    rates, tree = given_vertex.WITH_PERIOD, toy_tree()
    broken = broken_rows(toy_platform(), tree, rates)
    yield Check(not broken and throughput(tree, rates) == paper.THROUGHPUT,
                f"{', '.join(broken) or 'all rows hold'}, throughput {throughput(tree, rates)}")
    printed = links_as_printed(rates.sent)
    yield Check(printed == len(paper.LINKS), f"{printed} of {len(paper.LINKS)} figures for links are as printed")
    yield Check(rates.period == paper.PERIOD, f"period {rates.period}; the vertex found by search has "
                f"{given_vertex.RATES.period} ({given_vertex.RATES.period_of_tasks} for tasks alone), our solution "
                f"{results.report('toy')['period']}")


@finding("examples", "The input costs 6 (section 5.1, first), or 2 (further below).",
         "with either the throughput by coarse grain is 311/2520")
def input_cost(results):
    for cost, name in ((6, "toy"), (2, "input-2")):
        coarse = results.coarse(name)
        yield Check(coarse == paper.COARSE, f"with {cost}: {coarse}")


@finding("examples",
         "The answer is instantaneous for the first example, and takes less than two seconds for the second.",
         f"less than 0.1 s and {paper.SECONDS} s, with the exact solution and the schedule, "
         "which the paper's figure does not have, and on a machine that is some 20 years younger")
def seconds(results):
    for name, most in (("toy", 0.1), ("seventeen", paper.SECONDS)):
        found = results.report(name)["seconds"]
        yield Check(found < most, f"{name} {found:.3f} s")


@finding("examples", "Coarse grain is even unfeasible if some processors cannot handle some tasks at all.",
         "its throughput is 0, and that of spread tasks is not, in the first example without a task on each processor")
def unfeasible(results):
    report = results.report("divided")
    yield Check(report["coarse"] == "0" and report["throughput_value"] > 0,
                f"T2 not on P1, T1 not on P2, T4 not on P3, T3 not on P4: {report['throughput']} = "
                f"{report['throughput_value']:.5f}, coarse {report['coarse']}")


@finding("examples", "Outputs of size 1 that are gathered at any of the four processors cost nothing (ours).",
         "39/280 each")
def gathered(results):
    for processor in GATHERING:
        best, coarse = results.throughput(f"gathered-{processor}"), results.coarse(f"gathered-{processor}")
        yield Check(best == paper.THROUGHPUT, f"at {processor}: {best}; by coarse grain {coarse} = {float(coarse):.5f}")


@finding("examples", "The second example: 0.0867816, by coarse grain 0.0590517, more than 46% more.",
         "the digits printed; the gain above 46%. Tree, files and links are a stand-in of ours: this says that there "
         "are such ones")
def second_throughputs(results):
    best, coarse = results.throughput("seventeen"), results.coarse("seventeen")
    yield Check(f"{float(best):.7f}" == paper.SECOND_THROUGHPUT, f"{best} = {float(best):.7f}")
    yield Check(f"{float(coarse):.7f}" == paper.SECOND_COARSE, f"{coarse} = {float(coarse):.7f}")
    yield Check(float(best / coarse - 1) > paper.SECOND_GAIN / 100, f"{percent(best / coarse - 1)} more")
