#!/usr/bin/env python3
"""Compares what two builds compute: that a change of the sources alone changes no figure.

    tests/compare_builds.py OLD NEW [--jobs N] [--full] [--ignore KEY]... [--reworded OLD=NEW]...

OLD and NEW are build folders (build/release of two checkouts). Each of the following runs with both, and their JSON
must be equal byte for byte, but for the keys that a clock decides (CLOCK):

  golden     the golden runs of the test suite (tests/apps/command/golden_runs.json)
  campaign   the quick subset of the campaign (experiments/reproduce.sh --quick), its smaller size; --full: both sizes
  affinity   all strategies of `tangram affinity`, both kernels, several distributions of speeds
  partition  all partitioners and discretisations in two and three dimensions, their zones, tiles and drawings

Exit status: 0 equal, 1 something differs (the first differences are printed), 2 bad arguments.
"""
import argparse
import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CLOCK = {"affinity": {"seconds", "tasks_per_second"}, "partition": {"seconds"},
         "gemm": {"scheduling_seconds", "planning_seconds"}}
SPEEDS = ["1", "1,1", "4,1,1", "25,7,7,7,7", "1,2,3,4,5,6", "10x4,1x4", "100,37,11,5,3,2,1", "3x2,2x3,1x5"]


def golden():
    file = ROOT / "tests/apps/command/golden_runs.json"
    return [("tangram-sim", run["run"].split() + ["--json", "-"], {}) for run in json.loads(file.read_text())]


def campaign(full):
    sys.path.insert(0, str(ROOT / "experiments"))
    from reproduce import plan

    sizes = plan.QUICK_SIZES if full else plan.QUICK_SIZES[:1]
    runs = plan.planned([plan.TANGRAM], plan.PLATFORMS, sizes, plan.QUICK_STRATEGIES, plan.QUICK_REPETITIONS)
    runs = [run for run in runs if not run.scheduling_cost]  # with it the time that decisions take is simulated
    return [("tangram-sim", [*run.arguments, "--json", "-"], run.environment) for run in runs]


def listed(build, option):
    """The names in the tables that `tangram` prints in Markdown."""
    text = subprocess.run([build / "apps/tangram", *option], capture_output=True, text=True, check=True).stdout
    return re.findall(r"^\| `([^`-][^`]*)`", text, re.MULTILINE)


def affinity(build):
    strategies = listed(build, ["affinity", "--markdown"])
    speeds = ["equal", "uniform:10:100", "set.5", "dyn.20"]
    return [("tangram", ["affinity", "--strategy", strategy, "--blocks", "24", "--processors", "7", "--runs", "5",
                         "--seed", seed, "--speeds", speed, "--json", "-"], {})
            for strategy, speed, seed in product(strategies, speeds, ["1", "2"])]


def partition(build):
    names = listed(build, ["partition", "--markdown"])
    algorithms = [name for name in names if name not in ("rounded", "precise", "refined")]
    runs = []
    for algorithm, speeds in product(algorithms, SPEEDS):
        solid = algorithm.startswith("3d-")
        if algorithm == "exact" and len(speeds) > 11:
            continue  # minutes
        zones = ["partition", "--algorithm", algorithm, "--speeds", speeds]
        zones += ["--3d"] if solid else []
        grid = [*zones, "--grid", "9x11x4" if solid else "12x13", "--discretise"]
        outputs = [[*zones, "--json", "-"], [*zones, "--draw", "-"], [*grid, "rounded", "--draw", "-"],
                   [*grid, "rounded", "--json", "-"], [*grid, "precise", "--json", "-"],
                   [*grid, "refined", "--effort", "0.2", "--json", "-"]]
        runs += [("tangram", arguments, {}) for arguments in outputs]
    return runs


def without_clock(value, keys):
    if isinstance(value, dict):
        return {key: without_clock(item, keys) for key, item in value.items() if key not in keys}
    if isinstance(value, list):
        return [without_clock(item, keys) for item in value]
    return value


def outcome(build, run, ignored=frozenset(), words=()):
    """Status and text of a run. Numbers stay as they are printed. words: (old, new), to be replaced."""
    program, arguments, variables = run
    result = subprocess.run([build / "apps" / program, *arguments], capture_output=True, text=True, check=False,
                            env={**os.environ, **variables})
    if result.returncode or "--json" not in arguments:
        text = result.stdout + (result.stderr if result.returncode else "")
        for old, new in words:
            text = text.replace(old, new)
        return result.returncode, text
    report = json.loads(result.stdout, parse_float=str, parse_int=str)
    kind = "gemm" if program == "tangram-sim" else arguments[0]
    return 0, json.dumps(without_clock(report, CLOCK[kind] | ignored), indent=1)


def first_difference(old, new):
    for before, after in zip(old[1].splitlines(), new[1].splitlines()):
        if before != after:
            return f"{before.strip()[:200]}  ->  {after.strip()[:200]}"
    return f"status {old[0]} -> {new[0]}, {len(old[1])} -> {len(new[1])} characters"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--full", action="store_true", help="both sizes of the campaign's quick subset")
    parser.add_argument("--ignore", action="append", default=[], metavar="KEY",
                        help="a JSON key that only one of the builds writes, or whose words differ")
    parser.add_argument("--reworded", action="append", default=[], metavar="OLD=NEW",
                        help="words of pictures and messages that OLD writes otherwise")
    options = parser.parse_args()
    reworded = [tuple(pair.split("=", 1)) for pair in options.reworded]
    if any(len(pair) != 2 for pair in reworded):
        parser.error("--reworded takes OLD=NEW")
    for build in (options.old, options.new):
        for program in ("tangram", "tangram-sim"):
            if not (build / "apps" / program).is_file():
                parser.error(f"{build / 'apps' / program} does not exist")
    groups = {"golden": golden(), "campaign": campaign(options.full), "affinity": affinity(options.old),
              "partition": partition(options.old)}
    failures = 0
    with ThreadPoolExecutor(options.jobs) as pool:
        for name, runs in groups.items():
            def compared(run):
                ignored = frozenset(options.ignore)
                return run, outcome(options.old, run, ignored, reworded), outcome(options.new, run, ignored)

            differing = [(run, old, new) for run, old, new in pool.map(compared, runs) if old != new]
            failed = sum(old[0] != 0 for _, old, _ in differing)
            print(f"{name:10} {len(runs):4} runs, {len(differing)} differ" + (f" ({failed} failed with OLD)" if failed else ""),
                  flush=True)
            for (program, arguments, variables), old, new in differing[:5]:
                words = [*(f"{key}={value}" for key, value in variables.items()), program, *arguments]
                print("  " + " ".join(words), "   " + first_difference(old, new), sep="\n")
            failures += len(differing)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
