"""What was found, drawn: by w of T2 on P3, on random platforms, by periods, by size."""
from statistics import median

from common.drawing import plt, save

from .plan import FAST, TIMED_RATIOS
from .results import gains

# Okabe and Ito's.
BLUE, ORANGE, GREEN, RED, BLACK = "#0072B2", "#E69F00", "#009E73", "#D55E00", "#000000"
KINDS = {"speeds": BLUE, "affinities": RED}
LINES = {"fine": "-", "coarse": "--"}
BOX = 0.36
GAINS = [0, 5, 10, 20, 50, 100, 200, 500, 1000]  # percent, ticks


def draw_fast(results, path):
    canvas, (left, right) = plt.subplots(1, 2, figsize=(9, 3.4), layout="constrained")
    across = range(len(FAST))
    names = [results.fast(time) for time in FAST]
    left.plot(across, [float(results.throughput(name)) for name in names], color=BLUE, marker="o", markersize=4,
              label="tasks spread")
    left.plot(across, [float(results.coarse(name)) for name in names], color=ORANGE, marker="s", markersize=4,
              linestyle="--", label="each job on one processor")
    left.set_ylim(0, 0.19)
    left.set_ylabel("jobs per time unit")
    left.legend(frameon=False, fontsize=8)
    right.plot(across, [100 * results.report(name)["gain"] for name in names], color=GREEN, marker="o", markersize=4)
    right.set_ylim(0, 36)
    right.set_ylabel("gain by spreading, %")
    for axes in (left, right):
        axes.set_xticks(across, FAST, fontsize=8)
        axes.set_xlabel("time of T2 on P3 (16: as all other tasks there)")
    save(canvas, path)


def boxes(axes, results, processors, kind, shift):
    """One for each ratio; whiskers go to the ends."""
    data = [gains(results.family(processors, ratio, kind)) for ratio in results.scale.ratios]
    drawn = axes.boxplot(data, positions=[place + shift for place in range(len(data))], widths=BOX, whis=(0, 100),
                         patch_artist=True, medianprops={"color": BLACK}, manage_ticks=False)
    for box in drawn["boxes"]:
        box.set_facecolor(KINDS[kind])
        box.set_alpha(0.7)
    return drawn["boxes"][0]


def draw_gains(results, path):
    sizes, ratios = results.scale.processors, results.scale.ratios
    canvas, grid = plt.subplots(1, len(sizes), figsize=(3 * len(sizes), 3.8), layout="constrained", sharey=True,
                                squeeze=False)
    for axes, processors in zip(grid.flat, sizes):
        handles = {kind: boxes(axes, results, processors, kind, (place - 0.5) * BOX * 1.1)
                   for place, kind in enumerate(KINDS)}
        axes.set_yscale("symlog", linthresh=10)
        axes.set_yticks(GAINS, [str(gain) for gain in GAINS])
        axes.set_ylim(-0.5, None)
        axes.set_xticks(range(len(ratios)), [str(ratio) for ratio in ratios])
        axes.set_title(f"{processors} processors")
        axes.set_xlabel("time of an input by that of a task")
    grid[0, 0].set_ylabel("gain over coarse grain, %")
    canvas.legend(handles.values(), ["speeds alike for all tasks", "affinities"], ncols=2, fontsize=8, frameon=False,
                  loc="outside lower center")
    save(canvas, path)


STYLES = {None: (BLUE, "o", "-", "best, spread"), "coarse": (ORANGE, "s", "--", "coarse"),
          "demand_driven": (GREEN, "^", ":", "on demand, without a plan")}


def draw_convergence(results, path):
    streams = results.streams
    canvas, grid = plt.subplots(-(-len(streams) // 3), 3, figsize=(11, 6), layout="constrained", sharex=True,
                                sharey=True)
    for axes, stream in zip(grid.flat, streams):
        for baseline, (colour, marker, line, label) in STYLES.items():
            points = results.progress(stream, baseline)
            axes.plot([point.periods for point in points], [point.ratio for point in points], color=colour,
                      marker=marker, markersize=3, linestyle=line, linewidth=1.2, label=label)
        axes.axhline(1, color="#666666", linewidth=1)
        axes.set_xscale("log")
        axes.set_ylim(0, 1.05)
        axes.set_title(stream.title)
    for axes in grid[-1]:
        axes.set_xlabel("periods of the best schedule")
    for axes in grid[:, 0]:
        axes.set_ylabel("done / (throughput x time)")
    canvas.legend(*grid[0, 0].get_legend_handles_labels(), ncols=3, fontsize=8, frameon=False,
                  loc="outside lower center")
    save(canvas, path)


def draw_seconds(results, path):
    canvas, axes = plt.subplots(figsize=(6.5, 4), layout="constrained")
    sizes = results.scale.timed_processors
    for ratio, colour in zip(TIMED_RATIOS, (GREEN, BLUE)):
        for grain, line in LINES.items():
            found = [results.seconds(processors, ratio, grain) for processors in sizes]
            axes.plot(sizes, [median(each) for each in found], color=colour, linestyle=line, marker="o", markersize=4,
                      label=f"ratio {ratio}, {grain} grain")
            axes.fill_between(sizes, [min(each) for each in found], [max(each) for each in found], color=colour,
                              alpha=0.12, linewidth=0)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xticks(sizes, [str(size) for size in sizes])
    axes.minorticks_off()
    axes.set_xlabel("processors")
    axes.set_ylabel("seconds of planning")
    axes.legend(frameon=False, fontsize=8, loc="upper left")
    save(canvas, path)
