"""The analysis of Beaumont and Marchal 2014 to first order: theorem 6, and section 4.2 for matrices.

By the lower bound, with e = 1/2 (outer) or 2/3 (matrix), S0 and S1 the sums over processors of rs^e and rs^(1+e):

    phase 1    beta^e - c beta^(1+e) S1 / S0
    phase 2    exp(-beta) N (1 - beta^e S1) / S0

What the paper prints and what its proofs give differ in c.
"""
from dataclasses import dataclass
from functools import cache
from math import exp
from random import Random
from statistics import fmean, stdev

from common.families import MATRIX, OUTER

from . import platforms
from .analysis_2013 import EXPONENT, powers_of_row
from .platforms import GREATEST_SPEED, LEAST_SPEED, TRIES, root

PRINTED = {OUTER: -1 / 4, MATRIX: 1}
PROVED = {OUTER: 1 / 4, MATRIX: 1 / 3}  # by the proof of lemma 4, and by the series of section 4.2
COMMANDS = {OUTER: 1 / 4, MATRIX: 1}  # what `tangram affinity` computes
LEAST_BETA, LARGEST_BETA = 0.1, 20  # the latter leaves 2e-9 of the tasks: next to none
STEP = 1.02  # factor between betas in which the slope is looked at

# Speeds of sections 3.2 and 3.5 that do not change.
USUAL = "uniform:10:100"
SPEEDS = {USUAL: lambda random: random.uniform(LEAST_SPEED, GREATEST_SPEED), "unif.1": lambda random: random.uniform(80, 120),
          "unif.2": lambda random: random.uniform(50, 150), "h:100": lambda random: random.uniform(0, 200),
          "set.3": lambda random: random.choice((80, 100, 150)),
          "set.5": lambda random: random.choice((40, 80, 100, 150, 200))}


def sums_of(kernel, speeds):
    """S0 and S1."""
    total, e = sum(speeds), EXPONENT[kernel]
    relative = [speed / total for speed in speeds]
    return sum(rs ** e for rs in relative), sum(rs ** (1 + e) for rs in relative)


def volume(kernel, beta, blocks, sums, coefficient):
    """By the lower bound; the coefficient is c."""
    first, second = sums
    e = EXPONENT[kernel]
    return beta ** e - coefficient * beta ** (1 + e) * second / first + exp(-beta) * blocks * (1 - beta ** e * second) / first


def sums_of_row(row):
    """Of a row S0 is known by its lower bound, and S1 by what the command says of the analysis."""
    kernel, blocks, beta = row["kernel"], row["blocks"], row["beta"]
    e = EXPONENT[kernel]
    first = powers_of_row(row)
    random = exp(-beta) * blocks
    second = (beta ** e * first + random - row["first_order"] * first) / (COMMANDS[kernel] * beta ** (1 + e) + random * beta ** e)
    return first, second


def volume_of_row(row, coefficients):
    """With others than the command's c, by kernel."""
    return volume(row["kernel"], row["beta"], row["blocks"], sums_of_row(row), coefficients[row["kernel"]])


def best_beta(kernel, blocks, sums, coefficient):
    """Where the volume has its minimum; None where it has none before the series end, as phase 2 would cost less than nothing. Where
    there are not many more tasks than processors a random choice from the start, which is beta = 0, may send less."""
    first, second = sums
    e = EXPONENT[kernel]

    def slope(beta):
        known, growth = beta ** e, e * beta ** (e - 1)
        return (growth - coefficient * (1 + e) * known * second / first
                - exp(-beta) * blocks / first * (1 - known * second + growth * second))

    high = min(LARGEST_BETA, second ** (-1 / e))
    if slope(high) < 0:
        return None
    while slope(low := high / STEP) >= 0:
        high = low
        if high < LEAST_BETA:
            return None
    return root(slope, low, high)


def of_alike(kernel, blocks, processors):
    """The best beta of processors that are alike, as the proofs have it."""
    return best_beta(kernel, blocks, sums_of(kernel, [1] * processors), PROVED[kernel])


@dataclass(frozen=True)
class Drawn(platforms.Drawn):
    farthest: float  # the largest distance from the mean
    costs: tuple  # of each draw: by what part more is sent there with the beta for equal speeds
    misses: tuple  # of each draw: how far what is predicted for equal speeds is off what is predicted for those drawn
    invalid: int  # draws in which beta rs is above 1 for some processor: x^2 would be beyond its maximum


@cache
def drawn(blocks, processors, speeds=USUAL, seed=1):
    """With the same speeds each time; None where the series have no minimum for some of them."""
    random = Random(f"{seed} {blocks} {processors}")
    draw, c = SPEEDS[speeds], PROVED[OUTER]
    draws = [[draw(random) for _ in range(processors)] for _ in range(TRIES)]
    sums_of_draws = [sums_of(OUTER, one) for one in draws]
    betas = [best_beta(OUTER, blocks, sums, c) for sums in sums_of_draws]
    equal = of_alike(OUTER, blocks, processors)
    if equal is None or None in betas:
        return None
    best = [volume(OUTER, beta, blocks, sums, c) for beta, sums in zip(betas, sums_of_draws)]
    sent = [volume(OUTER, equal, blocks, sums, c) for sums in sums_of_draws]
    predicted = volume(OUTER, equal, blocks, sums_of(OUTER, [1] * processors), c)
    mean = fmean(betas)
    invalid = sum(beta * max(one) > sum(one) for beta, one in zip(betas, draws))
    return Drawn(blocks, processors, mean, stdev(betas), equal, max(abs(beta - mean) for beta in betas),
                 tuple(one / least - 1 for one, least in zip(sent, best)), tuple(abs(predicted / least - 1) for least in best),
                 invalid)
