"""A bar over the work of all runs, with the time that is left."""
import sys
import time

from tqdm import tqdm

from .execute import Watch


class Progress(Watch):
    """Counts runs, but measures their work, also while they run, so that long ones do not spoil the estimate."""

    def __init__(self, runs):
        self.count, self.finished = len(runs), 0
        self.work = 0.0  # of finished runs
        self.under_way = {}  # since when
        on_terminal = sys.stderr.isatty()
        line = "{desc} |{bar:30}| {percentage:3.0f}% of the work, {elapsed} passed, {remaining} left"
        self.bar = tqdm(
            total=sum(run.work for run in runs),
            bar_format=line if on_terminal else line + "\n",
            smoothing=0,
            mininterval=0.5 if on_terminal else 30,
        )

    def started(self, run):
        self.under_way[run] = time.monotonic()

    def done(self, run):
        self.finished += 1
        self.work += run.work
        self.under_way.pop(run, None)

    def tick(self):
        now = time.monotonic()
        # No second of a run does more than a second's work; what it takes beyond its estimate does none.
        parts = [min(run.work, now - since) for run, since in list(self.under_way.items())]
        self.bar.set_description_str(f"{self.finished} of {self.count} runs", refresh=False)
        self.bar.update(max(0.0, min(self.work + sum(parts), self.bar.total) - self.bar.n))

    def close(self):
        self.bar.close()
