"""Pages of blocks as handouts: one HTML file that needs no other; on `paper` it is a PDF."""

from collections.abc import Iterable

from ludex.language.rulebook.page import Block, Heading
from ludex.language.templates import render


def as_html(blocks: Iterable[Block], language: str = "en") -> str:
    """Render one page that can be opened, sent and printed; nothing is fetched for it."""
    chosen = [*blocks]
    titles = (b.text for b in chosen if isinstance(b, Heading) and b.level == 1)
    return render(
        "language/rulebook/handout.html.j2",
        language=language,
        title=next(titles, "Ludex"),
        blocks=[(type(block).__name__, block) for block in chosen],
        is_count=is_count,
    )


def is_count(cell: str) -> bool:
    """Does a cell only number its row, or stand above such cells?"""
    return not cell or cell.isdigit()
