"""The runs that are missing, several at a time."""
import signal
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager

from .simulator import Children, SimulationFailed, simulate


@contextmanager
def interrupt_on_terminate():
    """SIGTERM is taken as Ctrl-C is."""

    def interrupt(*_):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def execute(simulator, store, runs, jobs, on_done):
    """{run: why it failed}; calls on_done(run) after each. Interrupted, it ends what runs and raises on."""
    children = Children()
    failures = {}

    def one(run):
        store.save(run, simulate(simulator, run, children))

    with interrupt_on_terminate(), ThreadPoolExecutor(jobs) as pool:
        try:
            waiting = {pool.submit(one, run): run for run in runs}
            for future in as_completed(waiting):
                run = waiting[future]
                try:
                    future.result()
                except SimulationFailed as reason:
                    failures[run] = str(reason)
                on_done(run)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            children.stop()
            raise
    return failures
