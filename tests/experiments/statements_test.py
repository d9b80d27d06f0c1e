"""What the paper states and what we find of affinity strategies, judged on invented figures."""
import unittest

from common.statements import Overall
from reproduce import affinity, plan, strategies
from reproduce.paper import CHAMELEON, DMDA, NRRP_ROUNDED_EFFECTIVE_STEAL
from reproduce.statements import IN_THE_PAPERS_ORDER, cpus, dynamic, flat, mirage, overall, solid
from reproduce.summary import Summary
from rows import row

HOLDS, NEARLY, WEAKLY, MIXED, TIE, OPPOSITE, NOT_RUN, NOT_JUDGED = Overall


COUNTS, NO_COUNTS = ("steals", "reductions", "busiest_seconds"), (0, 0, 0.5)


def key_by_scene(figures):
    """{(strategy, size, platform, CPUs, scheduling cost): (seconds, GiB, ...)}, of keys that leave out what is usual."""
    usual = "", 15360, "sirocco", 1, 0
    keys = [key if isinstance(key, tuple) else (key,) for key in figures]
    return {key + usual[len(key):]: values for key, values in zip(keys, figures.values())}


def rows_of(figures):
    """Values: seconds, GiB, steals, reductions, the busiest worker's seconds."""
    rows = []
    for (name, size, *scene), (seconds, gib, *counts) in figures.items():
        rows.append(row(name, size, seconds, gib, *scene) | dict(zip(COUNTS, (*counts, *NO_COUNTS[len(counts):]))))
    return rows


def of(names, values, *scene):
    return {(name, *scene) if scene else name: values for name in names}


def precise(names):
    return [name.replace("rounded", "precise") for name in names]


BEST = strategies.BEST
RANDS = ["nrrp-rounded-rand-steal", "nrrp-rounded-choice-steal"]
STEALING = [*RANDS, BEST]
ROUNDED, PRECISE, PRECISE_STEAL = "nrrp-rounded-static", "nrrp-precise-static", "nrrp-precise-effective-steal"
PLAIN, REDUX = "3d-nrrp-rounded-static", "3d-nrrp-rounded-redux-static"
PLAIN_STEAL = "3d-nrrp-rounded-effective-steal"
IN_3D = [name for name in strategies.PAPER if strategies.allocation(name) in strategies.SOLID]
STEAL_3D = [name for name in IN_3D if name.endswith("-effective-steal")]
RANDS_3D = [name for name in IN_3D if name.endswith(("rand-steal", "choice-steal"))]
STATIC_3D = [name for name in IN_3D if name.endswith("-static")]
FEW, MANY = dynamic.FEW_CHOICES, dynamic.MANY_CHOICES
MIRAGE = 15360, "mirage"
NO_CPUS = 15360, "sirocco", 0
COSTLY = 15360, "sirocco", 1, 1

RELATIVE = "conclusions \"about the relative performance of Precise [...] also hold for the 3D-NRRP allocations\": "
BETTER = ("\"the strategies based on NRRP are able to make much better usage of the CPUs than dynamic ones\": \"much stronger "
          "reductions on the execution time and on the communication amount\": ")

