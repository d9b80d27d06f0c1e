"""A GPU verified and measured (experiments/gpu.sh), with stand-ins for its programs and without pictures: what is run,
for how long, and what is said of it."""
import importlib
import json
import os
import subprocess
import sys
import tempfile
import time
import unittest
import unittest.mock
from pathlib import Path

from common.child import ChildFailed, Children
from fake_gpu import make_bundle
from gpu import judged, measure, plan, report, runner, toolkit
from gpu.budget import GRACE_SECONDS, SHORTEST_LIMIT, TANGRAM_LIMIT, Budget
from gpu.plan import (BOTH, DMDA, GPU, JUDGED, JUDGED_FLOAT, LIMITED, PAGEABLE, RESIDENT, TURNS, XT, XT_LOCKING,
                      XT_PAGEABLE, Case, Run)
from gpu.results import Results, best_block_dim, seconds_of
from gpu.variants import variants

SCRIPT = Path(__file__).parents[2] / "experiments/gpu.sh"
SIZES = [32768, 16384, 49152, 8192]


def record(method, case, seconds, **more):
    """Of a run that is measured, whose first product took long."""
    if method.program == "bench_cublas":
        figures = {"seconds": [seconds] * 2}
    else:
        products = [{"seconds_total": value} for value in (9 * seconds, seconds, seconds)]
        figures = {"repeats": products, "bytes_total": 103, "bytes_bound_taking_part": 100, "tile": 512} | more
    return {"step": "measure", "method": method.key, "size": case.size, "precision": case.precision, "round": 1,
            "block_dim": None, "report": figures}


def failure(method, case, reason):
    kept = record(method, case, 1)
    del kept["report"]
    return kept | {"failure": reason}


def data(*runs, left_out=()):
    machine = {"gpu": "Stand-in", "gpu_memory": 2**34, "driver": None, "driver_cuda": "13.0", "cuda": "13.0",
               "math_settings": {}, "processor": "some", "cores": 4}
    return {"runs": list(runs), "left_out": list(left_out), "machine": machine, "command": "gpu.sh", "date": "today"}


class Clock:
    def __init__(self):
        self.now = 0

    def __call__(self):
        return self.now


class Plan(unittest.TestCase):
    def test_all_combinations_are_verified_on_the_gpu_and_with_the_cpus(self):
        commands = {str((variant.command, variant.environment)) for variant in variants()}
        self.assertEqual(len(commands), 2 * 4 * 2 * 2 + 6)
        self.assertEqual(len({variant.name for variant in variants()}), len(commands))

    def test_what_matters_most_comes_first_and_cheap_cases_before_others(self):
        self.assertEqual(plan.cases(SIZES, [16384]), [
            Case(32768, "double"), Case(8192, "double"), Case(16384, "float"), Case(16384, "double"),
            Case(49152, "double")])

    def test_methods_take_turns(self):
        runs = [run for run in plan.planned(SIZES, [], 2) if run.step == "measure"]
        first = 2 * len(plan.JUDGED_METHODS)
        self.assertEqual([(run.method, run.round) for run in runs[:first]],
                         [(method, number) for number in (1, 2) for method in plan.JUDGED_METHODS])
        self.assertEqual({run.case for run in runs[:first]}, {JUDGED})
        self.assertEqual([run.round for run in runs[first:-4]], [1] * 3 * len(TURNS) + [2] * 3 * len(TURNS))
        self.assertEqual([(run.method, run.case, run.round) for run in runs[-4:]],
                         [(method, JUDGED, number) for number in (1, 2) for method in (XT_PAGEABLE, XT_LOCKING)])

    def test_the_scan_has_blocks_that_fit(self):
        self.assertEqual([run.block_dim for run in plan.scans(8192)], [1024, 2048, 4096])
        self.assertEqual([(run.block_dim, run.case.size) for run in plan.scans(256)], [(256, 256)])
        self.assertEqual(plan.scans(49152)[0].case.size, 16384)

    def test_commands(self):
        self.assertEqual(Run(GPU, JUDGED).command, [
            "tangram", "gemm", "--size", "32768", "--precision", "double", "--repeat", "3", "--verify", "freivalds",
            "--progress", "never", "--tile", "auto"])
        self.assertEqual(Run(DMDA, JUDGED, 2, tile=512, verified=False).command[8:],
                         ["--verify", "none", "--progress", "never", "--sched", "dmda", "--cpu-groups", "1", "--tile", "512"])
        self.assertEqual(Run(XT, Case(49152, "double"), block_dim=4096).command, [
            "bench_cublas", "--method", "xt", "--size", "49152", "--precision", "double", "--repeat", "1", "--verify",
            "freivalds", "--block-dim", "4096"])
        self.assertEqual([Run(method, JUDGED).command[3:5] for method in (XT_PAGEABLE, XT_LOCKING)],
                         [["--host-memory", "pageable"], ["--host-memory", "locked-in-product"]])

    def test_kernels_are_calibrated_before_what_is_measured(self):
        runs = plan.planned(SIZES, [4096], 1, tile=768)
        calibrated = [run for run in runs if run.step == "calibrate"]
        self.assertEqual([(run.method, run.case) for run in calibrated],
                         [(method, Case(size, precision)) for size, precision in ((8192, "double"), (4096, "float"))
                          for method in (GPU, BOTH)])
        self.assertLess(runs.index(calibrated[1]), runs.index(Run(RESIDENT, JUDGED, tile=768)))
        self.assertLess(runs.index(calibrated[3]), runs.index(Run(RESIDENT, Case(4096, "float"), tile=768)))
        self.assertEqual(Run(GPU, Case(4096, "float"), step="calibrate", verified=False).command, [
            "tangram", "gemm", "--size", "4096", "--precision", "float", "--repeat", "1", "--verify", "none",
            "--progress", "never", "--tile", "auto"])

    def test_memory_is_limited_by_the_matrices(self):
        self.assertEqual(Run(LIMITED, JUDGED).environment, {"STARPU_NCPU": "0", "STARPU_LIMIT_CUDA_MEM": "16000"})
        self.assertEqual(Case(16384, "double").limited_memory, 4000)


