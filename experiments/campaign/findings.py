"""What section 5 of the paper (seed 003) found, each as a criterion on the simulated figures."""
from itertools import product

from common.criteria import Check, Criteria

from .paper import CHAMELEON
from .strategies import BALANCERS, BEST, FLAT, PAPER, SOLID, allocation, label

SMALLEST = 7680  # the paper excepts it from some of its findings
COMPARED_DYNAMIC = ["dmda", "choice-dyn-10", "choice-dyn-50", "effective-dyn"]
STEALING = [balancer for balancer in BALANCERS if balancer != "static"]
NRRP = [f"{flat}-{balancer}" for flat in FLAT for balancer in ("static", "effective-steal")]

criteria = Criteria()
finding, findings_of = criteria.finding, criteria.findings_of


def more(value, reference):
    """How much more: +12.3%."""
    return f"{100 * (value / reference - 1):+.1f}%"


def larger_sizes(scene):
    return [size for size in scene.sizes if size > SMALLEST]


def spread(values):
    """How much the greatest is above the least: 0.04."""
    return max(values) / min(values) - 1


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


@finding("5.3", "NRRP-Rounded: Static moves least, but takes significantly longer than with stealing.",
         "no stealing strategy moves less, and Static takes at least 3% longer than EffectiveSteal")
def rounded_static_is_slow(summary):
    scene = summary.scene("sirocco")
    for size in scene.sizes:
        static = scene.point("nrrp-rounded-static", size)
        least = min(scene.traffic(f"nrrp-rounded-{name}", size) for name in STEALING)
        time = scene.time(BEST, size)
        yield Check(
            static.gib.mean <= least and static.seconds.mean >= 1.03 * time,
            f"{size}: time {more(static.seconds.mean, time)} against EffectiveSteal, "
            f"least traffic with stealing {more(least, static.gib.mean)}",
        )


@finding("5.3", "NRRP-Rounded: more involved stealing strategies obtain better times.",
         "EffectiveSteal takes at most 0.5% longer than ChoiceSteal and RandSteal, ChoiceSteal than RandSteal")
def involved_stealing_is_faster(summary):
    scene = summary.scene("sirocco")
    for size in scene.sizes:
        rand, choice, effective = (scene.time(f"nrrp-rounded-{name}", size) for name in STEALING)
        yield Check(
            choice <= 1.005 * rand and effective <= 1.005 * min(choice, rand),
            f"{size}: RandSteal {rand:.4g} s, ChoiceSteal {choice:.4g} s, EffectiveSteal {effective:.4g} s",
        )


@finding("5.3", "NRRP-Precise is well balanced: stealing does not reduce its time.",
         "no stealing strategy takes at least 2% less time than Static")
def stealing_does_not_help_precise(summary):
    scene = summary.scene("sirocco")
    for size in scene.sizes:
        static = scene.time("nrrp-precise-static", size)
        best = min(scene.time(f"nrrp-precise-{name}", size) for name in STEALING)
        yield Check(best > 0.98 * static, f"{size}: the fastest with stealing {more(best, static)}")


@finding("5.3", "NRRP-Precise: stealing still degrades traffic.", "every stealing strategy moves more than Static")
def stealing_costs_precise_traffic(summary):
    scene = summary.scene("sirocco")
    for size in scene.sizes:
        static = scene.traffic("nrrp-precise-static", size)
        changes = {name: scene.traffic(f"nrrp-precise-{name}", size) for name in STEALING}
        said = ", ".join(f"{label(name)} {more(value, static)}" for name, value in changes.items())
        yield Check(min(changes.values()) > static, f"{size}: {said}")


@finding("5.3", "EffectiveSteal moves less than RandSteal and ChoiceSteal, without any degradation of the time.",
         "less traffic than both, and at most 1% more time, for Rounded and Precise")
