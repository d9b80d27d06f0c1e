"""Lemma 1 and theorem 2 (section 4)."""
from common.criteria import Check, Criteria

criteria = Criteria()
finding, findings_of = criteria.finding, criteria.findings_of

BASELINES = None, "coarse", "demand_driven"
CLOSE = 0.95


@finding("convergence", "Lemma 1: within K time units no schedule does more than throughput x K.",
         "the periodic schedule, the coarse one and processors that ask for jobs do not, at any point of any run")
def lemma_1(results):
    for stream in results.streams:
        ratios = [point.ratio for baseline in BASELINES for point in results.progress(stream, baseline)]
        yield Check(max(ratios) <= 1, f"{stream.title}: at most {max(ratios):.4f} of it, at {len(ratios)} points")


@finding("convergence", "Theorem 2: the periodic schedule is asymptotically optimal.",
         f"done / (throughput x time) grows with each point, and is at least {CLOSE} in the end, but for what a given "
         "period loses by rounding")
def theorem_2(results):
    for stream in results.streams:
        points = results.progress(stream)
        most = 1 - float(results.loss(stream))
        rises = all(a.ratio <= b.ratio for a, b in zip(points, points[1:]))
        yield Check(rises and points[-1].ratio >= CLOSE * most, f"{stream.title}: {points[-1].ratio:.4f} after "
                    f"{points[-1].periods} periods" + (f"; {most:.4f} at most" if most < 1 else ""))


@finding("convergence", "Any other schedule may do a constant number of tasks more, independent of K.",
         "throughput x time, which none exceeds, less what is done is the same number at each point, exactly, once the "
         "schedule runs in full; with a given period, less what rounding loses in each")
def constant(results):
    for stream in results.streams:
        depth = results.depth(stream)
        missing = [deficit for periods, deficit in results.deficits(stream).items() if periods >= depth]
        yield Check(len(set(missing)) == 1, f"{stream.title}: {float(missing[-1]):.3f} periods of jobs, at "
                    f"{len(missing)} points from period {depth} on")


@finding("convergence",
         "On short streams processors that ask for jobs without a plan do more than the schedule (ours).",
         "after 10 periods on each; where they were run for as long, not after the longest")
def short_streams(results):
    for stream in results.streams:
        asked = {point.periods: point.ratio for point in results.progress(stream, "demand_driven")}
        planned = {point.periods: point.ratio for point in results.progress(stream)}
        if asked:
            last = max(asked)
            told = ", ".join(f"{asked[periods]:.2f} asking and {planned[periods]:.2f} planned after {periods}"
                             for periods in sorted({10, last}))
            yield Check(asked[10] > planned[10] and (last < 100 or asked[last] < planned[last]),
                        f"{stream.title}: {told}")
