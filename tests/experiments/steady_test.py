"""Streams of jobs on platform graphs (experiments/steady.sh), without drawing them: the rows of the linear programme,
random platforms, results, findings, and the page."""
import json
import tempfile
import unittest
from dataclasses import replace
from fractions import Fraction
from random import Random

from steady import given_vertex, paper, plan
from steady.convergence import STREAMS
from steady.examples import SECOND_TASKS, TASKS, toy_platform, toy_tree, two_masters
from steady.findings import findings_of
from steady.instances import Instance
from steady.nodes import NODES
from steady.planner import written
from steady.random_platforms import LEVELS, random_platform
from steady.report import markdown
from steady.results import Results, row
from steady.scale import FULL, QUICK
from steady.shares import busy_parts, links_as_printed, shares, speed_of, works
from steady.vertex import Rates, broken_rows, rates_of, task_times, throughput

PLATFORM, TREE = toy_platform(), toy_tree()


def changed(rates, place, factor):
    """With one rate multiplied."""
    if place in rates.computed:
        return replace(rates, computed=rates.computed | {place: rates.computed[place] * factor})
    return replace(rates, sent=rates.sent | {place: rates.sent[place] * factor})


class Vertex(unittest.TestCase):
    def test_that_of_table_1_is_feasible_and_has_the_throughput(self):
        self.assertEqual(broken_rows(PLATFORM, TREE, given_vertex.RATES), [])
        self.assertEqual(throughput(TREE, given_vertex.RATES), Fraction(39, 280))
        self.assertEqual((given_vertex.RATES.period_of_tasks, given_vertex.RATES.period), (63000, 4725000))

    def test_another_has_the_papers_period(self):
        rates = given_vertex.WITH_PERIOD
        self.assertEqual(broken_rows(PLATFORM, TREE, rates), [])
        self.assertEqual((throughput(TREE, rates), rates.period), (Fraction(39, 280), 63000))
        self.assertEqual(links_as_printed(rates.sent), 14)
        self.assertEqual(links_as_printed(changed(rates, ("P3", "P2", "T2->T4"), 2).sent), 13)

    def test_each_rate_matters(self):
        for place in [*given_vertex.RATES.computed, *given_vertex.RATES.sent]:
            for factor in (Fraction(999, 1000), Fraction(1001, 1000), -1):
                broken = broken_rows(PLATFORM, TREE, changed(given_vertex.RATES, place, factor))
                self.assertTrue(broken, (place, factor))

    def test_rows_are_told(self):
        half = Fraction(1, 2)
        self.assertEqual(broken_rows(PLATFORM, TREE, Rates({("P1", "T1"): half}, {})),
                         ["full ('cpu', 'P1')", "unbalanced ('P1', 'T1->T2')", "unbalanced ('P1', 'T1->T3')"])
        self.assertEqual(broken_rows(PLATFORM, TREE, Rates({}, {("P1", "P4", "T1->T2"): half})),
                         ["impossible ('P1', 'P4', 'T1->T2')"])
        self.assertEqual(broken_rows(PLATFORM, TREE, Rates({("P1", "T3"): Fraction(1, 25)}, {})),
                         ["unbalanced ('P1', 'T1->T3')", "uneven P1"])

    def test_tasks_that_a_processor_cannot_execute(self):
        platform = PLATFORM | {"times": {"P4": {"T2": None, "T3": "1/2"}}}
        times = task_times(platform, TREE)
        self.assertNotIn(("P4", "T2"), times)
        self.assertEqual((times["P4", "T3"], times["P4", "T4"]), (Fraction(1, 2), 4))
        self.assertEqual(broken_rows(platform, TREE, given_vertex.RATES), ["impossible ('P4', 'T2')"])

    def test_each_master_has_inputs(self):
        platform, tree = two_masters()
        both = {(master, task): Fraction(1, 12) for master in "AB" for task in ("root", "a", "b")}
        self.assertEqual(broken_rows(platform, tree, Rates(both, {})), [])
        self.assertEqual(throughput(tree, Rates(both, {})), Fraction(1, 6))


def reached(platform):
    """Processors that the master's files can come to."""
    found, waiting = {"P1"}, ["P1"]
    while waiting:
        here = waiting.pop()
        for link in platform["links"]:
            if here in link["between"]:
                new = set(link["between"]) - found
                found |= new
                waiting += new
    return found