def effective_steal_moves_least(summary):
    scene = summary.scene("sirocco")
    for size, flat in product(scene.sizes, FLAT):
        others = [scene.point(f"{flat}-{name}", size) for name in ("rand-steal", "choice-steal")]
        own = scene.point(f"{flat}-effective-steal", size)
        traffic = min(point.gib.mean for point in others)
        time = min(point.seconds.mean for point in others)
        yield Check(
            own.gib.mean < traffic and own.seconds.mean <= 1.01 * time,
            f"{size} {label(flat)}: traffic {more(own.gib.mean, traffic)}, time {more(own.seconds.mean, time)} "
            "against the better",
        )


@finding("5.4", "Static: Precise takes less time than Rounded and moves more.", "both, at each size")
def precise_balances_and_moves_more(summary):
    scene = summary.scene("sirocco")
    for size in scene.sizes:
        rounded, precise = (scene.point(f"{flat}-static", size) for flat in FLAT)
        yield Check(
            precise.seconds.mean < rounded.seconds.mean and precise.gib.mean > rounded.gib.mean,
            f"{size}: time {more(precise.seconds.mean, rounded.seconds.mean)}, "
            f"traffic {more(precise.gib.mean, rounded.gib.mean)}",
        )


@finding("5.4", "Static: the difference in time between Rounded and Precise is more pronounced when N is larger.",
         "the seconds between them grow from each size to the next")
def rounding_costs_more_at_larger_sizes(summary):
    scene = summary.scene("sirocco")
    gaps = {size: scene.time("nrrp-rounded-static", size) - scene.time("nrrp-precise-static", size)
            for size in scene.sizes}
    for small, large in zip(scene.sizes, scene.sizes[1:]):
        yield Check(gaps[large] > gaps[small], f"{small} to {large}: {gaps[small]:.3f} s to {gaps[large]:.3f} s")


@finding("5.4", "Stealing offsets the load imbalance of Rounded: it obtains a time similar to Precise's.",
         "with EffectiveSteal, Rounded takes at most 2% longer than Precise")
def stealing_mends_rounded(summary):
    scene = summary.scene("sirocco")
    for size in scene.sizes:
        rounded, precise = (scene.time(f"{flat}-effective-steal", size) for flat in FLAT)
        yield Check(rounded <= 1.02 * precise, f"{size}: {more(rounded, precise)}")


@finding("5.4", "Rounded-EffectiveSteal moves less than even Precise-Static, except at N = 23040.",
         "less traffic at each size but 23040, and not less there")
def rounded_with_stealing_moves_less_than_precise(summary):
    scene = summary.scene("sirocco")
    for size in scene.sizes:
        rounded, precise = scene.traffic(BEST, size), scene.traffic("nrrp-precise-static", size)
        yield Check((rounded < precise) == (size != 23040), f"{size}: {more(rounded, precise)}")


def badness(scene, strategy):
    """Geometric mean over the sizes of time by its bound times traffic by its bound."""
    result = 1.0
    for size in scene.sizes:
        point = scene.point(strategy, size)
        result *= point.seconds.mean / point.seconds_bound * point.gib.mean / point.gib_bound
    return result ** (1 / len(scene.sizes))


@finding("5.4", "Rounded-EffectiveSteal obtains the best performance overall.",
         "of the paper's 29, it has the least geometric mean over the sizes of (time by bound) x (traffic by bound)")
def rounded_effective_steal_is_best(summary):
    scene = summary.scene("sirocco")
    values = {name: badness(scene, name) for name in PAPER} if scene.sizes else {}
    ranked = sorted(values, key=values.get)
    if ranked:
        said = ", ".join(f"{label(name)} {values[name]:.3f}" for name in ranked[:4])
        yield Check(ranked[0] == BEST, f"the first of {len(ranked)}: {said}")


@finding("5.5", "3D-NRRP-Rounded-Static without redux gets worse when N increases, up to twice as slow at N >= 23040.",
         "at least half as long again as NRRP-Rounded-Static at the largest size, and more than at the smallest")
