"""What is still to run, and what is said meanwhile."""
from .execute import execute
from .program import say
from .progress import Progress


def minutes(seconds):
    return f"{seconds / 60:.0f} minutes" if seconds >= 90 else f"{seconds:.0f} seconds"


def run_missing(jobs, simulator, store, runs):
    """{run: why it failed}"""
    missing = [run for run in runs if store.load(run) is None]
    work = sum(run.work for run in missing)
    say(f"== {len(runs)} runs, {len(runs) - len(missing)} of them done; the others take some "
        f"{minutes(work / jobs)} with {jobs} jobs on idle cores")
    if not missing:
        return {}
    progress = Progress(missing)
    try:
        return execute(simulator, store, missing, jobs, progress)
    finally:
        progress.close()
