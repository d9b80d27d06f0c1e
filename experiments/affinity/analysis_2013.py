"""The analysis that Beaumont and Marchal print in 2013: lemmas 4, 7 and 8, and the equation for beta of section 2.3.

The paper of 2014 replaced it. Ratios are volumes of communication by their lower bounds. `powers` is the sum over processors of
their relative speeds to the power e: 1/2 of the outer product, 2/3 of the matrix product.
"""
from dataclasses import dataclass
from functools import cache
from math import exp, log
from random import Random
from statistics import fmean, stdev

from common.families import MATRIX, OUTER

from . import platforms
from .platforms import GREATEST_SPEED, LEAST_SPEED, TRIES, root

EXPONENT = {OUTER: 1 / 2, MATRIX: 2 / 3}


def volume(kernel, beta, blocks, powers):
    """Lemma 4, and what lemma 7 gives for matrices: by the end of the first phase a processor has received beta^e of its lower
    bound, and each task that is left needs two (three) blocks."""
    return beta ** EXPONENT[kernel] + exp(-beta) * blocks / powers


def lemma_8(beta, blocks, powers):
    """As printed, of the matrix product: it has beta^(1/2), and beta in the sum."""
    return beta ** 0.5 + exp(-beta) * blocks / (beta ** (2 / 3) * powers)


def powers_of_row(row):
    """By its lower bound."""
    dimensions = 2 if row["kernel"] == OUTER else 3
    return row["lower_bound"] / (dimensions * row["blocks"] ** (dimensions - 1))


def volume_of_row(row):
    return volume(row["kernel"], row["beta"], row["blocks"], powers_of_row(row))


def lemma_8_of_row(row):
    return lemma_8(row["beta"], row["blocks"], powers_of_row(row))


def best_beta(kernel, blocks, powers):
    """Where volume() has its minimum: the larger root of the paper's equation, e beta^(e-1) = exp(-beta) N / powers; None if it has
    none. Where there are not many more tasks than processors a random choice from the start, which is beta = 0, may send less yet.

    With h(beta) = beta - log(beta^(1-e) N / (e powers)) it is where h is 0 and grows, beyond its minimum at 1 - e.
    """
    e = EXPONENT[kernel]

    def h(beta):
        return beta - log(beta ** (1 - e) * blocks / (e * powers))

    low, high = 1 - e, 1.0
    if h(low) > 0:
        return None
    while h(high) < 0:
        high *= 2
    return root(h, low, high)


def of_alike(kernel, blocks, processors):
    """The best beta of processors that are alike."""
    return best_beta(kernel, blocks, processors ** (1 - EXPONENT[kernel]))


def sum_of_roots(speeds):
    total = sum(speeds)
    return sum((speed / total) ** 0.5 for speed in speeds)


@dataclass(frozen=True)
class Drawn(platforms.Drawn):
    ratio_error: float  # of the ratio predicted with equal speeds, by the mean of those predicted with the speeds drawn


@cache
def drawn(blocks, processors, seed=1):
    """With the same speeds each time; None where the equation has no root for some of them."""
    random = Random(f"{seed} {blocks} {processors}")
    roots = [sum_of_roots([random.uniform(LEAST_SPEED, GREATEST_SPEED) for _ in range(processors)]) for _ in range(TRIES)]
    betas = [best_beta(OUTER, blocks, one) for one in roots]
    equal = of_alike(OUTER, blocks, processors)
    if equal is None or None in betas:
        return None
    ratios = [volume(OUTER, beta, blocks, one) for beta, one in zip(betas, roots)]
    predicted = volume(OUTER, equal, blocks, processors ** 0.5)
    return Drawn(blocks, processors, fmean(betas), stdev(betas), equal, abs(predicted / fmean(ratios) - 1))
