"""What experiments/bench/rehearsal.sh runs: PROGRAM EMULATED_CUDA OUT TURNS SIZE TILE GFLOPS LINK."""

import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

NO_TIME = {"EMULATED_CUDA_GFLOPS": "1e9", "EMULATED_CUDA_LINK": "1e6"}
METHODS = [("auto", []), ("dmda", ["--sched", "dmda"]), ("auto, pageable", ["--host-memory", "pageable"])]
HOST_SIZE = 8192
HOST_TILES = [512, 1024]
SETTINGS = [("auto", {}, []), ("dmda", {}, ["--sched", "dmda"]),
            ("auto, STARPU_CUDA_PIPELINE=1", {"STARPU_CUDA_PIPELINE": "1"}, []),
            ("auto, STARPU_CUDA_PIPELINE=4", {"STARPU_CUDA_PIPELINE": "4"}, []),
            ("auto, STARPU_CUDA_PIPELINE=8", {"STARPU_CUDA_PIPELINE": "8"}, []),
            ("auto, STARPU_NWORKER_PER_CUDA=2", {"STARPU_NWORKER_PER_CUDA": "2"}, []),
            ("auto, TANGRAM_WINDOW=8", {"TANGRAM_WINDOW": "8"}, [])]


class Devices:
    """Products on emulated devices; models of their own for each kind, so that speeds are those of the kind."""

    def __init__(self, program, emulated, models):
        self.program = program
        self.models = models
        self.environment = {**os.environ, "LD_LIBRARY_PATH": emulated, "EMULATED_CUDA_MEMORY": "143000",
                            "STARPU_WORKERS_NOBIND": "1", "STARPU_SILENT": "1", "STARPU_NCPU": "0", "STARPU_NOPENCL": "0"}

    def product(self, kind, environment, size, tile, repeat, options):
        """What `tangram gemm` reports of so many products, the first of which warms up. kind names the models."""
        command = [self.program, "gemm", "--size", str(size), "--tile", str(tile), "--repeat", str(repeat + 1), "--verify",
                   "none", "--progress", "never", "--json", "-", *options]
        models = self.models / kind
        models.mkdir(exist_ok=True)
        done = subprocess.run(command, env=self.environment | environment | {"STARPU_PERF_MODEL_DIR": str(models)},
                              capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"rehearsal: {' '.join(command)}: {done.stderr}")
        return json.loads(done.stdout)["repeats"][1:]


def products(devices, turns, size, tile, gflops, link):
    """Rows of table 1: seconds until C is home and until the last task, and the part of the devices' speed."""
    timed = {"EMULATED_CUDA_GFLOPS": str(gflops), "EMULATED_CUDA_LINK": str(link)}
    runs = {}
    for turn in range(turns):
        for count in (1, 2, 4):
            for label, options in METHODS:
                print(f"== turn {turn + 1} of {turns}: {count} devices, {label}", file=sys.stderr)
                counted = timed | {"EMULATED_CUDA_DEVICES": str(count), "STARPU_NCUDA": str(count)}
                runs.setdefault((count, label), []).extend(
                    devices.product(f"timed-{count}", counted, size, tile, 2, options))
    for (count, label), repeats in runs.items():
        home = statistics.median(repeat["seconds_total"] for repeat in repeats)
        last = statistics.median(repeat["seconds"] for repeat in repeats)
        least = 2 * size**3 / (count * gflops * 1e9)
        yield {"devices": count, "method": label, "home": home, "last": last, "part_home": least / home,
               "part_last": least / last}


def overheads(devices, turns):
    """Rows of table 2: microseconds for a task on a device that takes no time."""
    runs = {}
    for turn in range(turns):
        for tile in HOST_TILES:
            for label, settings, options in SETTINGS:
                print(f"== turn {turn + 1} of {turns}: tiles of {tile}, {label}", file=sys.stderr)
                environment = NO_TIME | {"EMULATED_CUDA_DEVICES": "1", "STARPU_NCUDA": "1"} | settings
                runs.setdefault((tile, label), []).extend(
                    devices.product("no-time", environment, HOST_SIZE, tile, 10, options))
    for (tile, label), repeats in runs.items():
        tasks = (HOST_SIZE // tile) ** 3
        yield {"tile": tile, "tasks": tasks, "setting": label,
               "microseconds": 1e6 * statistics.median(repeat["seconds_total"] for repeat in repeats) / tasks}


def markdown(rows, host_rows, size, tile, gflops, link):
    text = [f"Emulated devices of {gflops} GFlop/s with links of {link} GB/s, double precision, N = {size}, tiles of {tile}. "
            "Part: of the speed of all devices.", "",
            "| devices | method | until C is home | part | until the last task | part |", "|---|---|---|---|---|---|"]
    text += [f"| {row['devices']} | {row['method']} | {row['home']:.4f} s | {row['part_home']:.3f} | {row['last']:.4f} s "
             f"| {row['part_last']:.3f} |" for row in rows]
    text += ["", f"Microseconds for a task on a device that takes no time, N = {HOST_SIZE}, until C is home:", "",
             "| tile | tasks | setting | microseconds |", "|---|---|---|---|"]
    text += [f"| {row['tile']} | {row['tasks']} | {row['setting']} | {row['microseconds']:.1f} |" for row in host_rows]
    return "\n".join(text) + "\n"


def main():
    program, emulated, out = sys.argv[1:4]
    turns, size, tile, gflops, link = map(int, sys.argv[4:])
    with tempfile.TemporaryDirectory(prefix="rehearsal-models-") as models:
        devices = Devices(program, emulated, pathlib.Path(models))
        rows = list(products(devices, turns, size, tile, gflops, link))
        host_rows = list(overheads(devices, turns))
    folder = pathlib.Path(out)
    (folder / "rehearsal.json").write_text(json.dumps({"products": rows, "host": host_rows}, indent=1) + "\n")
    (folder / "rehearsal.md").write_text(markdown(rows, host_rows, size, tile, gflops, link))
    print((folder / "rehearsal.md").read_text(), end="")
    print(f"results   {folder}/rehearsal.md", file=sys.stderr)


if __name__ == "__main__":
    main()