class Time(unittest.TestCase):
    def setUp(self):
        self.clock = Clock()
        self.budget = Budget(100, self.clock)

    def test_runs_begin_that_will_end(self):
        small, large = Run(GPU, Case(1024, "double")), Run(GPU, Case(49152, "double"))
        self.clock.now = 80
        self.assertTrue(self.budget.allows(small))
        self.assertFalse(self.budget.allows(large))

    def test_estimates_follow_what_was_measured(self):
        run = Run(GPU, JUDGED)
        thought = self.budget.estimate(run)
        self.budget.took(run, 2 * thought)
        self.assertAlmostEqual(self.budget.estimate(run), 2 * thought)
        self.assertAlmostEqual(self.budget.estimate(Run(XT, JUDGED)), 2 * thought)  # not known yet
        self.budget.took(Run(XT, JUDGED), thought)
        self.assertAlmostEqual(self.budget.estimate(Run(XT, JUDGED)), thought)

    def test_limits_do_not_follow_other_methods(self):
        self.budget = Budget(400, self.clock)
        self.budget.took(Run(XT, JUDGED), 1)
        self.assertEqual(self.budget.limit(Run(GPU, Case(1024, "double"))), TANGRAM_LIMIT)
        self.assertEqual(self.budget.limit(Run(RESIDENT, Case(1024, "double"))), SHORTEST_LIMIT)
        self.assertEqual(self.budget.limit(Run(GPU, JUDGED, step="calibrate")), 200)
        self.budget.took(Run(GPU, JUDGED), 40)
        self.assertAlmostEqual(self.budget.limit(Run(GPU, JUDGED)), 120)

    def test_no_run_outlasts_the_budget_by_much(self):
        self.clock.now = 95
        self.assertEqual(self.budget.limit(Run(GPU, JUDGED)), 5 + GRACE_SECONDS)


class Recorder:
    """Stands for Runner and Records: fails as it is told, and keeps what it was asked."""

    def __init__(self, failures):
        self.failures = failures
        self.data = data()
        self.asked = []

    def record(self, about, command, _environment, _longest):
        self.asked.append((about["method"], command))
        run = record(next(method for method in plan.METHODS if method.key == about["method"]),
                     Case(about["size"], about["precision"]), 1) | about | {"elapsed": 1}
        if about["step"] == "measure" and self.failures.get(about["method"]):
            del run["report"]
            run["failure"] = self.failures[about["method"]].pop(0)
        return run

    def add(self, run):
        self.data["runs"].append(run)

    def leave_out(self, name):
        self.data["left_out"].append(name)


