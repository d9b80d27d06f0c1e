"""What both reports have: how they were made, figures, tables."""
from datetime import date

from common import machine
from common.criteria import NotRun
from common.failures import told
from common.papers import cited
from common.report import processor, table

from . import paper
from .ratios import more
from .strategies import BEST, KNOWN_TO_FAIL, allocation, balancer, label


def made(rows, command, starpu):
    simulated, repetitions = sum(row["elapsed"] for row in rows), max(row["repetition"] for row in rows)
    return f"""    {command}

{date.today().isoformat()}; StarPU {starpu} and SimGrid; {len(rows)} runs for this report, which took {simulated / 60:.0f} minutes of
simulation on {processor()}.
Simulated figures do not depend on that machine, except with scheduling cost 1, where the time that policies take counts.

Products of square matrices of size N, double precision, tiles of 960; C is read and written back. Time is from the first
task's submission until the last task's end. GiB are all bytes copied between memory nodes, the paper's "GB" (StarPU's
statistics print GiB so). Bounds are those of `tangram gemm --json`: the work by the sum of all speeds,
and the least traffic of nodes whose shares follow their speeds. Where chance has a part, in a strategy or in the time that
it takes (scheduling cost 1), a point is {repetitions} runs; else it is one run.
"""


MACHINE = machine.RECORDED + "Beside seconds that the paper measured they stand without a verdict.\n\n"


def page_of(sections):
    """Those that have something to say."""
    return "\n".join(section for section in sections if section)


def papers_cited():
    return f"""The papers, by the names that they have below; "the paper" is Eyraud-Dubois and Lambert 2018, its section 5:

{cited("Eyraud-Dubois and Lambert 2018", "Beaumont and Marchal 2014", "Beaumont and Marchal 2013")}
"""


def figures_section(figures, folder, note=""):
    lines = [
        f"## Figures\nNumbers up to 9 are the paper's. {note}Across: communication; up: time; down and left is better. A mark is the "
        "mean, a box goes from least to most where a strategy is random; without a box it is one run. Marks that would "
        "hide each other are larger below; an arrow at an axis has the value of what is far off. Dashed: bounds. Colours: balancers and "
        "strategies without a plan; marks: allocations, in figure 11 kernels.\n"
    ]
    for figure in figures:
        lines.append(f"![Figure {figure.number}]({folder}/{figure.file})\n")
        lines.append(f"Figure {figure.number}, {figure.platform}. {figure.caption}\n")
    return "\n".join(lines)


def said(seconds, gib):
    return f"{seconds:.4g} s, {gib:.4g}"


def compared(own, other):
    """Two pairs of seconds and GiB."""
    return f"{said(*own)} ({more(own[0], other[0])}, {more(own[1], other[1])})"


def against(scene, other_name, other, theirs, named):
    """A table of the paper's: NRRP-Rounded with EffectiveSteal against another, as there and as here."""
    rows = []
    for size in [size for size in scene.sizes if size in theirs]:
        ours = scene.time(BEST, size), scene.traffic(BEST, size)
        measured = paper.NRRP_ROUNDED_EFFECTIVE_STEAL[size]
        rows.append((
            size, said(*theirs[size]), compared(measured, theirs[size]), said(*other(size)), compared(ours, other(size)),
        ))
    head = ["N", f"paper: {other_name}", f"paper: {label(BEST)}", f"here: {other_name}", f"here: {named(BEST)}"]
    return table(head, rows)


def tables_section(scene, named=label):
    if not set(scene.sizes) & set(paper.DMDA):
        return ""
    try:
        first = against(scene, "Chameleon", lambda size: paper.CHAMELEON[size], paper.CHAMELEON, named)
        second = against(
            scene, "DMDA", lambda size: (scene.time("dmda", size), scene.traffic("dmda", size)), paper.DMDA,
            named,
        )
    except NotRun:
        return ""
    return (
        "## Tables 1 and 2\nTime, and GiB; in brackets against the other. Chameleon was not simulated: its figures are "
        f"the paper's in both columns.\n\n{first}\n{second}"
    )


def cell(scene, name, size):
    return said(scene.time(name, size), scene.traffic(name, size)) if scene.has(name, size) else "-"


def sizes_said(scene):
    return [f"N = {size}" for size in scene.sizes]


def everything_section(summary, platforms):
    lines = ["## All strategies\nMean time, and GiB; -: not run, as a device has no memory for a copy of C, or failed "
             "(below).\n"]
    for platform in platforms:
        for cpus in (True, False):
            scene = summary.scene(platform, cpus)
            if not scene.sizes:
                continue
            names = sorted(scene.strategies, key=lambda name: (allocation(name) or "", balancer(name)))
            rows = [[f"`{name}`"] + [cell(scene, name, size) for size in scene.sizes] for name in names]
            lines.append(f"### {platform}{'' if cpus else ', without CPUs'}\n")
            lines.append(table(["strategy", *sizes_said(scene)], rows))
    return "\n".join(lines)


def failures_section(failures):
    lines = [f"* {line}" for line in told(failures, KNOWN_TO_FAIL)]
    return "\n".join(["## Runs that failed\n", *lines]) + "\n" if lines else ""
