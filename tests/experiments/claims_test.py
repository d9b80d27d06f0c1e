"""What the page of experiments/beyond.sh says of invented runs and plans."""
import unittest

from beyond import plan, results
from beyond.claims import claims, in_short, papers_claim
from beyond.plan import CUBE, DEEP, GPUS, LINKS, PAPER_SOLID, SHAPES, SOLID, WITHOUT_REDUX
from beyond.report import markdown
from beyond.volumes import Volume

NOT_SO = "**Not so in these runs:**"

# With factor 1, 3D moves less where sums are copied once, more where twice; with factor 2 less in both cases.
VOLUMES = Volume(6, 1), {1: Volume(4, 2.2), 2: Volume(5.2, 1.2)}
PLANS = {(shape, mixed): {gpus: VOLUMES for gpus in (*GPUS, 64)} for shape in SHAPES for mixed in (False, True)}


def seconds(run, time_of_cubes):
    """Deep products gain where the bus is slow, and where GPUs copy to each other; cubes as given."""
    if run.strategy in PAPER_SOLID:
        return 1.26 if run.shape == CUBE else 0.84 if run.node.gpus >= 8 else 1.05
    if run.strategy not in SOLID:
        return 1.05
    gain = run.node.links.host_gbs <= 24
    return time_of_cubes if run.shape == CUBE else (1 - 0.2 * run.c_factor if gain else 1.05)


def moved(run):
    """In units of C's size."""
    solid = {True: 9, False: 11 if run.c_factor == 1 else 10}[run.node.links.p2p]
    return 40 if run.strategy == WITHOUT_REDUX else solid if run.strategy in SOLID else 10


def row(run, time_of_cubes):
    report = {"seconds_total": seconds(run, time_of_cubes), "seconds_bound": 1, "steals": 0, "reductions": 0,
              "bytes_total": moved(run) * run.shape.bytes_of_c, "bytes_bound": run.shape.bytes_of_c,
              "auxiliary_bytes": 0, "bytes_by_link": [{"from": 0, "to": 1, "bytes": run.shape.bytes_of_c}]}
    return results.row(run, {"elapsed": 60, "report": report})


def rows(time_of_cubes):
    return [row(run, time_of_cubes) for run in plan.planned()]


class Claims(unittest.TestCase):
    def beginning(self, found, text):
        return next(claim for claim in found if claim.text.startswith(text))

    def test_the_summary_holds_if_what_it_sums_up_does(self):
        found = claims(rows(1.1), PLANS)
        self.assertTrue(in_short(rows(1.1), PLANS).holds)
        self.assertTrue(self.beginning(found, "Time, cubes").holds)
        self.assertFalse(self.beginning(found, "Memory").holds)  # not summed up

    def test_what_is_not_so_is_marked(self):
        found = claims(rows(0.9), PLANS)
        cubes = self.beginning(found, "Time, cubes")
        self.assertTrue(str(cubes).startswith(NOT_SO))
        self.assertIn("0.86", cubes.text)
        self.assertTrue(self.beginning(found, "Simulated, cubes").holds)
        self.assertFalse(in_short(rows(0.9), PLANS).holds)


    def test_the_papers_strategies_are_judged_by_themselves(self):
        claim = papers_claim(rows(0.9))
        self.assertTrue(claim.holds)
        self.assertIn("for cubes 3D wins in 0 of 8 cases (links, memory free or not), with a ratio of 1.20 at best, four times as "
                      "deep in 8, with 0.80", claim.text)


class Page(unittest.TestCase):
    def test_has_all_claims_and_tables(self):
        page = markdown(rows(1.1), PLANS)
        for claim in claims(rows(1.1), PLANS):
            self.assertIn(f"\n* {claim}\n", page)
        self.assertIn(f"{len(plan.planned())} runs, which took {len(plan.planned())} minutes", page)
        self.assertIn(f"| deep | equal | {LINKS[0].label} | 10.00 | 1.050 | 1.000 |", page)
        self.assertIn(f"| deep | {LINKS[0].label} | no | 1.00 | 1.00 | 1.00 | 1.00 | 1.00 | 1.00 | 1.00 | 0.80 | 0.80 | 0.80 |", page)
        lines = [line for line in page.splitlines() if line.startswith("| ")]
        of_both_generations, of_the_papers = 2 * (1 + len(SHAPES) * 2 * len(LINKS)), 1 + len(SHAPES) * len(LINKS) * 2
        self.assertEqual(len(lines), of_both_generations + of_the_papers)


if __name__ == "__main__":
    unittest.main()
