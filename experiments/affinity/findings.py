"""What the papers say of each figure, and what we ask for, as criteria on our results."""
from math import exp, log

from common.criteria import Check, Criteria
from common.families import (ALL, ANY, BLOCKS, CHOICE, DYNAMIC, INVOLVED, KERNELS, MATRIX, OUTER, PAPERS, SIMPLE, STATIC,
                         TWO_PHASES, label, name)

from . import paper
from .betas import compared
from .checks import NEAR, ends, lower, near, spread, without
from .plan import SCENARIOS, SMALL, WALKS

criteria = Criteria()
finding, findings_of = criteria.finding, criteria.findings_of

CLEARLY = 0.8  # times what others send, at most
ROUGHLY = 10
HARDLY = 0.1  # how much the most may be above the least where something hardly matters
GOALS = {OUTER: {**dict.fromkeys([*SIMPLE, "dynamic"], 0.3), **dict.fromkeys(INVOLVED[OUTER], 3)},
         MATRIX: {"dynamic": 3, BLOCKS: 3}}  # seconds for 10^6 tasks
SLOWLY = 0.25  # power of the number of tasks
GROWTH = 2  # times, that a task may take longer where there are most than where there are few
SHARE = dict(zip(WALKS, (0.25, 1)))  # how much the busiest processor is above its share at least, where changes add up
STEADY_SHARE = 0.1  # and at most where they do not


@finding("000-1", "Data-aware strategies induce significantly less communication than purely random ones.",
         f"DynamicOuter sends less than {CLEARLY} times what RandomOuter and SortedOuter send, at each number of "
         f"processors")
def data_aware_is_better(results):
    yield lower(results, "000-1", "dynamic", SIMPLE, CLEARLY)


@finding("000-2", "A well chosen second phase reduces communication further; the best one has a few percent of the tasks.",
         "the least is below DynamicOuter's, where 1% to 10% of the tasks are left to the second phase, give or take "
         "1% of communication")
def second_phase_pays(results):
    phases, dynamic = results.curve("000-2", TWO_PHASES), results.curve("000-2", "dynamic")
    best = min(phases, key=phases.get)
    good = [percent for percent, sent in phases.items() if sent <= 1.01 * phases[best]]
    yield Check(phases[best] < min(dynamic.values()) and any(90 <= percent <= 99 for percent in good),
                f"least {phases[best]:.3f} with {100 - best:.3g}% left, within 1% of it from {100 - max(good):.3g}% to "
                f"{100 - min(good):.3g}%; DynamicOuter {min(dynamic.values()):.3f}")


@finding("000-2", "With too many tasks in the second phase it is close to RandomOuter, with too few to DynamicOuter.",
         f"within {NEAR}% of them at the ends")
def ends_of_the_phases(results):
    phases = results.curve("000-2", TWO_PHASES)
    for percent, family in ((min(phases), "random"), (max(phases), "dynamic")):
        other = results.curve("000-2", family)[percent]
        yield Check(abs(phases[percent] / other - 1) <= NEAR / 100,
                    f"{phases[percent]:.3f} with {percent:g}% in the first phase, {label(name(family, OUTER))} {other:.3f}")


def two_phases_are_least(number, kernel):
    others = [*SIMPLE, "dynamic"]

    @finding(f"000-{number}", "Of the strategies of this figure that know no speeds two phases send least.",
             f"at each number of processors less than {', '.join(label(name(family, kernel)) for family in others)}")
    def check(results):
        yield lower(results, f"000-{number}", TWO_PHASES, others)


def analysis_is_near(number, least):
    few = f"from {least} processors on"

    @finding(f"000-{number}", f"The analysis is extremely close to the simulation, {few}.",
             f"theorem 6, or its like for matrices, is within {NEAR}% of it")
    def check(results):
        yield near(results, f"000-{number}", least)


def knowledge_pays(number, kernel):
    @finding(f"000-{number}", "A static partition, with all speeds known, sends less than the strategies of this figure "
             "that do not know them (ours).", "at each number of processors")
    def check(results):
        for family in STATIC[kernel]:
            yield lower(results, f"000-{number}", family, [*SIMPLE, *DYNAMIC])


