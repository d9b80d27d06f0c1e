"""The page: figures, what they show, tables."""
from datetime import date
from math import exp
from statistics import fmean

from common.criteria import CONTRADICTED, told
from common.families import ALL, ANY, BLOCKS, KERNELS, OUTER, SIMPLE, label, name
from common.papers import cited
from common.report import processor, table
from common.statements import EXPLAINED, counted, statements_table

from . import analysis_2013, analysis_2014, errata, paper
from .figure import heading
from .findings.decisions import GOALS
from .plan import TABLE
from .platforms import TRIES, known, unknown
from .statements import ALL as STATEMENTS


def busiest(rows):
    """Above its share, at most, where zones are rounded."""
    return max(row["imbalance"] for row in rows if row["strategy"].endswith("-rounded"))


def introduction(results, command):
    rows, scale = results.rows.values(), results.scale
    minutes = sum(row["elapsed"] for row in rows) / 60
    return f"""# What makes affinity-based schedulers so efficient, simulated

    {command}

{date.today().isoformat()}; {len(rows)} points, which took {minutes:.1f} minutes of one core's time on {processor()}.
What is sent does not depend on that machine; times do. They are medians of {scale.turns} turns with nothing else of this
experiment running: ratios say more than seconds.

Figures of two papers, in their order, then two of ours (this project's own). Figure 3 of 2014 and figure 1 of 2013 are sketches.

{cited("Beaumont and Marchal 2014", "Beaumont and Marchal 2013")} Its BasicOuter is DynamicOuter here.

Independent tasks, N x N of an outer product or N x N x N of a matrix product, go to processors that ask whenever they are
idle and whose speeds nobody knows, uniformly drawn from 10 to 100 for each run unless figures say otherwise. Where speeds
change, with dyn.5 (dyn.20), that of a processor is for each of its tasks the one at the start multiplied or divided, as
likely, by 1 + x with x uniformly drawn from 0 to 5% (20%). "After computing a task, a processor sees its computing speed
randomly changed by up to 5%" can as well be read as a walk, where changes add up: walk:5 (walk:20), never further than a
factor of 1000 from the start; both readings are judged. Where speeds change, bound and analysis are for the part of the work
that each processor did, which the paper does not say. Processors that ask at exactly the same time are served in random order.

Up: blocks sent divided by the lower bound (2 N sum rs^(1/2), 3 N^2 sum rs^(2/3) for relative speeds rs). A point is the mean of
{scale.runs} runs, which differ in their seeds; of {scale.tries} in figures 7 and 8 of the 2014 paper. Two phases begin the
second one when exp(-beta) of the tasks are left: in the figures of 2014 with the best beta by the analysis for the speeds of each run,
in those of 2013 with the one that is best by that paper's analysis for equal speeds. *Analysis of 2014*: to first order, as `tangram`
has it, theorem 6 with the sign of its proof and section 4.2 as printed ([errata](#errata-likely-ones)), except where its series fail (a
beta too large for so few processors); *of 2013*: lemma 4, and what lemma 7 gives; *ours*: with the end of the first phase as it is.
Dotted, grey: zones made with all speeds known; those that are rounded to whole rows and columns give the busiest processor up to
{busiest(rows):.0%} more than its share. Each point: `affinity.csv`.
"""


def judged(results):
    """{section: [(statement of a paper's, its Overall, its Graded)]}"""
    by_section = {}
    for statement in STATEMENTS:
        graded = statement.graded(results)
        by_section.setdefault(statement.section, []).append((statement, statement.overall(graded), graded))
    return by_section


def statements_of(section, by_section):
    """The table of a section, if a paper states something there."""
    return statements_table(by_section[section], ["here"]) + "\n" if section in by_section else ""


def in_short(findings, by_section, sections):
    """How many statements have which grade, and which findings of ours are contradicted, in the order of the sections."""
    rows = [one for statements in by_section.values() for one in statements]
    wholes = [whole for _, whole, _ in rows]
    different = len({(heading(statement.section).split(",")[0], statement.words) for statement, _, _ in rows})
    verdicts = [finding.verdict for finding in findings]
    contradicted = "".join(f"* {heading(section)}: {finding.claim}\n" for section in sections for finding in findings
                           if finding.section == section and finding.verdict == "contradicted")
    return (f"Below are {different} statements of the papers in {len(wholes)} rows, for the figures that they are about, readings of "
            f"theirs and forms of the analysis: {counted(wholes)}. Of our own findings, which stand below them, "
            f"{verdicts.count('confirmed')} are confirmed and {verdicts.count('contradicted')} contradicted. Each is checked against "
            f"the figures when this page is written.\n\n{EXPLAINED}One limit stands for the words \"extremely close\", \"very "
            f"accurately\", \"correctly\" and \"close\" of the analysis. \"Always\" is judged by the worst platform.\n\n"
            + (f"{CONTRADICTED} Ours that are contradicted:\n\n{contradicted}" if contradicted else ""))


