"""The steps: verification, measurements, compute-sanitizer. Each result is kept when it is there."""
from dataclasses import replace
from statistics import median

from common.program import say

from .plan import ALL_XT, BOTH, DMDA, GPU, JUDGED
from .records import of_step, timed_out
from .results import best_block_dim, seconds_of
from .runner import find_sanitizer
from .variants import GPU_ALONE, LONGEST_SECONDS, variants


SANITIZER_SECONDS = (15, 60)  # it needs, and may take


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


def reports(data, method, case):
    return [record["report"] for record in of_step(data, "measure") if "report" in record and
            (record["method"], record["size"], record["precision"]) == (method.key, case.size, case.precision)]


def tile_for_dmda(data, case):
    """Tangram's with the CPUs or, without it, on the GPU alone; None if neither was measured."""
    known = reports(data, BOTH, case) or reports(data, GPU, case)
    return known[-1]["tile"] if known else None


def informed(run, data):
    """With what earlier runs tell: cuBLASXt's best blocks, the tile for dmda, whether a result was verified."""
    if run.step != "measure":
        return run
    run = replace(run, verified=not reports(data, run.method, run.case))
    if run.method in ALL_XT:
        return replace(run, block_dim=best_block_dim(data))
    if run.method == DMDA and run.tile is None:
        return replace(run, tile=tile_for_dmda(data, run.case))
    return run


def about(run):
    return {"step": run.step, "method": run.method.key, "size": run.case.size, "precision": run.case.precision,
            "round": run.round, "block_dim": run.block_dim}


def measure(runner, records, budget, runs):
    """What failed once is not tried again, but once for the judged case if all that it did was to take long."""
    given_up, late = set(), set()
    for planned in runs:
        run = informed(planned, records.data)
        tried = (run.method.key, run.case)
        if run.step == "measure" and tried in given_up:
            continue
        if run.method == DMDA and run.tile is None:
            records.leave_out(f"{run.name}, as Tangram's tile is not known")
            continue
        if not budget.allows(run):
            records.leave_out(run.name)
            continue
        told(budget, run.name)
        record = runner.record(about(run), run.command, run.environment, budget.limit(run))
        records.add(record)
        tell_failure(record)
        if "failure" in record:
            if run.step == "measure":
                again = run.case == JUDGED and timed_out(record) and tried not in late
                (late if again else given_up).add(tried)
            continue
        if run.step == "calibrate":
            say(f"             tile {record['report']['tile']}")
            continue
        budget.took(run, record["elapsed"])
        seconds = median(seconds_of(record["report"]))
        say(f"             {seconds:.4f} s, {2 * run.case.size**3 / seconds * 1e-12:.2f} TFlop/s")


def sanitize(runner, records, budget):
    sanitizer = find_sanitizer()
    least, most = SANITIZER_SECONDS
    if sanitizer is None or budget.left() < least:
        records.leave_out("compute-sanitizer" + ("" if sanitizer else ", which is not here"))
        return
    told(budget, "a small product under compute-sanitizer")
    record = {"step": "sanitizer"} | runner.sanitize(sanitizer, GPU_ALONE, min(most, budget.left()))
    records.add(record)
    tell_failure(record)
