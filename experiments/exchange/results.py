"""Finished runs, found by what they are of."""
from statistics import median

from common.criteria import NotRun

from .plan import NONE, Run

COLUMNS = ["tree", "processes", "mechanism", "thread", "strategy", "more", "seed", "decisions", "messages", "bytes",
           "peak_memory", "seconds", "seconds_frozen", "view_error"]


class Results:
    """records: {run: what was kept of it}"""

    def __init__(self, scale, records):
        self.scale = scale
        self.records = records

    def report(self, *key, more=(), seeds=None):
        """key: tree, processes, mechanism, thread, strategy."""
        run = Run(*key, seeds or self.scale.seeds, more)
        if run not in self.records:
            raise NotRun(run.name)
        return self.records[run]["report"]

    def runs(self, *key, more=()):
        """Of each seed."""
        return self.report(*key, more=more)["per_run"]

    def values(self, figure, tree, processes, mechanism, strategy, thread=NONE, more=()):
        """[figure(run)], by seed."""
        return [figure(run) for run in self.runs(tree, processes, mechanism, thread, strategy, more=more)]

    def ratios(self, figure, tree, processes, strategy, above, below, **more):
        """[figure of `above` by that of `below`], by seed; each a mechanism, or (mechanism, thread)."""
        pairs = [(each, NONE) if isinstance(each, str) else each for each in (above, below)]
        upper, lower = (self.values(figure, tree, processes, mechanism, strategy, thread, **more)
                        for mechanism, thread in pairs)
        return [a / b for a, b in zip(upper, lower) if b]

    @property
    def scenes(self):
        return [(tree, processes) for tree in self.scale.trees for processes in self.scale.processes]

    @property
    def wide_scenes(self):
        return [(tree, processes) for tree, processes in self.scenes if tree == self.scale.wide]


def peak(run):
    return run["peak_memory"]["max"]


def seconds(run):
    return run["time"]


def messages(run):
    return run["messages"]["total"]


def decisions(run):
    return run["decisions"]


def bytes_a_message(run):
    return run["bytes"] / run["messages"]["total"] if run["messages"]["total"] else 0


def frozen(run):
    return run["seconds_frozen"]


def running(run):
    """Seconds outside snapshots."""
    return run["time"] - run["seconds_frozen"]


def view_error(run):
    """None if no decision counts."""
    return run["view_error"]["mean"] if run["view_error"] else None


def spread(values, form):
    """The median, and the ends where there are several."""
    middle = format(median(values), form)
    return middle if len(values) == 1 else f"{middle} ({min(values):{form}} to {max(values):{form}})"


def row(run, one):
    return {"tree": run.tree.name, "processes": run.processes, "mechanism": run.mechanism, "thread": run.thread,
            "strategy": run.strategy, "more": " ".join(run.more), "seed": one["seed"], "decisions": decisions(one),
            "messages": messages(one), "bytes": one["bytes"], "peak_memory": peak(one), "seconds": seconds(one),
            "seconds_frozen": frozen(one), "view_error": view_error(one)}


def rows_of(results):
    return [row(run, one) for run, record in results.records.items() for one in record["report"]["per_run"]]


def results_of(store, scale, runs):
    return Results(scale, {run: record for run in runs if (record := store.load(run))})
