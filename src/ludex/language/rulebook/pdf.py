"""Handouts to print: a page of blocks as a PDF.

It is made by fpdf2, in the letters of DejaVu, which come with matplotlib: they have the suits
of cards and the signs of conditions.
"""

import re
from collections.abc import Iterable
from functools import partial
from pathlib import Path

from ludex.language.rulebook.handouts import is_count
from ludex.language.rulebook.page import (
    Block,
    BulletList,
    CodeLine,
    Heading,
    Paragraph,
    TableBlock,
)

try:
    from fpdf import FPDF
    from fpdf.enums import WrapMode
    from matplotlib import get_data_path
except ImportError as missing:
    raise ImportError(
        'handouts as PDF need fpdf2 and matplotlib: pip install "ludex[pdf]"'
    ) from missing

SIZES = {1: 20, 2: 14, 3: 11}
TEXT = 9.5
SMALL = 8
NARROW = 7
"""A column that counts rows, in millimetres."""

BREAKABLE = re.compile(r"(?<=[,;_(/|\]])(?=\S)")
"""The places where a line that is typed may be broken, if it has to be."""


def as_pdf(blocks: Iterable[Block], language: str = "en") -> bytes:
    """The same on A4."""
    pdf = _paper()
    pdf.set_lang(language)
    for block in blocks:
        if isinstance(block, Heading) and block.level == 1:
            pdf.set_title(str(block.text))
        _print(pdf, block)
    return bytes(pdf.output())


class PdfPage(FPDF):
    """A4 with the number of each page at its foot."""

    def footer(self) -> None:
        self.set_y(-14)
        self.set_font("text", size=SMALL)
        self.cell(0, 6, str(self.page_no()), align="C")


def _paper() -> FPDF:
    pdf = PdfPage(format="A4")
    fonts = Path(get_data_path()) / "fonts" / "ttf"
    pdf.add_font("text", "", fonts / "DejaVuSans.ttf")
    pdf.add_font("text", "B", fonts / "DejaVuSans-Bold.ttf")
    pdf.add_font("typed", "", fonts / "DejaVuSansMono.ttf")
    pdf.add_font("typed", "B", fonts / "DejaVuSansMono-Bold.ttf")
    pdf.set_margins(20, 18, 20)
    pdf.set_auto_page_break(auto=True, margin=18)
    pdf.add_page()
    return pdf


def _print(pdf: FPDF, block: Block) -> None:
    write = partial(pdf.multi_cell, 0, align="L", new_x="LMARGIN", new_y="NEXT")
    match block:
        case Heading(level, text):
            size = SIZES[level]
            if pdf.get_y() + 30 > pdf.page_break_trigger:
                pdf.add_page()  # a heading stays with what it is the heading of
            pdf.ln(0 if level == 1 else size * 0.25)
            pdf.set_font("typed" if level == 3 else "text", "B", size)
            pdf.start_section(str(text), level=level - 1)
            write(size * 0.5, text)
            pdf.ln(1.5)
        case Paragraph(text):
            pdf.set_font("text", "", TEXT)
            write(4.8, text)
            pdf.ln(1.8)
        case CodeLine(text):
            pdf.set_font("typed", "", SMALL)
            pdf.set_fill_color(240)
            write(4.2, text, fill=True, padding=1, wrapmode=WrapMode.CHAR)
            pdf.set_fill_color(255)
            pdf.ln(2)
        case BulletList(items):
            pdf.set_font("text", "", TEXT)
            for item in items:
                pdf.cell(5, 4.8, "•")
                write(4.8, item)
            pdf.ln(1.8)
        case TableBlock(head, rows):
            _print_table(pdf, head, rows)


def _print_table(pdf: FPDF, head: tuple[str, ...], rows: tuple[tuple[str, ...], ...]) -> None:
    pdf.set_font("text", "", SMALL)
    with pdf.table(
        col_widths=_widths(pdf, (head, *rows)),
        text_align="LEFT",
        line_height=4,
        padding=1,
        wrapmode=WrapMode.CHAR if len(head) > 5 else WrapMode.WORD,
    ) as table:
        for cells in (head, *rows):
            table.row([BREAKABLE.sub("\u200b", cell) for cell in cells])
    pdf.ln(2.5)


def _widths(pdf: FPDF, rows: tuple[tuple[str, ...], ...]) -> tuple[float, ...]:
    """Columns by what is in them: a long one has more room, and none is squeezed out."""
    columns = [*zip(*rows, strict=True)]
    counts = [all(map(is_count, column)) for column in columns]
    wanted = [
        max(18.0, min(80.0, max(map(pdf.get_string_width, column)) + 4)) for column in columns
    ]
    room = pdf.epw - NARROW * sum(counts)
    scale = room / sum(w for w, is_count in zip(wanted, counts, strict=True) if not is_count)
    return tuple(
        NARROW if is_count else width * scale
        for width, is_count in zip(wanted, counts, strict=True)
    )
