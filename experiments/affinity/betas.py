"""Whether beta needs speeds (000, section 3.6): the best one for speeds drawn at random, and the one for equal speeds."""
from dataclasses import dataclass
from statistics import fmean


@dataclass(frozen=True)
class Compared:
    blocks: int
    processors: int
    mean: float  # of the best betas
    deviation: float  # the most that one of them is off their mean
    equal: float  # the best for equal speeds
    volume_error: float  # the most that its volume is above the least by the analysis

    @property
    def error(self):
        """By the mean. Where there are about N^2 processors both are 0: all is left to the second phase."""
        return 0 if self.equal == self.mean else abs(self.equal - self.mean) / self.mean


def above(best, other):
    """How much the other's volume is above that of the best, to first order unless the series fail."""
    column = "volume" if None in (best["first_order"], other["first_order"]) else "first_order"
    return other[column] / best[column] - 1


def compared(results):
    """For each number of blocks and processors."""
    found = []
    for (blocks, processors), (best, equal) in results.betas.items():
        betas = [results.rows[point]["beta"] for point in best]
        mean = fmean(betas)
        volumes = [above(results.rows[point], results.rows[other]) for point, other in zip(best, equal)]
        found.append(Compared(blocks, processors, mean, max(abs(beta - mean) for beta in betas),
                              results.rows[equal[0]]["beta"], max(map(abs, volumes))))
    return found
