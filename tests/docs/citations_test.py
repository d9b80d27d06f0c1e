"""What comments cite is in the repository: sections of docs/algorithms.md, and papers that docs/references.md lists."""
import re
import unittest
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = ["apps", "base", "cuda", "experiments", "model", "partition", "sched", "tests"]
SOURCES = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.[ch]pp"))

NEXT_LINE = re.compile(r"\n\s*//[/!]? ?")
SECTION = re.compile(r"docs/algorithms\.md, (.{1,60})")
NAME = r"[A-Z][\w'-]+"
PAPER = re.compile(rf"((?:{NAME}, )*{NAME}(?: and {NAME}| et al\.)?) \(?((?:18|19|20)\d\d[ab]?)\b")
PAGE = re.compile(r"\b([\w/.-]+\.md)\b")
ELSEWHERE = re.compile(r"\b[Ss]eeds? 00\d|\bspecs/|\bthe specification\b")


def comments(path):
    """The text of a source, with comments of several lines in one."""
    return NEXT_LINE.sub(" ", path.read_text(encoding="utf-8"))


def page(name):
    return (ROOT / f"docs/{name}.md").read_text(encoding="utf-8")


class Citations(unittest.TestCase):
    def each(self, pattern):
        """(file, what was found) of all sources."""
        return [(str(path.relative_to(ROOT)), found) for path in SOURCES for found in pattern.findall(comments(path))]

    def test_sections_are_headings(self):
        headings = tuple(re.findall(r"^#+ (.+)$", page("algorithms"), re.MULTILINE))
        for file, text in self.each(SECTION):
            with self.subTest(file=file):
                self.assertTrue(text.startswith(headings), f"docs/algorithms.md has no section '{text}'")

    def test_papers_are_references(self):
        keys = re.findall(r"([A-Z][^*.\n]*(?: et al\.)? \d{4}[ab]?)\.\*\*", page("references"))
        for file, (authors, year) in self.each(PAPER):
            with self.subTest(file=file):
                self.assertIn(f"{authors} {year}", keys)

    def test_pages_are_in_the_repository(self):
        for file, name in self.each(PAGE):
            with self.subTest(file=file):
                self.assertTrue((ROOT / name).is_file(), f"there is no {name}")

    def test_nothing_is_elsewhere(self):
        self.assertEqual(self.each(ELSEWHERE), [])


if __name__ == "__main__":
    unittest.main()
