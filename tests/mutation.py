#!/usr/bin/env python3
"""Changes statements of partition/ and sched/ one at a time, and says which changes the tests of these rooms notice.

    tests/mutation.py [--seed S] [--statements N] [--build FOLDER] [--jobs N] [--only NUMBER]... [--list]

Statements are drawn at random, each once; of a statement one change is drawn: an operator, a constant or a condition
becomes another one, or the statement goes. A change that does not compile is drawn anew. For each one the rooms' tests
run until one of them fails or hangs (killed) or all pass (survived). Sources are changed in the checkout that this file
is in, and put back: have none of them open, and nothing uncommitted in these rooms. Takes some minutes for each
statement, less where a test fails soon.

  --seed S         of the random numbers (default 20261201)
  --statements N   how many (default 60)
  --build FOLDER   a build folder of this checkout (default build/release)
  --jobs N         compilations and tests at a time (default: number of processors)
  --only NUMBER    these of them alone
  --list           only say what would be changed

Exit status: 0 at least 90% were killed, 1 fewer were, 2 bad arguments or the tests fail without a change, 130 or 143
interrupted.
"""
import argparse
import os
import random
import re
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ["partition", "sched"]
LEFT_OUT = ["sched/starpu/", "sched/graph/svg"]  # the adapter has tests of its own, with StarPU
TARGETS = ["partition_tests", "sched_tests"]
ENOUGH = 0.9
HANGS = 900  # seconds

# What may stand for what, with blanks as clang-format sets them.
SWAPS = {" < ": [" <= "], " <= ": [" < "], " > ": [" >= "], " >= ": [" > "], " == ": [" != "], " != ": [" == "],
         " + ": [" - "], " - ": [" + "], " * ": [" / "], " / ": [" * "], " && ": [" || "], " || ": [" && "],
         " += ": [" -= "], " -= ": [" += "], "std::min": ["std::max"], "std::max": ["std::min"], "++": ["--"], "--": ["++"],
         "true": ["false"], "false": ["true"]}
CONSTANT = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)(?![\w.])")
CONDITION = re.compile(r"^(\s*(?:\} else )?if \()(.*)(\) \{)$")
CALL = re.compile(r"^\s*[\w:.\->\[\]()]+\(.*\);$|^\s*[\w.\->\[\]]+ [+\-*/]?= .*;$")
NO_STATEMENT = re.compile(r"^\s*(//|/\*|\*|#|using |namespace |template|class |struct |enum |friend |static_assert|public:|private:|"
                          r"case .*:$|default:|explicit |virtual |\}|\{|\[\[nodiscard\]\])|^\s*$|operator|= default|= delete|^\s*///")
STATEMENT = re.compile(r"[;{]\s*$|^\s*(return|if|for|while) ")


@dataclass(frozen=True)
class Statement:
    file: str  # from the root
    line: int  # from 0
    text: str


@dataclass(frozen=True)
class Mutant:
    statement: Statement
    text: str

    def __str__(self):
        one = self.statement
        return f"{one.file}:{one.line + 1}: {one.text.strip()}  ->  {self.text.strip() or 'nothing'}"


def without_comment(line):
    return line.split(" //")[0]


def mutations(line):
    """All changes of a line, without its comment."""
    code = without_comment(line)
    found = []
    for old, replacements in SWAPS.items():
        for match in re.finditer(rf"(?<!\w){re.escape(old)}(?!\w)" if old[0].isalpha() else re.escape(old), code):
            found += [code[:match.start()] + new + code[match.end():] for new in replacements]
    for match in CONSTANT.finditer(code):
        new = "1" if float(match[1]) == 0 else "0" if float(match[1]) == 1 else f"{match[1]} + 1"
        found.append(code[:match.start()] + new + code[match.end():])
    if condition := CONDITION.match(code):
        found.append(f"{condition[1]}!({condition[2]}){condition[3]}")
    if CALL.match(code) and not code.strip().startswith(("return", "throw", "const ", "auto ", "std::")):
        found.append("")
    return found


def statements():
    """Of both rooms, in the order of files and lines, that can be changed."""
    found = []
    for room in ROOMS:
        for file in sorted((ROOT / room).rglob("*.[ch]pp")):
            name = str(file.relative_to(ROOT))
            if name.startswith(tuple(LEFT_OUT)):
                continue
            for number, line in enumerate(file.read_text().splitlines()):
                code = without_comment(line)
                if not NO_STATEMENT.search(code) and STATEMENT.search(code) and mutations(line):
                    found.append(Statement(name, number, line))
    return found


def drawn(seed, count):
    """Statements, each with its changes in a random order."""
    dice = random.Random(seed)
    for statement in dice.sample(statements(), count):
        changes = mutations(statement.text)
        dice.shuffle(changes)
        yield [Mutant(statement, change) for change in changes]


class Changed:
    """A file of which one line is another one meanwhile."""

    def __init__(self, mutant):
        self._file = ROOT / mutant.statement.file
        self._before = self._file.read_text()
        self._mutant = mutant

    def __enter__(self):
        lines = self._before.splitlines(keepends=True)
        lines[self._mutant.statement.line] = self._mutant.text + "\n"
        self._file.write_text("".join(lines))

    def __exit__(self, *_):
        self._file.write_text(self._before)


def compiles(build, jobs):
    return subprocess.run(["cmake", "--build", build, "-j", jobs, "--target", *TARGETS], capture_output=True).returncode == 0


def tests_pass(build, jobs):
    labels = f"^({'|'.join(TARGETS)})$"
    command = ["ctest", "--test-dir", build, "-L", labels, "-j", jobs, "--stop-on-failure", "--timeout", str(HANGS // 3)]
    try:
        return subprocess.run(command, capture_output=True, timeout=HANGS).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def judged(number, mutants, build, jobs):
    """The first of the changes that compiles, and whether it is killed; nothing if none does."""
    for mutant in mutants:
        with Changed(mutant):
            if compiles(build, jobs):
                killed = not tests_pass(build, jobs)
                print(f"{number:3d} {'killed  ' if killed else 'SURVIVED'} {mutant}", flush=True)
                return killed
    print(f"{number:3d} none compiles: {mutants[0].statement.file}:{mutants[0].statement.line + 1}", flush=True)
    return None


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=20261201)
    parser.add_argument("--statements", type=int, default=60)
    parser.add_argument("--build", type=Path, default=ROOT / "build" / "release")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--only", type=int, action="append", default=[])
    parser.add_argument("--list", action="store_true")
    return parser.parse_args()


def main():
    chosen = options()
    all_of = [(number, mutants) for number, mutants in enumerate(drawn(chosen.seed, chosen.statements), 1)
              if not chosen.only or number in chosen.only]
    if chosen.list:
        for number, mutants in all_of:
            print(f"{number:3d} {mutants[0]}")
        return 0
    build, jobs = str(chosen.build), str(chosen.jobs)
    if not (compiles(build, jobs) and tests_pass(build, jobs)):
        print("mutation.py: error: without a change the tests do not pass", file=sys.stderr)
        return 2
    outcomes = [judged(number, mutants, build, jobs) for number, mutants in all_of]
    compiles(build, jobs)  # what is built is what the sources say again
    counted = [outcome for outcome in outcomes if outcome is not None]
    print(f"{sum(counted)} of {len(counted)} killed")
    return 0 if counted and sum(counted) >= ENOUGH * len(counted) else 1


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # sources are put back on the way out
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
