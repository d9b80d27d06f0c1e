"""Finished runs, found by what they are of, beside their bounds."""
from statistics import median

from common.criteria import NotRun

from .native import BY_SPEEDS, CONTENDERS, TURNS, Process
from .plan import AUTO, Run

GIB = 2**30
GIGA = 1e9
COLUMNS = ["nodes", "gpus", "gbit_s", "size", "tile", "zones", "sched", "seconds", "gflops", "seconds_bound_compute",
           "seconds_bound_network", "network_gib", "network_gib_bound", "device_gib"]


def compute_bound(report):
    """Seconds if all workers of all nodes compute all the time, at the speed of their models."""
    return 2 * report["m"] * report["n"] * report["k"] / (GIGA * sum(rank["speed"] for rank in report["ranks"]))


def network_bound(report, gbs):
    """Seconds in which the busiest link moves the bytes of this run; links move them in both directions at a time."""
    return max(max(rank["bytes_in"], rank["bytes_out"]) for rank in report["ranks"]) / (GIGA * gbs)


def device_bytes(report):
    """Between the memory nodes of each process."""
    return sum(rank["bytes_moved"] for rank in report["ranks"])


class Results:
    """records: {run: what was kept of it}, of tangram-smpi; alone: the report of one node by tangram-sim; native: {run: report},
    empty if processes were not run on this machine; slowdowns: {run: report} of slowdowns.py."""

    def __init__(self, scale, records, alone, native, slowdowns):
        self.scale, self.records, self.alone, self.native, self.slowdowns = scale, records, alone, native, slowdowns

    def report(self, setting, zones, sched):
        run = Run(setting, zones, sched)
        if run not in self.records:
            raise NotRun(run.name)
        return self.records[run]["report"]

    def seconds(self, setting, zones, sched):
        return self.report(setting, zones, sched)["seconds"]

    def gflops(self, setting, zones, sched):
        return self.report(setting, zones, sched)["gflops"]

    def bounds(self, setting, zones, sched):
        """(compute, network) of a run, in seconds"""
        report = self.report(setting, zones, sched)
        return compute_bound(report), network_bound(report, setting.gbs)

    def compute_speed(self, setting):
        """GFlop/s of all workers, by their models."""
        return sum(rank["speed"] for rank in self.report(setting, BY_SPEEDS, AUTO)["ranks"])

    def bound(self, setting, zones, sched):
        return max(self.bounds(setting, zones, sched))

    def efficiency(self, setting, zones, sched, one):
        """GFlop/s by as many times those of one node, which has the setting `one`, with the same policy."""
        return self.gflops(setting, zones, sched) / (setting.nodes * self.gflops(one, BY_SPEEDS, sched))

    def beside_alone(self, setting, zones, sched):
        """GFlop/s by as many times those of one node by tangram-sim."""
        if self.alone is None:
            raise NotRun("one node")
        return self.gflops(setting, zones, sched) / (setting.nodes * self.alone["gflops"])

    def natives(self, figure, contender):
        """[figure(report)], by turn."""
        if not self.native:
            raise NotRun(contender)
        return [figure(self.native[Process(contender, turn)]) for turn in range(1, TURNS + 1)]


def row(run, report):
    setting = run.setting
    return {"nodes": setting.nodes, "gpus": " ".join(map(str, setting.gpus)) or "all", "gbit_s": setting.gbit,
            "size": setting.size, "tile": setting.tile, "zones": report["nodes_partition"], "sched": run.sched,
            "seconds": report["seconds"], "gflops": report["gflops"], "seconds_bound_compute": compute_bound(report),
            "seconds_bound_network": network_bound(report, setting.gbs), "network_gib": report["network_bytes"] / GIB,
            "network_gib_bound": report["network_bound"] / GIB,
            "device_gib": device_bytes(report) / GIB}


def rows_of(results):
    return [row(run, record["report"]) for run, record in results.records.items()]


def native_rows(results):
    """A row for each contender: medians, and times by those of zones by speeds in the same turn."""
    bound = results.natives(lambda report: report["network_bound"], BY_SPEEDS)[0]
    first = results.natives(lambda report: report["seconds"], BY_SPEEDS)
    rows = []
    for contender in CONTENDERS:
        seconds = results.natives(lambda report: report["seconds"], contender)
        moved = median(results.natives(lambda report: report["network_bytes"], contender))
        rows.append({"contender": contender, "mib": moved / 2**20, "by_bound": moved / bound, "seconds": median(seconds),
                     "ratio": median(a / b for a, b in zip(seconds, first)),
                     "verified": all(results.natives(lambda report: report["verified"], contender))})
    return rows


def results_of(scale, runs, store, alone, native, slowdowns):
    """slowdowns: runs whose reports are in the store, too."""
    return Results(scale, {run: record for run in runs if (record := store.load(run))}, alone, native,
                   {run: store.load(run)["report"] for run in slowdowns})
