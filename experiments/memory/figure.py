"""Traffic and time by their bounds, against memory."""
from common.drawing import plt, save

from .plan import BLOCKS, OTHERS, PARTS, SIZES
from .results import found

# Okabe and Ito's; blocks of zones have full lines.
COLOURS = ["#0072B2", "#009E73", "#56B4E9", "#E69F00", "#D55E00"]


def draw_ratio(axes, rows, size, key):
    for choice, colour in zip(BLOCKS + OTHERS, COLOURS):
        axes.plot(range(len(PARTS)), [found(rows, size, part, choice)[key] for part in PARTS], color=colour, marker="o",
                  markersize=4, linewidth=1.3, linestyle="-" if choice in BLOCKS else "--", label=choice.label)
    axes.axhline(1, color="#666666", linewidth=1)
    axes.set_yscale("log", base=2)
    axes.set_yticks([1, 2, 4, 8], ["1", "2", "4", "8"])
    axes.set_xticks(range(len(PARTS)), ["5/4", "1", *(f"1/{part}" for part in PARTS[2:])], fontsize=8)
    axes.minorticks_off()


def draw(rows, path):
    canvas, axes = plt.subplots(2, len(SIZES), figsize=(12, 6.5), layout="constrained", sharex=True, sharey="row")
    for column, size in enumerate(SIZES):
        draw_ratio(axes[0, column], rows, size, "bytes_by_bound")
        draw_ratio(axes[1, column], rows, size, "seconds_by_bound")
        axes[0, column].set_title(f"N = {size}")
        axes[1, column].set_xlabel("memory of a GPU, by its zone")
    axes[0, 0].set_ylabel("traffic by its bound for that memory")
    axes[1, 0].set_ylabel("time by the work's bound")
    canvas.legend(*axes[0, 0].get_legend_handles_labels(), ncols=3, fontsize=8, frameon=False,
                  loc="outside lower center")
    save(canvas, path)
