"""Whether beta needs speeds (Beaumont and Marchal 2014, section 3.6): the best one for speeds drawn at random, and the
one for equal speeds."""
from dataclasses import dataclass
from statistics import fmean, stdev


@dataclass(frozen=True)
class Compared:
    blocks: int
    processors: int
    mean: float  # of the best betas
    deviation: float  # their standard deviation
    equal: float  # the best for equal speeds
    column: str  # of the analysis that says the volumes
    volume_error: float  # the most that its volume is above the least by that

    @property
    def error(self):
        """By the mean. Where there are about N^2 processors both are 0: all is left to the second phase."""
        return 0 if self.equal == self.mean else abs(self.equal - self.mean) / self.mean


def column_of(rows):
    """To first order, the papers', unless its series fail for some of them: then ours for all."""
    return "volume" if any(row["first_order"] is None for row in rows) else "first_order"


def compared(results):
    """For each number of blocks and processors."""
    found = []
    for (blocks, processors), (best, equal) in results.betas.items():
        best, equal = ([results.rows[point] for point in points] for points in (best, equal))
        betas = [row["beta"] for row in best]
        mean, column = fmean(betas), column_of(best + equal)
        above = [other[column] / row[column] - 1 for row, other in zip(best, equal)]
        found.append(Compared(blocks, processors, mean, stdev(betas), equal[0]["beta"],
                              column, max(map(abs, above))))
    return found