def figure_section(figure, findings, found):
    return (f"## {heading(figure.name)}: {figure.title}\n![{figure.title}]({figure.file})\n\n"
            + statements_of(figure.name, found) + told(findings, figure.name))


def best_betas(results):
    for figure, where in (("2014-6", "outer, 20 processors, N = 100"), ("2014-11", "matrix, 100 processors, N = 40")):
        best, equal = (results.rows[point]["beta"] for point in results.panel(figure).betas.values())
        yield f"best beta, {where}, speeds drawn once", paper.BEST_BETA[figure], f"{best:.4f}"
        yield f"best beta, {where}, equal speeds", paper.EQUAL_BETA[figure], f"{equal:.4f}"
        yield f"tasks in the first phase, {where}", f"{paper.FIRST_PHASE[figure]}%", f"{100 * (1 - exp(-best)):.1f}%"


def far_ones(results):
    for family in SIMPLE:
        found = [results.curve("2014-5", family)[300], results.of_table(OUTER, family, "mean")]
        yield (f"{label(name(family, OUTER))}, N = 1000", f"around {paper.RANDOM_AT_1000}",
               "{:.1f} with 300 processors, {:.1f} with 1000".format(*found))


def near_one(results):
    for family, text in ((BLOCKS, "with a choice of two"), (ANY, "one of the cheapest at random")):
        sent = results.curve("2013-2", family).values()
        yield (f"{label(name(BLOCKS, OUTER))}, N = 1000, {text} ({label(name(family, OUTER))} here)",
               "almost always below 2", f"{min(sent):.2f} to {max(sent):.2f}")


def equal_speeds(results):
    yield ("best beta for equal speeds, by the mean of the best ones", f"within {paper.BETA_ERROR:.0%}",
           f"within {max(one.error for one in known(analysis_2014.drawn)):.1%}")


def numbers_section(results):
    """What the papers print and what is found here, side by side; table 1 has a section of its own."""
    rows = [row for found in (best_betas, far_ones, near_one, equal_speeds) for row in found(results)]
    return f"## Numbers that the papers print\n{table(['', 'papers', 'here'], rows)}"


def seconds_table(results):
    rows = []
    for kernel in KERNELS:
        for family in ALL[kernel]:
            seconds = results.of_table(kernel, family, "seconds")
            printed = paper.SECONDS.get(family) if kernel == OUTER else None
            goal = GOALS[kernel].get(family)
            rows.append((label(name(family, kernel)), f"{seconds:.3g}", printed or "-",
                         f"{printed / seconds:.3g}" if printed else "-", goal or "-",
                         f"{results.of_table(kernel, family, 'mean'):.2f}"))
    return table(["strategy", "s", "paper, s", "paper divided by ours", "our goal, s", "sent divided by the bound"], rows)


def table_section(results, findings, found):
    blocks, processors = TABLE
    return (f"## {heading('table')}: time for 10^6 tasks\nN = {blocks} on {processors} processors; matrices: N = 100 on "
            f"100 processors. The paper's machine was of 2013, one core here.\n\n{seconds_table(results)}\n{statements_of('table', found)}"
            f"{told(findings, 'table')}")


def platforms_without(drawn):
    """Those of the papers' range of which an analysis says nothing."""
    return ", ".join(f"N = {blocks} with {processors} processors" for blocks, processors in unknown(drawn))


def where_there_are_twice_as_many_tasks():
    """What the paper says holds there."""
    found = [one for one in known(analysis_2014.drawn) if one.blocks ** 2 >= 2 * one.processors]
    least = min(one.mean for one in found)
    return (f"Where there are at least twice as many tasks as processors, the means of the best betas are {least:.2f} or more, and "
            f"that for equal speeds is off by at most {max(one.error for one in found):.1%}.")


