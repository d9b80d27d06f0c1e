"""Runs without a result, told briefly."""
from .strategies import KNOWN_TO_FAIL

LONGEST_REASON = 160


def told(failures):
    """One line for each strategy, of {run: reason}: how many runs, which for example, and why."""
    of_strategy = {}
    for run, reason in failures.items():
        of_strategy.setdefault(run.strategy, []).append((run, reason))
    lines = []
    for strategy, failed in sorted(of_strategy.items()):
        run, reason = failed[0]
        shortened = reason if len(reason) <= LONGEST_REASON else reason[:LONGEST_REASON] + " ..."
        line = f"{strategy}: {len(failed)} runs without a result, such as {run.name}: {shortened}"
        if strategy in KNOWN_TO_FAIL:
            line += f" (known: {KNOWN_TO_FAIL[strategy]})"
        lines.append(line)
    return lines


def unexpected(failures):
    """Whether others failed than those that are known to."""
    return any(run.strategy not in KNOWN_TO_FAIL for run in failures)
