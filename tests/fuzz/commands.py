#!/usr/bin/env python3
"""Fuzzes the commands: random command lines and environments.

    tests/fuzz/commands.py [--build FOLDER] [--seconds N] [--seed N] [--keep]
    tests/fuzz/commands.py [--build FOLDER] --replay FOLDER

Options come from each command's --help, so that new ones are fuzzed, too; values are sensible, at an edge or hostile.
A finding is a run that ends otherwise than with 0, 1, 2 or 77, that hangs, that fails without a line on stderr, or
whose stderr has the words of an abort. A case under limits (ulimit) is run again without them, with the models that the
first run left. Each case is a JSON file {program, arguments, environment, limits}, found again by its number: `--seed N`
draws the same cases in the same order.

  --build FOLDER   has apps/tangram and apps/tangram-sim (default: build/release)
  --seconds N      time to fuzz (default: 600), two runs at a time
  --seed N         of the first case (default: 1)
  --keep           writes findings to tests/fuzz/seeds/commands, where the test suite replays them
  --replay FOLDER  runs the cases of a folder instead
Exit status: 0 nothing found, 1 a finding (printed), 2 bad arguments.
"""
import argparse
import errno
import itertools
import json
import os
import random
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
KEPT = HERE / "seeds" / "commands"
COMMANDS = {"tangram": ["gemm", "outer", "machine", "policies", "partition", "affinity", "steady", "exchange"],
            "tangram-sim": ["gemm", "outer", "machine", "policies", "steady"]}
STATUSES = {0, 1, 2, 77}
ABORTS = re.compile(r"terminate called|Assertion|core dumped|AddressSanitizer|runtime error|json\.exception|std::")
HANGS_AFTER = 300  # seconds
LOADER_FAILED = 127  # no room for the libraries

# Few tiles: a product of many is no fault, it only takes long.
SIZES = ["1", "2", "7", "33", "40", "0", "64x32", "-1", "2147483648", "99999999999999999999", "1e3", "forty", ""]
NUMBERS = ["0", "1", "2", "-1", "0.5", "1e-320", "1e300", "-1e300", "nan", "inf", "1e999", "x", "", "1,2", " 1", "1 "]
COUNTS = ["1", "2", "3", "0", "-1", "1000001", "4294967296", "99999999999999999999", "x", ""]
NAMES = ["auto", "dmda", "eager", "lws", "nrrp-rounded-static", "nrrp-refined-effective-steal", "effective-dyn", "choice-dyn-3",
         "first-dyn", "3d-nrrp-plus-precise-rand-steal-redux", "dynamic-matrix", "random-outer", "dynamic-outer-2phases",
         "nrrp", "exact", "column", "3d-nrrp", "rounded", "precise", "refined", "heteroprio", "choice-dyn-", "choice-dyn--1",
         "nrpp-rounded-static", "AUTO", "", "-", "--", "%s%n", "\x1b[31m", "\u00e9", "a" * 5000]
FILES = ["-", "/dev/null", "/dev/full", "/", "", "missing/file", "out.json", "./out.json", "a.npy", "tiles.json", "deep.json", "fifo",
         "link-loop", "x" * 300, "\x1b]0;title\x07", "plain.txt"]
GRAPHS = ["graph.json", "tree.json", "tiles.json", "deep.json", "plain.txt", "fifo", "link-loop", "/", "missing/file", ""]
TREES = ["wide", "wide:2,3", "wide:0,1", "wide:1,1e9", "wide:x", "wide:", "nested", "nested:1000", "nested:-1", "nested:1e300", "grid:10x10",
         "grid:4x4x4:27", "grid:1x1", "grid:0x4", "grid:3x3:8", "grid:99999999x99999999", "grid:", "a.mtx", "A.MTX", "plain.txt.mtx",
         "fifo.mtx", "x" * 300, "\x1b[31m", ""]
PLATFORMS = ["sirocco", "mirage", "synthetic", "synthetic:gpus=2,cpus=2", "synthetic:gpus=1,cpus=0", "synthetic:gpus=0,cpus=1",
             "synthetic:gpu_gflops=1000x2+500x1", "synthetic:gpus=-1", "synthetic:gpus=1e9", "synthetic:cpus=64", "synthetic:link_gbs=0",
             "synthetic:host_gbs=1e-300,gpus=2", "synthetic:p2p_gbs=1e300,gpus=2", "synthetic:gpu_memory_gb=0.001", "synthetic:x=1",
             "synthetic:gpus=2,gpus=3", "synthetic:", "synthetic:=", "siroco", "plain.txt", ".", "/", "fifo", "link-loop", ""]
