"""Speed and traffic against size."""
from common.drawing import plt, save

from .plan import DMDA, JUDGED_METHODS, TANGRAM

# Okabe and Ito's, by method; Tangram has full lines.
COLOURS = ["#000000", "#0072B2", "#D55E00", "#009E73", "#E69F00", "#CC79A7", "#56B4E9"]


def draw_method(axes, results, precision, method, colour, value):
    rows = [results.row(case, method) for case in results.cases if case.precision == precision]
    points = [(row.case.size, value(row)) for row in rows if row and value(row) is not None]
    if points:
        axes.plot(*zip(*points), color=colour, marker="o", markersize=4, linewidth=1.3, label=method.label,
                  linestyle="-" if method in TANGRAM else "--")


def draw(results, methods, value, title, path):
    precisions = sorted({case.precision for case in results.cases})
    canvas, axes = plt.subplots(1, len(precisions), figsize=(6 * len(precisions), 4.4), layout="constrained", squeeze=False)
    for one, precision in zip(axes[0], precisions):
        for method, colour in zip(JUDGED_METHODS, COLOURS):
            if method in methods:
                draw_method(one, results, precision, method, colour, value)
        sizes = sorted({case.size for case in results.cases if case.precision == precision})
        one.set_xscale("log", base=2)
        one.set_xticks(sizes, [str(size) for size in sizes], fontsize=8)
        one.xaxis.minorticks_off()
        one.set_ylim(0, 1.05 * one.get_ylim()[1])
        one.set_title(f"{precision}, C = A B of size N")
        one.set_xlabel("N")
    axes[0, 0].set_ylabel(title)
    canvas.legend(*axes[0, 0].get_legend_handles_labels(), ncols=3, fontsize=8, frameon=False, loc="outside lower center")
    save(canvas, path)


def draw_all(results, folder):
    """Their names: none if nothing was measured."""
    if not results.cases:
        return []
    draw(results, JUDGED_METHODS, lambda row: row.tflops, "TFlop/s", folder / "gpu-speed.svg")
    draw(results, TANGRAM + [DMDA], lambda row: row.bytes_by_bound, "bytes moved, times the bound", folder / "gpu-traffic.svg")
    return ["gpu-speed.svg", "gpu-traffic.svg"]
