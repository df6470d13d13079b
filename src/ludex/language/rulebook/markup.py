"""Pages of blocks, written as plain text or as Markdown."""

import re
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from textwrap import wrap

from ludex.language.rulebook.page import (
    LONG,
    Block,
    BulletList,
    CodeLine,
    Heading,
    Paragraph,
    TableBlock,
)

WIDTH = 80
NARROWEST = 10


def as_text(blocks: Iterable[Block]) -> str:
    """For a terminal or a pager: at most 80 columns."""
    return "\n".join(line for block in blocks for line in (*_text(block), "")).rstrip()


def _text(block: Block) -> Iterator[str]:
    match block:
        case Heading(1, text):
            yield from (text.upper(), "=" * len(text))
        case Heading(2, text):
            yield from (text, "-" * len(text))
        case Heading(_, text):
            yield text
        case Paragraph(text):
            yield from wrap(text, WIDTH)
        case CodeLine(text):
            yield from (
                wrap(text, WIDTH, initial_indent=4 * " ", subsequent_indent=6 * " ")
                if len(text) > LONG
                else [f"    {text}"]
            )
        case BulletList(items):
            for item in items:
                first, *rest = wrap(item, WIDTH - 4) or [""]
                yield f"  - {first}"
                yield from (f"    {line}" for line in rest)
        case TableBlock(head, rows):
            yield from _columns((head, *rows))


def _columns(rows: tuple[tuple[str, ...], ...]) -> Iterator[str]:
    widths = _widths(rows)
    for i, row in enumerate(rows):
        cells = [_divided(cell, w) or [""] for cell, w in zip(row, widths, strict=True)]
        for line in zip_longest(*cells, fillvalue=""):
            texts = (f"{text:{w}}" for text, w in zip(line, widths, strict=True))
            yield f"  {'  '.join(texts)}".rstrip()
        if i == 0:
            yield f"  {'  '.join('-' * w for w in widths)}"


def _divided(cell: str, width: int) -> list[str]:
    """Wrap a cell; a name that is too long for its column is divided after an underscore."""
    long = rf"\S{{{width + 1},}}"
    hyphened = re.sub(long, lambda name: name[0].replace("_", "_-"), cell)
    return [line.replace("_-", "_") for line in wrap(hyphened, width)]


def _widths(rows: tuple[tuple[str, ...], ...]) -> list[int]:
    """Return the width of each column: the widest are narrowed until a line fits.

    Words stay whole where that can be; where they are too many, the longest are broken.
    """
    columns = [*zip(*rows, strict=True)]
    widths = [max(1, *map(len, column)) for column in columns]
    words = [max((len(w) for c in column for w in c.split()), default=1) for column in columns]
    room = WIDTH - 2 * len(widths)
    for least in (words, [NARROWEST] * len(widths)):
        while sum(widths) > room:
            spare = [i for i, width in enumerate(widths) if width > least[i]]
            if not spare:
                break
            widths[max(spare, key=lambda i: widths[i])] -= 1
    return widths


def as_markdown(blocks: Iterable[Block]) -> str:
    """For a web page or a repository."""
    return "\n".join(line for block in blocks for line in (*_markdown(block), "")).rstrip()


def _markdown(block: Block) -> Iterator[str]:
    match block:
        case Heading(level, text):
            yield f"{'#' * level} {text}"
        case Paragraph(text):
            yield text
        case CodeLine(text):
            yield from ("```", text, "```")
        case BulletList(items):
            yield from (f"- {item}" for item in items)
        case TableBlock(head, rows):
            yield f"| {' | '.join(head)} |"
            yield f"|{' --- |' * len(head)}"
            yield from map(markdown_row, rows)


def markdown_row(cells: Iterable[str]) -> str:
    """Return a row of a table in Markdown."""
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"
