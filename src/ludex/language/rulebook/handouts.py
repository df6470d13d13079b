"""Pages of blocks as handouts: one HTML file that needs no other; on `paper` it is a PDF."""

from collections.abc import Iterable, Iterator
from html import escape
from typing import Final

from ludex.language.rulebook.page import Block, Bullets, Code, Heading, Paragraph, Table

STYLE: Final = """\
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem;
  overflow-wrap: break-word; }
h1, h2, h3 { line-height: 1.2; margin: 1.6em 0 0.5em; break-after: avoid; }
h2 { border-bottom: 1px solid #8888; padding-bottom: 0.2em; }
h3, code, pre { font-family: ui-monospace, monospace; }
pre { background: #8882; padding: 0.5em 0.75em; border-radius: 4px; white-space: pre-wrap;
  overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; margin: 1em 0; }
th, td { border: 1px solid #8888; padding: 0.25em 0.5em; text-align: left; vertical-align: top;
  overflow-wrap: anywhere; }
th { background: #8882; }
.number { width: 1%; text-align: right; overflow-wrap: normal; }
@media print { body { font-size: 10pt; margin: 0; max-width: none; } tr, pre { break-inside: avoid; } }
"""


def as_html(blocks: Iterable[Block], language: str = "en") -> str:
    """One page that can be opened, sent and printed; nothing is fetched for it."""
    written = [*blocks]
    titles = (b.text for b in written if isinstance(b, Heading) and b.level == 1)
    body = "\n".join(line for block in written for line in _html(block))
    return (
        f'<!doctype html>\n<html lang="{escape(language)}">\n<head>\n'
        '<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(next(titles, 'Ludex'))}</title>\n<style>\n{STYLE}</style>\n"
        f"</head>\n<body>\n{body}\n</body>\n</html>"
    )


def _html(block: Block) -> Iterator[str]:
    match block:
        case Heading(level, text):
            yield f"<h{level}>{escape(text)}</h{level}>"
        case Paragraph(text):
            yield f"<p>{escape(text)}</p>"
        case Code(text):
            yield f"<pre>{escape(text)}</pre>"
        case Bullets(items):
            yield "<ul>"
            yield from (f"<li>{escape(item)}</li>" for item in items)
            yield "</ul>"
        case Table(head, rows):
            yield "<table>"
            yield f"<thead><tr>{_cells('th', head)}</tr></thead>"
            yield "<tbody>"
            yield from (f"<tr>{_cells('td', row)}</tr>" for row in rows)
            yield "</tbody>\n</table>"


def _cells(tag: str, cells: tuple[str, ...]) -> str:
    """A first column without a head counts the rows, and needs no room."""
    kinds = (
        ' class="number"' if not i and is_count(c) else "" for i, c in enumerate(cells)
    )
    return "".join(
        f"<{tag}{kind}>{escape(cell)}</{tag}>"
        for kind, cell in zip(kinds, cells, strict=True)
    )


def is_count(cell: str) -> bool:
    """Does a cell only number its row, or stand above such cells?"""
    return not cell or cell.isdigit()
