"""`tangram steady` against another solver, and its schedules against their definition: random platforms and trees.

The linear programme is written down here once more, from the files that the command reads, and solved by HiGHS (SciPy).
The schedule is checked by what the report says alone.
"""
import json
import random
import subprocess
import sys
import tempfile
import unittest
from fractions import Fraction
from pathlib import Path

from scipy.optimize import linprog

COMMAND = sys.argv.pop(1)
CASES = int(sys.argv.pop(1))
SEED = 20041


def random_platform(dice):
    count = dice.randint(3, 12)
    names = [f"P{i + 1}" for i in range(count)]
    processors = [{"name": name, "w": str(Fraction(dice.randint(1, 30), dice.randint(1, 3)))} for name in names]
    for processor in processors[1:]:
        if dice.random() < 0.1:
            processor["w"] = None
    pairs = {(dice.randrange(i), i) for i in range(1, count)}
    while len(pairs) < min(count * (count - 1) // 2, count + dice.randint(0, count)):
        pairs.add(tuple(sorted(dice.sample(range(count), 2))))
    resources = random_resources(dice)
    links = []
    for a, b in sorted(pairs):
        c = str(Fraction(dice.randint(1, 20), dice.randint(1, 4)))
        if dice.random() < 0.8:
            links.append({"between": [names[a], names[b]], "c": c})
        else:
            links.append({"from": names[a], "to": names[b], "c": c})
        if resources and dice.random() < 0.6:
            links[-1]["resources"] = [r["name"] for r in dice.sample(resources, dice.randint(1, len(resources)))]
    return {"processors": processors, "links": links, "masters": dice.sample(names, 1 + (dice.random() < 0.2)),
            "resources": resources}


def random_resources(dice):
    """None on half of the platforms; some take as long as the link."""
    if dice.random() < 0.5:
        return []
    return [{"name": name, "c": dice.choice([None, str(Fraction(dice.randint(1, 10), dice.randint(1, 4)))])}
            for name in ("bus", "switch", "memory")[:dice.randint(1, 3)]]


def random_tree(dice):
    tasks = [{"name": f"T{i + 1}", "weight": str(Fraction(dice.randint(1, 12), 2))} for i in range(dice.randint(1, 6))]
    files = [{"from": "begin", "to": "T1", "data": dice.randint(1, 8)}]
    readers = set()
    for i in range(1, len(tasks)):
        parent = dice.randrange(i)
        readers.add(parent)
        files.append({"from": tasks[parent]["name"], "to": tasks[i]["name"], "data": dice.randint(0, 6)})
    files += [{"from": task["name"], "to": "end", "data": dice.randint(0, 3)}
              for i, task in enumerate(tasks) if i not in readers]
    return {"tasks": tasks, "files": files}


def random_case(dice):
    platform, tree = random_platform(dice), random_tree(dice)
    times = {}
    for processor in platform["processors"]:
        for task in tree["tasks"]:
            if dice.random() < 0.1:
                times.setdefault(processor["name"], {})[task["name"]] = dice.choice([None, 1, "7/2"])
    platform["times"] = times
    outputs = dice.choice(["stay", "stay", "gather"])
    gather = dice.choice(platform["processors"])["name"] if outputs == "gather" else None
    return platform, tree, gather, dice.choice(["joint", "per-leaf"])


class Case:
    """What the files say, by names."""

    def __init__(self, platform, tree, gather, ends):
        self.gather, self.ends, self.masters = gather, ends, platform["masters"]
        self.processors = [p["name"] for p in platform["processors"]]
        self.tasks = [t["name"] for t in tree["tasks"]]
        self.files = {f'{f["from"]}->{f["to"]}': (f["from"], f["to"], Fraction(f["data"])) for f in tree["files"]}
        self.links = {}
        self.resources = {r["name"]: r["c"] and Fraction(r["c"]) for r in platform["resources"]}
        self.used = {}  # resources by link; none of one-port links
        for link in platform["links"]:
            ends_of_link = [link["between"], link["between"][::-1]] if "between" in link else [[link["from"], link["to"]]]
            self.links.update({(a, b): Fraction(link["c"]) for a, b in ends_of_link})
            self.used.update({(a, b): link.get("resources", []) for a, b in ends_of_link})
        self.time = {}
        for processor in platform["processors"]:
            for task in tree["tasks"]:
                special = platform["times"].get(processor["name"], {})
                if task["name"] in special:
                    time = special[task["name"]]
                else:
                    time = processor["w"] and Fraction(processor["w"]) * Fraction(task["weight"])
                if time is not None:
                    self.time[processor["name"], task["name"]] = Fraction(time)

    def capacities(self):
        """Of ports, links that are not one-port, and resources: by link, the time per unit of data."""
        ports = [{link: c for link, c in self.links.items() if link[side] == processor and not self.used[link]}
                 for processor in self.processors for side in (0, 1)]
        links = [{link: c} for link, c in self.links.items() if self.used[link]]
        shared = [{link: own or c for link, c in self.links.items() if name in self.used[link]}
                  for name, own in self.resources.items()]
        return ports + links + shared

    def may_send(self, link, name):
        source, target, _ = self.files[name]
        if source == "begin":
            return link[1] not in self.masters
        return target != "end" or (self.gather is not None and link[0] != self.gather)


def highs(case):
    """The throughput by SciPy."""
    index = {}

    def column(*key):
        return index.setdefault(key, len(index))

    for key in case.time:
        column("computed", *key)
    for link in case.links:
        for name in case.files:
            if case.may_send(link, name):
                column("sent", link, name)
    for processor in case.processors:
        column("made", processor)
        column("ended", processor)
    below = [{column("sent", link, name): c * case.files[name][2] for link, c in capacity.items()
              for name in case.files if case.may_send(link, name)} for capacity in case.capacities()]
    equal = []
    for processor in case.processors:
        below.append({column("computed", p, t): time for (p, t), time in case.time.items() if p == processor})
        for name, (source, target, _) in case.files.items():
            if target == "end" and case.gather is None and case.ends == "per-leaf":
                continue
            row = {}
            made = ("made", processor) if source == "begin" else ("computed", processor, source)
            read = ("ended", processor) if target == "end" else ("computed", processor, target)
            if made in index and (source != "begin" or processor in case.masters):
                row[index[made]] = 1
            if read in index and (target != "end" or case.gather in (None, processor)):
                row[index[read]] = -1
            for link in case.links:
                if case.may_send(link, name) and processor in link:
                    row[index["sent", link, name]] = -1 if link[0] == processor else 1
            equal.append(row)
    if case.gather is None and case.ends == "per-leaf":
        leaf = next(source for source, target, _ in case.files.values() if target == "end")
        counted = [index["computed", p, leaf] for p in case.processors if ("computed", p, leaf) in index]
    else:
        counted = [index["ended", p] for p in case.processors if case.gather in (None, p)]
    return solve(len(index), counted, below, equal)


def solve(count, counted, below, equal):
    def dense(rows):
        return [[float(row.get(column, 0)) for column in range(count)] for row in rows]

    objective = [0.0] * count
    for column in counted:
        objective[column] = -1.0
    result = linprog(objective, A_ub=dense(below), b_ub=[1] * len(below), A_eq=dense(equal), b_eq=[0] * len(equal),
                     bounds=(0, None), method="highs-ds",
                     options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10})
    return -result.fun


