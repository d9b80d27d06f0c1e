"""The rows of the linear programme on given rates, in exact arithmetic: no line of Tangram's own takes part."""
from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from math import lcm


def file_name(file):
    return f"{file['from']}->{file['to']}"


@dataclass(frozen=True)
class Rates:
    """Per time unit: tasks {(processor, task): rate}, files {(from, to, file): rate}."""

    computed: dict
    sent: dict

    @property
    def period(self):
        """The shortest one in which all of them are whole numbers."""
        return lcm(*(rate.denominator for rate in chain(self.computed.values(), self.sent.values())))

    @property
    def period_of_tasks(self):
        """In which the numbers of tasks are."""
        return lcm(*(rate.denominator for rate in self.computed.values()))


def rates_of(report):
    """Those that `tangram steady --json` reports."""
    return Rates({(each["processor"], each["task"]): Fraction(each["rate"]) for each in report["consumption"]},
                 {(each["from"], each["to"], each["file"]): Fraction(each["rate"]) for each in report["sent"]})


def links_of(platform):
    """{(from, to): c}"""
    both = {tuple(link["between"]): Fraction(link["c"]) for link in platform["links"]}
    return both | {(b, a): c for (a, b), c in both.items()}


def task_times(platform, tree):
    """{(processor, task): time}, of what can be executed."""
    times = {}
    for processor in platform["processors"]:
        own = platform.get("times", {}).get(processor["name"], {})
        for task in tree["tasks"]:
            usual = None if processor["w"] is None else Fraction(processor["w"]) * Fraction(task.get("weight", 1))
            time = own.get(task["name"], usual)
            if time is not None:
                times[processor["name"], task["name"]] = Fraction(time)
    return times


def leaves_of(tree):
    givers = {file["from"] for file in tree["files"] if file["to"] != "end"}
    return [task["name"] for task in tree["tasks"] if task["name"] not in givers]


def throughput(tree, rates):
    """Jobs per time unit: all of one leaf's tasks."""
    leaf = leaves_of(tree)[0]
    return sum(rate for (_, task), rate in rates.computed.items() if task == leaf)


def port_times(platform, tree, rates):
    """{("out" or "in", processor): part of the time}"""
    costs, data = links_of(platform), {file_name(file): Fraction(file["data"]) for file in tree["files"]}
    taken = defaultdict(Fraction)
    for (sender, receiver, file), rate in rates.sent.items():
        for port in (("out", sender), ("in", receiver)):
            taken[port] += rate * data[file] * costs[sender, receiver]
    return taken


def processor_times(platform, tree, rates):
    """{("cpu", processor): part of the time}"""
    times, taken = task_times(platform, tree), defaultdict(Fraction)
    for (processor, task), rate in rates.computed.items():
        taken["cpu", processor] += rate * times[processor, task]
    return taken


def unbalanced(platform, tree, rates):
    """(processor, file) whose files come and go in different numbers. Outputs stay; masters have inputs without end."""
    balance = defaultdict(Fraction)
    for (sender, receiver, file), rate in rates.sent.items():
        balance[sender, file] -= rate
        balance[receiver, file] += rate
    for file in tree["files"]:
        for processor in (each["name"] for each in platform["processors"]):
            made = rates.computed.get((processor, file["from"]), 0)
            taken = rates.computed.get((processor, file["to"]), 0)
            if file["to"] != "end" and not (file["from"] == "begin" and processor in platform["masters"]):
                balance[processor, file_name(file)] += made - taken
    for master in platform["masters"]:  # it may send inputs
        for file in tree["files"]:
            if file["from"] == "begin":
                balance[master, file_name(file)] = Fraction(0)
    return [place for place, rest in balance.items() if rest != 0]


def uneven_leaves(platform, tree, rates):
    """Processors that do not execute all leaves equally often, as one common end asks for."""
    leaves = leaves_of(tree)
    return [processor["name"] for processor in platform["processors"]
            if len({rates.computed.get((processor["name"], leaf), 0) for leaf in leaves}) > 1]


def broken_rows(platform, tree, rates):
    """Which rows of the programme do not hold, as texts; none for rates that a schedule can have."""
    possible, links = task_times(platform, tree), links_of(platform)
    unknown = [place for place in rates.computed if place not in possible] + [
        place for place in rates.sent if place[:2] not in links]
    if unknown:
        return [f"impossible {place}" for place in unknown]
    negative = [place for place, rate in chain(rates.computed.items(), rates.sent.items()) if rate < 0]
    taken = processor_times(platform, tree, rates) | port_times(platform, tree, rates)
    return [*(f"negative {place}" for place in negative),
            *(f"full {place}" for place, time in taken.items() if time > 1),
            *(f"unbalanced {place}" for place in unbalanced(platform, tree, rates)),
            *(f"uneven {place}" for place in uneven_leaves(platform, tree, rates))]
