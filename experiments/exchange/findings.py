"""What the paper says of the mechanisms, statement by statement, as criteria on what was run."""
from statistics import median

from common.criteria import Check, Criteria

from .plan import FLAG, INCREMENTS, LOCK, MEMORY, NAIVE, NONE, SLOW_NETWORK, SNAPSHOT, TELLS_ALWAYS, WORKLOAD
from .results import (bytes_a_message, decisions, frozen, messages, peak, running, seconds, spread, view_error)

criteria = Criteria()
finding, findings_of = criteria.finding, criteria.findings_of

LARGER = 1.02  # what counts as larger, in the median over seeds
NEAR = 1.2     # the paper's own tables have up to 1.19 between increments and snapshots


def named(tree, processes):
    return f"{tree.name} on {processes}"


def compared(results, figure, strategy, above, below, holds, scenes=None):
    """A check for each tree and number of processes (default: all): of the median ratio."""
    for tree, processes in scenes or results.scenes:
        ratios = results.ratios(figure, tree, processes, strategy, above, below)
        if ratios:
            yield Check(holds(median(ratios)), f"{named(tree, processes)}: {spread(ratios, '.3f')}")


def mostly(checks):
    """One check, for what the paper says of most cases: it holds in more than half of them."""
    made = list(checks)
    holding = sum(check.holds for check in made)
    cases = "; ".join(check.figures for check in made)
    return Check(2 * holding > len(made), f"in {holding} of {len(made)} cases: {cases}")


def grows_with_processes(results, figure, strategy):
    """Whether it is larger with each doubling of processes, with increments, in the median, on each tree."""
    for tree in results.scale.trees:
        counts = [median(results.values(figure, tree, processes, INCREMENTS, strategy))
                  for processes in results.scale.processes]
        yield Check(all(a < b for a, b in zip(counts, counts[1:])), f"{tree.name}: " + ", ".join(f"{n:.0f}" for n in counts))


# ---- Table 3

@finding("decisions", "There are more dynamic decisions on more processes.", "with each doubling, on each tree")
def more_decisions(results):
    yield from grows_with_processes(results, decisions, MEMORY)


# ---- Table 4

@finding("memory", "The peak of memory is generally larger with the naive mechanism than with the others.",
         f"by {LARGER - 1:.0%} or more than with increments, or with snapshots, in the median, in most cases")
def naive_is_worst(results):
    for other in (INCREMENTS, SNAPSHOT):
        yield mostly(compared(results, peak, MEMORY, NAIVE, other, lambda ratio: ratio >= LARGER))


@finding("memory", "Snapshots give the best memory occupation in most cases.",
         "not more than with increments in the median, nor than with the naive mechanism, in most cases")
def snapshots_are_best(results):
    for other in (INCREMENTS, NAIVE):
        yield mostly(compared(results, peak, MEMORY, SNAPSHOT, other, lambda ratio: ratio <= 1))


@finding("memory", "Increments are never far from snapshots.", f"at most {NEAR} times their peak in the median")
def increments_are_near(results):
    yield from compared(results, peak, MEMORY, INCREMENTS, SNAPSHOT, lambda ratio: ratio <= NEAR)


@finding("memory", "The naive mechanism decides by views without the previous decisions; views by snapshots are the most exact.",
         "the mean error of views is the largest with the naive mechanism, and the smallest with snapshots")
def views(results):
    for tree, processes in results.scenes:
        errors = [[error for error in results.values(view_error, tree, processes, mechanism, MEMORY) if error is not None]
                  for mechanism in (NAIVE, INCREMENTS, SNAPSHOT)]
        if all(errors):
            naive, increments, snapshot = map(median, errors)
            yield Check(naive > increments >= snapshot,
                        f"{named(tree, processes)}: {naive:.2%}, {increments:.2%} and {snapshot:.2%}")


# ---- What the paper explains its tables by, where most decisions are taken at the same time (ours)

def wide(results, figure, above, below, holds):
    return compared(results, figure, MEMORY, above, below, holds, results.wide_scenes)


@finding("wide", "Masters who decide at the same time overload the same slaves by naive views (ours).",
         "the naive mechanism's peak is at least 1.2 times that of increments, in the median")
def naive_overloads(results):
    yield from wide(results, peak, NAIVE, INCREMENTS, lambda ratio: ratio >= 1.2)


@finding("wide", "Views by snapshots overload nobody (ours).", "their peak is at most 1.05 times that of increments, in the median")
def snapshots_overload_nobody(results):
    yield from wide(results, peak, SNAPSHOT, INCREMENTS, lambda ratio: ratio <= 1.05)


@finding("wide", "Snapshots cost time where processes answer between tasks (ours).",
         "they take at least 1.2 times as long as increments without a thread, in the median")
def snapshots_cost_time(results):
    yield from wide(results, seconds, SNAPSHOT, INCREMENTS, lambda ratio: ratio >= 1.2)


@finding("wide", "They cost little with a thread (ours).",
         "with a flag they take at most 1.1 times as long as increments with one, in the median")
def snapshots_cost_little(results):
    yield from wide(results, seconds, (SNAPSHOT, FLAG), (INCREMENTS, FLAG), lambda ratio: ratio <= 1.1)


