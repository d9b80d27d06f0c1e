"""The page, and the same table for a terminal."""
from collections import Counter

from common.report import table

from .judged import judged
from .plan import TANGRAM
from .records import failed, of_step, timed_out
from .results import Results, best_block_dim, seconds_of

HEAD = ["N", "precision", "method", "tile", "s", "TFlop/s", "GB moved", "times the bound", "by cuBLAS", "by cuBLASXt",
        "measured"]


def figure(value, digits):
    return "-" if value is None else f"{value:.{digits}f}"


def cells(results, row):
    moved = None if row.bytes is None else row.bytes * 1e-9
    return [str(row.case.size), row.case.precision, row.label, row.tiles, figure(row.time, 4), figure(row.tflops, 2),
            figure(moved, 2), figure(row.bytes_by_bound, 3), figure(results.by_resident(row), 3),
            figure(results.by_xt(row), 3), row.note]


def lines_of(results):
    return [cells(results, row) for row in results.rows.values()]


def aligned(head, rows):
    widths = [max(len(row[column]) for row in [head, *rows]) for column in range(len(head))]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in [head, *rows])


def verification(data):
    """One line, and one for each variant that failed."""
    records = of_step(data, "verify")
    wrong = failed(records)
    left_out = sum(name.startswith("verification: ") for name in data["left_out"])
    summary = f"{len(records) - len(wrong)} of {len(records)} variants verified"
    summary += f", {left_out} left out" if left_out else ""
    reductions = sum(record["report"]["reductions"] for record in records if "report" in record)
    return [f"{summary}; {reductions} reductions among them",
            *(f"failed: {record['name']}: {record['failure']}" for record in wrong)]


def sanitizer(data):
    return [f"compute-sanitizer: {record.get('failure', 'no errors')}" for record in of_step(data, "sanitizer")]


def calibration(data):
    """One line for each that failed."""
    return [f"calibration failed: {record['size']} {record['precision']}, {record['method']}: {record['failure']}"
            for record in failed(of_step(data, "calibrate"))]


def blocks(data):
    """What cuBLASXt's scan said."""
    told = [f"{record['block_dim']}: " + (f"{min(seconds_of(record['report'])):.4f} s" if "report" in record else "failed")
            for record in of_step(data, "scan")]
    scan = next((f", N = {record['size']}, {record['precision']}" for record in of_step(data, "scan")), "")
    return [f"cuBLASXt's blocks: {best_block_dim(data)} ({', '.join(told)}{scan})"] if told else []


def left_out(data):
    """Of runs only how many in which round."""
    names = [name for name in data["left_out"] if not name.startswith("verification: ")]
    rounds = Counter((name.partition(",")[0], name.rpartition(", ")[2]) for name in names if ", round " in name)
    told = [name for name in names if ", round " not in name]
    told += [f"{case}, {number} ({count} methods)" for (case, number), count in rounds.items()]
    return [f"left out, mostly for time: {'; '.join(told)}"] if told else []


def machine(data):
    about = data["machine"]
    settings = ", ".join(f"{name}={value}" for name, value in about["math_settings"].items()) or "none set"
    driver = f"driver {about['driver']} " if about["driver"] else "driver "
    return [f"{about['gpu']}, {about['gpu_memory'] / 2**30:.0f} GiB; {driver}for CUDA {about['driver_cuda']}; libraries of "
            f"CUDA {about['cuda']}; cuBLAS's settings in the environment: {settings}",
            f"{about['processor']}; {about['cores']} of them used"]


def remarks(data):
    return verification(data) + sanitizer(data) + calibration(data) + blocks(data) + left_out(data)


def as_text(data):
    results = Results(data)
    parts = [machine(data), [aligned(HEAD, lines_of(results))], [line.text for line in judged(results)], remarks(data)]
    return "\n\n".join("\n".join(part) for part in parts)


def listed(lines):
    return "".join(f"* {line}\n" for line in lines)


def markdown(data, pictures):
    """pictures: names of files beside the page."""
    results = Results(data)
    drawn = "".join(f"![{name}]({name})\n" for name in pictures)
    return f"""# Products on a GPU

    {data["command"]}

{data["date"]}

{listed(machine(data))}
C = A B from and to host memory, which is page-locked before time counts, or pageable (page-locking of buffers or matrices
counts then, also where one serves all products); Tangram's time is until C is there again, that of cuBLAS is of its
kernel alone, with all data on the GPU. Medians of products, one to warm up before; methods take turns. The bound on traffic is that of the nodes that take part. Speeds are compared:
`by cuBLAS` and `by cuBLASXt` above 1 is faster. GB is 10^9 bytes.

## The project's own targets

{listed(line.text for line in judged(results))}
## Measured

{drawn}
{table(HEAD, lines_of(results))}
{listed(remarks(data))}"""


def went_wrong(data):
    """Whether a result was wrong or could not be shown to be right, or Tangram failed; to take long is no failure."""
    tangram = {method.key for method in TANGRAM}
    measured = failed(of_step(data, "measure") + of_step(data, "calibrate"))
    return bool(failed(of_step(data, "verify")) or any("result is wrong" in record["failure"] for record in measured) or
                any(record["method"] in tangram and not timed_out(record) for record in measured) or
                any(record.get("errors_found") for record in of_step(data, "sanitizer")))
