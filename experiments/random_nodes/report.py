"""The page: figure, what holds, the worst nodes."""
from datetime import date
from math import inf

from common.report import processor, table

from .plan import NODES, SEED
from .results import (CLEARLY_SHORTER, MEDIAN_BYTES, MEDIAN_TIME, MOST_BYTES, MOST_TIME, is_too_slow, medians,
                      moves_too_much)

WORST = 10


def introduction(rows, seed):
    command = "experiments/random-nodes.sh"
    if (len(rows), seed) != (NODES, SEED):
        command += f" --nodes {len(rows)} --seed {seed}"
    return f"""# Random nodes

    {command}

{date.today().isoformat()}; {len(rows)} nodes, simulated on {processor()}, which does not matter for their figures.

One product on each node, under `auto`, `dmda` and `dmdas`; time until C is home. Drawn are 1 to 8 GPUs of one or two
speeds from 300 to 60,000 GFlop/s; 0 to 32 CPU workers of 1 to 30% of the fastest GPU; links of 6 to 50 GB/s, in half of
the nodes with several GPUs behind a shared bus, in half of them with copies between GPUs; 8 to 32 tiles a side, of 960,
1920 or 3840 by the fastest GPU's speed; C written, or read and written.

![time and traffic divided by the better rival's](random-nodes.svg)

Figures of each node: `random-nodes.csv`. Where a rival computes in RAM alone and moves nothing, there is no ratio of
traffic: the picture leaves these nodes out, and they count as nodes where `auto` moves more.
"""


def findings(rows):
    slow = [row for row in rows if is_too_slow(row)]
    moving = [row for row in rows if moves_too_much(row)]
    middle = medians(rows)
    worst = max(row["time_ratio"] for row in rows)
    return f"""
## Findings

Goals are the project's own targets.

* Time divided by the better rival's: {middle["time_ratio"]:.3f} in the median (goal {MEDIAN_TIME}), {worst:.3f} at worst; above
  {MOST_TIME} on {len(slow)} of {len(rows)} nodes.
* Traffic by the fewer bytes of both: {middle["bytes_ratio"]:.2f} in the median (goal {MEDIAN_BYTES}); above {MOST_BYTES}
  on {len(moving)} nodes where the time is not below {CLEARLY_SHORTER} of the better rival's.
* The [lower bounds](../../docs/json.md) divided by the rival's figures: {middle["time_bound"]:.3f} of its time in the median (all
  workers compute all the time), {middle["bytes_bound"]:.2f} of its traffic (shares of C in proportion to speed). No schedule with
  these shares has a smaller ratio.
"""


def cells(row):
    return [row["number"], f"`{row['platform'].removeprefix('synthetic:')}`", f"{row['side']} x {row['tile']}",
            row["beta"], f"{row['seconds_bound']:.4g}", f"{row['seconds_auto']:.4g}",
            f"{min(row['seconds_dmda'], row['seconds_dmdas']):.4g}", f"{row['time_ratio']:.3f}",
            "-" if row["bytes_ratio"] == inf else f"{row['bytes_ratio']:.2f}"]


def worst(rows, key):
    head = ["node", "platform", "tiles", "beta", "bound, s", "auto, s", "rival, s", "time", "bytes"]
    return table(head, map(cells, sorted(rows, key=lambda row: -row[key])[:WORST]))


def most_moving(rows):
    """Those with a ratio; the others in a line."""
    alone = [str(row["number"]) for row in rows if row["bytes_ratio"] == inf]
    line = f"\nThe rival moves nothing on {len(alone)} more: {', '.join(alone)}.\n" if alone else ""
    return worst([row for row in rows if row["bytes_ratio"] < inf], "bytes_ratio") + line


def markdown(rows, seed):
    return (introduction(rows, seed) + findings(rows) +
            f"\n## The {WORST} slowest beside the better rival\n\n" + worst(rows, "time_ratio") +
            f"\n## The {WORST} that move most beside the better rival\n\n" + most_moving(rows))
