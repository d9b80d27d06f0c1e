"""Load exchange (experiments/exchange.sh), without its pictures: what is run, and which statements hold of which figures."""
import unittest

from exchange import engines, findings, plan, report, results

SCALE = plan.QUICK


def figures(run, seed):
    """Of one run. Naive needs 1.5 times the memory of increments, snapshots need 0.9 of it, 1.4 times the time and a tenth of
    the messages, the less so on more processes."""
    naive, snapshot = run.mechanism == plan.NAIVE, run.mechanism == plan.SNAPSHOT
    waits = snapshot and run.thread == plan.NONE
    messages = 1000 * run.processes if not snapshot else 100 * run.processes ** 2 / SCALE.processes[0]
    return {"seed": seed, "decisions": run.processes, "messages": {"total": messages}, "bytes": 16 * messages,
            "peak_memory": {"max": 1e6 * (1.5 if naive else 0.9 if snapshot else 1) * (1 + 0.1 * seed)},
            "time": 1.4 if waits else 1.1 if snapshot else 1.0, "seconds_frozen": 0.3 if waits else 0.05 if snapshot else 0,
            "view_error": {"mean": 0.3 if naive else 0 if snapshot else 0.01}}


def made(change=lambda run, one: None):
    """Results where all was run."""
    records = {}
    for run in plan.planned(SCALE):
        runs = [figures(run, seed) for seed in range(run.seeds if run.tree.drawn else 1)]
        for one in runs:
            change(run, one)
        records[run] = {"elapsed": 1, "report": {"per_run": runs, "samples": None}}
    return results.Results(SCALE, records)


def verdicts(found):
    return {finding.claim: finding.verdict for finding in findings.findings_of(found)}


class Plan(unittest.TestCase):
    def test_every_run_has_a_name_of_its_own(self):
        for scale in (plan.QUICK, plan.FULL):
            runs = plan.planned(scale)
            self.assertEqual(len({run.name for run in runs}), len(runs))
            self.assertTrue(all("/" not in run.name and ":" not in run.name for run in runs))

    def test_matrices_run_once_and_drawn_trees_with_each_seed(self):
        for run in plan.planned(plan.FULL):
            expected = "16" if run.tree.drawn and run.more != plan.WITH_SAMPLES else "1"
            self.assertEqual(run.arguments[run.arguments.index("--runs") + 1], expected)


class Results(unittest.TestCase):
    def test_ratios_are_of_the_same_seed(self):
        ratios = made().ratios(results.peak, SCALE.wide, SCALE.processes[0], plan.MEMORY, plan.NAIVE, plan.INCREMENTS)
        self.assertEqual(len(ratios), SCALE.seeds)
        for ratio in ratios:
            self.assertAlmostEqual(ratio, 1.5)

    def test_spread_tells_the_ends_where_there_are_several(self):
        self.assertEqual(results.spread([3.0], ".1f"), "3.0")
        self.assertEqual(results.spread([3.0, 1.0, 2.0], ".1f"), "2.0 (1.0 to 3.0)")

    def test_rows_are_one_a_run_and_seed(self):
        rows = results.rows_of(made())
        self.assertEqual(set(rows[0]), set(results.COLUMNS))
        self.assertEqual(len(rows), sum(run.seeds if run.tree.drawn else 1 for run in plan.planned(SCALE)))


