"""StarPU's examples as a function: a run in, what the program prints out."""
import hashlib
import re
import time
from dataclasses import dataclass
from pathlib import Path

from common.child import ChildFailed, users_environment, without_folders
from common.simulator import Simulator

GIB = 2**30


@dataclass(frozen=True)
class Examples:
    """The folder of the programs, the library that has Tangram's policies, the StarPU that both were built with, and the
    folder of synthetic machines' models."""

    folder: Path
    library: Path
    starpu: Path
    nodes: Path

    def build(self):
        """A digest of the programs and the library, and of Tangram's and StarPU's libraries that they load."""
        nodes = sorted(file for file in self.nodes.rglob("*") if file.is_file())
        return digest_of([*sorted(self.folder.iterdir()), self.library], nodes)

    @property
    def sampling(self):
        """The models that come with StarPU."""
        return self.starpu / "share/starpu/perfmodels/sampling"

    def environment(self, machine):
        models = self.nodes / machine.node if machine.is_synthetic else self.sampling
        return {"LD_PRELOAD": str(self.library), "STARPU_PERF_MODEL_DIR": str(models)}

    def simulate(self, run, children):
        """{"elapsed": seconds of the simulation, "report": {"seconds", "bytes"}, "timeline" if the run has one}"""
        start = time.monotonic()
        program, *arguments = run.arguments
        environment = users_environment() | self.environment(run.machine) | run.environment
        status, out, error = children.run([self.folder / program, *arguments], environment)
        text = out.decode(errors="replace")
        result = {"elapsed": time.monotonic() - start, "report": printed(status, text, error)}
        return result | ({"timeline": printed_tasks(text)} if run.has_timeline else {})


def digest_of(programs, files=()):
    """Of what the programs and libraries are, and of what the files contain."""
    digest = hashlib.sha256("".join(Simulator(program).build() for program in programs).encode())
    for file in files:
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def printed(status, out, error):
    """{"seconds", "bytes"} of what the program printed. Raises ChildFailed without one of them."""
    if status != 0:
        raise ChildFailed(f"exit status {status}: {last_line(error)}", status)
    milliseconds = printed_milliseconds(out)
    if milliseconds is None:
        raise ChildFailed(f"printed no time: {last_line(out)}", status)
    totals = re.findall(r"^Total transfers: ([0-9.]+) GB$", out + "\n" + error, re.MULTILINE)
    if len(totals) != 1:
        raise ChildFailed("printed no total of transfers", status)
    return {"seconds": milliseconds / 1000, "bytes": round(float(totals[0]) * GIB)}


def printed_milliseconds(out):
    """None if there are none."""
    columns = last_line(out).split()  # size ms GFlop/s; of dgemm: x y z ms GFlop/s
    if len(columns) in (3, 5) and all(is_number(column) for column in columns):
        return float(columns[-2])
    lines = re.findall(r"^(?:Computation took|all tasks): ([0-9.]+) ms", out, re.MULTILINE)  # of stencil; of cg
    return float(lines[-1]) if lines else None


def printed_tasks(out):
    """[worker, kernel, begin, end] of each task, in seconds."""
    lines = re.findall(r"^task (-?[0-9]+) (-?[0-9]+) (\S+) (.*)$", out, re.MULTILINE)
    return [[worker.split(" (")[0], kernel, int(begin) / 1e6, int(end) / 1e6] for begin, end, kernel, worker in lines]


def is_number(text):
    return re.fullmatch(r"[0-9]+(\.[0-9]+)?", text) is not None


def last_line(text):
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return without_folders(lines[-1]) if lines else "nothing"
