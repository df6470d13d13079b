"""The client is light, and asks nobody else for anything."""

import gzip
from collections.abc import Callable

from playwright.sync_api import BrowserContext

from browsing import CLIENT, Server
from ludex.games import played
from playing import ROOT


def test_the_whole_client_is_under_150_kilobytes_packed() -> None:
    files = [path for path in CLIENT.rglob("*") if path.is_file()]
    assert files, "the client is not built: make web"
    assert sum(len(gzip.compress(path.read_bytes())) for path in files) < 150_000


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
