"""The campaign's criteria of the paper's findings and of ours, on invented figures."""
import unittest

from reproduce import affinity, findings, plan, strategies
from reproduce.findings import cpus, dynamic, mirage
from reproduce.summary import Summary
from rows import row


def key_by_scene(figures):
    """{(strategy, size, platform, CPUs): (seconds, GiB)}, of keys that leave out what is usual."""
    usual = "", 15360, "sirocco", 1
    keys = [key if isinstance(key, tuple) else (key,) for key in figures]
    return {key + usual[len(key):]: values for key, values in zip(keys, figures.values())}


def rows_of(figures):
    return [row(name, size, *values, *scene) for (name, size, *scene), values in figures.items()]


def of(names, values, *scene):
    return {(name, *scene) if scene else name: values for name in names}


RANDS = ["nrrp-rounded-rand-steal", "nrrp-rounded-choice-steal"]
STEALING = [*RANDS, strategies.BEST]
ROUNDED, PRECISE, PRECISE_STEAL = "nrrp-rounded-static", "nrrp-precise-static", "nrrp-precise-effective-steal"
SOLID, REDUX = "3d-nrrp-rounded-static", "3d-nrrp-rounded-redux-static"
REASONABLE = [REDUX, "3d-nrrp-rounded-effective-steal", "3d-nrrp-rounded-redux-effective-steal"]
IN_3D = [name for name in strategies.PAPER if strategies.allocation(name) in strategies.SOLID]
LATER = ["choice-dyn-50", "effective-dyn"]
OUTER, MATRIX = ([name for name in strategies.AFFINITY if kernel in name] for kernel in ("outer", "matrix"))
IN_ORDER = of(strategies.AFFINITY, (1, 12)) | {
    f"{family}-{kernel}": (1, gib) for family, gib in (("dynamic", 10), ("dyn-blocks", 9)) for kernel in ("outer", "matrix")}

