"""The page: figure, findings, table."""
from datetime import date

from common import machine
from common.report import processor, table

from .plan import AUTO, BLOCKS, DMDA, OTHERS, PARTS, SIZES, TILE
from .results import found

MOST = 1.25  # by the bound, where a quarter or a tenth of a zone fits
JUDGED = [4, 10]
WHOLE = 1
BETWEEN = [part for part in PARTS if WHOLE < part <= JUDGED[0]]


def introduction(rows):
    return f"""# Zones larger than GPU memory

    experiments/memory.sh

{date.today().isoformat()}; {len(rows)} runs, simulated on {processor()}, which does not matter for their figures.

C += A B in double precision, tiles of {TILE}, on the simulated sirocco, whose four GPUs get memory
(`STARPU_LIMIT_CUDA_MEM`) for a part of their zone: its tiles of A, B and C. The bound is that of `bytes_bound`: what
each GPU's part of C spans, or for c elements of it 2 c k / sqrt(S) of A and B where the memory holds S and that is more,
and C once in and out. A zone counts as one that fits where nine tenths of the memory hold it. `nrrp-rounded-static` follows its zones' blocks to the letter; a thief's tiles come on top.

![traffic and time by their bounds](memory.svg)

Figures of each run: `memory.csv`.
"""


def part_of(part):
    return {0.8: "5/4 of a zone", 1: "a whole zone"}.get(part, f"1/{part} of a zone")


def worst(rows, choice, part):
    return max(found(rows, size, part, choice)["bytes_by_bound"] for size in SIZES)


def finding(rows, part):
    """What the blocks of zones cost with memory for this part, at worst."""
    ratios = {choice: worst(rows, choice, part) for choice in BLOCKS}
    within = [choice.label for choice, ratio in ratios.items() if ratio <= MOST]
    texts = ", ".join(f"`{choice.label}` {ratio:.2f}" for choice, ratio in ratios.items())
    verdict = "none is" if not within else "all are" if len(within) == len(BLOCKS) else \
        " and ".join(f"`{label}`" for label in within) + (" is" if len(within) == 1 else " are")
    dmda = worst(rows, DMDA, part)
    return (f"* {part_of(part).capitalize()} fits: at most {texts} times the bound (of all sizes); {verdict} within "
            f"{MOST}. `dmda` moves up to {dmda:.1f} times the bound.\n")


def finding_of_all(rows):
    """The worst row: where zones hardly do not fit, or take a little more than two blocks."""
    row = max((found(rows, size, part, choice) for size in SIZES for part in PARTS for choice in BLOCKS),
              key=lambda row: row["bytes_by_bound"])
    return (f"* Of all rows of these three at most {row['bytes_by_bound']:.2f} times the bound: `{row['strategy']}`, N = "
            f"{row['size']}, {part_of(row['part'])}.\n")


def time_by_whole_zone(rows, size, part, choice):
    """Seconds by those with memory for a whole zone."""
    return found(rows, size, part, choice)["seconds"] / found(rows, size, WHOLE, choice)["seconds"]


def percent_more(ratio):
    return f"{100 * (ratio - 1):+.0f}%"


def finding_of_time(rows):
    """What memory costs in time, beside what it costs in traffic: of all sizes."""
    texts = []
    for choice in (AUTO, DMDA):
        between = [time_by_whole_zone(rows, size, part, choice) for size in SIZES for part in BETWEEN]
        least = [time_by_whole_zone(rows, size, JUDGED[-1], choice) for size in SIZES]
        texts.append(f"`{choice.label}` {percent_more(min(between))} to {percent_more(max(between))} from {part_of(JUDGED[0])} "
                     f"to {part_of(BETWEEN[0])}, {percent_more(min(least))} to {percent_more(max(least))} with "
                     f"{part_of(JUDGED[-1])}")
    return ("* Time by that with memory for a whole zone: " + "; ".join(texts) + ". Where it changes by a few percent only, the "
            "work hides the transfers: there is no time to gain.\n")


def cells(rows, row, choice):
    return [part_of(row["part"]), row["memory_mib"], choice.label, f"{row['gib_bound']:.1f}", f"{row['seconds']:.2f}",
            f"{time_by_whole_zone(rows, row['size'], row['part'], choice):.2f}", f"{row['gib']:.1f}",
            f"{row['bytes_by_bound']:.2f}"]


def tables(rows):
    head = ["memory of a GPU", "MiB", "strategy", "bound, GiB", "s", "by a whole zone's", "GiB", "by the bound"]
    text = ""
    for size in SIZES:
        lines = [cells(rows, found(rows, size, part, choice), choice) for part in PARTS for choice in BLOCKS + OTHERS]
        text += f"\n## N = {size}\n\n" + table(head, lines)
    return text


def markdown(rows):
    findings = "".join(finding(rows, part) for part in JUDGED) + finding_of_all(rows) + finding_of_time(rows)
    return introduction(rows) + "\n" + machine.RECORDED + "## Findings\n\n" + findings + tables(rows)
