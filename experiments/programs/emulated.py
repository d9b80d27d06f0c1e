"""LU and Cholesky executed, not simulated: on the node of experiments/emulated-node.sh, verified by their own checks."""
import time
from dataclasses import dataclass
from pathlib import Path

from common.child import users_environment
from common.report import table

from .examples import GIB, digest_of, printed
from .plan import AUTO, QUICK_SCHEDS
from .problems import RIVALS, Example

PLATFORM = "emulated node"
SCHEDS = [*RIVALS, AUTO, "nrrp-rounded-effective-steal", "effective-dyn"]
EXAMPLES = [Example(program, 1920, blocks) for program in ("lu", "cholesky") for blocks in (8, 16)]


@dataclass(frozen=True)
class EmulatedRun:
    example: Example
    sched: str
    work = 5  # seconds it takes, roughly

    @property
    def strategy(self):
        """What failures are sorted by."""
        return self.sched

    @property
    def name(self):
        return f"emulated-{self.example.program}-{self.example.size}-{self.example.blocks}-{self.sched}"

    @property
    def arguments(self):
        return [self.example.executable, *self.example.arguments, "-check"]

    @property
    def environment(self):
        return {"STARPU_SCHED": self.sched, "STARPU_BUS_STATS": "1", "OPENBLAS_NUM_THREADS": "1"}


def emulated(quick=False):
    return [EmulatedRun(example, sched) for example in EXAMPLES[::2 if quick else 1]
            for sched in (QUICK_SCHEDS if quick else SCHEDS)]


@dataclass(frozen=True)
class Emulated:
    """The folder of the programs, the library that has Tangram's policies, and experiments/emulated-node.sh."""

    folder: Path
    library: Path
    node: Path

    def build(self):
        return digest_of([*sorted(self.folder.iterdir()), self.library])

    def simulate(self, run, children):
        """{"elapsed": seconds, "report": {"seconds", "bytes"}}. A program whose check fails does not end well."""
        start = time.monotonic()
        program, *arguments = run.arguments
        command = [self.node, "env", f"LD_PRELOAD={self.library}", self.folder / program, *arguments]
        status, out, error = children.run(command, users_environment() | run.environment)
        return {"elapsed": time.monotonic() - start, "report": printed(status, out.decode(errors="replace"), error)}


def rows_of(store, runs):
    """As others', without times, which mean nothing there."""
    return [{"program": run.example.program, "size": run.example.size, "blocks": run.example.blocks, "platform": PLATFORM,
             "sched": run.sched, "seconds": None, "bytes": store.load(run)["report"]["bytes"], "seconds_bound": None,
             "bytes_bound": None} for run in runs]


def section(rows):
    """Of the page."""
    lines = [[Example(row["program"], row["size"], row["blocks"]).label, row["sched"], "verified",
              f"{row['bytes'] / GIB:.3f}"] for row in rows]
    return """
## Executed on the emulated node

Not simulated: StarPU executes `lu` and `cholesky` on one CPU worker and three OpenCL devices that PoCL emulates, with memory and
copies of their own (`experiments/emulated-node.sh`). `experiments/programs/emulated.c` gives their codelets kernels for these
devices. Each program verifies its result itself (`-check`). Bytes are real, and differ a little from run to run; times
are left out, as they mean nothing there: all devices share the processor.

""" + table(["program", "scheduler", "result", "GiB"], lines)
