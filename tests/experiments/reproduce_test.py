"""The campaign of experiments/reproduce.sh without its pictures: resuming, failures, statistics, goals."""
import contextlib
import csv
import importlib
import io
import sys
import tempfile
import unittest
import unittest.mock
from pathlib import Path
from types import SimpleNamespace

from reproduce import bus, goals, paper_report, plan, strategies, tangram_report
from reproduce.plan import Run
from reproduce.rows import COLUMNS, rows_of
from reproduce.summary import Summary
from common import store
from common.criteria import NotRun
from common.execute import Watch, execute
from common.simulator import Simulator
from rows import row

REPORT = """{"seconds": 2, "seconds_total": 3, "seconds_bound": 1, "bytes_total": 2147483648, "bytes_bound": 1073741824,
"tasks_by_node": [{"node": 0, "speed": 1}, {"node": 1, "speed": 3}], "steals": null, "reductions": 0,
"workers": [{"busy_seconds": 1.5}, {"busy_seconds": 1.75}],
"scheduling_seconds": null}"""


class Plan(unittest.TestCase):
    def test_has_the_papers_29_strategies(self):
        self.assertEqual(len(strategies.PAPER), 29)
        self.assertEqual(len(set(strategies.PAPER)), 29)

    def test_names_are_the_papers(self):
        self.assertEqual(strategies.label("3d-nrrp-rounded-redux-effective-steal"), "3D-NRRP-Rounded-Redux-EffectiveSteal")
        self.assertEqual(strategies.label("choice-dyn-50"), "ChoiceDyn-50")
        self.assertEqual(strategies.allocation("nrrp-plus-refined-static"), "nrrp-plus-refined")
        self.assertIsNone(strategies.allocation("effective-dyn"))

    def test_repeats_what_is_random_with_other_seeds(self):
        runs = plan.planned([plan.PAPER], ["mirage"], [7680], ["nrrp-rounded-rand-steal", "nrrp-rounded-choice-steal"], 3)
        seeds = [run.environment["TANGRAM_SEED"] for run in runs if run.cpus and "rand" in run.strategy]
        self.assertEqual(sorted(seeds), ["1", "2", "3"])
        self.assertEqual(sum("choice" in run.strategy for run in runs), 2)  # with CPUs and without

    def test_counts_the_time_of_the_best_policies_on_sirocco(self):
        runs = plan.planned([plan.TANGRAM], plan.PLATFORMS, [7680], [strategies.BEST, "lws"], 5)
        costly = [run for run in runs if run.scheduling_cost]
        self.assertEqual({(run.platform, run.cpus, run.strategy) for run in costly}, {("sirocco", True, strategies.BEST)})
        self.assertEqual(len(costly), 5)

    def test_long_runs_come_early_and_short_ones_soon(self):
        runs = plan.planned(plan.MODES, plan.PLATFORMS, plan.SIZES, strategies.PAPER, 1)
        self.assertEqual(runs, plan.planned(plan.MODES, plan.PLATFORMS, plan.SIZES, strategies.PAPER, 1))
        longest = max(run.work for run in runs)
        last = max(i for i, run in enumerate(runs) if run.work == longest)
        self.assertLess(last, len(runs) / 2)
        self.assertLess(min(run.work for run in runs[:10]), longest / 10)

    def test_every_run_has_a_name_and_a_command_of_its_own(self):
        runs = plan.planned(plan.MODES, plan.PLATFORMS, plan.SIZES, strategies.PAPER, 2)
        self.assertEqual(len({run.name for run in runs}), len(runs))
        self.assertEqual(len({str(run.arguments) + str(run.environment) for run in runs}), len(runs))

    def test_as_in_the_paper_only_its_strategies_run(self):
        runs = plan.planned(plan.MODES, ["sirocco"], [7680], [strategies.BEST, "auto", "lws"], 1)
        names = {mode: {run.strategy for run in runs if run.mode == mode} for mode in plan.MODES}
        self.assertEqual(names, {"paper": {strategies.BEST}, "tangram": {strategies.BEST, "auto", "lws"}})
        self.assertEqual({(run.mode, run.environment["TANGRAM_MODE"]) for run in runs},
                         {("paper", "paper"), ("tangram", "tangram")})


class Quiet(Watch):
    """In the progress bar's place, which needs a package."""

    def __init__(self, runs):
        pass

    def close(self):
        pass


