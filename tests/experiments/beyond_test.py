"""Where three dimensions begin to win (experiments/beyond.sh), without its pictures: runs, volumes, who wins."""
import tempfile
import unittest
from pathlib import Path

from beyond import plan, results, volumes
from beyond.plan import CUBE, FLAT, LINKS, PAPER, PAPER_FLAT, PAPER_SOLID, SOLID, Links, Node, Run
from beyond.results import Scene, begins_to_win, planned_ratios
from beyond.volumes import Volume
from common.child import ChildFailed
from common.simulator import Simulator

REPORT = {
    "seconds": 2, "seconds_total": 3, "seconds_bound": 1, "bytes_total": 7 * CUBE.bytes_of_c,
    "bytes_bound": 6 * CUBE.bytes_of_c, "steals": 0, "reductions": 64, "auxiliary_bytes": 2e9,
    "bytes_by_link": [{"from": source, "to": sink, "bytes": times * CUBE.bytes_of_c}
                      for source, sink, times in ((0, 1, 2), (1, 2, 4), (2, 0, 1))],
}


def row(strategy, gpus=8, c_factor=1, report=REPORT, links=LINKS[0], mixed=False, **more):
    run = Run(CUBE, Node(gpus, mixed, links), strategy, c_factor, **more)
    return results.row(run, {"elapsed": 0.5, "report": REPORT | report})


class Plan(unittest.TestCase):
    def test_every_run_has_a_name_and_a_command_of_its_own(self):
        runs = plan.planned()
        self.assertEqual(len({run.name for run in runs}), len(runs))
        self.assertEqual(len({str(run.arguments) + str(run.environment) for run in runs}), len(runs))

    def test_what_is_compared_was_run(self):
        runs = set(plan.planned())
        for run in runs:
            for flat in PAPER_FLAT if run.mode == PAPER else FLAT:
                self.assertIn(Run(run.shape, run.node, flat, 1, run.allocation_cost, run.mode), runs)

    def test_half_of_a_mixed_node_is_of_an_old_generation(self):
        node = Node(4, True, Links(24, True))
        self.assertEqual(node.speeds, [7000, 7000, 1750, 1750])
        self.assertEqual(node.platform, "synthetic:gpu_gflops=7000x2+1750x2,gpu_memory_gb=32,link_gbs=12,host_gbs=24,"
                                        "p2p_gbs=50")
        self.assertEqual(Node(4, False, LINKS[0]).platform, "synthetic:gpu_gflops=7000x4,gpu_memory_gb=32,link_gbs=12")

    def test_tiles_fit_and_the_work_is_about_the_same(self):
        work = []
        for shape in plan.SHAPES:
            self.assertEqual((shape.side % plan.TILE, shape.depth % plan.TILE), (0, 0))
            work.append(shape.side**2 * shape.depth)
        self.assertLess(max(work) / min(work), 1.03)

    def test_settings_are_passed(self):
        run = Run(CUBE, Node(8, False, LINKS[0]), SOLID[0], 2, allocation_cost=False)
        self.assertEqual(run.environment, {"TANGRAM_C_FACTOR": "2", "TANGRAM_MODE": "tangram",
                                           "STARPU_SIMGRID_CUDA_MALLOC_COST": "0"})


