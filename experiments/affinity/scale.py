"""How much is run: everything, or what continuous integration has time for."""
from dataclasses import dataclass, field

from common.families import MATRIX, OUTER


@dataclass(frozen=True)
class Scale:
    """Numbers of points and of their runs."""

    runs: int = 20  # of a point
    tries: int = 50  # of a point of the 2014 paper's figures 7 and 8
    processors: tuple = (10, 20, 50, 100, 150, 200, 250, 300)
    large: tuple = (10, 20, 50, 100, 150, 200, 250, 300)  # processors, with LARGE blocks
    beyond: tuple = (400, 500, 700, 1000)  # and more of them, with the 2013 paper's strategies
    vectors: tuple = (10, 20, 50, 100, 200, 300, 500, 700, 1000)  # blocks
    matrices: tuple = (10, 20, 30, 40, 60, 80, 100)
    timed: dict = field(default_factory=lambda: {OUTER: (50, 100, 200, 500, 1000, 2000, 4000),
                                                 MATRIX: (20, 40, 70, 100, 200, 250)})
    turns: int = 5  # of those whose time is taken
    heterogeneity: tuple = tuple(range(0, 101, 10))
    betas: dict = field(default_factory=lambda: {
        OUTER: (0.5, 1, 1.5, 2, 2.5, *(x / 4 for x in range(12, 25)), 6.5, 7, 7.5, 8, 9, 10, 20),
        MATRIX: (0.5, 1, 1.5, *(x / 4 for x in range(8, 19)), 5, 5.5, 6, 7, 8, 10, 20)})
    percents: tuple = (0, 10, 20, 30, 40, 50, 60, 70, 80, 85, 90, 92, 94, 95, 96, 97, 97.5, 98, 98.5, 99, 99.3, 99.6,
                       99.9, 99.99)
    platforms: tuple = ((10, 10), (10, 100), (32, 1000), (100, 10), (100, 100), (100, 1000), (1000, 10), (1000, 100),
                        (1000, 1000))  # blocks and processors, for which beta is compared
    speeds: int = 100  # drawn for each of them, as in the 2014 paper's section 3.6


FULL = Scale()
QUICK = Scale(runs=3, tries=5, processors=(20, 50, 100, 200, 300), large=(20, 200, 300), beyond=(1000,),
              vectors=(20, 100, 1000), matrices=(10, 40, 100), timed={OUTER: (100, 1000), MATRIX: (40, 100)}, turns=3,
              heterogeneity=(0, 50, 100), betas={OUTER: (2, 3, 4, 4.5, 5, 6, 20), MATRIX: (2, 2.5, 3, 3.5, 4, 20)},
              percents=(0, 50, 90, 95, 98, 98.5, 99, 99.99), platforms=((10, 10), (100, 100), (1000, 1000)), speeds=3)
