"""Relative links of the Markdown files lead to files that exist, and their #anchors to headings."""
import re
import unittest
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), ROOT / "experiments/results/README.md"])

FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"^ {4}.*$|`(?:[^`\n]|\n(?!\n))*`", re.MULTILINE)
LINK = re.compile(r"\]\(([^)\s]+)\)|(?:src|href)=\"([^\"]+)\"")
HEADING = re.compile(r"^#{1,6} +(.+?) *$", re.MULTILINE)


def links(text):
    return [first or second for first, second in LINK.findall(CODE.sub("", FENCE.sub("", text)))]


def anchor(heading):
    """As GitHub and GitLab make it of a heading."""
    words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
    return re.sub(r"[^\w\- ]", "", words).replace(" ", "-")


def anchors(text):
    """Of equal headings the second one ends in -1, the third one in -2."""
    names = [anchor(heading) for heading in HEADING.findall(FENCE.sub("", text))]
    return {f"{name}-{before}" if (before := names[:i].count(name)) else name for i, name in enumerate(names)}


def fault(page, link):
    """What is wrong with a link of a page, if anything."""
    if re.match(r"[a-z]+:", link):
        return None
    path, _, name = link.partition("#")
    target = page.parent / path if path else page
    if not target.exists():
        return "does not exist"
    if name and name not in anchors(target.read_text(encoding="utf-8")):
        return f"has no heading #{name}"
    return None


class Links(unittest.TestCase):
    def test_lead_somewhere(self):
        for page in PAGES:
            for link in links(page.read_text(encoding="utf-8")):
                with self.subTest(page=str(page.relative_to(ROOT)), link=link):
                    self.assertIsNone(fault(page, link))

    def test_are_found_outside_code(self):
        self.assertEqual(links("[a](b.md#c) <img src=\"d.svg\"> `[x](y)`\n\n    [x](y)\n"), ["b.md#c", "d.svg"])

    def test_anchors_are_those_of_headings(self):
        self.assertEqual(anchors("# C++, and `x`\n## Same\n## Same\n```\n# no\n```\n"), {"c-and-x", "same", "same-1"})

    def test_faults_are_named(self):
        self.assertEqual(fault(ROOT / "README.md", "nothing.md"), "does not exist")
        self.assertEqual(fault(ROOT / "README.md", "docs/README.md#nothing"), "has no heading #nothing")
        self.assertIsNone(fault(ROOT / "README.md", "https://example.org/nothing"))


if __name__ == "__main__":
    unittest.main()
