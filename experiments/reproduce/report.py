"""The report in Markdown: goals, what the paper states, figures, tables."""
from collections import Counter
from datetime import date
from itertools import groupby

from common.criteria import NotRun
from common.failures import told
from common.grades import EXPLAINED, Overall, cell_of
from common.papers import cited
from common.report import processor, table

from . import affinity, bus, paper
from .goals import LIMITS, goals_of, nearest
from .ratios import more
from .statements import IN_THE_PAPERS_ORDER
from .strategies import AFFINITY, BEST, KNOWN_TO_FAIL, STARPU, allocation, balancer, label

ORDER_SAID = {
    "zone": "Nodes execute their own tasks as their zones grow, Tangram's way (`TANGRAM_ORDER=zone`).",
    "submission": "Nodes execute their own tasks in the order of submission, row by row "
    "(`TANGRAM_ORDER=submission`; the paper leaves the order open).",
}

GAPS = """## How near to the bounds
On sirocco, of all strategies, the first run of each. What a time is over the bound of the work has two parts: what the
busiest worker has to compute beyond its fair share, and how long it waits, for tiles at the start and later. The bus's
bound: reading what the accelerators need, once, over the one link that all copies share in StarPU's model. The bound of
traffic is for shares that follow the speeds; a plan that rounds in the home node's favour may stay below it.

"""


def name_of_report(order):
    """Its files' and its folder's: the report on Tangram as it is has the plain name."""
    return "reproduction" if order == "zone" else f"reproduction-{order}"


def introduction(rows, command, starpu, order):
    simulated, repetitions = sum(row["elapsed"] for row in rows), max(row["repetition"] for row in rows)
    return f"""# The paper's experiments, simulated

    {command}

{date.today().isoformat()}; StarPU {starpu} and SimGrid with StarPU's models of the machines; {len(rows)} runs, which took
{simulated / 60:.0f} minutes of simulation on {processor()}. Simulated figures do not depend on that machine, except with
scheduling cost 1, where the time that policies take counts.

Products of square matrices of size N, double precision, tiles of 960; C is read and written back. Time is from the first
task's submission until the last task's end. GiB are all bytes copied between memory nodes, the paper's "GB" (StarPU's
statistics print GiB so). {ORDER_SAID[order]} Bounds are those of `tangram gemm --json`: the work by the sum of all speeds,
and the least traffic of nodes whose shares follow their speeds. Where chance has a part, in a strategy or in the time that
it takes (scheduling cost 1), a point is {repetitions} runs; else it is one run. The figures of each run:
`{name_of_report(order)}/results.csv`.

The papers, by the names that they have below; "the paper" is Eyraud-Dubois and Lambert 2018, its section 5:

{cited("Eyraud-Dubois and Lambert 2018", "Beaumont and Marchal 2014", "Beaumont and Marchal 2013")}
"""


def in_short(goals, judged):
    """judged: the Overall of each statement."""
    met = [goal.met for goal in goals if goal.met is not None]
    count = Counter(judged)
    words = ", ".join(f"{one.value} {count[one]}" for one in Overall if count[one])
    text = (f"{sum(met)} of {len(met)} goals, which are this project's own, are met. Of {len(judged)} statements of the paper's "
            f"sections 5.2 to 5.6: {words} ([what that means](#what-the-paper-states)).")
    not_run = sum(goal.met is None for goal in goals)
    return text + (f" {not_run} goals need runs that were not made." if not_run else "") + "\n"


def goals_section(goals):
    words = {True: "yes", False: "**no**", None: "not run"}
    rows = [(goal.size, goal.asked, goal.measured, words[goal.met]) for goal in goals]
    text = ("This project's own, not the paper's; on sirocco. Of repeated runs the one counts that is farthest over unless "
            "the median is asked for; against DMDA their means.")
    return f"## Goals\n{text}\n\n" + table(["N", "asked", "measured", "met"], rows)


def gap_row(size, kind, strategy, point):
    """The time over the bound is what the busiest worker has too much of, and what it waits."""
    first = point.rows[0]
    return (
        size, kind, label(strategy),
        f"{first['seconds']:.4g}", f"{point.seconds_bound:.4g}", f"{bus.seconds_bound(first):.4g}",
        more(first["seconds"], point.seconds_bound),
        f"{first['busiest_seconds'] - point.seconds_bound:.3f}", f"{first['seconds'] - first['busiest_seconds']:.3f}",
        f"{first['gib']:.4g}", f"{point.gib_bound:.4g}", more(first["gib"], point.gib_bound),
    )


