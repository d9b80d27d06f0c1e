"""The steps: verification, measurements, compute-sanitizer. Each result is kept when it is there."""
from dataclasses import replace
from statistics import median

from common.program import say

from .plan import BOTH, DMDA, XT
from .results import best_block_dim, seconds_of
from .runner import find_sanitizer
from .variants import GPU_ALONE, LONGEST_SECONDS, variants


def told(budget, text):
    say(f"{max(0, budget.left()):4.0f} s left  {text}")


def verify(runner, records, budget, share):
    """share: a budget that is part of the other."""
    for variant in variants():
        if share.left() <= 0:
            records.leave_out(f"verification: {variant.name}")
            continue
        told(budget, f"verifying {variant.name}")
        about = {"step": "verify", "name": variant.name}
        record = runner.record(about, variant.command, variant.environment, LONGEST_SECONDS)
        records.add(record)
        tell_failure(record)


def tell_failure(record):
    if "failure" in record:
        say(f"             failed: {record['failure']}")


def informed(run, data):
    """With what earlier runs tell: cuBLASXt's best blocks, the tile for dmda."""
    if run.method == XT and run.block_dim is None:
        return replace(run, block_dim=best_block_dim(data))
    if run.method == DMDA and run.tile is None:
        tiles = [record["report"]["tile"] for record in data["runs"] if record.get("method") == BOTH.key and
                 (record["size"], record["precision"]) == (run.case.size, run.case.precision) and "report" in record]
        return replace(run, tile=tiles[-1] if tiles else None)
    return run


def about(run):
    return {"step": run.step, "method": run.method.key, "size": run.case.size, "precision": run.case.precision,
            "round": run.round, "block_dim": run.block_dim}


def measure(runner, records, budget, runs):
    """What failed once is not tried again."""
    given_up = set()
    for planned in runs:
        run = informed(planned, records.data)
        if run.step == "measure" and (run.method.key, run.case) in given_up:
            continue
        if not budget.allows(run):
            records.leave_out(run.name)
            continue
        told(budget, run.name)
        record = runner.record(about(run), run.command, run.environment, budget.limit(run))
        records.add(record)
        tell_failure(record)
        if "failure" in record:
            given_up.add((run.method.key, run.case))
            continue
        budget.took(run, record["elapsed"])
        seconds = median(seconds_of(record["report"]))
        say(f"             {seconds:.4f} s, {2 * run.case.size**3 / seconds * 1e-12:.2f} TFlop/s")


def sanitize(runner, records, budget):
    sanitizer = find_sanitizer()
    if sanitizer is None or budget.left() <= 0:
        records.leave_out("compute-sanitizer" + ("" if sanitizer else ", which is not here"))
        return
    told(budget, "a small product under compute-sanitizer")
    record = {"step": "sanitizer"} | runner.sanitize(sanitizer, GPU_ALONE)
    records.add(record)
    tell_failure(record)
