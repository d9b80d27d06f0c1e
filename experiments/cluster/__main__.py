"""The program that experiments/cluster.sh calls: runs what is missing, then writes all results."""
from argparse import Namespace
from pathlib import Path

from common.arguments import parser
from common.failures import told
from common.missing import complete, run_missing
from common.program import run_program, say
from common.simulator import Simulator
from common.store import Store, write_csv, write_whole

from . import native, slowdowns
from .figures import PICTURES
from .findings import findings_of
from .plan import ALONE, FULL, QUICK, planned
from .programs import Cluster
from .report import markdown
from .results import COLUMNS, results_of, rows_of


def complete_by(simulator, name, chosen, runs):
    """The store, in a folder of its own; None if some failed."""
    return complete(Namespace(**vars(chosen) | {"out": chosen.out / name}), simulator, runs)


def native_reports(chosen):
    """{run: report}, one process of mpirun at a time; None if some failed."""
    machine = native.Machine(chosen.mpi, chosen.bench, chosen.pdgemm, chosen.out / "models")
    machine.models.mkdir(parents=True, exist_ok=True)
    store = Store(chosen.out / "native" / "runs", machine.build())
    failures = run_missing(1, machine, store, native.planned())
    for line in told(failures):
        say(f"failed    {line}")
    return None if failures else {run: store.load(run)["report"] for run in native.planned()}


def main():
    arguments = parser("cluster.sh")
    arguments.add_argument("--smpi", type=Path, required=True)
    arguments.add_argument("--mpi", type=Path)
    arguments.add_argument("--bench", type=Path)
    arguments.add_argument("--pdgemm", type=Path)  # absent: no real processes
    arguments.add_argument("--quick", action="store_true")
    chosen = arguments.parse_args()
    scale = QUICK if chosen.quick else FULL
    runs = planned(scale)
    slow = slowdowns.planned(slowdowns.QUICK if chosen.quick else slowdowns.FULL)
    alone = complete_by(Simulator(chosen.simulator), "alone", chosen, [ALONE])
    store = complete_by(Cluster(chosen.smpi), "cluster", chosen, runs + slow)
    reports = native_reports(chosen) if chosen.pdgemm else {}
    if None in (alone, store, reports):
        return 1
    results = results_of(scale, runs, store, alone.load(ALONE)["report"], reports, slow)
    pictures = {name: chosen.report / f"cluster-{name}.svg" for name in PICTURES}
    for name, draw in PICTURES.items():
        draw(results, pictures[name])
    table, report = chosen.report / "cluster.csv", chosen.report / "cluster.md"
    write_csv(table, rows_of(results), COLUMNS)
    command = "experiments/cluster.sh" + " --quick" * chosen.quick + " --no-native" * (not chosen.pdgemm and not chosen.quick)
    write_whole(report, markdown(results, findings_of(results), command))
    for file in (report, *pictures.values(), table):
        say(f"results   {file}")
    return 0


if __name__ == "__main__":
    run_program("cluster.sh", main)
