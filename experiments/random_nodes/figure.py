"""Time and traffic of auto divided by the better rival's, nodes in the order of their ratio."""
from common.drawing import plt, save

from .results import MOST_BYTES, MOST_TIME


def draw_ratios(axes, rows, key, most, label):
    ratios = sorted(row[key] for row in rows)
    axes.plot(range(1, len(ratios) + 1), ratios, color="#0072B2", linewidth=1.5)
    axes.axhline(most, color="#D55E00", linewidth=1, linestyle="--")
    axes.set_xlabel("nodes")
    axes.set_ylabel(label)
    axes.set_xlim(1, len(ratios))


def draw(rows, path):
    canvas, (times, moved) = plt.subplots(1, 2, figsize=(10, 4), layout="constrained")
    draw_ratios(times, rows, "time_ratio", MOST_TIME, "auto's time by the better of dmda and dmdas")
    draw_ratios(moved, rows, "bytes_ratio", MOST_BYTES, "auto's traffic by the fewer bytes of both")
    moved.set_yscale("log", base=2)
    save(canvas, path)