def solid_static_is_slow(summary):
    scene = summary.scene("sirocco")
    ratios = {size: scene.time("3d-nrrp-rounded-static", size) / scene.time("nrrp-rounded-static", size)
              for size in scene.sizes}
    if len(ratios) > 1 and scene.sizes[-1] >= 23040:
        said = ", ".join(f"{size}: {ratio:.2f} times" for size, ratio in ratios.items())
        yield Check(ratios[scene.sizes[-1]] >= max(1.5, ratios[scene.sizes[0]]), said)


@finding("5.5", "3D-NRRP-Rounded-Redux moves more than NRRP-Rounded, both Static: up to +25% at N >= 23040.",
         "at least 10% more at 23040 and 30720")
def redux_costs_traffic(summary):
    scene = summary.scene("sirocco")
    for size in [size for size in scene.sizes if size >= 23040]:
        redux, flat = (scene.traffic(f"{name}-static", size) for name in ("3d-nrrp-rounded-redux", "nrrp-rounded"))
        yield Check(redux >= 1.1 * flat, f"{size}: {more(redux, flat)}")


@finding("5.5", "With redux or stealing, 3D-NRRP-Rounded obtains a reasonable time.",
         "at most 20% longer than NRRP-Rounded-EffectiveSteal")
def solid_can_be_reasonable(summary):
    scene = summary.scene("sirocco")
    chosen = ["3d-nrrp-rounded-effective-steal", "3d-nrrp-rounded-redux-static", "3d-nrrp-rounded-redux-effective-steal"]
    for size in scene.sizes:
        time = scene.time(BEST, size)
        said = ", ".join(f"{label(name)} {more(scene.time(name, size), time)}" for name in chosen)
        yield Check(all(scene.time(name, size) <= 1.2 * time for name in chosen), f"{size}: {said}")


@finding("5.5", "The 3D approach is disappointing with 5 memory nodes.",
         "no 3D strategy beats NRRP-Rounded-EffectiveSteal in time and traffic at once")
def solid_is_disappointing(summary):
    scene = summary.scene("sirocco")
    for size in scene.sizes:
        names = [name for name in PAPER if allocation(name) in SOLID]
        better = [
            name
            for name in names
            if scene.time(name, size) < scene.time(BEST, size) and scene.traffic(name, size) < scene.traffic(BEST, size)
        ]
        said = ", ".join(
            f"{label(name)} time {more(scene.time(name, size), scene.time(BEST, size))}, "
            f"traffic {more(scene.traffic(name, size), scene.traffic(BEST, size))}"
            for name in better
        )
        yield Check(not better, f"{size}: {said or 'none does'}")


@finding("5.6", "NRRP-Rounded-EffectiveSteal consistently outperforms the dynamic strategies.",
         "less time and less traffic than DMDA and ChoiceDyn-50 at each size")
def nrrp_beats_dynamic(summary):
    scene = summary.scene("sirocco")
    for size, name in product(scene.sizes, ("dmda", "choice-dyn-50")):
        own, other = scene.point(BEST, size), scene.point(name, size)
        yield Check(
            own.seconds.mean < other.seconds.mean and own.gib.mean < other.gib.mean,
            f"{size} against {label(name)}: time {more(own.seconds.mean, other.seconds.mean)}, "
            f"traffic {more(own.gib.mean, other.gib.mean)}",
        )


@finding("5.6", "NRRP-Rounded-EffectiveSteal moves almost 30% less than DMDA at N = 30720, 14% less at N = 7680.",
         "at least 25% less at 30720, 10% at 7680")
def nrrp_moves_much_less_than_dmda(summary):
    scene = summary.scene("sirocco")
    for size, part in ((7680, 0.9), (30720, 0.75)):
        own, other = scene.traffic(BEST, size), scene.traffic("dmda", size)
        yield Check(own <= part * other, f"{size}: {more(own, other)}")


@finding("5.6", "Chameleon is faster at N = 7680 only, and moves up to twice as much as NRRP-Rounded-EffectiveSteal.",
         "less simulated time than the paper measured for Chameleon at each size but 7680, and not less there; "
         "less traffic at each size")
