"""The figures of runs as rows."""
GIB = 2**30

COLUMNS = ["size", "part", "memory_mib", "strategy", "order", "seconds", "gib", "gib_bound", "bytes_by_bound",
           "seconds_by_bound", "elapsed"]


def row(run, record):
    report = record["report"]
    return {
        "size": run.size, "part": run.part, "memory_mib": run.memory, "strategy": run.choice.strategy,
        "order": run.choice.order, "seconds": report["seconds"], "gib": report["bytes_total"] / GIB,
        "gib_bound": report["bytes_bound"] / GIB,
        "bytes_by_bound": report["bytes_total"] / report["bytes_bound"],
        "seconds_by_bound": report["seconds"] / report["seconds_bound"], "elapsed": record["elapsed"],
    }


def rows_of(store, runs):
    return [row(run, store.load(run)) for run in runs]


def found(rows, size, part, choice):
    """The one row."""
    (one,) = [row for row in rows if (row["size"], row["part"], row["strategy"], row["order"]) ==
              (size, part, choice.strategy, choice.order)]
    return one