VALUES = {"--tile": SIZES + ["auto", "960"], "--speeds": ["1", "1,2", "3x2,1", "5,3,2,1,1", "1e300,1e-300", "0", "-1", "1,,2", "nan",
                                                         "equal", "set.5", "dyn.20", "uniform:1:2", "uniform:2:1", "file:plain.txt",
                                                         "1x99999999999", "1x2000000", ""],
          "--weights": ["1", "0,1", "1,1,1", "nan", "-1", ""], "--grid": ["4x4", "1x1", "10x10", "4x4x4", "0x1", "2x", "x", "-1x3",
                                                                         "99999999999x2", "100000x100000", ""],
          "--platform": PLATFORMS, "--cpu-groups": ["core", "socket", "1", "2", "0", "-1", "99", "x", ""],
          "--sched": NAMES, "--strategy": NAMES, "--algorithm": NAMES, "--discretise": NAMES, "--repeat": ["1", "2", "3", "0", "-1", "x"],
          "--runs": ["1", "2", "0", "-1", "x"], "--blocks": ["1", "2", "12", "0", "-1", "99999", "x"],
          "--processors": ["1", "2", "5", "0", "-1", "2000000", "x"], "--depth": ["1", "2", "40", "0", "-1", "x"],
          "--threads": ["1", "2", "0", "1025", "x"], "--tree": GRAPHS + TREES, "--example": ["toy", "seventeen", "eighteen", ""],
          "--outputs": ["stay", "gather:a", "gather:P1", "gather:", "x"], "--ends": ["joint", "per-leaf", "x"],
          "--grain": ["fine", "coarse", "both", "x"], "--period": ["1", "2520", "1/3", "0", "-1", "1e300", "1e-300", "1/0", "x", ""],
          "--simulate": ["1", "10", "0", "10001", "x"], "--mechanism": ["naive", "increments", "snapshot", "Naive", ""],
          "--thread": ["none", "flag", "lock", "both", ""], "--threshold": ["1,1", "0,0", "1e18,1e18", "1e300,1", "nan,1", "-1,1", "1", ""],
          "--processes": ["1", "2", "8", "0", "-1", "4097", "x"], "--max-slaves": ["1", "3", "0", "4097", "x"],
          "--effort": ["0", "0.5", "1", "2", "-1", "nan", "inf", "1e300", "x"]}
SIZED = {"--size", "--m", "--n", "--k"}
LONG = ["0 " * 1000, "0-99999999", "0-", "77", "1000000", "/etc/passwd", "/dev/zero", "plain.txt", "true", "1" * 120000,
        "/tmp/" + "x" * 300, "\n1", "1\n", "-1", "", " ", "0", "1", "2", "abc", "1e9", "99999999999999999999", "4294967296"]
# All that the commands check, but for those that stop the program for a debugger.
CHECKED = [name for name in re.findall(r'"(STARPU_[A-Z_]+)"', (ROOT / "apps/gemm/runtime/starpu_environment.cpp").read_text())
           if not name.startswith("STARPU_TASK_BREAK_ON") and name[-1] != "_"]
ENVIRONMENT = ["STARPU_LIMIT_CUDA_0_MEM", "STARPU_HOME", "STARPU_PERF_MODEL_DIR", "STARPU_SCHED", "STARPU_BUS_STATS_FILE",
               "STARPU_WORKER_STATS", "STARPU_WORKER_STATS_FILE", "STARPU_ENABLE_STATS", "STARPU_IDLE_FILE", "STARPU_PROFILING",
               "STARPU_OPENCL_PROGRAM_DIR", "OMP_NUM_THREADS", "OMP_STACKSIZE", "OMP_PROC_BIND", "OMP_PLACES",
               "GOMP_CPU_AFFINITY", "HWLOC_XMLFILE", "TANGRAM_WINDOW", "TANGRAM_WINDOWS", "TANGRAM_ORDER", "TANGRAM_MODE",
               "TANGRAM_COMMUTE", "TANGRAM_C_FACTOR", "TANGRAM_BETA", "TANGRAM_SEED", "TANGRAM_VERBOSE", "TANGRAM_REPORT", "TANGRAM_CPU_GROUPS",
               "TMPDIR", "HOME", "XDG_CACHE_HOME", "LC_ALL", "COLUMNS", "OPENBLAS_NUM_THREADS", *CHECKED]