# The beginning of a statement's words, figures with which it holds, and changes with what then becomes of it.
CASES = [
    ("FirstDyn \"obtains much worse performance than the other strategies\": time",
     of(dynamic.FIGURE_3, (1, 10)) | {"first-dyn": (2, 20)},
     [({"first-dyn": (1.2, 20)}, NEARLY), ({"dmda": (3, 10)}, OPPOSITE)]),
    ("FirstDyn \"obtains much worse performance than the other strategies\": traffic",
     of(dynamic.FIGURE_3, (1, 10)) | {"first-dyn": (2, 20)},
     [({"first-dyn": (2, 11)}, WEAKLY), ({"dmda": (1, 30)}, OPPOSITE)]),
    ("\"a rather small variation", of(dynamic.FIGURE_3, (1, 10)) | {"dmda": (1.04, 10)},
     [({"dmda": (1.08, 10)}, NEARLY), ({"dmda": (1.2, 10)}, OPPOSITE)]),
    ("\"the differences on the communication scale", of(dynamic.FIGURE_3, (1, 10)) | {"dmda": (1.05, 11.5)},
     [({"dmda": (1.05, 10.8)}, NEARLY), ({"dmda": (1.05, 10.4)}, OPPOSITE)]),
    ("\"ChoiceDyn-10 and DMDA behave", of(FEW, (1, 11)) | of(MANY, (1, 10)),
     [({"dmda": (1, 10.2)}, NEARLY), ({"effective-dyn": (1, 12)}, OPPOSITE)]),
    ("the time to look for efficient tasks", of(["choice-dyn-10", *MANY], (1, 10), *COSTLY),
     [({("effective-dyn", *COSTLY): (1.007, 10)}, NEARLY), ({("choice-dyn-50", *COSTLY): (1.1, 10)}, OPPOSITE)]),
    ("\"since DMDA considers tasks", {"dmda": (1, 11), "effective-dyn": (1, 10)},
     [({"dmda": (1, 10)}, TIE), ({"dmda": (1, 9)}, OPPOSITE)]),
    ("ChoiceDyn-50 and EffectiveDyn \"are rather indistinguishable with the variability involved\": time",
     of(MANY, (1, 10)), [({"effective-dyn": (0.98, 10)}, NEARLY), ({"effective-dyn": (0.9, 10)}, OPPOSITE)]),
    ("ChoiceDyn-50 and EffectiveDyn \"are rather indistinguishable with the variability involved\": traffic",
     of(MANY, (1, 10)), [({"effective-dyn": (1, 10.2)}, NEARLY), ({"effective-dyn": (1, 12)}, OPPOSITE)]),
    ("NRRP-Rounded: \"the Static strategy", of(STEALING, (1, 10)) | {ROUNDED: (1, 9)},
     [({ROUNDED: (1, 10)}, TIE), ({RANDS[0]: (1, 8)}, OPPOSITE)]),
    ("NRRP-Rounded: Static \"incurs", of(STEALING, (1, 10)) | {ROUNDED: (1.04, 9)},
     [({ROUNDED: (1.02, 9)}, NEARLY), ({RANDS[0]: (1.1, 10)}, OPPOSITE)]),
    ("NRRP-Rounded: \"more involved", {RANDS[0]: (1.2, 9), RANDS[1]: (1.1, 9), BEST: (1, 9)},
     [({RANDS[1]: (1.3, 9)}, MIXED), ({BEST: (1.1, 9)}, MIXED), ({RANDS[1]: (1.3, 9), BEST: (1.4, 9)}, OPPOSITE)]),
    ("NRRP-Rounded: \"searching", {RANDS[0]: (1, 9), BEST: (0.96, 9)},
     [({BEST: (0.98, 9)}, NEARLY), ({BEST: (0.99, 9)}, WEAKLY), ({BEST: (1, 9)}, TIE)]),
    ("\"the additional time incurred", {BEST: (1, 9), (BEST, *COSTLY): (1.005, 9)},
     [({(BEST, *COSTLY): (1.015, 9)}, NEARLY), ({(BEST, *COSTLY): (1.1, 9)}, OPPOSITE)]),
    ("NRRP-Precise: \"the load is well", {PRECISE: (1, 9, 0, 0, 0.51)},
     [({PRECISE: (1, 9, 0, 0, 0.525)}, NEARLY), ({PRECISE: (1, 9, 0, 0, 0.6)}, OPPOSITE)]),
    ("NRRP-Precise: \"the stealing strategies do not", of([PRECISE, *precise(STEALING)], (1, 10)),
     [({PRECISE_STEAL: (0.98, 10)}, NEARLY), ({precise(RANDS)[0]: (0.9, 10)}, OPPOSITE)]),
    ("NRRP-Precise: \"some stealing", of(precise(STEALING), (1, 10, 3)), [({PRECISE_STEAL: (1, 10, 0)}, OPPOSITE)]),
    ("NRRP-Precise: \"we can still observe", of(precise(STEALING), (1, 11)) | {PRECISE: (1, 10)},
     [({PRECISE_STEAL: (1, 10)}, TIE), ({PRECISE_STEAL: (1, 9)}, OPPOSITE)]),
    ("\"EffectiveSteal performs a lower", of(RANDS + precise(RANDS), (1, 10)) | of([BEST, PRECISE_STEAL], (1, 9)),
     [({PRECISE_STEAL: (1, 10)}, MIXED), ({BEST: (1, 11), PRECISE_STEAL: (1, 11)}, OPPOSITE)]),
    ("EffectiveSteal \"without any degradation", of(RANDS + precise(RANDS) + [BEST, PRECISE_STEAL], (1, 10)),
     [({BEST: (1.015, 10)}, NEARLY), ({BEST: (1.1, 10)}, MIXED)]),
    (f"{flat.ALIKE}Static", of(STATIC_3D, (1, 9)) | of(RANDS_3D + STEAL_3D, (1, 10)), [({STATIC_3D[0]: (1, 11)}, MIXED)]),
    (f"{flat.ALIKE}EffectiveSteal's traffic", of(RANDS_3D, (1, 10)) | of(STEAL_3D, (1, 9)), [({STEAL_3D[0]: (1, 11)}, MIXED)]),
    (f"{flat.ALIKE}EffectiveSteal's time", of(RANDS_3D + STEAL_3D, (1, 10)), [({STEAL_3D[0]: (1.1, 10)}, MIXED)]),
    ("Static has \"higher execution time (especially", of([BEST, PRECISE, PRECISE_STEAL], (1, 9)) | {ROUNDED: (1.1, 9)},
     [({ROUNDED: (1, 9)}, TIE), ({PRECISE: (1.2, 9)}, OPPOSITE)]),
    ("EffectiveSteal has \"competitive", of(STEALING + precise(STEALING) + [ROUNDED, PRECISE], (1, 9)),
     [({BEST: (1.02, 9)}, NEARLY), ({ROUNDED: (0.9, 9), PRECISE: (0.9, 9)}, OPPOSITE)]),
    ("EffectiveSteal has \"slightly more", of([BEST, PRECISE_STEAL], (1, 10.5)) | of([ROUNDED, PRECISE], (1, 10)),
     [({BEST: (1, 11.5)}, NEARLY), ({BEST: (1, 14), PRECISE_STEAL: (1, 14)}, OPPOSITE)]),
    ("Precise has \"better load", {ROUNDED: (1, 9, 0, 0, 0.6), PRECISE: (1, 9, 0, 0, 0.5)},
     [({ROUNDED: (1, 9, 0, 0, 0.5)}, TIE), ({ROUNDED: (1, 9, 0, 0, 0.4)}, OPPOSITE)]),
    ("Static: \"Precise obtains", {ROUNDED: (2, 9), PRECISE: (1, 10)}, [({PRECISE: (2.1, 10)}, OPPOSITE)]),
    ("Static: Precise's lower", {ROUNDED: (2, 9), PRECISE: (1, 10)}, [({PRECISE: (1, 8)}, OPPOSITE)]),
    ("Static: \"the difference in execution",
     of([PRECISE], (1, 9)) | of([ROUNDED], (1.1, 9)) | of([PRECISE], (2, 9), 23040) | of([ROUNDED], (2.4, 9), 23040),
     [(of([ROUNDED], (2.2, 9), 23040), TIE), (of([ROUNDED], (2.05, 9), 23040), OPPOSITE)]),
    ("stealing \"allows to offset", {BEST: (1.01, 9), PRECISE_STEAL: (1, 9)},
     [({BEST: (1.025, 9)}, NEARLY), ({BEST: (1.05, 9)}, OPPOSITE)]),
    ("Rounded-EffectiveSteal \"yields lower", {BEST: (1, 9), PRECISE: (1, 10), **of([BEST, PRECISE], (1, 20), 23040)},
     [({BEST: (1, 11)}, OPPOSITE)]),
    ("\"the exception for N", {(BEST, 23040): (1, 21), (PRECISE, 23040): (1, 20)},
     [({(BEST, 23040): (1, 20)}, TIE), ({(BEST, 23040): (1, 19)}, OPPOSITE)]),
    ("\"the Rounded-EffectiveSteal combination", of(flat.FIGURE_5, (1, 10)) | {BEST: (0.9, 10)},
     [({PRECISE: (0.8, 10)}, OPPOSITE), ({ROUNDED: (1, 9)}, TIE)]),
    (f"{RELATIVE}less time", of(STATIC_3D, (1, 10)) | of(precise(STATIC_3D), (0.9, 10)),
     [({"3d-nrrp-precise-redux-static": (1.1, 10)}, MIXED)]),
    (f"{RELATIVE}more traffic", of(STATIC_3D, (1, 10)) | of(precise(STATIC_3D), (1, 11)),
     [({"3d-nrrp-precise-redux-static": (1.1, 9)}, MIXED)]),
    ("3D-NRRP-Rounded with Static has", {(PLAIN, 23040): (2, 9), (ROUNDED, 23040): (1, 9)},
     [({(PLAIN, 23040): (1.6, 9)}, NEARLY), ({(PLAIN, 23040): (1.2, 9)}, WEAKLY), ({(PLAIN, 23040): (0.9, 9)}, OPPOSITE)]),
    ("its \"poor performance", of([ROUNDED], (1, 9)) | of([PLAIN], (1.2, 9)) | of([ROUNDED], (2, 9), 23040)
     | of([PLAIN], (3, 9), 23040), [(of([PLAIN], (2.2, 9), 23040), OPPOSITE)]),
    ("\"the three other 3D", of(solid.OTHERS, (1.1, 9)) | {BEST: (1, 9)},
     [({REDUX: (1.3, 9)}, NEARLY), ({PLAIN_STEAL: (1.5, 9)}, OPPOSITE)]),
    ("they \"incur a really high", of(solid.OTHERS, (1, 10.5)) | of([ROUNDED, BEST], (1, 10)),
     [({REDUX: (1, 10.2)}, NEARLY), ({REDUX: (1, 9)}, MIXED)]),
    ("\"up to +25%", {(REDUX, 23040): (1, 12.6), (ROUNDED, 23040): (1, 10)},
     [({(REDUX, 23040): (1, 12)}, NEARLY), ({(REDUX, 23040): (1, 9)}, OPPOSITE)]),
    ("\"the increase of communication for the Redux", {REDUX: (1, 11), PLAIN: (1, 10)}, [({REDUX: (1, 9)}, OPPOSITE)]),
    ("without reduction and with", {PLAIN_STEAL: (1, 11), PLAIN: (1, 10)},
     [({PLAIN_STEAL: (1, 10.2)}, NEARLY), ({PLAIN_STEAL: (1, 9)}, OPPOSITE)]),
    ("they \"thus obtain", {PLAIN_STEAL: (1, 9, 500)},  # of 4096 tasks
     [({PLAIN_STEAL: (1, 9, 300)}, NEARLY), ({PLAIN_STEAL: (1, 9, 0)}, TIE)]),
    ("\"the 3D-NRRP approach", of(IN_3D, (0.9, 13)) | {BEST: (1, 10)},
     [({IN_3D[0]: (0.9, 12)}, NEARLY), ({IN_3D[0]: (0.9, 11)}, OPPOSITE)]),
    ("\"the reduction tasks are necessary", {REDUX: (0.7, 9), PLAIN: (1, 9)},
     [({REDUX: (0.8, 9)}, NEARLY), ({REDUX: (0.9, 9)}, WEAKLY), ({REDUX: (1.1, 9)}, OPPOSITE)]),
    ("\"reduction tasks imply", {REDUX: (1, 9, 0, 30)}, [({REDUX: (1, 9, 0, 0)}, OPPOSITE)]),
    ("NRRP-Rounded-EffectiveSteal \"allows to consistently outperform the dynamic strategies\": time",
     of(overall.DYNAMIC, (1.1, 11)) | {BEST: (1, 10)}, [({"dmda": (1, 11)}, TIE), ({"choice-dyn-50": (0.9, 11)}, OPPOSITE)]),
    ("NRRP-Rounded-EffectiveSteal \"allows to consistently outperform the dynamic strategies\": traffic",
     of(overall.DYNAMIC, (1.1, 11)) | {BEST: (1, 10)}, [({"dmda": (1, 10)}, TIE), ({"choice-dyn-50": (2, 9)}, OPPOSITE)]),
    ("for all other values of N it \"yields a significantly lower execution time than all other strategies\": those",
     of(overall.FIGURE_7, (1, 9)) | {BEST: (0.9, 9)}, [({BEST: (0.98, 9)}, NEARLY), ({ROUNDED: (0.8, 9)}, OPPOSITE)]),
    ("\"almost 30% reduction", {"dmda": (1, 10), BEST: (1, 7.1), ("dmda", 7680): (1, 10), (BEST, 7680): (1, 9)},
     [({BEST: (1, 8)}, NEARLY), ({BEST: (1, 11), (BEST, 7680): (1, 11)}, OPPOSITE)]),
    ("table 2: NRRP-Rounded-EffectiveSteal against DMDA, time", {"dmda": (1, 10), BEST: (0.93, 7)},
     [({BEST: (0.96, 7)}, NEARLY), ({BEST: (1.1, 7)}, OPPOSITE)]),
    ("table 2: NRRP-Rounded-EffectiveSteal against DMDA, traffic", {"dmda": (1, 10), BEST: (0.93, 7)},
     [({BEST: (0.93, 8)}, NEARLY), ({BEST: (0.93, 11)}, OPPOSITE)]),
    ("on mirage \"the difference in execution time",
     of([PRECISE], (1, 9)) | {ROUNDED: (1.1, 9), (ROUNDED, *MIRAGE): (1.2, 9), (PRECISE, *MIRAGE): (1, 9)},
     [({(ROUNDED, *MIRAGE): (1.13, 9)}, NEARLY), ({(ROUNDED, *MIRAGE): (1.12, 9)}, WEAKLY), ({(ROUNDED, *MIRAGE): (1.05, 9)}, OPPOSITE)]),
    ("on mirage \"the results obtained", of(mirage.STEALING, (1, 9), *MIRAGE), [({(BEST, *MIRAGE): (1.025, 9)}, NEARLY)]),
    ("they are close \"with a light", {(BEST, *MIRAGE): (1.01, 9), (PRECISE_STEAL, *MIRAGE): (1, 9)},
     [({(BEST, *MIRAGE): (1, 9)}, TIE), ({(BEST, *MIRAGE): (0.9, 9)}, OPPOSITE)]),
    ("on mirage \"both versions of the NRRP algorithm with the EffectiveSteal strategy outperforms the DMDA strategy\": time",
     of(mirage.STEALING, (1, 9), *MIRAGE) | {("dmda", *MIRAGE): (1.1, 10)},
     [({(PRECISE_STEAL, *MIRAGE): (1.1, 9)}, TIE), ({(BEST, *MIRAGE): (1.2, 9)}, OPPOSITE)]),
    ("on mirage \"both versions of the NRRP algorithm with the EffectiveSteal strategy outperforms the DMDA strategy\": "
     "traffic", of(mirage.STEALING, (1, 9), *MIRAGE) | {("dmda", *MIRAGE): (1.1, 10)},
     [({(PRECISE_STEAL, *MIRAGE): (1, 10)}, TIE)]),
    ("DMDA's \"communication amounts", {"dmda": (1, 10), ("dmda", *MIRAGE): (1, 10.5)},
     [({("dmda", *MIRAGE): (1, 12)}, NEARLY), ({("dmda", *MIRAGE): (1, 7)}, OPPOSITE)]),
    ("\"the ChoiceDyn-50 and EffectiveDyn strategies perform significantly better on mirage compared to sirocco\": time",
     of([*MANY, "dmda"], (1, 10)) | of(MANY, (0.9, 10), *MIRAGE) | of(["dmda"], (1, 10), *MIRAGE),
     [({(MANY[0], *MIRAGE): (0.98, 10)}, NEARLY), ({("dmda", *MIRAGE): (0.8, 10)}, OPPOSITE)]),
    ("\"the ChoiceDyn-50 and EffectiveDyn strategies perform significantly better on mirage compared to sirocco\": traffic",
     of([*MANY, "dmda"], (1, 10)) | of(MANY, (1, 9), *MIRAGE) | of(["dmda"], (1, 10), *MIRAGE),
     [({(MANY[0], *MIRAGE): (1, 9.8)}, NEARLY), ({("dmda", *MIRAGE): (1, 8)}, OPPOSITE)]),
    ("on mirage \"the NRRP strategies are still", of(mirage.NRRP, (1, 9), *MIRAGE) | of([*MANY, "dmda"], (1, 10), *MIRAGE),
     [({("dmda", *MIRAGE): (1, 9)}, TIE), ({(mirage.NRRP[0], *MIRAGE): (1, 11)}, OPPOSITE)]),
    ("\"using the CPUs always", of(cpus.FIGURE_9, (1, 9)) | of(cpus.FIGURE_9, (1, 10), *NO_CPUS), [({"dmda": (1, 11)}, MIXED)]),
    ("\"except for N = 7680", {(ROUNDED, 7680): (1, 9), (ROUNDED, 7680, "sirocco", 0): (0.9, 9)},
     [({(ROUNDED, 7680): (0.894, 9)}, NEARLY), ({(ROUNDED, 7680): (0.8, 9)}, OPPOSITE)]),
    ("else the CPUs", of(cpus.FIGURE_9, (0.9, 9)) | of(cpus.FIGURE_9, (1, 9), *NO_CPUS),
     [({"dmda": (0.98, 9)}, NEARLY), ({ROUNDED: (1.1, 9)}, MIXED)]),
    ("\"increasingly so", of(cpus.FIGURE_9, (1, 9)) | of(cpus.FIGURE_9, (1.1, 9), *NO_CPUS)
     | of(cpus.FIGURE_9, (2, 9), 23040) | of(cpus.FIGURE_9, (3, 9), 23040, "sirocco", 0),
     [({("dmda", 23040): (2.9, 9)}, MIXED)]),
    (f"{BETTER}time", of(cpus.DYNAMIC, (0.9, 9)) | of(cpus.NRRP, (0.8, 8)) | of(cpus.FIGURE_9, (1, 10), *NO_CPUS),
     [({BEST: (0.87, 8)}, NEARLY), ({"dmda": (0.7, 9)}, OPPOSITE)]),
    (f"{BETTER}traffic", of(cpus.DYNAMIC, (0.9, 9)) | of(cpus.NRRP, (0.8, 8)) | of(cpus.FIGURE_9, (1, 10), *NO_CPUS),
     [({BEST: (0.8, 8.7)}, NEARLY), ({"dmda": (0.7, 7)}, OPPOSITE), (of(cpus.DYNAMIC, (0.9, 11)), HOLDS)]),
]

