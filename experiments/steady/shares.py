"""Who executes which part of all jobs, as the paper's tables have it."""
from fractions import Fraction

from . import paper
from .examples import SECOND_TASKS, SECOND_W, SECOND_WEIGHTS


def shares(rates, tasks, processors):
    """{processor: percent of all tasks, by task}"""
    totals = {task: sum(rate for (_, other), rate in rates.computed.items() if other == task) for task in tasks}
    return {processor: [float(100 * rates.computed.get((processor, task), 0) / totals[task]) for task in tasks]
            for processor in processors}


def links_as_printed(values):
    """How many of the paper's figures for links these values have; the last of two digits may be rounded or cut."""
    return sum(abs(100 * float(values[place]) - figure) < 0.01 for place, figure in paper.LINKS.items())


def works(table):
    """{processor: its part of all work of the second example}, of a table of percents."""
    weights = [Fraction(weight) for weight in SECOND_WEIGHTS]
    work = {processor: sum(float(weight) * share / 100 for weight, share in zip(weights, row))
            for processor, row in table.items()}
    return {processor: part / sum(work.values()) for processor, part in work.items()}


def speed_of(names):
    """Their part of the speed of all processors of the second example."""
    speeds = {f"P{number + 1}": Fraction(1, w) if w else Fraction(0) for number, w in enumerate(SECOND_W)}
    return sum(speeds[name] for name in names) / sum(speeds.values())


def busy_parts(table, throughput):
    """{processor: part of the time that it computes} in the second example, of a table of percents."""
    work = sum(Fraction(weight) for weight in SECOND_WEIGHTS)
    speeds = dict(zip(table, SECOND_W))
    return {processor: part * float(work) * speeds[processor] * throughput
            for processor, part in works(table).items() if speeds[processor]}


def seventeen_shares(rates):
    return shares(rates, SECOND_TASKS, [f"P{number + 1}" for number in range(len(SECOND_W))])