def nrrp_beats_chameleon(summary):
    scene = summary.scene("sirocco")
    for size in [size for size in scene.sizes if size in CHAMELEON]:
        own, (seconds, gib) = scene.point(BEST, size), CHAMELEON[size]
        yield Check(
            (own.seconds.mean < seconds) == (size != SMALLEST) and own.gib.mean < gib,
            f"{size}: time {more(own.seconds.mean, seconds)}, traffic {more(own.gib.mean, gib)}",
        )


@finding("5.6", "On mirage the difference in time between the Static strategies is much more pronounced.",
         "Rounded's time by Precise's, both Static, is larger on mirage than on sirocco")
def rounding_costs_more_on_mirage(summary):
    mirage, sirocco = summary.scene("mirage"), summary.scene("sirocco")
    for size in mirage.sizes:
        there, here = (scene.time("nrrp-rounded-static", size) / scene.time("nrrp-precise-static", size)
                       for scene in (mirage, sirocco))
        yield Check(there > here, f"{size}: {there:.3f} on mirage, {here:.3f} on sirocco")


@finding("5.6", "On mirage Rounded and Precise are very close with EffectiveSteal, with a light advantage to Precise.",
         "times within 2%, and Precise's is not the larger one")
def stealing_makes_roundings_equal_on_mirage(summary):
    scene = summary.scene("mirage")
    for size in scene.sizes:
        rounded, precise = (scene.time(f"{flat}-effective-steal", size) for flat in FLAT)
        yield Check(precise <= rounded <= 1.02 * precise, f"{size}: Rounded {more(rounded, precise)}")


@finding("5.6", "On mirage both NRRP allocations with EffectiveSteal outperform DMDA.", "less time and less traffic")
def nrrp_beats_dmda_on_mirage(summary):
    scene = summary.scene("mirage")
    for size, flat in product(scene.sizes, FLAT):
        own, other = scene.point(f"{flat}-effective-steal", size), scene.point("dmda", size)
        yield Check(
            own.seconds.mean < other.seconds.mean and own.gib.mean < other.gib.mean,
            f"{size} {label(flat)}: time {more(own.seconds.mean, other.seconds.mean)}, "
            f"traffic {more(own.gib.mean, other.gib.mean)}",
        )


@finding("5.6", "DMDA's traffic is very consistent across both platforms.", "within 10%")
def dmda_moves_the_same_everywhere(summary):
    mirage, sirocco = summary.scene("mirage"), summary.scene("sirocco")
    for size in mirage.sizes:
        there, here = mirage.traffic("dmda", size), sirocco.traffic("dmda", size)
        yield Check(spread([there, here]) <= 0.1, f"{size}: {there:.1f} GiB on mirage, {here:.1f} on sirocco")


@finding("5.6", "ChoiceDyn-50 and EffectiveDyn perform significantly better on mirage than on sirocco.",
         "they move a smaller part of what DMDA moves, by at least 3%")
def dynamic_is_better_on_mirage(summary):
    mirage, sirocco = summary.scene("mirage"), summary.scene("sirocco")
    for size, name in product(mirage.sizes, ("choice-dyn-50", "effective-dyn")):
        there, here = (scene.traffic(name, size) / scene.traffic("dmda", size) for scene in (mirage, sirocco))
        yield Check(there <= 0.97 * here, f"{size} {label(name)}: {there:.2f} of DMDA's on mirage, {here:.2f} on sirocco")


@finding("5.6", "Figure 8's order on mirage: NRRP moves least, then ChoiceDyn-50 and EffectiveDyn, then DMDA.",
         "above N = 7680 each of a group moves less than each of the next")
