"""The runs that are missing, several at a time."""
from concurrent.futures import ThreadPoolExecutor

from common.child import ChildFailed, Children


def execute(examples, store, runs, jobs, watch):
    """{run: why it failed}. Interrupted, it ends what runs and raises on."""
    children = Children()

    def one(run):
        """Why it failed; None if it did not."""
        watch.started(run)
        try:
            store.save(run, examples.simulate(run, children))
        except ChildFailed as reason:
            return str(reason)
        return None

    reasons = {}
    with ThreadPoolExecutor(jobs) as pool:
        try:
            for run, reason in zip(runs, pool.map(one, runs)):
                reasons[run] = reason
                watch.done(run)
                watch.tick()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            children.stop()
            raise
    return {run: reason for run, reason in reasons.items() if reason is not None}
