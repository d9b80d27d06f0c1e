"""The program that experiments/gpu.sh calls: verifies, measures and reports, or draws what was measured."""
import argparse
import json
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

from common.child import without_folders
from common.program import run_program, say
from common.store import write_whole

from .budget import GRACE_SECONDS, Budget
from .measure import measure, sanitize, verify
from .plan import planned
from .records import Records
from .report import as_text, markdown, went_wrong
from .results import Results
from .runner import Runner
from .toolkit import NotHere

VERIFICATION_SHARE = 0.25  # of the budget, at most


def numbers(text):
    return [] if text == "none" else [int(number) for number in text.split(",")]


def options():
    """Of the command line; experiments/gpu.sh --help says what they mean, and has checked their values."""
    arguments = argparse.ArgumentParser(prog="gpu.sh", add_help=False, allow_abbrev=False)
    arguments.add_argument("--out", type=Path, required=True)
    arguments.add_argument("--draw", type=Path)
    arguments.add_argument("--bundle", type=Path)
    arguments.add_argument("--command", default="experiments/gpu.sh")
    arguments.add_argument("--budget", type=int)
    arguments.add_argument("--sizes", type=numbers)
    arguments.add_argument("--float-sizes", type=numbers)
    arguments.add_argument("--rounds", type=int)
    arguments.add_argument("--tile", type=int)
    arguments.add_argument("--sanitizer", action="store_true")
    return arguments.parse_args()


def write_report(data, folder):
    """gpu.md, and gpu-*.svg where matplotlib is."""
    write_whole(folder / "gpu.md", markdown(data, []))  # is there, whatever becomes of the pictures
    pictures = []
    try:
        from .figure import draw_all
        pictures = draw_all(Results(data), folder)
    except ImportError:
        say("no matplotlib here: experiments/gpu.sh --draw gpu.json, elsewhere, draws the pictures")
    write_whole(folder / "gpu.md", markdown(data, pictures))
    for name in ["gpu.md", *pictures]:
        say(f"results   {folder / name}")


def run_steps(chosen, runner, records, budget):
    """Whether it was not interrupted."""
    try:
        verify(runner, records, budget, Budget(chosen.budget * VERIFICATION_SHARE))
        measure(runner, records, budget, planned(chosen.sizes, chosen.float_sizes, chosen.rounds, chosen.tile))
        if chosen.sanitizer:
            sanitize(runner, records, budget)
    except KeyboardInterrupt:
        runner.children.stop()
        say("interrupted; what is finished is reported")
        return False
    return True


def run_all(chosen):
    chosen.out.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix="starpu-models-", dir=chosen.out, ignore_cleanup_errors=True) as models:
        return run_with(chosen, Path(models))


def run_with(chosen, models):
    budget = Budget(chosen.budget)
    runner = Runner(chosen.bundle, models, lambda: budget.left() + GRACE_SECONDS)
    about = {"command": without_folders(chosen.command), "date": date.today().isoformat(), "machine": runner.machine()}
    records = Records(chosen.out / "gpu.json", about)
    complete = run_steps(chosen, runner, records, budget)
    print(as_text(records.data))
    say(f"results   {records.path}")
    write_report(records.data, chosen.out)
    return 130 if not complete else 1 if went_wrong(records.data) else 0


def draw(file, folder):
    try:
        data = json.loads(file.read_text())
        markdown(data, [])
    except (ValueError, KeyError, TypeError, AttributeError):
        say(f"gpu.sh: error: --draw needs a gpu.json, which '{file}' is not")
        return 2
    write_report(data, folder)
    return 0


def main():
    chosen = options()
    if chosen.draw:
        return draw(chosen.draw, chosen.out)
    try:
        return run_all(chosen)
    except NotHere as reason:
        say(f"gpu.sh: error: {reason}")
        return 77


if __name__ == "__main__":
    run_program("gpu.sh", main)
