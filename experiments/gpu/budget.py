"""How long runs may take, and how long they will."""
import time

START_SECONDS = 3
SECONDS_FOR_GB = 0.4  # matrices are made, page-locked and checked
GRACE_SECONDS = 25  # what has begun may end
SHORTEST_LIMIT = 30


class Budget:
    def __init__(self, seconds, clock=time.monotonic):
        self.clock = clock
        self.end = clock() + seconds
        self.paces = {}  # how much longer than first thought runs of a method take

    def left(self):
        return self.end - self.clock()

    def estimate(self, run):
        return self._first_thought(run) * self.paces.get(run.method.key, max(self.paces.values(), default=1))

    def allows(self, run):
        return self.estimate(run) <= self.left()

    def limit(self, run):
        """Seconds after which it hangs."""
        return min(max(SHORTEST_LIMIT, 3 * self.estimate(run)), self.left() + GRACE_SECONDS)

    def took(self, run, seconds):
        self.paces[run.method.key] = seconds / self._first_thought(run)

    @staticmethod
    def _first_thought(run):
        return START_SECONDS + SECONDS_FOR_GB * run.case.bytes * 1e-9
