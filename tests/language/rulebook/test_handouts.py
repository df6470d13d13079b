"""Handouts: one HTML page that needs nothing else, and a PDF, with tables that wrap."""

import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from commands import ludex
from ludex.language.rulebook.handouts import as_html
from ludex.language.rulebook.page import Heading, TableBlock, page_blocks
from ludex.registry import load, played


class Read(HTMLParser):
    """Tags that are open, the texts of cells, and whatever would be fetched."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.cells: list[str] = []
        self.fetched: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag != "meta":
            self.open.append(tag)
        if tag in ("td", "th"):
            self.cells.append("")
        self.fetched += [v or "" for k, v in attrs if k in ("src", "href", "srcset")]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, text: str) -> None:
        if self.open and self.open[-1] in ("td", "th"):
            self.cells[-1] += text


@pytest.mark.parametrize("game", played(), ids=lambda game: game.name)
def test_a_page_is_whole_and_fetches_nothing(game: Any) -> None:
    blocks = [*page_blocks(game)]
    written = as_html(blocks)
    read = Read(written)
    assert read.open == read.fetched == []
    tables = [block for block in blocks if isinstance(block, TableBlock)]
    assert read.cells == [c for t in tables for row in (t.head, *t.rows) for c in row]
    assert "url(" not in written
    assert "<script" not in written


def test_what_a_rulebook_says_is_text_and_never_markup() -> None:
    written = as_html([Heading(1, "a < b & <b>c</b>"), TableBlock(("",), (("<i>",),))], "pt")
    assert '<html lang="pt">' in written
    assert "<h1>a &lt; b &amp; &lt;b&gt;c&lt;/b&gt;</h1>" in written
    assert "<i>" not in written


@pytest.mark.parametrize("name", ["fighting", pytest.param("russian-bank", marks=pytest.mark.slow)])
def test_a_pdf_has_its_pages_and_its_title(name: str) -> None:
    game = load(name)
    from ludex.language.rulebook.pdf import as_pdf  # its packages are heavy

    made = as_pdf(page_blocks(game))
    assert made.startswith(b"%PDF-1.")
    assert made.rstrip().endswith(b"%%EOF")
    pages = re.search(rb"/Type /Pages\b.*?/Count (\d+)|/Count (\d+)", made, re.DOTALL)
    assert pages is not None
    assert int(pages[1] or pages[2]) >= 1


def test_the_command_writes_a_file_once(tmp_path: Path) -> None:
    file = tmp_path / "rules.html"
    words = ("rules", "freecell", "--format", "html", "--out", str(file))
    assert (ludex(*words).status, ludex(*words).status) == (0, 2)
    assert "--force overwrites it" in ludex(*words).err
    assert ludex(*words, "--force", "--language", "pt").status == 0
    assert '<html lang="pt">' in file.read_text()


def test_a_handout_goes_to_standard_output_too() -> None:
    done = ludex("rules", "chess-solitaire", "--format", "html")
    assert (done.status, done.err) == (0, "")
    assert done.out.endswith("</html>\n")


def test_without_the_extra_there_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "ludex.language.rulebook.pdf", raising=False)
    with patch.dict(sys.modules, {"fpdf": None}):
        done = ludex("rules", "fighting", "--format", "pdf", "--out", str(tmp_path / "a"))
    assert (done.status, done.out) == (2, "")
    assert done.err.count("\n") == 1
    assert 'pip install "ludex[pdf]"' in done.err
    assert not (tmp_path / "a").exists()
