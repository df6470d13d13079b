"""What moves is seen to move: these pages are animated, unlike those of all other tests."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, expect

from browsing import DESK, Hand, Mouse, Server

pytestmark = pytest.mark.slow  # fine points: what has to work is in the quicker files

WATCH = """(key) => {
  window.path = [];
  window.isWatched = false;
  const note = (element) => {
    const { x, y } = element.getBoundingClientRect();
    window.path.push([x, y]);
  };
  const watch = () => {
    const shown = document.querySelector(`[data-key="${key}"]`);
    if (shown) note(shown);
    if (!window.isWatched) requestAnimationFrame(watch);
  };
  watch();
}"""

BEGUN = """() => {
  window.begun = [];
  new MutationObserver((changes) => {
    for (const added of changes.flatMap((change) => [...change.addedNodes]))
      if (added.classList?.contains("travelling")) window.begun.push(added.getBoundingClientRect().x);
  }).observe(document.querySelector("main"), { childList: true });
}"""
"""Note where pieces that go from one part of the table to another set out."""

Point = list[float]


def watched(player: Hand, key: str) -> None:
    """Note where a piece is in every frame from now on."""
    player.page.evaluate(WATCH, key)


def path(player: Hand) -> list[Point]:
    """The places where it has been, until it rests."""
    player.page.wait_for_timeout(400)
    found: list[Point] = player.page.evaluate(
        "() => { window.isWatched = true; return window.path; }"
    )
    return found


def between(point: Point, start: Point, end: Point) -> bool:
    return all(
        min(a, b) - 2 <= p <= max(a, b) + 2 for p, a, b in zip(point, start, end, strict=True)
    )


def moving(hand: Callable[..., Hand], **options: Any) -> Hand:
    return hand("mouse", reduced_motion="no-preference", **options)


def test_a_dropped_card_glides_from_the_hand_to_its_place(
    hand: Callable[..., Hand], server: Server
) -> None:
    player = moving(hand)
    player.sit(server.address(server.open(game="freecell", deal=617)))
    player.page.wait_for_timeout(400)  # until everything lies where it belongs
    cell = player.page.locator('[data-place="cell:0"]').bounding_box()
    assert cell is not None
    x, y = player.point("JD")
    mouse = player.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(cell["x"] + 70, cell["y"] + 110, steps=4)
    dropped = player.page.locator('[data-key="JD"]').bounding_box()
    assert dropped is not None
    watched(player, "JD")
    mouse.up()
    player.until(lambda: bool(player.zone("cell:0")["pieces"]))
    points = path(player)
    start, end = [dropped["x"], dropped["y"]], [cell["x"], cell["y"]]
    assert [p for p in points if not between(p, start, end)] == []
    assert between(points[-1], end, end)
    assert len([p for p in points if not between(p, end, end)]) > 1


def test_a_click_moves_a_card_through_the_places_between(
    hand: Callable[..., Hand], server: Server
) -> None:
    player = moving(hand)
    player.sit(server.address(server.open(game="freecell", deal=617)))
    player.page.wait_for_timeout(400)
    player.element("JD").click()
    watched(player, "JD")
    player.page.locator('[data-place="cell:0"]').click()
    player.until(lambda: bool(player.zone("cell:0")["pieces"]))
    points = path(player)
    assert len({tuple(p) for p in points}) > 2  # more than where it was and is
    still = hand("mouse").sit(server.address(server.open(game="freecell", deal=617)))
    watched(still, "JD")
    still.element("JD").click()
    still.page.locator('[data-place="cell:0"]').click()
    still.until(lambda: bool(still.zone("cell:0")["pieces"]))
    assert len({tuple(p) for p in path(still)}) == 2


def test_a_tile_goes_from_the_hand_to_the_map(hand: Callable[..., Hand], server: Server) -> None:
    player = moving(hand)
    table = server.open(game="carcassonne", seats=["me", "bot:random"], seed=3)
    player.sit(server.address(table))
    player.my_turn()
    player.page.wait_for_timeout(400)
    move = player.moves[0]
    drawn = player.page.locator('[data-key="drawn"]').bounding_box()
    assert drawn is not None
    player.carry(move)
    player.page.wait_for_timeout(400)  # the tile is back in the hand, its ghost on the map
    player.page.evaluate(BEGUN)
    player.page.get_by_role("button", name="Place", exact=True).click()
    player.page.wait_for_function("() => window.begun.length > 0")
    assert abs(player.page.evaluate("window.begun[0]") - drawn["x"]) < 2
    expect(player.page.locator(".travelling")).to_have_count(0)
    expect(player.page.locator(f'[data-key="tile@{move["drop"]}"]')).to_be_visible()
    assert player.problems == []


def test_a_tile_in_a_table_that_scrolls_is_dragged_out_of_it(
    hand: Callable[..., Hand], server: Server
) -> None:
    player = hand("mouse", viewport={**DESK, "width": 390})
    seats = ["me", *["bot:random"] * 9]
    player.sit(server.address(server.open(game="carcassonne", seats=seats, seed=3)))
    player.my_turn()
    expect(player.page.locator(".table.scrolling")).to_have_count(1)
    move = player.moves[0]
    x, y = player.point("drawn")
    to_x, to_y = player.point(move["drop"])
    player.page.mouse.move(x, y)
    player.page.mouse.down()
    player.page.mouse.move(to_x, to_y, steps=4)
    # In the hand it is above everything, the map too.
    box = player.page.locator('[data-key="drawn"]').bounding_box()
    assert box is not None
    assert abs(box["x"] + box["width"] / 2 - to_x) < 3
    assert abs(box["y"] + box["height"] / 2 - to_y) < 3
    player.page.mouse.up()
    player.page.locator(".ghost").wait_for()


MOTION = """
window.moved = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, timing) {
  if ((timing?.duration ?? timing) > 0) window.moved.push(`animated ${this.className}`);
  return animate.call(this, frames, timing);
};
addEventListener("transitionrun", (e) => window.moved.push(`${e.propertyName} of ${e.target.className}`), true);
addEventListener("animationstart", (e) => {
  const lasts = getComputedStyle(e.target, e.pseudoElement || null).animationDuration;
  if (lasts !== "0s") window.moved.push(`${e.animationName} of ${e.target.className}`);
}, true);
"""
"""Note whatever begins to move."""


def test_nothing_moves_for_those_who_want_no_motion(
    context: Callable[..., BrowserContext], server: Server
) -> None:
    still = context()
    still.add_init_script(MOTION)
    player = Mouse(still)
    for wish in (
        {"game": "freecell", "deal": 617},
        {"game": "carcassonne", "seats": ["me", "bot:random"], "seed": 3},
        {"game": "holdem", "seats": ["me", "bot:caller"], "seed": 5},
    ):
        player.sit(server.address(server.open(**wish)))
        for _ in range(2):
            player.my_turn()
            player.play(player.moves[-1 if wish["game"] == "holdem" else 0]["event"])
        assert player.page.evaluate("window.moved") == [], wish


DEALT = """() => {
  window.begun = [];
  new MutationObserver((changes) => {
    for (const added of changes.flatMap((change) => [...change.addedNodes])) {
      if (!added.classList?.contains("travelling")) continue;
      const kind = ["paper", "amount", "terrain"].find((name) => added.classList.contains(name)) ?? "wood";
      const { x, y } = added.getBoundingClientRect();
      window.begun.push([kind, Math.round(x), Math.round(y)]);
    }
  }).observe(document.querySelector("main"), { childList: true });
}"""
"""Note of what sets out what it is, and from where."""


def test_the_board_comes_from_the_pack_and_followers_walk_home(
    hand: Callable[..., Hand], server: Server
) -> None:
    player = moving(hand)
    seats, options = ["me", "bot:caller", "bot:caller"], {"hands": "1", "players": "3"}
    table = server.open(game="holdem", preset="cash", seats=seats, options=options, seed=9)
    player.sit(server.address(table))
    player.my_turn()
    player.page.evaluate(DEALT)
    player.play("call")
    player.until(lambda: len(player.zone("board")["pieces"]) == 3)
    player.my_turn()
    begun = player.page.evaluate("window.begun")
    (pack,) = {(x, y) for kind, x, y in begun if kind == "paper"}
    for seat in player.page.locator(".zone.seat").all():
        box = seat.bounding_box()
        assert box
        assert not (
            box["x"] < pack[0] < box["x"] + box["width"]
            and box["y"] < pack[1] < box["y"] + box["height"]
        )

    position = "scores=0:0 next=E tiles=E,E,0,0,1K;B,N,0,-1"
    table = server.open(game="carcassonne", position=position, seats=["me", "bot:random"])
    player = moving(hand)
    player.sit(server.address(table))
    player.my_turn()
    player.page.wait_for_timeout(400)  # until the map rests
    stood = player.page.locator('[data-key="meeple@0,0"]').bounding_box()
    assert stood
    player.page.evaluate(DEALT)
    player.play(
        next(
            g["event"]
            for g in player.moves
            if g["drop"] == "1,0" and g["choices"] == ["west", "no meeple"]
        )
    )
    walks = [(x, y) for kind, x, y in player.page.evaluate("window.begun") if kind == "wood"]
    assert walks
    assert any(abs(x - stood["x"]) < 20 and abs(y - stood["y"]) < 20 for x, y in walks)


def test_whoever_wins_sees_suits_fall(hand: Callable[..., Hand], server: Server) -> None:
    painted = """() => { const canvas = document.querySelector("canvas");
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      return data.some((value) => value > 0); }"""
    position = "R..P/..../..../...."
    for player, celebrates in ((moving(hand), True), (hand("mouse"), False)):
        table = server.open(game="chess-solitaire", position=position)
        player.sit(server.address(table))
        player.play("move_and_capture(1,1,1,4)")
        expect(player.page.get_by_role("heading", name="You win!")).to_be_visible()
        if celebrates:
            player.page.wait_for_function(painted)
            # Whoever looks at the game again sees the game.
            player.page.get_by_role("button", name="Watch it again").click()
            expect(player.page.locator("canvas")).to_be_hidden()
            marked = player.page.locator(".zone.last")
            expect(marked).to_have_count(0)  # nothing has moved yet
            player.page.get_by_role("button", name="One step forward").click()
            expect(marked).to_have_count(2)
        else:
            player.page.wait_for_timeout(300)
            assert player.page.evaluate(painted) is False
