#!/usr/bin/env python3
"""Usage: partition_tables.py FOLDER

Reads FOLDER/ratios.json and FOLDER/times.json (of experiments/bench/partition.sh) and
writes FOLDER/partitioners.md (all tables), partitioners.svg (time and mean ratio against
processors) and tiles.svg (cost by bound and time against the grid).
"""
import json
import sys
from collections import defaultdict
from pathlib import Path

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402 (after the choice of the backend)

plt.rcParams.update({"font.size": 9, "svg.hashsalt": "tangram", "axes.grid": True, "grid.alpha": 0.3})
LIMIT_MS = 50  # of the default partitioner
MARKERS = "osv^D<>Px*"


def milliseconds(value):
    return f"{value:.3g} ms" if value < 1000 else f"{value / 1000:.3g} s"


def markdown(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(map(str, row)) + " |" for row in rows]) + "\n"


def families_table(ratios):
    families = list(dict.fromkeys(row["family"] for row in ratios["rows"]))
    cells = {(row["partitioner"], row["family"]): row for row in ratios["rows"]}
    names = {row["partitioner"]: row["processors"] for row in ratios["rows"]}
    rows = [
        [f"`{name}` ({processors} processors)"]
        + [f"{cells[name, family]['mean']:.4f} / {cells[name, family]['max']:.3f}" for family in families]
        for name, processors in names.items()
    ]
    return markdown(["mean / max ratio"] + families, rows)


def measurements(times, kind):
    """{name: {arguments: measurement}} of the benchmarks `kind`/name/arguments."""
    result = defaultdict(dict)
    for entry in times["benchmarks"]:
        group, *name = entry["name"].split("/")
        if group == kind:
            result[name[0]][tuple(map(int, name[1:]))] = entry
    return result


def scaling_table(partitioners):
    counts = sorted({arguments[0] for points in partitioners.values() for arguments in points})
    rows = []
    for count in counts:
        cells = [points.get((count,)) for points in partitioners.values()]
        rows.append([count] + [f"{milliseconds(c['cpu_time'])} {c['ratio']:.4f}" if c else "-" for c in cells])
    return markdown(["processors"] + [f"`{name}`" for name in partitioners], rows)


def tiles_table(discretisations):
    grids = sorted({arguments for points in discretisations.values() for arguments in points})
    rows = []
    for side, processors in grids:
        cells = [points[side, processors] for points in discretisations.values()]
        rows.append(
            [side, processors]
            + [f"{c['ratio']:.3f}, load {c['load']:.3f}, {milliseconds(c['cpu_time'])}" for c in cells]
        )
    return markdown(["tiles a side", "processors"] + [f"`{name}`" for name in discretisations], rows)


def plot_partitioners(partitioners, path):
    figure, axes = plt.subplots(2, 2, figsize=(10, 7), sharex=True)
    for column, (is_3d, title) in enumerate([(False, "two dimensions"), (True, "three dimensions")]):
        chosen = [name for name in partitioners if name.startswith("3d") == is_3d]
        for marker, name in zip(MARKERS, chosen):
            points = sorted(partitioners[name].items())
            processors = [arguments[0] for arguments, _ in points]
            axes[0][column].plot(processors, [p["cpu_time"] for _, p in points], marker=marker, ms=4, label=name)
            axes[1][column].plot(processors, [p["ratio"] for _, p in points], marker=marker, ms=4, label=name)
        axes[0][column].axhline(LIMIT_MS, color="black", linestyle=":", linewidth=1)
        axes[0][column].set(title=title, xscale="log", yscale="log")
        axes[0][column].legend(fontsize=8)
        axes[1][column].set(xlabel="processors (uniform speeds)", xscale="log")
        axes[1][column].set_ylim(bottom=1)
    axes[0][0].set_ylabel("time on one core, ms")
    axes[1][0].set_ylabel("mean cost / bound")
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})


def plot_tiles(flat, solid, path):
    figure, axes = plt.subplots(2, 2, figsize=(10, 7.5), layout="constrained")
    for column, (points_of, title) in enumerate([(flat, "N x N tiles"), (solid, "N x N x N tiles")]):
        sides = sorted({side for points in points_of.values() for side, _ in points})
        for colour, (marker, (name, points)) in enumerate(zip(MARKERS, points_of.items())):
            for processors, style in [(5, "-"), (16, "--"), (64, ":")]:
                chosen = [points[side, processors] for side in sides]
                for row, key in enumerate(["ratio", "cpu_time"]):
                    axes[row][column].plot(
                        sides, [p[key] for p in chosen], style, marker=marker, ms=4, color=f"C{colour}",
                        label=f"{name}, {processors} processors",
                    )
        for row in axes[:, column]:
            row.set_xscale("log", base=2)
            row.set_xticks(sides, [str(side) for side in sides])
        axes[0][column].set(title=title, ylabel="cost / bound for the same counts")
        axes[1][column].set(yscale="log", xlabel="N", ylabel="time on one core, ms")
    figure.legend(*axes[0][0].get_legend_handles_labels(), ncols=3, fontsize=8, loc="outside lower center")
    figure.savefig(path, metadata={"Date": None})


def main(folder):
    ratios = json.loads((folder / "ratios.json").read_text())
    times = json.loads((folder / "times.json").read_text())
    partitioners = measurements(times, "partition")
    flat, solid = measurements(times, "tiles"), measurements(times, "tiles-3d")
    by_name = {entry["name"]: entry["cpu_time"] for entry in times["benchmarks"]}
    nrrp_by_sort = by_name["partition/nrrp/10000"] / by_name["sort/10000"]

    plot_partitioners(partitioners, folder / "partitioners.svg")
    plot_tiles(flat, solid, folder / "tiles.svg")
    (folder / "partitioners.md").write_text(
        f"Ratios of cost to the bound of squares (cubes), {ratios['instances']} random instances each:\n\n"
        + families_table(ratios)
        + "\nTime on one core and mean ratio to the bound, uniform speeds:\n\n"
        + scaling_table(partitioners)
        + f"\n`nrrp` takes {nrrp_by_sort:.1f} times as long as sorting 10000 doubles.\n"
        + "\nTiles for uniform speeds: cost by the bound for the same counts, largest load by perfect, time.\n\n"
        + tiles_table(flat)
        + "\nThe same in three dimensions:\n\n"
        + tiles_table(solid)
    )


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]))
