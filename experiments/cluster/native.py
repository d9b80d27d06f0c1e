"""Real processes of this machine, of 4, 2, 1 and 1 workers: tangram-mpi's zones, a program's own block-cyclic matrices by
tangram::cluster, and ScaLAPACK's pdgemm with as many threads."""
import os
import time
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from common.child import reported, users_environment
from common.simulator import Simulator

SIZE, TILE = 3072, 192
WORKERS = [4, 2, 1, 1]
GRID = [2, 2]
PDGEMM = "pdgemm"
BY_SPEEDS = "nrrp"
OWN = ["c-stays", "by-speeds"]
CONTENDERS = [BY_SPEEDS, "columns", "block-cyclic:2x2", *OWN, PDGEMM]
TURNS = 7
MPIRUN = ["mpirun", "--map-by", ":OVERSUBSCRIBE", "--bind-to", "none"]


@dataclass(frozen=True)
class Process:
    """A run of all contenders in turns; turn 0 is not reported: it measures the speed of kernels."""

    contender: str
    turn: int
    work = 5  # seconds it takes, roughly

    @property
    def strategy(self):
        """What failures are sorted by."""
        return self.contender

    @property
    def name(self):
        return f"{self.contender.replace(':', '-')}-{self.turn}"

    @property
    def arguments(self):
        speeds = ",".join(map(str, WORKERS))
        if self.contender == PDGEMM:
            return [PDGEMM, *map(str, [SIZE, TILE, *GRID])]
        if self.contender in OWN:
            return ["bench_distributed", *map(str, [SIZE, TILE, *GRID]), self.contender, speeds]
        return ["tangram-mpi", "gemm", "--size", str(SIZE), "--tile", str(TILE), "--node-speeds", speeds, "--nodes", self.contender, "--json", "-", "--progress", "never"]

    @property
    def environment(self):
        """All processes share the cores: none may bind its threads. CPU workers alone."""
        starpu = {"NCUDA": "0", "NOPENCL": "0", "WORKERS_NOBIND": "1", "MPI_NOBIND": "1", "SILENT": "1"}
        return {f"STARPU_{name}": value for name, value in starpu.items()} if self.contender != PDGEMM else {}

    def speed(self, workers):
        """Of one process, as env sets it."""
        return f"{'OMP_NUM_THREADS' if self.contender == PDGEMM else 'STARPU_NCPU'}={workers}"


def planned():
    """In the order in which they run."""
    return [Process(BY_SPEEDS, 0)] + [Process(contender, turn) for turn in range(1, TURNS + 1) for contender in CONTENDERS]


@dataclass(frozen=True)
class Machine:
    """tangram-mpi, bench_distributed, pdgemm, and the folder of StarPU's models."""

    mpi: Path
    bench: Path
    pdgemm: Path
    models: Path

    def build(self):
        builds = "".join(Simulator(program).build() for program in (self.mpi, self.bench))
        return sha256(builds.encode() + self.pdgemm.read_bytes()).hexdigest()[:16]

    def command(self, run):
        program, *arguments = run.arguments
        file = {PDGEMM: self.pdgemm, "bench_distributed": self.bench}.get(program, self.mpi)
        words = []
        for workers in WORKERS:
            words += [":"] * bool(words) + ["-n", "1", "env", run.speed(workers), str(file), *arguments]
        return MPIRUN + words

    def simulate(self, run, children):
        """{"elapsed": seconds, "report": what the program says}. A product that is wrong does not end well."""
        start = time.monotonic()
        as_root = {f"OMPI_ALLOW_RUN_AS_ROOT{word}": "1" for word in ("", "_CONFIRM")} if os.geteuid() == 0 else {}
        environment = users_environment() | as_root | run.environment | {"STARPU_PERF_MODEL_DIR": str(self.models)}
        report, _ = reported(*children.run(self.command(run), environment))
        return {"elapsed": time.monotonic() - start, "report": report}
