"""Everybody can play: axe-core finds nothing serious on any page, in both themes."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from browsing import DESK, PHONE, Hand, Mouse, Server
from playing import ROOT

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
RUN = """async (rules) => {
  const only = rules.length ? { runOnly: { type: "rule", values: rules } } : {};
  const found = await axe.run(document, { resultTypes: ["violations"], ...only });
  return found.violations
    .filter((v) => v.impact === "serious" || v.impact === "critical")
    .map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160)).join(" | ")}`);
}"""
OF_COLOURS = ["color-contrast", "link-in-text-block"]
"""All that another theme can change: it is the same page in other colours."""

TABLES: dict[str, dict[str, Any]] = {
    "freecell": {"game": "freecell", "deal": 617},
    "chess": {"game": "chess-solitaire", "position": "NP.Q/.R.B/K.N./.P.."},
    "editor": {"game": "chess-solitaire", "preset": "standard"},
    "carcassonne": {"game": "carcassonne", "seats": ["me", "bot:random"], "seed": 3},
    "holdem": {"game": "holdem", "seats": ["me", *["bot:random"] * 5], "seed": 5},
    "russian-bank": {"game": "russian-bank", "seats": ["me", "bot:random"], "seed": 6},
}


def serious(page: Page) -> list[str]:
    """What axe finds in the light theme, and in the colours of the dark one."""
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(AXE.read_text())
    found: list[str] = []
    for theme, rules in (("light", []), ("dark", OF_COLOURS)):
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        page.locator(f"html[data-theme={theme}]").wait_for(state="attached")
        found += [f"{theme}: {one}" for one in page.evaluate(RUN, rules)]
    return found


@pytest.mark.parametrize("name", TABLES)
def test_nothing_serious_on_a_game_page(
    name: str, context: Callable[..., BrowserContext], server: Server
) -> None:
    player = Mouse(context(bypass_csp=True))
    player.sit(server.address(server.open(**TABLES[name])))
    player.my_turn()
    page = player.page
    for size in (PHONE, DESK):
        page.set_viewport_size(size)
        assert serious(page) == [], size
    page.keyboard.press("p")
    page.keyboard.press("Enter")  # something is in the hand, and its targets show
    page.keyboard.press("l")
    assert serious(page) == []


def test_nothing_serious_in_the_lobby_and_its_dialogs(
    context: Callable[..., BrowserContext], server: Server
) -> None:
    page = context(bypass_csp=True).new_page()
    page.goto(server.url)
    page.locator(".games li").last.wait_for()
    assert serious(page) == []
    for opener in ("Play: Texas hold'em", "Rules: Russian Bank", "Settings", "Help"):
        page.get_by_role("button", name=opener).click()
        page.locator("dialog :is(p, form, label)").first.wait_for()
        assert serious(page) == [], opener
        page.keyboard.press("Escape")
        page.get_by_role("dialog").wait_for(state="detached")


def test_nothing_serious_in_the_dialogs_of_a_table(
    context: Callable[..., BrowserContext], server: Server
) -> None:
    player = Mouse(context(bypass_csp=True))
    table = server.open(game="russian-bank", seats=["me", "friend"], seed=6)
    page = player.sit(server.address(table)).page
    dialogs = ("Rules",), ("Menu",), ("Menu", "Share"), ("Menu", "The shuffle")
    for openers in (*dialogs, ("Menu", "Resign")):
        for opener in openers:
            page.get_by_role("button", name=opener).click()
        page.locator("dialog :is(p, label, button.main, .menu)").first.wait_for()
        assert serious(page) == [], openers
        opened = page.locator("dialog[open]")
        while count := opened.count():  # a question lies on the menu that asks it
            page.keyboard.press("Escape")
            expect(opened).to_have_count(count - 1)


@pytest.mark.parametrize("board", ["R..P/..../..../....", "RP../..../..../..N."])
def test_nothing_serious_at_the_end_of_a_game(
    board: str, context: Callable[..., BrowserContext], server: Server
) -> None:
    player = Mouse(context(bypass_csp=True))
    table = server.open(game="chess-solitaire", position=board)
    player.sit(server.address(table)).play(player.moves[0]["event"])
    player.page.get_by_role("heading", name=re.compile("^You (win|lose)")).wait_for()
    assert serious(player.page) == []


def test_arrow_keys_go_from_thing_to_thing_and_back(
    hand: Callable[[str], Hand], server: Server
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
    hand: Callable[[str], Hand], server: Server
) -> None:
    player = hand("mouse").sit(server.address(server.open(game="freecell", deal=617)))
    unnamed = """[...document.querySelectorAll("main [data-place], main [data-key]")]
      .filter((e) => e.getAttribute("aria-hidden") !== "true")
      .filter((e) => !e.getAttribute("role") || !e.getAttribute("aria-label")).length"""
    assert player.page.evaluate(unnamed) == 0
    page = player.page
    assert (
        page.get_by_role("button", name="jack of diamonds, column 1, 7 of 7").count()
        == 1
    )
    assert page.get_by_role("button", name="free cell 2: empty").count() == 1
    assert page.get_by_role("group", name="column 3").count() == 1


def test_a_button_that_is_gone_does_not_take_the_focus_with_it(
    hand: Callable[[str], Hand], server: Server
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
