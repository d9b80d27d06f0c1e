"""What Beaumont and Marchal (2013) say of each figure, and what we ask for."""
from common.criteria import Check, Criteria
from common.families import ANY, BLOCKS, CHOICE, INVOLVED, OUTER, PAPERS, SIMPLE, TWO_PHASES, label, name

from .. import paper
from ..checks import NEAR, lower, near
from ..plan import SMALL

criteria = Criteria()
finding, findings_of = criteria.finding, criteria.findings_of

CLEARLY = 0.8  # times what others send, at most


@finding("2013-2", "Strategies that look closer reduce communication even more.",
         "each sends less than DynamicOuter2Phases at each number of processors")
def involved_pays(results):
    for family in INVOLVED[OUTER]:
        yield lower(results, "2013-2", family, [TWO_PHASES])


def near_two(results, family):
    """[(what it sends, where)] where N or p is large."""
    return [(value, f"{p} processors, N = 1000") for p, value in results.curve("2013-2", family).items()] + [
        (value, f"10 processors, N = {n}") for n, value in results.curve("2013-3", family).items() if 100 <= n < 1000]


def below_two(sent):
    return (f"below 2 at {sum(value < 2 for value, _ in sent)} of {len(sent)}, from {min(sent)[0]:.2f} ({min(sent)[1]}) to "
            f"{max(sent)[0]:.2f} ({max(sent)[1]})")


@finding("2013-2", "DynBlocksOuter is almost always below twice the bound where N or p is large, up to N = 1000 (here with a "
         "choice between two tasks that are equally cheap, which is ours).",
         "at 90% of the points of figures 2 and 3 that have N or p of at least 100")
def blocks_are_below_two(results):
    sent = near_two(results, BLOCKS)
    yield Check(sum(value < 2 for value, _ in sent) >= 0.9 * len(sent), below_two(sent))


@finding("2013-2", f"RandomOuter and SortedOuter are around {paper.RANDOM_AT_1000} there, and not drawn.",
         "between 15 and 25 with 300 and with 1000 processors; the paper does not say with how many")
def simple_ones_are_far(results):
    for family in SIMPLE:
        few = results.curve("2014-5", family)[300]
        many = results.of_table(OUTER, family, "mean")
        yield Check(all(15 <= sent <= 25 for sent in (few, many)),
                    f"{label(name(family, OUTER))} {few:.1f} with 300, {many:.1f} with 1000")


def small_deviations(claim, least, where):
    @finding("2013-2", claim, f"at most {paper.DEVIATIONS['dynamic']} for DynamicOuter and {paper.OTHER_DEVIATION} for all "
             f"others, in figures 2 and 3{where}")
    def deviations_are_small(results):
        for family in PAPERS[OUTER]:
            found = [(sent, "figure 3") for n, sent in results.curve("2013-3", family, "stddev").items() if n >= least]
            if family not in SIMPLE:
                found += [(sent, "figure 2") for sent in results.curve("2013-2", family, "stddev").values()]
            most, figure = max(found)
            yield Check(most <= paper.DEVIATIONS.get(family, paper.OTHER_DEVIATION),
                        f"{label(name(family, OUTER))}: at most {most:.3f}, in {figure}")


small_deviations("Deviations are small.", 0, "")
small_deviations("From N = 100 on they are (ours).", SMALL[OUTER], ", there with N of at least 100")


@finding("2013-2", "The analysis is close to DynamicOuter2Phases.", f"within {NEAR}% from 20 processors on")
def analysis_of_2013(results):
    yield near(results, "2013-2", 20)


@finding("2013-3", "Simple strategies are largely outperformed by data-aware ones.",
         f"DynBlocksOuter sends less than {CLEARLY} times what they do, at each N of at least 100")
def simple_ones_by_size(results):
    yield lower(results, "2013-3", BLOCKS, SIMPLE, CLEARLY, lambda blocks: blocks >= 100)


@finding("2013-2", "Which of equally cheap tasks is taken the paper does not say, and it matters: any of them (DynAnyOuter) "
         "does not agree with what it says; of two the one whose block allows most others (DynBlocksOuter) does; of 32 "
         "(DynChoiceOuter) it sends less still (ours).",
         "DynAnyOuter is below twice the bound at less than 90% of the same points; each choice sends less at each number "
         "of processors")
def choice_matters(results):
    sent = near_two(results, ANY)
    yield Check(sum(value < 2 for value, _ in sent) < 0.9 * len(sent), below_two(sent))
    yield lower(results, "2013-2", BLOCKS, [ANY])
    yield lower(results, "2013-2", CHOICE, [BLOCKS])


@finding("2013-3", "DynBlocksOuter performs extremely well when N is large.",
         "at the largest N it sends least of the paper's dynamic ones, and less than twice the bound")
def blocks_by_size(results):
    sent = {family: results.curve("2013-3", family) for family in PAPERS[OUTER]}
    most = max(sent[BLOCKS])
    last = {family: series[most] for family, series in sent.items()}
    yield Check(min(last, key=last.get) == BLOCKS and last[BLOCKS] < 2, f"N = {most}: " + ", ".join(
        f"{label(name(family, OUTER))} {last[family]:.2f}" for family in sorted(last, key=last.get)))


def of_matrices(figure, least=0):
    where = f"at each N of at least {least}" if least else "at each number of processors"

    @finding(figure, "Data-aware strategies largely outperform simple ones.",
             f"DynamicMatrix sends less than {CLEARLY} times what they do, {where}")
    def data_aware(results):
        yield lower(results, figure, "dynamic", SIMPLE, CLEARLY, lambda x: x >= least)

    @finding(figure, "DynBlocksMatrix drastically reduces the total.",
             f"it sends less than {CLEARLY} times what DynamicMatrix2Phases does, {where}")
    def blocks(results):
        yield lower(results, figure, BLOCKS, [TWO_PHASES], CLEARLY, lambda x: x >= least)


of_matrices("2013-4")
of_matrices("2013-5", 40)


@finding("2013-5", "The analysis of DynamicMatrix2Phases predicts its performance accurately (here with the later "
         "paper's formula).",
         f"within {NEAR}% at each N of at least 40, on 20 processors")
def analysis_by_size(results):
    yield near(results, "2013-5", 40)
