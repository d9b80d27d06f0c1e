"""How long runs may take, and how long they will."""
import time

START_SECONDS = 3
SECONDS_FOR_GB = 0.4  # matrices are made, page-locked and checked
GRACE_SECONDS = 25  # what has begun may end
SHORTEST_LIMIT = 30
TANGRAM_LIMIT = 90  # the shortest one of a program that may calibrate kernels of up to 9 tile sizes


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
        """Seconds after which it hangs. How fast other methods are says nothing of it."""
        shortest = TANGRAM_LIMIT if run.method.program == "tangram" else SHORTEST_LIMIT
        if run.step == "calibrate":
            shortest = max(shortest, self.left() / 2)
        expected = self._first_thought(run) * self.paces.get(run.method.key, 1)
        return min(max(shortest, 3 * expected), self.left() + GRACE_SECONDS)

    def took(self, run, seconds):
        """Of a run that is measured, or like one."""
        self.paces[run.method.key] = seconds / self._first_thought(run)

    @staticmethod
    def _first_thought(run):
        return START_SECONDS + SECONDS_FOR_GB * run.case.bytes * 1e-9
