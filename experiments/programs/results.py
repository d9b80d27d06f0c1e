"""The figures of runs as rows, and what auto takes by its rivals."""
from dataclasses import dataclass
from statistics import median

from common.ratio import ratio

from .plan import AUTO, BASE
from .problems import Example

COLUMNS = ["program", "size", "blocks", "platform", "sched", "seconds", "bytes", "seconds_bound", "bytes_bound"]
KEYS = ["seconds", "bytes"]


def row(run, record, bounds):
    report = record["report"]
    return {"program": run.example.program, "size": run.example.size, "blocks": run.example.blocks,
            "platform": run.platform, "sched": run.sched, "seconds": report["seconds"], "bytes": report["bytes"]} | bounds


def rows_of(store, runs, bounds):
    """bounds(run): {"seconds_bound", "bytes_bound"}, None where they are not known."""
    of_scenes = {}
    for run in runs:
        scene = (run.platform, run.example)
        of_scenes[scene] = of_scenes.get(scene) or bounds(run)
    return [row(run, store.load(run), of_scenes[run.platform, run.example]) for run in runs]


def rows_on(rows, machines):
    names = [machine.name for machine in machines]
    return [row for row in rows if row["platform"] in names]


def example_of(row):
    return Example(row["program"], row["size"], row["blocks"])


def platforms_of(rows):
    return list(dict.fromkeys(row["platform"] for row in rows))


def scheds_of(rows):
    return list(dict.fromkeys(row["sched"] for row in rows))


def examples_of(rows, platform=None):
    """On all platforms, or on this one."""
    return list(dict.fromkeys(example_of(row) for row in rows if platform in (None, row["platform"])))


def found(rows, platform, example, sched):
    """The one row; None where the program did not run under this scheduler."""
    ones = [row for row in rows if (row["platform"], example_of(row), row["sched"]) == (platform, example, sched)]
    return ones[0] if ones else None


@dataclass(frozen=True)
class Comparison:
    """auto by the best of its rivals: by the better time, and by the fewer bytes, be they of one rival or of two."""

    platform: str
    example: Example
    seconds: float
    bytes: float

    @property
    def label(self):
        return f"{self.example.label} on {self.platform}"


def rivals_of(rows, example):
    """That auto is compared with; of those that ran."""
    return [sched for sched in example.rivals if sched in scheds_of(rows)] or [BASE]


def compared(rows, platform, example):
    ours = found(rows, platform, example, AUTO)
    rivals = [found(rows, platform, example, sched) for sched in rivals_of(rows, example)]
    return Comparison(platform, example, *(ratio(ours[key], min(rival[key] for rival in rivals)) for key in KEYS))


def comparisons(rows):
    return [compared(rows, platform, example) for platform in platforms_of(rows)
            for example in examples_of(rows, platform)]


def median_of(compared_ones, key):
    return median(getattr(one, key) for one in compared_ones)


def worst_of(compared_ones, key):
    """The comparison itself."""
    return max(compared_ones, key=lambda one: getattr(one, key))
