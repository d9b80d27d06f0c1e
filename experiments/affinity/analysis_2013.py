"""The analysis that Beaumont and Marchal print in 2013: lemmas 4 and 8, and the equation for beta of section 2.3.

The paper of 2014 replaced it. Ratios are volumes of communication by their lower bounds; roots is the sum over processors of
their relative speeds' square roots, powers that of their powers 2/3.
"""
from dataclasses import dataclass
from math import exp, log, sqrt
from random import Random
from statistics import fmean, stdev

LEAST_SPEED, GREATEST_SPEED = 10, 100
TRIES = 100  # of section 2.5.1
STEPS = 60  # of a bisection: more than a double has digits


def lemma_4(beta, blocks, roots):
    """Outer product: what the first phase sends, and two blocks for each task that it leaves."""
    return sqrt(beta) + exp(-beta) * blocks / roots


def lemma_8(beta, blocks, shares):
    """Matrix product, as printed; shares: relative speeds."""
    return sqrt(beta) + exp(-beta) * blocks / sum((beta * share) ** (2 / 3) for share in shares)


def lemma_8_by_lemma_7(beta, blocks, powers):
    """Matrix product, as lemma 7 has it: by then a processor has received 3 (beta share)^(2/3), and a task needs three blocks."""
    return beta ** (2 / 3) + exp(-beta) * blocks / powers


def best_beta(blocks, roots):
    """Where lemma 4 is least: the larger root of 1 / (2 sqrt(beta)) = exp(-beta) N / roots; 0 where there is none.

    With h(beta) = beta - log(2 sqrt(beta) N / roots) it is where h is 0 and grows, beyond its minimum at 1/2.
    """
    def h(beta):
        return beta - log(2 * sqrt(beta) * blocks / roots)

    low = 0.5
    if h(low) > 0:
        return 0.0
    high = 1.0
    while h(high) < 0:
        high *= 2
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if h(middle) < 0 else (low, middle)
    return (low + high) / 2


def sum_of_roots(speeds):
    total = sum(speeds)
    return sum(sqrt(speed / total) for speed in speeds)


@dataclass(frozen=True)
class Drawn:
    """Best betas for speeds that are drawn TRIES times, and for equal ones."""

    blocks: int
    processors: int
    mean: float
    deviation: float  # standard
    equal: float
    ratio_error: float  # of the ratio predicted with equal speeds, at most

    @property
    def error(self):
        return 0 if self.equal == self.mean else abs(self.equal - self.mean) / self.mean


def drawn(blocks, processors, seed=1):
    random = Random(f"{seed} {blocks} {processors}")
    roots = [sum_of_roots([random.uniform(LEAST_SPEED, GREATEST_SPEED) for _ in range(processors)]) for _ in range(TRIES)]
    betas = [best_beta(blocks, one) for one in roots]
    alike = sqrt(processors)
    equal = best_beta(blocks, alike)
    predicted = lemma_4(equal, blocks, alike)
    errors = [abs(predicted / lemma_4(beta, blocks, one) - 1) for beta, one in zip(betas, roots)]
    return Drawn(blocks, processors, fmean(betas), stdev(betas), equal, max(errors))
