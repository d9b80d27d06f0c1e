"""What the CPUs are good for (section 5.6, figure 9)."""
from common.grades import Statements, less, more, not_above

from ..strategies import BEST, label
from .scenes import CLEARLY, SMALLEST, larger_sizes, sirocco

STATIC = "nrrp-rounded-static"
DYNAMIC = ["dmda", "choice-dyn-50", "effective-dyn"]
FIGURE_9 = [STATIC, BEST, *DYNAMIC]

statements = Statements()
says = statements.says


def both(summary):
    """With CPUs, and without."""
    return sirocco(summary), sirocco(summary, cpus=False)


def saved(scenes, name, size):
    """The parts of time and traffic that the CPUs save."""
    here, there = scenes
    return 1 - here.time(name, size) / there.time(name, size), 1 - here.traffic(name, size) / there.traffic(name, size)


@says("5.6", "\"using the CPUs always allow to perform fewer communications\"",
      "less traffic with them, for each strategy of figure 9")
def cpus_save_traffic(summary):
    here, there = both(summary)
    for size in here.sizes:
        for name in FIGURE_9:
            yield less(f"{size} {label(name)}", here.traffic(name, size), there.traffic(name, size))


@says("5.6", f"\"except for N = {SMALLEST} where Static without CPUs performs well\"",
      "there it takes no longer without them")
def static_needs_no_cpus_when_small(summary):
    here, there = both(summary)
    if SMALLEST in here.sizes:
        yield not_above(SMALLEST, there.time(STATIC, SMALLEST), here.time(STATIC, SMALLEST))


@says("5.6", "else \"the CPUs actually perform enough computations to incur[...] a significant reduction in execution time\"",
      f"at least {CLEARLY:.0%} less time with them, for each strategy of figure 9")
def cpus_save_time(summary):
    here, there = both(summary)
    for size in here.sizes:
        for name in FIGURE_9:
            if (name, size) != (STATIC, SMALLEST):
                yield less(f"{size} {label(name)}", here.time(name, size), there.time(name, size), CLEARLY)


@says("5.6", "the reduction grows \"increasingly so when the size of the matrix increases\"",
      "what the CPUs save of the time is more at the largest size than at the smallest, for each strategy of figure 9")
def cpus_help_more_at_larger_sizes(summary):
    scenes = both(summary)
    sizes = scenes[0].sizes
    if len(sizes) > 1:
        for name in FIGURE_9:
            small, large = (saved(scenes, name, size)[0] for size in (sizes[0], sizes[-1]))
            yield more(label(name), 1 + large, 1 + small)


def nrrp_saves_more(part, what):
    @says("5.6", "\"the strategies based on NRRP are able to make much better usage of the CPUs than dynamic ones\": \"much "
          f"stronger reductions\" of {what}",
          f"NRRP-Rounded-EffectiveSteal saves at least half as much again as the dynamic strategy that saves most; "
          f"N > {SMALLEST}")
    def judge(summary):
        scenes = both(summary)
        for size in larger_sizes(scenes[0]):
            own, other = saved(scenes, BEST, size)[part], max(saved(scenes, name, size)[part] for name in DYNAMIC)
            yield more(size, own, other, 0.5) if other > 0 else more(size, 1 + own, 1)


nrrp_saves_more(0, "the time")
nrrp_saves_more(1, "the traffic")
