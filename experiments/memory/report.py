"""The page: figure, findings, table."""
from datetime import date

from common import machine
from common.grades import percent
from common.report import processor, table

from .plan import AUTO, BLOCKS, DMDA, OTHERS, PARTS, SIZES, TILE
from .results import found

MOST = 1.25  # by the bound, where a quarter or a tenth of a zone fits
JUDGED = [4, 10]
ROOM = PARTS[0]  # more than a whole zone: all fits
BETWEEN = [part for part in PARTS if 1 <= part <= JUDGED[0]]
HARDLY = 0.05  # of the time: what counts as hardly any to gain; ours


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


def time_by_room(rows, size, part, choice):
    """Seconds by those with memory for all that a zone needs."""
    return found(rows, size, part, choice)["seconds"] / found(rows, size, ROOM, choice)["seconds"]


def time_of(rows, choice):
    """What memory costs in time, of all sizes."""
    between = [[time_by_room(rows, size, part, choice) for part in BETWEEN] for size in SIZES]
    smallest = [time_by_room(rows, size, JUDGED[-1], choice) for size in SIZES]
    apart = max(max(ratios) / min(ratios) - 1 for ratios in between)
    gain = f"at each size they are at most {100 * apart:.0f}% apart"
    if apart <= HARDLY:
        gain += ": there is hardly any time to gain between them"
    return (f"`{choice.label}` {percent(min(map(min, between)) - 1)} to {percent(max(map(max, between)) - 1)} with "
            f"{part_of(BETWEEN[0])} to {part_of(BETWEEN[-1])} ({gain}), {percent(min(smallest) - 1)} to "
            f"{percent(max(smallest) - 1)} with {part_of(JUDGED[-1])}")


def finding_of_time(rows):
    """Beside what memory costs in traffic."""
    return (f"* Time, by that where all fits ({part_of(ROOM)}): " + "; ".join(time_of(rows, choice) for choice in (AUTO, DMDA)) +
            ".\n")


def cells(rows, row, choice):
    return [part_of(row["part"]), row["memory_mib"], choice.label, f"{row['gib_bound']:.1f}", f"{row['seconds']:.2f}",
            f"{time_by_room(rows, row['size'], row['part'], choice):.2f}", f"{row['gib']:.1f}",
            f"{row['bytes_by_bound']:.2f}"]


def tables(rows):
    head = ["memory of a GPU", "MiB", "strategy", "bound, GiB", "s", f"time by that with {part_of(ROOM)}", "GiB", "traffic by its bound"]
    text = ""
    for size in SIZES:
        lines = [cells(rows, found(rows, size, part, choice), choice) for part in PARTS for choice in BLOCKS + OTHERS]
        text += f"\n## N = {size}\n\n" + table(head, lines)
    return text


def markdown(rows):
    findings = "".join(finding(rows, part) for part in JUDGED) + finding_of_all(rows) + finding_of_time(rows)
    return introduction(rows) + "\n" + machine.RECORDED + "\n## Findings\n\n" + findings + tables(rows)
