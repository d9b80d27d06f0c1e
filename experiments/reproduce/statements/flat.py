"""NRRP in two dimensions: what stealing and discretisation do (sections 5.3 and 5.4, figures 4 and 5)."""
from common.grades import grown, less, more, not_above, percent, within, yes
from common.statements import Statements

from ..strategies import BALANCERS, BEST, FLAT, SOLID, label
from .scenes import SAME, SIGNIFICANT, SLIGHTLY, sirocco, times, traffics

STEALING = [balancer for balancer in BALANCERS if balancer != "static"]
SIMPLER = [balancer for balancer in STEALING if balancer != "effective-steal"]
ROUNDED, PRECISE = (f"{flat}-static" for flat in FLAT)
PRECISE_STEAL = "nrrp-precise-effective-steal"
FIGURE_5 = [ROUNDED, BEST, PRECISE, PRECISE_STEAL]
NOT_SIGNIFICANT = 0.01  # of the time
WELL_BALANCED = 0.03  # that the busiest worker computes beyond its fair share
EXCEPTION = 23040

statements = Statements()
says = statements.says


def stealing(allocation, balancers=STEALING):
    return [f"{allocation}-{balancer}" for balancer in balancers]


def for_each(allocations, judged):
    """A judge that has judged(scene, size, allocation, where) for each size and allocation."""
    def judge(summary):
        scene = sirocco(summary)
        for size in scene.sizes:
            for allocation in allocations:
                yield judged(scene, size, allocation, f"{size} {label(allocation)}")
    return judge


def static_moves_less(scene, size, allocation, where):
    return less(where, scene.traffic(f"{allocation}-static", size), min(traffics(scene, stealing(allocation), size)))


@says("5.3", "NRRP-Rounded: \"the Static strategy obtains the smallest amount of communications\"",
      "it moves less than each stealing strategy")
def rounded_static_moves_least(summary):
    scene = sirocco(summary)
    for size in scene.sizes:
        yield static_moves_less(scene, size, "nrrp-rounded", size)


@says("5.3", "NRRP-Rounded: Static \"incurs a rather significantly higher execution time\"",
      f"it takes at least {SIGNIFICANT:.0%} longer than the slowest stealing strategy")
def rounded_static_is_slow(summary):
    scene = sirocco(summary)
    for size in scene.sizes:
        yield more(size, scene.time(ROUNDED, size), max(times(scene, stealing("nrrp-rounded"), size)), SIGNIFICANT)


@says("5.3", "NRRP-Rounded: \"more involved stealing strategies obtain better execution times\"",
      "ChoiceSteal takes less time than RandSteal, and EffectiveSteal less than ChoiceSteal")
def involved_stealing_is_faster(summary):
    scene = sirocco(summary)
    for size in scene.sizes:
        rand, choice, effective = times(scene, stealing("nrrp-rounded"), size)
        yield less(f"{size} ChoiceSteal", choice, rand)
        yield less(f"{size} EffectiveSteal", effective, choice)


@says("5.3", "NRRP-Rounded: \"searching for a more efficient task does provide a significant improvement\" of time",
      f"EffectiveSteal takes at least {SIGNIFICANT:.0%} less time than RandSteal")
def searching_pays(summary):
    scene = sirocco(summary)
    for size in scene.sizes:
        yield less(size, scene.time(BEST, size), scene.time("nrrp-rounded-rand-steal", size), SIGNIFICANT)


@says("5.3", "\"the additional time incurred by more precise strategies is not significant with respect to the total running "
      "time\"", f"with the time of scheduling counted, EffectiveSteal takes at most {NOT_SIGNIFICANT:.0%} longer (medians)")
def searching_is_cheap(summary):
    scene, counted = sirocco(summary), sirocco(summary, scheduling_cost=1)
    for size in counted.sizes:
        yield not_above(size, counted.point(BEST, size).seconds.median, scene.point(BEST, size).seconds.median,
                        NOT_SIGNIFICANT)


def imbalance(scene, strategy, size):
    """By which part the busiest worker computes longer than with shares in proportion to speeds."""
    point = scene.point(strategy, size)
    return point.mean("busiest_seconds") / point.seconds_bound - 1


