"""Gain over coarse grain on random platforms."""
from collections import Counter
from statistics import quantiles

from common.report import table

from ..results import gains
from ..instances import TASKS
from ..random_platforms import CLUSTER, IMPOSSIBLE, LEVELS, MORE_LINKS, ROUTERS, SITE, SPEEDS
from ..random_trees import DATA, INPUT, WEIGHTS


def kind_of(resource):
    """cpu, out, in of a limit, those of the master apart."""
    kind, processor = resource.split()
    return f"{kind} of the master" if processor == "P1" else {"cpu": "other cpu", "out": "other out", "in": "in"}[kind]


def limits(rows):
    """What has the highest price, and how often."""
    counts = Counter(kind_of(row["first_limit"]) for row in rows)
    return ", ".join(f"{kind} {count}" for kind, count in counts.most_common())


def summary(rows):
    low, middle, high = quantiles(gains(rows), n=4, method="inclusive")
    return [f"{middle:.1f}%", f"{low:.1f}% to {high:.1f}%", f"{max(gains(rows)):.0f}%",
            f"{sum(row['proved'] for row in rows)} of {len(rows)}", limits(rows)]


def rows(results):
    for processors in results.scale.processors:
        for ratio in results.scale.ratios:
            for kind in ("speeds", "affinities"):
                yield [processors, ratio, kind, *summary(results.family(processors, ratio, kind))]


def span(ends):
    return "{} to {}".format(*ends)


def section(results):
    scale = results.scale
    head = ["processors", "ratio", "", "median gain", "quartiles", "largest", "proved", "highest price"]
    return f"""## Random platforms
Platforms in three levels, as the generator Tiers makes them: clusters of {CLUSTER} processors on average, whose links
take 1, 2 or 3 time units for data of 1; sites of {SITE} clusters, between which links are {LEVELS['site']} times as
slow; links between sites, {LEVELS['far']} times as slow. Each level is a random tree, and {MORE_LINKS:.0%} more links
(by processors) make cycles. w is one of {', '.join(map(str, SPEEDS))}; {ROUTERS:.0%} of the processors only pass
files on. Jobs are random trees of {span(TASKS)} tasks, weights {span(WEIGHTS)}, an input of {span(INPUT)} and other
files of {span(DATA)}: the input is the largest, as in both examples. *speeds*: w times weight. *affinities*: that,
times 1/4 to 4, drawn for each task and processor, and {IMPOSSIBLE:.0%} of the tasks impossible there (the master can
execute all, so that coarse grain is possible). *ratio*: the time of a mean input on a mean link of a cluster, by that
of a mean task on a mean processor. Streams with the same seed differ in this ratio alone; seeds are {scale.seeds[0]}
to {scale.seeds[-1]}.

![gain on random platforms](steady-gain.svg)

Boxes are quartiles, whiskers go to the least and the largest.

{table(head, rows(results))}
Spreading can gain even where the best solution keeps no port busy all the time: whole jobs may need these ports for
longer. *highest price*: which resource would gain most, and on how many of the streams. `steady.csv` has each stream.
"""
