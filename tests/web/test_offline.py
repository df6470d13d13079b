"""Without a connection: the page opens, and the puzzles that were kept are played to their end."""

import json
import re
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from accessible import THEMES, serious
from browsing import serving_here

pytestmark = pytest.mark.slow  # fine points: what has to work is in the quicker files

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


def play_out(page: Page, kept: dict[str, Any], puzzle: dict[str, Any]) -> None:
    """Win a puzzle by clicks, as it is looked up."""
    label = {place["key"]: place["label"] for place in kept["places"]}
    for way in solution(puzzle["positions"]):
        for key in way:
            page.locator(".board").get_by_label(f"{label[key]}:").click()


def dragged(page: Page, label: dict[str, str], move: tuple[str, str, int]) -> None:
    """A piece is also drawn to its place; what was moved last is marked."""
    squares = [page.locator(".board").get_by_label(f"{label[key]}:") for key in move[:2]]
    (x, y), to = [
        (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        for square in squares
        if (box := square.bounding_box())
    ]
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(*to, steps=4)
    page.mouse.up()
    expect(page.locator(".board .last")).to_have_count(2)
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()


@THEMES
def test_puzzles_are_played_when_the_server_is_gone(
    theme: str, context: Callable[..., BrowserContext], tmp_path: Path
) -> None:
    page = context(color_scheme=theme).new_page()
    with serving_here(tmp_path / "games.db") as server:
        page.goto(server.url)
        page.get_by_role("button", name="Settings").click()
        page.get_by_label("Save the solitaire games for offline play").check()
        page.wait_for_function(KEPT)
        page.evaluate(READY)
        page.goto(server.address(server.open(game="freecell", deal=617)))
        page.locator("main[data-seq]").wait_for()
        page.goto(server.url)
        stored = page.evaluate("Object.keys(localStorage)")
        glance = next(key for key in stored if key.startswith("ludex.glance."))
        table, seat = glance.split(".")[2:]
        left = f"{server.url}/t/{table}#{seat}"
        with urllib.request.urlopen(f"{server.url}/api/puzzles/offline") as answer:
            kept = json.load(answer)
    page.goto(f"{server.url}/")
    page.get_by_role("heading", name="No connection").wait_for()
    assert serious(page) == []
    # Today's puzzle is there, too, and counts for the day.
    page.get_by_role("button", name="Play the puzzle of the day").click()
    assert serious(page) == []
    play_out(page, kept, kept["days"][0])
    expect(page.get_by_text("Solved!")).to_be_visible()
    expect(page.get_by_text("Solved today.")).to_be_visible()
    page.get_by_role("button", name="Rules").click()
    expect(page.get_by_text("How to play in a minute")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_text("How to play in a minute")).to_have_count(0)
    page.go_back()  # from the board to the list
    page.get_by_role("button", name="Easy 1,").click()
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
    dragged(page, label, kept["packs"][0]["puzzles"][1]["positions"][0]["moves"][0])
    # A table that was left is shown as it was, and says what it waits for.
    page.goto(left)
    expect(page.get_by_text("This is the table as you left it.")).to_be_visible()
    expect(page.locator(".thumbnail svg.card")).to_have_count(52)
    assert serious(page) == []
    # A table needs the server, and says so with a way home.
    page.goto(f"{server.url}/t/none#token")
    page.get_by_role("button", name="To the lobby").click()
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()


TIMEOUT = 300_000
"""Milliseconds: Python begins, and reads the rules."""

RULEBOOKS = "caches.open('ludex-python').then((c) => c.match('/python/rulebooks.zip')).then((found) => found !== undefined)"


def with_a_deal(context: BrowserContext, database: Path) -> Page:
    """A page whose server is gone, at a deal that is played by Python in the browser."""
    page = context.new_page()
    with serving_here(database) as server:
        page.goto(server.url)
        page.get_by_role("button", name="Settings").click()
        page.get_by_label("Save the solitaire games for offline play").check()
        # Asked like this, since the page's policy stays as it is: whoever runs Python has its own.
        while not page.evaluate(RULEBOOKS):
            page.wait_for_timeout(200)
        page.evaluate(READY)
    page.goto(f"{server.url}/")
    page.get_by_role("heading", name="No connection").wait_for()
    page.get_by_role("button", name="Play a deal").click()
    page.locator("main[data-seq]").wait_for(timeout=TIMEOUT)
    page.keyboard.press("p")
    page.keyboard.press("Enter")  # a card is picked up
    page.keyboard.press("t")
    page.keyboard.press("Enter")  # and put where it may go
    expect(page.locator("main[data-seq]")).to_have_attribute("data-seq", "1")
    return page


def test_a_deal_is_played_and_gone_on_with_by_the_rulebook_when_the_server_is_gone(
    context: Callable[..., BrowserContext], tmp_path: Path
) -> None:
    page = with_a_deal(context(), tmp_path / "games.db")
    table = page.locator("main[data-seq]")
    page.get_by_role("button", name="Rules").click()  # they are kept with the game
    expect(page.get_by_text("How to play in a minute")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Undo").click()
    expect(table).to_have_attribute("data-seq", "2")
    page.get_by_role("button", name="Redo").click()
    expect(table).to_have_attribute("data-seq", "3")
    deal = page.get_by_text(re.compile(r"^Deal \d+$")).inner_text()
    page.reload()
    table.wait_for(timeout=TIMEOUT)
    expect(table).to_have_attribute("data-seq", "3")  # nothing is lost
    expect(page.get_by_text(deal, exact=True)).to_be_visible()
    lobby = page.url.partition("/t/")[0]
    page.goto(lobby)
    page.get_by_role("button", name=f"Go on with {deal.lower()}").click()
    expect(table).to_have_attribute("data-seq", "3", timeout=TIMEOUT)
    page.goto(f"{lobby}/t/pocket-freecell-0#pocket1")
    expect(page.get_by_text("Deals are numbered 1 to")).to_be_visible(timeout=TIMEOUT)


SPOKEN = "caches.open('ludex-kept').then((c) => c.match('/api/languages/pt')).then((found) => found !== undefined)"


def test_what_is_kept_speaks_portuguese_too(
    context: Callable[..., BrowserContext], tmp_path: Path
) -> None:
    page = context(locale="pt-PT").new_page()
    with serving_here(tmp_path / "games.db") as server:
        page.goto(server.url)
        page.get_by_role("button", name="Definições").click()
        page.get_by_label("Guardar as paciências para jogar sem ligação").check()
        while not page.evaluate(SPOKEN):
            page.wait_for_timeout(100)
        page.evaluate(READY)
    page.goto(f"{server.url}/")
    page.get_by_role("heading", name="Sem ligação").wait_for()
    page.get_by_role("button", name="Jogar o problema do dia").click()
    # The places of the board are named by the server's catalogue.
    board = page.locator(".board")
    expect(board.get_by_label(re.compile("cavalo|torre|peão|dama|rei|bispo")).first).to_be_visible()
    expect(board.get_by_label(re.compile("knight|rook|pawn|queen|king|bishop"))).to_have_count(0)
