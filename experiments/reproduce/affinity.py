"""The affinity strategies of Beaumont and Marchal (2013 and 2014) as schedulers of the same products: what they show beside
those of Eyraud-Dubois and Lambert (2018)."""
from common import families
from common.criteria import Check, Criteria
from common.families import KERNELS, MATRIX, OUTER, name

from .ratios import more
from .statements.scenes import larger_sizes
from .strategies import BEST, label

CHOICE = name(families.CHOICE, OUTER)

criteria = Criteria()
finding, findings_of = criteria.finding, criteria.findings_of


def gib(scene, names, size):
    return ", ".join(f"{label(one)} {scene.traffic(one, size):.4g}" for one in names) + " GiB"


@finding("affinity", "Their order by traffic is that of the event engine: Random and Sorted, Dynamic, DynBlocks.",
         "above N = 7680, for each kernel, each moves less than all before it")
def order_is_kept(summary):
    scene = summary.scene("sirocco")
    for size in larger_sizes(scene):
        for kernel in KERNELS:
            simple = [name(family, kernel) for family in families.SIMPLE]
            dynamic, blocks = name("dynamic", kernel), name(families.BLOCKS, kernel)
            least = min(scene.traffic(one, size) for one in simple)
            kept = scene.traffic(blocks, size) < scene.traffic(dynamic, size) < least
            yield Check(kept, f"{size}: {gib(scene, [*simple, dynamic, blocks], size)}")


@finding("affinity", "On sirocco a second phase changes little.",
         "for both kernels Dynamic with two phases moves at most 5% more or less than Dynamic")
def second_phase_changes_little(summary):
    scene = summary.scene("sirocco")
    for size in scene.sizes:
        for kernel in KERNELS:
            one, two = (scene.traffic(name(family, kernel), size) for family in families.DYNAMIC)
            yield Check(abs(two / one - 1) <= 0.05, f"{size}, {kernel}: {more(two, one)}")


@finding("affinity", "On sirocco whole tiles of C cost less than single products.",
         "each strategy of the outer product moves less and takes less time than that of the matrix product")
def whole_tiles_cost_less(summary):
    scene = summary.scene("sirocco")
    for size in scene.sizes:
        pairs = [(name(family, OUTER), name(family, MATRIX)) for family in families.PAPERS[MATRIX]]
        less = all(scene.traffic(outer, size) < scene.traffic(matrix, size) and
                   scene.time(outer, size) < scene.time(matrix, size) for outer, matrix in pairs)
        yield Check(less, f"{size}: " + ", ".join(
            f"{label(matrix)} {more(scene.time(matrix, size), scene.time(outer, size))} time, "
            f"{more(scene.traffic(matrix, size), scene.traffic(outer, size))} traffic" for outer, matrix in pairs))


@finding("affinity", f"On sirocco {label(CHOICE)}, without speeds, plan or model, does as well as DMDA, which has models.",
         "at most 1% more time and at least 10% less traffic")
def no_knowledge_is_enough(summary):
    scene = summary.scene("sirocco")
    for size in scene.sizes:
        time, traffic = (of(CHOICE, size) / of("dmda", size) for of in (scene.time, scene.traffic))
        yield Check(time <= 1.01 and traffic <= 0.9, f"{size}: {more(time, 1)} time, {more(traffic, 1)} traffic")


@finding("affinity", f"There a plan does better than all of them: {label(BEST)}.",
         "it takes less time than each; told is the fastest")
def plan_is_faster(summary):
    scene = summary.scene("sirocco")
    names = [name(family, kernel) for kernel in KERNELS for family in families.ALL[kernel]]
    for size in scene.sizes:
        fastest = min(names, key=lambda one: scene.time(one, size))
        yield Check(scene.time(BEST, size) < scene.time(fastest, size),
                    f"{size}: {label(BEST)} {more(scene.time(BEST, size), scene.time(fastest, size))} time, "
                    f"{more(scene.traffic(BEST, size), scene.traffic(fastest, size))} traffic against {label(fastest)}")
