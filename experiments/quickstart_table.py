#!/usr/bin/env python3
"""Usage: quickstart_table.py TITLE FOLDER POLICY...

Takes FOLDER/POLICY.<round>.json (from `tangram gemm --json`), chooses each policy's
round of median time, prints one table, and copies that round's picture to
FOLDER/POLICY.svg. Exit status: 0 if every round was verified or simulated, else 1.
"""
import json
import shutil
import sys
from pathlib import Path

HEAD = ("policy", "last task", "C in RAM", "GFlop/s", "moved", "tasks by node", "verified")


def size(count):
    """Bytes in powers of ten."""
    for unit in ("B", "kB", "MB", "GB"):
        if count < 1000:
            return f"{count:.3g} {unit}"
        count /= 1000
    return f"{count:.3g} TB"


def is_right(run):
    """Simulated products have no result."""
    return run["simulated"] or run["verified"]


def row(policy, run, right):
    return (
        policy,
        f"{run['seconds']:.3f} s",
        f"{run['seconds_total']:.3f} s",
        f"{run['gflops']:.1f}",
        size(run["bytes_total"]),
        " + ".join(str(node["tasks"]) for node in run["tasks_by_node"]),
        "simulated" if run["simulated"] else "yes" if right else "NO",
    )


def notes(policy, run):
    """A line for each node of ten tasks or more whose tiles took, in the median, over 20% more or less time than expected."""
    return [f"note: {policy}: a tile on node {node['node']} took {node['drift']:.2f} times as long as expected (docs/troubleshooting.md)"
            for node in run["tasks_by_node"] if node["tasks"] >= 10 and node["drift"] and abs(node["drift"] - 1) > 0.2]


def main(title, folder, policies):
    rows, wrong_speeds, all_right = [HEAD], [], True
    for policy in policies:
        files = sorted(folder.glob(f"{policy}.*.json"))
        runs = [json.loads(file.read_text()) for file in files]
        middle = sorted(range(len(runs)), key=lambda i: runs[i]["seconds"])[(len(runs) - 1) // 2]
        right = all(is_right(run) for run in runs)
        all_right = all_right and right
        rows.append(row(policy, runs[middle], right))
        wrong_speeds += notes(policy, runs[middle])
        shutil.copyfile(files[middle].with_suffix(".svg"), folder / f"{policy}.svg")
    run = runs[middle]
    print(title)
    print(f"C = A B, {run['m']} x {run['n']} x {run['k']}, {run['precision']}, tiles of {run['tile']}"
          + (f"; medians of {len(runs)} rounds" if len(runs) > 1 else ""))
    widths = [max(len(row[i]) for row in rows) for i in range(len(HEAD))]
    for cells in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(cells, widths)).rstrip())
    print("nodes: " + " + ".join(f"{node['kind']} (node {node['node']})" for node in run["tasks_by_node"]))
    for line in wrong_speeds:
        print(line)
    return 0 if all_right else 1


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], Path(sys.argv[2]), sys.argv[3:]))