class Findings(unittest.TestCase):
    def test_figures_like_the_papers_confirm_what_it_says_of_them(self):
        found = verdicts(made())
        for claim in ("There are more dynamic decisions on more processes.",
                      "The peak of memory is generally larger with the naive mechanism than with the others.",
                      "Snapshots give the best memory occupation in most cases.",
                      "Masters who decide at the same time overload the same slaves by naive views (ours).",
                      "Snapshots cost time where processes answer between tasks (ours).", "They cost little with a thread (ours).",
                      "Snapshots are slower than increments.", "Snapshots use fewer messages than increments.",
                      "With a thread snapshots are much faster.", "Snapshots with a thread are still slower than increments with one."):
            self.assertEqual(found[claim], "confirmed", claim)
        self.assertEqual(found["The ratio grows with the number of processes."], "contradicted")

    def test_one_case_does_not_refute_what_is_said_of_most(self):
        def one_case(run, one):
            if run.tree == SCALE.wide and run.processes == SCALE.processes[0] and run.mechanism == plan.SNAPSHOT:
                one["peak_memory"]["max"] *= 2
        self.assertEqual(verdicts(made(one_case))["Snapshots give the best memory occupation in most cases."], "confirmed")

    def test_most_cases_do(self):
        def most_cases(run, one):
            if run.mechanism == plan.SNAPSHOT and run.processes == SCALE.processes[0] or run.tree == SCALE.wide:
                one["peak_memory"]["max"] *= 2 if run.mechanism == plan.SNAPSHOT else 1
        self.assertEqual(verdicts(made(most_cases))["Snapshots give the best memory occupation in most cases."], "contradicted")

    def test_little_more_memory_is_no_overload(self):
        def little_more(run, one):
            if run.mechanism == plan.NAIVE:
                one["peak_memory"]["max"] *= 0.75
        claim = "Masters who decide at the same time overload the same slaves by naive views (ours)."
        self.assertEqual(verdicts(made(little_more))[claim], "contradicted")

    def test_views_are_judged_where_decisions_count(self):
        claim = "The naive mechanism decides by views without the previous decisions; views by snapshots are the most exact."

        def none_of(is_without):
            def change(run, one):
                if is_without(one["seed"]):
                    one["view_error"] = None
            return verdicts(made(change))[claim]
        self.assertEqual(none_of(lambda seed: seed == 1), "confirmed")
        self.assertEqual(none_of(lambda seed: True), "not run")

    def test_what_was_not_run_is_not_judged(self):
        self.assertEqual(set(verdicts(results.Results(SCALE, {})).values()), {"not run"})

    def test_the_page_counts_them(self):
        found = findings.findings_of(made())
        text = report.markdown(made(), found, "experiments/exchange.sh --quick")
        confirmed = sum(finding.verdict == "confirmed" for finding in found)
        self.assertIn(f"\n{confirmed} statements are confirmed", text)
        self.assertIn("| `wide:8,3` | 8 | 8 (8 to 8) |", text)
        self.assertIn("| `grid:100x100` | 8 | 1.5e+06 | 1e+06 | 9e+05 |", text)


class BySimGrid(unittest.TestCase):
    @staticmethod
    def made(slower, messages):
        """The same figures, but for times and messages."""
        runs = engines.planned(engines.QUICK)
        records = {}
        for run in runs:
            per_run = [figures(run, seed) for seed in range(run.seeds)]
            for one in per_run:
                one["time"] *= slower * (1 + 0.2 * one["seed"])
                one["messages"]["total"] *= messages
            records[run] = {"elapsed": 60, "report": {"simulated_by": "SimGrid 9", "per_run": per_run}}
        return results.Results(engines.QUICK, records)

    def test_ratios_are_of_the_same_seed(self):
        text = engines.markdown(self.made(1.5, 2), self.made(1, 1), "experiments/exchange-simgrid.sh --quick")
        self.assertIn("| `wide:8,3` | 8 | naive | none | 1.65 (1.5 to 1.8) | 1.500 (1.500 to 1.500) | 1.000 (1.000 to 1.000) "
                      "| 2.000 (2.000 to 2.000) |", text)
        self.assertIn("(SimGrid 9), which took 10.0 minutes", text)

    def test_statements_are_judged_by_its_figures(self):
        text = engines.markdown(self.made(1, 1), self.made(1, 1), "")
        self.assertIn("* **confirmed** (2 of 2 checks hold): They send fewer messages (ours).", text)
        self.assertNotIn("not run", text)
        self.assertNotIn("table 4", text)


if __name__ == "__main__":
    unittest.main()
