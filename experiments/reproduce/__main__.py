"""The program that experiments/reproduce.sh calls: runs what is missing, then writes all results."""
import json

from common.failures import told
from common.missing import run_missing
from common.program import run_program, say
from common.simulator import Simulator
from common.store import Store, write_csv, write_whole

from . import paper_report, plan, tangram_report
from .figures import OF_TANGRAM, OF_THE_PAPER, draw_all
from .options import command, options
from .page import html
from .rows import COLUMNS, rows_of
from .strategies import KNOWN_TO_FAIL, label, tangrams, unexpected
from .summary import Summary


def write_report(chosen, name, text):
    """As Markdown, and as a page that needs no other file."""
    for ending, content in (("md", text), ("html", html(text, chosen.report))):
        file = chosen.report / f"{name}.{ending}"
        write_whole(file, content)
        say(f"results   {file}")


def write_results(chosen, store, runs, failures):
    """The figures of all runs as JSON and CSV, the drawn figures, and for each mode the report and the page."""
    rows = rows_of(store, runs)
    if not rows:
        return False
    starpu = next(record for run in runs if (record := store.load(run)))["report"]["starpu_version"]
    table, raw = chosen.report / paper_report.NAME / "results.csv", chosen.out / "reproduction.json"
    write_csv(table, rows, COLUMNS)
    write_whole(raw, json.dumps(rows, indent=0) + "\n")
    by_mode = {mode: [row for row in rows if row["mode"] == mode] for mode in plan.MODES}
    summaries = {mode: Summary(of_mode) for mode, of_mode in by_mode.items()}
    failed = {mode: {run: why for run, why in failures.items() if run.mode == mode} for mode in plan.MODES}
    if by_mode[plan.PAPER]:
        figures = draw_all(OF_THE_PAPER, summaries[plan.PAPER], chosen.report / paper_report.NAME, label)
        write_report(chosen, paper_report.NAME, paper_report.markdown(
            [summaries[mode] for mode in (plan.PAPER, plan.TANGRAM)], by_mode[plan.PAPER], figures, failed[plan.PAPER],
            command(chosen), starpu))
    if by_mode[plan.TANGRAM]:
        figures = draw_all(OF_TANGRAM, summaries[plan.TANGRAM], chosen.report / tangram_report.NAME, tangrams)
        write_report(chosen, tangram_report.NAME, tangram_report.markdown(
            summaries[plan.TANGRAM], by_mode[plan.TANGRAM], figures, failed[plan.TANGRAM], command(chosen), starpu))
    for file in (table, raw):
        say(f"results   {file}")
    return True


def main():
    chosen = options()
    simulator = Simulator(chosen.simulator)
    runs = plan.planned(chosen.modes, chosen.platforms, chosen.sizes, chosen.strategies, chosen.repetitions)
    store = Store(chosen.out / "runs", simulator.build())
    failures = run_missing(chosen.jobs, simulator, store, runs)
    written = write_results(chosen, store, runs, failures)
    for line in told(failures, KNOWN_TO_FAIL):
        say(f"failed    {line}")
    return 0 if written and not unexpected(failures) else 1


if __name__ == "__main__":
    run_program("reproduce.sh", main)
