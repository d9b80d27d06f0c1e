"""The best strategies against each other and Chameleon (section 5.6, figure 7, tables 1 and 2)."""
from common.grades import Statements, less, more, percent, shown

from ..paper import CHAMELEON, DMDA, NRRP_ROUNDED_EFFECTIVE_STEAL
from ..strategies import BEST, label
from .scenes import CLEARLY, SMALLEST, larger_sizes, sirocco, spread, times, traffics

DYNAMIC = ["dmda", "choice-dyn-50"]
FIGURE_7 = [*DYNAMIC, "nrrp-rounded-static", BEST]
ACROSS = "simulated here against measured in the paper, on two machines: shown, not judged"

statements = Statements()
says = statements.says


@says("5.6", "NRRP-Rounded-EffectiveSteal \"allows to consistently outperform the dynamic strategies\": time",
      "it takes less time than DMDA and ChoiceDyn-50")
def nrrp_is_faster_than_dynamic(summary):
    scene = sirocco(summary)
    for size in scene.sizes:
        yield less(size, scene.time(BEST, size), min(times(scene, DYNAMIC, size)))


@says("5.6", "NRRP-Rounded-EffectiveSteal \"allows to consistently outperform the dynamic strategies\": traffic",
      "it moves less than DMDA and ChoiceDyn-50")
def nrrp_moves_less_than_dynamic(summary):
    scene = sirocco(summary)
    for size in scene.sizes:
        yield less(size, scene.traffic(BEST, size), min(traffics(scene, DYNAMIC, size)))


@says("5.6", "\"the differences in execution time between the different strategies can reach 15%\"",
      "of those of figure 7 without Chameleon the slowest takes at least 15% longer than the fastest, at the size where it "
      "differs most")
def differences_of_time(summary):
    scene = sirocco(summary)
    spreads = {size: spread(times(scene, FIGURE_7, size)) for size in scene.sizes}
    if spreads:
        size = max(spreads, key=spreads.get)
        yield more(size, 1 + spreads[size], 1, 0.15)


def beside_chameleon(words, part, sizes):
    @says("5.6", words, ACROSS)
    def judge(summary):
        scene = sirocco(summary)
        for size in [size for size in sizes(scene) if size in CHAMELEON]:
            own = scene.time(BEST, size), scene.traffic(BEST, size)
            yield shown(size, percent(own[part] / CHAMELEON[size][part] - 1))


beside_chameleon("\"for the smallest value of N, Chameleon obtains the best execution time\"", 0,
                 lambda scene: [size for size in scene.sizes if size == SMALLEST])


@says("5.6", "for all other N it \"yields a significantly lower execution time than all other strategies\": those of figure 7",
      f"it takes at least {CLEARLY:.0%} less time than the fastest other strategy")
def nrrp_is_fastest(summary):
    scene = sirocco(summary)
    others = [name for name in FIGURE_7 if name != BEST]
    for size in larger_sizes(scene):
        yield less(size, scene.time(BEST, size), min(times(scene, others, size)), CLEARLY)


beside_chameleon("for all other N it \"yields a significantly lower execution time than all other strategies\": Chameleon", 0,
                 larger_sizes)
beside_chameleon("it \"yields much lower communication costs, up to twice lower than Chameleon\" (table 1: -12, -41, -47, -48%)",
                 1, lambda scene: scene.sizes)


@says("5.6", "\"almost 30% reduction [of traffic] compared to DMDA\"",
      "at least 25% less at the size where it differs most")
def nrrp_moves_much_less_than_dmda(summary):
    scene = sirocco(summary)
    ratios = {size: scene.traffic(BEST, size) / scene.traffic("dmda", size) for size in scene.sizes}
    if ratios:
        size = min(ratios, key=ratios.get)
        yield less(size, ratios[size], 1, 0.25)


def saved(pair, other):
    """How much less of time and of traffic."""
    return [1 - mine / theirs for mine, theirs in zip(pair, other)]


def table_2(part, what):
    asked = {size: saved(NRRP_ROUNDED_EFFECTIVE_STEAL[size], DMDA[size])[part] for size in DMDA}
    said = ", ".join(f"{-value:.1%}" for value in asked.values())

    @says("5.6", f"table 2: NRRP-Rounded-EffectiveSteal against DMDA, {what}: {said}", "at each size what the table has")
    def judge(summary):
        scene = sirocco(summary)
        for size in [size for size in scene.sizes if size in asked]:
            own, other = ((scene.time(name, size), scene.traffic(name, size))[part] for name in (BEST, "dmda"))
            yield less(size, own, other, asked[size])


table_2(0, "time")
table_2(1, "traffic")


def beside_the_papers(name, printed, part, what):
    @says("5.6", f"table 2: {label(name)}, {what}: {', '.join(f'{pair[part]:g}' for pair in printed.values())}", ACROSS)
    def judge(summary):
        scene = sirocco(summary)
        for size in [size for size in scene.sizes if size in printed]:
            own = (scene.time(name, size), scene.traffic(name, size))[part]
            yield shown(size, f"{own:.4g} ({percent(own / printed[size][part] - 1)})")


for strategy, figures in (("dmda", DMDA), (BEST, NRRP_ROUNDED_EFFECTIVE_STEAL)):
    beside_the_papers(strategy, figures, 0, "seconds")
    beside_the_papers(strategy, figures, 1, "GiB")
