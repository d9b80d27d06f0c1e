"""What was found, drawn: memory and views over time, messages and times against the number of processes."""
from statistics import median

from common.drawing import plt, save

from .plan import FLAG, INCREMENTS, LOCK, MECHANISMS, MEMORY, NAIVE, NONE, SNAPSHOT, WITH_SAMPLES, WORKLOAD
from .results import messages, peak, seconds

# Okabe and Ito's.
COLOURS = {NAIVE: "#D55E00", INCREMENTS: "#0072B2", SNAPSHOT: "#009E73"}
MILLION = 1e6


def samples_of(results, mechanism):
    tree, processes = results.scale.wide, results.scale.processes[0]
    return results.report(tree, processes, mechanism, NONE, MEMORY, more=WITH_SAMPLES, seeds=1)["samples"]


def draw_memory(results, path):
    """A line for each process; the fullest one's peak is told."""
    canvas, all_axes = plt.subplots(1, len(MECHANISMS), figsize=(10, 3.3), layout="constrained", sharey=True, sharex=True)
    for axes, mechanism in zip(all_axes, MECHANISMS):
        memory = samples_of(results, mechanism)["memory"]
        courses = {}
        for time, process, entries in zip(memory["seconds"], memory["process"], memory["entries"]):
            times, filled = courses.setdefault(process, ([0], [0]))
            times.append(time)
            filled.append(entries / MILLION)
        for times, filled in courses.values():
            axes.step(times, filled, where="post", color=COLOURS[mechanism], linewidth=0.5, alpha=0.5)
        axes.set_title(f"{mechanism}: peak {max(memory['entries']) / MILLION:.2f}")
        axes.set_xlabel("seconds, simulated")
    all_axes[0].set_ylabel("active memory, 10⁶ matrix entries")
    save(canvas, path)


def draw_views(results, path):
    canvas, axes = plt.subplots(figsize=(7, 3.3), layout="constrained")
    for mechanism in MECHANISMS:
        views = samples_of(results, mechanism)["views"]
        axes.scatter(views["seconds"], [100 * error for error in views["error"]], s=9, color=COLOURS[mechanism],
                     label=mechanism, alpha=0.7, linewidths=0)
    axes.set_xlabel("seconds, simulated")
    axes.set_ylabel("error of the view at a decision, %")
    axes.set_yscale("symlog", linthresh=0.1)
    axes.set_ylim(bottom=0)
    axes.legend(frameon=False)
    save(canvas, path)


def against_processes(axes, results, tree, figure, strategy, mechanism, label, thread=NONE, **style):
    values = [median(results.values(figure, tree, processes, mechanism, strategy, thread))
              for processes in results.scale.processes]
    axes.plot(results.scale.processes, values, marker="o", markersize=3, color=COLOURS[mechanism], label=label, **style)


def small_multiples(results, label, log=False):
    """Axes for each tree: (canvas, [(axes, tree)])"""
    trees = results.scale.trees
    canvas, grid = plt.subplots(1, len(trees), figsize=(2.7 * len(trees), 3.2), layout="constrained", squeeze=False)
    for axes, tree in zip(grid.flat, trees):
        axes.set_title(tree.name)
        axes.set_xscale("log", base=2)
        if log:
            axes.set_yscale("log")
        axes.set_xticks(results.scale.processes, [str(n) for n in results.scale.processes])
        axes.tick_params(axis="x", which="minor", bottom=False)
        axes.set_xlabel("processes")
    grid.flat[0].set_ylabel(label)
    return canvas, list(zip(grid.flat, trees))


def finish(canvas, parts, path):
    for axes, _ in parts:
        if axes.get_yscale() == "linear":
            axes.set_ylim(bottom=0)
    parts[0][0].legend(frameon=False, fontsize=8)
    save(canvas, path)


def draw_messages(results, path):
    canvas, parts = small_multiples(results, "messages of the exchange", log=True)
    for axes, tree in parts:
        for mechanism in MECHANISMS:
            against_processes(axes, results, tree, messages, WORKLOAD, mechanism, mechanism)
    finish(canvas, parts, path)


def draw_times(results, path):
    canvas, parts = small_multiples(results, "time, seconds, simulated")
    for axes, tree in parts:
        against_processes(axes, results, tree, seconds, WORKLOAD, INCREMENTS, "increments")
        for thread, line in ((NONE, "-"), (LOCK, "--"), (FLAG, ":")):
            against_processes(axes, results, tree, seconds, WORKLOAD, SNAPSHOT, f"snapshot, {thread}", thread, linestyle=line)
    finish(canvas, parts, path)


def draw_peaks(results, path):
    canvas, parts = small_multiples(results, "peak of active memory, matrix entries")
    for axes, tree in parts:
        for mechanism in MECHANISMS:
            against_processes(axes, results, tree, peak, MEMORY, mechanism, mechanism)
    finish(canvas, parts, path)


PICTURES = {"memory": draw_memory, "views": draw_views, "messages": draw_messages, "times": draw_times, "peaks": draw_peaks}
