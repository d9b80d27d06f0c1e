"""The program that experiments/affinity.sh calls: runs what is missing, then writes all results."""
import json

from common.arguments import parser
from common.failures import told
from common.missing import run_timed_last
from common.program import run_program, say
from common.simulator import Simulator
from common.store import Store, write_csv, write_whole

from .draw import draw
from .findings import findings_of
from .plan import planned
from .report import markdown
from .results import COLUMNS, results_of
from .scale import FULL, QUICK


def options():
    """Of the command line; experiments/affinity.sh --help says what they mean."""
    arguments = parser("affinity.sh")
    arguments.add_argument("--quick", action="store_true")
    return arguments.parse_args()


def write_results(chosen, results):
    """affinity.json, affinity.csv, affinity-*.svg and affinity.md."""
    rows = list(results.rows.values())
    table, report, raw = chosen.report / "affinity.csv", chosen.report / "affinity.md", chosen.out / "affinity.json"
    write_whole(raw, json.dumps(rows, indent=0) + "\n")
    write_csv(table, rows, COLUMNS)
    for figure in results.figures:
        draw(results, figure, chosen.report / figure.file)
    command = "experiments/affinity.sh" + (" --quick" if chosen.quick else "")
    write_whole(report, markdown(results, findings_of(results), command))
    for file in (report, table, raw):
        say(f"results   {file}")


def main():
    chosen = options()
    simulator = Simulator(chosen.simulator)
    scale = QUICK if chosen.quick else FULL
    points = planned(scale)
    store = Store(chosen.out / "runs", simulator.build())
    failures = run_timed_last(chosen.jobs, simulator, store, points)
    for line in told(failures):
        say(f"failed    {line}")
    if failures:
        return 1
    write_results(chosen, results_of(store, scale, points))
    return 0


if __name__ == "__main__":
    run_program("affinity.sh", main)