def gaps_section(scene):
    """How far the best are from what no strategy can beat."""
    rows = []
    for size in [size for size in scene.sizes if size in LIMITS]:
        points = {name: scene.point(name, size) for name in scene.strategies if scene.has(name, size)}
        chosen = {
            "least time": min(points, key=lambda name: points[name].seconds.mean),
            "least traffic": min(points, key=lambda name: points[name].gib.mean),
        }
        try:
            chosen["nearest to the goal"] = nearest(scene, size)
        except NotRun:
            pass
        rows += [gap_row(size, kind, name, points[name]) for kind, name in chosen.items()]
    head = ["N", "best by", "strategy", "s", "bound: work", "bound: bus", "over the work's", "busiest over it, s",
            "busiest waits, s", "GiB", "bound", "over it"]
    return GAPS + table(head, rows) if rows else ""


def statements_section(judged):
    """judged: [(statement, its Graded, its Overall)]"""
    lines = ["## What the paper states\n", EXPLAINED]
    for section, group in groupby(judged, key=lambda one: one[0].section):
        rows = [(statement.words, statement.criterion, f"**{whole.value}**", cell_of(graded))
                for statement, graded, whole in group]
        lines += [f"### Section {section}\n", table(["the paper", "criterion (ours)", "grade", "here"], rows)]
    return "\n".join(lines)


def figures_section(figures, folder):
    lines = [
        "## Figures\nNumbers up to 9 are the paper's. Across: communication; up: time; down and left is better. A mark is the "
        "mean, a box goes from least to most where a strategy is random. Dashed: bounds. Colours: balancers and "
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


def against(scene, other_name, other, theirs):
    """A table of the paper's: NRRP-Rounded with EffectiveSteal against another, as there and as here."""
    rows = []
    for size in [size for size in scene.sizes if size in theirs]:
        ours = scene.time(BEST, size), scene.traffic(BEST, size)
        measured = paper.NRRP_ROUNDED_EFFECTIVE_STEAL[size]
        rows.append((
            size, said(*theirs[size]), compared(measured, theirs[size]), said(*other(size)), compared(ours, other(size)),
        ))
    head = ["N", f"paper: {other_name}", f"paper: {label(BEST)}", f"here: {other_name}", f"here: {label(BEST)}"]
    return table(head, rows)


def tables_section(scene):
    if not set(scene.sizes) & set(paper.DMDA):
        return ""
    try:
        first = against(scene, "Chameleon", lambda size: paper.CHAMELEON[size], paper.CHAMELEON)
        second = against(
            scene, "DMDA", lambda size: (scene.time("dmda", size), scene.traffic("dmda", size)), paper.DMDA
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


def starpu_section(scene):
    names = [name for name in ["dmda", *STARPU] if name in scene.strategies]
    if not names:
        return ""
    rows = [[f"`{name}`"] + [cell(scene, name, size) for size in scene.sizes] for name in [*names, BEST]]
    return "## StarPU's own policies\nTime, and GiB, on sirocco.\n\n" + table(["policy", *sizes_said(scene)], rows)


def affinity_section(summary):
    scene = summary.scene("sirocco")
    names = [name for name in AFFINITY if name in scene.strategies]
    if not names:
        return ""
    rows = [[f"`{name}`"] + [cell(scene, name, size) for size in scene.sizes]
            for name in [*names, "dmda", "effective-dyn", BEST]]
    findings = [line for finding in affinity.findings_of(summary) for line in finding.lines]
    return (
        "## Affinity strategies\nThose of Beaumont and Marchal (2013 and 2014) as schedulers of the same product (figure 11): "
        "without a plan or models, and without speeds but for the beta of two phases; `-outer` gives away whole tiles of C, `-matrix` single products, for which each worker has a C of "
        "its own. [What they send in their papers' model](affinity.md) is another report. Mean time, and GiB, on sirocco; "
        "below, what we find.\n\n" + table(["strategy", *sizes_said(scene)], rows) + "\n" + "\n".join(findings) + "\n"
    )


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


def markdown(summary, rows, figures, failures, command, starpu, order):
    """The whole report."""
    scene = summary.scene("sirocco")
    goals = goals_of(summary)
    judged = [(statement, graded, statement.overall(graded)) for statement in IN_THE_PAPERS_ORDER
              for graded in [statement.graded(summary)]]
    platforms = list(dict.fromkeys(row["platform"] for row in rows))
    sections = [
        introduction(rows, command, starpu, order),
        in_short(goals, [whole for _, _, whole in judged]),
        goals_section(goals),
        gaps_section(scene),
        statements_section(judged),
        figures_section(figures, name_of_report(order)),
        tables_section(scene),
        starpu_section(scene),
        affinity_section(summary),
        everything_section(summary, platforms),
        failures_section(failures),
    ]
    return "\n".join(section for section in sections if section)