class Killed(unittest.TestCase):
    def run_longer(self, command, **patience):
        start = time.monotonic()
        with self.assertRaisesRegex(ChildFailed, "took longer than 1 s"):
            Children(**patience).run(command, dict(os.environ), longest=1)
        return time.monotonic() - start

    def test_what_it_started_is_not_waited_for(self):
        self.assertLess(self.run_longer(["sh", "-c", "sleep 6; true"], patience=lambda: 60), 5)

    def test_it_is_waited_for_until_it_is_gone(self):
        with unittest.mock.patch.object(subprocess.Popen, "kill", autospec=True) as kill:  # by a driver that keeps it
            self.assertGreater(self.run_longer(["sleep", "3"], patience=lambda: 60), 2.5)
            self.assertLess(self.run_longer(["sleep", "3"], patience=lambda: -1), 2)
            kill.call_args.args[0].wait()


class Sanitizer(unittest.TestCase):
    def test_it_begins_with_the_time_it_needs_alone_and_may_take_what_is_left(self):
        for left, longest in ((14, None), (30, 30), (400, 60)):
            recorder = Recorder({})
            recorder.sanitize = unittest.mock.Mock(return_value={})
            with unittest.mock.patch.multiple("gpu.measure", say=lambda _: None, find_sanitizer=lambda: "tool"):
                measure.sanitize(recorder, recorder, Budget(left, Clock()))
            self.assertEqual([call.args[2] for call in recorder.sanitize.call_args_list], [longest] if longest else [])
            self.assertEqual(recorder.data["left_out"], [] if longest else ["compute-sanitizer"])


class Measured(unittest.TestCase):
    def measure(self, failures, sizes=(32768,), rounds=2):
        recorder = Recorder(failures)
        with unittest.mock.patch("gpu.measure.say"):
            measure.measure(recorder, recorder, Budget(1000), plan.planned(list(sizes), [], rounds))
        return recorder

    def commands(self, recorder, method):
        return [command for key, command in recorder.asked if key == method.key]

    def test_the_judged_case_is_tried_again_after_it_took_long(self):
        recorder = self.measure({GPU.key: ["took longer than 90 s"], LIMITED.key: ["exit status 1: it crashed"]})
        judged = [command for command in self.commands(recorder, GPU) if "32768" in command]
        self.assertEqual([command[8:10] for command in judged], [["--verify", "freivalds"]] * 2)
        self.assertEqual(len(self.commands(recorder, LIMITED)), 1)
        twice = self.measure({LIMITED.key: ["took longer than 90 s"] * 3}, rounds=3)
        self.assertEqual(len(self.commands(twice, LIMITED)), 2)
        self.assertEqual(len(self.measure({GPU.key: ["took longer than 90 s"]}, [8192]).asked), 23 - 1)

    def test_a_second_round_is_not_verified(self):
        judged = [command[8:10] for command in self.commands(self.measure({}), BOTH) if "32768" in command]
        self.assertEqual(judged, [["--verify", "freivalds"], ["--verify", "none"]])

    def test_dmda_takes_a_tile_of_tangrams_or_is_left_out(self):
        crash = "exit status 139: "
        recorder = self.measure({BOTH.key: [crash]}, rounds=1)
        self.assertEqual(self.commands(recorder, DMDA)[0][-2:], ["--tile", "512"])
        recorder = self.measure({BOTH.key: [crash], GPU.key: [crash]}, rounds=1)
        self.assertEqual(self.commands(recorder, DMDA), [])
        self.assertEqual(recorder.data["left_out"],
                         ["32768 double, dmda, GPU + CPUs, round 1, as Tangram's tile is not known"])


