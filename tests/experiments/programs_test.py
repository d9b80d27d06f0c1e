"""StarPU's example programs (experiments/programs.sh), without its picture: runs, what programs print, and the page."""
import tempfile
import unittest
from pathlib import Path
from unittest.mock import patch

from common.child import ChildFailed
from common.execute import Watch, execute
from common.ratio import ratio
from common.store import Store
from programs import bounds, emulated, kernels, nodes, plan, problems, products, report, results
from programs.examples import GIB, Examples, printed, printed_tasks
from programs.machines import MACHINES, RECORDED, SYNTHETIC
from programs.plan import HETEROPRIO, NOMINALS, ON_SYNTHETIC, PLAINS, SCHEDS, SMALLEST, STARPUS
from programs.problems import Example

EXAMPLES = STARPUS + PLAINS
LU = "# size\tms\tGFlop/s\n15360\t1524\t1584.9\n"
STENCIL = "Computation took: 194.841605 ms on 1 MPI processes\n\tMIN : 194.841605 ms\n"
CG = "all tasks: 53.561 ms\n"
DGEMM = "# x\ty\tz\tms\tGFlops\n15360\t15360\t3840\t453\t4002.7\n"
BUS = "\n#---------------------\nData transfer stats:\n\tNUMA 0 -> CUDA 0\t0.6729 GB\nTotal transfers: 9.3521 GB\n#-----\n"


def rows(figures_of=lambda run: (1, 1), quick=False, planned=plan.planned):
    """Of all runs; figures_of(run): seconds and GiB."""
    made = []
    for run in planned(quick):
        seconds, gib = figures_of(run)
        made.append(results.row(run, {"report": {"seconds": seconds, "bytes": gib * GIB}},
                                {"seconds_bound": 0.5, "bytes_bound": None}))
    return made


def page(quick=False, cost=0):
    return report.markdown(rows(quick=quick), rows(quick=quick, planned=plan.ablations), quick, cost)


class Plan(unittest.TestCase):
    def test_every_run_has_a_name_and_a_command_of_its_own(self):
        runs = plan.planned()
        scenes = len(RECORDED) * len(EXAMPLES) + len(SYNTHETIC) * len(ON_SYNTHETIC)
        self.assertEqual(sum(run.sched != HETEROPRIO for run in runs), scenes * (len(SCHEDS) - 1))
        self.assertEqual({(run.example.program, run.machine.cpus) for run in runs if run.sched == HETEROPRIO}, {("stencil", 12)})
        self.assertEqual(len({run.name for run in runs + plan.planned(cost=1)}), 2 * len(runs))
        self.assertEqual(len({str(run.arguments) + str(run.environment) for run in runs}), len(runs))

    def test_the_quick_runs_are_some_of_all(self):
        quick = plan.planned(quick=True)
        self.assertEqual(len(quick), 18)
        self.assertLessEqual(set(quick), set(plan.planned()))

    def test_timelines_are_runs_of_their_own(self):
        runs = plan.timelines()
        self.assertEqual([(run.example.label, run.sched) for run in runs[:2]],
                         [("plain lu 15360", "dmdas"), ("plain lu 15360", "auto")])
        self.assertEqual(runs[0].arguments[-2:], ["-timeline", "1"])
        self.assertFalse({run.name for run in runs} & {run.name for run in plan.planned()})
        self.assertEqual(len(plan.timelines(quick=True)), 2)

    def test_ablations_end_with_auto(self):
        runs = plan.ablations()
        self.assertEqual([run.sched for run in runs[:4]],
                         ["effective-dyn", "nrrp-refined-static", "nrrp-refined-effective-steal", "auto"])
        self.assertLessEqual({run for run in runs if run.sched == "auto"}, set(plan.planned()))
        self.assertLessEqual(set(plan.ablations(quick=True)), set(runs))

    def test_programs_get_their_own_arguments(self):
        lu, _, dgemm = SMALLEST
        self.assertEqual(lu.arguments, ["-size", "15360", "-nblocks", "16"])
        self.assertEqual(dgemm.arguments, ["-xy", "15360", "-z", "3840", "-nblocks", "16", "-iter", "1"])
        self.assertEqual([example.label for example in EXAMPLES[:2]], ["lu 15360", "lu 15360, 48 blocks"])

    def test_a_wide_product_has_blocks_in_proportion(self):
        wide = STARPUS[-1]
        self.assertEqual((wide.executable, wide.label), ("dgemm", "dgemm 23040 x 7680, 3 iterations"))
        self.assertEqual(wide.arguments, ["-x", "23040", "-y", "7680", "-z", "3840", "-nblocksx", "24", "-nblocksy", "8",
                                          "-iter", "3"])

    def test_synthetic_nodes_run_with_and_without_cpu_workers(self):
        workers = {(machine.gpus, plan.Run(machine.name, SMALLEST[0], "lws").environment["STARPU_NCPU"])
                   for machine in SYNTHETIC}
        self.assertEqual(workers, {(gpus, cpus) for gpus in (1, 2, 8) for cpus in ("0", "12")})

    def test_plain_programs_are_one_with_an_algorithm(self):
        run = plan.Run("mirage", plan.SMALLEST_PLAIN[0], "auto")
        self.assertEqual(run.arguments, ["plain", "windows", "-nblocks", "8", "-tile", "960"])
        self.assertEqual(run.example.label, "plain windows 7680")
        self.assertEqual({example.executable for example in plan.PLAINS}, {"plain"})
        self.assertTrue(all(example.tasks > 0 for example in EXAMPLES))

    def test_no_scheduler_lets_starpu_write_tiles_back_early(self):
        for run in plan.planned():
            self.assertEqual(run.environment["STARPU_NCUDA"], str(run.machine.gpus))
            for variable in ("STARPU_MINIMUM_CLEAN_BUFFERS", "STARPU_TARGET_CLEAN_BUFFERS"):
                self.assertEqual(run.environment[variable], "0")
        self.assertIn("does not write tiles back early (`STARPU_MINIMUM_CLEAN_BUFFERS=0`)", page())


