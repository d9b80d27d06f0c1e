"""What the CPUs are good for (section 5.6, figure 9)."""
from common.grades import grown, less, not_above
from common.statements import Statements

from ..strategies import BEST, label
from .scenes import SIGNIFICANT, SMALLEST, sirocco

STATIC = "nrrp-rounded-static"
DYNAMIC = ["dmda", "choice-dyn-50", "effective-dyn"]
NRRP = [STATIC, BEST]
FIGURE_9 = [*NRRP, *DYNAMIC]
MUCH_BETTER = 0.5

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


statements.also_says("5.6", "since \"CPUs have a direct access to the main memory [...] communications for tasks allocated to CPUs are not "
                     "counted\"", "a reason; so it is here")


@says("5.6", f"\"except for N = {SMALLEST} where Static without CPUs performs well\"", "there it takes no longer without them")
def static_needs_no_cpus_when_small(summary):
    here, there = both(summary)
    if SMALLEST in here.sizes:
        yield not_above(SMALLEST, there.time(STATIC, SMALLEST), here.time(STATIC, SMALLEST))


@says("5.6", "else the CPUs \"perform enough computations to incurr a significant reduction in execution time\"",
      f"at least {SIGNIFICANT:.0%} less time with them, for each strategy of figure 9 and each size but Static at {SMALLEST} (the "
      "exception is read as Static's)")
def cpus_save_time(summary):
    here, there = both(summary)
    for size in here.sizes:
        for name in FIGURE_9:
            if (name, size) != (STATIC, SMALLEST):
                yield less(f"{size} {label(name)}", here.time(name, size), there.time(name, size), SIGNIFICANT)


@says("5.6", "\"increasingly so when the size of the matrix increases\"",
      "what the CPUs save of the time is more at the largest size than at the smallest, for each strategy of figure 9 (points of "
      "percent)")
def cpus_help_more_at_larger_sizes(summary):
    scenes = both(summary)
    sizes = scenes[0].sizes
    if len(sizes) > 1:
        for name in FIGURE_9:
            small, large = (saved(scenes, name, size)[0] for size in (sizes[0], sizes[-1]))
            yield grown(label(name), large - small)


def nrrp_saves_more(part, what):
    @says("5.6", "\"the strategies based on NRRP are able to make much better usage of the CPUs than dynamic ones\": \"much stronger "
          f"reductions on the execution time and on the communication amount\": {what}",
          "each of both saves more than the dynamic strategy that saves most, by at least "
          f"{MUCH_BETTER:.0%} of what that saves (points of percent)")
    def judge(summary):
        scenes = both(summary)
        for size in scenes[0].sizes:
            other = max(saved(scenes, name, size)[part] for name in DYNAMIC)
            for name in NRRP:
                yield grown(f"{size} {label(name)}", saved(scenes, name, size)[part] - other, max(0, MUCH_BETTER * other))


nrrp_saves_more(0, "time")
nrrp_saves_more(1, "traffic")


statements.also_says("5.6", "\"benefiting fully from the performance of such heterogeneous platforms requires to design specialized "
                     "algorithms\"",
                     "a conclusion, from all of the above")