for number, kernel, least in ((4, OUTER, 20), (5, OUTER, 20), (9, MATRIX, 50), (10, MATRIX, 50)):
    two_phases_are_least(number, kernel)
    analysis_is_near(number, least)
    knowledge_pays(number, kernel)


@finding("000-5", "With large N a data-aware scheduler is even more crucial: the ratio to simple ones can be very large.",
         "from 100 processors on RandomOuter by DynamicOuter2Phases is larger than with N = 100, and at least 5 in the "
         "end")
def large_vectors_need_it(results):
    small, large = ({p: sent / results.curve(figure, TWO_PHASES)[p] for p, sent in
                     results.curve(figure, "random").items() if p >= 100} for figure in ("000-4", "000-5"))
    yield Check(all(large[p] > small[p] for p in large) and large[max(large)] >= 5,
                f"N = 1000: {ends(large)}; N = 100: {ends(small)}")


def least_simulated(results, figure):
    """{beta: communication}, and those betas within 1% of the least."""
    sent = results.curve(figure, TWO_PHASES)
    return sent, [beta for beta in sent if sent[beta] <= 1.01 * min(sent.values())]


def beta_is_right(number, low, high):
    figure = f"000-{number}"

    @finding(figure, f"For beta from {low:g} to {high:g} the analysis fits the simulation.", f"within {NEAR}%")
    def fits(results):
        yield near(results, figure, low, high)

    @finding(figure, "Ours, with the end of the first phase as it is and blocks sent once, fits for any beta.",
             f"within {ROUGHLY}% at each, also beyond the logarithm of the number of tasks, where no second phase is left")
    def ours_fits(results):
        yield near(results, figure, column="volume", tolerance=ROUGHLY)

    @finding(figure, "The beta that is best by the analysis is among those that are best in simulation "
             f"(the paper: {paper.BEST_BETA[figure]}).", "it sends at most 1% more than the least of all")
    def minimum(results):
        sent, good = least_simulated(results, figure)
        row = results.rows[results.panel(figure).betas["best for these speeds"]]
        yield Check(row["mean"] <= 1.01 * min(sent.values()),
                    f"{row['mean']:.3f} with beta {row['beta']:.4f}; the least is {min(sent.values()):.3f}, within 1% of "
                    f"it from {min(good):g} to {max(good):g}")

    @finding(figure, f"The best beta for equal speeds is very close, {paper.EQUAL_BETA[figure]}; "
             f"{paper.FIRST_PHASE[figure]}% of the tasks are then done in the first phase.",
             "beta to 0.005, and 0.05 from that for these speeds; the part of the first phase to 0.2% with either")
    def equal_speeds(results):
        best, equal = (results.rows[point]["beta"] for point in results.panel(figure).betas.values())
        parts = [100 * (1 - exp(-beta)) for beta in (best, equal)]
        yield Check(abs(equal - paper.EQUAL_BETA[figure]) <= 0.005 and abs(best - equal) <= 0.05
                    and all(abs(part - paper.FIRST_PHASE[figure]) <= 0.2 for part in parts),
                    f"{equal:.4f} for equal speeds, {best:.4f} for these; {parts[1]:.1f}% and {parts[0]:.1f}%")


beta_is_right(6, 3, 6)
beta_is_right(11, 2.5, 4)


def hardly_matters(results, figure, but=()):
    """How each is spread, and whether some order is ever lost; but for some points."""
    series = {family: without(but, results.curve(figure, family)) for family in (*SIMPLE, *DYNAMIC)}
    for family, sent in series.items():
        most = max(sent, key=sent.get)
        yield Check(spread(sent) <= HARDLY, f"{label(name(family, OUTER))} differs by {spread(sent):.1%}, from "
                                            f"{min(sent.values()):.2f} to {sent[most]:.2f} at {most}")
    lost = [str(x) for x in series[TWO_PHASES] if not series[TWO_PHASES][x] < series["dynamic"][x] <
            min(series[family][x] for family in SIMPLE)]
    yield Check(not lost, "the order is kept" + (f", but at {', '.join(lost)}" if lost else ""))


