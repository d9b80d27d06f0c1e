"""Time and bytes of each scheduler: by those of dmdas for each program and machine, and by their bounds for each size."""
from math import ceil

from common.drawing import plt, save

from .plan import AUTO, BASE
from .problems import TILE
from .results import examples_of, found, platforms_of, scheds_of

# Okabe and Ito's; auto is filled.
STYLES = {"dmda": ("#0072B2", "s"), BASE: ("#000000", "_"), "dmdar": ("#56B4E9", "^"), "lws": ("#E69F00", "v"),
          "heteroprio": ("#009E73", "D"), AUTO: ("#D55E00", "o")}
TICKS = [0.25, 0.35, 0.5, 0.7, 1, 1.4, 2, 2.8, 4, 5.6, 8]
LABELS = {"seconds": "time by that of dmdas", "bytes": "bytes by those of dmdas"}
BOUNDS = {"seconds": "time by its bound", "bytes": "bytes by their bound"}


def ratios(rows, platform, sched, key):
    """(index of the example, its figure by that of dmdas); where dmdas moves nothing there is none."""
    for index, example in enumerate(examples_of(rows, platform)):
        row, base = found(rows, platform, example, sched), found(rows, platform, example, BASE)
        if row and base[key] and row[key]:
            yield index, row[key] / base[key]


def draw_ratios(axes, rows, platform, key):
    examples = examples_of(rows, platform)
    for sched in scheds_of(rows):
        colour, marker = STYLES[sched]
        points = list(ratios(rows, platform, sched, key))
        filled = sched in (AUTO, BASE)
        axes.plot([index for index, _ in points], [ratio for _, ratio in points], linestyle="none", marker=marker,
                  markersize=10 if sched == BASE else 6, color=colour, markerfacecolor=colour if filled else "none",
                  label=sched, zorder=3 if filled else 2)
    axes.axhline(1, color="#666666", linewidth=1, zorder=1)
    scale(axes, TICKS)
    axes.set_xlim(-0.5, len(examples) - 0.5)
    axes.set_xticks(range(len(examples)), [example.label.replace(", ", ",\n") for example in examples], rotation=40,
                    ha="right", rotation_mode="anchor", fontsize=8)


def scale(axes, ticks):
    axes.set_yscale("log")
    low, high = axes.get_ylim()
    low, high = min(low, 0.65), max(high, 1.5)
    axes.set_ylim(low, high)
    axes.set_yticks([tick for tick in ticks if low <= tick <= high])
    axes.set_yticks([], minor=True)
    axes.yaxis.set_major_formatter("{x:g}")


def legend(canvas, all_axes):
    found_handles = {label: handle for axes in all_axes for handle, label in zip(*axes.get_legend_handles_labels())}
    canvas.legend(found_handles.values(), found_handles, ncols=len(found_handles), fontsize=8, frameon=False,
                  loc="outside lower center")


def draw(rows, path):
    """A column for each machine, at most three beside each other."""
    platforms = platforms_of(rows)
    columns = min(3, len(platforms))
    width = 16 / columns if columns == 2 else 5
    lines = 2 * ceil(len(platforms) / columns)
    canvas, axes = plt.subplots(lines, columns, figsize=(width * columns, 3.5 * lines), layout="constrained", squeeze=False)
    for index, platform in enumerate(platforms):
        line, column = 2 * (index // columns), index % columns
        axes[line, column].set_title(platform)
        for offset, (key, label) in enumerate(LABELS.items()):
            draw_ratios(axes[line + offset, column], rows, platform, key)
            if column == 0:
                axes[line + offset, 0].set_ylabel(label)
        axes[line, column].tick_params(labelbottom=False)
    legend(canvas, axes.flat)
    save(canvas, path)


def draw_by_size(axes, rows, platform, program, key):
    """Of tiles of the usual size; each figure by its bound."""
    examples = [example for example in examples_of(rows, platform)
                if example.program == program and example.size == TILE * example.blocks]
    for sched in scheds_of(rows):
        colour, marker = STYLES[sched]
        points = [(example.size, row[key] / row[f"{key}_bound"]) for example in sorted(examples, key=lambda one: one.size)
                  if (row := found(rows, platform, example, sched)) and row[f"{key}_bound"]]
        if points:
            axes.plot(*zip(*points), marker=marker, color=colour, label=sched, zorder=3 if sched == AUTO else 2,
                      markerfacecolor=colour if sched == AUTO else "none")
    sizes = sorted(example.size for example in examples)
    axes.set_xticks(sizes, sizes, rotation=40, ha="right", rotation_mode="anchor", fontsize=7)
    axes.set_ylim(0, max(1.2, 1.05 * axes.get_ylim()[1]))
    axes.axhline(1, color="#666666", linewidth=1, zorder=1)


def draw_sizes(rows, path):
    """A column for each machine, two lines for LU and two for Cholesky."""
    platforms = platforms_of(rows)
    panels = [(program, key) for program in ("lu", "cholesky") for key in BOUNDS]
    canvas, axes = plt.subplots(len(panels), len(platforms), figsize=(2.6 * len(platforms), 10), layout="constrained",
                                squeeze=False)
    for column, platform in enumerate(platforms):
        for line, (program, key) in enumerate(panels):
            draw_by_size(axes[line, column], rows, platform, program, key)
            axes[line, column].set_title(f"{platform}, {program}", fontsize=8)
            if column == 0:
                axes[line, 0].set_ylabel(BOUNDS[key])
    legend(canvas, axes.flat)
    save(canvas, path)
