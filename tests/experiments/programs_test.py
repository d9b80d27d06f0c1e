"""StarPU's example programs (experiments/programs.sh), without its picture: runs, what programs print, and the page."""
import tempfile
import unittest
from pathlib import Path
from unittest.mock import patch

from common.child import ChildFailed
from common.execute import Watch, execute
from common.store import Store
from programs import plan, report, results
from programs.examples import GIB, Examples, printed
from programs.plan import EXAMPLES, PLATFORMS, SCHEDS, SMALLEST

LU = "# size\tms\tGFlop/s\n15360\t1524\t1584.9\n"
DGEMM = "# x\ty\tz\tms\tGFlops\n15360\t15360\t3840\t453\t4002.7\n"
BUS = "\n#---------------------\nData transfer stats:\n\tNUMA 0 -> CUDA 0\t0.6729 GB\nTotal transfers: 9.3521 GB\n#-----\n"


def rows(figures_of=lambda run: (1, 1), quick=False):
    """Of all runs; figures_of(run): seconds and GiB."""
    made = []
    for run in plan.planned(quick):
        seconds, gib = figures_of(run)
        made.append(results.row(run, {"report": {"seconds": seconds, "bytes": gib * GIB}}))
    return made


class Plan(unittest.TestCase):
    def test_every_run_has_a_name_and_a_command_of_its_own(self):
        runs = plan.planned()
        self.assertEqual(len(runs), len(PLATFORMS) * len(EXAMPLES) * len(SCHEDS))
        self.assertEqual(len({run.name for run in runs + plan.planned(cost=1)}), 2 * len(runs))
        self.assertEqual(len({str(run.arguments) + str(run.environment) for run in runs}), len(runs))

    def test_the_quick_runs_are_some_of_all(self):
        quick = plan.planned(quick=True)
        self.assertEqual(len(quick), 10)
        self.assertLessEqual(set(quick), set(plan.planned()))

    def test_programs_get_their_own_arguments(self):
        lu, _, dgemm = SMALLEST
        self.assertEqual(lu.arguments, ["-size", "15360", "-nblocks", "16"])
        self.assertEqual(dgemm.arguments, ["-xy", "15360", "-z", "3840", "-nblocks", "16", "-iter", "1"])
        self.assertEqual([example.label for example in EXAMPLES[:2]], ["lu 15360", "lu 15360, 48 blocks"])

    def test_plain_programs_are_one_with_an_algorithm(self):
        run = plan.Run("mirage", plan.SMALLEST_PLAIN[0], "auto")
        self.assertEqual(run.arguments, ["plain", "windows", "-nblocks", "8", "-tile", "960"])
        self.assertEqual(run.example.label, "plain windows 7680")
        self.assertEqual({example.executable for example in plan.PLAINS}, {"plain"})
        self.assertTrue(all(example.tasks > 0 for example in EXAMPLES))

    def test_no_scheduler_lets_starpu_write_tiles_back_early(self):
        for run in plan.planned():
            for variable in ("STARPU_MINIMUM_CLEAN_BUFFERS", "STARPU_TARGET_CLEAN_BUFFERS"):
                self.assertEqual(run.environment[variable], "0")
        self.assertIn("does not write tiles back early (`STARPU_MINIMUM_CLEAN_BUFFERS=0`)", report.markdown(rows()))


class Printed(unittest.TestCase):
    def test_time_and_transfers_are_found(self):
        self.assertEqual(printed(0, LU, BUS), {"seconds": 1.524, "bytes": round(9.3521 * GIB)})
        self.assertEqual(printed(0, BUS + DGEMM, ""), {"seconds": 0.453, "bytes": round(9.3521 * GIB)})

    def test_what_is_missing_is_named(self):
        for status, out, error, reason in ((0, "", BUS, "printed no time: nothing"), (0, "# size\tms\tx\n", BUS, "no time"),
                                           (0, LU, "", "no total of transfers"), (2, LU, "/a/b.c:1: oh\n", "2: b.c:1: oh")):
            with self.assertRaisesRegex(ChildFailed, reason):
                printed(status, out, error)


class Execute(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.store = Store(self.folder / "runs", "a build")

    def program(self, text):
        """All examples are this script."""
        for example in SMALLEST + plan.SMALLEST_PLAIN:
            file = self.folder / example.executable
            file.write_text("#!/bin/sh\n" + text)
            file.chmod(0o755)

    def execute(self, runs):
        return execute(Examples(self.folder, "", self.folder), self.store, runs, 2, Watch())

    def test_runs_are_kept(self):
        self.program(f"""printf '{LU}'; printf '{BUS}' | sed "s/9.3521/$STARPU_NCPU/" >&2""")
        runs = plan.planned(quick=True)
        self.assertEqual(self.execute(runs), {})
        self.assertEqual({self.store.load(run)["report"]["bytes"] for run in runs}, {20 * GIB})

    def test_failures_are_told(self):
        self.program("[ $STARPU_SCHED = auto ] && exit 3; " + f"printf '{BUS}{LU}'")
        runs = plan.planned(quick=True)
        failures = self.execute(runs)
        self.assertEqual(set(failures), {run for run in runs if run.sched == "auto"})
        self.assertEqual(set(failures.values()), {"exit status 3: nothing"})

    def test_the_users_settings_do_not_count(self):
        self.program(f"[ -z $STARPU_CALIBRATE ] || exit 1; printf '{BUS}{LU}'")
        with patch.dict("os.environ", {"STARPU_CALIBRATE": "1"}):
            self.assertEqual(self.execute(plan.planned(quick=True)), {})


class Report(unittest.TestCase):
    def test_auto_is_compared_with_the_best_of_each(self):
        figures = {"dmda": (10, 4), "dmdas": (8, 5), "auto": (6, 3)}
        made = rows(lambda run: figures.get(run.sched, (1, 1)))
        one = results.compared(made, "mirage", EXAMPLES[0])
        self.assertEqual((one.seconds, one.bytes), (0.75, 0.75))
        self.assertIn("| mirage | lu 15360 | 10000 / 4.00 | 8000 / 5.00 | 6000 / 3.00 | 0.75 | 0.75 |", report.findings(made))

    def test_median_and_worst_are_told(self):
        slow = plan.Run("mirage", plan.STARPUS[-1], "auto")
        text = report.findings(rows(lambda run: (3, 1) if run == slow else (1, 2) if run.sched == "auto" else (2, 2)))
        self.assertIn("Time of `auto`: median 0.50, worst 1.50 (dgemm 15360 on mirage); less time in 19 of 20.", text)
        self.assertIn("Bytes of `auto`: median 1.00, worst 1.00 (lu 15360 on sirocco); fewer bytes in 1 of 20.", text)
        self.assertIn("Time of `auto`: median 0.50, worst 0.50 (plain product 15360 on sirocco); less time in 18 of 18.", text)

    def test_every_run_has_a_line(self):
        lines = [line for line in report.tables(rows()).splitlines() if line.startswith("| ")]
        self.assertEqual(len(lines), len(PLATFORMS) + len(plan.planned()))

    def test_the_command_comes_first(self):
        self.assertIn("\n\n    experiments/programs.sh\n\n", report.markdown(rows()))
        text = report.markdown(rows(quick=True), quick=True, cost=1)
        self.assertIn("\n\n    experiments/programs.sh --quick --scheduling-cost 1\n\n", text)
        self.assertNotIn("mirage", text)
        self.assertNotIn("`dmda`", text)


if __name__ == "__main__":
    unittest.main()
