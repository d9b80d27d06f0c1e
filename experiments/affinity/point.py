"""A call of `tangram affinity`."""
from dataclasses import dataclass

from common.families import MATRIX, OUTER, TWO_PHASES, name

UNIFORM = "uniform:10:100"

# CPU seconds, roughly.
START = 0.05
TASK = {OUTER: 100e-9, MATRIX: 120e-9}


@dataclass(frozen=True)
class Point:
    """Runs of one strategy that differ in their seeds: in their choices, and in their speeds unless these are the same."""

    kernel: str
    strategy: str
    blocks: int
    processors: int
    runs: int
    speeds: str = UNIFORM
    same_speeds: bool = False
    beta: str = "auto"
    seed: int = 1
    timed: bool = False  # what counts is how long it takes: nothing else runs meanwhile

    @property
    def tasks(self):
        return self.blocks ** (2 if self.kernel == OUTER else 3)

    @property
    def has_phases(self):
        """beta matters for nothing else."""
        return self.strategy == name(TWO_PHASES, self.kernel)

    @property
    def name(self):
        words = [self.strategy, self.blocks, self.processors, self.speeds.replace(":", "-"),
                 *(["same"] if self.same_speeds else []), *([f"beta-{self.beta}"] if self.has_phases else []),
                 f"{self.runs}-runs", f"seed-{self.seed}", *(["timed"] if self.timed else [])]
        return "-".join(map(str, words))

    @property
    def arguments(self):
        return ["affinity", "--kernel", self.kernel, "--strategy", self.strategy, "--blocks", str(self.blocks),
                "--processors", str(self.processors), "--speeds", self.speeds,
                *(["--same-speeds"] if self.same_speeds else []), "--runs", str(self.runs), "--seed", str(self.seed),
                *(["--beta", self.beta] if self.has_phases else []), "--threads", "1"]

    environment = {}

    @property
    def work(self):
        """CPU seconds it takes, roughly."""
        return START + self.runs * self.tasks * TASK[self.kernel]