LIMITS = {"FSIZE": [0, 1, 2, 8, 64], "STACK": [64, 256, 1023, 1024], "AS": [100_000, 1_000_000, 3_000_000], "NOFILE": [4, 16, 64],
          "CORE": [0]}  # in KiB, but for the number of files


@dataclass(frozen=True)
class Case:
    program: str
    arguments: list
    environment: dict = field(default_factory=dict)
    limits: dict = field(default_factory=dict)


def options_of(program, command):
    """{option: whether it takes a value}, by --help."""
    text = subprocess.run([program, command, "--help"], capture_output=True, text=True, check=True).stdout
    return {name: bool(kind) for name, kind in re.findall(r"^  (--[a-z0-9-]+)( [A-Z][^ ]*)?", text, re.MULTILINE)}


def value_of(dice, option):
    if option in SIZED:
        return dice.choice(SIZES)
    if option in VALUES:
        return dice.choice(VALUES[option])
    if option in ("--alpha", "--beta", "--c-factor", "--tolerance", "--slack", "--latency-us", "--bandwidth-gbs", "--gflops"):
        return dice.choice(NUMBERS)
    if option in ("--seed", "--patience"):
        return dice.choice(COUNTS)
    if option in ("--a", "--b", "--c", "--allocation", "--load", "--speeds-file", "--codelets"):
        return dice.choice(FILES)
    if option in ("--out", "--json", "--draw", "--draw-gantt", "--draw-schedule", "--save-platform"):
        return dice.choice([name for name in FILES if name != "fifo"])  # there nobody reads
    return dice.choice(["n", "t", "double", "float", "none", "freivalds", "full", "auto", "always", "never", "outer", "matrix",
                        "0", "1", "x", ""])


def begun(dice, command, known):
    """A command line's first arguments, which make a sensible run of it more likely."""
    if command == "partition":
        return ["--speeds", dice.choice(VALUES["--speeds"][:4])] if dice.random() < 0.7 else []
    if command == "affinity":
        return ["--blocks", "12", "--processors", "3", "--runs", "2"]
    if command == "steady":
        return dice.choice([["--example", "toy"], ["--platform", "graph.json", "--tree", "tree.json"], ["--node"], []])
    if command == "exchange":
        return ["--tree", dice.choice(["wide:2,3", "nested:1000", "grid:10x10", "a.mtx"]), "--processes", "4"]
    return ["--size", dice.choice(SIZES[:5])] if "--size" in known else []


def drawn(number, options):
    """The case of this number."""
    dice = random.Random(number)
    program = dice.choice(list(COMMANDS))
    command = dice.choice(COMMANDS[program])
    known = options[program, command]
    arguments = [command, *begun(dice, command, known)]
    for option in dice.sample(sorted(known), dice.randint(0, min(4, len(known)))):
        value = [value_of(dice, option)] if known[option] else []
        if option not in arguments:
            arguments += [option, *value]
        elif dice.random() < 0.5:  # what begun() chose is sensible
            place = arguments.index(option) + 1
            arguments[place : place + len(value)] = value
    if dice.random() < 0.05:
        arguments.insert(dice.randint(0, len(arguments)), dice.choice(["--", "-", "--sizes", "x", "\x1b[2J", "-h"]))
    environment = {name: dice.choice(LONG + NAMES[:4]) for name in dice.sample(ENVIRONMENT, dice.choice([0, 0, 1, 1, 2, 3]))}
    limits = {kind: dice.choice(LIMITS[kind]) for kind in dice.sample(sorted(LIMITS), dice.choice([0, 0, 0, 0, 1]))}
    return Case(program, arguments, environment, limits)


def fill(folder):
    """Files that the names in FILES stand for."""
    (folder / "plain.txt").write_text("no numbers here\n")
    (folder / "deep.json").write_text("[" * 200000)
    (folder / "a.npy").write_bytes(b"\x93NUMPY\x01\x00\x10\x00{'descr': '<f8'}\n")
    (folder / "graph.json").write_text(json.dumps({
        "processors": [{"name": "a", "w": 5}, {"name": "b", "w": "1/2"}], "masters": ["a"], "links": [{"between": ["a", "b"], "c": 2}]}))
    (folder / "tree.json").write_text(json.dumps({
        "tasks": [{"name": "t", "weight": 1}], "files": [{"from": "begin", "to": "t", "data": 1}, {"from": "t", "to": "end", "data": 1}]}))
    (folder / "a.mtx").write_text("%%MatrixMarket matrix coordinate real symmetric\n3 3 4\n1 1 4\n2 1 -1\n2 2 4\n3 3 4\n")
    (folder / "plain.txt.mtx").write_text("no numbers here\n")
    os.mkfifo(folder / "fifo.mtx")
    tiles = {"name": "mine", "rows": 2, "columns": 2, "layers": 1, "processors": 2, "tiles": [[0, 1], [1, 1]]}
    (folder / "tiles.json").write_text(json.dumps(tiles))
    (folder / "link-loop").symlink_to("link-loop")
    os.mkfifo(folder / "fifo")


