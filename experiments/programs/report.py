"""The page: figure, findings, tables."""
from datetime import date

from common.report import processor, table

from .examples import GIB
from .plan import AUTO, CPUS, DEPTH, RIVALS, TILE
from .results import (KEYS, comparisons, example_of, examples_of, found, median_of, platforms_of, scheds_of,
                      worst_of)

WORDS = {"seconds": "time", "bytes": "bytes"}
GPUS = {"sirocco": "4 GPUs", "mirage": "3 GPUs"}
COSTS = {0: "Decisions take no time in the simulation.",
         1: "Decisions take the time that they took on the machine that simulated (`--scheduling-cost 1`)."}


def command(quick, cost):
    return "experiments/programs.sh" + (" --quick" if quick else "") + (f" --scheduling-cost {cost}" if cost else "")


def machines(rows):
    return " and ".join(f"`{platform}` ({GPUS[platform]}, {CPUS[platform]} CPU workers)" for platform in platforms_of(rows))


def introduction(rows, quick, cost):
    matters = "which does not matter for their figures" if not cost else "which matters for the time of decisions"
    return f"""# Programs that are not Tangram's

    {command(quick, cost)}

{date.today().isoformat()}; {len(rows)} runs, simulated on {processor()}, {matters}.

The programs are those of StarPU 1.3.10's source package, not modified: `lu` (double precision, not pivoted), `cholesky`
(single precision), both with implicit dependencies, and `dgemm` (double precision, A and B are {DEPTH} deep). They run with
Tangram's build of StarPU's SimGrid flavour (patches: `cmake/patches`). Matrices are not computed in simulation: only the
time advances, by StarPU's recorded models of kernels and links. The `plain` programs are ours (`experiments/programs/plain.c`),
written with StarPU alone, without coordinates and priorities; their kernels take times by cost functions (products at 1020 GFlop/s
on a GPU, at 26.6 on a core). Machines: {machines(rows)}.
Blocks are {TILE} wide where no number of blocks is given. {COSTS[cost]}

Time is what the program prints, StarPU's in whole milliseconds; bytes are StarPU's "Total transfers", between all memory nodes.
StarPU does not write tiles back early (`STARPU_MINIMUM_CLEAN_BUFFERS=0`), under any scheduler: early copies cost time where
memory is ample.
`auto` is Tangram's, by `LD_PRELOAD` of `libtangram_preload_sim.so`; the other schedulers are StarPU's.

![time and bytes by those of dmdas](programs.svg)

Figures of each run: `programs.csv`.
"""


def rivals_of(rows):
    return [sched for sched in RIVALS if sched in scheds_of(rows)]


def finding(ones, key):
    """Of the ratios to the best rival."""
    worst = worst_of(ones, key)
    fewer = sum(getattr(one, key) < 1 for one in ones)
    less = "less time" if key == "seconds" else "fewer bytes"
    return (f"* {WORDS[key].capitalize()} of `auto`: median {median_of(ones, key):.2f}, worst {getattr(worst, key):.2f} "
            f"({worst.label}); {less} in {fewer} of {len(ones)}.\n")


def compared_cells(rows, one):
    of_scheds = [figures(found(rows, one.platform, one.example, sched)) for sched in [*rivals_of(rows), AUTO]]
    return [one.platform, one.example.label, *of_scheds, *(f"{getattr(one, key):.2f}" for key in KEYS)]


def figures(row):
    return f"{1000 * row['seconds']:.0f} / {row['bytes'] / GIB:.2f}"


def findings(rows):
    rivals = " and ".join(f"`{sched}`" for sched in rivals_of(rows))
    ones = comparisons(rows)
    return (f"\n## Findings\n\n`auto` by the better time and by the fewer bytes of {rivals}, each for itself; below 1 is better.\n"
            + findings_of("StarPU's examples", rows, [one for one in ones if not one.example.is_plain])
            + findings_of("Plain programs", rows, [one for one in ones if one.example.is_plain]))


def findings_of(title, rows, ones):
    head = ["machine", "program", *(f"`{sched}`, ms / GiB" for sched in [*rivals_of(rows), AUTO]), "time", "bytes"]
    return (f"\n### {title}\n\n" + "".join(finding(ones, key) for key in KEYS) + "\n"
            + table(head, [compared_cells(rows, one) for one in ones]))


def cells(row):
    return [example_of(row).label, row["sched"], f"{1000 * row['seconds']:.0f}", f"{row['bytes'] / GIB:.2f}"]


def tables(rows):
    text = ""
    for platform in platforms_of(rows):
        lines = [cells(found(rows, platform, example, sched)) for example in examples_of(rows) for sched in scheds_of(rows)]
        text += f"\n## All runs on {platform}\n\n" + table(["program", "scheduler", "ms", "GiB"], lines)
    return text


def markdown(rows, quick=False, cost=0):
    return introduction(rows, quick, cost) + findings(rows) + tables(rows)
