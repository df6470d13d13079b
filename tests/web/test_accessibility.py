"""Everybody can play: axe-core finds nothing serious on any page, in both themes, and a table is read
aloud in the order in which things lie on it."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from accessible import THEMES, serious
from browsing import PHONE, Hand, Mouse, Server, slow

TABLES: dict[str, dict[str, Any]] = {
    "freecell": {"game": "freecell", "deal": 617},
    "chess": {"game": "chess-solitaire", "position": "NP.Q/.R.B/K.N./.P.."},
    "editor": {"game": "chess-solitaire", "preset": "standard"},
    "carcassonne": {"game": "carcassonne", "seats": ["me", "bot:random"], "seed": 3},
    "holdem": {"game": "holdem", "seats": ["me", *["bot:random"] * 5], "seed": 5},
    "russian-bank": {"game": "russian-bank", "seats": ["me", "bot:random"], "seed": 6},
}


@THEMES
@pytest.mark.parametrize(
    "name", [name if name in ("carcassonne", "holdem") else slow(name) for name in TABLES]
)
def test_nothing_serious_on_a_game_page(
    name: str, theme: str, hand: Callable[..., Hand], server: Server
) -> None:
    player = hand("mouse", color_scheme=theme)
    player.sit(server.address(server.open(**TABLES[name])))
    player.my_turn()
    page = player.page
    page.keyboard.press("p")
    page.keyboard.press("Enter")  # something is in the hand, and its targets show
    page.keyboard.press("l")
    page.get_by_role("complementary", name="Log").wait_for()
    assert serious(page) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", TABLES)
def test_nothing_serious_on_a_game_page_on_a_phone(
    name: str, hand: Callable[..., Hand], server: Server
) -> None:
    player = hand("mouse", viewport=PHONE)
    player.sit(server.address(server.open(**TABLES[name])))
    player.my_turn()
    assert serious(player.page) == []


@pytest.mark.slow
@THEMES
def test_nothing_serious_in_the_lobby_and_its_dialogs(
    theme: str, hand: Callable[..., Hand], server: Server
) -> None:
    page = hand("mouse", color_scheme=theme).visit(server.url)
    page.locator(".games li").last.wait_for()
    assert serious(page) == []
    for opener in ("Play: Texas hold'em", "Rules: Russian Bank", "Settings", "Help"):
        page.get_by_role("button", name=opener).click()
        page.locator("dialog :is(p, form, label)").first.wait_for()
        assert serious(page, "dialog") == [], opener
        page.keyboard.press("Escape")
        page.get_by_role("dialog").wait_for(state="detached")


@pytest.mark.slow
@THEMES
def test_nothing_serious_in_the_dialogs_of_a_table(
    theme: str, hand: Callable[..., Hand], server: Server
) -> None:
    table = server.open(game="russian-bank", seats=["me", "friend"], seed=6)
    page = hand("mouse", color_scheme=theme).sit(server.address(table)).page
    dialogs = ("Rules",), ("Menu",), ("Menu", "Share"), ("Menu", "The shuffle")
    for openers in (*dialogs, ("Menu", "Resign")):
        for opener in openers:
            page.get_by_role("button", name=opener).click()
        page.locator("dialog :is(p, label, button.main, .menu)").first.wait_for()
        assert serious(page, "dialog:last-of-type") == [], openers
        opened = page.locator("dialog[open]")
        while count := opened.count():  # a question lies on the menu that asks it
            page.keyboard.press("Escape")
            expect(opened).to_have_count(count - 1)


@THEMES
@pytest.mark.parametrize("board", ["R..P/..../..../....", "RP../..../..../..N."])
def test_nothing_serious_at_the_end_of_a_game(
    board: str, theme: str, hand: Callable[..., Hand], server: Server
) -> None:
    player = hand("mouse", color_scheme=theme)
    table = server.open(game="chess-solitaire", position=board)
    player.sit(server.address(table)).play(player.moves[0]["event"])
    player.page.get_by_role("heading", name=re.compile("^You (win|lose)")).wait_for()
    assert serious(player.page, "main") == []


@pytest.mark.slow
@THEMES
def test_nothing_serious_on_the_other_pages(
    theme: str, hand: Callable[..., Hand], server: Server
) -> None:
    player = hand("mouse", color_scheme=theme)
    page = player.page
    # A game that is over is seen again; then the lobby has statistics and an archive.
    table = server.open(game="chess-solitaire", position="R..P/..../..../....")
    player.sit(server.address(table)).play(player.moves[0]["event"])
    page.get_by_role("button", name="Watch it again").click()
    page.get_by_label("Watch it again").first.wait_for()
    assert serious(page) == [], "replay"
    player.sit(server.address(server.open(game="freecell", deal=617)))
    won = "localStorage['ludex.days'] = '{\"puzzle chess-solitaire\":[\"2026-01-01\"]}'"
    page.evaluate(won)
    player.visit(server.url)
    page.get_by_role("button", name="Move to the archive: FreeCell").click()
    page.get_by_role("button", name="Archive (1)").click()
    page.locator(".calendar").wait_for()
    page.locator("[aria-labelledby=statistics] li").wait_for()
    assert serious(page) == [], "lobby"
    page.get_by_role("button", name="Play: Russian Bank").click()
    page.get_by_label("Seat 2").select_option("friend")
    page.get_by_role("button", name="Start").click()
    page.get_by_role("dialog", name="Invite a friend").wait_for()
    assert serious(page, "dialog") == [], "invitation"
    player.visit(f"{server.url}/p/chess-solitaire")
    page.locator("main li, main button").first.wait_for()
    assert serious(page) == [], "packs"
    player.visit(f"{server.url}/nowhere")
    page.get_by_role("button", name="To the lobby").wait_for()
    assert serious(page) == [], "unknown page"


def read_aloud(page: Page) -> list[str]:
    """The names of everything on the table that can be pointed at, as a screen reader goes from one to the next."""
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    by_id = {node["nodeId"]: node for node in nodes}
    found: list[str] = []

    def visit(node: Any) -> None:
        role = node.get("role", {}).get("value")
        if role in ("button", "group", "image") and node["name"]["value"]:
            found.append(node["name"]["value"])
        for child in node.get("childIds", []):
            visit(by_id[child])

    visit(next(n for n in nodes if n.get("role", {}).get("value") == "main"))
    return found


def told(zone: dict[str, Any]) -> list[str]:
    """A pile by what lies on top of it, a column card by card."""
    label, pieces = zone["label"], [piece["label"] for piece in zone["pieces"]]
    if zone["layout"] == "pile":
        return [f"{label}: {pieces[-1] if pieces else 'empty'}"]
    places = [f"{label}, {n} of {len(pieces)}" for n in range(1, len(pieces) + 1)]
    return [label, *map(", ".join, zip(pieces, places, strict=True))]


@pytest.mark.slow
def test_a_table_is_read_in_the_order_in_which_it_lies(
    context: Callable[..., BrowserContext], server: Server
) -> None:
    player = Mouse(context())
    player.sit(server.address(server.open(game="freecell", deal=617)))
    for column in (6, 3):  # elements that have moved are where their cards are
        zones = player.now["scene"]["zones"]
        assert zones == sorted(zones, key=lambda zone: (zone["y"], zone["x"]))
        heard = read_aloud(player.page)
        assert heard == [name for zone in zones for name in told(zone)]
        top = zones[-column]["pieces"][-1]["key"]
        player.play(next(m["event"] for m in player.moves if m["pick"] == top))


@pytest.mark.slow
@pytest.mark.parametrize("name", TABLES)
def test_places_stand_in_the_document_as_they_lie_on_the_table(
    name: str, hand: Callable[..., Hand], server: Server
) -> None:
    player = hand("mouse")
    player.sit(server.address(server.open(**TABLES[name])))
    for _ in range(3):
        player.my_turn()
        there = player.now["scene"]["zones"]
        regions = dict.fromkeys(sorted(zone["region"] for zone in there))
        rows = [
            zone["key"]
            for region in regions  # a map comes before what lies beside it
            for zone in sorted(there, key=lambda zone: (zone["y"], zone["x"]))
            if zone["region"] == region
        ]
        places = player.page.locator("main [data-place]")
        assert places.evaluate_all("all => all.map((p) => p.dataset.place)") == rows
        if name in ("editor", "chess"):
            return
        easy = [g for g in player.moves if not g["amount"]]
        player.play(easy[0]["event"])


def test_arrow_keys_go_from_thing_to_thing_and_back(
    hand: Callable[..., Hand], server: Server
) -> None:
    player = hand("keys").sit(server.address(server.open(game="freecell", deal=617)))
    page = player.page
    at = "document.activeElement.dataset.spot"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("p")
    first = page.evaluate(at)
    page.keyboard.press("ArrowUp")
    above = page.evaluate(at)
    assert above != first
    page.keyboard.press("ArrowDown")
    assert page.evaluate(at) == first
    page.keyboard.press("ArrowRight")
    assert page.evaluate(at) not in (first, above)


def test_every_pile_and_card_has_a_role_and_a_name(
    hand: Callable[..., Hand], server: Server
) -> None:
    player = hand("mouse").sit(server.address(server.open(game="freecell", deal=617)))
    unnamed = """[...document.querySelectorAll("main [data-place], main [data-key]")]
      .filter((e) => e.getAttribute("aria-hidden") !== "true")
      .filter((e) => !e.getAttribute("role") || !e.getAttribute("aria-label")).length"""
    assert player.page.evaluate(unnamed) == 0
    page = player.page
    assert page.get_by_role("button", name="jack of diamonds, column 1, 7 of 7").count() == 1
    assert page.get_by_role("button", name="free cell 2: empty").count() == 1
    assert page.get_by_role("group", name="column 3").count() == 1


def test_a_button_that_is_gone_does_not_take_the_focus_with_it(
    hand: Callable[..., Hand], server: Server
) -> None:
    seats = ["me", "bot:random", "bot:random"]
    table = server.open(game="holdem", seats=seats, seed=5)
    player = hand("keys").sit(server.address(table))
    for _ in range(3):
        player.my_turn()
        words = [g["words"] for g in player.moves if not g["amount"]]
        player.play(next(g["event"] for g in player.moves if g["words"] == words[1]))
        player.my_turn()
        player.page.wait_for_timeout(50)
        assert player.page.evaluate("document.activeElement.tagName") != "BODY"
