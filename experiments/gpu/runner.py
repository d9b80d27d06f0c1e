"""Programs of the bundle, run on the GPU."""
import os
import shutil
import signal
import subprocess
import time

from common.child import TOOK_LONGER, ChildFailed, Children, answer, users_environment, without_folders
from common.report import processor

from .toolkit import NotHere, library_path

UNAVAILABLE = 77  # exit status of our programs without a GPU
PROBE_SECONDS = 60
SANITIZER_FOUND = 86  # its exit status then
SANITIZED = ["gemm", "--size", "512", "--tile", "128", "--beta", "1", "--verify", "full", "--progress", "never"]
KILLED = (-signal.SIGKILL, 128 + signal.SIGKILL)  # of timeout, which kills itself as well


class Runner:
    """Each run sees one GPU, models of its own, and none of the user's settings of StarPU's."""

    def __init__(self, bundle, models, patience):
        """models: an empty folder, so that speeds and links are those of now. patience: as of Children."""
        self.bundle = bundle
        self.children = Children(patience)
        programs = [bundle / "bin" / name for name in ("tangram", "bench_cublas")]
        self.environment = {
            "LD_LIBRARY_PATH": library_path(programs),
            "CUDA_VISIBLE_DEVICES": os.environ.get("CUDA_VISIBLE_DEVICES", "0").split(",")[0],
            "STARPU_PERF_MODEL_DIR": str(models), "STARPU_NOPENCL": "0", "STARPU_SILENT": "1",
        }

    def answer(self, command, environment, longest):
        program, *arguments = command
        return answer([self.bundle / "bin" / program, *arguments], self.children, self.environment | environment,
                      longest=longest)

    def record(self, about, command, environment, longest):
        """What is told of a run besides what it is about: {"command", "environment", "elapsed"}, and {"report", "said"}
        or {"failure"}."""
        start = time.monotonic()
        try:
            report, said = self.answer(command, environment, longest)
            outcome = {"report": report, "said": said}
        except ChildFailed as reason:
            outcome = {"failure": str(reason)}
        return about | {"command": command, "environment": environment, "elapsed": time.monotonic() - start} | outcome

    def machine(self):
        """What the GPU is, by a small product on it. Raises NotHere without one, ChildFailed if it does not work."""
        try:
            report, _ = self.answer(["bench_cublas", "--size", "256"], {}, PROBE_SECONDS)
        except ChildFailed as reason:
            if reason.status != UNAVAILABLE:
                raise
            raise NotHere(str(reason).partition("error: ")[2]) from None
        return {
            "gpu": report["device"]["name"], "gpu_memory": report["device"]["memory"], "driver": driver(),
            "driver_cuda": report["driver_version"], "cuda": report["runtime_version"],
            "math_settings": report["math_settings"], "processor": processor(),
            "cores": len(os.sched_getaffinity(0)),
        }

    def sanitize(self, sanitizer, environment, longest):
        """A small product under compute-sanitizer, which starts a process of its own: timeout ends both."""
        command = ["timeout", "-s", "KILL", f"{longest:.0f}", sanitizer, "--error-exitcode", str(SANITIZER_FOUND),
                   str(self.bundle / "bin/tangram"), *SANITIZED]
        status, out, error = self.children.run(
            command, users_environment() | self.environment | environment, longest=longest + 10)
        if status == 0:
            return {}
        if status in KILLED:
            return {"failure": f"{TOOK_LONGER} {longest:.0f} s"}
        lines = [line for line in (out.decode(errors="replace") + error).splitlines() if line.strip("= ")] or [""]
        return {"failure": f"exit status {status}: {without_folders(lines[-1].strip('= '))}",
                "errors_found": status == SANITIZER_FOUND}


def driver():
    """Its version, where nvidia-smi tells."""
    try:
        asked = subprocess.run(["nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader"], capture_output=True,
                               text=True, check=True, timeout=20)
        return asked.stdout.split()[0]
    except (OSError, subprocess.SubprocessError, IndexError):
        return None


def find_sanitizer():
    """The program, or None."""
    return shutil.which("compute-sanitizer") or shutil.which("/usr/local/cuda/bin/compute-sanitizer")