@says("5.3", "NRRP-Precise: \"the load is well balanced in the initial allocation\"",
      f"Static's busiest worker computes at most {WELL_BALANCED:.0%} longer than with shares in proportion to speeds")
def precise_is_balanced(summary):
    scene = sirocco(summary)
    for size in scene.sizes:
        found = imbalance(scene, PRECISE, size)
        yield within(size, found, WELL_BALANCED, percent(found))


@says("5.3", "NRRP-Precise: \"the stealing strategies do not succeed in reducing the execution time\"",
      f"none takes over {SAME:.1%} less time than Static")
def stealing_does_not_help_precise(summary):
    scene = sirocco(summary)
    for size in scene.sizes:
        gain = 1 - min(times(scene, stealing("nrrp-precise"), size)) / scene.time(PRECISE, size)
        yield within(size, gain, SAME, percent(-gain))


@says("5.3", "NRRP-Precise: \"some stealing still occurs\"", "each stealing strategy steals")
def precise_is_stolen_from(summary):
    scene = sirocco(summary)
    for size in scene.sizes:
        least = min(scene.point(name, size).mean("steals") for name in stealing("nrrp-precise"))
        yield yes(size, least > 0, f"{least:g} tasks at least")


@says("5.3", "NRRP-Precise: \"we can still observe a degradation on the amount of communication involved\"",
      "the one that moves least moves more than Static")
def stealing_costs_precise_traffic(summary):
    scene = sirocco(summary)
    for size in scene.sizes:
        yield more(size, min(traffics(scene, stealing("nrrp-precise"), size)), scene.traffic(PRECISE, size))


def effective_moves_less(scene, size, allocation, where):
    return less(where, scene.traffic(f"{allocation}-effective-steal", size),
                min(traffics(scene, stealing(allocation, SIMPLER), size)))


def effective_takes_no_longer(scene, size, allocation, where):
    return not_above(where, scene.time(f"{allocation}-effective-steal", size),
                     min(times(scene, stealing(allocation, SIMPLER), size)), NOT_SIGNIFICANT)


says("5.3", "\"EffectiveSteal performs a lower amount of communications than RandSteal and ChoiceSteal\"",
     "it moves less than both, for Rounded and Precise")(for_each(FLAT, effective_moves_less))
says("5.3", "EffectiveSteal \"without any degradation on the execution time\"",
     f"it takes at most {NOT_SIGNIFICANT:.0%} more time than the faster of both, for Rounded and Precise")(
         for_each(FLAT, effective_takes_no_longer))

ALIKE = "\"other allocations show the same kind of behavior\"; 5.5: conclusions on stealing \"also hold for the 3D-NRRP allocations\": "
says("5.3", f"{ALIKE}Static", "with each of the four it moves less than each stealing strategy")(for_each(SOLID, static_moves_less))
says("5.3", f"{ALIKE}EffectiveSteal's traffic", "it moves less than RandSteal and ChoiceSteal with each of the four")(
    for_each(SOLID, effective_moves_less))
says("5.3", f"{ALIKE}EffectiveSteal's time",
     f"with each of the four it takes at most {NOT_SIGNIFICANT:.0%} more time than the faster of both")(
         for_each(SOLID, effective_takes_no_longer))


@says("5.3", "Static has \"higher execution time (especially when paired with Rounded)\"",
      "what Static takes longer than EffectiveSteal, in percent, is more with Rounded than with Precise")
def static_is_slower_with_rounded(summary):
    scene = sirocco(summary)
    for size in scene.sizes:
        rounded, precise = (scene.time(f"{flat}-static", size) / scene.time(f"{flat}-effective-steal", size) for flat in FLAT)
        yield more(size, rounded, precise)


says("5.3", "EffectiveSteal has \"competitive execution time\"",
     f"it takes at most {SAME:.1%} longer than the fastest of the four balancers, for Rounded and Precise")(
         for_each(FLAT, lambda scene, size, allocation, where: not_above(
             where, scene.time(f"{allocation}-effective-steal", size),
             min(times(scene, stealing(allocation, BALANCERS), size)), SAME)))
