"""Dynamic strategies (section 5.2)."""
from common.criteria import Check, Criteria

from ..strategies import label
from .ratios import larger_sizes, more, spread

COMPARED_DYNAMIC = ["dmda", "choice-dyn-10", "choice-dyn-50", "effective-dyn"]

criteria = Criteria()
finding, findings_of = criteria.finding, criteria.findings_of


@finding("5.2", "Dynamic strategies (without FirstDyn) differ little in time, around 4%, and much more in traffic.",
         "above N = 7680 the greatest time is at most 6% above the least, and traffic is spread more than time")
def dynamic_times_are_close(summary):
    scene = summary.scene("sirocco")
    for size in larger_sizes(scene):
        times = spread([scene.time(name, size) for name in COMPARED_DYNAMIC])
        traffics = spread([scene.traffic(name, size) for name in COMPARED_DYNAMIC])
        yield Check(times <= 0.06 and traffics > times, f"{size}: time {times:.1%}, traffic {traffics:.1%}")


@finding("5.2", "ChoiceDyn-10 and DMDA move significantly more than ChoiceDyn-50 and EffectiveDyn above N = 7680.",
         "both move at least 3% more than both")
def few_choices_cost_traffic(summary):
    scene = summary.scene("sirocco")
    for size in larger_sizes(scene):
        least = min(scene.traffic(name, size) for name in ("choice-dyn-10", "dmda"))
        greatest = max(scene.traffic(name, size) for name in ("choice-dyn-50", "effective-dyn"))
        gib = ", ".join(f"{label(name)} {scene.traffic(name, size):.1f}" for name in COMPARED_DYNAMIC)
        yield Check(least >= 1.03 * greatest, f"{size}: {gib} GiB")


@finding("5.2", "FirstDyn obtains much worse performance than the other dynamic strategies.",
         "it takes longer than each of them and moves at least half as much again")
def first_dyn_is_worst(summary):
    scene = summary.scene("sirocco")
    for size in scene.sizes:
        time, others = scene.time("first-dyn", size), [scene.time(name, size) for name in COMPARED_DYNAMIC]
        traffic = scene.traffic("first-dyn", size)
        most = max(scene.traffic(name, size) for name in COMPARED_DYNAMIC)
        yield Check(
            time > max(others) and traffic >= 1.5 * most,
            f"{size}: time {more(time, max(others))}, traffic {more(traffic, most)} against the worst other",
        )


@finding("5.2", "ChoiceDyn-50 and EffectiveDyn are rather indistinguishable.",
         "times within 2%, traffic within 5%")
def fifty_choices_are_enough(summary):
    scene = summary.scene("sirocco")
    for size in scene.sizes:
        times = [scene.time(name, size) for name in ("effective-dyn", "choice-dyn-50")]
        traffics = [scene.traffic(name, size) for name in ("effective-dyn", "choice-dyn-50")]
        yield Check(
            spread(times) <= 0.02 and spread(traffics) <= 0.05,
            f"{size}: EffectiveDyn's time {more(*times)}, traffic {more(*traffics)} against ChoiceDyn-50",
        )
