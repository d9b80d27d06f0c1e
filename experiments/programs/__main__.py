"""The program that experiments/programs.sh calls: runs what is missing, then writes all results."""
import argparse
import json
import subprocess
from pathlib import Path

from common.arguments import parser
from common.missing import complete
from common.program import run_program, say
from common.simulator import Simulator
from common.store import write_csv, write_whole

from . import emulated, products
from .bounds import bounds
from .examples import Examples
from .figure import draw, draw_sizes
from .gantt import draw_gantt
from .machines import RECORDED, SYNTHETIC
from .nodes import write_nodes
from .plan import ablations, planned, timelines
from .report import markdown
from .results import COLUMNS, rows_of, rows_on


def options():
    """Of the command line; experiments/programs.sh --help says what they mean, and has checked their values."""
    arguments = parser("programs.sh")
    arguments.add_argument("--starpu", type=Path, required=True)
    arguments.add_argument("--tangram-sim", type=Path, required=True)
    arguments.add_argument("--native", type=Path, required=True)
    arguments.add_argument("--quick", action="store_true")
    arguments.add_argument("--scheduling-cost", type=int, default=0)
    return arguments.parse_args()


def main():
    chosen = options()
    examples = Examples(chosen.out / "bin", chosen.simulator, chosen.starpu, chosen.out / "nodes")
    what = (chosen.quick, chosen.scheduling_cost)
    runs, ablated, traced = (kind(*what) for kind in (planned, ablations, timelines))
    plain_products, own_products = products.plain_runs(*what), products.gemm_runs(*what)
    try:
        write_nodes(chosen.tangram_sim, examples.nodes, runs + plain_products)
    except subprocess.CalledProcessError as failure:
        say(f"failed    {chosen.tangram_sim}: {failure.stderr.decode(errors='replace').strip()}")
        return 1
    store = complete(chosen, examples, list(dict.fromkeys(runs + ablated + traced + plain_products)))
    own_store = complete(chosen, Simulator(chosen.tangram_sim), own_products)
    executor = emulated.Emulated(chosen.out / "native", chosen.native, Path(__file__).parents[1] / "emulated-node.sh")
    executed = emulated.emulated(chosen.quick)
    one_at_a_time = argparse.Namespace(**vars(chosen) | {"jobs": 1})  # StarPU measures the node in the first
    native_store = complete(one_at_a_time, executor, executed)
    if None in (store, own_store, native_store):
        return 1

    def bounds_of(run):
        return bounds(run.machine, run.example, examples.sampling)
    rows, of_rules = (rows_of(store, ones, bounds_of) for ones in (runs, ablated))
    all_rows = rows + [row for row in of_rules if row not in rows]
    native_rows = emulated.rows_of(native_store, executed)
    pairs = products.pairs(store, own_store, *what)
    all_rows += products.rows_of(pairs)
    write_whole(chosen.out / "programs.json", json.dumps(all_rows + native_rows, indent=0) + "\n")
    table, report = (chosen.report / f"programs.{ending}" for ending in ("csv", "md"))
    write_csv(table, all_rows, COLUMNS)
    pictures = [chosen.report / f"programs{kind}.svg" for kind in ("", "-synthetic", "-sizes", "-gantt")]
    draw(rows_on(rows, RECORDED), pictures[0])
    draw(rows_on(rows, SYNTHETIC), pictures[1])
    draw_sizes(rows, pictures[2])
    draw_gantt([(run, store.load(run)["timeline"]) for run in traced], pictures[3])
    page = markdown(rows, of_rules, *what) + products.section(pairs) + emulated.section(native_rows)
    write_whole(report, page)
    for file in (report, *pictures, table, chosen.out / "programs.json"):
        say(f"results   {file}")
    return 0


if __name__ == "__main__":
    run_program("programs.sh", main)
