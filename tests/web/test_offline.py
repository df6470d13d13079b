"""Without a connection: the page opens, and the puzzles that were kept are played to their end."""

import json
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, expect

from accessible import serious
from browsing import Server

KEPT = "caches.open('ludex-kept').then((c) => c.match('/api/puzzles/offline')).then((found) => found !== undefined)"

READY = "navigator.serviceWorker.ready.then(() => true)"
"""Who answers without a connection is at work: on a busy machine that takes longer than keeping."""

Move = tuple[str, str]


def solution(positions: list[dict[str, Any]]) -> list[Move]:
    """A way to win, looked up in what is kept."""

    def ways(at: int) -> Iterator[list[Move]]:
        if positions[at]["won"]:
            yield []
        for a, b, after in positions[at]["moves"]:
            yield from ([(a, b), *rest] for rest in ways(after))

    return next(ways(0))


def test_puzzles_are_played_when_the_server_is_gone(
    context: Callable[..., BrowserContext], tmp_path: Path
) -> None:
    server = Server(tmp_path / "games.db")
    try:
        page = context(bypass_csp=True).new_page()
        page.goto(server.url)
        page.get_by_role("button", name="Settings").click()
        page.get_by_label("Keep puzzles for when there is no connection").check()
        page.wait_for_function(KEPT)
        page.evaluate(READY)
        with urllib.request.urlopen(f"{server.url}/api/puzzles/offline") as answer:
            kept = json.load(answer)
    finally:
        server.stop()
    page.goto(f"{server.url}/")
    page.get_by_role("heading", name="No connection").wait_for()
    assert serious(page) == []
    label = {place["key"]: place["label"] for place in kept["places"]}
    way = solution(kept["packs"][0]["puzzles"][0]["positions"])
    board = page.locator(".board")
    for i, (a, b) in enumerate(way):
        if i == 1:  # what was done is taken back, and done again
            page.get_by_role("button", name="Undo").click()
            before = way[0]
            for key in before:
                board.get_by_label(f"{label[key]}:").click()
        for key in (a, b):
            board.get_by_label(f"{label[key]}:").click()
    expect(page.get_by_text("Solved!")).to_be_visible()
    page.get_by_role("button", name="Next puzzle").click()
    expect(page.get_by_text("Solved!")).to_have_count(0)
    # A table needs the server, and says so with a way home.
    page.goto(f"{server.url}/t/none#token")
    page.get_by_role("button", name="To the lobby").click()
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
