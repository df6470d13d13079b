"""The book as it is built: whole, with nothing from elsewhere, and boards that are played."""

from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from shutil import which
from typing import Any
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree as ET

import pytest
from playwright.sync_api import BrowserContext
from playwright.sync_api import Page as BrowserPage

from book.games import PICTURES
from book.pictures import drawn
from book.reference import MODULES
from ludex.kernel import Game, Seat
from ludex.language.document import document_of
from ludex.players.game_loop import play_out
from ludex.registry import INSTALLED, played
from ludex.server.http.pages import BOOK
from ludex.table import scene_of
from serving import server

pytestmark = pytest.mark.slow


class Page(HTMLParser):
    """What a page links to, what can be linked to in it, and what it would run."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.anchors: set[str] = {"", "__skip"}
        self.inline = 0
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if name := found.get("id") or found.get("name"):
            self.anchors.add(name)
        if tag == "a" and found.get("href"):
            self.links.append(found["href"] or "")
        elif tag in ("script", "link", "img", "iframe"):
            self.loaded += filter(None, (found.get("src"), found.get("href")))
        self.inline += tag == "script" and "src" not in found and "type" not in found
        self.inline += "style" in found or any(name.startswith("on") for name in found)


@pytest.fixture
def site() -> Path:
    assert BOOK.exists(), "`make docs` builds the book"
    return BOOK


def pages(site: Path) -> Iterator[tuple[Path, Page]]:
    for file in sorted(site.rglob("*.html")):
        if file.name != "404.html":
            yield file, Page(file.read_text())


def test_links_lead_to_pages_and_places_in_them(site: Path) -> None:
    known = dict(pages(site))
    wrong = []
    for file, page in known.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme:
                continue
            target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            if target.is_dir():
                target /= "index.html"
            if not target.exists() or (
                target in known and unquote(parts.fragment) not in known[target].anchors
            ):
                wrong.append(f"{file.relative_to(site)}: {link}")
    assert wrong == []


def test_nothing_is_loaded_from_elsewhere_or_run_inline(site: Path) -> None:
    for file, page in pages(site):
        for address in page.loaded:
            parts = urlsplit(address)
            assert not parts.scheme, (file, address)
            assert (file.parent / parts.path).exists(), (file, address)
        assert page.inline == 0, file
        assert 'class="mermaid"' not in file.read_text(), file


def test_every_game_and_every_door_has_its_page(site: Path) -> None:
    for name, game in INSTALLED.loaded().items():
        text = (site / "games" / f"{name}.html").read_text()
        assert text.count("<figure>") == len(PICTURES[name])
        assert ("data-table" in text) == game.is_decided
        for cls in game.events:
            assert f"<code>{cls.name}</code>" in text, cls
        for erratum in document_of(game).errata:
            assert f'id="{erratum.code.lower()}"' in text
    for module in MODULES:
        assert (site / "api" / f"{module.removeprefix('ludex.')}.html").exists()


def test_pictures_are_whole_and_made_of_shapes(site: Path) -> None:
    pictures = [*(site / "games").glob("*-[0-9].svg")]
    assert len(pictures) == sum(map(len, PICTURES.values()))
    for file in pictures:
        root = ET.fromstring(file.read_text())
        assert len(root.findall(".//{http://www.w3.org/2000/svg}path")) > 5, file


@pytest.mark.skipif(which("dot") is None, reason="Graphviz is not installed")
def test_diagrams_are_drawn_and_not_shown_as_text(site: Path) -> None:
    of_games = [
        (f"games/{name}.html", f"{name}-{kind}")
        for name in INSTALLED.loaded()
        for kind in ("events", "classes")
    ]
    for page, name in [("interfaces.html", "tic-tac-toe-events"), *of_games]:
        file = site / page
        assert f'<img src="{name}.svg"' in file.read_text()
        assert ET.parse(file.with_name(f"{name}.svg")).getroot().tag.endswith("svg")
    assert "flowchart LR" not in (site / "interfaces.html").read_text()


@pytest.mark.skipif(which("dot") is not None, reason="Graphviz is installed")
def test_diagrams_are_shown_as_text_without_graphviz(site: Path) -> None:
    pages = ("interfaces", *(f"games/{name}" for name in INSTALLED.loaded()))
    for page in pages:
        assert "flowchart LR" in (site / f"{page}.html").read_text()


def test_the_cells_of_wide_tables_say_what_they_are_for_phones_show_cards(
    site: Path,
) -> None:
    for page in ("errata.html", "traceability.html"):
        text = (site / page).read_text()
        assert '<div class="wide cards">' in text
        assert "<td>" not in text.replace("<td></td>", "")


@pytest.mark.parametrize("game", played(), ids=lambda game: game.name)
def test_any_moment_of_a_game_can_be_drawn(game: Game[Any]) -> None:
    history = play_out(game.unchecked(), seed=4, most=40)
    for step in history.steps[::8]:
        scene = scene_of(game, game.view(step.state, Seat(0)), Seat(0))
        ET.fromstring(drawn(scene, game.title))


def test_a_board_is_played_and_words_are_found(
    site: Path, tmp_path: Path, context: Callable[..., BrowserContext]
) -> None:
    database = f"sqlite:///{tmp_path}/tables.sqlite3"
    with server(database) as web:
        page = context().new_page()
        troubles: list[str] = []
        page.on("console", lambda m: troubles.append(m.text) if m.type == "error" else None)
        page.goto(f"{web.address}/docs/games/freecell.html")
        page.get_by_role("button", name="Play here").click()
        page.frame_locator(".board iframe").get_by_role("button", name="Undo").wait_for()
        look_up(page)
        assert troubles == []
        page.close()


def test_opened_as_files_the_pages_say_how_to_play_and_are_searched(
    site: Path, context: Callable[..., BrowserContext]
) -> None:
    page = context().new_page()
    page.goto((site / "games" / "freecell.html").as_uri())
    assert "ludex serve" in page.locator(".board").inner_text()
    assert page.get_by_role("button", name="Play here").count() == 0
    look_up(page)
    page.close()


def look_up(page: BrowserPage) -> None:
    """Look for a word that stands in one game's rules."""
    page.get_by_role("button", name="Search").click()
    field = page.get_by_placeholder("Search")
    field.fill("pennant")
    page.get_by_text("Carcassonne").and_(page.locator("span, a, li, ol, div")).last.wait_for()
