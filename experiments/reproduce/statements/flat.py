"""NRRP in two dimensions: what stealing and discretisation do (sections 5.3 and 5.4, figures 4 and 5)."""
from common.grades import Statements, less, more, not_above, percent, within, yes

from ..strategies import BALANCERS, BEST, FLAT, PAPER, SOLID, label
from .scenes import CLEARLY, sirocco, times, traffics

STEALING = [balancer for balancer in BALANCERS if balancer != "static"]
SIMPLER = [balancer for balancer in STEALING if balancer != "effective-steal"]
ROUNDED, PRECISE = (f"{flat}-static" for flat in FLAT)
PRECISE_STEAL = "nrrp-precise-effective-steal"
NOT_SIGNIFICANT = 0.01  # of the time
SLIGHTLY = 0.15  # of traffic
SIMILAR = 0.02  # of time
EXCEPTION = 23040

statements = Statements()
says = statements.says


def stealing(allocation, balancers=STEALING):
    return [f"{allocation}-{balancer}" for balancer in balancers]


@says("5.3", "NRRP-Rounded: \"Static obtains the smallest amount of communications\"",
      "it moves less than each stealing strategy")
def rounded_static_moves_least(summary):
    scene = sirocco(summary)
    for size in scene.sizes:
        yield less(size, scene.traffic(ROUNDED, size), min(traffics(scene, stealing("nrrp-rounded"), size)))


@says("5.3", "NRRP-Rounded: Static \"incurs a rather significantly higher execution time\"",
      f"it takes at least {CLEARLY:.0%} longer than the slowest stealing strategy")
def rounded_static_is_slow(summary):
    scene = sirocco(summary)
    for size in scene.sizes:
        yield more(size, scene.time(ROUNDED, size), max(times(scene, stealing("nrrp-rounded"), size)), CLEARLY)


@says("5.3", "NRRP-Rounded: \"more involved stealing strategies obtain better execution times\"",
      "EffectiveSteal takes no longer than ChoiceSteal, and ChoiceSteal no longer than RandSteal: the worse of both ratios")
def involved_stealing_is_faster(summary):
    scene = sirocco(summary)
    for size in scene.sizes:
        rand, choice, effective = times(scene, stealing("nrrp-rounded"), size)
        yield not_above(size, max(choice / rand, effective / choice), 1)


@says("5.3", "NRRP-Rounded: \"searching for a more efficient task does provide a significant improvement\" of time",
      f"EffectiveSteal takes at least {CLEARLY:.0%} less time than RandSteal")
def searching_pays(summary):
    scene = sirocco(summary)
    for size in scene.sizes:
        yield less(size, scene.time(BEST, size), scene.time("nrrp-rounded-rand-steal", size), CLEARLY)


@says("5.3", "\"the additional time incurred by more precise strategies is not significant with respect to the total\"",
      f"with the time of scheduling counted, EffectiveSteal takes at most {NOT_SIGNIFICANT:.0%} longer (median of the runs)")
def searching_is_cheap(summary):
    scene, counted = sirocco(summary), sirocco(summary, scheduling_cost=1)
    for size in counted.sizes:
        yield not_above(size, counted.point(BEST, size).seconds.median, scene.point(BEST, size).seconds.median,
                        NOT_SIGNIFICANT)


@says("5.3", "NRRP-Precise: \"the stealing strategies do not succeed in reducing the execution time\"",
      "none takes over 1% less time than Static")
def stealing_does_not_help_precise(summary):
    scene = sirocco(summary)
    for size in scene.sizes:
        gain = 1 - min(times(scene, stealing("nrrp-precise"), size)) / scene.time(PRECISE, size)
        yield within(size, gain, 0.01, percent(-gain))


@says("5.3", "NRRP-Precise: \"some stealing still occurs\"", "each stealing strategy steals")
def precise_is_stolen_from(summary):
    scene = sirocco(summary)
    for size in scene.sizes:
        least = min(scene.point(name, size).mean("steals") for name in stealing("nrrp-precise"))
        yield yes(size, least > 0, f"{least:g} tasks at least")


@says("5.3", "NRRP-Precise: \"we can still observe a degradation on the amount of communication\"",
      "the one that moves least moves more than Static")
