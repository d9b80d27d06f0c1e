"""Zones larger than GPU memory (experiments/memory.sh), without its picture: runs, and what the page says of them."""
import unittest
from dataclasses import replace

from memory import plan, report, results
from memory.plan import BLOCKS, DMDA, OTHERS, PARTS, SIZES


def rows(ratio_of):
    """Of all runs; ratio_of(run): bytes by their bound."""
    return [results.row(run, {"elapsed": 1, "report": {
        "seconds": 3, "seconds_bound": 2, "bytes_total": ratio_of(run) * 2**30, "bytes_bound": 2**30}})
        for run in plan.planned()]


class Plan(unittest.TestCase):
    def test_every_run_has_a_name_and_a_command_of_its_own(self):
        runs = plan.planned()
        self.assertEqual(len(runs), len(SIZES) * len(PARTS) * len(BLOCKS + OTHERS))
        self.assertEqual(len({run.name for run in runs}), len(runs))
        self.assertEqual(len({str(run.arguments) + str(run.environment) for run in runs}), len(runs))

    def test_memory_is_a_part_of_a_zone(self):
        whole = plan.Run(30720, 1, DMDA)
        # 228 tiles of C and 2 x 15.05 x 32 of A and B, of 7.03 MiB.
        self.assertAlmostEqual(whole.memory, (0.2212 * 32**2 + 2 * 0.4703 * 32**2) * 960**2 * 8 / 2**20, delta=2)
        self.assertAlmostEqual(replace(whole, part=10).memory, whole.memory / 10, delta=1)


class Report(unittest.TestCase):
    def test_the_worst_size_counts(self):
        text = report.finding(rows(lambda run: 1.5 if (run.size, run.part) == (SIZES[1], 10) else 1.1), 10)
        self.assertIn("`auto` 1.50 times", text)
        self.assertIn("none is within 1.25", text)

    def test_those_within_are_named(self):
        text = report.finding(rows(lambda run: 1.3 if run.strategy == "auto" else 1.2), 4)
        self.assertIn("`nrrp-rounded-static` and `nrrp-rounded-effective-steal` are within", text)
        self.assertIn("all are within", report.finding(rows(lambda run: 1), 4))

    def test_the_worst_row_is_named(self):
        text = report.finding_of_all(rows(lambda run: 9 if run.strategy == "dmda" else
                                          1.4 if (run.size, run.part, run.strategy) == (SIZES[0], 6, "auto") else 1.1))
        self.assertIn("at most 1.40 times the bound: `auto`, N = 15360, 1/6 of a zone", text)

    def test_time_is_compared_with_that_where_all_fits(self):
        seconds = {(15360, "auto", 3): 3.6, (23040, "auto", 10): 4.5, (15360, "dmda", 2): 2.88}
        chosen = [results.row(run, {"elapsed": 1, "report": {
            "seconds": seconds.get((run.size, run.choice.strategy, run.part), 3), "seconds_bound": 2, "bytes_total": 1, "bytes_bound": 1}})
            for run in plan.planned()]
        text = report.finding_of_time(chosen)
        self.assertIn("`auto` +0.0% to +20.0% with a whole zone to 1/4 of a zone (at each size they are at most 20% apart), "
                      "+0.0% to +50.0% with 1/10 of a zone", text)
        self.assertIn("`dmda, order of submission` -4.0% to +0.0% with a whole zone to 1/4 of a zone (at each size they are at most "
                      "4% apart: there is hardly any time to gain between them)", text)

    def test_every_run_has_a_line(self):
        lines = [line for line in report.markdown(rows(lambda run: 1)).splitlines() if line.startswith("| ")]
        self.assertEqual(len(lines), len(SIZES) + len(plan.planned()))


if __name__ == "__main__":
    unittest.main()
