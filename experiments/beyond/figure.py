"""What 3D moves and takes by what 2D does, against the number of GPUs and the speed of a shared bus."""
from itertools import product

from common.drawing import plt, save
from matplotlib.lines import Line2D

from . import volumes
from .plan import C_FACTORS, LINKS, SHAPES, SWEEP, SWEPT_GPUS, Links
from .results import Scene, bandwidth_to_hide, planned_ratios

# Okabe and Ito's: blue and orange for a link for each GPU and for one bus, darker through RAM.
COLOURS = {"own": "#0072B2", "own-p2p": "#56B4E9", "bus24": "#D55E00", "bus24-p2p": "#E69F00"}
SHARED = {False: COLOURS["bus24"], True: COLOURS["bus24-p2p"]}
SUMS = [(volumes.THROUGH_RAM, "#000000", "sums through RAM"), (volumes.GPU_TO_GPU, "#009E73", "sums from GPU to GPU")]
STYLES = {1: {"linestyle": "--", "marker": "o", "markerfacecolor": "white"}, 2: {"linestyle": "-", "marker": "o"}}
TITLES = {"cube": "cube", "deep": "four times as deep"}
HOSTS = {links.host_gbs: "one bus" if links.host_gbs else "links of their own" for links in LINKS}


def line(axes, points, colour, c_factor):
    axes.plot(list(points), list(points.values()), color=colour, markersize=4, linewidth=1.3, **STYLES[c_factor])


def frame(axes, title, ticks, label):
    axes.axhline(1, color="#666666", linewidth=1)
    axes.set_xscale("log", base=2)
    axes.set_xticks(ticks, [str(tick) for tick in ticks])
    axes.minorticks_off()
    axes.set_title(title)
    axes.set_xlabel(label)


def draw_planned(axes, shape, planned):
    for copies, colour, _ in SUMS:
        for c_factor in C_FACTORS:
            line(axes, planned_ratios(planned, copies, c_factor), colour, c_factor)
    frame(axes, f"traffic, planned\n{TITLES[shape.name]}", [2, 4, 8, 16, 32, 64], "GPUs")


def draw_simulated(axes, shape, host, rows, key, allocation_cost, title):
    for links in (one for one in LINKS if one.host_gbs == host):
        scene = Scene(rows, shape, links, allocation_cost=allocation_cost)
        for c_factor in C_FACTORS:
            line(axes, scene.ratios(key, c_factor), COLOURS[links.name], c_factor)
    frame(axes, f"{title}\n{TITLES[shape.name]}, {HOSTS[host]}", [2, 4, 8, 16], "GPUs")


def draw_sweep(axes, shape, rows):
    for p2p in (False, True):
        scenes = {host: Scene(rows, shape, Links(host, p2p), allocation_cost=False) for host in SWEEP}
        for c_factor in C_FACTORS:
            ratios = {host: scene.ratio("seconds", SWEPT_GPUS, c_factor) for host, scene in scenes.items()}
            line(axes, {host: ratio for host, ratio in ratios.items() if ratio is not None}, SHARED[p2p], c_factor)
    axes.axvline(bandwidth_to_hide(rows, shape), color="#666666", linestyle=":", linewidth=1.2)
    frame(axes, f"time, memory free, {SWEPT_GPUS} GPUs on one bus, {TITLES[shape.name]}", SWEEP,
          "GB/s of the bus; dotted: where 2D's traffic through RAM takes as long as the work")


def legend_entries():
    links = [Line2D([], [], color=COLOURS[links.name], label=links.label) for links in LINKS]
    sums = [Line2D([], [], color=colour, label=label) for _, colour, label in SUMS]
    factors = [Line2D([], [], color="#666666", markersize=4, label=f"C-axis factor {c}", **STYLES[c])
               for c in C_FACTORS]
    return links + sums + factors


def draw(rows, planned, path):
    """planned: {shape: {GPUs: (flat, {C factor: solid})}} of equal GPUs."""
    canvas, axes = plt.subplot_mosaic([list("abcd"), list("aefg"), list("hijk"), list("hlmn"), list("oopp")],
                                      figsize=(12, 15), layout="constrained")
    for shape, plan in zip(SHAPES, "ah"):
        draw_planned(axes[plan], shape, planned[shape])
        axes[plan].set_ylabel("3D by 2D")
    for (shape, host), (traffic, time, free) in zip(product(SHAPES, HOSTS), ("bcd", "efg", "ijk", "lmn")):
        draw_simulated(axes[traffic], shape, host, rows, "moved", True, "traffic, simulated")
        draw_simulated(axes[time], shape, host, rows, "seconds", True, "time")
        draw_simulated(axes[free], shape, host, rows, "seconds", False, "time, memory free")
    for shape, name in zip(SHAPES, "op"):
        draw_sweep(axes[name], shape, rows)
    axes["o"].set_ylabel("3D by 2D")
    canvas.legend(handles=legend_entries(), ncols=4, fontsize=8, frameon=False, loc="outside lower center")
    save(canvas, path)
