"""Streams that are executed for some periods, from empty buffers."""
from dataclasses import dataclass
from fractions import Fraction

from .call import on_example, on_files
from .examples import toy_platform, toy_tree
from .instances import Instance


@dataclass(frozen=True)
class Stream:
    """period: of the schedule, in time units; 0: its own."""

    key: str
    title: str
    period: int = 0
    example: str = ""
    instance: Instance = None
    fast: bool = False  # w of T2 on P3 is 1

    def call(self, periods):
        words = ["--simulate", periods, *(["--period", self.period] if self.period else [])]
        name = self.name(periods)
        if self.example:
            return on_example("convergence", name, self.example, *words, work=1)
        platform, tree = (toy_platform(1), toy_tree()) if self.fast else self.instance.stream
        return on_files("convergence", name, platform, tree, *words, work=2)

    def name(self, periods):
        return f"converging-{self.key}-{periods}"


STREAMS = [
    Stream("toy", "first example", example="toy"),
    Stream("fast", "w of T2 on P3 = 1, its own period", fast=True),
    Stream("fast-5000", "w of T2 on P3 = 1, period 5000", 5000, fast=True),
    Stream("seventeen", "second example (stand-in)", example="seventeen"),
    Stream("random-20", "20 random processors, speeds, period 20000", 20000,
           instance=Instance(20, Fraction(1, 10), False, 1)),
    Stream("random-50", "50 random processors, affinities, period 15000", 15000,
           instance=Instance(50, Fraction(1, 10), True, 1)),
]