# The beginning of a claim, figures that confirm it, and changes each of which contradicts it.
CRITERIA = [
    ("Dynamic strategies (without",
     {"dmda": (1.05, 13), "choice-dyn-10": (1, 12), "choice-dyn-50": (1, 11), "effective-dyn": (1, 10)},
     [{"dmda": (1.07, 13)}, {"dmda": (1.05, 10), "choice-dyn-10": (1, 10), "choice-dyn-50": (1, 10)}]),
    ("ChoiceDyn-10 and DMDA move",
     {"dmda": (1, 14), "choice-dyn-10": (1, 13), "choice-dyn-50": (1, 11), "effective-dyn": (1, 10)},
     [{"dmda": (1, 11.1)}, {"effective-dyn": (1, 12.9)}]),
    ("FirstDyn obtains", of(dynamic.COMPARED_DYNAMIC, (1, 10)) | {"first-dyn": (2, 15)},
     [{"first-dyn": (1, 15)}, {"first-dyn": (2, 14.9)}]),
    ("ChoiceDyn-50 and EffectiveDyn are", {"choice-dyn-50": (1, 10), "effective-dyn": (1.01, 10.4)},
     [{"effective-dyn": (1.03, 10)}, {"effective-dyn": (1, 9)}]),
    ("NRRP-Rounded: Static moves least", of(STEALING, (1, 10)) | {ROUNDED: (1.04, 9)},
     [{ROUNDED: (1.02, 9)}, {RANDS[0]: (1, 8)}]),
    ("NRRP-Rounded: more involved", {RANDS[0]: (1.2, 9), RANDS[1]: (1.1, 9), strategies.BEST: (1, 9)},
     [{RANDS[1]: (1.3, 9)}, {strategies.BEST: (1.15, 9)}]),
    ("NRRP-Precise is well", of([PRECISE, *(name.replace("rounded", "precise") for name in STEALING)], (1, 10)),
     [{"nrrp-precise-choice-steal": (0.97, 10)}]),
    ("NRRP-Precise: stealing still",
     of([name.replace("rounded", "precise") for name in STEALING], (1, 11)) | {PRECISE: (1, 10)},
     [{PRECISE_STEAL: (1, 10)}]),
    ("EffectiveSteal moves less",
     of([*RANDS, *(name.replace("rounded", "precise") for name in RANDS)], (1, 10))
     | of([strategies.BEST, PRECISE_STEAL], (1, 9)),
     [{strategies.BEST: (1.02, 9)}, {PRECISE_STEAL: (1, 10)}]),
    ("Static: Precise takes less", {ROUNDED: (2, 9), PRECISE: (1, 10)}, [{PRECISE: (2.1, 10)}, {PRECISE: (1, 8)}]),
    ("Static: the difference in time",
     of([PRECISE], (1, 9)) | of([ROUNDED], (1.1, 9)) | of([PRECISE], (2, 9), 23040) | of([ROUNDED], (2.2, 9), 23040),
     [of([ROUNDED], (2.05, 9), 23040)]),
    ("Stealing offsets", {strategies.BEST: (1.01, 9), PRECISE_STEAL: (1, 9)}, [{strategies.BEST: (1.03, 9)}]),
    ("Rounded-EffectiveSteal moves less than even",
     {strategies.BEST: (1, 9), PRECISE: (1, 10), (strategies.BEST, 23040): (1, 21), (PRECISE, 23040): (1, 20)},
     [{strategies.BEST: (1, 11)}, {(strategies.BEST, 23040): (1, 19)}]),
    ("Rounded-EffectiveSteal obtains the best", of(strategies.PAPER, (1, 10)) | {strategies.BEST: (0.9, 10)},
     [{"first-dyn": (0.8, 10)}, {"dmda": (1, 8)}]),
    ("3D-NRRP-Rounded-Static without redux",
     {(SOLID, 7680): (1, 9), (ROUNDED, 7680): (1, 9), (SOLID, 23040): (2, 9), (ROUNDED, 23040): (1, 9)},
     [{(SOLID, 23040): (1.4, 9)}, {(SOLID, 7680): (2.1, 9)}]),
    ("3D-NRRP-Rounded-Redux moves more", {(REDUX, 23040): (1, 11), (ROUNDED, 23040): (1, 10)},
     [{(REDUX, 23040): (1, 10.9)}]),
    ("With redux or stealing", of(REASONABLE, (1.1, 9)) | {strategies.BEST: (1, 9)}, [{REDUX: (1.3, 9)}]),
    ("The 3D approach", of(IN_3D, (0.9, 11)) | {strategies.BEST: (1, 10)}, [{IN_3D[0]: (0.9, 9)}]),
    ("NRRP-Rounded-EffectiveSteal consistently",
     of(["dmda", "choice-dyn-50"], (1.1, 11)) | {strategies.BEST: (1, 10)},
     [{"dmda": (1.1, 10)}, {"choice-dyn-50": (1, 11)}]),
    ("NRRP-Rounded-EffectiveSteal moves almost",
     {("dmda", 7680): (1, 10), (strategies.BEST, 7680): (1, 8.6), ("dmda", 30720): (1, 10), (strategies.BEST, 30720): (1, 7)},
     [{(strategies.BEST, 7680): (1, 9.1)}, {(strategies.BEST, 30720): (1, 7.6)}]),
    ("Chameleon is faster", {(strategies.BEST, 7680): (0.25, 2.7), strategies.BEST: (1.7, 10.5)},
     [{(strategies.BEST, 7680): (0.24, 2.7)}, {strategies.BEST: (2, 10.5)}, {strategies.BEST: (1.7, 18)}]),
    ("On mirage the difference in time",
     {ROUNDED: (1.1, 9), PRECISE: (1, 9), (ROUNDED, 15360, "mirage"): (1.2, 9), (PRECISE, 15360, "mirage"): (1, 9)},
     [{(ROUNDED, 15360, "mirage"): (1.05, 9)}]),
    ("On mirage Rounded and Precise",
     {(strategies.BEST, 15360, "mirage"): (1.01, 9), (PRECISE_STEAL, 15360, "mirage"): (1, 9)},
     [{(strategies.BEST, 15360, "mirage"): (0.99, 9)}, {(strategies.BEST, 15360, "mirage"): (1.03, 9)}]),
    ("On mirage both NRRP",
     of([strategies.BEST, PRECISE_STEAL], (1, 9), 15360, "mirage") | {("dmda", 15360, "mirage"): (1.1, 10)},
     [{(PRECISE_STEAL, 15360, "mirage"): (1, 10)}, {(strategies.BEST, 15360, "mirage"): (1.2, 9)}]),
    ("DMDA's traffic", {"dmda": (1, 10), ("dmda", 15360, "mirage"): (1, 10.5)},
     [{("dmda", 15360, "mirage"): (1, 12)}, {("dmda", 15360, "mirage"): (1, 8)}]),
    ("ChoiceDyn-50 and EffectiveDyn perform",
     of([*LATER, "dmda"], (1, 10)) | of(LATER, (1, 9), 15360, "mirage") | of(["dmda"], (1, 10), 15360, "mirage"),
     [{(LATER[0], 15360, "mirage"): (1, 9.9)}]),
    ("Figure 8's order",
     of(mirage.NRRP, (1, 9), 15360, "mirage") | of(LATER, (1, 10), 15360, "mirage") | of(["dmda"], (1, 11), 15360, "mirage"),
     [{(LATER[0], 15360, "mirage"): (1, 11)}, {(mirage.NRRP[0], 15360, "mirage"): (1, 10)}]),
    ("Using the CPUs always",
     of(cpus.FIGURE_9, (1, 9)) | of(cpus.FIGURE_9, (1, 10), 15360, "sirocco", 0), [{"dmda": (1, 10)}]),
    ("Except for Static at N = 7680",
     of(cpus.FIGURE_9, (0.9, 9)) | of(cpus.FIGURE_9, (1, 9), 15360, "sirocco", 0), [{"dmda": (0.99, 9)}]),
    ("At N = 7680 Static without",
     {(ROUNDED, 7680): (1, 9), (ROUNDED, 7680, "sirocco", 0): (0.9, 9)}, [{(ROUNDED, 7680): (0.8, 9)}]),
    ("The CPUs reduce the time increasingly",
     of([strategies.BEST], (1, 9)) | of([strategies.BEST], (1.1, 9), 15360, "sirocco", 0)
     | of([strategies.BEST], (2, 9), 23040) | of([strategies.BEST], (3, 9), 23040, "sirocco", 0),
     [{(strategies.BEST, 23040): (2.9, 9)}]),
    ("NRRP makes much better use",
     of(cpus.FIGURE_9, (0.9, 9)) | {strategies.BEST: (0.8, 8)} | of(cpus.FIGURE_9, (1, 10), 15360, "sirocco", 0),
     [{strategies.BEST: (0.8, 9)}, {"dmda": (0.7, 9)}]),
    ("Their order by traffic", IN_ORDER, [{"dyn-blocks-matrix": (1, 11)}, {"sorted-outer": (1, 9.5)}]),
    ("On sirocco a second phase", of(strategies.AFFINITY, (1, 10)),
     [{"dynamic-outer-2phases": (1, 9)}, {"dynamic-matrix-2phases": (1, 11)}]),
    ("On sirocco whole tiles", of(OUTER, (1, 10)) | of(MATRIX, (2, 11)),
     [{"sorted-matrix": (2, 9)}, {"dyn-blocks-outer": (3, 10)}]),
    ("On sirocco DynChoiceOuter", {"dyn-choice-outer": (1, 8), "dmda": (1, 10)},
     [{"dyn-choice-outer": (1.02, 8)}, {"dyn-choice-outer": (1, 9.5)}]),
    ("There a plan does better", of(strategies.AFFINITY, (1, 10)) | {strategies.BEST: (0.9, 11)},
     [{"dyn-choice-outer": (0.8, 10)}]),
]


