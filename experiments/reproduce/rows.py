"""The figures of finished runs as rows."""

GIB = 2**30

COLUMNS = [
    "mode", "platform", "cpus", "size", "strategy", "repetition", "scheduling_cost", "seconds",
    "seconds_total", "seconds_bound", "busiest_seconds", "bytes", "gib", "bytes_bound", "gib_bound", "accelerators_share",
    "steals", "reductions", "scheduling_seconds", "elapsed",
]


def accelerators_share(report):
    """Of the machine's speed, what is not the home node's."""
    speeds = {node["node"]: node["speed"] for node in report["tasks_by_node"]}
    return 1 - speeds.get(0, 0) / sum(speeds.values())


def row(run, record):
    """The figures of one run, by COLUMNS."""
    report = record["report"]
    return {
        "mode": run.mode, "platform": run.platform, "cpus": int(run.cpus), "size": run.size, "strategy": run.strategy,
        "repetition": run.repetition, "scheduling_cost": run.scheduling_cost,
        "seconds": report["seconds"], "seconds_total": report["seconds_total"],
        "seconds_bound": report["seconds_bound"],
        "busiest_seconds": max(worker["busy_seconds"] for worker in report["workers"]),
        "bytes": report["bytes_total"], "gib": report["bytes_total"] / GIB,
        "bytes_bound": report["bytes_bound"], "gib_bound": report["bytes_bound"] / GIB,
        "accelerators_share": accelerators_share(report),
        "steals": report["steals"], "reductions": report["reductions"],
        "scheduling_seconds": report["scheduling_seconds"], "elapsed": round(record["elapsed"], 2),
    }


def rows_of(store, runs):
    """Those of all finished runs, in a fixed order."""
    ordered = sorted(runs, key=lambda run: (run.mode, run.platform, not run.cpus, run.size, run.strategy, run.scheduling_cost,
                                            run.repetition))
    return [row(run, record) for run in ordered if (record := store.load(run))]
