"""What is still to run, and what is said meanwhile."""
from common.failures import told
from common.order import mixed
from common.program import say
from common.progress import Progress
from common.store import Store

from .execute import execute


def run_missing(jobs, examples, store, runs):
    """{run: why it failed}"""
    missing = mixed([run for run in runs if store.load(run) is None])
    say(f"== {len(runs)} runs, {len(runs) - len(missing)} of them done")
    if not missing:
        return {}
    progress = Progress(missing)
    try:
        return execute(examples, store, missing, jobs, progress)
    finally:
        progress.close()


def complete(chosen, examples, runs):
    """The store with all of the runs; None if some failed, which is told. chosen: what the command line says."""
    store = Store(chosen.out / "runs", examples.build())
    failures = run_missing(chosen.jobs, examples, store, runs)
    for line in told(failures):
        say(f"failed    {line}")
    return None if failures else store
