"""What sources and pages cite is in the repository: sections of the page on algorithms, and papers that
docs/references.md lists."""
import re
import unittest
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = ["apps", "base", "cluster", "cmake", "cuda", "docs", "experiments", "model", "partition", "sched", "tests"]
C_KINDS = (".cpp", ".hpp", ".c", ".h")
KINDS = (*C_KINDS, ".py", ".sh", ".cmake", ".txt", ".md")
FILES = sorted(path for path in [*ROOT.glob("*"), *(path for folder in FOLDERS for path in (ROOT / folder).rglob("*"))]
               if path.suffix in KINDS)

NEXT_LINE = re.compile(r"\n\s*(?://[/!]?|#)? ?")
SECTION = re.compile(r"docs/algorithms\.md, (.{1,60})")
NAME = r"[A-Z][\w'-]+"
PAPER = re.compile(rf"((?:{NAME}, )*{NAME}(?: and {NAME}| et al\.)?) \(?((?:18|19|20)\d\d[ab]?)\b")
PAGE = re.compile(r"\b([\w/.-]+\.md)\b")
ELSEWHERE = re.compile(r"\b[Ss]eeds? 00\d|\bspecs/|\bthe specification\b|\bthe contract\b|\bthe prototype\b")


def one_line(path):
    """The text of a file, with comments and paragraphs of several lines in one."""
    return NEXT_LINE.sub(" ", path.read_text(encoding="utf-8"))


def page(name):
    return (ROOT / f"docs/{name}.md").read_text(encoding="utf-8")


class Citations(unittest.TestCase):
    def each(self, pattern):
        """(file, what was found) of all files."""
        return [(str(path.relative_to(ROOT)), found) for path in FILES for found in pattern.findall(one_line(path))]

    def test_sections_are_headings(self):
        headings = tuple(re.findall(r"^#+ (.+)$", page("algorithms"), re.MULTILINE))
        for file, text in self.each(SECTION):
            with self.subTest(file=file):
                self.assertTrue(text.startswith(headings), f"docs/algorithms.md has no section '{text}'")

    def test_papers_are_references(self):
        """Authors may all be listed. In other texts than sources in C++ and C, a single name beside a year may be that of
        a conference or a month."""
        keys = re.findall(r"([A-Z][^*.\n]*(?: et al\.)? \d{4}[ab]?)\.\*\*", page("references"))
        for file, (authors, year) in self.each(PAPER):
            if re.search(" and | et al", authors) or file.endswith(C_KINDS):
                with self.subTest(file=file):
                    listed = f"{authors.split(',')[0]} et al. {year}" in keys
                    self.assertTrue(listed or f"{authors} {year}" in keys, f"{authors} {year}")

    def test_pages_are_in_the_repository(self):
        """Scripts name pages that they write, and pages name others without a folder: links_test.py has those."""
        for file, name in self.each(PAGE):
            if name.startswith("docs/") or file.endswith(C_KINDS):
                with self.subTest(file=file):
                    self.assertTrue((ROOT / name).is_file(), f"there is no {name}")

    def test_nothing_is_elsewhere(self):
        self.assertEqual(self.each(ELSEWHERE), [])


if __name__ == "__main__":
    unittest.main()
