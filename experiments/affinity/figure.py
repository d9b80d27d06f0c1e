"""What a figure shows of which points."""
from dataclasses import dataclass, field

AUTHORS = "Beaumont and Marchal"  # of two papers, told apart by their years (docs/references.md)
OTHERS = {"table": f"{AUTHORS} 2013, table 1", "beta": f"{AUTHORS} 2014, section 3.6",
          "beta-2013": f"{AUTHORS} 2013, section 2.5.1", "analysis": "Ours", "time": "Ours"}


def heading(name):
    """Of a figure or of something else that the page has: 2014-1 is Beaumont and Marchal 2014, figure 1."""
    year, _, number = name.partition("-")
    return OTHERS.get(name) or f"{AUTHORS} {year}, figure {number}"


@dataclass(frozen=True)
class Curve:
    """A column of the results against what `at` has: points, whose median counts if there are several."""

    key: str  # a strategy by what it has in common for both kernels, or the column
    at: dict
    column: str = "mean"


@dataclass(frozen=True)
class Panel:
    curves: list
    title: str = ""
    across: str = "processors"
    up: str = "blocks sent / lower bound"
    deviations: bool = False
    logarithmic: str = ""  # "x", "y", or both
    betas: dict = field(default_factory=dict)  # {label: the point at whose beta there is a vertical line}
    band: float = 0  # grey, about 0
    categories: bool = False  # what is across has no order

    @property
    def points(self):
        """All of them, some more than once."""
        curves = [point for curve in self.curves for points in curve.at.values() for point in points]
        return curves + list(self.betas.values())

    @property
    def kernel(self):
        return self.points[0].kernel


@dataclass(frozen=True)
class Figure:
    name: str
    title: str
    panels: list

    @property
    def file(self):
        return f"affinity-{self.name}.svg"

    @property
    def points(self):
        return [point for panel in self.panels for point in panel.points]
