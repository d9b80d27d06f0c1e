"""What is still to run, and what is said meanwhile."""
from .execute import execute
from .failures import told
from .order import mixed
from .program import say
from .progress import Progress
from .store import Store


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


def run_timed_last(jobs, simulator, store, runs):
    """{run: why it failed}; those whose time counts one after the other, when all else is done."""
    timed = [run for run in runs if run.timed]
    others = [run for run in runs if not run.timed]
    return run_missing(jobs, simulator, store, mixed(others)) | run_missing(1, simulator, store, mixed(timed))


def complete(chosen, simulator, runs):
    """The store with all of the runs; None if some failed, which is told. chosen: what the command line says."""
    store = Store(chosen.out / "runs", simulator.build())
    failures = run_missing(chosen.jobs, simulator, store, mixed(runs))
    for line in told(failures):
        say(f"failed    {line}")
    return None if failures else store
