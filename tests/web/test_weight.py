"""The client is light, and asks nobody else for anything."""

import gzip
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext

from browsing import CLIENT, Server
from ludex.registry import played
from playing import ROOT


def packed(*files: Path) -> int:
    return sum(len(gzip.compress(path.read_bytes())) for path in files)


@pytest.mark.parametrize(("page", "most"), [("index.html", 80_000), ("table.html", 110_000)])
def test_a_page_begins_with_little_and_names_all_of_it(page: str, most: int) -> None:
    written = (CLIENT / page).read_text()
    named = {*re.findall(r'(?:src|href)="/(assets/[^"]+)"', written)}
    assert len(named) >= 5, "nothing is asked for one after the other"
    assert packed(CLIENT / page, *(CLIENT / name for name in named)) < most


def test_the_whole_client_is_light_and_can_be_kept() -> None:
    # Python, which runs rulebooks without a server, is fetched only where that is wanted.
    files = {
        path
        for path in CLIENT.rglob("*")
        if path.is_file() and path.suffix != ".br" and CLIENT / "python" not in path.parents
    }
    assert files, "the client is not built: make web"
    assert packed(*files) < 190_000
    kept = {CLIENT / name[1:] for name in json.loads((CLIENT / "kept.json").read_text())}
    pages = {CLIENT / name for name in ("index.html", "table.html", "kept.json", "sw.js")}
    assert kept | pages == files


def test_a_table_is_called_before_the_program_is_there(
    context: Callable[..., BrowserContext], server: Server
) -> None:
    page = context().new_page()
    called: list[str] = []
    page.on("websocket", lambda socket: called.append(socket.url))
    page.route("**/assets/TablePage*.js", lambda _: None)  # it never comes
    page.goto(server.address(server.open(game="freecell", deal=617)), wait_until="commit")
    page.wait_for_timeout(100)
    while not called:
        page.wait_for_timeout(50)
    assert page.locator("main[data-seq]").count() == 0
    page.unroute("**/assets/TablePage*.js")
    page.reload()
    page.locator("main[data-seq]").wait_for()
    assert len(called) == 2, "the line that was called is the one that is used"


def test_a_page_asks_only_its_own_server(
    context: Callable[..., BrowserContext], server: Server
) -> None:
    page = context().new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(server.address(server.open(game="freecell", deal=617)))
    page.locator("main[data-seq]").wait_for()
    assert asked
    assert [url for url in asked if not url.startswith(server.url)] == []


def test_the_client_knows_no_game_by_name() -> None:
    source = [
        path.read_text()
        for path in (ROOT / "web" / "src").rglob("*")
        if path.suffix in (".ts", ".svelte") and "i18n" not in path.parts
    ]
    # "fighting" is also a word, and no game that the client is offered.
    names = {name for game in played() for name in (game.name, game.title)}
    known = [name for name in names for text in source if name.lower() in text.lower()]
    assert known == []
