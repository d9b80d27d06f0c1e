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
    """The folder of the programs, the library that has Tangram's policies, and the StarPU that both were built with."""

    folder: Path
    library: Path
    starpu: Path

    def build(self):
        """A digest of the programs and the library, and of Tangram's and StarPU's libraries that they load."""
        files = [*sorted(self.folder.iterdir()), self.library]
        return hashlib.sha256("".join(Simulator(file).build() for file in files).encode()).hexdigest()[:16]

    @property
    def environment(self):
        return {"LD_PRELOAD": str(self.library),
                "STARPU_PERF_MODEL_DIR": str(self.starpu / "share/starpu/perfmodels/sampling")}

    def simulate(self, run, children):
        """{"elapsed": seconds of the simulation, "report": {"seconds", "bytes"}}"""
        start = time.monotonic()
        program, *arguments = run.arguments
        environment = users_environment() | self.environment | run.environment
        status, out, error = children.run([self.folder / program, *arguments], environment)
        report = printed(status, out.decode(errors="replace"), error)
        return {"elapsed": time.monotonic() - start, "report": report}


def printed(status, out, error):
    """{"seconds", "bytes"} of what the program printed. Raises ChildFailed without one of them."""
    if status != 0:
        raise ChildFailed(f"exit status {status}: {last_line(error)}", status)
    # size ms GFlop/s; of dgemm: x y z ms GFlop/s
    columns = last_line(out).split()
    if len(columns) not in (3, 5) or not all(is_number(column) for column in columns):
        raise ChildFailed(f"printed no time: {last_line(out)}", status)
    totals = re.findall(r"^Total transfers: ([0-9.]+) GB$", out + "\n" + error, re.MULTILINE)
    if len(totals) != 1:
        raise ChildFailed("printed no total of transfers", status)
    return {"seconds": float(columns[-2]) / 1000, "bytes": round(float(totals[0]) * GIB)}


def is_number(text):
    return re.fullmatch(r"[0-9]+(\.[0-9]+)?", text) is not None


def last_line(text):
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return without_folders(lines[-1]) if lines else "nothing"
