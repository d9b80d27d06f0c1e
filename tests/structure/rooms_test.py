"""The rooms of the sources and the arrows between them: who may include whom.

A room is a folder. Below, each one stands after all that it may use, so that no arrow runs back. A new room, or a new
arrow, is a line here and in the table of docs/architecture.md.
"""
import re
import unittest
from pathlib import Path

ROOT = Path(__file__).parents[2]

ROOMS = {
    "base": [],
    "partition/base": ["base"],
    "partition/dissection": ["base", "partition/base"],
    "partition/algorithms": ["base", "partition/base", "partition/dissection"],
    "partition/refine": ["base", "partition/base"],
    "partition/discretise": ["base", "partition/base", "partition/algorithms", "partition/refine"],
    "partition/svg": ["base", "partition/base"],
    "partition": ["base", "partition/base", "partition/algorithms", "partition/discretise"],
    "sched/base": ["base", "partition/base"],
    "sched/ready": ["base", "sched/base"],
    "sched/zones": ["base", "partition", "partition/base", "sched/base", "sched/ready"],
    "sched/affinity": ["base", "sched/base"],
    "sched/policies": ["base", "partition/base", "sched/base", "sched/ready", "sched/zones", "sched/affinity"],
    "sched/graph": ["base", "partition/base", "sched/base", "sched/zones"],
    "sched/plan": ["base", "partition/base", "sched/base", "sched/zones", "sched/policies"],
    "sched/starpu": ["base", "sched/base", "sched/policies", "sched/graph"],
    "model": ["base", "partition/base", "sched/base", "sched/zones", "sched/affinity", "sched/policies"],
    "model/steady_state/svg": ["base"],
    "model/steady_state": ["base", "model/steady_state/svg"],
    "cluster/exchange": ["base"],
    "cluster/fronts": ["base"],
    "cluster/solver": ["base", "cluster/exchange", "cluster/fronts"],
    "cluster/numerics": ["base", "cluster/fronts", "cluster/solver"],
    "cluster/driver": ["base", "cluster/exchange", "cluster/fronts", "cluster/solver", "cluster/numerics"],
    "cluster/team": ["base"],
    "cluster/starpu": ["base"],
    "cluster/smpi": ["base", "cluster/team", "cluster/starpu"],
    "cluster/mpi": ["base", "cluster/team", "cluster/solver", "cluster/numerics", "cluster/driver"],
    "cluster/simulation": ["base", "cluster/exchange", "cluster/fronts", "cluster/solver"],
    "cluster/s4u": ["base", "cluster/exchange", "cluster/fronts", "cluster/solver", "cluster/simulation"],
    "cluster/nodes": ["base", "partition", "partition/base", "partition/discretise"],
    "cuda": ["base"],
}

# The GEMM library's rooms, each of which may use those before it, and what else it may use.
LIBRARY = {
    "support": ["base"],
    "matrix": ["base"],
    "kernels": ["base", "cuda"],
    "machines": ["base", "sched/base"],
    "runtime": ["base", "cuda", "partition/base", "sched"],
    "product": ["base", "cuda", "partition/base", "sched", "model"],
    "report": ["base", "partition/base", "partition/svg"],
}

# What stands above the library, each of which may use all before it: products on several processes, and the programs.
EDGES = ["cluster/gemm", "cluster/interface", "apps/command", "apps/mpi", "apps/s4u", "apps/smpi"]

SOURCES = (".hpp", ".cpp", ".h", ".c")


def allowed():
    """By room, the rooms that it may include."""
    rooms = {room: set(others) for room, others in ROOMS.items()}
    sched = {room for room in ROOMS if room.startswith("sched/")}
    before = []
    for name, others in LIBRARY.items():
        room = f"apps/gemm/{name}"
        rooms[room] = set(before).union(others)
        if "sched" in rooms[room]:
            rooms[room] |= sched
        before.append(room)
    for room in EDGES:
        rooms[room] = set(rooms)
    return rooms


def sources():
    top = {room.split("/")[0] for room in allowed()}
    return [file for folder in sorted(top) for file in sorted((ROOT / folder).rglob("*")) if file.suffix in SOURCES]


def included(file):
    return re.findall(r'^\s*#\s*include "([^"]+)"', file.read_text(), re.MULTILINE)


def rows_of_the_page():
    """By room, the rooms that the table of docs/architecture.md says it may use. Folders of several rooms are bold, and
    what else a room may use (StarPU, ...) follows a semicolon."""
    page = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    table = page.split("| room | holds | may use |")[1].split("\n\n")[0]
    rows = re.findall(r"^\| `([\w/]+?)(?:/|/partitioners\.\*)` \|.*\| ([^|]*) \|$", table, re.MULTILINE)
    return [(room, re.findall(r"`([\w/]+)`", uses.split(";")[0])) for room, uses in rows]


class Rooms(unittest.TestCase):
    def test_each_file_is_in_a_room(self):
        self.assertGreater(len(sources()), 200)
        for file in sources():
            self.assertIn(str(file.parent.relative_to(ROOT)), allowed(), file.name)

    def test_no_arrow_runs_back(self):
        rooms = allowed()
        for file in sources():
            room = str(file.parent.relative_to(ROOT))
            for path in included(file):
                other = str(Path(path).parent)
                if other != room:
                    self.assertIn(other, rooms[room], f"{file.relative_to(ROOT)} includes {path}")

    def test_rooms_are_listed_after_what_they_use(self):
        known = set()
        for room, others in ROOMS.items():
            self.assertLessEqual(set(others), known, room)
            known.add(room)

    def test_the_page_has_the_same_rooms(self):
        rooms = ROOMS | {f"apps/gemm/{room}": others for room, others in LIBRARY.items()}
        rooms |= {room: [] for room in EDGES}
        rows = rows_of_the_page()
        self.assertEqual(sorted(room for room, _ in rows), sorted(rooms))
        for room, others in rows:
            with self.subTest(room=room):
                self.assertEqual(sorted(others), sorted(rooms[room]))

    def test_includes_name_files_of_the_repository(self):
        """Not the forwarding headers, which are for users of the installed libraries."""
        for folder in ("tests", "experiments"):
            self.assertTrue((ROOT / folder).is_dir())
        others = [file for folder in ("tests", "experiments") for file in (ROOT / folder).rglob("*.[hc]pp")]
        for file in sources() + others:
            if "tests/install" in str(file):
                continue
            for path in included(file):
                exists = (ROOT / path).is_file() or (file.parent / path).is_file()
                self.assertTrue(exists, f"{file.relative_to(ROOT)} includes {path}")


if __name__ == "__main__":
    unittest.main()
