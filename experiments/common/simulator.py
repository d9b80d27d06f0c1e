"""tangram-sim as a function: a run in, its report out."""
import hashlib
import re
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from .child import figures


@dataclass(frozen=True)
class Simulator:
    """The program, and what distinguishes this build of it from others."""

    program: Path

    def build(self):
        """A digest of the program and of Tangram's, StarPU's and SimGrid's libraries that it loads."""
        digest = hashlib.sha256()
        loaded = subprocess.run(["ldd", self.program], capture_output=True, text=True, check=False).stdout
        libraries = re.findall(r"=> (\S*/lib(?:tangram|starpu|simgrid)\S*)", loaded)
        for file in [self.program, *sorted(libraries)]:
            digest.update(Path(file).read_bytes())
        return digest.hexdigest()[:16]

    def simulate(self, run, children):
        """{"elapsed": seconds of the simulation, "report": the figures of `gemm --json`}"""
        start = time.monotonic()
        command = [self.program, *run.arguments, "--progress", "never"]
        report = figures(command, children, run.environment)
        return {"elapsed": time.monotonic() - start, "report": report}
