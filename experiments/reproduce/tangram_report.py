"""The report on Tangram's variants of the paper's strategies, its own, and StarPU's: goals, bounds, figures, tables."""
from common.criteria import NotRun
from common.report import table

from . import affinity, bus
from .goals import LIMITS, goals_of, nearest
from .ratios import more
from .report import (MACHINE, cell, everything_section, failures_section, figures_section, made, page_of, papers_cited,
                     sizes_said, tables_section)
from .strategies import AFFINITY, BEST, STARPU, tangrams

NAME = "reproduction-tangram"

VARIANTS = """**Tangram's variants.** What has a plan (NRRP-..., 3D-NRRP-...) is Tangram's variant of the paper's strategy of that name: nodes
execute their own tasks as their zones grow, thefts are weighed, tiles are reserved for thieves and fetched before their tasks are
ready, and tiles of C may come late, with auxiliary ones meanwhile. [The same strategies as in the paper](reproduction.md), and what
of its statements holds, have a report of their own.

"""

GAPS = """## How near to the bounds
On sirocco, of all strategies, the first run of each. What a time is over the bound of the work has two parts: what the
busiest worker has to compute beyond its fair share, and how long it waits, for tiles at the start and later. The bus's
bound: reading what the accelerators need, once, over the one link that all copies share in StarPU's model. The bound of
traffic is for shares that follow the speeds; a plan that rounds in the home node's favour may stay below it.

"""


def introduction(rows, command, starpu):
    return f"""# Tangram on the paper's machines, simulated

{made(rows, command, starpu)}
The figures of each run: `reproduction/results.csv`.

{papers_cited()}
{VARIANTS}"""


def in_short(goals):
    met = [goal.met for goal in goals if goal.met is not None]
    not_run = sum(goal.met is None for goal in goals)
    text = f"{sum(met)} of {len(met)} goals, which are this project's own, are met."
    return text + (f" {not_run} need runs that were not made." if not_run else "") + "\n"


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
        size, kind, tangrams(strategy),
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
        "without a plan or models, and without speeds but for the beta of two phases; `-outer` gives away whole tiles of C, `-matrix` "
        "single products, for which each worker has a C of its own. [What they send in their papers' model](affinity.md) is another report. Mean time, and GiB, on sirocco; "
        "below, what we find.\n\n" + table(["strategy", *sizes_said(scene)], rows) + "\n" + "\n".join(findings) + "\n"
    )


def markdown(summary, rows, figures, failures, command, starpu):
    scene = summary.scene("sirocco")
    goals = goals_of(summary)
    platforms = list(dict.fromkeys(row["platform"] for row in rows))
    sections = [
        introduction(rows, command, starpu),
        in_short(goals),
        MACHINE,
        goals_section(goals),
        gaps_section(scene),
        figures_section(figures, NAME, "What has a plan is Tangram's variant of it. "),
        tables_section(scene, tangrams),
        starpu_section(scene),
        affinity_section(summary),
        everything_section(summary, platforms),
        failures_section(failures),
    ]
    return page_of(sections)
