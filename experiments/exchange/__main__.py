"""The program that experiments/exchange.sh calls: runs what is missing, then writes all results."""
from common.arguments import parser
from common.missing import complete
from common.program import run_program, say
from common.simulator import Simulator
from common.store import write_csv, write_whole

from .figures import PICTURES
from .findings import findings_of
from .plan import FULL, QUICK, planned
from .report import markdown
from .results import COLUMNS, results_of, rows_of


def main():
    arguments = parser("exchange.sh")
    arguments.add_argument("--quick", action="store_true")
    chosen = arguments.parse_args()
    scale = QUICK if chosen.quick else FULL
    runs = planned(scale)
    store = complete(chosen, Simulator(chosen.simulator), runs)
    if store is None:
        return 1
    results = results_of(store, scale, runs)
    for name, draw in PICTURES.items():
        draw(results, chosen.report / f"exchange-{name}.svg")
    table, report = chosen.report / "exchange.csv", chosen.report / "exchange.md"
    write_csv(table, rows_of(results), COLUMNS)
    write_whole(report, markdown(results, findings_of(results), "experiments/exchange.sh" + (" --quick" if chosen.quick else "")))
    for file in (report, table):
        say(f"results   {file}")
    return 0


if __name__ == "__main__":
    run_program("exchange.sh", main)
