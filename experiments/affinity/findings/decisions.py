"""How long strategies take to decide: what we ask for."""
from math import log

from common.criteria import Check, Criteria
from common.families import ALL, BLOCKS, INVOLVED, KERNELS, MATRIX, OUTER, SIMPLE, label, name

from ..plan import SMALL

criteria = Criteria()
finding, findings_of = criteria.finding, criteria.findings_of

GOALS = {OUTER: {**dict.fromkeys([*SIMPLE, "dynamic"], 0.3), **dict.fromkeys(INVOLVED[OUTER], 3)},
         MATRIX: {"dynamic": 3, BLOCKS: 3}}  # seconds for 10^6 tasks
SLOWLY = 0.25  # power of the number of tasks
GROWTH = 2  # times, that a task may take longer where there are most than where there are few


@finding("table", "None of them need take minutes (ours).", "10^6 tasks take at most " + ", ".join(
    f"{most:g} s with {label(name(family, kernel))}" for kernel in KERNELS for family, most in GOALS[kernel].items()))
def goals(results):
    for kernel in KERNELS:
        for family, most in GOALS[kernel].items():
            seconds = results.of_table(kernel, family, "seconds")
            yield Check(seconds <= most, f"{label(name(family, kernel))}: {seconds:.3g} s")


def times_of_tasks(results):
    """{kernel and strategy: {N: nanoseconds}} from SMALL on."""
    return {(kernel, family): {blocks: time for blocks, time in
                               results.curve("time", family, number=number).items() if blocks >= SMALL[kernel]}
            for number, kernel in enumerate(KERNELS) for family in ALL[kernel]}


def power(times, kernel):
    """Of the number of tasks that time grows with, from the least N to the greatest."""
    tasks = log(max(times) / min(times)) * (2 if kernel == OUTER else 3)
    return log(times[max(times)] / times[min(times)]) / tasks


@finding("time", f"From N = {SMALL[OUTER]} (outer) and {SMALL[MATRIX]} (matrix) to the largest N the time for a task at most "
         "doubles (ours).",
         f"with the largest N it takes at most {GROWTH} times as long as with those")
def time_at_most_doubles(results):
    for (kernel, family), times in times_of_tasks(results).items():
        first, last = min(times), max(times)
        yield Check(times[last] <= GROWTH * times[first], f"{label(name(family, kernel))}: {times[first]:.0f} ns with "
                                                          f"N = {first}, {times[last]:.0f} ns with {last}")


@finding("time", "It grows more slowly than if each of N blocks were looked at for a task (ours).",
         f"from the first to the largest of those N less than as the number of tasks to the power {SLOWLY}; with N it would "
         f"be 1/2 (outer) or 1/3 (matrix)")
def time_grows_slowly(results):
    powers = {label(name(family, kernel)): power(times, kernel)
              for (kernel, family), times in times_of_tasks(results).items()}
    most = sorted(powers, key=powers.get)[-3:]
    yield Check(max(powers.values()) < SLOWLY,
                "at most " + ", ".join(f"{powers[strategy]:.2f} ({strategy})" for strategy in reversed(most)))
