"""What the CPUs are good for (section 5.6, figure 9)."""
from common.criteria import Check, Criteria

from ..strategies import BEST, label
from .ratios import SMALLEST, larger_sizes, more

FIGURE_9 = ["nrrp-rounded-static", BEST, "dmda", "choice-dyn-50", "effective-dyn"]

criteria = Criteria()
finding, findings_of = criteria.finding, criteria.findings_of


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
