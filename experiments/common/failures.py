"""Runs without a result, told briefly."""

LONGEST_REASON = 160


def told(failures, known=None):
    """One line for each strategy, of {run: reason}: how many runs, which for example, and why; known: {strategy: why}."""
    known = known or {}
    of_strategy = {}
    for run, reason in failures.items():
        of_strategy.setdefault(run.strategy, []).append((run, reason))
    lines = []
    for strategy, failed in sorted(of_strategy.items()):
        run, reason = failed[0]
        shortened = reason if len(reason) <= LONGEST_REASON else reason[:LONGEST_REASON] + " ..."
        line = f"{strategy}: {len(failed)} runs without a result, such as {run.name}: {shortened}"
        if strategy in known:
            line += f" (known: {known[strategy]})"
        lines.append(line)
    return lines