HARDLY_ASKED = (f"what each sends differs by at most {HARDLY:.0%}; DynamicOuter2Phases sends less than DynamicOuter, and "
                f"this less than both simple ones")


def accuracy_stays(figure, but=()):
    @finding(figure, "Nor does it affect the accuracy of the analysis.", f"it stays within {NEAR}%")
    def accuracy(results):
        yield near(results, figure, but=but)


@finding("000-7", "The degree of heterogeneity has very little impact on what the strategies send.", HARDLY_ASKED)
def heterogeneity_hardly_matters(results):
    yield from hardly_matters(results, "000-7")


accuracy_stays("000-7")


@finding("000-8", "Neither the distribution of speeds nor their change notably affects the strategies.", HARDLY_ASKED)
def scenarios_hardly_matter(results):
    yield from hardly_matters(results, "000-8", WALKS)


accuracy_stays("000-8", WALKS)


@finding("000-8", "If changes added up, with walk:5 and walk:20, some processor would do well over its share by the speeds "
         "at the start (ours).",
         "with DynamicOuter the busiest one does more than its share by over " +
         " and ".join(f"{least:.0%} ({scenario})" for scenario, least in SHARE.items()) +
         f", elsewhere by at most {STEADY_SHARE:.0%}")
def speeds_wander(results):
    above = results.curve("000-8", "dynamic", "imbalance")
    yield Check(all(value > SHARE[scenario] if scenario in SHARE else value <= STEADY_SHARE
                    for scenario, value in above.items()),
                "above the share: " + ", ".join(f"{scenario} {value:.0%}" for scenario, value in above.items()))


@finding("000-8", "If changes added up, strategies that look at data would send less with walk:20; with walk:5 hardly "
         "(ours).",
         f"with walk:20 DynamicOuter and DynamicOuter2Phases send less, by over {HARDLY:.0%}, than in any scenario of the "
         f"paper; with walk:5 not")
def walks_matter(results):
    mild, wild = WALKS
    for family in DYNAMIC:
        sent = results.curve("000-8", family)
        least = min(sent[scenario] for scenario in SCENARIOS)
        yield Check((1 + HARDLY) * sent[wild] < least <= (1 + HARDLY) * sent[mild],
                    f"{label(name(family, OUTER))}: {sent[wild]:.2f} with {wild}, {sent[mild]:.2f} with {mild}, "
                    f"{least:.2f} or more elsewhere")


@finding("beta", "Beta needs no speeds: that for equal speeds is hardly off the mean of the best ones, and costs hardly "
         "anything.",
         f"by at most {paper.BETA_ERROR:.0%}; its volume is at most {paper.VOLUME_ERROR:.1%} off by the analysis, to first "
         f"order or, where its series fail, ours")
def beta_needs_no_speeds(results):
    worst = max(compared(results), key=lambda found: found.error)
    dearest = max(compared(results), key=lambda found: found.volume_error)
    for found, value, most in ((worst, worst.error, paper.BETA_ERROR),
                               (dearest, dearest.volume_error, paper.VOLUME_ERROR)):
        yield Check(value <= most, f"{'beta' if found is worst else 'volume'} off by at most {value:.2%}, with "
                                   f"N = {found.blocks} on {found.processors} processors")


@finding("beta", f"Best betas go from {paper.LEAST_BETA} to {paper.GREATEST_BETA} (seed 002: {paper.GREATEST_BETA_OF_002}), "
         f"and deviate by speeds by at most {paper.BETA_DEVIATION}.",
         "with a tenth more at either end; deviations are standard deviations, as seed 002 says of its own")
def range_of_betas(results):
    found = compared(results)
    least, greatest = (end(found, key=lambda one: one.mean) for end in (min, max))
    yield Check(least.mean >= 0.9 * paper.LEAST_BETA,
                f"at least {least.mean:.2f}, with N = {least.blocks} on {least.processors} processors")
    yield Check(greatest.mean <= 1.1 * paper.GREATEST_BETA,
                f"at most {greatest.mean:.2f}, with N = {greatest.blocks} on {greatest.processors}")
    most = max(found, key=lambda one: one.deviation)
    yield Check(most.deviation <= paper.BETA_DEVIATION,
                f"deviations are at most {most.deviation:.3f}, with N = {most.blocks} on {most.processors}")


