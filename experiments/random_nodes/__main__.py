"""The program that experiments/random-nodes.sh calls: runs what is missing, then writes all results."""
from common.arguments import parser
from common.missing import complete
from common.program import run_program, say
from common.simulator import Simulator
from common.store import write_csv, write_whole

from .figure import draw
from .plan import nodes, planned
from .report import markdown
from .results import COLUMNS, rows_of


def main():
    arguments = parser("random-nodes.sh")
    arguments.add_argument("--nodes", type=int, required=True)
    arguments.add_argument("--seed", type=int, required=True)
    chosen = arguments.parse_args()
    store = complete(chosen, Simulator(chosen.simulator), planned(chosen.nodes, chosen.seed))
    if store is None:
        return 1
    rows = rows_of(store, nodes(chosen.nodes, chosen.seed))
    table, picture, report = (chosen.report / f"random-nodes.{ending}" for ending in ("csv", "svg", "md"))
    write_csv(table, rows, COLUMNS)
    draw(rows, picture)
    write_whole(report, markdown(rows, chosen.seed))
    for file in (report, picture, table):
        say(f"results   {file}")
    return 0


if __name__ == "__main__":
    run_program("random-nodes.sh", main)
