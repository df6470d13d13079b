"""Wide tables: rows and columns where there is room, a card for each row on a phone."""

from collections.abc import Iterable, Sequence
from html import escape


def cards(kind: str, head: Sequence[str], rows: Iterable[tuple[str, Sequence[str]]]) -> str:
    """A table of HTML cells, each row with its anchor; a cell knows its column's name, for cards
    have no head."""
    lines = [f'<div class="wide cards"><table class="{kind}"><thead><tr>']
    lines += (f"<th>{escape(name)}</th>" for name in head)
    lines.append("</tr></thead><tbody>")
    for anchor, cells in rows:
        lines.append(f'<tr id="{escape(anchor)}">' if anchor else "<tr>")
        lines += (
            f'<td data-head="{escape(name)}">{cell}</td>' if cell else "<td></td>"
            for name, cell in zip(head, cells, strict=True)
        )
        lines.append("</tr>")
    lines.append("</tbody></table></div>\n")
    return "".join(lines)
