"""What is run, and the figures that are made of it."""
from dataclasses import replace
from math import log

from common.families import ALL, DYNAMIC, KERNELS, MATRIX, OUTER, SIMPLE, STATIC, TWO_PHASES, name

from . import analysis_2013
from .figure import Curve, Figure, Panel
from .point import Point

SCENARIOS = ["unif.1", "unif.2", "set.3", "set.5", "dyn.5", "dyn.20"]
WALKS = ["walk:5", "walk:20"]  # ours: as dyn.5 and dyn.20, but changes add up
SMALL = {OUTER: 100, MATRIX: 40}  # blocks along a side
LARGE = {OUTER: 1000, MATRIX: 100}
FEW = 20  # processors
TIMED_PROCESSORS = 100
TABLE = 1000, 1000  # blocks and processors of the 2013 paper's table 1


def analysed(curve):
    """The analysis of 2014 of the same runs, and ours."""
    return [Curve(column, curve.at, column) for column in ("first_order", "volume")]


def over(kernel, families, across, settings, **common):
    """A curve for each; settings(x): those of a point that differ along it."""
    return [Curve(family, {x: (Point(kernel, name(family, kernel), **settings(x), **common),) for x in across})
            for family in families]


def with_analysis(curves):
    found = [curve for curve in curves if curve.key == TWO_PHASES]
    return curves + [analysis for curve in found for analysis in analysed(curve)]


def over_processors(kernel, families, blocks, processors, runs):
    return with_analysis(over(kernel, families, processors, lambda p: {"processors": p}, blocks=blocks, runs=runs))


def given_speeds(scale, kernel, family, processors, beta="auto"):
    """The same for all points of a figure."""
    return Point(kernel, name(family, kernel), SMALL[kernel], processors, scale.runs, same_speeds=True, beta=beta)


def over_beta(scale, figure, kernel, processors):
    betas = {label: given_speeds(scale, kernel, TWO_PHASES, processors, beta)
             for label, beta in (("best for these speeds", "auto"), ("best for equal speeds", "homogeneous"))}
    curve = Curve(TWO_PHASES, {beta: (given_speeds(scale, kernel, TWO_PHASES, processors, f"{beta:g}"),)
                               for beta in scale.betas[kernel]})
    panel = Panel([curve, *analysed(curve)], across="beta", deviations=True, betas=betas)
    return Figure(figure, f"by beta, {processors} processors whose speeds are given, N = {SMALL[kernel]}, {kernel}",
                  [panel])


def over_percents(scale):
    """The 2014 paper's figure 2: what is sent by how much is left to the second phase, entire and its end."""
    panels = []
    for least, title in ((0, "all"), (90, "the end of it")):
        percents = [percent for percent in scale.percents if percent >= least]
        phases = Curve(TWO_PHASES, {percent: (given_speeds(scale, OUTER, TWO_PHASES, FEW,
                                                           f"{abs(log(1 - percent / 100)):.6g}"),)
                                    for percent in percents})
        others = [Curve(family, {percent: (given_speeds(scale, OUTER, family, FEW),)
                                 for percent in (percents[0], percents[-1])}) for family in (*SIMPLE, "dynamic")]
        panels.append(Panel([*others, phases, *analysed(phases)], title, across="% of the tasks in the first phase"))
    return Figure("2014-2", f"by the part of the first phase, {FEW} processors whose speeds are given, "
                           f"N = {SMALL[OUTER]}, outer", panels)


def by_speeds(scale):
    """The 2014 paper's figures 7 and 8."""
    common = {"processors": FEW, "blocks": SMALL[OUTER], "runs": scale.tries}
    families = [*SIMPLE, *DYNAMIC]
    degrees = with_analysis(over(OUTER, families, scale.heterogeneity, lambda h: {"speeds": f"h:{h}"}, **common))
    scenarios = with_analysis(over(OUTER, families, SCENARIOS + WALKS, lambda text: {"speeds": text}, **common))
    where = f"{FEW} processors, N = {SMALL[OUTER]}, outer"
    return [Figure("2014-7", f"by heterogeneity, {where}",
                   [Panel(degrees, across="h: speeds in [100 - h, 100 + h]", deviations=True)]),
            Figure("2014-8", f"by scenario, {where}",
                   [Panel(scenarios, across="scenario", deviations=True, categories=True)])]


def platform_size(scale):
    """The 2014 paper's figures 1, 4, 5, 9 and 10."""
    def figure(number, kernel, blocks, processors, families):
        return Figure(f"2014-{number}", f"by processors, N = {blocks}, {kernel}",
                      [Panel(over_processors(kernel, families, blocks, processors, scale.runs))])

    all_of = {kernel: [*SIMPLE, *DYNAMIC, *STATIC[kernel]] for kernel in KERNELS}
    return [figure(1, OUTER, SMALL[OUTER], scale.processors, [*SIMPLE, "dynamic"]),
            figure(4, OUTER, SMALL[OUTER], scale.processors, all_of[OUTER]),
            figure(5, OUTER, LARGE[OUTER], scale.large, all_of[OUTER]),
            figure(9, MATRIX, SMALL[MATRIX], scale.processors, all_of[MATRIX]),
            figure(10, MATRIX, LARGE[MATRIX], scale.large, all_of[MATRIX])]