OUTER, MATRIX = ([name for name in strategies.AFFINITY if kernel in name] for kernel in ("outer", "matrix"))
IN_ORDER = of(strategies.AFFINITY, (1, 12)) | {
    f"{family}-{kernel}": (1, gib) for family, gib in (("dynamic", 10), ("dyn-blocks", 9)) for kernel in ("outer", "matrix")}

# The beginning of a claim, figures that confirm it, and changes each of which contradicts it.
FINDINGS = [
    ("Their order by traffic", IN_ORDER, [{"dyn-blocks-matrix": (1, 11)}, {"sorted-outer": (1, 9.5)}]),
    ("On sirocco a second phase", of(strategies.AFFINITY, (1, 10)),
     [{"dynamic-outer-2phases": (1, 9)}, {"dynamic-matrix-2phases": (1, 11)}]),
    ("On sirocco whole tiles", of(OUTER, (1, 10)) | of(MATRIX, (2, 11)),
     [{"sorted-matrix": (2, 9)}, {"dyn-blocks-outer": (3, 10)}]),
    ("On sirocco DynChoiceOuter", {"dyn-choice-outer": (1, 8), "dmda": (1, 10)},
     [{"dyn-choice-outer": (1.02, 8)}, {"dyn-choice-outer": (1, 9.5)}]),
    ("There a plan does better", of(strategies.AFFINITY, (1, 10)) | {BEST: (0.9, 11)},
     [{"dyn-choice-outer": (0.8, 10)}]),
]