class RandomStreams(unittest.TestCase):
    def test_platforms_are_connected_and_of_their_size(self):
        for processors in (10, 20, 50, 100):
            for seed in range(5):
                platform = random_platform(Random(seed), processors, Fraction(1, 7))
                self.assertEqual(len(platform["processors"]), processors)
                self.assertEqual(reached(platform), {each["name"] for each in platform["processors"]})
                self.assertIsNotNone(platform["processors"][0]["w"])
                ends = [tuple(sorted(link["between"])) for link in platform["links"]]
                self.assertEqual(len(ends), len(set(ends)))
                self.assertGreater(len(ends), processors - 1, "cycles")

    def test_there_are_links_of_all_levels(self):
        platform = random_platform(Random(1), 100, Fraction(1))
        costs = {int(link["c"]) for link in platform["links"]}
        for level in LEVELS.values():
            self.assertTrue(costs & {level, 2 * level, 3 * level})

    def test_a_seed_is_a_stream(self):
        one = Instance(20, Fraction(1, 10), True, 7)
        self.assertEqual(one.stream, Instance(20, Fraction(1, 10), True, 7).stream)
        self.assertNotEqual(one.stream, replace(one, seed=8).stream)

    def test_ratios_change_links_alone(self):
        fast, slow = (Instance(20, ratio, True, 7).stream for ratio in (Fraction(1, 10), Fraction(1)))
        (platform, tree), (slower, same) = fast, slow
        self.assertEqual(tree, same)
        for key in ("processors", "times"):
            self.assertEqual(platform[key], slower[key])
        for link, other in zip(platform["links"], slower["links"]):
            self.assertEqual((link["between"], 10 * Fraction(link["c"])), (other["between"], Fraction(other["c"])))

    def test_affinities_are_of_the_same_platform(self):
        (platform, tree), (special, same) = (Instance(20, Fraction(1), kind, 3).stream for kind in (False, True))
        self.assertEqual((platform["links"], tree), (special["links"], same))
        self.assertNotIn("times", platform)
        self.assertNotIn(None, special["times"]["P1"].values(), "the master can execute all")
        ratios = {task_times(special, tree)[place] / time for place, time in task_times(platform, tree).items()
                  if place in task_times(special, tree)}
        self.assertEqual(ratios, {Fraction(1, 4), Fraction(1, 2), 1, 2, 4})

    def test_trees_have_the_asked_size(self):
        _, tree = Instance(10, Fraction(1), False, 1, 12).stream
        self.assertEqual(len(tree["tasks"]), 12)
        self.assertEqual({file["to"] for file in tree["files"]}, {task["name"] for task in tree["tasks"]})


class Plan(unittest.TestCase):
    def test_every_call_has_a_name_and_a_command_of_its_own(self):
        for scale in (FULL, QUICK):
            calls = plan.planned(scale)
            self.assertEqual(len({call.name for call in calls}), len(calls))
            self.assertEqual(len({(call.simulated, *call.arguments) for call in calls}), len(calls))

    def test_files_are_written_where_the_command_line_says(self):

        call = next(call for call in plan.planned(QUICK) if call.name == "input-2")
        with tempfile.TemporaryDirectory() as folder:
            platform_option, platform, tree_option, tree = written(call, folder)
            self.assertEqual((platform_option, tree_option), ("--platform", "--tree"))
            self.assertEqual(json.loads(platform.read_text()), toy_platform())
            self.assertEqual(json.loads(tree.read_text()), toy_tree(data_in=2))


class Shares(unittest.TestCase):
    def test_of_table_1(self):
        found = shares(given_vertex.RATES, TASKS, paper.TABLE_1)
        self.assertAlmostEqual(found["P1"][0], 75.28, delta=0.01)
        self.assertEqual(found["P4"][1], 100)

    def test_work_of_table_2(self):
        self.assertAlmostEqual(sum(works(paper.TABLE_2).values()), 1)
        busy = busy_parts(paper.TABLE_2, 0.0867816)
        self.assertEqual(set(paper.TABLE_2) - set(busy), {"P9", "P11"})
        self.assertAlmostEqual(busy["P16"], 1, delta=0.001)

    def test_speed_of_processors(self):
        self.assertEqual(speed_of(["P9", "P11"]), 0)
        self.assertAlmostEqual(float(speed_of(paper.FIRST_CLUSTER)), 0.536, delta=0.001)


def entries(done_of, periods, period, throughput_value):
    return [{"periods": count, "time": str(count * period), "done": str(done_of(count)),
             "ratio": done_of(count) / (throughput_value * count * period)} for count in periods]