def stealing_costs_precise_traffic(summary):
    scene = sirocco(summary)
    for size in scene.sizes:
        yield more(size, min(traffics(scene, stealing("nrrp-precise"), size)), scene.traffic(PRECISE, size))


def effective_steal(allocations, judged):
    """For each size and allocation: its EffectiveSteal, and its simpler strategies."""
    def judge(summary):
        scene = sirocco(summary)
        for size in scene.sizes:
            for allocation in allocations:
                yield judged(scene, size, f"{allocation}-effective-steal", stealing(allocation, SIMPLER),
                             f"{size} {label(allocation)}")
    return judge


def moves_less(scene, size, own, others, where):
    return less(where, scene.traffic(own, size), min(traffics(scene, others, size)))


def takes_no_longer(scene, size, own, others, where):
    return not_above(where, scene.time(own, size), min(times(scene, others, size)), NOT_SIGNIFICANT)


says("5.3", "\"EffectiveSteal performs a lower amount of communications than RandSteal and ChoiceSteal\"",
     "it moves less than both, for Rounded and Precise")(effective_steal(FLAT, moves_less))
says("5.3", "EffectiveSteal \"without any degradation on the execution time\"",
     f"it takes at most {NOT_SIGNIFICANT:.0%} more time than the faster of both, for Rounded and Precise")(
         effective_steal(FLAT, takes_no_longer))
says("5.3", "\"other allocations show the same kind of behavior\", 5.5: conclusions on stealing \"also hold for the 3D-NRRP "
     "allocations\": traffic", "EffectiveSteal moves less than RandSteal and ChoiceSteal with each of the four")(
         effective_steal(SOLID, moves_less))
says("5.3", "\"other allocations show the same kind of behavior\", 5.5: conclusions on stealing \"also hold for the 3D-NRRP "
     "allocations\": time",
     f"with each of the four EffectiveSteal takes at most {NOT_SIGNIFICANT:.0%} more time than the faster of both")(
         effective_steal(SOLID, takes_no_longer))


@says("5.3", "EffectiveSteal has \"competitive execution time with slightly more communications\" than Static",
      f"it moves at most {SLIGHTLY:.0%} more, for Rounded and Precise")
def stealing_costs_little_traffic(summary):
    scene = sirocco(summary)
    for size in scene.sizes:
        for flat in FLAT:
            yield not_above(f"{size} {label(flat)}", scene.traffic(f"{flat}-effective-steal", size),
                            scene.traffic(f"{flat}-static", size), SLIGHTLY)


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
      "the seconds between Rounded and Precise grow from each size to the next")
def rounding_costs_more_at_larger_sizes(summary):
    scene = sirocco(summary)
    gaps = {size: scene.time(ROUNDED, size) - scene.time(PRECISE, size) for size in scene.sizes}
    for small, large in zip(scene.sizes, scene.sizes[1:]):
        yield yes(f"{small} to {large}", gaps[large] > gaps[small], f"{gaps[small]:.3f} s to {gaps[large]:.3f} s")


@says("5.4", "stealing \"allows to offset the load imbalance of Rounded and to obtain a similar execution time\"",
      f"with EffectiveSteal, Rounded takes at most {SIMILAR:.0%} longer than Precise")
def stealing_mends_rounded(summary):
    scene = sirocco(summary)
    for size in scene.sizes:
        yield not_above(size, scene.time(BEST, size), scene.time(PRECISE_STEAL, size), SIMILAR)


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


def badness(scene, strategy):
    """Geometric mean over the sizes of time by its bound times traffic by its bound."""
    result = 1.0
    for size in scene.sizes:
        point = scene.point(strategy, size)
        result *= point.seconds.mean / point.seconds_bound * point.gib.mean / point.gib_bound
    return result ** (1 / len(scene.sizes))


@says("5.4", "\"the Rounded-EffectiveSteal combination obtains the best performance overall\"",
      "of the paper's 29 it has the least geometric mean over the sizes of (time by bound) x (traffic by bound)")
def rounded_effective_steal_is_best(summary):
    scene = sirocco(summary)
    values = {name: badness(scene, name) for name in PAPER} if scene.sizes else {}
    others = {name: value for name, value in values.items() if name != BEST}
    if others:
        first = min(others, key=others.get)
        yield less(f"against {label(first)}", values[BEST], others[first])
