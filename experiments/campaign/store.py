"""Finished runs as files, one for each; their figures as rows."""
import csv
import io
import json
import os
from datetime import datetime, timezone

GIB = 2**30

COLUMNS = [
    "platform", "cpus", "size", "strategy", "repetition", "scheduling_cost", "order", "seconds",
    "seconds_total", "seconds_bound", "busiest_seconds", "bytes", "gib", "bytes_bound", "gib_bound", "accelerators_share",
    "steals", "reductions", "scheduling_seconds", "elapsed",
]


def write_whole(path, text):
    """The file has all of the text or does not exist."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        partial.write_text(text)
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)


class Store:
    """FOLDER/<run's name>.json, each with the command and the build of the simulator that made it."""

    def __init__(self, folder, build):
        self.folder = folder
        self.build = build

    def _path(self, run):
        return self.folder / f"{run.name}.json"

    def _made_by(self, run):
        return {"arguments": run.arguments, "environment": run.environment, "build": self.build}

    def save(self, run, result):
        now = datetime.now(timezone.utc).isoformat(timespec="seconds")
        write_whole(self._path(run), json.dumps(self._made_by(run) | {"finished": now} | result))

    def load(self, run):
        """What was saved; None if nothing was, or another command or build made it."""
        try:
            record = json.loads(self._path(run).read_text())
        except (FileNotFoundError, ValueError):
            return None
        return record if isinstance(record, dict) and record == record | self._made_by(run) else None


def accelerators_share(report):
    """Of the machine's speed, what is not the home node's."""
    speeds = {node["node"]: node["speed"] for node in report["tasks_by_node"]}
    return 1 - speeds.get(0, 0) / sum(speeds.values())


def row(run, record):
    """The figures of one run, by COLUMNS."""
    report = record["report"]
    return {
        "platform": run.platform, "cpus": int(run.cpus), "size": run.size, "strategy": run.strategy,
        "repetition": run.repetition, "scheduling_cost": run.scheduling_cost, "order": run.order,
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
    ordered = sorted(runs, key=lambda run: (run.platform, not run.cpus, run.size, run.strategy, run.scheduling_cost,
                                            run.repetition))
    return [row(run, record) for run in ordered if (record := store.load(run))]


def write_csv(path, rows, columns=COLUMNS):
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    write_whole(path, text.getvalue())