def of_2013(curves, point):
    """With two phases, and their analysis, as in 2013: with the beta that is best for equal speeds by the paper's equation."""
    phases = Curve(TWO_PHASES, {x: (point(x),) for x in curves[0].at})
    analyses = [Curve(column, phases.at, column) for column in ("of_2013", "volume")]
    return [phases if curve.key == TWO_PHASES else curve for curve in curves] + analyses


def involved(scale):
    """The 2013 paper's figures 2 to 5."""
    def phases(kernel, blocks, processors):
        beta = analysis_2013.of_alike(kernel, blocks, processors)
        return Point(kernel, name(TWO_PHASES, kernel), blocks, processors, scale.runs, beta=f"{beta:.4f}")

    def by_processors(number, kernel, families, blocks, processors, **axis):
        curves = over(kernel, families, processors, lambda p: {"processors": p}, blocks=blocks, runs=scale.runs)
        return Figure(f"2013-{number}", f"by processors, N = {blocks}, {kernel}",
                      [Panel(of_2013(curves, lambda p: phases(kernel, blocks, p)), **axis)])

    def by_blocks(number, kernel, families, blocks, processors, **axis):
        curves = over(kernel, families, blocks, lambda n: {"blocks": n}, processors=processors, runs=scale.runs)
        return Figure(f"2013-{number}", f"by N, {processors} processors, {kernel}",
                      [Panel(of_2013(curves, lambda n: phases(kernel, n, processors)), across="N", **axis)])

    all_of = {kernel: [*ALL[kernel], *STATIC[kernel]] for kernel in KERNELS}
    without_simple = [family for family in all_of[OUTER] if family not in SIMPLE]
    return [by_processors(2, OUTER, without_simple, LARGE[OUTER], scale.large + scale.beyond, logarithmic="x"),
            by_blocks(3, OUTER, all_of[OUTER], scale.vectors, 10, logarithmic="x"),
            by_processors(4, MATRIX, all_of[MATRIX], SMALL[MATRIX], scale.processors),
            by_blocks(5, MATRIX, all_of[MATRIX], scale.matrices, FEW)]


def turns(scale, kernel, family, blocks, processors):
    """Points whose time is taken. Short runs are repeated, so that the clock's ticks do not matter."""
    once = Point(kernel, name(family, kernel), blocks, processors, 1, timed=True)
    runs = max(1, 10**6 // once.tasks)
    return tuple(replace(once, runs=runs, seed=seed) for seed in range(1, scale.turns + 1))


def time_per_task(scale):
    panels = []
    for kernel in KERNELS:
        curves = [Curve(family, {blocks: turns(scale, kernel, family, blocks, TIMED_PROCESSORS)
                                 for blocks in scale.timed[kernel]}, "nanoseconds")
                  for family in ALL[kernel]]
        panels.append(Panel(curves, f"{kernel}, {TIMED_PROCESSORS} processors", "N", "ns for a task", logarithmic="xy"))
    return Figure("time", "time of a decision by N", panels)


def analysis_error(scale):
    panels = []
    for kernel, blocks, processors in ((OUTER, SMALL[OUTER], scale.processors), (OUTER, LARGE[OUTER], scale.large),
                                       (MATRIX, SMALL[MATRIX], scale.processors),
                                       (MATRIX, LARGE[MATRIX], scale.large)):
        phases = over_processors(kernel, [TWO_PHASES], blocks, processors, scale.runs)[0]
        curves = [Curve(column, phases.at, f"{column}_error") for column in ("first_order", "volume")]
        panels.append(Panel(curves, f"{kernel}, N = {blocks}", up="% above the simulation", band=3))
    return Figure("analysis", "error of the analysis by processors", panels)


def figures(scale):
    """In the papers' order."""
    first, *others = platform_size(scale)
    outer, matrix = others[:2], others[2:]
    return [first, over_percents(scale), *outer, over_beta(scale, "2014-6", OUTER, FEW), *by_speeds(scale), *matrix,
            over_beta(scale, "2014-11", MATRIX, 100), *involved(scale), analysis_error(scale), time_per_task(scale)]


def table_points(scale):
    """{kernel and strategy: the points of a row of the 2013 paper's table 1}; for matrices there are as many tasks."""
    sizes = {OUTER: TABLE, MATRIX: (LARGE[MATRIX], TIMED_PROCESSORS)}
    return {(kernel, family): turns(scale, kernel, family, *sizes[kernel])
            for kernel in KERNELS for family in ALL[kernel]}


def beta_points(scale):
    """{blocks and processors: (points with the best beta, points with that for equal speeds), by speeds}"""
    return {platform: tuple(tuple(Point(OUTER, name(TWO_PHASES, OUTER), *platform, 1, beta=beta, seed=seed)
                                  for seed in range(1, scale.speeds + 1)) for beta in ("auto", "homogeneous"))
            for platform in scale.platforms}


def planned(scale):
    """All points, each once."""
    points = [point for figure in figures(scale) for point in figure.points]
    points += [point for row in table_points(scale).values() for point in row]
    points += [point for pair in beta_points(scale).values() for points in pair for point in points]
    return list(dict.fromkeys(points))
