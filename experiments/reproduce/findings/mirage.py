"""The second machine, mirage (section 5.6)."""
from itertools import product

from common.criteria import Check, Criteria

from ..strategies import FLAT, label
from .ratios import larger_sizes, more, spread

NRRP = [f"{flat}-{balancer}" for flat in FLAT for balancer in ("static", "effective-steal")]

criteria = Criteria()
finding, findings_of = criteria.finding, criteria.findings_of


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
