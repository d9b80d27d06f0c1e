"""The page: figure, findings, tables."""
from datetime import date
from itertools import product

from common import machine
from common.report import processor, table

from .claims import claims, in_short, papers_claim
from .plan import (C_FACTORS, CUBE, DEEP, FLAT, GPU_GFLOPS, GPUS, LINKS, OLD_GENERATION, PAPER, PAPER_FLAT, PAPER_SOLID,
                   SHAPES, SOLID, TILE)
from .results import MARGIN, Scene, begins_to_win, planned_ratios
from .volumes import GPU_TO_GPU, THROUGH_RAM


def introduction(rows):
    minutes = sum(row["elapsed"] for row in rows) / 60
    return f"""# Beyond four GPUs: where three dimensions begin to win

    experiments/beyond.sh

{date.today().isoformat()}; {len(rows)} runs, which took {minutes:.0f} minutes of simulation on {processor()};
simulated figures do not depend on that machine.

C = A B in double precision, tiles of {TILE}: a cube ({CUBE.side} x {CUBE.side} x {CUBE.depth}) and a product four
times as deep as C is wide ({DEEP.side} x {DEEP.side} x {DEEP.depth}), on simulated nodes
(`--platform synthetic:...`) of GPUs of {GPU_GFLOPS} GFlop/s; of mixed nodes half are {OLD_GENERATION} times slower.
No CPU computes. 2D is the faster of
{" and ".join(f"`{name}`" for name in FLAT)}, 3D the faster of
{" and ".join(f"`{name}`" for name in SOLID)}, whose C-axis factor (`TANGRAM_C_FACTOR`) is 1 or 2;
time and traffic are those of that one run. With memory free, and where the speed of a bus varies, 3D is
`{SOLID[0]}` alone, while 2D is the faster of both.
Time is until C is home. 3D *wins* where it is ahead by more than {100 * MARGIN:.0f}%, there and with more GPUs.

![3D by 2D: traffic and time](beyond.svg)

*Memory free*: allocating takes no time (`STARPU_SIMGRID_CUDA_MALLOC_COST=0`), as if the buffers were there before.
Figures of each run: `beyond.csv`.
"""


def number(gpus):
    return "-" if gpus is None else str(gpus)


def begins_table(rows, plans):
    head = ["product", "GPUs", "links", *(f"{what}, factor {c}" for what in
            ("planned traffic", "traffic", "time", "time, memory free") for c in C_FACTORS)]
    lines = []
    for shape, mixed, links in product(SHAPES, (False, True), LINKS):
        copies = GPU_TO_GPU if links.p2p else THROUGH_RAM
        planned = [planned_ratios(plans[shape, mixed], copies, c) for c in C_FACTORS]
        timed, free = (Scene(rows, shape, links, mixed, cost) for cost in (True, False))
        ratios = [scene.ratios(key, c) for scene, key in ((timed, "moved"), (timed, "seconds"), (free, "seconds"))
                  for c in C_FACTORS]
        lines.append([shape.name, "mixed" if mixed else "equal", links.label,
                      *(number(begins_to_win(found)) if found else "not run" for found in planned + ratios)])
    return table(head, lines)


def most_gpus_table(rows):
    gpus = GPUS[-1]
    head = ["product", "GPUs", "links", "2D: C's sizes moved", "seconds", "bound",
            "3D by 2D: traffic, factor 1", "factor 2", "time, factor 1", "factor 2"]
    lines = []
    for shape, mixed, links in product(SHAPES, (False, True), LINKS):
        scene = Scene(rows, shape, links, mixed)
        lines.append([
            shape.name, "mixed" if mixed else "equal", links.label, f"{scene.best('moved', gpus, FLAT):.2f}",
            f"{scene.best('seconds', gpus, FLAT):.3f}", f"{scene.best('seconds_bound', gpus, FLAT):.3f}",
            *(f"{scene.ratio(key, gpus, c):.3f}" for key in ("moved", "seconds") for c in C_FACTORS),
        ])
    return table(head, lines)


def papers_section(rows):
    head = ["product", "links", "memory free", *(f"{what}, {gpus} GPUs" for what in ("traffic", "time") for gpus in GPUS)]
    lines = []
    for shape, links, cost in product(SHAPES, LINKS, (True, False)):
        scene = Scene(rows, shape, links, allocation_cost=cost, mode=PAPER)
        lines.append([shape.name, links.label, "no" if cost else "yes",
                      *(f"{scene.ratio(key, gpus, 1):.2f}" for key in ("moved", "seconds") for gpus in GPUS)])
    return f"""## The paper's own strategies
Eyraud-Dubois and Lambert (2018) measured four GPUs. Here their strategies run in their mode (`TANGRAM_MODE=paper`) on equal GPUs:
3D is the faster of {" and ".join(f"`{name}`" for name in PAPER_SOLID)}, 2D the faster
of {" and ".join(f"`{name}`" for name in PAPER_FLAT)}. Their costs count C once.

* {papers_claim(rows)}

3D by 2D:

""" + table(head, lines)


def markdown(rows, plans):
    """plans: {(shape, mixed): {GPUs: (flat, {C factor: solid})}}"""
    findings = "".join(f"* {claim}\n" for claim in claims(rows, plans))
    return "\n".join([
        introduction(rows),
        f"{in_short(rows, plans)}\n",
        machine.SYNTHETIC,
        "## Findings\nEach is checked against the figures when this page is written.\n\n" + findings,
        "## The least number of GPUs from which 3D wins\nPlans were made for up to 64 GPUs, runs for up to "
        f"{GPUS[-1]}; -: nowhere.\n\n" + begins_table(rows, plans),
        f"## At {GPUS[-1]} GPUs\n" + most_gpus_table(rows),
        papers_section(rows),
    ])