class Printed(unittest.TestCase):
    def test_time_and_transfers_are_found(self):
        self.assertEqual(printed(0, LU, BUS), {"seconds": 1.524, "bytes": round(9.3521 * GIB)})
        self.assertEqual(printed(0, BUS + DGEMM, ""), {"seconds": 0.453, "bytes": round(9.3521 * GIB)})
        self.assertAlmostEqual(printed(0, STENCIL, BUS)["seconds"], 0.194841605)
        self.assertAlmostEqual(printed(0, CG, BUS)["seconds"], 0.053561)

    def test_tasks_are_found(self):
        out = "task 0 1500 plain_getrf CUDA 3.0 (Simgrid 10.1 GiB)\ntask -1 20 plain_gemm CPU 12\n15360 726.241 3327\n"
        self.assertEqual(printed_tasks(out), [["CUDA 3.0", "plain_getrf", 0, 0.0015], ["CPU 12", "plain_gemm", -1e-6, 2e-5]])

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
        for example in SMALLEST + plan.SMALLEST_PLAIN + NOMINALS:
            file = self.folder / example.executable
            file.write_text("#!/bin/sh\n" + text)
            file.chmod(0o755)

    def execute(self, runs):
        return execute(Examples(self.folder, "", self.folder, self.folder / "nodes"), self.store, runs, 2, Watch())

    def test_runs_are_kept(self):
        self.program(f"""printf '{LU}'; printf '{BUS}' | sed "s/9.3521/$STARPU_NCPU/" >&2""")
        runs = plan.planned(quick=True)
        self.assertEqual(self.execute(runs), {})
        self.assertEqual({self.store.load(run)["report"]["bytes"] for run in runs}, {12 * GIB, 20 * GIB})

    def test_timelines_are_kept(self):
        self.program(f"""echo "task 0 5 plain_gemm CPU 3"; printf '{BUS}{LU}'""")
        run, *_ = plan.timelines()
        self.assertEqual(self.execute([run]), {})
        self.assertEqual(self.store.load(run)["timeline"], [["CPU 3", "plain_gemm", 0, 5e-6]])

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


