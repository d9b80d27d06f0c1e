"""Finished runs by their names, and as rows."""
from dataclasses import dataclass
from fractions import Fraction
from statistics import median

from common.criteria import NotRun

from . import plan
from .convergence import STREAMS
from .vertex import broken_rows, rates_of
from .vertex import throughput as throughput_of

COLUMNS = ["group", "name", "processors", "links", "tasks", "kind", "ratio", "seed", "grain", "throughput", "coarse",
           "gain", "proved", "rows_hold", "first_limit", "ports_full", "cpus_full", "seconds", "elapsed"]


@dataclass(frozen=True)
class Point:
    """After so many periods: jobs done, and what the throughput times the time is."""

    periods: int
    time: Fraction
    done: int
    ratio: float


def points_of(entries):
    return [Point(each["periods"], Fraction(each["time"]), int(each["done"]), each["ratio"]) for each in entries]


def full(report, keys):
    """How many processors use all of the time of any of these: cpu, out, in."""
    return sum(any(each[key] == "1" for key in keys) for each in report["busy"])


def rows_hold(instance, report):
    """Whether the rates, checked without Tangram, can be sustained and have the throughput that is reported."""
    platform, tree = instance.stream
    rates = rates_of(report)
    return not broken_rows(platform, tree, rates) and throughput_of(tree, rates) == Fraction(report["throughput"])


def row(group, instance, record, grain="both"):
    """By COLUMNS; of the coarse grain alone rates are of one task, which the tree does not have."""
    report = record["report"]
    platform, tree = instance.stream
    return {
        "group": group, "name": instance.name, "processors": instance.processors, "links": 2 * len(platform["links"]),
        "tasks": len(tree["tasks"]), "kind": instance.kind, "ratio": float(instance.ratio), "seed": instance.seed,
        "grain": grain, "throughput": report["throughput_value"], "coarse": report["coarse_value"],
        "gain": report["gain"], "proved": report["proved"],
        "rows_hold": rows_hold(instance, report) if grain != "coarse" else None,
        "first_limit": report["limits"][0]["resource"] if report["limits"] else None,
        "ports_full": full(report, ["out", "in"]), "cpus_full": full(report, ["cpu"]), "seconds": report["seconds"],
        "elapsed": round(record["elapsed"], 3),
    }


def present(found):
    """As a list, which is not empty."""
    some = list(found)
    if not some:
        raise NotRun
    return some


class Results:
    """records: {name of a call: what was kept of it}"""

    def __init__(self, scale, records):
        self.scale = scale
        self.records = records
        self.random = self.rows("random", [(each, "both", each.name) for each in plan.instances(scale)])
        self.timed = self.rows("timed", [(each, grain, plan.timed_name(each, grain)) for each in
                                         plan.timed_instances(scale) for grain in plan.GRAINS])

    def rows(self, group, runs):
        return [row(group, instance, self.records[name], grain) for instance, grain, name in runs
                if name in self.records]

    def report(self, name):
        """What the command said."""
        if name not in self.records:
            raise NotRun(name)
        return self.records[name]["report"]

    def throughput(self, name):
        return Fraction(self.report(name)["throughput"])

    def coarse(self, name):
        return Fraction(self.report(name)["coarse"])

    def rates(self, name):
        return rates_of(self.report(name))

    def fast(self, time):
        """The first example where T2 takes this time on P3."""
        return plan.fast_name(time)

    def family(self, processors, ratio, kind):
        """Rows of the random streams that differ in their seeds alone."""
        return present(row for row in self.random if (row["processors"], row["ratio"], row["kind"]) ==
                       (processors, float(ratio), kind))

    def seconds(self, processors, ratio, grain):
        """[seconds] of planning, by seed."""
        return present(row["seconds"] for row in self.timed if (row["processors"], row["ratio"], row["grain"]) ==
                       (processors, float(ratio), grain))

    def progress(self, stream, baseline=None):
        """Points by periods, of the schedule or of a baseline."""
        found = {}
        for periods in self.scale.periods:
            report = self.report(stream.name(periods))
            found |= {point.periods: point for point in points_of(
                report["baselines"][baseline] if baseline else report["simulated"])}
        return [found[periods] for periods in sorted(found)]

    def loss(self, stream):
        """Which part of the throughput a given period loses by rounding."""
        report = self.report(stream.name(self.scale.periods[0]))
        return Fraction(report["loss"]) / Fraction(report["throughput"])

    def deficits(self, stream):
        """{periods: jobs that are missing to what the schedule does in so many periods, in periods}, exactly."""
        report = self.report(stream.name(self.scale.periods[0]))
        of_period = Fraction(report["throughput"]) * (1 - self.loss(stream)) * Fraction(report["period"])
        return {point.periods: point.periods - point.done / of_period for point in self.progress(stream)}

    def depth(self, stream):
        return self.report(stream.name(self.scale.periods[0]))["depth"]

    @property
    def streams(self):
        return [stream for stream in STREAMS if stream.name(self.scale.periods[0]) in self.records]


def gains(rows):
    return [100 * row["gain"] for row in rows if row["gain"] is not None]


def median_gain(rows):
    return median(gains(rows))


def results_of(store, scale):
    """Of all finished runs."""
    return Results(scale, {call.name: record for call in plan.planned(scale) if (record := store.load(call))})
