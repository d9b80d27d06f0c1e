"""Means, extremes and medians of the repetitions."""
from collections import defaultdict
from dataclasses import dataclass
from statistics import fmean, median

from common.criteria import NotRun


@dataclass(frozen=True)
class Spread:
    """Of one figure over repetitions."""

    mean: float
    least: float
    greatest: float
    median: float

    @classmethod
    def of(cls, values):
        return cls(fmean(values), min(values), max(values), median(values))


@dataclass(frozen=True)
class Point:
    """A strategy at one size: spreads, the bounds, and the rows they come from."""

    seconds: Spread
    gib: Spread
    seconds_bound: float
    gib_bound: float
    rows: list

    def mean(self, column):
        return fmean(row[column] for row in self.rows)


class Scene:
    """All points of one machine with one cost of scheduling."""

    def __init__(self, points):
        self._points = points

    @property
    def sizes(self):
        return sorted({size for size, _ in self._points})

    @property
    def strategies(self):
        return list(dict.fromkeys(strategy for _, strategy in self._points))

    def has(self, strategy, size):
        return (size, strategy) in self._points

    def point(self, strategy, size):
        if not self.has(strategy, size):
            raise NotRun(f"{strategy} at {size}")
        return self._points[size, strategy]

    def time(self, strategy, size):
        """Mean seconds."""
        return self.point(strategy, size).seconds.mean

    def traffic(self, strategy, size):
        """Mean GiB."""
        return self.point(strategy, size).gib.mean


class Summary:
    """All scenes: summary.scene("sirocco"), summary.scene("sirocco", cpus=False), ..."""

    def __init__(self, rows):
        groups = defaultdict(lambda: defaultdict(list))
        for row in rows:
            scene = row["platform"], bool(row["cpus"]), row["scheduling_cost"]
            groups[scene][row["size"], row["strategy"]].append(row)
        self._scenes = {
            scene: Scene({key: self._point(chosen) for key, chosen in points.items()})
            for scene, points in groups.items()
        }

    @staticmethod
    def _point(rows):
        return Point(
            Spread.of([row["seconds"] for row in rows]),
            Spread.of([row["gib"] for row in rows]),
            rows[0]["seconds_bound"],
            rows[0]["gib_bound"],
            rows,
        )

    def scene(self, platform, cpus=True, scheduling_cost=0):
        return self._scenes.get((platform, cpus, scheduling_cost), Scene({}))
