"""The program that experiments/memory.sh calls: runs what is missing, then writes all results."""
import json

from common.arguments import parser
from common.missing import complete
from common.program import run_program, say
from common.simulator import Simulator
from common.store import write_csv, write_whole

from .figure import draw
from .plan import planned
from .report import markdown
from .results import COLUMNS, rows_of


def main():
    chosen = parser("memory.sh").parse_args()
    simulator = Simulator(chosen.simulator)
    runs = planned()
    store = complete(chosen, simulator, runs)
    if store is None:
        return 1
    rows = rows_of(store, runs)
    table, picture, report = (chosen.report / f"memory.{ending}" for ending in ("csv", "svg", "md"))
    write_whole(chosen.out / "results.json", json.dumps(rows, indent=0) + "\n")
    write_csv(table, rows, COLUMNS)
    draw(rows, picture)
    write_whole(report, markdown(rows))
    for file in (report, picture, table, chosen.out / "results.json"):
        say(f"results   {file}")
    return 0


if __name__ == "__main__":
    run_program("memory.sh", main)