def run(folder, platform, tree, gather, ends):
    for name, content in (("platform", platform), ("tree", tree)):
        (folder / f"{name}.json").write_text(json.dumps(content))
    outputs = f"gather:{gather}" if gather else "stay"
    finished = subprocess.run([COMMAND, "steady", "--platform", folder / "platform.json", "--tree", folder / "tree.json",
                               "--outputs", outputs, "--ends", ends, "--simulate", "12", "--json", "-"],
                              capture_output=True, text=True, check=False)
    if finished.returncode != 0:
        raise AssertionError(finished.stderr)
    return json.loads(finished.stdout)


class RandomPlatforms(unittest.TestCase):
    def check_throughput(self, case, report):
        self.assertTrue(report["proved"])
        self.assertEqual(report["throughput"], report["bound"])
        expected = highs(case)
        self.assertAlmostEqual(report["throughput_value"], expected, delta=1e-9 * max(1, expected))
        self.assertEqual(Fraction(report["throughput"]) == 0, report["reason"] is not None)
        if case.gather is None and case.ends == "joint":
            self.assertGreaterEqual(Fraction(report["throughput"]), Fraction(report["coarse"]))

    def check_slots(self, case, report):
        """One-port, no capacity exceeded, whole files, within the period, and what the rates say."""
        period = Fraction(report["period"])
        carried = {}
        for slot in report["slots"]:
            for side in ("from", "to"):
                places = [transfer[side] for transfer in slot["transfers"]
                          if not case.used[transfer["from"], transfer["to"]]]
                self.assertEqual(len(places), len(set(places)))
            data = {}
            for transfer in slot["transfers"]:
                link = transfer["from"], transfer["to"]
                for load in transfer["files"]:
                    count = Fraction(load["count"])
                    data[link] = data.get(link, 0) + count * case.files[load["file"]][2]
                    carried[link, load["file"]] = carried.get((link, load["file"]), 0) + count
            for capacity in case.capacities():
                taken = sum(c * data.get(link, 0) for link, c in capacity.items())
                self.assertLessEqual(taken, Fraction(slot["length"]))
        self.assertLessEqual(sum(Fraction(slot["length"]) for slot in report["slots"]), period)
        sent = {((s["from"], s["to"]), s["file"]): Fraction(s["rate"]) * period for s in report["sent"]}
        self.assertEqual(carried, sent)
        self.assertTrue(all(count.denominator == 1 for count in carried.values()))

    def check_progress(self, report):
        """Never more than the throughput allows, and a deficit that no longer grows once all takes place."""
        best, period = Fraction(report["throughput"]), Fraction(report["period"])
        deficits = []
        for run_of in report["simulated"]:
            deficits.append(best * Fraction(run_of["time"]) - Fraction(run_of["done"]))
            self.assertGreaterEqual(deficits[-1], 0)
        full = [deficit for deficit, run_of in zip(deficits, report["simulated"]) if run_of["periods"] >= report["depth"]]
        self.assertEqual(len(set(full)), min(len(full), 1))
        self.assertLessEqual(deficits[-1], best * period * report["depth"])
        for baseline in report["baselines"].values():
            for run_of in baseline:
                self.assertLessEqual(Fraction(run_of["done"]), best * Fraction(run_of["time"]))

    def test_agree_with_another_solver(self):
        with tempfile.TemporaryDirectory() as folder:
            for number in range(CASES):
                with self.subTest(seed=SEED + number):
                    arguments = random_case(random.Random(SEED + number))
                    case = Case(*arguments)
                    report = run(Path(folder), *arguments)
                    self.check_throughput(case, report)
                    if report["period"] is not None:
                        self.check_slots(case, report)
                        self.check_progress(report)


if __name__ == "__main__":
    unittest.main()