@finding("002-2", "Strategies that look closer reduce communication even more.",
         "each sends less than DynamicOuter2Phases at each number of processors")
def involved_pays(results):
    for family in INVOLVED[OUTER]:
        yield lower(results, "002-2", family, [TWO_PHASES])


def near_two(results, family):
    """[(what it sends, where)] where N or p is large."""
    return [(value, f"{p} processors, N = 1000") for p, value in results.curve("002-2", family).items()] + [
        (value, f"10 processors, N = {n}") for n, value in results.curve("002-3", family).items() if 100 <= n < 1000]


def below_two(sent):
    return (f"below 2 at {sum(value < 2 for value, _ in sent)} of {len(sent)}, from {min(sent)[0]:.2f} ({min(sent)[1]}) to "
            f"{max(sent)[0]:.2f} ({max(sent)[1]})")


@finding("002-2", "DynBlocksOuter is almost always below twice the bound where N or p is large, up to N = 1000 (here with a "
         "choice between two tasks that are equally cheap, which is ours).",
         "at 90% of the points of figures 2 and 3 that have N or p of at least 100")
def blocks_are_below_two(results):
    sent = near_two(results, BLOCKS)
    yield Check(sum(value < 2 for value, _ in sent) >= 0.9 * len(sent), below_two(sent))


@finding("002-2", f"RandomOuter and SortedOuter are around {paper.RANDOM_AT_1000} there, and not drawn.",
         "between 15 and 25 with 300 and with 1000 processors; the paper does not say with how many")
def simple_ones_are_far(results):
    for family in SIMPLE:
        few = results.curve("000-5", family)[300]
        many = results.of_table(OUTER, family, "mean")
        yield Check(all(15 <= sent <= 25 for sent in (few, many)),
                    f"{label(name(family, OUTER))} {few:.1f} with 300, {many:.1f} with 1000")


def small_deviations(claim, least, where):
    @finding("002-2", claim, f"at most {paper.DEVIATIONS['dynamic']} for DynamicOuter and {paper.OTHER_DEVIATION} for all "
             f"others, in figures 2 and 3{where}")
    def deviations_are_small(results):
        for family in PAPERS[OUTER]:
            found = [(sent, "figure 3") for n, sent in results.curve("002-3", family, "stddev").items() if n >= least]
            if family not in SIMPLE:
                found += [(sent, "figure 2") for sent in results.curve("002-2", family, "stddev").values()]
            most, figure = max(found)
            yield Check(most <= paper.DEVIATIONS.get(family, paper.OTHER_DEVIATION),
                        f"{label(name(family, OUTER))}: at most {most:.3f}, in {figure}")


small_deviations("Deviations are small.", 0, "")
small_deviations("From N = 100 on they are (ours).", SMALL[OUTER], ", there with N of at least 100")


@finding("002-2", "The analysis is close to DynamicOuter2Phases.", f"within {NEAR}% from 20 processors on")
def analysis_of_002(results):
    yield near(results, "002-2", 20)


@finding("002-3", "Simple strategies are largely outperformed by data-aware ones.",
         f"DynBlocksOuter sends less than {CLEARLY} times what they do, at each N of at least 100")
def simple_ones_by_size(results):
    yield lower(results, "002-3", BLOCKS, SIMPLE, CLEARLY, lambda blocks: blocks >= 100)


@finding("002-2", "Which of equally cheap tasks is taken the paper does not say, and it matters: any of them (DynAnyOuter) "
         "does not agree with what it says; of two the one whose block allows most others (DynBlocksOuter) does; of 32 "
         "(DynChoiceOuter) it sends less still (ours).",
         "DynAnyOuter is below twice the bound at less than 90% of the same points; each choice sends less at each number "
         "of processors")
def choice_matters(results):
    sent = near_two(results, ANY)
    yield Check(sum(value < 2 for value, _ in sent) < 0.9 * len(sent), below_two(sent))
    yield lower(results, "002-2", BLOCKS, [ANY])
    yield lower(results, "002-2", CHOICE, [BLOCKS])


