"""Small streams as the command's two files have them: the paper's first example, variants of it, and two masters."""

TASKS = ["T1", "T2", "T3", "T4"]
WEIGHTS = [1, 4, 5, 4]
LEAVES = ["T3", "T4"]

# The second example's, which are needed to read the paper's table 2.
SECOND_W = [5, 5, 30, 30, 10, 30, 20, 40, None, 10, None, 10, 20, 20, 30, 20, 5]
SECOND_TASKS = ["T1", "T2", "T3", "T4", "T5"]
SECOND_WEIGHTS = ["1/2", 2, 4, 4, 4]


def toy_platform(fast=None):
    """fast: what T2 takes on P3, if it is not 4 x 4."""
    ends = [("P1", "P2", 2), ("P1", "P3", 1), ("P2", "P3", 10), ("P2", "P4", 3), ("P3", "P4", 3)]
    platform = {
        "processors": [{"name": f"P{number + 1}", "w": w} for number, w in enumerate([5, 2, 4, 1])],
        "masters": ["P1"],
        "links": [{"between": [a, b], "c": c} for a, b, c in ends],
    }
    return platform if fast is None else platform | {"times": {"P3": {"T2": fast}}}


def toy_tree(data_in=6, data_out=0):
    files = [("begin", "T1", data_in), ("T1", "T2", 1), ("T1", "T3", 2), ("T2", "T4", 3)]
    files += [(leaf, "end", data_out) for leaf in LEAVES]
    return {
        "tasks": [{"name": name, "weight": weight} for name, weight in zip(TASKS, WEIGHTS)],
        "files": [{"from": a, "to": b, "data": data} for a, b, data in files],
    }


def divided_platform():
    """That of the first example, where no processor can execute all tasks."""
    missing = {"P1": "T2", "P2": "T1", "P3": "T4", "P4": "T3"}
    return toy_platform() | {"times": {name: {task: None} for name, task in missing.items()}}


def two_masters():
    """(platform, tree): each leaf is fast on one of them alone."""
    platform = {
        "processors": [{"name": "A", "w": 1}, {"name": "B", "w": 1}],
        "masters": ["A", "B"],
        "links": [{"between": ["A", "B"], "c": "1/100"}],
        "times": {"A": {"a": 1, "b": 10}, "B": {"a": 10, "b": 1}},
    }
    tree = {
        "tasks": [{"name": name} for name in ("root", "a", "b")],
        "files": [{"from": "begin", "to": "root", "data": 1}, {"from": "root", "to": "a", "data": 1},
                  {"from": "root", "to": "b", "data": 1}],
    }
    return platform, tree
