"""Experiments share through `common` alone, which knows none of them."""
import ast
import unittest
from pathlib import Path

ROOT = Path(__file__).parents[2] / "experiments"
PACKAGES = {folder.parent.name for folder in ROOT.glob("*/__init__.py")}


def imported(file):
    """The packages that a file names, but for its own."""
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module.split(".")[0]
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)


class Imports(unittest.TestCase):
    def test_none_of_another_experiment(self):
        self.assertEqual(PACKAGES, {"affinity", "beyond", "cluster", "common", "exchange", "gpu", "memory", "programs",
                                    "random_nodes", "reproduce", "steady"})
        for package in PACKAGES:
            for file in (ROOT / package).rglob("*.py"):
                others = PACKAGES.intersection(imported(file)) - {"common"}
                self.assertEqual(others, set(), file.name)


if __name__ == "__main__":
    unittest.main()
