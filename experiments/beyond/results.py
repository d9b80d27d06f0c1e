"""The figures of finished runs as rows, and which dimensions are ahead."""
from .plan import FLAT, LINKS, PAPER, PAPER_FLAT, PAPER_SOLID, SOLID, SWEPT_GPUS, TANGRAM

RAM = 0  # its memory node
MARGIN = 0.02  # who is ahead by less does not win

COLUMNS = [
    "shape", "gpus", "mixed", "links", "allocation_cost", "mode", "strategy", "c_factor", "seconds", "seconds_bound", "bytes",
    "moved", "moved_ram", "moved_bound", "steals", "reductions", "auxiliary_gb", "elapsed",
]


def row(run, record):
    """By COLUMNS; seconds until C is home, moved (in all; from and to RAM) in units of C's size."""
    report = record["report"]
    return {
        "shape": run.shape.name, "gpus": run.node.gpus, "mixed": int(run.node.mixed), "links": run.node.links.name,
        "allocation_cost": int(run.allocation_cost), "mode": run.mode, "strategy": run.strategy,
        "c_factor": run.c_factor,
        "seconds": report["seconds_total"], "seconds_bound": report["seconds_bound"],
        "bytes": report["bytes_total"], "moved": report["bytes_total"] / run.shape.bytes_of_c,
        "moved_ram": sum(link["bytes"] for link in report["bytes_by_link"] if RAM in (link["from"], link["to"]))
        / run.shape.bytes_of_c,
        "moved_bound": report["bytes_bound"] / run.shape.bytes_of_c,
        "steals": report["steals"], "reductions": report["reductions"],
        "auxiliary_gb": report["auxiliary_bytes"] / 1e9, "elapsed": round(record["elapsed"], 2),
    }


def rows_of(store, runs):
    """Those of all finished runs, in their order."""
    return [row(run, record) for run in runs if (record := store.load(run))]


class Scene:
    """The rows of one shape with one kind of node and of links, for any number of GPUs, in one mode."""

    def __init__(self, rows, shape, links, mixed=False, allocation_cost=True, mode=TANGRAM):
        wanted = shape.name, links.name, int(mixed), int(allocation_cost), mode
        self.rows = [row for row in rows
                     if (row["shape"], row["links"], row["mixed"], row["allocation_cost"], row["mode"]) == wanted]
        self.flat, self.solid = (PAPER_FLAT, PAPER_SOLID) if mode == PAPER else (FLAT, SOLID)

    def best(self, key, gpus, strategies, c_factor=1):
        """Of the fastest of the strategies, whatever the figure; None if nothing was run."""
        rows = [row for row in self.rows
                if row["strategy"] in strategies and (row["gpus"], row["c_factor"]) == (gpus, c_factor)]
        return min(rows, key=lambda row: row["seconds"])[key] if rows else None

    def ratio(self, key, gpus, c_factor):
        """Of the fastest in 3D by that of the fastest in 2D."""
        flat, solid = self.best(key, gpus, self.flat), self.best(key, gpus, self.solid, c_factor)
        return None if flat is None or solid is None else solid / flat

    def ratios(self, key, c_factor):
        """{GPUs: ratio}"""
        counts = sorted({row["gpus"] for row in self.rows})
        return {gpus: ratio for gpus in counts if (ratio := self.ratio(key, gpus, c_factor)) is not None}


def begins_to_win(ratios):
    """The least number of GPUs from which on 3D is always ahead by more than MARGIN; None if it is not."""
    first = None
    for gpus, ratio in sorted(ratios.items(), reverse=True):
        if ratio > 1 - MARGIN:
            break
        first = gpus
    return first


def planned_ratios(volumes, copies_of_sum, c_factor):
    """{GPUs: what the 3D plan moves by what the 2D plan does}, of {GPUs: (flat, {C factor: solid})}."""
    return {gpus: solid[c_factor].moved(copies_of_sum) / flat.moved(copies_of_sum)
            for gpus, (flat, solid) in volumes.items()}


def bandwidth_to_hide(rows, shape):
    """GB/s of a bus for all at which what 2D moves through RAM takes as long as the work."""
    scene = Scene(rows, shape, LINKS[0])
    return scene.best("bytes", SWEPT_GPUS, FLAT) / scene.best("seconds_bound", SWEPT_GPUS, FLAT) / 1e9