def set_limits(limits):
    for kind, limit in limits.items():
        bytes_or_files = limit if kind == "NOFILE" else limit * 1024
        resource.setrlimit(getattr(resource, f"RLIMIT_{kind}"), (bytes_or_files, bytes_or_files))


def finding(case, build):
    """What is wrong with a run, or nothing."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        fill(folder)
        fault = fault_of_run(case, case.limits, build, folder)
        if not fault and case.limits:
            fault = fault_of_run(case, {}, build, folder)
            return f"after a run under limits {fault}" if fault else None
        return fault


def fault_of_run(case, limits, build, folder):
    usual = {key: value for key, value in os.environ.items() if not key.startswith(("STARPU_", "TANGRAM_"))}
    environment = {**usual, "STARPU_HOME": str(folder), **case.environment}
    try:
        run = subprocess.Popen([build / "apps" / case.program, *case.arguments], cwd=folder, env=environment,
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
                               preexec_fn=lambda: set_limits(limits))
    except OSError as error:
        if error.errno != errno.E2BIG:
            raise
        return None  # arguments and environment count to the stack: no program starts like that
    try:
        _, errors = run.communicate(timeout=HANGS_AFTER)
    except subprocess.TimeoutExpired:
        os.killpg(run.pid, signal.SIGKILL)
        run.communicate()
        return f"hangs (more than {HANGS_AFTER} s)"
    text = errors.decode(errors="replace")
    if run.returncode == LOADER_FAILED and {"AS", "NOFILE"} & set(limits) and "shared libraries" in text:
        return None
    if run.returncode not in STATUSES:
        return f"ends with {run.returncode}: {text[-400:]!r}"
    if run.returncode != 0 and not text.strip():
        return f"ends with {run.returncode} without a line"
    if run.returncode != 0 and ABORTS.search(text):
        return f"ends with {run.returncode}, and says {text[-400:]!r}"
    if "\x1b" in text:
        return f"writes control characters: {text[-400:]!r}"
    return None


def shown(case):
    environment = [f"{key}={value[:60]!r}" for key, value in case.environment.items()]
    limits = [f"{kind} limited to {limit}:" for kind, limit in case.limits.items()]
    return " ".join([*limits, *environment, case.program, *(repr(argument[:80]) for argument in case.arguments)])


def report(number, case, fault, keep):
    print(f"finding, case {number}: {shown(case)}\n    {fault}", flush=True)
    if keep:
        (KEPT / f"{number}.json").write_text(json.dumps(asdict(case), indent=1) + "\n")


def fuzz(build, seconds, first, keep):
    options = {(program, command): options_of(build / "apps" / program, command)
               for program, commands in COMMANDS.items() for command in commands}
    end = time.monotonic() + seconds
    found = cases = 0
    numbers = itertools.count(first)

    def work():
        nonlocal found, cases
        while time.monotonic() < end:
            number = next(numbers)
            case = drawn(number, options)
            fault = finding(case, build)
            cases += 1
            if fault:
                found += 1
                report(number, case, fault, keep)

    with ThreadPoolExecutor(2) as pool:
        for worker in [pool.submit(work), pool.submit(work)]:
            worker.result()
    print(f"{cases} cases from seed {first}, {found} findings")
    return found


def replay(build, folder):
    found = 0
    for file in sorted(folder.glob("*.json")):
        case = Case(**json.loads(file.read_text()))
        if fault := finding(case, build):
            found += 1
            report(file.stem, case, fault, False)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=ROOT / "build" / "release")
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--replay", type=Path)
    arguments = parser.parse_args()
    build = arguments.build.resolve()
    if not (build / "apps" / "tangram").exists():
        parser.error(f"{build} has no apps/tangram")
    if arguments.replay:
        return 1 if replay(build, arguments.replay) else 0
    return 1 if fuzz(build, arguments.seconds, arguments.seed, arguments.keep) else 0


if __name__ == "__main__":
    sys.exit(main())
