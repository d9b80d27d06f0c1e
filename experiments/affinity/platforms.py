"""The platforms on which both papers compare betas (2013, section 2.5.1; 2014, section 3.6): outer products of N x N blocks on p
processors whose speeds are drawn."""
from dataclasses import dataclass

LEAST_SPEED, GREATEST_SPEED = 10, 100
TRIES = 100  # draws of speeds
# The papers: p from 10 to 1000, N from max(10, sqrt(p)) to 1000.
BLOCKS = 10, 14, 20, 32, 50, 100, 200, 500, 1000
PROCESSORS = 10, 20, 50, 70, 100, 200, 300, 500, 700, 1000
STEPS = 60  # of a bisection: more than a double has digits


@dataclass(frozen=True)
class Drawn:
    """Best betas for speeds that are drawn TRIES times, and for equal ones, by an analysis."""

    blocks: int
    processors: int
    mean: float
    deviation: float  # standard
    equal: float

    @property
    def error(self):
        return abs(self.equal - self.mean) / self.mean

    @property
    def place(self):
        return f"N = {self.blocks}, {self.processors} processors"


def grid():
    """(N, p) of the papers' range."""
    return [(blocks, processors) for processors in PROCESSORS for blocks in BLOCKS if blocks >= max(10, processors ** 0.5)]


def known(drawn, *speeds):
    """Of an analysis, drawn(N, p, *speeds): what it says of the grid, without platforms of which it says nothing."""
    return [one for platform in grid() if (one := drawn(*platform, *speeds))]


def unknown(drawn):
    """(N, p) of which it says nothing."""
    return [platform for platform in grid() if drawn(*platform) is None]


def root(f, low, high):
    """Where f, negative at low and not at high, changes its sign."""
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) < 0 else (low, middle)
    return (low + high) / 2