def betas_section(found):
    rows = [(one.blocks, one.processors, f"{one.equal:.4f}", f"{one.mean:.4f}", f"{one.deviation:.4f}", f"{one.farthest:.4f}",
             f"{one.error:.2%}", f"{fmean(one.costs):.3%}", f"{max(one.costs):.3%}", f"{fmean(one.misses):.2%}")
            for one in known(analysis_2014.drawn)]
    head = ["N", "processors", "best beta for equal speeds", "mean of best betas", "their standard deviation",
            "largest distance from the mean", "equal speeds' off it", "costs in the mean", "costs at most", "predicted volume off"]
    return (f"## {heading('beta')}: beta without speeds\nOuter products, {TRIES} draws of speeds from 10 to 100 for each "
            f"size, on platforms of the paper's range, by theorem 6 with the sign of its proof. The best beta is where the volume has its "
            f"minimum; where there are about as many processors as tasks, a random choice from the start, beta = 0, may send less. There "
            f"is none for {platforms_without(analysis_2014.drawn)}. {where_there_are_twice_as_many_tasks()} With 10 processors and "
            f"N = 1000 the series are not valid in {analysis_2014.drawn(1000, 10).invalid} of the draws, as beta rs is above 1 for some "
            f"processor. What the beta for equal speeds costs is predicted for the actual speeds; the last column compares what "
            f"is predicted for equal speeds with what is predicted for the actual ones, in the mean.\n\n"
            f"{table(head, rows)}\n{statements_of('beta', found)}")


def betas_2013_section(found):
    rows = [(one.blocks, one.processors, f"{one.equal:.4f}", f"{one.mean:.4f}", f"{one.deviation:.4f}", f"{one.error:.2%}",
             f"{one.ratio_error:.2%}") for one in known(analysis_2013.drawn)]
    head = ["N", "processors", "best beta for equal speeds", "mean of best betas", "their deviation", "equal speeds' off it",
            "predicted ratio off"]
    return (f"## {heading('beta-2013')}: beta without speeds\nThe equation of section 2.3, which the paper of 2014 replaced, solved "
            f"for {TRIES} draws of speeds from 10 to 100, on platforms of the paper's range. It has no root for "
            f"{platforms_without(analysis_2013.drawn)}.\n\n{table(head, rows)}\n{statements_of('beta-2013', found)}")


ERRATA = """## Errata, likely ones
What is printed and what stands beside it differ in these places. Statements on the analysis are judged in both forms; the table compares
both with what was simulated, with the betas of the runs.

Beaumont and Marchal 2014:
* *Lemma 4 and theorem 6*: phase 1 sends sqrt(beta rs) (1 - beta rs / 4) N by the proof, so that its second term is subtracted; both
  print a sum. The paper computed with the difference: for 20 equal processors and N = 100 the best beta is then 4.1705, as printed in
  section 3.6, and 3.8587 with the sum.
* *Theorem 6* seems to have N^2 in its second phase, where lemma 5 has N.
* *Section 4.2*: x^3 = beta rs - (beta rs)^2 / 2 gives x^2 = (beta rs)^(2/3) (1 - beta rs / 3), to first order; the paper has no 1/3. Its
  betas follow from the 1 that it prints, which `tangram` has, too (100 processors, N = 40: 2.9158; with 1/3 2.8592).
* *Lemma 8*: N^3 (1 - (1 - x^3)^(alpha + 1)), without the 1 before it and with N^3 for N^2, as all tasks are N^3; so, too, where section
  4.2 says when to switch.
* *Without consequence*: lemma 4 divides its second term by 4 LB, where theorem 6 has 4 times the sum of rs^(1/2), and its proof lacks a
  factor of 2; so do the volumes of phase 2 (lemma 5; section 4.2: 3), but not their ratios to the lower bound; lemma 5 says "induced by
  Phase 1"; below lemma 3 e^beta stands for e^(-beta); algorithm 2 waits for "the number of processors" to fall below the threshold; in
  section 4.1 blocks of C have (N/l)^2 elements for l^2, and in algorithm 3 J and K have the wrong indices.

Beaumont and Marchal 2013:
* *Lemma 8*: beta^(1/2), and beta in the sum; lemma 7 gives beta^(2/3), and none there, as lemma 4 has it for outer products.
* *Without consequence*: in lemma 3 and lemma 7 time is multiplied by the sum of speeds in one place, divided in the other; a stray x and a
  logarithm stand in the proof of lemma 1; the lower bound of a cube is 3 N for 3 N^2.

"""


def errata_section(results):
    rows = [(what, heading(figure), printed, follows) for what, figure, printed, follows in errata.compared(results)]
    return ERRATA + table(["what", "figure", "as printed, off the simulation by", "as it follows"], rows)


def markdown(results, findings, command):
    found = judged(results)
    sections = {figure.name: figure_section(figure, findings, found) for figure in results.figures
                if heading(figure.name) != "Ours"}
    sections |= {"table": table_section(results, findings, found), "beta": betas_section(found),
                 "beta-2013": betas_2013_section(found)}
    sections |= {figure.name: figure_section(figure, findings, found) for figure in results.figures
                 if heading(figure.name) == "Ours"}
    return "\n".join([introduction(results, command), in_short(findings, found, sections), numbers_section(results),
                      errata_section(results), *sections.values()])
