"""The pictures: scaling, networks, unequal nodes."""
from common.drawing import plt, save

from .plan import AUTO, BY_SPEEDS, DMDA, VARIANTS

COLOURS = {BY_SPEEDS: "#0072B2", "block-cyclic": "#D55E00"}
LINES = {AUTO: ("-", "o"), DMDA: ("--", "s")}


def label(zones, sched):
    return f"{'zones by speeds' if zones == BY_SPEEDS else zones}, {sched}"


def curve(axes, places, values, zones, sched):
    """Wide and narrow, so that curves which coincide are both seen."""
    line, marker = LINES[sched]
    wide = zones == BY_SPEEDS
    axes.plot(places, values, line, marker=marker, markersize=6 if wide else 3, linewidth=2.2 if wide else 1.1,
              color=COLOURS[zones], label=label(zones, sched), zorder=2 if wide else 3)


def ticks(axes, places, text):
    axes.set_xscale("log", base=2)
    axes.set_xticks(places, [str(place) for place in places])
    axes.tick_params(axis="x", which="minor", bottom=False)
    axes.set_xlabel(text)


def settings_of(settings, zones):
    """Without the first, one node, where zones are not by speeds."""
    return settings if zones == BY_SPEEDS else settings[1:]


def bound_of(results, setting):
    return results.bound(setting, BY_SPEEDS, AUTO)


def draw_bound(axes, results, places, settings):
    axes.plot(places, [bound_of(results, setting) for setting in settings], ":", color="black", linewidth=1,
              label="bound, zones by speeds")


def draw_strong(results, path):
    one, *more = settings = results.scale.strong()
    nodes = [setting.nodes for setting in settings]
    canvas, (times, parts) = plt.subplots(1, 2, figsize=(9, 3.6), layout="constrained")
    draw_bound(times, results, nodes, settings)
    parts.axhline(1, color="black", linewidth=1, linestyle=":")
    for zones, sched in VARIANTS:
        of = settings_of(settings, zones)
        curve(times, [setting.nodes for setting in of], [results.seconds(setting, zones, sched) for setting in of], zones, sched)
        curve(parts, nodes[1:], [results.efficiency(setting, zones, sched, one) for setting in more], zones, sched)
    times.set_yscale("log", base=2)
    times.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
    times.set_ylabel(f"time, seconds, N = {one.size}")
    parts.set_ylabel("GFlop/s by n times one node's")
    parts.margins(y=0.3)
    times.legend(frameon=False, fontsize=8)
    ticks(times, nodes, "nodes")
    ticks(parts, nodes[1:], "nodes")
    save(canvas, path)


def draw_weak(results, path):
    settings = results.scale.weak()
    canvas, axes = plt.subplots(figsize=(5.5, 3.6), layout="constrained")
    nodes = [setting.nodes for setting in settings]
    axes.plot(nodes, [results.compute_speed(setting) / setting.nodes for setting in settings], ":", color="black", linewidth=1,
              label="all workers compute all the time")
    for zones, sched in VARIANTS:
        of = settings_of(settings, zones)
        curve(axes, [setting.nodes for setting in of], [results.gflops(setting, zones, sched) / setting.nodes for setting in of],
              zones, sched)
    axes.set_ylim(bottom=0)
    axes.set_ylabel("GFlop/s of each node")
    axes.legend(frameon=False, fontsize=8, loc="lower right")
    ticks(axes, nodes, "nodes")
    axes.set_xticks(nodes, [f"{setting.nodes}\nN = {setting.size}" for setting in settings])
    save(canvas, path)


def draw_networks(results, path):
    canvas, both = plt.subplots(1, 2, figsize=(9, 3.6), layout="constrained", sharey=True)
    for axes, gpus in zip(both, ((), results.scale.repeated)):
        settings = results.scale.networks(gpus)
        gbits = [setting.gbit for setting in settings]
        draw_bound(axes, results, gbits, settings)
        for zones, sched in VARIANTS:
            curve(axes, gbits, [results.seconds(setting, zones, sched) for setting in settings], zones, sched)
        axes.set_title("four GPUs each" if not gpus else f"GPUs {', '.join(map(str, gpus))}")
        ticks(axes, gbits, "Gbit/s of a node's link")
    both[0].set_ylim(bottom=0)  # of both, which share it
    both[0].set_ylabel(f"time, seconds, N = {results.scale.small_size}")
    both[0].legend(frameon=False, fontsize=8)
    save(canvas, path)


def draw_unequal(results, path):
    settings = results.scale.unequal()
    canvas, axes = plt.subplots(figsize=(7, 3.6), layout="constrained")
    width = 0.8 / len(VARIANTS)
    for number, (zones, sched) in enumerate(VARIANTS):
        places = [place + (number - (len(VARIANTS) - 1) / 2) * width for place in range(len(settings))]
        axes.bar(places, [results.seconds(setting, zones, sched) / bound_of(results, setting) for setting in settings], width * 0.9,
                 color=COLOURS[zones], alpha=1 if sched == AUTO else 0.5, label=label(zones, sched))
    axes.axhline(1, color="black", linewidth=1, linestyle=":")
    axes.set_xticks(range(len(settings)), [f"{setting.nodes} nodes\nN = {setting.size}\ntile {setting.tile}" for setting in settings])
    axes.grid(axis="x", visible=False)
    axes.set_ylabel("time by the bound")
    axes.set_ylim(0, axes.get_ylim()[1] * 1.3)
    axes.legend(frameon=False, fontsize=8, ncols=2, loc="upper left")
    save(canvas, path)


PICTURES = {"strong": draw_strong, "weak": draw_weak, "networks": draw_networks, "unequal": draw_unequal}
