"""The program that experiments/beyond.sh calls: runs what is missing, then writes all results."""
import json

from common.arguments import parser
from common.missing import complete
from common.program import run_program, say
from common.simulator import Simulator
from common.store import write_csv, write_whole

from . import volumes
from .figure import draw
from .plan import SHAPES, planned
from .report import markdown
from .results import COLUMNS, rows_of


def write_results(chosen, simulator, store, runs):
    """results.json, and beyond.csv, beyond.svg and beyond.md."""
    rows = rows_of(store, runs)
    say("== what the plans would move")
    plans = {(shape, generations): volumes.planned(simulator, shape, generations, chosen.jobs)
             for shape in SHAPES for generations in (False, True)}
    table, picture, report = (chosen.report / f"beyond.{ending}" for ending in ("csv", "svg", "md"))
    write_whole(chosen.out / "results.json", json.dumps(rows, indent=0) + "\n")
    write_csv(table, rows, COLUMNS)
    draw(rows, {shape: plans[shape, False] for shape in SHAPES}, picture)
    write_whole(report, markdown(rows, plans))
    for file in (report, picture, table, chosen.out / "results.json"):
        say(f"results   {file}")


def main():
    chosen = parser("beyond.sh").parse_args()
    simulator = Simulator(chosen.simulator)
    runs = planned()
    store = complete(chosen, simulator, runs)
    if store is None:
        return 1
    write_results(chosen, simulator, store, runs)
    return 0


if __name__ == "__main__":
    run_program("beyond.sh", main)
