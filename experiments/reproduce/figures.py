"""The paper's figures 3 to 9, as in the paper and with Tangram's variants, and two of ours: traffic across, time up; a mark
at the mean, a box from least to most.

A colour stands for a balancer (or a strategy without a plan), a mark for an allocation, in all figures.
"""
from dataclasses import dataclass, field

from common.drawing import plt, save
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle

from . import paper
from .strategies import AFFINITY, BALANCERS, BEST, BEYOND, FLAT, allocation, balancer, label

# Okabe and Ito's palette, told apart by colour-blind readers too, with grey and wine besides.
COLOURS = {
    "static": "#E69F00", "rand-steal": "#56B4E9", "choice-steal": "#CC79A7", "effective-steal": "#D55E00",
    "dmda": "#000000", "choice-dyn-10": "#999933", "choice-dyn-50": "#0072B2", "effective-dyn": "#009E73",
    "auto": "#882255",
    "dynamic": "#E69F00", "dynamic-2phases": "#CC79A7", "dyn-blocks": "#D55E00", "dyn-unprocessed": "#56B4E9",
    "dyn-useful": "#999933", "dyn-any": "#0072B2", "dyn-choice": "#882255",
}
MARKS_OF_KERNELS = {"outer": "<", "matrix": ">"}
MARKS = {
    None: "P", "nrrp-rounded": "o", "nrrp-precise": "s", "nrrp-refined": "D", "nrrp-plus-refined": "*",
    "3d-nrrp-rounded": "^", "3d-nrrp-rounded-redux": "v",
}
SIZES_OF_MARKS = {"*": 11, "P": 7, "D": 6.5}
BOUNDS = {"color": "#666666", "linestyle": "--", "linewidth": 1}
BOUNDS_WITHOUT_CPUS = BOUNDS | {"linestyle": ":"}
PAPERS = [("Chameleon", "X", paper.CHAMELEON), ("DMDA", "P", paper.DMDA),
          (label(BEST), "o", paper.NRRP_ROUNDED_EFFECTIVE_STEAL)]


@dataclass(frozen=True)
class Figure:
    number: int
    caption: str
    strategies: list
    platform: str = "sirocco"
    rows: list = field(default_factory=lambda: [None])  # an allocation for each row of facets
    without_cpus: bool = False  # hollow marks
    papers: bool = False  # the paper's own measurements

    @property
    def file(self):
        return f"figure-{self.number}.svg"


OF_THE_PAPER = [
    Figure(3, "Dynamic strategies. FirstDyn is left out: see the table of all strategies.",
           ["choice-dyn-10", "choice-dyn-50", "effective-dyn", "dmda"]),
    Figure(4, "Stealing strategies with NRRP allocations.",
           [f"{flat}-{name}" for flat in FLAT for name in BALANCERS], rows=FLAT),
    Figure(5, "Rounded or Precise.", [f"{flat}-{name}" for flat in FLAT for name in ("static", "effective-steal")]),
    Figure(6, "Two and three dimensions. 3D-NRRP-Rounded-Static is left out: see the table of all strategies.",
           ["nrrp-rounded-static", BEST, "3d-nrrp-rounded-effective-steal", "3d-nrrp-rounded-redux-static",
            "3d-nrrp-rounded-redux-effective-steal"]),
    Figure(7, "The best of the paper. Grey: measured in the paper.",
           ["dmda", "choice-dyn-50", "nrrp-rounded-static", BEST], papers=True),
    Figure(8, "The best of the paper on mirage.",
           ["dmda", "choice-dyn-50", "effective-dyn"]
           + [f"{flat}-{name}" for flat in FLAT for name in ("static", "effective-steal")], platform="mirage"),
    Figure(9, "With CPUs (full marks) and without (hollow ones).",
           ["nrrp-rounded-static", BEST, "dmda", "choice-dyn-50", "effective-dyn"], without_cpus=True),
]
BEST_AND_BEYOND = Figure(7, "The best of the paper, and what Tangram has beyond it. Grey: measured in the paper.",
                         ["dmda", "choice-dyn-50", "nrrp-rounded-static", BEST, *BEYOND], papers=True)
