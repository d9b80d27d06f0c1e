"""The figures of finished points as rows, and of these what a drawn figure shows."""
from statistics import median

from common.families import TWO_PHASES

from . import analysis_2013
from .plan import beta_points, figures, table_points

COLUMNS = [
    "kernel", "strategy", "blocks", "processors", "speeds", "same_speeds", "runs", "seed", "beta_asked", "beta", "mean",
    "stddev", "min", "max", "first_order", "volume", "of_2013", "first_order_error", "volume_error", "lower_bound", "imbalance",
    "makespan", "seconds", "tasks_per_second", "nanoseconds", "elapsed",
]


def error(analysis, mean):
    """In percent of what was simulated."""
    return None if analysis is None else 100 * (analysis / mean - 1)


def row(point, record):
    """By COLUMNS; what was sent is in units of the lower bound. first_order: the analysis of 2014, of_2013: that of 2013, volume:
    ours. nanoseconds: of a task."""
    report = record["report"]
    communication, analysis = report["communication"], report["analysis"] or {}
    first_order, volume = analysis.get("first_order"), analysis.get("volume")
    found = {
        "kernel": point.kernel, "strategy": point.strategy, "blocks": point.blocks, "processors": point.processors,
        "speeds": point.speeds, "same_speeds": int(point.same_speeds), "runs": point.runs, "seed": point.seed,
        "beta_asked": point.beta if point.has_phases else None, "beta": report["beta"],
        **{key: communication[key] for key in ("mean", "stddev", "min", "max")},
        "first_order": first_order, "volume": volume, "of_2013": None,
        "first_order_error": error(first_order, communication["mean"]),
        "volume_error": error(volume, communication["mean"]),
        "lower_bound": report["lower_bound"], "imbalance": report["imbalance"], "makespan": report["makespan"],
        "seconds": report["seconds"], "tasks_per_second": report["tasks_per_second"],
        "nanoseconds": 1e9 / report["tasks_per_second"], "elapsed": round(record["elapsed"], 3),
    }
    return found | ({"of_2013": analysis_2013.volume_of_row(found)} if point.has_phases else {})


class Results:
    """Rows by the places that their points have in figures and tables."""

    def __init__(self, scale, rows):
        self.scale = scale
        self.rows = rows  # {point: row}, of all points
        self.figures = figures(scale)
        self.table = table_points(scale)
        self.betas = beta_points(scale)

    def median(self, points, column):
        """None where a point has no such figure, as where the analysis says nothing."""
        values = [self.rows[point][column] for point in points]
        return None if None in values else median(values)

    def drawn(self, curve, column=None):
        """{x: value} of a curve, of its own column unless another one is named."""
        return {x: self.median(points, column or curve.column) for x, points in curve.at.items()}

    def panel(self, name, number=0):
        """Of the figure of that name."""
        return next(figure for figure in self.figures if figure.name == name).panels[number]

    def curve(self, name, key, column=None, number=0):
        """drawn(), of the curve with that key."""
        curve = next(curve for curve in self.panel(name, number).curves if curve.key == key)
        return self.drawn(curve, column)

    def phases(self, name):
        """{x: row} of the strategy in two phases in a figure."""
        curve = next(curve for curve in self.panel(name).curves if curve.key == TWO_PHASES)
        return {x: self.rows[point] for x, (point,) in curve.at.items()}

    def of_table(self, kernel, family, column):
        """A cell of the 2013 paper's table 1."""
        return self.median(self.table[kernel, family], column)


def results_of(store, scale, points):
    """Of all finished points."""
    return Results(scale, {point: row(point, record) for point in points if (record := store.load(point))})