def all_findings(rows):
    summary = Summary(rows)
    return findings.findings_of(summary) + affinity.findings_of(summary)


def verdict(rows, beginning):
    """Of the finding whose claim begins so."""
    return next(f.verdict for f in all_findings(rows) if f.claim.startswith(beginning))


class Findings(unittest.TestCase):
    def test_without_runs_nothing_is_claimed(self):
        self.assertEqual({f.verdict for f in all_findings([])}, {"not run"})

    def test_missing_strategy_is_not_run(self):
        self.assertEqual(verdict([row("nrrp-rounded-static")], "Static: Precise takes less"), "not run")

    def test_all_can_be_computed(self):
        rows = [row(name, size, platform=platform, cpus=cpus) for name in strategies.PAPER + strategies.AFFINITY for size in plan.SIZES
                for platform in plan.PLATFORMS for cpus in (0, 1)]
        verdicts = {f.claim: f.verdict for f in all_findings(rows)}
        self.assertNotIn("not run", verdicts.values())

    def test_criteria(self):
        for claim, confirming, changes in CRITERIA:
            with self.subTest(claim):
                self.assertEqual(verdict(rows_of(key_by_scene(confirming)), claim), "confirmed")
                for change in changes:
                    figures = key_by_scene(confirming) | key_by_scene(change)
                    self.assertEqual(verdict(rows_of(figures), claim), "contradicted", change)

    def test_every_criterion_is_tested(self):
        claims = [finding.claim for finding in all_findings([])]
        self.assertEqual([sum(claim.startswith(beginning) for beginning, _, _ in CRITERIA) for claim in claims],
                         [1] * len(claims))

    def test_one_size_is_enough_to_contradict(self):
        rows = [row(name, size, gib=gib) for size in (15360, 23040)
                for name, gib in (("dmda", 14), ("choice-dyn-10", 13), ("choice-dyn-50", 11), ("effective-dyn", 10))]
        claim = "ChoiceDyn-10 and DMDA move"
        self.assertEqual(verdict(rows, claim), "confirmed")
        rows.append(row("dmda", 23040, gib=1, repetition=2))
        self.assertEqual(verdict(rows, claim), "contradicted")

    def test_smallest_size_is_excepted_where_the_paper_does(self):
        rows = [row(name, 7680) for name in dynamic.COMPARED_DYNAMIC]
        self.assertEqual(verdict(rows, "ChoiceDyn-10 and DMDA move"), "not run")


if __name__ == "__main__":
    unittest.main()
