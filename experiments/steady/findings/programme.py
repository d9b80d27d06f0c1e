"""The linear programme, theorem 1 and the time that its solution takes (sections 1, 3 and 5)."""
from math import log
from statistics import linear_regression, median

from common.criteria import Check, Criteria

from ..plan import GRAINS, TIMED_RATIOS
from ..results import present

criteria = Criteria()
finding, findings_of = criteria.finding, criteria.findings_of

FEW_SECONDS = 10
LIKE_THE_PAPERS = 20  # processors; its larger example has 17
CUBIC = 3


@finding("programme", "Theorem 1: the solution of the linear programme is the optimal one of the steady-state problem.",
         "on all random streams a dual solution has the same value, which none exceeds; and the rates hold in all "
         "rows, which are computed anew in exact arithmetic, without Tangram")
def theorem_1(results):
    rows = present(results.random + [row for row in results.timed if row["grain"] == "fine"])
    yield Check(all(row["proved"] for row in rows), f"{sum(row['proved'] for row in rows)} of {len(rows)} proved")
    yield Check(all(row["rows_hold"] for row in rows),
                f"{sum(row['rows_hold'] for row in rows)} of {len(rows)} in all rows")


@finding("programme", "The task end models output files that stay in place.",
         "it asks for nothing else: the throughput is that with an end for each leaf, which leaves open where leaves "
         "are executed")
def one_end(results):
    one, each = results.throughput("masters-joint"), results.throughput("masters-per-leaf")
    yield Check(one == each, f"two masters, two leaves, each fast on one of them: {one} with one end, {each} with an "
                "end for each leaf. One end makes each processor execute all leaves equally often")


def fine_medians(results, ratio):
    """{processors: seconds}"""
    return {processors: median(results.seconds(processors, ratio, "fine")) for processors in
            results.scale.timed_processors}


def within_seconds(results, processors):
    """One check for each ratio: whether the median at this size is a few seconds."""
    for ratio in TIMED_RATIOS:
        seconds = fine_medians(results, ratio)[processors]
        yield Check(seconds <= FEW_SECONDS, f"ratio {ratio}: {seconds:.2g} s for {processors} processors")


@finding("seconds", "Larger examples take a few seconds.",
         f"at most {FEW_SECONDS} s, in the median, for {LIKE_THE_PAPERS} processors, exact and with the schedule. The "
         "paper means its example of 17, which took less than two seconds in floating point (lp_solve)")
def few_seconds(results):
    yield from within_seconds(results, LIKE_THE_PAPERS)


@finding("seconds", "The largest platforms here take a few seconds, too (ours).",
         f"at most {FEW_SECONDS} s, in the median")
def few_seconds_for_many(results):
    yield from within_seconds(results, results.scale.timed_processors[-1])


@finding("seconds", "The solution is easy to compute, with low-degree polynomial complexity.",
         f"the medians grow at most with the number of processors to the power of {CUBIC}, by a least-squares fit of "
         "logarithms to all sizes; a few sizes do not prove a polynomial")
def polynomial(results):
    for ratio in TIMED_RATIOS:
        medians = fine_medians(results, ratio)
        power = linear_regression([log(size) for size in medians], [log(each) for each in medians.values()]).slope
        yield Check(power <= CUBIC, f"ratio {ratio}: power {power:.1f}, of {len(medians)} sizes from {min(medians)} to "
                    f"{max(medians)}")


@finding("seconds", "Coarse grain has fewer equations, but the time is not a limiting factor.",
         "it takes less in the median at each size; the finest takes at most a minute")
def coarse_is_faster(results):
    for ratio in TIMED_RATIOS:
        fine, coarse = ([median(results.seconds(processors, ratio, grain)) for processors in
                         results.scale.timed_processors] for grain in GRAINS)
        factors = [more / less for more, less in zip(fine, coarse)]
        yield Check(min(factors) > 1,
                    f"ratio {ratio}: fine grain takes {min(factors):.1f} to {max(factors):.1f} times as long")
    slowest = max(row["seconds"] for row in results.timed)
    yield Check(slowest <= 60, f"at most {slowest:.1f} s")
