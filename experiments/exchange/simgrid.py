"""The program that experiments/exchange-simgrid.sh calls: the same factorisations under two simulators, beside each other."""
from argparse import Namespace
from dataclasses import replace
from pathlib import Path

from common.arguments import parser
from common.missing import complete
from common.program import run_program, say
from common.simulator import Simulator
from common.store import write_csv, write_whole

from . import plan
from .engines import FULL, QUICK, markdown, planned
from .results import COLUMNS, results_of, rows_of


def results_by(program, name, chosen, scale):
    """Of all runs; None if some failed."""
    runs = planned(scale)
    store = complete(Namespace(**vars(chosen) | {"out": chosen.out / name}), Simulator(program), runs)
    return store and results_of(store, scale, runs)


def main():
    arguments = parser("exchange-simgrid.sh")
    arguments.add_argument("--s4u", type=Path, required=True)
    arguments.add_argument("--quick", action="store_true")
    chosen = arguments.parse_args()
    scale, of_events = (QUICK, plan.QUICK) if chosen.quick else (FULL, plan.FULL)
    same_trees = replace(scale, trees=of_events.trees[:len(scale.trees)])  # which take the event simulator less time
    by = {"simgrid": results_by(chosen.s4u, "simgrid", chosen, scale),
          "events": results_by(chosen.simulator, "events", chosen, same_trees)}
    if None in by.values():
        return 1
    report, table_of_runs = chosen.report / "exchange-simgrid.md", chosen.report / "exchange-simgrid.csv"
    write_csv(table_of_runs, [{"engine": name} | row for name, results in by.items() for row in rows_of(results)],
              ["engine", *COLUMNS])
    write_whole(report, markdown(by["simgrid"], by["events"],
                                 "experiments/exchange-simgrid.sh" + (" --quick" if chosen.quick else "")))
    for file in (report, table_of_runs):
        say(f"results   {file}")
    return 0


if __name__ == "__main__":
    run_program("exchange-simgrid.sh", main)
