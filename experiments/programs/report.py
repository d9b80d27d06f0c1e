"""The page: figures, findings, tables."""
from datetime import date

from common.report import processor, table

from .examples import GIB
from .machines import CPU_GFLOPS, CPUS, FLOAT_FACTOR, GPU_GFLOPS, LINK_GBS, MACHINES, RECORDED
from .plan import ABLATION, AUTO, BASE, HETEROPRIO_RUNS
from .problems import DEPTH, NOMINAL, TILE
from .results import (KEYS, comparisons, example_of, examples_of, found, median_of, platforms_of, rivals_of, rows_on,
                      scheds_of, worst_of)

WORDS = {"seconds": "time", "bytes": "bytes"}
COSTS = {0: "Decisions take no time in the simulation.",
         1: "Decisions take the time that they took on the machine that simulated (`--scheduling-cost 1`)."}


def command(quick, cost):
    return "experiments/programs.sh" + (" --quick" if quick else "") + (f" --scheduling-cost {cost}" if cost else "")


def machines(rows):
    return " and ".join(f"`{platform}` ({MACHINES[platform].gpus} GPUs, {MACHINES[platform].cpus} CPU workers)"
                        for platform in platforms_of(rows_on(rows, RECORDED)))


def introduction(rows, quick, cost):
    matters = "which does not matter for their figures" if not cost else "which matters for the time of decisions"
    return f"""# Programs that are not Tangram's

    {command(quick, cost)}

{date.today().isoformat()}; {len(rows)} runs, simulated on {processor()}, {matters}.

The programs are those of StarPU 1.3.10's source package, not modified: `lu` (double precision, not pivoted), `cholesky`
(single precision), both with implicit dependencies, `dgemm` (double precision, A and B are {DEPTH} deep), `cg` (conjugate
gradients with reductions, double precision), `stencil` (blocks along one axis; its size is the number of layers) and `heat` (LU in
single precision, whose tasks are submitted when they are ready). They run with
Tangram's build of StarPU's SimGrid flavour (patches: `cmake/patches`). Matrices are not computed in simulation: only the
time advances, by models of kernels and links. The `plain` programs are ours (`experiments/programs/plain.c`),
written with StarPU alone, without coordinates and priorities; their kernels take times by cost functions (products at 1020 GFlop/s
on a GPU, at 26.6 on a core).

Machines: {machines(rows)}, with the models that StarPU's authors recorded, and synthetic nodes: GPUs of {GPU_GFLOPS} GFlop/s, each
behind a link of {LINK_GBS} GB/s, with {CPUS} CPU workers of {CPU_GFLOPS} GFlop/s or without. There each kernel reaches a part of the
speed of a product (`experiments/programs/kernels.py`), single precision is {FLOAT_FACTOR} times as fast, and
`tangram-sim machine --codelets` writes the models. `cg`, `stencil` and `heat` run there only: nobody recorded models of them.
They are linked with `experiments/programs/simulated.c`, which gives their codelets kernels for GPUs.
Blocks are {TILE} wide where no number of blocks is given. {COSTS[cost]}

Time is what the program prints, StarPU's in whole milliseconds (`cg`: until all tasks have ended); bytes are StarPU's "Total
transfers", between all memory nodes.
StarPU does not write tiles back early (`STARPU_MINIMUM_CLEAN_BUFFERS=0`), under any scheduler: early copies cost time where
memory is ample.
`auto` is Tangram's, by `LD_PRELOAD` of `libtangram_preload_sim.so`; the other schedulers are StarPU's. `heteroprio` runs in
{" and ".join(f"`{program}`" for program in HETEROPRIO_RUNS)} only, and with CPU workers: elsewhere StarPU 1.3.10's blocks or fails in simulation.

The bound of time is the greater of two: the work, with each kernel divisible and on the workers that are best at it, and the longest
chain of tasks, each on its fastest worker; transfers take no time. The bound of bytes is what GPUs with equal shares of the result
must be sent if each task is executed where its result is, and CPU workers execute none; it does not count what goes back. Where
CPU workers execute tasks, fewer bytes are possible.

![time and bytes by those of dmdas](programs.svg)

![the same on synthetic nodes](programs-synthetic.svg)

![time and bytes by their bounds, by the size of the matrix](programs-sizes.svg)

Which worker executes what, under `{BASE}` and `auto`; the line is the end of the last task:

![Gantt charts](programs-gantt.svg)

Figures of each run: `programs.csv`.
"""


