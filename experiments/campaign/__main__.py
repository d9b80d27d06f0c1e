"""The program that experiments/reproduce.sh calls; its --help says what the options mean."""
import argparse
import json
import os
import sys
from pathlib import Path

from . import plan, strategies
from .execute import execute
from .report import FIGURES_FOLDER, markdown
from .simulator import Simulator
from .store import Store, rows_of, write_csv, write_whole
from .summary import Summary

FULL = {"platforms": plan.PLATFORMS, "sizes": plan.SIZES, "repetitions": plan.REPETITIONS,
        "strategies": strategies.PAPER + strategies.STARPU + strategies.BEYOND}  # fmt: skip
QUICK = FULL | {"sizes": plan.QUICK_SIZES, "repetitions": plan.QUICK_REPETITIONS, "strategies": plan.QUICK_STRATEGIES}


def say(text):
    print(text, file=sys.stderr, flush=True)


def names(text):
    return list(dict.fromkeys(filter(None, text.split(","))))


def positive(text):
    if int(text) < 1:
        raise ValueError(text)
    return int(text)


def sizes(text):
    return sorted({positive(size) for size in names(text)})


def arguments():
    parser = argparse.ArgumentParser(prog="reproduce.sh", add_help=False, allow_abbrev=False)
    parser.add_argument("--simulator", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--report", type=Path)
    parser.add_argument("--jobs", type=positive, default=os.cpu_count())
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--platforms", type=names)
    parser.add_argument("--sizes", type=sizes)
    parser.add_argument("--strategies", type=names)
    parser.add_argument("--repetitions", type=positive)
    chosen = parser.parse_args()
    chosen.report = chosen.report or chosen.out
    for name, value in (QUICK if chosen.quick else FULL).items():
        if not getattr(chosen, name):
            setattr(chosen, name, value)
    return chosen


def command(chosen):
    """What reproduces the figures, without folders and the like."""
    words = ["experiments/reproduce.sh"] + (["--quick"] if chosen.quick else [])
    for name, default in (QUICK if chosen.quick else FULL).items():
        value = getattr(chosen, name)
        if value != default:
            words += [f"--{name}", ",".join(map(str, value)) if isinstance(value, list) else str(value)]
    return " ".join(words)


def minutes(seconds):
    return f"{seconds / 60:.0f} minutes" if seconds >= 90 else f"{seconds:.0f} seconds"


def run_missing(chosen, store, runs):
    """{run: why it failed}"""
    from .progress import Progress  # what needs a package is imported where it is needed

    missing = [run for run in runs if store.load(run) is None]
    work = sum(run.work for run in missing)
    say(f"== {len(runs)} runs, {len(runs) - len(missing)} of them done; the others take some "
        f"{minutes(work / chosen.jobs)} with {chosen.jobs} jobs on idle cores")  # fmt: skip
    if not missing:
        return {}
    progress = Progress(missing)
    try:
        return execute(Simulator(chosen.simulator), store, missing, chosen.jobs, progress.advance)
    finally:
        progress.close()


def write_results(chosen, store, runs, failures):
    from .figures import draw_all
    from .page import html

    rows = rows_of(store, runs)
    if not rows:
        return
    first = next(record for run in runs if (record := store.load(run)))
    write_csv(chosen.report / FIGURES_FOLDER / "results.csv", rows)
    write_whole(chosen.out / "results.json", json.dumps(rows, indent=0) + "\n")
    summary = Summary(rows)
    figures = draw_all(summary, chosen.report / FIGURES_FOLDER)
    text = markdown(summary, rows, figures, failures, command(chosen), first["report"]["starpu_version"])
    write_whole(chosen.report / "reproduction.md", text)
    write_whole(chosen.report / "reproduction.html", html(text, chosen.report))
    for name in ("reproduction.md", "reproduction.html", f"{FIGURES_FOLDER}/results.csv"):
        say(f"results   {chosen.report / name}")
    say(f"results   {chosen.out / 'results.json'}")


def tell_failures(failures):
    """Whether there are others than those that are known."""
    for run, reason in failures.items():
        known = ", as known" if run.strategy in strategies.KNOWN_TO_FAIL else ""
        say(f"failed{known}: {run.name}: {reason}")
    return any(run.strategy not in strategies.KNOWN_TO_FAIL for run in failures)


def main():
    chosen = arguments()
    runs = plan.planned(chosen.platforms, chosen.sizes, chosen.strategies, chosen.repetitions)
    store = Store(chosen.out / "runs", Simulator(chosen.simulator).build())
    try:
        failures = run_missing(chosen, store, runs)
    except KeyboardInterrupt:
        say("interrupted; finished runs are kept: the same command goes on")
        return 130
    write_results(chosen, store, runs, failures)
    return 1 if tell_failures(failures) else 0


if __name__ == "__main__":
    sys.exit(main())