OF_TANGRAM = [BEST_AND_BEYOND if figure.number == BEST_AND_BEYOND.number else figure for figure in OF_THE_PAPER] + [
    Figure(10, "Nearer than figure 7: what Tangram has beyond the paper, and the paper's best.",
           [BEST, "nrrp-precise-effective-steal", *BEYOND]),
    Figure(11, "Affinity strategies of whole tiles (outer) and of single products (matrix), beside others. Random and "
           "Sorted are left out: see the table of affinity strategies.",
           [*(name for name in AFFINITY if not name.startswith(("random", "sorted"))), "dmda", "effective-dyn", BEST]),
]


def mark(strategy):
    """What Line2D draws for it."""
    for kernel, shape in MARKS_OF_KERNELS.items():
        if strategy in AFFINITY and kernel in strategy:
            return {"marker": shape, "markersize": 6, "color": COLOURS[strategy.replace(f"-{kernel}", "")]}
    shape = MARKS[allocation(strategy)]
    if strategy == "auto":
        shape = "h"
    return {"marker": shape, "markersize": SIZES_OF_MARKS.get(shape, 6), "color": COLOURS[balancer(strategy)]}


NEAR = 0.03  # of an axis: marks that are no farther apart would hide each other
FAR = 2  # times the range of all others: what is farther off would squeeze them


def levels(places):
    """Of each place, how many later ones are so near that its mark must be larger to be seen below theirs."""
    ranges = [max(values) - min(values) or 1 for values in zip(*places)]

    def near(one, other):
        return all(abs(a - b) <= NEAR * spread for a, b, spread in zip(one, other, ranges))

    return [sum(near(place, later) for later in places[i + 1:]) for i, place in enumerate(places)]


def limit(values):
    """Where an axis ends if its greatest value is far off all others: nothing if it is not."""
    *others, greatest = sorted(values)
    if len(others) < 3:
        return None
    spread = others[-1] - others[0]
    return others[-1] + 0.3 * spread if spread and greatest - others[-1] > FAR * spread else None


def draw_point(axes, strategy, point, level, hollow=False):
    style = mark(strategy)
    style["markersize"] *= 1 + 0.45 * level
    corner = point.gib.least, point.seconds.least
    width, height = point.gib.greatest - point.gib.least, point.seconds.greatest - point.seconds.least
    axes.add_patch(Rectangle(corner, width, height, facecolor=style["color"], edgecolor=style["color"], alpha=0.3))
    axes.plot([point.gib.least, point.gib.greatest], [point.seconds.least, point.seconds.greatest], alpha=0)
    face = {"markerfacecolor": "white"} if hollow else {}
    axes.plot(point.gib.mean, point.seconds.mean, linestyle="", markeredgewidth=1.2 if hollow else 0.5,
              markeredgecolor=style["color"] if hollow else "white", zorder=4 - 0.1 * level, **style, **face)


def end_axes(axes, names, points):
    """Before what would squeeze all others, with an arrow in its colour that has its value."""
    gib, seconds = [point.gib.mean for point in points], [point.seconds.mean for point in points]
    across, up = limit(gib), limit(seconds)

    def arrow(i, value, place, offset):
        colour = mark(names[i])["color"]
        axes.annotate(value, place, offset, "data", "offset points", fontsize=7, ha="center", va="center", color=colour,
                      arrowprops={"arrowstyle": "->", "color": colour})

    if across is not None:
        i = gib.index(max(gib))
        axes.set_xlim(right=across)
        arrow(i, f"{gib[i]:.3g} GiB", (across, seconds[i] if up is None else min(seconds[i], up)), (-44, 0))
    if up is not None:
        i = seconds.index(max(seconds))
        axes.set_ylim(top=up)
        arrow(i, f"{seconds[i]:.3g} s", (gib[i] if across is None else min(gib[i], across), up), (0, -26))


def draw_bounds(axes, point, style):
    axes.axvline(point.gib_bound, **style)
    axes.axhline(point.seconds_bound, **style)