def report_of(best="39/280", coarse="311/2520", seconds=0.01, **more):
    """What the command says; no consumption."""
    value, coarse_value = float(Fraction(best)), float(Fraction(coarse))
    return {
        "throughput": best, "throughput_value": value, "coarse": coarse, "coarse_value": coarse_value,
        "gain": value / coarse_value - 1 if coarse_value else None, "proved": True, "seconds": seconds,
        "period": "3640",
        "limits": [{"resource": "cpu P4", "price": "1/14"}], "depth": 4, "loss": "0", "consumption": [], "sent": [],
        "busy": [{"processor": "P1", "cpu": "1", "out": "1/2", "in": "0"}], **more,
    }


def listed(rates):
    return {"consumption": [{"processor": place[0], "task": place[1], "rate": str(rate)} for place, rate in
                            rates.computed.items()],
            "sent": [{"from": place[0], "to": place[1], "file": place[2], "rate": str(rate)} for place, rate in
                     rates.sent.items()]}


OURS = Rates({**{("P1", task): Fraction(17, 3640) for task in ("T2", "T3", "T4")}, ("P1", "T1"): Fraction(39, 280),
              **{(name, task): Fraction(1, part) for name, part in (("P2", 26), ("P3", 52), ("P4", 13))
                 for task in ("T2", "T3", "T4")}},
             {("P1", "P2", file): Fraction(1, 26) for file in ("T1->T2", "T1->T3")} |
             {("P1", "P3", file): Fraction(5, 52) for file in ("T1->T2", "T1->T3")} |
             {("P3", "P4", file): Fraction(1, 13) for file in ("T1->T2", "T1->T3")})
SECOND = Rates({(name, task): Fraction(share).limit_denominator(10**6) for name, shares_of in paper.TABLE_2.items()
                for task, share in zip(SECOND_TASKS, shares_of)}, {})


def on_one(instance, rate=Fraction(1, 10**6)):
    """The master does all."""
    _, tree = instance.stream
    return listed(Rates({("P1", task["name"]): rate for task in tree["tasks"]}, {}))


def random_report(instance, **more):
    """Gains where links are slow, and more with affinities."""
    slow = instance.ratio >= Fraction(1, 3)
    gain = 1 + Fraction(1, 5) * slow + instance.affinities
    return report_of(str(Fraction(1, 10**6)), str(Fraction(1, 10**6) / gain), **(on_one(instance) | {
        "limits": [{"resource": "out P1", "price": "1"}],
        "busy": [{"processor": "P1", "cpu": "1", "out": "1" if slow else "0", "in": "0"}]} | more))


