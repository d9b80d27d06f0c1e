"""Short sections: the time of T2 on P3, periods, seconds, nodes."""
from statistics import median

from common.report import table

from ..nodes import NODES
from ..on_nodes import found_on
from ..plan import FAST, GRAINS, TIMED_RATIOS, TIMED_TASKS


def fast(results):
    rows = [[time, *(f"{value} = {float(value):.5f}" for value in (results.throughput(name), results.coarse(name))),
             f"{results.report(name)['gain']:.1%}", results.report(name)["period"]]
            for time in reversed(FAST) for name in [results.fast(time)]]
    return f"""## A processor that is fast for one task
The first example, where T2 takes other times on P3 than 16, which follows from its speed.

![by the time of T2 on P3](steady-fast.svg)

{table(["T2 on P3", "throughput", "coarse", "gain", "period"], rows)}
"""


def at(points, periods):
    return next((f"{point.ratio:.3f}" for point in points if point.periods == periods), "-")


def convergence_rows(results):
    last = results.scale.periods[-1]
    for stream in results.streams:
        report = results.report(stream.name(results.scale.periods[0]))
        loss = float(results.loss(stream))
        missing = float(list(results.deficits(stream).values())[-1])
        points, asked = results.progress(stream), results.progress(stream, "demand_driven")
        coarse = results.progress(stream, "coarse")
        yield [stream.title, report["period"], results.depth(stream), f"{loss:.2%}",
               *(at(points, periods) for periods in results.scale.periods), f"{missing:.3f}", at(coarse, last),
               f"{asked[-1].ratio:.3f} ({asked[-1].periods})" if asked else "-"]


def convergence(results):
    periods = results.scale.periods
    head = ["stream", "period", "full in period", "lost by rounding", *(f"after {count}" for count in periods),
            "missing", f"coarse after {periods[-1]}", "on demand (periods)"]
    return f"""## Convergence
Streams that are executed event by event from empty buffers: jobs done, by throughput times time. *missing*:
throughput times time less what is done, in periods of jobs (with a given period, of its rounded rates). *full in
period*: the first one in which all activities take place. *on demand*: processors that ask their neighbours for whole
jobs, without a plan, for at most 100,000 jobs.

![done by periods](steady-convergence.svg)

{table(head, convergence_rows(results))}
"""


def programme(_):
    return "## The linear programme\n"


def seconds_cells(results, processors, ratio):
    """Of both grains, and how many processors compute all the time in the best solution."""
    full = median(row["cpus_full"] for row in results.timed if
                  (row["processors"], row["ratio"], row["grain"]) == (processors, float(ratio), "fine"))
    return [*(f"{median(results.seconds(processors, ratio, grain)):.3f}" for grain in GRAINS), f"{full:.0f}"]


def seconds_rows(results):
    for processors in results.scale.timed_processors:
        rows = [row for row in results.timed if row["processors"] == processors]
        yield [processors, f"{median(row['links'] for row in rows):.0f}",
               *(cell for ratio in TIMED_RATIOS for cell in seconds_cells(results, processors, ratio)),
               f"{max(row['seconds'] for row in rows):.2f}", f"{sum(row['proved'] for row in rows)} of {len(rows)}"]


def seconds(results):
    columns = [title for ratio in TIMED_RATIOS for title in (f"ratio {ratio}: fine", "coarse", "full")]
    head = ["processors", "links", *columns, "longest", "proved"]
    return f"""## What a plan takes
Seconds of planning on one core, medians of {len(results.scale.timed_seeds)} random streams of {TIMED_TASKS} tasks with
consistent speeds, one after the other: the linear programme in floating point, its exact solution and proof, and the
schedule. *links*: both directions of each; *full*: how many processors compute all the time, which says how
many matter; medians. The bands of the picture go from the shortest to the longest. Of the random streams above,
where several plans were made at a time, the longest took {max(row['seconds'] for row in results.random):.1f} s.

![seconds by processors](steady-seconds.svg)

{table(head, seconds_rows(results))}
"""


def limits(found):
    return ", ".join(found.limits[:3]) + (f", and {len(found.limits) - 3} more" if len(found.limits) > 3 else "")


def reached(found, size):
    speed = found.reached[size]
    return f"{speed:.0f} ({speed / found.stream:.2f}; {speed / found.workers:.0%})"


def nodes(results):
    sizes = results.scale.sizes
    rows = []
    for node in NODES:
        found = found_on(results, node)
        rows.append([node.title, node.tile, f"{found.stream:.0f}", limits(found),
                     *(reached(found, size) for size in sizes), f"{found.workers:.0f}"])
    head = ["node", "tile", "stream: bound", "its limits", *(f"product, N = {size}" for size in sizes),
            "all workers: bound"]
    return f"""## Nodes
A stream of independent products of tiles, C += A B, from and to RAM (`tangram-sim steady`), beside products of
matrices under `auto` (`tangram-sim gemm --beta 1`), simulated; GFlop/s. In parentheses: by the stream's bound, and
part of the bound by all workers.

{table(head, rows)}
A stream moves four tiles for each task, as its tasks share nothing. A product of matrices needs each tile for a row
or a column of tasks, and fetches it once for all of those that a device executes, as long as the device's memory holds
the tiles. So it is above the stream's bound
where links limit the stream, and the larger the zone of a device, the more. It stays below the bound by all workers:
the first tiles have to arrive before anything is computed, the last tasks do not end at the same time, and where
devices are fast for their links, as the four cards are, links limit the product as well, until N is large: work grows
with its cube, what is moved with its square.
"""
