"""tests/mutation.py: which changes it makes of a line, and that it leaves sources as they were."""
import sys
import tempfile
import unittest
import unittest.mock
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import mutation


class Mutations(unittest.TestCase):
    def test_operators_constants_and_conditions(self):
        self.assertEqual(set(mutation.mutations("    if (a < 2 && b) { // c > 1")),
                         {"    if (a <= 2 && b) {", "    if (a < 2 || b) {", "    if (a < 2 + 1 && b) {", "    if (!(a < 2 && b)) {"})

    def test_calls_and_assignments_may_go(self):
        self.assertIn("", mutation.mutations("    queue_.clear();"))
        self.assertIn("", mutation.mutations("    sum += value;"))
        self.assertNotIn("", mutation.mutations("    return sum(1);"))

    def test_words_are_not_cut(self):
        self.assertEqual(mutation.mutations("    is_true(x);"), [""])

    def test_declarations_and_comments_are_no_statements(self):
        for line in ("/// a < b;", "using std::min;", "    virtual int f(int) = 0;", "template <class T> T f();"):
            self.assertTrue(mutation.NO_STATEMENT.search(line), line)


class Sources(unittest.TestCase):
    def test_the_same_are_drawn_each_time(self):
        first, second = ([str(mutants[0]) for mutants in mutation.drawn(20261201, 60)] for _ in range(2))
        self.assertEqual(first, second)
        self.assertEqual(len(set(first)), 60)

    def test_they_are_put_back(self):
        with tempfile.TemporaryDirectory() as folder, unittest.mock.patch.object(mutation, "ROOT", Path(folder)):
            file = Path(folder) / "a.cpp"
            file.write_text("int f() {\n    return 1;\n}\n")
            mutant = mutation.Mutant(mutation.Statement("a.cpp", 1, "    return 1;"), "    return 0;")
            with self.assertRaises(KeyboardInterrupt), mutation.Changed(mutant):
                self.assertEqual(file.read_text(), "int f() {\n    return 0;\n}\n")
                raise KeyboardInterrupt
            self.assertEqual(file.read_text(), "int f() {\n    return 1;\n}\n")


if __name__ == "__main__":
    unittest.main()
