"""Time and bytes of each scheduler by those of dmdas, for each program and machine."""
from common.drawing import plt, save

from .plan import AUTO, BASE
from .results import examples_of, found, platforms_of, scheds_of

# Okabe and Ito's; auto is filled.
STYLES = {"dmda": ("#0072B2", "s"), BASE: ("#000000", "_"), "dmdar": ("#56B4E9", "^"), "lws": ("#E69F00", "v"),
          AUTO: ("#D55E00", "o")}
TICKS = [0.35, 0.5, 0.7, 1, 1.4, 2, 2.8]
LABELS = {"seconds": "time by that of dmdas", "bytes": "bytes by those of dmdas"}


def draw_ratios(axes, rows, platform, key):
    examples = examples_of(rows)
    for sched in scheds_of(rows):
        colour, marker = STYLES[sched]
        ratios = [found(rows, platform, example, sched)[key] / found(rows, platform, example, BASE)[key]
                  for example in examples]
        filled = sched in (AUTO, BASE)
        axes.plot(range(len(examples)), ratios, linestyle="none", marker=marker, markersize=10 if sched == BASE else 6,
                  color=colour, markerfacecolor=colour if filled else "none", label=sched, zorder=3 if filled else 2)
    axes.axhline(1, color="#666666", linewidth=1, zorder=1)
    axes.set_yscale("log")
    axes.set_yticks(TICKS, [f"{tick:g}" for tick in TICKS])
    axes.set_xticks(range(len(examples)), [example.label.replace(", ", ",\n") for example in examples], rotation=40,
                    ha="right", rotation_mode="anchor", fontsize=8)
    axes.minorticks_off()


def draw(rows, path):
    platforms = platforms_of(rows)
    canvas, axes = plt.subplots(2, len(platforms), figsize=(8 * len(platforms), 7), layout="constrained",
                                sharex=True, sharey="row", squeeze=False)
    for column, platform in enumerate(platforms):
        axes[0, column].set_title(platform)
        for line, (key, label) in enumerate(LABELS.items()):
            draw_ratios(axes[line, column], rows, platform, key)
            axes[line, 0].set_ylabel(label)
    handles, labels = axes[0, 0].get_legend_handles_labels()
    canvas.legend(handles, labels, ncols=len(labels), fontsize=8, frameon=False, loc="outside lower center")
    save(canvas, path)
