"""Gain over coarse grain on random platforms (section 5.1 says why; the platforms are ours)."""
from statistics import median

from common.criteria import Check, Criteria

from ..plan import FAST, GIVEN
from ..results import gains, median_gain, present

criteria = Criteria()
finding, findings_of = criteria.finding, criteria.findings_of


def growing(results, times):
    """One check: the gain grows from each of these times of T2 on P3 to the next one."""
    known = [results.report(results.fast(time))["gain"] for time in times]
    return Check(all(a < b for a, b in zip(known, known[1:])),
                 ", ".join(f"{time}: {gain:.1%}" for time, gain in zip(times, known)))


@finding("fast", "The faster P3 is for T2, the more spreading gains (ours).",
         "the gain grows with each halving of the time")
def faster(results):
    yield growing(results, FAST[FAST.index(GIVEN)::-1])


@finding("fast", "The slower P3 is for T2, the more spreading gains, too: whole jobs need T2 on P3, spread ones have "
         "it elsewhere (ours).", "the gain grows with each doubling, and the throughput stays the same")
def slower(results):
    times = FAST[FAST.index(GIVEN):]
    yield growing(results, times)
    found = [results.throughput(results.fast(time)) for time in times]
    yield Check(len(set(found)) == 1, ", ".join(map(str, found)))


@finding("families", "Coarse grain is never better.", "no gain is negative")
def never_worse(results):
    found = gains(present(results.random))
    yield Check(min(found) >= 0, f"{min(found):.2f}% to {max(found):.0f}% on {len(found)} random streams; none at all "
                f"on {sum(gain == 0 for gain in found)}")


@finding("families", "Where some processors are more efficient for certain task types, coarse grain is not efficient.",
         "the median gain is larger with affinities than with consistent speeds, for each size and ratio")
def affinities(results):
    for processors in results.scale.processors:
        pairs = [[median_gain(results.family(processors, ratio, kind)) for kind in ("speeds", "affinities")]
                 for ratio in results.scale.ratios]
        yield Check(all(b > a for a, b in pairs), f"{processors} processors: " + ", ".join(
            f"{ratio}: {a:.0f}% and {b:.0f}%" for ratio, (a, b) in zip(results.scale.ratios, pairs)))


@finding("families",
         "With consistent speeds spreading gains nothing where links are fast, and pays where they limit (ours).",
         "the median gain is below 1% where the best solution keeps no port busy all the time, and above 5% elsewhere")
def links_matter(results):
    rows = present(row for row in results.random if row["kind"] == "speeds")
    for limited in (False, True):
        found = gains(row for row in rows if bool(row["ports_full"]) == limited)
        if found:
            yield Check(median(found) > 5 if limited else median(found) < 1,
                        f"{'some port' if limited else 'no port'} busy all the time: median {median(found):.1f}%, "
                        f"at most {max(found):.0f}%, of {len(found)} streams")