def order_on_mirage(summary):
    scene = summary.scene("mirage")
    groups = [NRRP, ["choice-dyn-50", "effective-dyn"], ["dmda"]]
    for size in larger_sizes(scene):
        traffics = [[scene.traffic(name, size) for name in group] for group in groups]
        nrrp, dynamic = (f"{min(group):.1f} to {max(group):.1f}" for group in traffics[:2])
        yield Check(
            all(max(less) < min(greater) for less, greater in zip(traffics, traffics[1:])),
            f"{size}: NRRP {nrrp}, the dynamic ones {dynamic}, DMDA {traffics[2][0]:.1f} GiB",
        )


FIGURE_9 = ["nrrp-rounded-static", BEST, "dmda", "choice-dyn-50", "effective-dyn"]


@finding("5.6", "Using the CPUs always allows to move less.", "less traffic with CPUs for each strategy of figure 9")
def cpus_save_traffic(summary):
    with_cpus, without = summary.scene("sirocco"), summary.scene("sirocco", cpus=False)
    for size in with_cpus.sizes:
        changes = {name: (with_cpus.traffic(name, size), without.traffic(name, size)) for name in FIGURE_9}
        said = ", ".join(f"{label(name)} {more(*pair)}" for name, pair in changes.items())
        yield Check(all(here < there for here, there in changes.values()), f"{size} with CPUs: {said}")


@finding("5.6", "Except for Static at N = 7680, the CPUs reduce the time significantly.",
         "at least 2% less time with CPUs for each strategy of figure 9 but that one")
def cpus_save_time(summary):
    with_cpus, without = summary.scene("sirocco"), summary.scene("sirocco", cpus=False)
    for size in with_cpus.sizes:
        chosen = [name for name in FIGURE_9 if (name, size) != ("nrrp-rounded-static", SMALLEST)]
        changes = {name: (with_cpus.time(name, size), without.time(name, size)) for name in chosen}
        said = ", ".join(f"{label(name)} {more(*pair)}" for name, pair in changes.items())
        yield Check(all(here <= 0.98 * there for here, there in changes.values()), f"{size} with CPUs: {said}")


@finding("5.6", "At N = 7680 Static without CPUs performs well.", "it does not take longer than Static with CPUs")
def static_needs_no_cpus_when_small(summary):
    times = [summary.scene("sirocco", cpus=cpus).time("nrrp-rounded-static", SMALLEST) for cpus in (False, True)]
    yield Check(times[0] <= times[1], f"{SMALLEST}: {more(*times)} without CPUs")


@finding("5.6", "The CPUs reduce the time increasingly so when the size increases.",
         "with EffectiveSteal, the part saved at the largest size is larger than at the smallest")
def cpus_help_more_at_larger_sizes(summary):
    with_cpus, without = summary.scene("sirocco"), summary.scene("sirocco", cpus=False)
    saved = {size: 1 - with_cpus.time(BEST, size) / without.time(BEST, size) for size in with_cpus.sizes}
    if len(saved) > 1:
        said = ", ".join(f"{size}: {part:.1%}" for size, part in saved.items())
        yield Check(saved[with_cpus.sizes[-1]] > saved[with_cpus.sizes[0]], said)


@finding("5.6", "NRRP makes much better use of the CPUs than dynamic strategies: larger reductions of time and traffic.",
         "above N = 7680 NRRP-Rounded-EffectiveSteal saves a larger part of both than each dynamic strategy")
def nrrp_uses_cpus_better(summary):
    with_cpus, without = summary.scene("sirocco"), summary.scene("sirocco", cpus=False)

    def saved(name, size):
        return (
            1 - with_cpus.time(name, size) / without.time(name, size),
            1 - with_cpus.traffic(name, size) / without.traffic(name, size),
        )

    for size in larger_sizes(with_cpus):
        own = saved(BEST, size)
        others = {name: saved(name, size) for name in ("dmda", "choice-dyn-50", "effective-dyn")}
        said = ", ".join(f"{label(name)} {time:.1%} and {traffic:.1%}" for name, (time, traffic) in others.items())
        yield Check(
            all(own[0] > time and own[1] > traffic for time, traffic in others.values()),
            f"{size}: NRRP {own[0]:.1%} of the time and {own[1]:.1%} of the traffic, {said}",
        )