says("5.3", "EffectiveSteal has \"slightly more communications\" than Static",
     f"it moves at most {SLIGHTLY:.0%} more, for Rounded and Precise")(for_each(FLAT, lambda scene, size, allocation, where: not_above(
        where, scene.traffic(f"{allocation}-effective-steal", size), scene.traffic(f"{allocation}-static", size), SLIGHTLY)))


@says("5.4", "Precise has \"better load balancing compared to the Rounded algorithm\"",
      "Static's busiest worker computes less")
def precise_is_better_balanced(summary):
    scene = sirocco(summary)
    for size in scene.sizes:
        yield less(size, 1 + imbalance(scene, PRECISE, size), 1 + imbalance(scene, ROUNDED, size))


@says("5.4", "Static: \"Precise obtains lower execution time\"", "at each size")
def precise_is_faster(summary):
    scene = sirocco(summary)
    for size in scene.sizes:
        yield less(size, scene.time(PRECISE, size), scene.time(ROUNDED, size))


@says("5.4", "Static: Precise's lower time comes \"at the cost of higher communications\"", "it moves more, at each size")
def precise_moves_more(summary):
    scene = sirocco(summary)
    for size in scene.sizes:
        yield more(size, scene.traffic(PRECISE, size), scene.traffic(ROUNDED, size))


@says("5.4", "Static: \"the difference in execution time is more pronounced when N is larger\"",
      "what Rounded takes longer than Precise, in percent, grows from each size to the next (points of percent)")
def rounding_costs_more_at_larger_sizes(summary):
    scene = sirocco(summary)
    gaps = {size: scene.time(ROUNDED, size) / scene.time(PRECISE, size) for size in scene.sizes}
    for small, large in zip(scene.sizes, scene.sizes[1:]):
        yield grown(f"{small} to {large}", gaps[large] - gaps[small])


@says("5.4", "stealing \"allows to offset the load imbalance of Rounded and to obtain a similar execution time\"",
      f"with EffectiveSteal, Rounded takes at most {SAME:.1%} longer than Precise")
def stealing_mends_rounded(summary):
    scene = sirocco(summary)
    for size in scene.sizes:
        yield not_above(size, scene.time(BEST, size), scene.time(PRECISE_STEAL, size), SAME)


@says("5.4", "Rounded-EffectiveSteal \"yields lower communication costs than even Precise-Static\"",
      f"at each size but {EXCEPTION}")
def rounded_with_stealing_moves_less_than_precise(summary):
    scene = sirocco(summary)
    for size in [size for size in scene.sizes if size != EXCEPTION]:
        yield less(size, scene.traffic(BEST, size), scene.traffic(PRECISE, size))


@says("5.4", f"\"the exception for N = {EXCEPTION}\": there it does not", "it moves more than Precise-Static")
def exception(summary):
    scene = sirocco(summary)
    if EXCEPTION in scene.sizes:
        yield more(EXCEPTION, scene.traffic(BEST, EXCEPTION), scene.traffic(PRECISE, EXCEPTION))


statements.also_says("5.4", "the conclusion \"highly depends on how well the continuous matrix partitioning is adapted to the number "
                     "of tiles\"", "the paper calls more general conclusions out of its scope")


def badness(scene, strategy):
    """Geometric mean over the sizes of time by its bound times traffic by its bound."""
    result = 1.0
    for size in scene.sizes:
        point = scene.point(strategy, size)
        result *= point.seconds.mean / point.seconds_bound * point.gib.mean / point.gib_bound
    return result ** (1 / len(scene.sizes))


@says("5.4", "\"the Rounded-EffectiveSteal combination obtains the best performance overall\"",
      "of figure 5's four it has the least geometric mean over the sizes of (time by bound) x (traffic by bound), a measure of ours")
def rounded_effective_steal_is_best(summary):
    scene = sirocco(summary)
    values = {name: badness(scene, name) for name in FIGURE_5} if scene.sizes else {}
    others = {name: value for name, value in values.items() if name != BEST}
    if others:
        first = min(others, key=others.get)
        yield less(f"against {label(first)}", values[BEST], others[first])
