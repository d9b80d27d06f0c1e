#!/usr/bin/env python3
"""Usage: planning.py SIMULATOR NODES SEED FILE (experiments/bench/planning.sh)

Exit status 1 if a plan took longer than it may.
"""
import re
import subprocess
import sys
from pathlib import Path
from statistics import median

from common.child import users_environment
from common.report import processor, table
from random_nodes.plan import Run, nodes

PLANS = 3  # of each product; the median counts
WORST = 10


def limit(bound):
    """Seconds, by the product's (sched/plan/planning_limit.hpp)."""
    return min(max(0.02 * bound, 0.005), 0.3)


def planned(simulator, node):
    """Seconds of the plan, and the product's lower bound."""
    command = [simulator, *Run(node, "auto").arguments, "--progress", "never"]
    texts = [subprocess.run(command, env=users_environment(), capture_output=True, text=True, check=True).stdout
             for _ in range(PLANS)]
    seconds = median(float(re.search(r"made in ([0-9.]+) s", text)[1]) for text in texts)
    return seconds, float(re.search(r"lower bounds ([0-9.]+) s", texts[0])[1])


def main(simulator, count, seed, file):
    rows = []
    for node in nodes(int(count), int(seed)):
        seconds, bound = planned(simulator, node)
        rows.append((seconds / limit(bound), seconds, bound, node))
        print(f"node {node.number}: {seconds:.4f} s, {rows[-1][0]:.2f} of what it may take", file=sys.stderr)
    rows.sort(key=lambda row: -row[0])
    over = sum(ratio > 1 for ratio, *_ in rows)
    cells = [[node.number, f"`{node.platform.removeprefix('synthetic:')}`", f"{node.side} x {node.tile}",
              f"{bound:.4f}", f"{seconds:.4f}", f"{ratio:.2f}"] for ratio, seconds, bound, node in rows[:WORST]]
    Path(file).write_text(
        f"{len(rows)} products, {processor()}: {over} plans take longer than they may; by what they may take "
        f"{median(ratio for ratio, *_ in rows):.2f} in the median, {rows[0][0]:.2f} at worst.\n\n" +
        table(["node", "platform", "tiles", "product's bound, s", "plan, s", "by what it may take"], cells))
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