@finding("wide", "They send fewer messages (ours).", "increments send at least 2.5 times as many, in the median")
def snapshots_send_less(results):
    yield from wide(results, messages, INCREMENTS, SNAPSHOT, lambda ratio: ratio >= 2.5)


# ---- Table 5

@finding("time", "Snapshots are slower than increments.", f"by {LARGER - 1:.0%} or more in the median")
def snapshots_are_slower(results):
    yield from compared(results, seconds, WORKLOAD, SNAPSHOT, INCREMENTS, lambda ratio: ratio >= LARGER)


@finding("time", "Outside the snapshots it takes longer, too: all processes restart at the same time.",
         "the time less that in which processes stand still is longer than the whole time of increments, in the median")
def outside_snapshots(results):
    for tree, processes in results.scenes:
        outside = results.values(running, tree, processes, SNAPSHOT, WORKLOAD)
        whole = results.values(seconds, tree, processes, INCREMENTS, WORKLOAD)
        ratios = [a / b for a, b in zip(outside, whole)]
        yield Check(median(ratios) > 1, f"{named(tree, processes)}: {spread(ratios, '.3f')}")


# ---- Table 6

@finding("messages", "Snapshots use fewer messages than increments.",
         "increments send at least 2.5 times as many in the median (the paper: 15 to 35 times)")
def fewer_messages(results):
    yield from compared(results, messages, WORKLOAD, INCREMENTS, SNAPSHOT, lambda ratio: ratio >= 2.5)


@finding("messages", "The ratio grows with the number of processes.", "with each doubling, on each tree")
def growing_ratio(results):
    for tree in results.scale.trees:
        ratios = [median(results.ratios(messages, tree, processes, WORKLOAD, INCREMENTS, SNAPSHOT))
                  for processes in results.scale.processes]
        yield Check(all(a < b for a, b in zip(ratios, ratios[1:])), f"{tree.name}: " + ", ".join(f"{r:.2f}" for r in ratios))


@finding("messages", "Messages of snapshots are larger.", "bytes by messages, in the median")
def larger_messages(results):
    yield from compared(results, bytes_a_message, WORKLOAD, SNAPSHOT, INCREMENTS, lambda ratio: ratio > 1)


@finding("messages", "Messages of increments are more on more processes, as each change is told to all.",
         "with each doubling, on each tree")
def more_messages(results):
    yield from grows_with_processes(results, messages, WORKLOAD)


@finding("messages", "Where processes tell that they select nobody any more, messages can be divided by two.",
         "at most 0.7 of those without it, in the median")
def no_more_master(results):
    for tree, processes in results.scenes:
        with_it = results.values(messages, tree, processes, INCREMENTS, WORKLOAD)
        without = results.values(messages, tree, processes, INCREMENTS, WORKLOAD, more=TELLS_ALWAYS)
        ratios = [a / b for a, b in zip(with_it, without) if b]
        if ratios:
            yield Check(median(ratios) <= 0.7, f"{named(tree, processes)}: {spread(ratios, '.2f')}")


@finding("messages", "On a slow network increments could cost much.",
         "with a latency of 1 ms and 0.1 GB/s they lose more than snapshots do")
def slow_network(results):
    processes = results.scale.processes[0]
    for tree in results.scale.trees:
        losses = []
        for mechanism in (INCREMENTS, SNAPSHOT):
            slow = results.values(seconds, tree, processes, mechanism, WORKLOAD, more=SLOW_NETWORK)
            fast = results.values(seconds, tree, processes, mechanism, WORKLOAD)
            losses.append(median(a / b for a, b in zip(slow, fast)))
        yield Check(losses[0] > losses[1], f"{named(tree, processes)}: {losses[0]:.2f} and {losses[1]:.2f} of the time")


# ---- Table 7

@finding("threads", "With a thread snapshots are much faster.",
         f"by {1 - 1 / 1.1:.0%} or more in the median, with the lock as in the paper")
def threads_help_snapshots(results):
    yield from compared(results, seconds, WORKLOAD, (SNAPSHOT, NONE), (SNAPSHOT, LOCK), lambda ratio: ratio >= 1.1)


@finding("threads", "Processes spend much less time in snapshots then.",
         "at most half the time in which they stand still, in the median")
def less_frozen(results):
    yield from compared(results, frozen, WORKLOAD, (SNAPSHOT, LOCK), (SNAPSHOT, NONE), lambda ratio: ratio <= 0.5)


@finding("threads", "Snapshots with a thread are still slower than increments with one.",
         f"by {LARGER - 1:.0%} or more in the median, with the lock")
def still_slower(results):
    yield from compared(results, seconds, WORKLOAD, (SNAPSHOT, LOCK), (INCREMENTS, LOCK), lambda ratio: ratio >= LARGER)


@finding("threads", "A thread is good for increments, too, in most cases.", "they are faster in the median")
def threads_help_increments(results):
    yield mostly(compared(results, seconds, WORKLOAD, (INCREMENTS, LOCK), (INCREMENTS, NONE), lambda ratio: ratio < 1))


@finding("threads", "A flag costs snapshots less than the lock (ours).", "not slower in the median")
def flag_and_lock(results):
    yield from compared(results, seconds, WORKLOAD, (SNAPSHOT, FLAG), (SNAPSHOT, LOCK), lambda ratio: ratio <= 1)