class Volumes(unittest.TestCase):
    def test_sums_are_copied_once_or_twice(self):
        halves = Volume(inputs=4, outputs=2)  # of each side: eight GPUs
        self.assertEqual(halves.moved(volumes.GPU_TO_GPU), 6)
        self.assertEqual(halves.moved(volumes.THROUGH_RAM), 7)
        self.assertEqual(Volume(4, 1).moved(volumes.THROUGH_RAM), 5)  # quarters of C: nobody shares

    def test_the_simulator_is_asked_for_zones_then_for_their_faces(self):
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "simulator"
            program.write_text("""#!/bin/sh
case "$*" in
*3d-nrrp-plus*"1x1x4"*"--c-factor 2"*) echo '{"cost": 0, "c_factor": 2}' ;;
*--load*) grep -q '"c_factor": 1' && echo '{"cost": 10}' || echo '{"cost": 12}' ;;
*) echo '{"cost": 5}' ;;
esac
""")
            program.chmod(0o755)
            self.assertEqual(volumes.solid(Simulator(program), [1, 1], 4, 2), Volume(8, 2))
            self.assertEqual(volumes.flat(Simulator(program), [1, 1], 4), Volume(20, 1))

    def test_a_partition_that_fails_says_why(self):
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "simulator"
            program.write_text("#!/bin/sh\necho 'error: no such algorithm' >&2\nexit 2\n")
            program.chmod(0o755)
            with self.assertRaisesRegex(ChildFailed, "^exit status 2: error: no such algorithm$"):
                volumes.flat(Simulator(program), [1, 1], 4)

    def test_plans_are_compared_by_what_they_move(self):
        planned = {8: (Volume(6, 1), {1: Volume(4, 2), 2: Volume(6, 1)})}
        self.assertEqual(planned_ratios(planned, volumes.GPU_TO_GPU, 1), {8: 6 / 7})
        self.assertEqual(planned_ratios(planned, volumes.THROUGH_RAM, 1), {8: 1})
        self.assertEqual(planned_ratios(planned, volumes.THROUGH_RAM, 2), {8: 1})


class Winners(unittest.TestCase):
    def test_a_row_has_all_columns(self):
        self.assertEqual(list(row(SOLID[0])), results.COLUMNS)
        self.assertEqual([row(SOLID[0])[key] for key in ("seconds", "moved", "moved_ram")], [3, 7, 3])

    def test_the_best_of_each_is_compared(self):
        rows = [row(FLAT[0], report={"seconds_total": 4}), row(FLAT[1], report={"seconds_total": 2}),
                row(SOLID[0], report={"seconds_total": 3}), row(SOLID[1], report={"seconds_total": 5}),
                row(SOLID[0], c_factor=2, report={"seconds_total": 1}),
                row(SOLID[0], mixed=True, report={"seconds_total": 0.1}),
                row(SOLID[0], links=LINKS[1], report={"seconds_total": 0.1})]
        scene = Scene(rows, CUBE, LINKS[0])
        self.assertEqual(scene.ratios("seconds", 1), {8: 1.5})
        self.assertEqual(scene.ratios("seconds", 2), {8: 0.5})
        self.assertEqual(Scene(rows, CUBE, LINKS[1]).ratios("seconds", 1), {})  # without 2D there is nothing to compare

    def test_strategies_of_the_paper_are_compared_with_each_other(self):
        rows = [row(PAPER_FLAT[0], report={"seconds_total": 4}, mode=PAPER),
                row(PAPER_SOLID[1], report={"seconds_total": 3}, mode=PAPER),
                row(FLAT[0], report={"seconds_total": 1}), row(SOLID[0], report={"seconds_total": 5})]
        self.assertEqual(Scene(rows, CUBE, LINKS[0], mode=PAPER).ratios("seconds", 1), {8: 0.75})
        self.assertEqual(Scene(rows, CUBE, LINKS[0]).ratios("seconds", 1), {8: 5})

    def test_time_and_traffic_are_of_the_same_run(self):
        fast, frugal = {"seconds_total": 2, "bytes_total": 9 * CUBE.bytes_of_c}, {"seconds_total": 4}
        scene = Scene([row(FLAT[0], report=frugal), row(FLAT[1], report=fast)], CUBE, LINKS[0])
        self.assertEqual([scene.best(key, 8, FLAT) for key in ("seconds", "moved")], [2, 9])

    def test_winning_is_being_ahead_from_there_on(self):
        self.assertEqual(begins_to_win({4: 1, 8: 0.9, 16: 0.8}), 8)
        self.assertEqual(begins_to_win({4: 0.9, 8: 1, 16: 0.8}), 16)
        self.assertIsNone(begins_to_win({4: 0.9, 8: 0.99}))
        self.assertIsNone(begins_to_win({}))


if __name__ == "__main__":
    unittest.main()
