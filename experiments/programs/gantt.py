"""Gantt charts: which worker executed what, and when."""
import re

from common.drawing import plt, save

# Okabe and Ito's, by kernel; what most tasks do is light.
COLOURS = {"plain_gemm": "#56B4E9", "plain_trsm": "#009E73", "plain_syrk": "#F0E442", "plain_getrf": "#D55E00",
           "plain_potrf": "#D55E00"}


def order(worker):
    """GPUs first, then cores, each by number."""
    return ("CUDA" not in worker, [int(number) for number in re.findall(r"[0-9]+", worker)])


def draw_timeline(axes, tasks, workers):
    """tasks: [worker, kernel, begin, end]"""
    for kernel, colour in COLOURS.items():
        for line, worker in enumerate(workers):
            bars = [(begin, end - begin) for at, name, begin, end in tasks if (at, name) == (worker, kernel)]
            if bars:
                axes.broken_barh(bars, (line - 0.45, 0.9), color=colour, linewidth=0)
    axes.set_yticks(range(len(workers)), workers, fontsize=6)
    axes.set_ylim(len(workers) - 0.5, -0.5)


def draw_gantt(timelines, path):
    """timelines: [(run, its tasks)], all of one machine; one below the other, those of one program with the same axis of
    time."""
    canvas, axes = plt.subplots(len(timelines), 1, figsize=(12, 3.2 * len(timelines)), layout="constrained",
                                squeeze=False)
    workers = sorted({worker for _, tasks in timelines for worker, *_ in tasks}, key=order)
    for (run, tasks), panel in zip(timelines, axes.flat):
        draw_timeline(panel, tasks, workers)
        longest = max(end for other, ones in timelines if other.example == run.example for *_, end in ones)
        last = max(end for *_, end in tasks)
        panel.set_xlim(0, 1.01 * longest)
        panel.axvline(last, color="#000000", linewidth=1)
        panel.set_title(f"{run.example.label} on {run.platform}, {run.sched}: {1000 * last:.0f} ms", fontsize=9)
    axes[-1, 0].set_xlabel("seconds")
    used = {kernel for _, tasks in timelines for _, kernel, *_ in tasks}
    names = {COLOURS[kernel]: kernel.removeprefix("plain_") for kernel in COLOURS if kernel in used}
    if {"plain_getrf", "plain_potrf"} <= used:
        names[COLOURS["plain_getrf"]] = "getrf, potrf"
    canvas.legend([plt.Rectangle((0, 0), 1, 1, color=colour) for colour in names], names.values(), ncols=len(names),
                  fontsize=8, frameon=False, loc="outside lower center")
    save(canvas, path)