def finding(ones, key):
    """Of the ratios to the best rival."""
    worst = worst_of(ones, key)
    fewer = sum(getattr(one, key) < 1 for one in ones)
    less = "less time" if key == "seconds" else "fewer bytes"
    return (f"* {WORDS[key].capitalize()} of `auto`: median {median_of(ones, key):.2f}, worst {getattr(worst, key):.2f} "
            f"({worst.label}); {less} in {fewer} of {len(ones)}.\n")


def compared_cells(rows, one, rivals):
    of_scheds = [found(rows, one.platform, one.example, sched) for sched in [*rivals, AUTO]]
    return [one.platform, one.example.label, *map(figures, of_scheds), bound(of_scheds[-1]),
            *(f"{getattr(one, key):.2f}" for key in KEYS)]


def figures(row):
    return f"{1000 * row['seconds']:.0f} / {row['bytes'] / GIB:.2f}"


def bound(row):
    seconds, size = row["seconds_bound"], row["bytes_bound"]
    return (f"{1000 * seconds:.0f}" if seconds is not None else "") + (f" / {size / GIB:.2f}" if size is not None else "")


def findings(rows):
    ones = comparisons(rows)
    recorded = [machine.name for machine in RECORDED]

    def chosen(is_recorded, kind):
        return [one for one in ones if (one.platform in recorded) == is_recorded and kind(one.example)]
    return ("\n## Findings\n\nTime and bytes of `auto` divided by the better time and by the fewer bytes of two others, each "
            "for itself; below 1 is better.\n"
            + findings_of("StarPU's examples", rows, chosen(True, lambda example: not example.is_plain))
            + findings_of("Plain programs", rows, chosen(True, lambda example: example.is_plain))
            + findings_of("Synthetic nodes", rows, chosen(False, lambda example: not example.is_nominal))
            + findings_of(", ".join(NOMINAL), rows, chosen(False, lambda example: example.is_nominal)))


def findings_of(title, rows, ones):
    if not ones:
        return ""
    rivals = rivals_of(rows, ones[0].example)
    head = ["machine", "program", *(f"`{sched}`, ms / GiB" for sched in [*rivals, AUTO]), "bounds", "time", "bytes"]
    return (f"\n### {title}\n\n" + "".join(finding(ones, key) for key in KEYS) + "\n"
            + table(head, [compared_cells(rows, one, rivals) for one in ones]))


def ablation(rows):
    """What the strategies that leave rules out take, by their names."""
    meanings = "".join(f"* `{sched}`: {meaning}\n" for sched, meaning in ABLATION.items())
    lines = [[platform, example.label, *(figures(found(rows, platform, example, sched)) for sched in ABLATION)]
             for platform in platforms_of(rows) for example in examples_of(rows, platform)]
    return ("\n## What each rule gives\n\nTangram's other strategies leave out some of the rules of `auto`:\n\n" + meanings
            + "\nms / GiB:\n\n" + table(["machine", "program", *(f"`{sched}`" for sched in ABLATION)], lines))


def cells(row):
    return [example_of(row).label, row["sched"], f"{1000 * row['seconds']:.0f}", f"{row['bytes'] / GIB:.2f}"]


def tables(rows):
    text = ""
    for platform in platforms_of(rows):
        of_platform = [found(rows, platform, example, sched) for example in examples_of(rows, platform)
                       for sched in scheds_of(rows)]
        text += (f"\n## All runs on {platform}\n\n"
                 + table(["program", "scheduler", "ms", "GiB"], [cells(row) for row in of_platform if row]))
    return text


def markdown(rows, of_rules, quick=False, cost=0):
    """rows: of all schedulers; of_rules: of ablations()."""
    return introduction(rows, quick, cost) + findings(rows) + ablation(of_rules) + tables(rows)
