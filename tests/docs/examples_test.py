"""What the documentation prints below a command is what the command prints, for all that runs anywhere: simulations,
partitions and affinity strategies. The documentation may leave lines out: it says so by a line in parentheses.

Usage: examples_test.py FOLDER   (of the commands tangram and tangram-sim)
"""
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = sorted([ROOT / "README.md", *ROOT.glob("docs/*.md")])
BLOCK = re.compile(r"(?:^ {4}.*\n)+", re.MULTILINE)
RUNS_ANYWHERE = re.compile(r"tangram-sim |tangram (partition|affinity|steady|exchange) ")
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith(("STARPU_", "TANGRAM_"))}


def examples(text):
    """Commands with the variables set before them, and the lines below each."""
    variables = ""
    found = []
    for block in BLOCK.findall(text):
        listening = None
        for line in (line[4:] for line in block.splitlines()):
            command = line.removeprefix("$ ")
            if re.match(r"\w+=\S+$", command):
                variables = command
            elif line.startswith("$ "):
                listening = []
                found.append((f"{variables}; {command}" if "$" in command else command, listening))
            elif listening is not None:
                listening.append(line)
    return [(command, lines) for command, lines in found if lines and RUNS_ANYWHERE.search(command)]


def comparable(line):
    """Without the time that the computer took."""
    line = re.sub(r"made in [\d.]+ s", "made in a time", line)
    return re.sub(r"^time +[\d.]+ s( for a run.*)?$", "time", line)


def missing(printed, expected):
    """The first line that is not where the documentation has it, if any."""
    rest = iter([comparable(line) for line in printed])
    skips = False
    for line in expected:
        if line.strip().startswith("("):
            skips = True
            continue
        if skips and comparable(line) in rest:
            skips = False
        elif skips or next(rest, None) != comparable(line):
            return line
    return None if skips or next(rest, None) is None else "the end"


class Examples(unittest.TestCase):
    folder = ""

    def test_print_what_the_documentation_says(self):
        environment = ENVIRONMENT | {"PATH": f"{self.folder}:{os.environ['PATH']}"}
        count = 0
        with tempfile.TemporaryDirectory() as work:
            for page in PAGES:
                for command, expected in examples(page.read_text(encoding="utf-8")):
                    count += 1
                    with self.subTest(page=page.name, command=command):
                        run = subprocess.run(["bash", "-c", command], cwd=work, env=environment, check=False,
                                             capture_output=True, text=True)
                        self.assertIsNone(missing(run.stdout.splitlines(), expected), run.stdout + run.stderr)
        self.assertGreaterEqual(count, 6)

    def test_lines_may_be_left_out_where_the_documentation_says_so(self):
        self.assertIsNone(missing(["a", "b", "c"], ["a", "(...)", "c"]))
        self.assertIsNone(missing(["a", "b", "c"], ["a", "(and more)"]))
        self.assertIsNone(missing(["plan made in 1.5 s: x"], ["plan made in 0.1 s: x"]))
        self.assertEqual(missing(["a", "b"], ["a"]), "the end")
        self.assertEqual(missing(["a", "b", "c"], ["a", "c"]), "c")
        self.assertEqual(missing(["a", "b"], ["(...)", "d"]), "d")


if __name__ == "__main__":
    Examples.folder = sys.argv.pop(1)
    unittest.main()
