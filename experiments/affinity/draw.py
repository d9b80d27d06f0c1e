"""Each figure as a drawing: a line for each curve, those of the analysis dashed."""
from common.drawing import plt, save
from common.families import ANY, BLOCKS, CHOICE, MATRIX, OUTER, TWO_PHASES, is_static, label, name

from .figure import heading

# Okabe and Ito's palette, with wine and greys besides; simple strategies warm, those with data in view cool.
STYLES = {
    "random": {"color": "#D55E00", "marker": "o"},
    "sorted": {"color": "#E69F00", "marker": "s"},
    "dynamic": {"color": "#0072B2", "marker": "^"},
    TWO_PHASES: {"color": "#009E73", "marker": "v"},
    "dyn-unprocessed": {"color": "#56B4E9", "marker": "D"},
    "dyn-useful": {"color": "#CC79A7", "marker": "P"},
    "dyn-blocks": {"color": "#882255", "marker": "*", "markersize": 7},
    ANY: {"color": "#AA4499", "marker": "p", "markersize": 5, "linestyle": "--"},
    CHOICE: {"color": "#332288", "marker": "h", "markersize": 5},
    "nrrp-precise": {"color": "#888888", "marker": "x", "linestyle": ":"},
    "nrrp-rounded": {"color": "#888888", "marker": "+", "markersize": 6, "linestyle": ":"},
    "3d-nrrp-rounded": {"color": "#888888", "marker": "+", "markersize": 6, "linestyle": ":"},
    "first_order": {"color": "#000000", "linestyle": "--"},
    "of_2013": {"color": "#000000", "linestyle": "--"},
    "volume": {"color": "#777777", "linestyle": "-."},
}
MARKS_OF_ANALYSIS = {"first_order": {"marker": "_", "markersize": 16}, "volume": {"marker": "_", "markersize": 10}}
LABELS = {"first_order": "analysis of 2014", "of_2013": "analysis of 2013", "volume": "analysis, ours"}
OURS = {OUTER: [BLOCKS, CHOICE], MATRIX: []}  # strategies; DynBlocksOuter has the papers' name, but draws two tasks
TIMES = [10, 20, 50, 100, 200, 500]  # ns, ticks
BETAS = [{"color": "#000000", "linestyle": ":"}, {"color": "#888888", "linestyle": (0, (1, 3))}]


def style_of(curve, panel):
    """Between scenarios there is nothing, so that they get marks alone."""
    style = {"linewidth": 1.3, "markersize": 4, "linestyle": "-"} | STYLES[curve.key]
    return style | {"linestyle": ""} | MARKS_OF_ANALYSIS.get(curve.key, {}) if panel.categories else style


def text_of(key, kernels):
    """As the page names a curve; without its kernel where a figure has both."""
    if key in LABELS:
        return LABELS[key]
    if is_static(key):
        return f"{label(key)} (knows speeds)"
    (kernel,) = kernels if len(kernels) == 1 else [None]
    return label(name(key, kernel) if kernel else key) + (" (ours)" if key in OURS.get(kernel, []) else "")


def texts_of(figure):
    """{key of a curve: its text}, in the order of the curves."""
    kernels = {panel.kernel for panel in figure.panels}
    return {curve.key: text_of(curve.key, kernels) for panel in figure.panels for curve in panel.curves}


def draw_curve(axes, results, panel, curve, text):
    values, style = results.drawn(curve), style_of(curve, panel)
    across = list(values)
    if panel.deviations and curve.column == "mean":
        axes.errorbar(across, list(values.values()), yerr=list(results.drawn(curve, "stddev").values()), capsize=2,
                      elinewidth=0.8, label=text, **style)
    else:
        axes.plot(across, list(values.values()), label=text, **style)


def draw_betas(axes, results, betas):
    for (text, point), style in zip(betas.items(), BETAS):
        beta = results.rows[point]["beta"]
        axes.axvline(beta, linewidth=1.2, label=f"beta = {beta:.3f}, {text}", **style)


def most(results, curve):
    return max(results.drawn(curve).values())


def draw_panel(axes, results, panel, texts):
    for curve in panel.curves:
        draw_curve(axes, results, panel, curve, texts[curve.key])
    draw_betas(axes, results, panel.betas)
    if panel.band:
        axes.axhspan(-panel.band, panel.band, color="#000000", alpha=0.07, linewidth=0)
    for axis in panel.logarithmic:
        getattr(axes, f"set_{axis}scale")("log")
    if "x" in panel.logarithmic:
        ticks = sorted({x for curve in panel.curves for x in curve.at})
        axes.set_xticks(ticks, [str(tick) for tick in ticks], fontsize=7)
    if "y" in panel.logarithmic:
        axes.set_yticks(TIMES, [str(tick) for tick in TIMES])
    elif not panel.band:
        axes.set_ylim(0, 1.1 * max(most(results, curve) for curve in panel.curves if curve.column == "mean"))
    axes.minorticks_off()
    axes.set_title(panel.title)
    axes.set_xlabel(panel.across)
    axes.set_ylabel(panel.up)


def legend_entries(texts, grid):
    """{text: handle}, in the order of the curves."""
    handles = {text: handle for axes in grid.flat for handle, text in zip(*axes.get_legend_handles_labels())}
    return {text: handles[text] for text in [*texts.values(), *handles]}


def draw(results, figure, path):
    texts = texts_of(figure)
    rows = -(-len(figure.panels) // 2)
    columns = min(2, len(figure.panels))
    canvas, grid = plt.subplots(rows, columns, figsize=(6.2 if columns == 1 else 10, 3.4 * rows + 0.9), squeeze=False,
                                layout="constrained")
    for axes in grid.flat[len(figure.panels):]:
        axes.set_visible(False)
    for axes, panel in zip(grid.flat, figure.panels):
        draw_panel(axes, results, panel, texts)
    entries = legend_entries(texts, grid)
    in_a_row = 2 * columns if any(panel.betas for panel in figure.panels) else 2 + columns
    space = "\n" if columns == 1 else " "  # one panel is not wide enough for both
    canvas.suptitle(f"{heading(figure.name)}:{space}{figure.title}", fontsize=10)
    canvas.legend(entries.values(), entries.keys(), ncols=in_a_row, fontsize=8, frameon=False,
                  loc="outside lower center")
    save(canvas, path)