class Execution(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.store = store.Store(self.folder / "runs", "this build")
        self.runs = [Run("sirocco", True, size, "dmda") for size in (960, 1920)]

    def simulator(self, script):
        """A program in tangram-sim's place; its first lines are shell."""
        program = self.folder / "simulator"
        program.write_text(f"#!/bin/sh\n{script}\ncat <<'END'\n{REPORT}\nEND\n")
        program.chmod(0o755)
        return Simulator(program)

    def execute(self, script, runs=None, on_done=lambda run: None):
        watch = Watch()
        watch.done = on_done
        return execute(self.simulator(script), self.store, runs or self.runs, 2, watch)

    def files(self):
        return sorted(file.name for file in self.store.folder.glob("*") if file.is_file())

    def test_keeps_results(self):
        done = []
        self.assertEqual(self.execute("", on_done=done.append), {})
        self.assertEqual(set(done), set(self.runs))
        self.assertEqual([r["gib"] for r in rows_of(self.store, self.runs)], [2, 2])
        first = rows_of(self.store, self.runs)[0]
        self.assertEqual((first["accelerators_share"], first["busiest_seconds"]), (0.75, 1.75))

    def test_another_build_or_command_is_run_again(self):
        self.execute("")
        self.assertIsNotNone(self.store.load(self.runs[0]))
        self.assertIsNone(store.Store(self.store.folder, "another build").load(self.runs[0]))
        (self.store.folder / f"{self.runs[1].name}.json").write_text(
            (self.store.folder / f"{self.runs[0].name}.json").read_text()
        )
        self.assertIsNone(self.store.load(self.runs[1]))

    def test_damaged_file_is_no_result(self):
        self.execute("")
        file = self.store.folder / f"{self.runs[0].name}.json"
        for damaged in (file.read_text()[:50], "[]", "null"):
            file.write_text(damaged)
            self.assertIsNone(self.store.load(self.runs[0]))

    def test_file_that_cannot_be_written_leaves_nothing(self):
        (self.folder / "taken").mkdir()
        with self.assertRaises(OSError):
            store.write_whole(self.folder / "taken", "text")
        self.assertEqual([file.name for file in self.folder.iterdir()], ["taken"])

    def test_collects_failures_and_goes_on(self):
        failures = self.execute('case "$*" in *"--size 960 "*) echo "noise"; echo "error: no such thing" >&2; exit 2;; esac')
        self.assertEqual(list(failures), [self.runs[0]])
        self.assertEqual(failures[self.runs[0]], "exit status 2: error: no such thing")
        self.assertEqual(self.files(), [f"{self.runs[1].name}.json"])

    def test_failures_name_files_without_folders(self):
        failures = self.execute('echo "error: /home/me/starpu/src/policy.c:12: 1/2 of a/b failed" >&2; exit 134')
        self.assertEqual(failures[self.runs[0]], "exit status 134: error: policy.c:12: 1/2 of a/b failed")

    def test_unreadable_report_is_a_failure(self):
        self.assertEqual(set(self.execute("echo nonsense")), set(self.runs))
        self.assertEqual(rows_of(self.store, self.runs), [])

    def test_users_settings_do_not_matter(self):
        script = '[ -z "$STARPU_SCHED$TANGRAM_WINDOW" ] && [ "$TANGRAM_SEED" = 4 ] || exit 1'
        run = Run("sirocco", True, 960, "dmda", repetition=4)
        with unittest.mock.patch.dict("os.environ", {"STARPU_SCHED": "x", "TANGRAM_WINDOW": "9", "TANGRAM_SEED": "7"}):
            self.assertEqual(self.execute(script, [run]), {})

    def test_only_what_is_missing_is_run(self):
        simulator = self.simulator(f'echo "$*" >> {self.folder / "commands"}')
        self.store.save(self.runs[0], {"elapsed": 1, "report": {}})
        with unittest.mock.patch.dict("sys.modules", {"common.progress": SimpleNamespace(Progress=Quiet)}):
            from common.missing import run_missing
        with contextlib.redirect_stderr(io.StringIO()) as said:
            self.assertEqual([run_missing(2, simulator, self.store, self.runs) for _ in range(2)], [{}, {}])
        self.assertIn("== 2 runs, 1 of them done", said.getvalue())
        self.assertEqual((self.folder / "commands").read_text().count("--size 960 "), 0)
        self.assertEqual((self.folder / "commands").read_text().count("--size 1920 "), 1)

    def test_what_a_simulation_leaves_is_removed(self):
        left = self.folder / "left"
        self.execute(f'mkdir "$TMPDIR/models" && echo "$TMPDIR" >> {left}; kill -9 $$')
        for folder in left.read_text().split():
            self.assertFalse(Path(folder).exists())

    def test_interrupt_ends_what_runs_and_leaves_whole_files(self):
        def interrupt(run):
            raise KeyboardInterrupt

        with self.assertRaises(KeyboardInterrupt):
            self.execute('case "$*" in *"--size 960 "*) exec tail -f /dev/null;; esac', on_done=interrupt)
        self.assertEqual(self.files(), [f"{self.runs[1].name}.json"])
        self.assertIsNotNone(self.store.load(self.runs[1]))

    def test_csv_has_a_line_for_each_run(self):
        self.execute("")
        store.write_csv(self.folder / "results.csv", rows_of(self.store, self.runs), COLUMNS)
        with (self.folder / "results.csv").open() as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([(r["size"], r["mode"], r["bytes"], r["steals"]) for r in rows],
                         [("960", "tangram", "2147483648", ""), ("1920", "tangram", "2147483648", "")])

    def test_build_is_the_programs_content(self):
        first = self.simulator("").build()
        self.assertEqual(first, self.simulator("").build())
        self.assertNotEqual(first, self.simulator("true").build())


class Statistics(unittest.TestCase):
    def test_spread_of_repetitions(self):
        rows = [row("dmda", seconds=value, repetition=i) for i, value in enumerate((1.0, 2.0, 6.0))]
        seconds = Summary(rows).scene("sirocco").point("dmda", 15360).seconds
        self.assertEqual((seconds.mean, seconds.least, seconds.greatest, seconds.median), (3.0, 1.0, 6.0, 2.0))

    def test_scenes_are_apart(self):
        summary = Summary([row("dmda"), row("dmda", cpus=0, seconds=2.0), row("dmda", cost=1, seconds=3.0)])
        self.assertEqual(summary.scene("sirocco").time("dmda", 15360), 1.0)
        self.assertEqual(summary.scene("sirocco", cpus=False).time("dmda", 15360), 2.0)
        self.assertEqual(summary.scene("sirocco", scheduling_cost=1).time("dmda", 15360), 3.0)
        with self.assertRaises(NotRun):
            summary.scene("mirage").time("dmda", 15360)

    def test_bound_of_the_bus(self):
        # specs: reading takes about 0.21 s at N = 7680.
        figures = {"platform": "sirocco", "size": 7680, "bytes_bound": 2609976686, "accelerators_share": 0.8846}
        self.assertAlmostEqual(bus.seconds_bound(figures), 0.2084, places=4)


class Goals(unittest.TestCase):
    def met(self, rows, beginning, size):
        summary = Summary(rows)
        return next(g for g in goals.goals_of(summary) if g.asked.startswith(beginning) and g.size == size).met

    def test_time_and_traffic_must_both_be_met(self):
        name = strategies.BEST
        asked = "Tangram's NRRP-Rounded-EffectiveSteal: at most"
        self.assertIs(self.met([row(name, seconds=1.70, gib=10.8)], asked, 15360), True)
        self.assertIs(self.met([row(name, seconds=1.71, gib=10.8)], asked, 15360), False)
        self.assertIs(self.met([row(name, seconds=1.70, gib=10.9)], asked, 15360), False)
        self.assertIsNone(self.met([row(name)], asked, 23040))

    def test_against_dmda(self):
        dmda = row("dmda", seconds=1.0, gib=10.0)
        asked = "Tangram's NRRP-Rounded-EffectiveSteal against DMDA"
        self.assertIs(self.met([dmda, row(strategies.BEST, seconds=0.96, gib=8.4)], asked, 15360), True)
        self.assertIs(self.met([dmda, row(strategies.BEST, seconds=0.98, gib=8.4)], asked, 15360), False)
        self.assertIs(self.met([dmda, row(strategies.BEST, seconds=0.96, gib=8.6)], asked, 15360), False)

    def test_best_is_one_strategy_not_two(self):
        fast, frugal = row("nrrp-refined-static", seconds=1.6, gib=12), row("nrrp-rounded-static", seconds=1.9, gib=10)
        self.assertIs(self.met([fast, frugal], "the best strategy: at most", 15360), False)
        both = row("nrrp-plus-refined-static", seconds=1.62, gib=10.1)
        self.assertIs(self.met([fast, frugal, both], "the best strategy: at most", 15360), True)

    def test_time_and_traffic_must_be_met_in_one_run(self):
        asked = "auto: at most"
        rows = [row("auto", seconds=1.5, gib=10.3), row("auto", seconds=1.7, gib=9.9, repetition=2)]  # the means are within
        self.assertIs(self.met(rows, asked, 15360), False)
        self.assertIs(self.met([row("auto", seconds=1.5, gib=10.1), rows[1]], asked, 15360), False)
        self.assertIs(self.met([row("auto", seconds=1.5, gib=10.1)] * 2, asked, 15360), True)

    def test_starpus_policies_do_not_count_as_ours(self):
        self.assertIsNone(self.met([row("dmda", seconds=1, gib=1)], "the best strategy: at most", 15360))

    def test_scheduling_cost_counts_the_median(self):
        name = strategies.BEST
        rows = [row(name, seconds=value, cost=1, repetition=i) for i, value in enumerate((1.7, 1.75, 9.0))]
        self.assertIs(self.met(rows, "Tangram's NRRP-Rounded-EffectiveSteal, scheduling cost 1", 15360), True)
        rows.append(row(name, seconds=9.0, cost=1, repetition=4))
        self.assertIs(self.met(rows, "Tangram's NRRP-Rounded-EffectiveSteal, scheduling cost 1", 15360), False)


class Figures(unittest.TestCase):
    def setUp(self):
        drawing = ("common.drawing", "matplotlib", "matplotlib.lines", "matplotlib.patches")
        with unittest.mock.patch.dict(sys.modules, dict.fromkeys(drawing, unittest.mock.MagicMock())):
            self.figures = importlib.import_module("reproduce.figures")

    def test_every_strategy_that_is_drawn_has_a_mark_of_its_own(self):
        for figure in [*self.figures.OF_THE_PAPER, *self.figures.OF_TANGRAM]:
            marks = [tuple(self.figures.mark(strategy).items()) for strategy in figure.strategies]
            self.assertEqual(len(set(marks)), len(marks), figure.caption)

    def test_marks_that_would_be_hidden_are_larger(self):
        self.assertEqual(self.figures.levels([(0, 0), (5, 5), (0.1, 0.2), (10, 10), (0, 0.1)]), [2, 0, 1, 0, 0])
        self.assertEqual(self.figures.levels([(0, 0), (0, 10), (10, 0)]), [0, 0, 0])  # near in one direction alone

    def test_axes_end_before_what_is_far_off_alone(self):
        self.assertIsNone(self.figures.limit([1, 2, 3, 5]))
        self.assertAlmostEqual(self.figures.limit([1, 9, 2, 3]), 3.6)
        self.assertIsNone(self.figures.limit([1, 2, 9]))  # of few who can say which is


class Reports(unittest.TestCase):
    """Of invented runs: dmda and the paper's best, with Tangram's variant faster than the paper's."""

    def rows(self, mode, seconds):
        return [row(name, size, *figures, platform, cpus) | {"mode": mode, "elapsed": 60, "steals": 0, "reductions": 0,
                                                              "busiest_seconds": 0.5, "accelerators_share": 0.9,
                                                              "bytes_bound": 8 * 2**30}
                for size in (7680, 15360) for platform in plan.PLATFORMS for cpus in (1, 0)
                for name, figures in (("dmda", (1.0, 10.0)), (strategies.BEST, (seconds, 8.0)))]

    def setUp(self):
        self.modes = [self.rows(plan.PAPER, 1.1), self.rows(plan.TANGRAM, 0.9)]
        self.summaries = [Summary(rows) for rows in self.modes]

    def test_that_on_the_paper_grades_its_runs_with_tangrams_beside(self):
        page = paper_report.markdown(self.summaries, self.modes[0], [], {}, "experiments/reproduce.sh", "1.3.10")
        self.assertIn("| **opposite** | 7680: +10.0% *opposite*; 15360: +10.0% *opposite* | 7680: -10.0%; 15360: -10.0% |", page)
        self.assertIn("(reproduction-tangram.md)", page)
        self.assertNotIn("Goals", page)

    def test_that_on_tangrams_variants_names_them_so(self):
        page = tangram_report.markdown(self.summaries[1], self.modes[1], [], {}, "experiments/reproduce.sh", "1.3.10")
        self.assertIn("| Tangram's NRRP-Rounded-EffectiveSteal against DMDA: at least 3% less time, 10% less traffic | -10.00% time, "
                      "-20.00% traffic | yes |", page)
        self.assertIn("(reproduction.md)", page)
        self.assertNotIn("What the paper states", page)

    def test_each_says_how_long_its_runs_took_and_what_the_machine_is(self):
        for page in (paper_report.markdown(self.summaries, self.modes[0], [], {}, "a command", "1.3.10"),
                     tangram_report.markdown(self.summaries[1], self.modes[1], [], {}, "a command", "1.3.10")):
            self.assertIn("16 runs for this report, which took 16 minutes", page)
            self.assertIn("starpu_dlu_lu_model_22", page)


if __name__ == "__main__":
    unittest.main()
