"""How much is run: everything, or what continuous integration has time for."""
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Scale:
    """Numbers of random platforms and of periods, sizes of products."""

    processors: tuple = (10, 20, 50, 100)
    ratios: tuple = (Fraction(1, 100), Fraction(1, 30), Fraction(1, 10), Fraction(1, 3), Fraction(1))
    seeds: tuple = tuple(range(1, 13))
    timed_processors: tuple = (10, 15, 20, 30, 50, 70, 100)
    timed_seeds: tuple = tuple(range(101, 106))
    periods: tuple = (10, 20, 100, 1000)
    sizes: tuple = (15360, 30720)


FULL = Scale()
QUICK = Scale(processors=(10, 20), ratios=(Fraction(1, 30), Fraction(1, 3)), seeds=(1, 2), timed_processors=(10, 20),
              timed_seeds=(101, 102), periods=(10, 1000), sizes=(15360,))
