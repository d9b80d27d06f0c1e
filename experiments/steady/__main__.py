"""The program that experiments/steady.sh calls: runs what is missing, then writes all results."""
import json
from pathlib import Path

from common.arguments import parser
from common.failures import told
from common.missing import run_timed_last
from common.program import run_program, say
from common.simulator import Simulator
from common.store import Store, write_csv, write_whole

from .figure_of_trees import draw_trees
from .figures import draw_convergence, draw_fast, draw_gains, draw_seconds
from .findings import findings_of
from .pictures import draw_examples
from .plan import planned
from .planner import Planner
from .report import markdown
from .results import COLUMNS, results_of
from .scale import FULL, QUICK


def options():
    """Of the command line; experiments/steady.sh --help says what they mean."""
    arguments = parser("steady.sh")
    arguments.add_argument("--planner", type=Path, required=True)
    arguments.add_argument("--quick", action="store_true")
    return arguments.parse_args()


def draw_all(results, planner, folder):
    """Every picture that the page shows."""
    draw_examples(planner, folder)
    draw_trees(folder / "steady-trees.svg")
    for name, draw in (("fast", draw_fast), ("gain", draw_gains), ("convergence", draw_convergence),
                       ("seconds", draw_seconds)):
        draw(results, folder / f"steady-{name}.svg")


def write_results(chosen, results, planner):
    """steady.json, steady.csv, steady-*.svg and steady.md."""
    rows = results.random + results.timed
    table, report, raw = chosen.report / "steady.csv", chosen.report / "steady.md", chosen.out / "steady.json"
    write_whole(raw, json.dumps(rows, indent=0) + "\n")
    write_csv(table, rows, COLUMNS)
    draw_all(results, planner, chosen.report)
    command = "experiments/steady.sh" + (" --quick" if chosen.quick else "")
    write_whole(report, markdown(results, findings_of(results), command))
    for file in (report, table, raw):
        say(f"results   {file}")


def main():
    chosen = options()
    planner = Planner(Simulator(chosen.planner), Simulator(chosen.simulator))
    scale = QUICK if chosen.quick else FULL
    calls = planned(scale)
    store = Store(chosen.out / "runs", planner.build())
    failures = run_timed_last(chosen.jobs, planner, store, calls)
    for line in told(failures):
        say(f"failed    {line}")
    if failures:
        return 1
    write_results(chosen, results_of(store, scale), planner)
    return 0


if __name__ == "__main__":
    run_program("steady.sh", main)