def one_that_begins(all_of, beginning, text):
    found = [one for one in all_of if text(one).startswith(beginning)]
    assert len(found) == 1, f"{len(found)} begin with {beginning}"
    return found[0]


def judged(rows, beginning):
    """What becomes of the statement whose words begin so."""
    statement = one_that_begins(IN_THE_PAPERS_ORDER, beginning, lambda one: one.words)
    return statement.overall(statement.graded(Summary(rows)))


def verdict(rows, beginning):
    return one_that_begins(affinity.findings_of(Summary(rows)), beginning, lambda one: one.claim).verdict


def of_all(rows):
    summary = Summary(rows)
    return {one.words: one.overall(one.graded(summary)) for one in IN_THE_PAPERS_ORDER}


class WhatThePaperStates(unittest.TestCase):
    def test_each_criterion(self):
        for beginning, holding, changes in CASES:
            with self.subTest(beginning):
                self.assertIs(judged(rows_of(key_by_scene(holding)), beginning), HOLDS)
                for change, expected in changes:
                    figures = key_by_scene(holding) | key_by_scene(change)
                    self.assertIs(judged(rows_of(figures), beginning), expected, change)

    def test_every_statement_that_is_judged_has_a_case(self):
        shown = [one for one in IN_THE_PAPERS_ORDER if one.judge is None or "not judged" in one.criterion]
        words = [one.words for one in IN_THE_PAPERS_ORDER if one not in shown]
        self.assertEqual([sum(text.startswith(beginning) for beginning, _, _ in CASES) for text in words], [1] * len(words))

    def test_without_runs_nothing_is_claimed(self):
        self.assertEqual(set(of_all([]).values()), {NOT_RUN, NOT_JUDGED})

    def test_a_missing_strategy_is_not_run(self):
        self.assertIs(judged([row(ROUNDED)], "Static: \"Precise obtains"), NOT_RUN)

    def test_all_can_be_computed(self):
        rows = [row(name, size, platform=platform, cpus=cpus, cost=cost) | {"steals": 1, "reductions": 1, "busiest_seconds": 0.5}
                for name in strategies.PAPER for size in plan.SIZES for platform in plan.PLATFORMS for cpus in (0, 1)
                for cost in (0, 1)]
        self.assertNotIn(NOT_RUN, of_all(rows).values())

    def test_one_size_makes_it_mixed(self):
        rows = [row(name, size, gib=gib) for size in (15360, 23040)
                for name, gib in (("dmda", 14), ("choice-dyn-10", 13), ("choice-dyn-50", 11), ("effective-dyn", 10))]
        beginning = "\"ChoiceDyn-10 and DMDA behave"
        self.assertIs(judged(rows, beginning), HOLDS)
        rows.append(row("dmda", 23040, gib=1, repetition=2))
        self.assertIs(judged(rows, beginning), MIXED)

    def test_the_smallest_size_is_excepted_where_the_paper_does(self):
        rows = [row(name, 7680) for name in dynamic.FIGURE_3]
        self.assertIs(judged(rows, "\"ChoiceDyn-10 and DMDA behave"), NOT_RUN)

    def test_figures_of_another_machine_are_shown_without_a_verdict(self):
        rows = [row(name, size, 1, 10) for size in CHAMELEON for name in ("dmda", BEST)]
        for beginning in ("\"for the smallest value of N", "it \"yields much lower", "table 2: DMDA, s"):
            self.assertIs(judged(rows, beginning), NOT_JUDGED)

    def test_the_papers_own_figures_hold(self):
        """By the paper's means of DMDA and NRRP-Rounded-EffectiveSteal what it says of both holds."""
        rows = [row(name, size, *figures[size]) for name, figures in (("dmda", DMDA), (BEST, NRRP_ROUNDED_EFFECTIVE_STEAL))
                for size in figures]
        for beginning in ("\"almost 30% reduction", "table 2: NRRP-Rounded-EffectiveSteal against DMDA, time",
                          "table 2: NRRP-Rounded-EffectiveSteal against DMDA, traffic"):
            self.assertIs(judged(rows, beginning), HOLDS, beginning)


class OfAffinityStrategies(unittest.TestCase):
    def test_each_criterion(self):
        for claim, confirming, changes in FINDINGS:
            with self.subTest(claim):
                self.assertEqual(verdict(rows_of(key_by_scene(confirming)), claim), "confirmed")
                for change in changes:
                    figures = key_by_scene(confirming) | key_by_scene(change)
                    self.assertEqual(verdict(rows_of(figures), claim), "contradicted", change)

    def test_every_finding_has_a_case(self):
        claims = [finding.claim for finding in affinity.findings_of(Summary([]))]
        self.assertEqual([sum(claim.startswith(beginning) for beginning, _, _ in FINDINGS) for claim in claims],
                         [1] * len(claims))

    def test_without_runs_nothing_is_claimed(self):
        self.assertEqual({one.verdict for one in affinity.findings_of(Summary([]))}, {"not run"})


if __name__ == "__main__":
    unittest.main()