@finding("002-3", "DynBlocksOuter performs extremely well when N is large.",
         "at the largest N it sends least of the paper's dynamic ones, and less than twice the bound")
def blocks_by_size(results):
    sent = {family: results.curve("002-3", family) for family in PAPERS[OUTER]}
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


of_matrices("002-4")
of_matrices("002-5", 40)


@finding("002-5", "The analysis of DynamicMatrix2Phases predicts its performance accurately (here with the later "
         "paper's formula).",
         f"within {NEAR}% at each N of at least 40, on 20 processors")
def analysis_by_size(results):
    yield near(results, "002-5", 40)


@finding("table", "Better strategies take longer to decide.",
         "DynUnprocessedOuter, DynUsefulOuter and DynBlocksOuter take longer than DynamicOuter")
def price_of_decisions(results):
    cheap = results.of_table(OUTER, "dynamic", "seconds")
    times = {family: results.of_table(OUTER, family, "seconds") / cheap for family in INVOLVED[OUTER]}
    yield Check(min(times.values()) > 1, ", ".join(f"{label(name(family, OUTER))} {ratio:.1f} times"
                                                   for family, ratio in times.items()))


@finding("table", "None of them need take minutes (ours).", "10^6 tasks take at most " + ", ".join(
    f"{most:g} s with {label(name(family, kernel))}" for kernel in KERNELS for family, most in GOALS[kernel].items()))
def goals(results):
    for kernel in KERNELS:
        for family, most in GOALS[kernel].items():
            seconds = results.of_table(kernel, family, "seconds")
            yield Check(seconds <= most, f"{label(name(family, kernel))}: {seconds:.3g} s")


def accurate(column, text):
    @finding("analysis", text, f"within {NEAR}% for outer products with N = 100 and 1000 from 20 processors on, and for "
             f"matrices with N = 40 and 100 from 50 on")
    def check(results):
        for number, least in enumerate((20, 20, 50, 50)):
            yield near(results, "analysis", least, column=column, number=number)


accurate("first_order", "To first order, as in the papers, analysis and simulation agree (ours).")
accurate("volume", "With the end of the first phase as it is, beyond the papers, they agree as well (ours).")


def times_of_tasks(results):
    """{kernel and strategy: {N: nanoseconds}} from SMALL on."""
    return {(kernel, family): {blocks: time for blocks, time in
                               results.curve("time", family, number=number).items() if blocks >= SMALL[kernel]}
            for number, kernel in enumerate(KERNELS) for family in ALL[kernel]}


def power(times, kernel):
    """Of the number of tasks that time grows with, from the least N to the greatest."""
    tasks = log(max(times) / min(times)) * (2 if kernel == OUTER else 3)
    return log(times[max(times)] / times[min(times)]) / tasks


@finding("time", f"From N = {SMALL[OUTER]} (outer) and {SMALL[MATRIX]} (matrix) to the largest N the time for a task at most "
         "doubles, by caches alone: what DynBlocks* look at for a task does not grow, as a test counts (ours).",
         f"with the largest N it takes at most {GROWTH} times as long as with those")
def time_at_most_doubles(results):
    for (kernel, family), times in times_of_tasks(results).items():
        first, last = min(times), max(times)
        yield Check(times[last] <= GROWTH * times[first], f"{label(name(family, kernel))}: {times[first]:.0f} ns with "
                                                          f"N = {first}, {times[last]:.0f} ns with {last}")


@finding("time", "It grows more slowly than if each of N blocks were looked at for a task (ours).",
         f"from the first to the largest of those N less than as the number of tasks to the power {SLOWLY}; with N it would "
         f"be 1/2 (outer) or 1/3 (matrix)")
def time_grows_slowly(results):
    powers = {label(name(family, kernel)): power(times, kernel)
              for (kernel, family), times in times_of_tasks(results).items()}
    most = sorted(powers, key=powers.get)[-3:]
    yield Check(max(powers.values()) < SLOWLY,
                "at most " + ", ".join(f"{powers[strategy]:.2f} ({strategy})" for strategy in reversed(most)))
