"""tangram-sim as a function: a run in, its report out."""
import hashlib
import json
import os
import re
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path

LONGEST_SECONDS = 3600  # a run that takes longer hangs


class SimulationFailed(Exception):
    """One line: why there is no report."""


@dataclass(frozen=True)
class Simulator:
    """The program, and what distinguishes this build of it from others."""

    program: Path

    def build(self):
        """A digest of the program and of Tangram's and StarPU's libraries that it loads."""
        digest = hashlib.sha256()
        loaded = subprocess.run(["ldd", self.program], capture_output=True, text=True, check=False).stdout
        libraries = re.findall(r"=> (\S*/lib(?:tangram|starpu)\S*)", loaded)
        for file in [self.program, *sorted(libraries)]:
            digest.update(Path(file).read_bytes())
        return digest.hexdigest()[:16]


class Children:
    """The processes that run now, so that an interrupt can end them."""

    def __init__(self):
        self.lock = threading.Lock()
        self.running = set()
        self.stopped = False

    def run(self, command, environment, text=""):
        """(exit status, stdout, stderr) of the command, which reads the text. What it leaves in TMPDIR is removed."""
        with tempfile.TemporaryDirectory(prefix="tangram-simulation-") as folder:
            return self._run(command, environment | {"TMPDIR": folder}, text)

    def _run(self, command, environment, text):
        with self.lock:
            if self.stopped:
                raise SimulationFailed("interrupted")
            child = subprocess.Popen(
                command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
            )
            self.running.add(child)
        try:
            out, error = child.communicate(text.encode(), timeout=LONGEST_SECONDS)
        except subprocess.TimeoutExpired:
            child.kill()
            child.communicate()
            raise SimulationFailed(f"took longer than {LONGEST_SECONDS} s") from None
        finally:
            with self.lock:
                self.running.discard(child)
        return child.returncode, out, error.decode(errors="replace")

    def stop(self):
        with self.lock:
            self.stopped = True
            for child in self.running:
                child.kill()


def without_folders(text):
    """File names alone: folders are those of the machine that built the program."""
    return re.sub(r"(?<![\w.])/(?:[^/\s:]+/)+", "", text)


def figures(simulator, arguments, children, settings=None, text=""):
    """What the program reports as JSON. Of StarPU's and Tangram's settings it sees these, none of the user's."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("STARPU_", "TANGRAM_"))}
    command = [simulator.program, *arguments, "--json", "-"]
    status, out, error = children.run(command, kept | (settings or {}), text)
    if status != 0:
        lines = [line for line in error.splitlines() if line.strip()]
        reason = next((line for line in lines if "error" in line.lower() or "CRITICAL" in line), (lines or [""])[-1])
        raise SimulationFailed(f"exit status {status}: {without_folders(reason.strip())}")
    try:
        return json.loads(out)
    except ValueError as reason:
        raise SimulationFailed(f"its report cannot be read: {reason}") from None


def simulate(simulator, run, children):
    """{"elapsed": seconds of the simulation, "report": the figures of `gemm --json`}"""
    start = time.monotonic()
    report = figures(simulator, [*run.arguments, "--progress", "never"], children, run.environment)
    return {"elapsed": time.monotonic() - start, "report": report}
