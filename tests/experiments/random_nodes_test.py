"""Random nodes (experiments/random-nodes.sh), without their picture: what is drawn, and what the page says of it."""
import unittest

from random_nodes import plan, report, results


def row(number, time_ratio, gib, gib_of_dmda=1):
    """Of a node that dmdas does sooner and dmda with fewer bytes, by what auto takes and moves."""
    seconds = {"auto": time_ratio, "dmda": 2, "dmdas": 1}
    moved = {"auto": gib * 2**30, "dmda": gib_of_dmda * 2**30, "dmdas": 3 * 2**30}

    class Store:
        @staticmethod
        def load(run):
            return {"report": {"seconds_total": seconds[run.strategy], "bytes_total": moved[run.strategy],
                               "seconds_bound": 0.5, "bytes_bound": 0.25 * 2**30}}

    return results.row(Store, plan.nodes(number + 1)[number])


class Plan(unittest.TestCase):
    def test_the_same_seed_draws_the_same_nodes(self):
        self.assertEqual(plan.nodes(20), plan.nodes(40)[:20])
        self.assertNotEqual(plan.nodes(20), plan.nodes(20, plan.SEED + 1))

    def test_nodes_are_within_their_ranges(self):
        for node in plan.nodes():
            fastest = max(gflops for gflops, _ in node.gpus)
            self.assertTrue(1 <= sum(number for _, number in node.gpus) <= 8)
            self.assertTrue(all(300 <= gflops <= 60000 for gflops, _ in node.gpus))
            self.assertTrue(0 <= node.cpus <= 32)
            self.assertTrue(node.cpus == 0 or 0.01 <= node.cpu_gflops / fastest <= 0.3)
            self.assertTrue(6 <= node.link_gbs <= 50)
            self.assertTrue(8 <= node.side <= 32)
            self.assertEqual(node.tile, 960 if fastest < 4000 else 1920 if fastest < 20000 else 3840)

    def test_every_run_has_a_name_of_its_own(self):
        runs = plan.planned()
        self.assertEqual(len({run.name for run in runs}), len(runs))
        self.assertEqual(len(runs), 3 * plan.NODES)


class Results(unittest.TestCase):
    def test_the_better_rival_counts_for_each_figure(self):
        self.assertAlmostEqual(row(0, 1.5, 0.5)["time_ratio"], 1.5)
        self.assertAlmostEqual(row(0, 1.5, 0.5)["bytes_ratio"], 0.5)

    def test_bounds_are_set_against_the_better_rival(self):
        self.assertAlmostEqual(row(0, 1.5, 0.5)["time_bound"], 0.5)
        self.assertAlmostEqual(row(0, 1.5, 0.5, gib_of_dmda=0.5)["bytes_bound"], 0.5)

    def test_more_may_be_moved_where_time_is_gained(self):
        self.assertTrue(results.moves_too_much(row(0, 0.96, 1.1)))
        self.assertFalse(results.moves_too_much(row(0, 0.94, 1.1)))
        self.assertFalse(results.moves_too_much(row(0, 1.5, 1.0)))

    def test_a_rival_that_moves_nothing_moves_less(self):
        self.assertTrue(results.moves_too_much(row(0, 1.5, 0.5, gib_of_dmda=0)))
        self.assertFalse(results.moves_too_much(row(0, 1.5, 0, gib_of_dmda=0)))
        self.assertIn("moves nothing on 1 more: 1.", report.most_moving([row(0, 1, 0.5), row(1, 1.5, 0.5, gib_of_dmda=0)]))

    def test_the_page_counts_what_misses_its_goal(self):
        text = report.findings([row(0, 0.9, 0.5), row(1, 1.02, 1.5), row(2, 1.0, 0.3)])
        self.assertIn("1.000 in the median (goal 0.99), 1.020 at worst; above\n  1.01 on 1 of 3 nodes", text)
        self.assertIn("on 1 nodes where the time is not below 0.95", text)
        self.assertIn("0.500 of its time in the median (all\n  workers compute all the time), 0.25 of its traffic", text)


if __name__ == "__main__":
    unittest.main()