def draw_facet(axes, figure, summary, size, strategies):
    with_cpus, without = (summary.scene(figure.platform, cpus=cpus) for cpus in (True, False))
    drawn = [name for name in strategies if with_cpus.has(name, size)]
    hollow = [name for name in drawn if figure.without_cpus and without.has(name, size)]
    points = [with_cpus.point(name, size) for name in drawn] + [without.point(name, size) for name in hollow]
    found = levels([(point.gib.mean, point.seconds.mean) for point in points])
    for name, point, level in zip(drawn, points, found):
        draw_point(axes, name, point, level)
    if drawn:
        draw_bounds(axes, with_cpus.point(drawn[0], size), BOUNDS)
    for name, other, level in zip(hollow, points[len(drawn):], found[len(drawn):]):
        point = with_cpus.point(name, size)
        draw_point(axes, name, other, level, hollow=True)
        axes.plot([point.gib.mean, other.gib.mean], [point.seconds.mean, other.seconds.mean],
                  color=COLOURS[balancer(name)], linewidth=0.8, alpha=0.6)
    if hollow:
        draw_bounds(axes, without.point(hollow[0], size), BOUNDS_WITHOUT_CPUS)
    if figure.papers:
        for _, shape, values in PAPERS:
            if size in values:
                seconds, gib = values[size]
                axes.plot(gib, seconds, shape, color="#888888", markerfacecolor="none", markersize=7)
    axes.margins(0.08)
    if len(figure.rows) == 1:  # else facets share their axes
        end_axes(axes, [*drawn, *hollow], points)


def legend_entries(figure, summary, named):
    scene = summary.scene(figure.platform)
    entries = [Line2D([], [], linestyle="", label=named(name), **mark(name))
               for name in figure.strategies if name in scene.strategies]
    if figure.papers:
        entries += [Line2D([], [], label=f"paper: {name}", linestyle="", marker=shape, color="#888888",
                           markerfacecolor="none") for name, shape, _ in PAPERS]
    entries.append(Line2D([], [], label="bounds", **BOUNDS))
    if figure.without_cpus:
        entries += [Line2D([], [], label="bounds without CPUs", **BOUNDS_WITHOUT_CPUS),
                    Line2D([], [], linestyle="", marker="o", color="#666666", markerfacecolor="white",
                           label="hollow: without CPUs")]
    return entries


def facets(figure, sizes):
    """(figure's rows, columns, and the size and strategies of each facet)"""
    of_row = [[name for name in figure.strategies if row in (None, allocation(name))] for row in figure.rows]
    cells = [(size, strategies) for strategies in of_row for size in sizes]
    columns = len(sizes) if len(figure.rows) > 1 else min(2, len(sizes))
    return -(-len(cells) // columns), columns, cells


def draw(figure, summary, path, named):
    sizes = summary.scene(figure.platform).sizes
    rows, columns, cells = facets(figure, sizes)
    canvas, grid = plt.subplots(
        rows, columns, figsize=(max(7.5, 2.9 * columns), 2.7 * rows + 0.9), squeeze=False, layout="constrained",
        sharex="col" if len(figure.rows) > 1 else False, sharey="col" if len(figure.rows) > 1 else False,
    )
    for axes in grid.flat[len(cells):]:
        axes.set_visible(False)
    for axes, (size, strategies) in zip(grid.flat, cells):
        draw_facet(axes, figure, summary, size, strategies)
        row = f", {label(allocation(strategies[0]))}" if len(figure.rows) > 1 else ""
        axes.set_title(f"N = {size}{row}")
    for column in grid.T:
        [axes for axes in column if axes.get_visible()][-1].set_xlabel("communication, GiB")
    for axes in grid[:, 0]:
        axes.set_ylabel("execution time, s")
    canvas.suptitle(f"Figure {figure.number}, {figure.platform}: {figure.caption.split('.')[0]}", fontsize=10)
    canvas.legend(handles=legend_entries(figure, summary, named), ncols=2 if columns < 4 else 4, fontsize=8, frameon=False,
                  loc="outside lower center")
    save(canvas, path)


def draw_all(figures, summary, folder, named):
    """Those whose platform was run; draws each into FOLDER, strategies named by a function."""
    drawn = [figure for figure in figures if summary.scene(figure.platform).sizes]
    for figure in drawn:
        draw(figure, summary, folder / figure.file, named)
    return drawn
