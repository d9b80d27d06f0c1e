"""A bar over the work of all runs, with the time that is left."""
import sys

from tqdm import tqdm


class Progress:
    """Counts runs, but measures their work, so that long runs do not spoil the estimate."""

    def __init__(self, runs):
        self.count, self.done = len(runs), 0
        self.bar = tqdm(
            total=sum(run.work for run in runs),
            bar_format="{desc} |{bar:30}| {percentage:3.0f}% of the work, {elapsed} passed, {remaining} left",
            smoothing=0,
            mininterval=0.5 if sys.stderr.isatty() else 30,
        )
        self._describe()

    def _describe(self):
        self.bar.set_description_str(f"{self.done} of {self.count} runs", refresh=False)

    def advance(self, run):
        self.done += 1
        self._describe()
        self.bar.update(run.work)

    def close(self):
        self.bar.close()