class Figures(unittest.TestCase):
    def test_medians_of_products_without_the_first_of_a_process(self):
        results = Results(data(*(record(GPU, JUDGED, seconds) for seconds in (4, 6, 5))))
        self.assertEqual(results.row(JUDGED, GPU).time, 5)
        self.assertAlmostEqual(results.row(JUDGED, GPU).bytes_by_bound, 1.03)
        self.assertIsNone(results.row(JUDGED, BOTH))

    def test_traffic_has_a_ratio_to_bounds_that_hold_only(self):
        for bound, ratio in ((103, 1), (103.4, 0.996), (104, None), (0, None)):
            row = Results(data(record(GPU, JUDGED, 4, bytes_bound_taking_part=bound))).row(JUDGED, GPU)
            if ratio is None:
                self.assertIsNone(row.bytes_by_bound, bound)
            else:
                self.assertAlmostEqual(row.bytes_by_bound, ratio, places=3)

    def test_speeds_are_compared(self):
        results = Results(data(record(GPU, JUDGED, 4), record(RESIDENT, JUDGED, 3), record(XT, JUDGED, 6)))
        row = results.row(JUDGED, GPU)
        self.assertEqual((results.by_resident(row), results.by_xt(row)), (0.75, 1.5))
        self.assertAlmostEqual(row.tflops, 2 * 32768**3 / 4 * 1e-12)

    def test_the_best_blocks(self):
        scan = [record(XT, JUDGED, seconds) | {"step": "scan", "block_dim": block}
                for block, seconds in ((1024, 3), (2048, 2), (4096, 4))]
        self.assertEqual(best_block_dim(data(*scan)), 2048)
        self.assertIsNone(best_block_dim(data()))


class PageLocking(unittest.TestCase):
    def seconds(self, threads, *page_locking):
        repeats = [{"seconds_total": 1, "page_locking_seconds": value} for value in page_locking]
        return seconds_of({"repeats": repeats, "staging_threads": threads})

    def test_counts_buffers_that_the_first_product_made_for_all(self):
        self.assertEqual(self.seconds(12, 0.5, 0.001, 0.001), [1.5, 1.5])

    def test_counts_that_of_each_product(self):
        self.assertEqual(self.seconds(0, 0.5, 0.25, 0.125), [1.25, 1.125])
        self.assertEqual(self.seconds(0, 0, 0), [1])


class Judged(unittest.TestCase):
    def verdicts(self, *runs):
        return [line.verdict for line in judged.judged(Results(data(*runs)))]

    def test_all_hold(self):
        both = [record(method, case, seconds) for case in (JUDGED, JUDGED_FLOAT)
                for method, seconds in ((RESIDENT, 0.91), (XT, 1.21), (GPU, 1), (BOTH, 1.009))]
        self.assertEqual(self.verdicts(*both, record(LIMITED, JUDGED, 1.1), record(PAGEABLE, JUDGED, 1.2)),
                         ["holds"] * 9)

    def test_none_holds(self):
        both = [made for case in (JUDGED, JUDGED_FLOAT)
                for made in (record(RESIDENT, case, 0.89), record(XT, case, 1.19), record(GPU, case, 1),
                             record(BOTH, case, 1.02, bytes_total=106))]
        self.assertEqual(self.verdicts(*both, record(LIMITED, JUDGED, 1.2), record(PAGEABLE, JUDGED, 1.3)),
                         ["does not hold"] * 9)

    def test_nothing_is_said_of_what_was_not_measured(self):
        small = Case(8192, "double")
        self.assertEqual(self.verdicts(record(GPU, small, 1), record(BOTH, small, 1.02)),
                         ["not measured"] * 6 + ["does not hold"] + ["not measured"] * 2)
        self.assertEqual(self.verdicts(failure(GPU, JUDGED, "no"), failure(RESIDENT, JUDGED, "no")), ["not measured"] * 9)

    def test_the_worst_case_is_named(self):
        others = [record(method, case, seconds) for case in (JUDGED, Case(8192, "float"))
                  for method, seconds in ((GPU, 1), (BOTH, 1.1 if case == JUDGED else 0.9))]
        line = judged.judged(Results(data(*others)))[6]
        self.assertEqual(line.figures, "1.100 for 32768 double, where it is most")


