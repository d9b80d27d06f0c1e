"""The program that experiments/programs.sh calls: runs what is missing, then writes all results."""
import json
from pathlib import Path

from common.arguments import parser
from common.missing import complete
from common.program import run_program, say
from common.store import write_csv, write_whole

from .examples import Examples
from .figure import draw
from .plan import planned
from .report import markdown
from .results import COLUMNS, rows_of


def options():
    """Of the command line; experiments/programs.sh --help says what they mean, and has checked their values."""
    arguments = parser("programs.sh")
    arguments.add_argument("--starpu", type=Path, required=True)
    arguments.add_argument("--quick", action="store_true")
    arguments.add_argument("--scheduling-cost", type=int, default=0)
    return arguments.parse_args()


def main():
    chosen = options()
    examples = Examples(chosen.out / "bin", chosen.simulator, chosen.starpu)
    runs = planned(chosen.quick, chosen.scheduling_cost)
    store = complete(chosen, examples, runs)
    if store is None:
        return 1
    rows = rows_of(store, runs)
    table, picture, report = (chosen.report / f"programs.{ending}" for ending in ("csv", "svg", "md"))
    write_whole(chosen.out / "programs.json", json.dumps(rows, indent=0) + "\n")
    write_csv(table, rows, COLUMNS)
    draw(rows, picture)
    write_whole(report, markdown(rows, chosen.quick, chosen.scheduling_cost))
    for file in (report, picture, table, chosen.out / "programs.json"):
        say(f"results   {file}")
    return 0


if __name__ == "__main__":
    run_program("programs.sh", main)
