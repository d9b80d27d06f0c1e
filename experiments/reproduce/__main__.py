"""The program that experiments/reproduce.sh calls: runs what is missing, then writes all results."""
import json

from common.failures import told
from common.missing import run_missing
from common.program import run_program, say
from common.simulator import Simulator
from common.store import Store, write_csv, write_whole

from . import plan
from .figures import draw_all
from .options import command, options
from .page import html
from .report import markdown, name_of_report
from .rows import COLUMNS, rows_of
from .strategies import KNOWN_TO_FAIL, unexpected
from .summary import Summary


def write_results(chosen, store, runs, failures):
    """The figures of all runs as JSON and CSV, the drawn figures, the report and the page."""
    rows = rows_of(store, runs)
    if not rows:
        return False
    starpu = next(record for run in runs if (record := store.load(run)))["report"]["starpu_version"]
    name = name_of_report(chosen.order)
    text_file, page = (chosen.report / f"{name}.{ending}" for ending in ("md", "html"))
    folder = chosen.report / name
    table, raw = folder / "results.csv", chosen.out / f"{name}.json"
    write_csv(table, rows, COLUMNS)
    write_whole(raw, json.dumps(rows, indent=0) + "\n")
    summary = Summary(rows)
    figures = draw_all(summary, folder)
    text = markdown(summary, rows, figures, failures, command(chosen), starpu, chosen.order)
    write_whole(text_file, text)
    write_whole(page, html(text, chosen.report))
    for file in (text_file, page, table, raw):
        say(f"results   {file}")
    return True


def main():
    chosen = options()
    simulator = Simulator(chosen.simulator)
    runs = plan.planned(chosen.platforms, chosen.sizes, chosen.strategies, chosen.repetitions, chosen.order)
    store = Store(chosen.out / "runs", simulator.build())
    failures = run_missing(chosen.jobs, simulator, store, runs)
    written = write_results(chosen, store, runs, failures)
    for line in told(failures, KNOWN_TO_FAIL):
        say(f"failed    {line}")
    return 0 if written and not unexpected(failures) else 1


if __name__ == "__main__":
    run_program("reproduce.sh", main)
