"""Products on several nodes (experiments/cluster.sh), without pictures: what is run, the bounds, and what the page says."""
import unittest
from pathlib import Path

from cluster import findings, native, plan, report, results, slowdowns
from cluster.plan import AUTO, BY_SPEEDS, CYCLIC, DMDA, Setting

GIGA = 10**9
SECONDS = {(BY_SPEEDS, AUTO): 1.0, (BY_SPEEDS, DMDA): 1.25, (CYCLIC, AUTO): 1.5, (CYCLIC, DMDA): 1.25}


def ranks(speeds, received=GIGA):
    return [{"speed": speed, "bytes_in": received, "bytes_out": received // 2, "bytes_moved": 2**30} for speed in speeds]


def of(run, seconds):
    """A report: the speed of n nodes is n times that of one."""
    setting = run.setting
    return {"m": setting.size, "n": setting.size, "k": setting.size, "seconds": seconds, "gflops": 1000 * setting.nodes / seconds,
            "nodes_partition": run.zones, "network_bytes": 2**30 * setting.nodes, "network_bound": 2**29,
            "ranks": ranks([1000] * setting.nodes)}


def of_process(run):
    """Columns receive half as much again as the others; pdgemm takes three times as long as zones by speeds in its turn."""
    one = {"seconds": run.turn * (3 if run.contender == native.PDGEMM else 1), "verified": True,
           "network_bytes": (3 if run.contender == "columns" else 2) * 2**20}
    return one if run.contender == native.PDGEMM else one | {"network_bound": 1.9 * 2**20}


def of_four(run):
    """Products of 1 s; after the first 2 s as they are, 1.1 s in the second where zones change, and 1 s with right speeds."""
    second = {slowdowns.AS_IS: 2, slowdowns.REBALANCED: 1.1, slowdowns.RIGHT: 1}[run.treatment]
    third = 2 if run.treatment == slowdowns.AS_IS else 1
    changes = [{"slices": 2, "seconds": 0.1, "bytes": 2**29}] if run.treatment == slowdowns.REBALANCED else []
    return {"repeats": [{"seconds": seconds, "migrations": changes if number == 1 else []}
                        for number, seconds in enumerate([1, second, third, third])]}


def made(scale=plan.FULL, seconds=SECONDS, processes=True, change=lambda run, report: None):
    """Results where all was run."""
    records = {}
    for run in plan.planned(scale):
        records[run] = {"elapsed": 6, "report": of(run, seconds[run.zones, run.sched])}
        change(run, records[run]["report"])
    reports = {run: of_process(run) for run in native.planned()} if processes else {}
    return results.Results(scale, records, {"gflops": 1000}, reports, {run: of_four(run) for run in slowdowns.planned(slowdowns.FULL)})


def verdicts(found):
    return {finding.claim: finding.verdict for finding in findings.findings_of(found)}


class Plan(unittest.TestCase):
    def test_every_run_has_a_name_and_a_command_of_its_own(self):
        for scale in (plan.FULL, plan.QUICK):
            runs = plan.planned(scale)
            self.assertEqual(len({run.name for run in runs}), len(runs))
            self.assertEqual(len({str(run.arguments) for run in runs}), len(runs))

    def test_a_run_as_a_command(self):
        run = plan.Run(Setting(4, (4, 2, 1, 1), 25, 15360, 960), CYCLIC, DMDA)
        self.assertEqual(" ".join(run.arguments),
                         "gemm --cluster 4xsirocco --node-gpus 4,2,1,1 --network gbs=3.125,latency_us=1 --size 15360 --tile 960 "
                         "--nodes block-cyclic:2x2 --sched dmda")

    def test_equal_nodes_have_all_of_their_gpus(self):
        self.assertNotIn("--node-gpus", plan.Run(plan.EQUAL, BY_SPEEDS, AUTO).arguments)

    def test_grids_have_as_many_places_as_nodes(self):
        for nodes, grid in plan.GRIDS.items():
            rows, columns = map(int, grid.split("x"))
            self.assertEqual(rows * columns, nodes)

    def test_no_run_has_more_tiles_than_it_can_take(self):
        for setting in plan.FULL.settings():
            self.assertEqual(setting.size % setting.tile, 0)
            self.assertLessEqual(setting.size // setting.tile, plan.FULL.most_tiles)
            self.assertIn(len(setting.gpus), (0, setting.nodes))

    def test_parts_of_nodes_are_constant_but_for_whole_tiles(self):
        # 8 tiles times 1, 1.414, 2, 2.828 and 4: 8, 11, 16, 23 and 32.
        self.assertEqual([setting.size for setting in plan.FULL.weak()], [11520, 15840, 23040, 33120, 46080])

    def test_gpus_repeat_on_more_nodes(self):
        self.assertEqual([setting.gpus for setting in plan.FULL.unequal()],
                         [(4, 2), (4, 2, 1, 1), (4, 2, 1, 1) * 2, (4, 2, 1, 1) * 4, (4, 2, 1, 1)])

    def test_the_goals_are_about_runs_of_the_campaign(self):
        runs = plan.planned(plan.FULL)
        for setting in (plan.UNEQUAL, plan.EQUAL):
            for variant in plan.VARIANTS:
                self.assertIn(plan.Run(setting, *variant), runs)

    def test_one_node_has_no_zones_to_compare(self):
        self.assertEqual({run.zones for run in plan.planned(plan.FULL) if run.setting.nodes == 1}, {BY_SPEEDS})


class Bounds(unittest.TestCase):
    def test_all_workers_compute_all_the_time(self):
        # 2 x 1000 x 500 x 2000 = 2 GFlop at 1 + 3 GFlop/s.
        self.assertAlmostEqual(results.compute_bound({"m": 1000, "n": 500, "k": 2000, "ranks": ranks([1, 3])}), 0.5)

    def test_the_busiest_link_counts_in_its_busier_direction(self):
        both = [{"bytes_in": 3 * GIGA, "bytes_out": 1 * GIGA}, {"bytes_in": 2 * GIGA, "bytes_out": 5 * GIGA}]
        self.assertAlmostEqual(results.network_bound({"ranks": both}, 2.5), 2)

    def test_the_larger_of_both_counts(self):
        setting = Setting(4, (), 10, 15360, 960)
        found = made()
        # 2 x 15360^3 Flop at 4000 GFlop/s: 1.812 s; 1 GB at 1.25 GB/s: 0.8 s.
        self.assertAlmostEqual(found.bounds(setting, BY_SPEEDS, AUTO)[0], 1.812, places=3)
        self.assertAlmostEqual(found.bounds(setting, BY_SPEEDS, AUTO)[1], 0.8)
        self.assertAlmostEqual(found.bound(setting, BY_SPEEDS, AUTO), 1.812, places=3)

    def test_scaling_is_by_one_node_with_the_same_policy(self):
        found, (one, *more) = made(), plan.FULL.strong()
        # n nodes: 1000 n GFlop/s by auto, 800 n by dmda; block-cyclic 667 n by auto.
        for setting in more:
            self.assertAlmostEqual(found.efficiency(setting, BY_SPEEDS, AUTO, one), 1)
            self.assertAlmostEqual(found.efficiency(setting, BY_SPEEDS, DMDA, one), 1)
            self.assertAlmostEqual(found.efficiency(setting, CYCLIC, AUTO, one), 2 / 3)


class Goals(unittest.TestCase):
    FASTER = "On four nodes with 4, 2, 1 and 1 GPUs zones by speeds are at least 30% faster than block-cyclic."
    SCALES = "Four equal nodes are nearly four times as fast as one."

    def test_zones_are_compared_with_the_same_policy(self):
        self.assertEqual(verdicts(made())[self.FASTER], "contradicted")  # by dmda, 1.25 s both
        both = SECONDS | {(BY_SPEEDS, DMDA): 0.9}
        self.assertEqual(verdicts(made(seconds=both))[self.FASTER], "confirmed")

    def test_one_node_is_that_of_the_other_simulator(self):
        self.assertEqual(verdicts(made())[self.SCALES], "confirmed")
        self.assertEqual(verdicts(made(seconds=SECONDS | {(BY_SPEEDS, AUTO): 1.12}))[self.SCALES], "contradicted")

    def test_what_was_not_run_is_not_judged(self):
        self.assertEqual(set(verdicts(results.Results(plan.FULL, {}, None, {}, {})).values()), {"not run"})
        self.assertEqual(verdicts(made(plan.QUICK))[self.FASTER], "not run")

    def test_one_slow_network_is_told(self):
        def slow(run, one):
            if run.setting == Setting(4, (4, 2, 1, 1), 10, 15360, 960) and run.zones == BY_SPEEDS:
                one["seconds"] = 4
        found = {finding.claim: finding for finding in findings.findings_of(made(seconds=SECONDS | {(CYCLIC, DMDA): 1.3}, change=slow))}
        finding = found["On unequal nodes they are faster, whatever the network."]
        self.assertEqual((finding.verdict, finding.holding, len(finding.checks)), ("contradicted", 8, 10))


class Slowdowns(unittest.TestCase):
    SCENE = slowdowns.Scene((4, 2, 1, 1), 0, 15360, DMDA)

    def test_a_run_as_a_command(self):
        self.assertEqual(" ".join(slowdowns.Run(self.SCENE, slowdowns.RIGHT).arguments),
                         "gemm --cluster 4xsirocco --node-gpus 4,2,1,1 --network gbs=12.5,latency_us=1 --size 15360 --tile 960 "
                         "--sched dmda --repeat 4 --slowdown 0:0.5:1 --node-speeds 2302.4,2570.7,1557.7,1557.7")
        self.assertTrue(" ".join(slowdowns.Run(self.SCENE, slowdowns.REBALANCED).arguments).endswith("--slowdown 0:0.5:1 --rebalance"))

    def test_every_run_has_a_name_of_its_own(self):
        runs = slowdowns.planned(slowdowns.FULL + slowdowns.QUICK)
        self.assertEqual(len({run.name for run in runs}), len(runs))

    def test_the_first_product_does_not_count(self):
        self.assertAlmostEqual(slowdowns.rest(of_four(slowdowns.Run(self.SCENE, slowdowns.REBALANCED))), 3.1)

    def test_zones_that_follow_are_set_against_right_ones(self):
        claim = "Where a node computes with half its speed after the first of four products, zones that follow the speeds lose little."
        self.assertEqual(verdicts(made())[claim], "confirmed")  # 3.1 s and 3 s
        found = made()
        found.slowdowns[slowdowns.Run(self.SCENE, slowdowns.REBALANCED)]["repeats"][1]["seconds"] = 1.4
        self.assertEqual(verdicts(found)[claim], "contradicted")

    def test_the_table_says_where_zones_changed(self):
        found = made()
        text = report.markdown(found, findings.findings_of(found), "experiments/cluster.sh")
        self.assertIn("| 4, 2, 1, 1 | 0 | 15360 | dmda | 6 | 3.1 | 3 | 1.033 | 0.50 | 2: 2 |", text)


class Native(unittest.TestCase):
    def test_contenders_alternate(self):
        runs = native.planned()
        self.assertEqual([run.contender for run in runs[1:13]], native.CONTENDERS * 2)
        self.assertEqual(len({run.name for run in runs}), len(runs))

    def test_each_process_has_its_workers(self):
        machine = native.Machine(Path("bin/tangram-mpi"), Path("bin/bench_distributed"), Path("bin/pdgemm"), Path("models"))
        command = " ".join(machine.command(native.Process("columns", 1)))
        self.assertIn("-n 1 env STARPU_NCPU=4 bin/tangram-mpi gemm --size 3072", command)
        self.assertEqual(command.count(" : -n 1 env STARPU_NCPU=1 bin/tangram-mpi"), 2)
        self.assertTrue(" ".join(machine.command(native.Process(native.PDGEMM, 1))).endswith(
            ": -n 1 env OMP_NUM_THREADS=1 bin/pdgemm 3072 192 2 2"))
        self.assertTrue(" ".join(machine.command(native.Process("by-speeds", 1))).endswith(
            ": -n 1 env STARPU_NCPU=1 bin/bench_distributed 3072 192 2 2 by-speeds 4,2,1,1"))

    def test_times_are_by_those_of_the_same_turn(self):
        rows = {row["contender"]: row for row in results.native_rows(made())}
        self.assertEqual(rows[native.PDGEMM]["ratio"], 3)
        self.assertEqual(rows[native.PDGEMM]["seconds"], 12)  # of 3, 6, ..., 21
        self.assertAlmostEqual(rows["columns"]["by_bound"], 3 / 1.9)
        self.assertEqual(rows["columns"]["mib"], 3)

    def test_turn_0_does_not_count(self):
        found = made()
        found.native[native.Process(native.BY_SPEEDS, 0)]["verified"] = False
        self.assertTrue(all(row["verified"] for row in results.native_rows(found)))


class Report(unittest.TestCase):
    def test_rows_have_all_columns(self):
        rows = results.rows_of(made())
        self.assertEqual(set(rows[0]), set(results.COLUMNS))
        self.assertEqual(len(rows), len(plan.planned(plan.FULL)))

    def test_every_setting_has_a_line(self):
        found = made()
        text = report.markdown(found, findings.findings_of(found), "experiments/cluster.sh")
        # 195.7 TFlop at 16000 GFlop/s: 12.23 s; 1 GB at 12.5 GB/s: 0.08 s.
        self.assertIn("| 16 | 46080 | 12.23 | 0.08 | 1 | 1.25 | 1.5 | 1.25 | 16.00 | 16.00 |", text)
        self.assertIn("| 4, 2, 1, 1, 4 times | 30720 | 960 |", text)
        self.assertIn("| `pdgemm` | 2.0 | 1.05 | 12 | 3.00 | yes |", text)
        self.assertNotIn("not run:", text)

    def test_without_processes_there_is_no_section_of_them(self):
        found = made(processes=False)
        text = report.markdown(found, findings.findings_of(found), "experiments/cluster.sh --no-native")
        self.assertNotIn("pdgemm", text)
        self.assertNotIn("section is real", text)


if __name__ == "__main__":
    unittest.main()
