"""The paper's figures 1 and 3: both examples' jobs, with the tasks begin and end that are nobody's."""
from common.drawing import plt, save

from .examples import SECOND_TASKS, SECOND_WEIGHTS, TASKS, WEIGHTS, toy_tree

FIRST_DATA = {(file["from"], file["to"]): file["data"] for file in toy_tree()["files"]}
SECOND_DATA = {("begin", "T1"): 10, ("T1", "T2"): 3, **{("T2", leaf): 1 for leaf in ("T3", "T4", "T5")}}
PLACES = {"begin": (0, 4), "T1": (0, 3), "T2": (-1, 2), "T3": (1, 2), "T4": (-1, 1), "end": (0, 0)}
SECOND_PLACES = {"begin": (0, 4), "T1": (0, 3), "T2": (0, 2), "T3": (-1, 1), "T4": (0, 1), "T5": (1, 1), "end": (0, 0)}
NODE = {"boxstyle": "round,pad=0.35", "facecolor": "#CFE6F5", "edgecolor": "#0072B2"}
FICTITIOUS = NODE | {"facecolor": "#FFFFFF", "edgecolor": "#888888", "linestyle": "--"}


def draw_file(axes, places, ends, data):
    (x, y), (to_x, to_y) = (places[end] for end in ends)
    fictitious = "begin" in ends or "end" in ends
    axes.annotate("", (to_x, to_y), (x, y), zorder=0, arrowprops={
        "arrowstyle": "->", "shrinkA": 16, "shrinkB": 16, "linestyle": "--" if fictitious else "-", "color": "#555555"})
    if data is not None:
        side = -1 if to_x < x else 1  # of the arrow, where it does not lie
        axes.text((x + to_x) / 2 + 0.1 * side, (y + to_y) / 2 + 0.08, str(data), fontsize=8, va="center",
                  ha="right" if side < 0 else "left")


def draw_tree(axes, title, places, weights, data):
    for ends, size in data.items():
        draw_file(axes, places, ends, size)
    for name, (x, y) in places.items():
        text = f"{name}\n{weights[name]}" if name in weights else name
        axes.text(x, y, text, ha="center", va="center", fontsize=8, bbox=NODE if name in weights else FICTITIOUS)
    axes.set_title(title)
    axes.set_xlim(-1.6, 1.6)
    axes.set_ylim(-0.5, 4.5)
    axes.axis("off")


def stays(data, leaves):
    """Outputs stay where they are made: files that are never sent, without a size."""
    return {ends: size for ends, size in data.items() if ends[1] != "end"} | {(leaf, "end"): None for leaf in leaves}


def draw_trees(path):
    canvas, (left, right) = plt.subplots(1, 2, figsize=(7, 3.9), layout="constrained")
    draw_tree(left, "first example", PLACES, dict(zip(TASKS, WEIGHTS)), stays(FIRST_DATA, ("T3", "T4")))
    draw_tree(right, "second example", SECOND_PLACES, dict(zip(SECOND_TASKS, SECOND_WEIGHTS)),
              stays(SECOND_DATA, ("T3", "T4", "T5")))
    save(canvas, path)
