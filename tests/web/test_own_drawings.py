"""A game by somebody else that has drawn its own pieces is drawn as ours are, and its pictures do nothing."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from browsing import Hand, Server, serving
from playing import ROOT

CARDS = """
from dataclasses import replace
from ludex.table import Drawing, Layout, Looks, Piece, TablePlace, Shown

TALL = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 50 100"><rect width="50" height="100" fill="{}"/></svg>'
drawings = {
    "rune": Drawing(svg=TALL.format("#fff")), "disc": Drawing(svg=TALL.format("#060")), "charm": Drawing(sign="☘"),
    "card:W": Drawing(svg=TALL.format("#808")),
}
game = replace(game, name="runes", title="Runes", summary="Runes.", looks=Looks(
    drawings=drawings, emblem=(Shown("disc", -0.5, 0),), zones=lambda s, seat: (
        TablePlace("row", "runes", 0, 0, Layout.ROW, span=3).holding(
            tuple(Piece(f"r{i}", "rune:" + "abc"[i], "a rune") for i in range(3))),
        TablePlace("one", "a charm", 4, 0).holding((Piece("c", "charm", "a charm"),)),
        TablePlace("card", "a card", 5, 0).holding((Piece("w", "card:W", "a wizard"), )),
        TablePlace("strange", "a place", 6, 0, look="dragged travelling").holding((Piece("x", "moving held x", "what?"),)),
    )))
"""
HOSTILE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20" onload="top.harm = 'onload'">
  <script>top.harm = "script"; document.title = "harmed"</script>
  <image href="/api/harm" width="9" height="9"/>
  <foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="/api/harm"/></foreignObject>
</svg>"""


@pytest.fixture(scope="module")
def runes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("drawn")
    file = folder / "runes.py"
    file.write_text((ROOT / "examples" / "tic_tac_toe.py").read_text() + CARDS)
    four = str(ROOT / "examples" / "connect_four.py")
    with serving(folder / "games.db", four, str(file)) as server:
        yield server


def sizes(page: Page, inside: str) -> list[tuple[float, float]]:
    """How large the pictures are that have come, each by its width and height."""
    found = page.locator(f"{inside} img")
    expect(found.last).to_be_visible()
    page.wait_for_function("[...document.images].every((one) => one.complete)")
    drawn = "all => all.filter((one) => one.naturalWidth > 0).map((one) => [one.clientWidth, one.clientHeight])"
    return [(w, h) for w, h in found.evaluate_all(drawn)]


def test_discs_fall_into_holes_that_the_game_has_drawn(
    runes: Server, hand: Callable[..., Hand]
) -> None:
    opened = runes.open(game="connect-four", seats=["me", "friend"])
    me = hand("mouse").sit(runes.address(opened))
    holes = sizes(me.page, ".zone")
    assert len(holes) == 42
    assert min(min(hole) for hole in holes) > 60, "as large as the squares of our boards"
    me.play("drop(4)")
    ((wide, high),) = sizes(me.page, ".piece")
    assert (wide, high) == pytest.approx(holes[0], abs=1)
    expect(me.page.get_by_role("button", name="d1: disc X")).to_have_count(1)
    expect(me.page.locator(".zone .file", has_text="g")).to_have_count(1)


@pytest.mark.slow
def test_what_a_game_has_drawn_keeps_its_shape_and_hides_nothing_of_the_page(
    runes: Server, hand: Callable[..., Hand]
) -> None:
    opened = runes.open(game="runes", seats=["me", "friend"])
    me = hand("mouse").sit(runes.address(opened))
    drawn = sizes(me.page, ".piece")
    assert len(drawn) == 5
    assert sorted(round(high / wide, 1) for wide, high in drawn) == [1, 2, 2, 2, 2]
    names = [
        me.page.locator(f"[data-key={key}]").get_attribute("aria-label") for key in ("r0", "r2")
    ]
    assert names == ["a rune, runes, 1 of 3", "a rune, runes, 3 of 3"]
    # A look is no name of a class: what it calls itself changes nothing but the picture.
    strange = me.page.locator("[data-key=x]")
    assert strange.evaluate("one => getComputedStyle(one).position") == "absolute"
    expect(strange).to_have_text("moving held x")


@pytest.mark.slow
def test_two_games_in_the_lobby_may_call_their_own_pieces_the_same(
    runes: Server, hand: Callable[..., Hand]
) -> None:
    page = hand("mouse").visit(runes.url)
    expect(page.locator(".frame img")).to_have_count(16)
    sources = page.locator(".frame img").evaluate_all(
        "all => all.map((one) => one.getAttribute('src'))"
    )
    assert [s for s in sources if "runes" in s] == ["/api/games/runes/drawings/disc"]
    assert sum(s.startswith("/api/games/connect-four/drawings/disc%3A") for s in sources) == 15
    shapes = [round(high / wide, 1) for wide, high in sizes(page, ".frame")]
    assert shapes == [1] * 15 + [2]


@pytest.mark.slow
def test_a_picture_runs_no_script_and_loads_nothing(runes: Server, browser: Browser) -> None:
    """The server refuses such a picture; if one came through all the same, it would only be a picture."""
    asked: list[str] = []

    def harm(route: Route) -> None:
        route.fulfill(response=route.fetch(), body=HOSTILE)

    context = browser.new_context()
    context.route("**/api/games/*/drawings/*", harm)
    context.on("response", lambda answer: asked.append(answer.url))
    page = context.new_page()
    opened = runes.open(game="connect-four", seats=["me", "friend"])
    with page.expect_response("**/api/games/*/drawings/*"):
        page.goto(runes.address(opened))
    expect(page.locator(".zone img").last).to_be_visible()
    page.goto(f"{runes.url}/api/games/connect-four/drawings/disc%3AX")
    page.wait_for_load_state()
    assert page.title() != "harmed"
    assert page.evaluate("[typeof top.harm, origin]") == ["undefined", "null"]
    assert sum("drawings" in url for url in asked) > 1
    assert not [url for url in asked if "harm" in url]
    context.close()