class Report(unittest.TestCase):
    def test_every_row_is_there_and_failures_are_named(self):
        kept = data(record(GPU, JUDGED, 1), failure(XT, JUDGED, "took longer than 30 s"), left_out=["49152 double, cuBLASXt"])
        page = report.markdown(kept, ["gpu-speed.svg"])
        self.assertEqual(sum(line.startswith("| 32768") for line in page.splitlines()), 2)
        self.assertIn("took longer than 30 s", page)
        self.assertIn("| 32768 | double | Tangram, GPU alone | 512 |", page)
        self.assertIn("| 32768 | double | cuBLASXt | - |", page)
        self.assertIn("left out, mostly for time: 49152 double, cuBLASXt", page)
        self.assertIn("![gpu-speed.svg](gpu-speed.svg)", page)
        self.assertIn("took longer than 30 s", report.as_text(kept))

    def test_tangrams_failures_go_wrong_but_for_time(self):
        for method in plan.TANGRAM:
            self.assertTrue(report.went_wrong(data(failure(method, JUDGED, "exit status -11: "))))
            self.assertFalse(report.went_wrong(data(failure(method, JUDGED, "took longer than 90 s"))))
        self.assertFalse(report.went_wrong(data(failure(DMDA, JUDGED, "exit status -11: "))))
        crashed = data(failure(GPU, JUDGED, "exit status -11: ") | {"step": "calibrate"})
        self.assertTrue(report.went_wrong(crashed))
        self.assertIn("calibration failed: 32768 double, gpu: exit status -11", report.as_text(crashed))

    def test_nothing_measured_is_a_page_without_pictures(self):
        self.assertIn("not measured", report.markdown(data(), []))
        with unittest.mock.patch.dict(sys.modules, {"common.drawing": unittest.mock.MagicMock()}):
            figure = importlib.import_module("gpu.figure")
            self.assertEqual(figure.draw_all(Results({"runs": []}), Path("nowhere")), [])

    def test_wrong_results_go_wrong_others_do_not(self):
        self.assertFalse(report.went_wrong(data(failure(XT, JUDGED, "took longer than 30 s"))))
        self.assertTrue(report.went_wrong(data(failure(GPU, JUDGED, "exit status 1: error: the result is wrong: ..."))))
        self.assertTrue(report.went_wrong(data({"step": "verify", "name": "nn", "failure": "took longer than 60 s"})))
        self.assertTrue(report.went_wrong(data({"step": "sanitizer", "failure": "2 errors", "errors_found": True})))
        self.assertFalse(report.went_wrong(data({"step": "sanitizer", "failure": "no device", "errors_found": False})))