class EmulatedNode(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def execute(self, text, runs):
        """All programs are this script, and the node does nothing but call them."""
        for file, lines in (("lu", text), ("cholesky", text), ("node", 'exec "$@"\n')):
            (self.folder / file).write_text("#!/bin/sh\n" + lines)
            (self.folder / file).chmod(0o755)
        store = Store(self.folder / "runs", "a build")
        return store, execute(emulated.Emulated(self.folder, "", self.folder / "node"), store, runs, 1, Watch())

    def test_programs_verify_their_results(self):
        runs = emulated.emulated()
        self.assertEqual({(run.example.program, run.arguments[-1]) for run in runs}, {("lu", "-check"), ("cholesky", "-check")})
        self.assertEqual(len({run.name for run in runs}), len(runs))
        self.assertLess(set(emulated.emulated(quick=True)), set(runs))

    def test_runs_have_bytes_and_no_times(self):
        runs = emulated.emulated(quick=True)
        store, failures = self.execute(f"printf '{BUS}{LU}'", runs)
        self.assertEqual(failures, {})
        rows_of_runs = emulated.rows_of(store, runs)
        self.assertEqual({(row["seconds"], row["bytes"]) for row in rows_of_runs}, {(None, round(9.3521 * GIB))})
        self.assertIn("| lu 1920, 8 blocks | auto | verified | 9.352 |", emulated.section(rows_of_runs))

    def test_a_wrong_result_is_told(self):
        run, *_ = emulated.emulated()
        self.assertEqual(self.execute(f"printf '{BUS}{LU}'; exit 255", [run])[1], {run: "exit status 255: nothing"})


class Products(unittest.TestCase):
    def pairs(self, seconds):
        """Of two plain products that take so long, with 2 GiB; Tangram's take a second, with 4 GiB."""
        plain, gemm = products.plain_runs(), products.gemm_runs()
        with tempfile.TemporaryDirectory() as folder:
            stores = [Store(Path(folder) / name, "a build") for name in ("plain", "gemm")]
            for run, figure in zip(plain, seconds):
                stores[0].save(run, {"report": {"seconds": figure, "bytes": 2 * GIB}})
            for run in gemm[:len(seconds)]:
                stores[1].save(run, {"report": {"seconds": 1, "seconds_total": 9, "bytes_total": 4 * GIB}})
            with patch.object(products, "scenes", return_value=products.scenes()[:len(seconds)]):
                return products.pairs(*stores)

    def test_both_compute_the_same_on_the_same_machine(self):
        for plain, gemm in zip(products.plain_runs(), products.gemm_runs()):
            self.assertEqual((plain.platform, plain.example), (gemm.platform, gemm.example))
            self.assertIn(f"gpus={plain.environment['STARPU_NCUDA']},gpu_gflops=1020,cpus={plain.environment['STARPU_NCPU']}"
                          ",cpu_gflops=26.6,", gemm.arguments[2])
            self.assertEqual(gemm.arguments[3:9], ["--size", str(plain.example.size), "--tile", "960", "--beta", "1"])
        self.assertEqual(len({run.name for run in products.gemm_runs() + products.gemm_runs(cost=1)}), 36)
        self.assertEqual({run.environment["STARPU_SIMGRID_CUDA_MALLOC_COST"] for run in products.plain_runs()}, {"0"})

    def test_speeds_are_those_of_the_program(self):
        source = (Path(problems.__file__).parent / "plain.c").read_text()
        for name, gflops in (("gpu", 1020), ("cpu", 26.6)):
            self.assertIn(f"{name}_flops_per_us = {gflops}e3;", source)

    def test_plain_programs_need_no_models(self):
        self.assertEqual(nodes.codelets(products.plain_runs()), [])

    def test_the_page_says_how_many_are_close(self):
        text = products.section(self.pairs([1.02, 0.9]))
        self.assertIn("* Time: 0.900 to 1.020; within 3% in 1 of 2.\n* Bytes: 0.500 to 0.500; within 3% in 0 of 2.\n", text)
        self.assertIn("| 2 GPUs of 1020 + 4 cores of 26.6 | 16 | 1020 / 2.00 | 1000 / 4.00 | 1.020 | 0.500 |", text)

    def test_each_pair_has_two_rows(self):
        rows_of_pairs = products.rows_of(self.pairs([1.02]))
        self.assertEqual([(row["program"], row["seconds"], row["bytes"] / GIB) for row in rows_of_pairs],
                         [("plain-product", 1.02, 2), ("gemm", 1, 4)])
        self.assertEqual(list(rows_of_pairs[0]), results.COLUMNS)


class Kernels(unittest.TestCase):
    def test_a_factorisation_has_so_many_flops(self):
        for example, flops in ((tiled("lu"), 2 / 3), (tiled("plain-lu"), 2 / 3), (tiled("cholesky"), 1 / 3),
                               (tiled("plain-cholesky"), 1 / 3), (tiled("plain-qr"), 4 / 3), (tiled("plain-product"), 2)):
            total = sum(kernel.count * kernel.flops for kernel in problems.kernels_of(example))
            self.assertAlmostEqual(total / (flops * example.size**3), 1, delta=0.1, msg=example.label)

    def test_synthetic_nodes_have_a_model_for_each_task(self):
        entries = nodes.codelets(plan.planned())
        keys = {(entry["model"], *entry["data"]) for entry in entries}
        self.assertEqual(len(keys), len(entries))
        for example in ON_SYNTHETIC:
            self.assertLessEqual({(kernel.model, *kernel.data) for kernel in problems.kernels_of(example)}, keys)
        self.assertFalse(any(entry["model"].startswith("plain") for entry in entries))

    def test_bytes_are_those_of_all_data(self):
        self.assertEqual(kernels.bytes_of(problems.kernels_of(tiled("lu"))[3]), 3 * 960 * 960 * 8)
        self.assertEqual(kernels.bytes_of(problems.kernels_of(tiled("cholesky"))[0]), 960 * 960 * 4)


def tiled(program):
    return problems.tiled(program, 15360)


MODEL = """# device type (CPU - 0, CUDA - 1, OPENCL - 2, MIC - 3)
{kind}
# hash	size	flops	mean (us)	dev (us)	sum	sum2	n
24c84a50	22118400	0	{mean}	0	0	0	{samples}

"""


class Bounds(unittest.TestCase):
    def test_the_fastest_worker_of_a_kind_counts(self):
        text = "".join(MODEL.format(kind=kind, mean=mean, samples=samples)
                       for kind, mean, samples in ((0, 5e4, 10), (1, 2e3, 10), (1, 1e3, 10), (1, 1, 2), (2, 7, 10)))
        self.assertEqual(bounds.recorded_times(text), {"0": {22118400: 5e4}, "1": {22118400: 1e3}})

    def test_work_goes_where_it_is_done_best(self):
        machine = MACHINES["2 GPUs + 12 cores"]
        self.assertAlmostEqual(bounds.area_bound(machine, [(10, 1, 0.1)]), 10 / (12 + 2 / 0.1))
        self.assertAlmostEqual(bounds.area_bound(MACHINES["2 GPUs"], [(10, 1, 0.1)]), 0.5)
        # the second kernel is the CPU workers'; they take some of the first, too
        self.assertAlmostEqual(bounds.area_bound(machine, [(100, 1, 0.1), (12, 1, 10)]), 1 + (100 - 20) / (12 + 20))

    def test_a_chain_bounds_what_many_gpus_do(self):
        machine, example = MACHINES["8 GPUs"], Example("lu", 1920, 2)
        t = 960**3 / 1e12
        self.assertAlmostEqual(bounds.seconds_bound(machine, example, None), (2 * 2 / 3 / 0.06 + 1 / 0.6 + 2) * t)

    def test_all_programs_have_a_bound_of_time_on_synthetic_nodes(self):
        for machine in SYNTHETIC:
            for example in ON_SYNTHETIC:
                self.assertGreater(bounds.seconds_bound(machine, example, None), 0)

    def test_owners_need_their_rows_and_columns(self):
        tiles = 256 * 960**2 * 8
        self.assertEqual(bounds.bytes_bound(MACHINES["1 GPU"], tiled("lu")), tiles)
        self.assertEqual(bounds.bytes_bound(MACHINES["sirocco"], tiled("lu")), 2 * tiles)
        self.assertEqual(bounds.bytes_bound(MACHINES["sirocco"], tiled("plain-product")), 5 * tiles)
        self.assertIsNone(bounds.bytes_bound(MACHINES["sirocco"], tiled("plain-qr")))


class Report(unittest.TestCase):
    def test_auto_is_compared_with_the_best_of_each(self):
        figures = {"dmda": (10, 4), "dmdas": (8, 5), "auto": (6, 3)}
        made = rows(lambda run: figures.get(run.sched, (1, 1)))
        one = results.compared(made, "mirage", EXAMPLES[0])
        self.assertEqual((one.seconds, one.bytes), (0.75, 0.75))
        self.assertIn("| mirage | lu 15360 | 10000 / 4.00 | 8000 / 5.00 | 6000 / 3.00 | 500 | 0.75 | 0.75 |", report.findings(made))

    def test_median_and_worst_are_told(self):
        slow = plan.Run("mirage", plan.STARPUS[-1], "auto")
        text = report.findings(rows(lambda run: (3, 1) if run == slow else (1, 2) if run.sched == "auto" else (2, 2)))
        self.assertIn("Time of `auto`: median 0.50, worst 1.50 (dgemm 23040 x 7680, 3 iterations on mirage); less time in 21 of 22.", text)
        self.assertIn("Bytes of `auto`: median 1.00, worst 1.00 (lu 15360 on sirocco); fewer bytes in 1 of 22.", text)
        self.assertIn("Time of `auto`: median 0.50, worst 0.50 (plain product 15360 on sirocco); less time in 24 of 24.", text)

    def test_programs_without_recorded_models_are_compared_with_others(self):
        figures = {"dmda": (10, 4), "lws": (8, 5), "dmdas": (1, 1), "auto": (6, 0)}
        made = rows(lambda run: figures.get(run.sched, (1, 1)))
        one = results.compared(made, "8 GPUs", NOMINALS[0])
        self.assertEqual((one.seconds, one.bytes), (0.75, 0))
        self.assertIn("| machine | program | `dmda`, ms / GiB | `lws`, ms / GiB | `auto`, ms / GiB | bounds | time | bytes |",
                      report.findings(made))

    def test_nothing_is_not_divided_by(self):
        self.assertEqual([ratio(0, 0), ratio(1, 0), ratio(1, 2)], [1, float("inf"), 0.5])

    def test_every_run_has_a_line(self):
        lines = [line for line in report.tables(rows()).splitlines() if line.startswith("| ")]
        self.assertEqual(len(lines), len(RECORDED + SYNTHETIC) + len(plan.planned()))

    def test_rules_are_left_out_one_after_the_other(self):
        figures = {"effective-dyn": (4, 3), "nrrp-refined-static": (3, 2), "nrrp-refined-effective-steal": (2, 1)}
        text = report.ablation(rows(lambda run: figures.get(run.sched, (1, 0.5)), planned=plan.ablations))
        self.assertIn("| sirocco | lu 15360 | 4000 / 3.00 | 3000 / 2.00 | 2000 / 1.00 | 1000 / 0.50 |", text)

    def test_the_command_comes_first(self):
        self.assertIn("\n\n    experiments/programs.sh\n\n", page())
        text = page(quick=True, cost=1)
        self.assertIn("\n\n    experiments/programs.sh --quick --scheduling-cost 1\n\n", text)
        self.assertNotIn("mirage", text)
        self.assertNotIn("`dmda`", text)


if __name__ == "__main__":
    unittest.main()