def executed(stream, periods):
    """Three periods and a half of 10 jobs are missing; without a plan there are 7 in each."""
    count = [each * periods // 10 for each in range(1, 11)]
    value = 10 / 3640
    asked = entries(lambda n: 7 * n, count, 3640, value) if periods < 100 else []
    return report_of("1/364", "1/400", simulated=entries(lambda n: max(0, 10 * n - 35), count, 3640, value),
                     baselines={"coarse": entries(lambda n: 5 * n, count, 3640, value), "demand_driven": asked})


def records_of(scale=QUICK):
    """Invented results that confirm all that can be, by the calls' names."""
    reports = {
        "toy": report_of(**listed(OURS) | {"busy": [{"processor": name, "cpu": "1", "out": "0", "in": "0"} for name in
                                                    paper.TABLE_1]}),
        "seventeen": report_of("151/1740", "137/2320", **listed(SECOND)),
        "input-2": report_of(coarse="39/280"), "divided": report_of("7/90", "0"),
        "masters-joint": report_of("1/6", "1/6"), "masters-per-leaf": report_of("2/3", "1/6"),
        **{f"gathered-{name}": report_of() for name in plan.GATHERING},
    }
    for place, fast in enumerate(plan.FAST):
        distance = abs(place - plan.FAST.index(plan.GIVEN))
        reports[f"fast-{fast.replace('/', '-')}"] = report_of(coarse=str(Fraction(311, 2520 + distance)))
    reports["fast-1"] = report_of("1777/10412", "959/7380")
    for place, fast in enumerate(("1/2", "1/4", "1/8", "1/16")):
        reports[f"fast-{fast.replace('/', '-')}"] = report_of("1777/10412", f"{959 - place - 1}/7380")
    for instance in plan.instances(scale):
        reports[instance.name] = random_report(instance)
    for instance in plan.timed_instances(scale):
        for grain, factor in (("fine", 10), ("coarse", 1)):
            seconds = factor * instance.processors**2 / 1e5
            reports[plan.timed_name(instance, grain)] = random_report(instance, seconds=seconds)
    for stream in STREAMS:
        for periods in scale.periods:
            reports[stream.name(periods)] = executed(stream, periods)
    for node in NODES:
        reports[f"stream-{node.key}"] = report_of(str(Fraction(10**12, node.flops)))
        for size in scale.sizes:
            reports[f"product-{node.key}-{size}"] = {"m": size, "n": size, "k": size, "gflops": 2000,
                                                     "seconds_bound": 2 * size**3 / 3e12}
    return {name: {"elapsed": 1, "report": report} for name, report in reports.items()}


def with_report(records, name, **more):
    return records | {name: {"elapsed": 1, "report": records[name]["report"] | more}}


def verdict(records, beginning):
    (found,) = [finding for finding in findings_of(Results(QUICK, records)) if finding.claim.startswith(beginning)]
    return found.verdict


FIRST_RANDOM = plan.instances(QUICK)[0].name
AFFINITIES = [each.name for each in plan.instances(QUICK) if each.affinities and each.processors == 10]
SLOW = [each.name for each in plan.instances(QUICK) if not each.affinities and each.ratio == Fraction(1, 3)]
FINE = [plan.timed_name(each, "fine") for each in plan.timed_instances(QUICK) if each.processors == 20]
LONGEST = STREAMS[0].name(QUICK.periods[-1])
SHORT = STREAMS[0].name(10)
DEFICIT = executed(STREAMS[0], 1000)["simulated"]

OTHERS = ["P2", "P3", "P4"]

# The beginning of a claim, whose verdict the invented results have, and changes {call: figures} each of which turns it.
CRITERIA = [
    ("The optimal throughput of the first", "confirmed",
     [{"toy": {"throughput": "38/280"}}, {"toy": {"proved": False}}]),
    ("By coarse grain it is", "confirmed", [{"toy": {"coarse": "310/2520"}}]),
    ("With a w of T2 on P3", "confirmed", [{"fast-1": {"throughput": "169/1000"}}, {"fast-1": {"coarse": "131/1000"}}]),
    ("The answer is instantaneous", "confirmed", [{"toy": {"seconds": 0.2}}, {"seventeen": {"seconds": 2}}]),
    ("The input costs 6", "contradicted", [{"input-2": {"coarse": "311/2520"}}]),
    ("Coarse grain is even unfeasible", "confirmed", [{"divided": {"coarse": "1/90"}}]),
    ("Outputs of size 1", "confirmed", [{"gathered-P3": {"throughput": "38/280"}}]),
    ("The second example: 0.0867816", "confirmed", [{"seventeen": {"throughput": "150/1740"}},
                                                    {"seventeen": {"coarse": "138/2320"}}]),
    ("Table 1 is an optimal", "confirmed", [{"toy": listed(changed(OURS, ("P1", "T1"), 2))}]),
    ("In the optimal solution some processors", "confirmed",
     [{"toy": listed(replace(OURS, computed=OURS.computed | {(name, "T1"): Fraction(1, 99) for name in OTHERS}))}]),
    ("That P2 and P3 do not process", "contradicted", [{"toy": listed(given_vertex.RATES)}]),
    ("Table 2: all processors", "confirmed", [{"seventeen": listed(changed(SECOND, ("P17", "T4"), Fraction(1, 2)))}]),
    ("Both clusters", "confirmed", [{"seventeen": listed(changed(SECOND, ("P17", "T4"), 50))}]),
    ("Theorem 1", "confirmed", [{FIRST_RANDOM: {"proved": False}}, {FIRST_RANDOM: {"throughput": "1/10"}},
                                {FINE[0]: {"proved": False}}]),
    ("The task end models", "contradicted", [{"masters-per-leaf": {"throughput": "1/6"}}]),
    ("Larger examples take", "confirmed", [{name: {"seconds": 11} for name in FINE}]),
    ("The largest platforms here", "confirmed", [{name: {"seconds": 11} for name in FINE}]),
    ("The solution is easy", "confirmed", [{name: {"seconds": 9} for name in FINE}]),
    ("Coarse grain has fewer", "confirmed", [{FINE[0]: {"seconds": 61}}]),
    ("The faster P3 is", "confirmed", [{"fast-2": {"gain": 0.9}}]),
    ("The slower P3 is", "confirmed", [{"fast-32": {"gain": 0.9}}, {"fast-64": {"throughput": "1/8"}}]),
    ("Coarse grain is never better", "confirmed", [{FIRST_RANDOM: {"gain": -0.01}}]),
    ("Where some processors are more efficient", "confirmed", [{name: {"gain": 0} for name in AFFINITIES}]),
    ("With consistent speeds spreading", "confirmed", [{name: {"gain": 0.01} for name in SLOW}]),
    ("Lemma 1", "confirmed", [{LONGEST: {"simulated": [*DEFICIT[:-1], DEFICIT[-1] | {"ratio": 1.001}]}}]),
    ("Theorem 2", "confirmed", [{LONGEST: {"simulated": [*DEFICIT[:-1], DEFICIT[-1] | {"ratio": 0.94}]}}]),
    ("Any other schedule", "confirmed", [{LONGEST: {"simulated": [*DEFICIT[:-1], DEFICIT[-1] | {"done": "9964"}]}}]),
    ("On short streams", "confirmed",
     [{SHORT: {"simulated": entries(lambda n: 8 * n, range(1, 11), 3640, 10 / 3640)}}]),
    ("Where links limit a stream", "confirmed", [{"product-sirocco-15360": {"gflops": 900}}]),
    ("No product exceeds", "confirmed", [{"product-two-15360": {"gflops": 3001}}]),
]
# Those that follow from the paper's own numbers.
FIXED = {"The period is 63000": "confirmed", "The figures for each link": "contradicted",
         "The link from P3 to P2": "contradicted", "P2 and P3 do not process": "confirmed"}


class Findings(unittest.TestCase):
    def setUp(self):
        self.records = records_of()

    def test_without_runs_nothing_is_claimed(self):
        fixed = tuple(FIXED)
        self.assertEqual({finding.verdict for finding in findings_of(Results(QUICK, {})) if
                          not finding.claim.startswith(fixed)}, {"not run"})

    def test_criteria(self):
        for beginning, expected, changes in CRITERIA:
            with self.subTest(beginning):
                self.assertEqual(verdict(self.records, beginning), expected)
                for change in changes:
                    records = self.records
                    for name, figures in change.items():
                        records = with_report(records, name, **figures)
                    other = {"confirmed": "contradicted", "contradicted": "confirmed"}[expected]
                    self.assertEqual(verdict(records, beginning), other, change)

    def test_of_the_papers_own_numbers(self):
        for beginning, expected in FIXED.items():
            self.assertEqual(verdict(self.records, beginning), expected)

    def test_every_criterion_is_tested(self):
        beginnings = [beginning for beginning, _, _ in CRITERIA] + list(FIXED)
        claims = [finding.claim for finding in findings_of(Results(QUICK, self.records))]
        self.assertEqual([sum(claim.startswith(beginning) for beginning in beginnings) for claim in claims],
                         [1] * len(claims))


class Rows(unittest.TestCase):
    def test_rates_are_checked(self):
        instance = plan.instances(QUICK)[0]
        good = row("random", instance, {"elapsed": 1, "report": random_report(instance)})
        self.assertTrue(good["rows_hold"])
        self.assertEqual((good["processors"], good["first_limit"], good["cpus_full"]), (10, "out P1", 1))
        rates = rates_of(random_report(instance))
        bad = changed(rates, next(iter(rates.computed)), 2)
        record = {"elapsed": 1, "report": random_report(instance) | listed(bad)}
        self.assertFalse(row("random", instance, record)["rows_hold"])

    def test_what_is_missing_is_exact(self):
        results = Results(QUICK, records_of())
        self.assertEqual(set(results.deficits(STREAMS[0]).values()) - {1, 2, 3}, {Fraction(7, 2)})


class Report(unittest.TestCase):
    def test_the_page_has_all_sections_and_families(self):
        results = Results(QUICK, records_of())
        page = markdown(results, findings_of(results), "experiments/steady.sh --quick")
        for title in ("The two examples", "Table 1", "Table 2", "A processor that is fast", "Random platforms",
                      "Convergence", "The linear programme", "What a plan takes", "Nodes", "What else differs"):
            self.assertIn(f"\n## {title}", page)
        for finding in findings_of(results):
            self.assertIn(finding.claim, page)
        self.assertIn("of the paper's statements are confirmed", page)
        families = [line for line in page.splitlines() if "| speeds |" in line or "| affinities |" in line]
        self.assertEqual(len(families), 2 * len(QUICK.processors) * len(QUICK.ratios))


if __name__ == "__main__":
    unittest.main()