class Toolkit(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def library_path(self, searched):
        """Of a program that wants libcublas, which is in the folder cuda."""
        def not_found(_, library_path):
            return [] if f"{self.folder}/cuda" in library_path.split(":") else ["libcublas.so.13"]

        with unittest.mock.patch.multiple(toolkit, not_found=not_found, has_driver=lambda: True):
            return toolkit.library_path(["program"], searched)

    def test_folders_are_added_that_have_what_is_missing(self):
        for name in ("empty", "cuda"):
            (self.folder / name).mkdir()
        (self.folder / "cuda/libcublas.so.13").touch()
        with unittest.mock.patch.dict("os.environ", {"LD_LIBRARY_PATH": "/users"}):
            self.assertEqual(self.library_path([self.folder / "empty", self.folder / "cuda"]), f"/users:{self.folder}/cuda")

    def test_what_is_nowhere_is_named(self):
        with self.assertRaisesRegex(toolkit.NotHere, "not found here: libcublas.so.13 "):
            self.library_path([self.folder])

    def test_the_loader_is_asked(self):
        self.assertEqual(toolkit.not_found(Path("/bin/sh"), ""), [])


class Script(unittest.TestCase):
    """gpu.sh from end to end, on stand-ins in a folder of its own."""

    @staticmethod
    def start(folder, *arguments, **settings):
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | settings
        return subprocess.Popen(
            [SCRIPT, "--bundle", make_bundle(folder / "bundle"), "--out", folder / "out", "--sizes", "32768,512",
             "--float-sizes", "512", "--rounds", "1", *arguments],
            env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    @classmethod
    def gpu(cls, folder, *arguments, **settings):
        child = cls.start(folder, *arguments, **settings)
        out, error = child.communicate(timeout=120)
        return child.returncode, out, error


class WholeRun(Script):
    """One run is looked at in several ways; with compute-sanitizer, a stand-in, too."""
    arguments, sanitizer_errors, settings = (), 0, {}

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        sanitizer = cls.folder / "tools/compute-sanitizer"
        sanitizer.parent.mkdir()
        sanitizer.write_text('#!/bin/sh\necho "========= ERROR SUMMARY: $ERRORS errors"\n[ "$ERRORS" = 0 ] || exit 86\n')
        sanitizer.chmod(0o755)
        cls.status, cls.out, _ = cls.gpu(
            cls.folder, "--sanitizer", *cls.arguments, ERRORS=str(cls.sanitizer_errors),
            PATH=f"{sanitizer.parent}:{os.environ['PATH']}", **cls.settings)
        cls.runs = json.loads((cls.folder / "out/gpu.json").read_text())["runs"]
        cls.commands = {run["method"]: run["command"] for run in cls.runs if run["step"] == "measure"}


class Usual(WholeRun):
    settings = {"STARPU_SCHED": "FAILS", "TANGRAM_WINDOW": "FAILS", "FAKE_FAIL": "=FAILS"}

    def test_verifies_measures_and_reports_whatever_the_users_settings(self):
        self.assertEqual(self.status, 0)
        self.assertIn("38 of 38 variants verified; 6 reductions", self.out)
        self.assertIn("holds: 32768 double from host memory at 0.90", self.out)
        self.assertIn("cuBLASXt's blocks: 2048 (", self.out)
        self.assertIn("compute-sanitizer: no errors", self.out)
        self.assertNotIn("left out", self.out)
        page = (self.folder / "out/gpu.md").read_text()
        self.assertEqual(sum(line.startswith("| ") for line in page.splitlines()), 1 + 3 * len(TURNS) + 3)
        self.assertNotIn(str(self.folder), page)
        self.assertEqual(self.runs[0]["said"], ["tangram: warning: only a stand-in"])

    def test_dmda_takes_the_same_tile_and_cublasxt_the_best_blocks(self):
        self.assertEqual(self.commands["dmda"][-2:], ["--tile", "1024"])
        for method in ("xt", "xt-pageable", "xt-locking"):
            self.assertEqual(self.commands[method][-2:], ["--block-dim", "2048"])
        self.assertEqual(self.commands["both"][-2:], ["--tile", "auto"])


class OneTile(WholeRun):
    arguments, sanitizer_errors = ("--tile", "768"), 2

    def test_is_that_of_all(self):
        self.assertEqual([self.commands[key][-2:] for key in ("gpu", "both", "dmda")], [["--tile", "768"]] * 3)

    def test_errors_of_compute_sanitizer_are_told(self):
        self.assertEqual(self.status, 1)
        self.assertIn("compute-sanitizer: exit status 86: ERROR SUMMARY: 2 errors", self.out)


class Events(Script):
    """What may happen in a run."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        make_bundle(self.folder / "bundle")

    def test_no_gpu(self):
        status, out, error = self.gpu(self.folder, FAKE_ABSENT="bench_cublas")
        self.assertEqual((status, out, error), (77, "", "gpu.sh: error: there is no CUDA driver on this machine\n"))

    def test_a_wrong_result_is_told_and_does_not_stop_the_rest(self):
        status, out, error = self.gpu(self.folder, FAKE_FAIL="--transa t --transb n --alpha -0.5")
        self.assertEqual(status, 1)
        self.assertIn("34 of 38 variants verified", out)
        self.assertIn("failed: double, tn, alpha -0.5, beta 2, GPU: exit status 1: tangram: error: the result is wrong", out)
        self.assertIn("holds: 32768 double from host memory", out)

    def test_a_method_that_fails_is_in_the_table(self):
        status, out, _ = self.gpu(self.folder, FAKE_FAIL="--sched dmda")
        self.assertEqual(status, 1)  # the stand-in fails with a wrong result
        self.assertEqual(out.count("exit status 1: tangram: error: the result is wrong"), 3)
        self.assertIn("holds: 32768 double from host memory", out)

    def test_what_does_not_fit_the_budget_is_left_out(self):
        status, out, _ = self.gpu(self.folder, "--budget", "6")
        self.assertEqual(status, 0)
        self.assertRegex(out, "left out, mostly for time: .*32768 double, round 1 ")
        self.assertIn("not measured: 32768 double", out)
        self.assertRegex(out, "512 +double")

    def test_a_run_that_hangs_does_not_stop_the_rest(self):
        module = "import gpu.budget as b; b.START_SECONDS = b.SHORTEST_LIMIT = 1; import runpy; " \
                 "runpy.run_module('gpu', run_name='__main__', alter_sys=True)"
        child = subprocess.run(
            [sys.executable, "-B", "-c", module, "--bundle", self.folder / "bundle", "--out", self.folder / "out",
             "--budget", "20", "--sizes", "512", "--float-sizes", "none", "--rounds", "1"],
            env=os.environ | {"FAKE_HANG": "--method resident --size 512"}, capture_output=True, text=True, timeout=60,
            check=False)
        self.assertEqual(child.returncode, 0, child.stderr)
        self.assertRegex(child.stdout, r"cuBLAS, data on the GPU .* took longer than \d+ s")
        self.assertRegex(child.stdout, r"Tangram, GPU alone .* 2 products")

    def test_an_interrupt_keeps_and_tells_what_is_done(self):
        child = self.start(self.folder, FAKE_HANG="--method resident --size 32768")
        for line in child.stderr:
            if "32768 double, cuBLAS, data on the GPU" in line:
                break
        time.sleep(0.3)
        child.terminate()
        out, _ = child.communicate(timeout=30)
        self.assertEqual(child.returncode, 130)
        self.assertIn("38 of 38 variants verified", out)
        self.assertTrue((self.folder / "out/gpu.md").exists())
        hanging = subprocess.run(["pgrep", "-f", str(self.folder)], capture_output=True, text=True, check=False)
        self.assertEqual(hanging.stdout, "")

    def test_compute_sanitizer_that_hangs_is_killed_with_what_it_started(self):
        program = self.folder / "hangs"
        program.write_text("#!/bin/sh\nsleep 3600\n")
        program.chmod(0o755)
        with unittest.mock.patch("gpu.runner.library_path", return_value=""):
            hanging = runner.Runner(self.folder / "bundle", self.folder, lambda: 10)
        self.assertEqual(hanging.sanitize(str(program), {}, 1), {"failure": "took longer than 1 s"})

    def test_models_are_new_and_the_users_folders_stay(self):
        (self.folder / "out/models").mkdir(parents=True)
        self.assertEqual(self.gpu(self.folder, "--budget", "3")[0], 0)
        self.assertEqual({file.name for file in (self.folder / "out").iterdir()} - {"gpu-speed.svg", "gpu-traffic.svg"},
                         {"models", "gpu.json", "gpu.md"})

    def test_bad_arguments(self):
        for arguments in (["--sizes", "12,x"], ["--sizes", "none"], ["--sizes", "8192,200001"],
                          ["--float-sizes", "999999"], ["--budget", "0"], ["--rounds"], ["--wrong"],
                          ["--bundle", self.folder], ["--draw", self.folder / "absent.json"]):
            status, out, error = self.gpu(self.folder, *arguments)
            self.assertEqual((status, out, error.count("\n")), (2, "", 1), (arguments, error))


    def test_only_a_gpu_json_is_drawn(self):
        """By the module, as gpu.sh installs matplotlib first."""
        for text in ("", "{", "[]", "3", "{}", '{"runs": [1]}', '{"runs": [], "left_out": []}', "\xff"):
            file = self.folder / "gpu.json"
            file.write_bytes(text.encode("latin-1"))
            child = subprocess.run([sys.executable, "-B", "-m", "gpu", "--draw", file, "--out", self.folder],
                                   capture_output=True, text=True, check=False)
            self.assertEqual((child.returncode, child.stdout), (2, ""), child.stderr)
            self.assertEqual(child.stderr, f"gpu.sh: error: --draw needs a gpu.json, which '{file}' is not\n")


@unittest.skipUnless(os.environ.get("TANGRAM_COMMAND"), "needs the built command")
class RealCommand(unittest.TestCase):
    """What the stand-in takes, the command takes as well: without a GPU, on the CPUs."""

    def test_variants(self):
        different = {variant.name: variant for variant in variants() if variant.name.split(", ")[1] in ("nn", "reductions")}
        with tempfile.TemporaryDirectory() as models:
            machine = {"STARPU_NCUDA": "0", "STARPU_NOPENCL": "0", "STARPU_PERF_MODEL_DIR": models,
                       "STARPU_SILENT": "1"}
            for name, variant in different.items():
                child = subprocess.run([os.environ["TANGRAM_COMMAND"], *variant.command[1:], "--json", "-"],
                                       env=os.environ | machine, capture_output=True, text=True, check=False)
                self.assertEqual(child.returncode, 0, f"{name}: {child.stderr}")
                figures = json.loads(child.stdout)
                self.assertTrue(figures["verified"])
                self.assertTrue({"repeats", "bytes_total", "bytes_bound_taking_part", "tile", "reductions"} <= figures.keys())
                self.assertIn("seconds_total", figures["repeats"][0])


if __name__ == "__main__":
    unittest.main()
