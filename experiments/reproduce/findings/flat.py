"""NRRP in two dimensions: what stealing and discretisation do (sections 5.3 and 5.4)."""
from itertools import product

from common.criteria import Check, Criteria

from ..strategies import BALANCERS, BEST, FLAT, PAPER, label
from .ratios import more

STEALING = [balancer for balancer in BALANCERS if balancer != "static"]

criteria = Criteria()
finding, findings_of = criteria.finding, criteria.findings_of


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
