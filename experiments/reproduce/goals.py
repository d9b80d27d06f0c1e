"""What Tangram is to reach on the simulated sirocco, and whether it does."""
from dataclasses import dataclass

from common.criteria import NotRun

from .strategies import BEST, BEYOND, PAPER, tangrams

# {size: (seconds, GiB)}: the paper's, with 3% for the simulation; and what the best strategy is to reach in one run.
LIMITS = {7680: (0.285, 2.8), 15360: (1.70, 10.8), 23040: (5.50, 24.2), 30720: (12.9, 42.0)}
BEST_LIMITS = {7680: (0.250, 2.6), 15360: (1.63, 10.2), 23040: (5.38, 23.0), 30720: (12.7, 40.5)}
LESS_TIME_THAN_DMDA = 0.03
LESS_TRAFFIC_THAN_DMDA = {7680: 0.10, 15360: 0.15, 23040: 0.20, 30720: 0.25}
MORE_TIME_WITH_COST = 0.03

OWN = [name for name in PAPER if name != "dmda"] + BEYOND


@dataclass(frozen=True)
class Goal:
    """met is None where it was not run."""

    size: int
    asked: str
    measured: str
    met: bool | None


def excess(row, limit):
    """How far the worse of a run's time and traffic is over its limit; at most 1 where both are met."""
    return max(row["seconds"] / limit[0], row["gib"] / limit[1])


def farthest(point, limit):
    """Of its runs the one that is farthest over the limit."""
    return max(point.rows, key=lambda row: excess(row, limit))


def nearest(scene, size, names=None):
    """The strategy of Tangram's that comes nearest to BEST_LIMITS."""
    chosen = [name for name in names or OWN if scene.has(name, size)]
    if not chosen:
        raise NotRun(f"{size}")
    limit = BEST_LIMITS[size]
    return min(chosen, key=lambda name: excess(farthest(scene.point(name, size), limit), limit))


def within(scene, strategy, size, limits):
    row = farthest(scene.point(strategy, size), limits[size])
    return f"{row['seconds']:.5g} s, {row['gib']:.5g} GiB", excess(row, limits[size]) <= 1


def against_dmda(scene, size):
    own, dmda = scene.point(BEST, size), scene.point("dmda", size)
    time, traffic = 1 - own.seconds.mean / dmda.seconds.mean, 1 - own.gib.mean / dmda.gib.mean
    met = time >= LESS_TIME_THAN_DMDA and traffic >= LESS_TRAFFIC_THAN_DMDA[size]
    return f"{-time:+.2%} time, {-traffic:+.2%} traffic", met


def best(scene, size):
    name = nearest(scene, size)
    measured, met = within(scene, name, size, BEST_LIMITS)
    return f"{tangrams(name)}: {measured}", met


def with_cost(costly, scene, strategy, size, limits):
    """Median time with the policy's own time counted. The best strategy is chosen without that."""
    name = strategy or nearest(scene, size, [name for name in OWN if costly.has(name, size)])
    seconds = costly.point(name, size).seconds
    measured = f"{tangrams(name)}: {seconds.median:.5g} s"
    return measured, seconds.median <= (1 + MORE_TIME_WITH_COST) * limits[size][0]


def goals_of(summary):
    """For each size of LIMITS, in the order in which they are asked for."""
    scene, costly = summary.scene("sirocco"), summary.scene("sirocco", scheduling_cost=1)

    def both(limits, size):
        return "at most {:.4g} s and {:.4g} GiB".format(*limits[size])

    def time_alone(limits, size):
        return f"at most 3% over {limits[size][0]:.4g} s"

    kinds = [
        (lambda n: f"{tangrams(BEST)}: {both(LIMITS, n)}", lambda n: within(scene, BEST, n, LIMITS)),
        (lambda n: f"{tangrams(BEST)} against DMDA: at least 3% less time, {LESS_TRAFFIC_THAN_DMDA[n]:.0%} less traffic",
         lambda n: against_dmda(scene, n)),
        (lambda n: f"the best strategy: {both(BEST_LIMITS, n)}, in one run", lambda n: best(scene, n)),
        (lambda n: f"auto: {both(BEST_LIMITS, n)}, in one run", lambda n: within(scene, "auto", n, BEST_LIMITS)),
        (lambda n: f"{tangrams(BEST)}, scheduling cost 1, median: {time_alone(LIMITS, n)}",
         lambda n: with_cost(costly, scene, BEST, n, LIMITS)),
        (lambda n: f"the best strategy, scheduling cost 1, median: {time_alone(BEST_LIMITS, n)}",
         lambda n: with_cost(costly, scene, None, n, BEST_LIMITS)),
    ]
    goals = []
    for asked, measure in kinds:
        for size in LIMITS:
            try:
                goals.append(Goal(size, asked(size), *measure(size)))
            except NotRun:
                goals.append(Goal(size, asked(size), "not run", None))
    return goals
