"""The report as one HTML file that needs no other."""
import base64
import re

from markdown import markdown

STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; max-width: 66rem; margin: 2rem auto; padding: 0 1rem; color: #222; background: #fff; }
table { border-collapse: collapse; display: block; overflow-x: auto; margin: 1rem 0; font-size: 13px; font-variant-numeric: tabular-nums; }
th, td { border: 1px solid #ccc; padding: .2rem .5rem; text-align: left; }
th { background: #f3f3f3; }
img { max-width: 100%; margin-top: 1.5rem; }
pre { background: #f3f3f3; padding: .6rem; overflow-x: auto; }
li { margin: .2rem 0; }
li li { font-size: 13px; color: #555; margin: 0; }
"""


def inlined(page, folder):
    """The page with the pictures, which lie in FOLDER, inside it."""

    def picture(match):
        data = base64.b64encode((folder / match[1]).read_bytes()).decode()
        return f'src="data:image/svg+xml;base64,{data}"'

    return re.sub(r'src="([^":]+\.svg)"', picture, page)


def html(text, folder):
    """Of the Markdown report whose pictures lie in FOLDER."""
    title = text.split("\n", 1)[0].lstrip("# ")
    body = inlined(markdown(text, extensions=["tables", "toc"]), folder)
    body = re.sub(r'href="(reproduction[a-z-]*)\.md"', r'href="\1.html"', body)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )
