"""The runs that are missing, several at a time."""
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait

from .child import ChildFailed, Children


class Watch:
    """Is told what happens; started() by the thread that runs it."""

    def started(self, run):
        pass

    def done(self, run):
        pass

    def tick(self):
        """Each second."""


def execute(simulator, store, runs, jobs, watch):
    """{run: why it failed}. simulator: what simulate(run, children) is asked of. Interrupted, it ends what runs and raises on."""
    children = Children()
    failures = {}

    def one(run):
        watch.started(run)
        store.save(run, simulator.simulate(run, children))

    def finish(future, run):
        try:
            future.result()
        except ChildFailed as reason:
            failures[run] = str(reason)
        watch.done(run)

    with ThreadPoolExecutor(jobs) as pool:
        try:
            waiting = {pool.submit(one, run): run for run in runs}
            while waiting:
                for future in wait(waiting, timeout=1, return_when=FIRST_COMPLETED).done:
                    finish(future, waiting.pop(future))
                watch.tick()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            children.stop()
            raise
    return failures
