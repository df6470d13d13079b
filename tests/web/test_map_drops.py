"""What cannot be laid on a map is told why, in a line beside the place; the numbers at the map's edges;
the players beside it; and the picture of the table in the lobby."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from browsing import Hand, Mouse, Server, Touch

pytestmark = pytest.mark.slow  # fine points: what has to work is in the quicker files

POSITION = "scores=3:0 next=C tiles=E,N,0,0,2K;B,N,0,-1;B,N,1,-1;E,N,1,0"
"""A city on all sides, which fits at two places only: (0, 1) and (1, 1)."""


def _point(player: Hand, column: int, row: int) -> tuple[float, float]:
    """The middle of a place of the map, whether there is one or not."""
    box = player.element("0,0").bounding_box()
    x, y = player.point("0,0")
    return x + column * box["width"], y - row * box["height"]


def _refusal(player: Hand) -> Locator:
    return player.page.locator("[data-refusal]")


def test_a_tile_that_does_not_fit_is_refused_where_it_was_dropped(
    hand: Callable[..., Hand], server: Server
) -> None:
    table = server.open(game="carcassonne", position=POSITION, seats=["me", "friend"])
    player = hand("mouse").sit(server.address(table))
    assert isinstance(player, Mouse)
    mouse, refusal = player.page.mouse, _refusal(player)
    mouse.move(*player.point("drawn"))
    mouse.down()
    mouse.move(*_point(player, 2, 0), steps=5)
    mouse.up()
    # Though the tile was over a place where it fits: the pointer says what is meant.
    expect(refusal).to_contain_text("does not fit at (2, 0)")
    marked, said = player.page.locator(".refused"), player.page.locator(".bubble")
    wrong, words = marked.bounding_box(), said.bounding_box()
    assert wrong
    assert words
    x, y = _point(player, 2, 0)
    assert wrong["x"] < x < wrong["x"] + wrong["width"]
    assert wrong["y"] < y < wrong["y"] + wrong["height"]
    for free in ("0,1", "1,1"):  # where it can go is still seen
        x, y = player.point(free)
        assert not (
            words["x"] < x < words["x"] + words["width"]
            and words["y"] < y < words["y"] + words["height"]
        )
    # Onto another tile, and where there is nothing round it.
    for at, words_of in (
        ((0, 0), "already a tile"),
        ((-3, -2), "No tile shares a side"),
    ):
        mouse.click(*player.point("drawn"))
        mouse.click(*_point(player, *at))
        expect(refusal).to_contain_text(words_of)
    # A key that turns has nothing to turn yet, and a follower comes after its tile.
    player.page.keyboard.press("r")
    expect(player.page.locator(".bubble.news")).to_contain_text("Choose a place")
    player.page.locator('[data-place="player:1"]').click()
    expect(player.page.locator(".bubble.news")).to_contain_text("Lay the tile first")
    # Whoever moves the map keeps the tile in the hand.
    mouse.click(*player.point("drawn"))
    mouse.move(*_point(player, -3, -2))
    mouse.down()
    mouse.move(*_point(player, -2, -2), steps=4)
    mouse.up()
    expect(player.page.locator(".piece.held")).to_have_count(1)


def test_a_finger_is_told_the_same_and_whose_turn_it_is(
    hand: Callable[..., Hand], server: Server
) -> None:
    table = server.open(game="carcassonne", position=POSITION, seats=["me", "friend"])
    player = hand("touch").sit(server.address(table))
    assert isinstance(player, Touch)
    tap = player.page.touchscreen.tap
    tap(*_point(player, -1, 0))  # beside a tile: there it was meant to lie
    expect(_refusal(player)).to_contain_text("does not fit at (-1, 0)")
    player.tap("drawn")
    tap(*_point(player, 1, -2))
    expect(_refusal(player)).to_contain_text("does not fit at (1, -2)")
    expect(player.page.locator(".choices")).to_have_count(0)
    player.play(next(g["event"] for g in player.moves if g["drop"] == "0,1"))
    player.tap("drawn")
    expect(player.page.locator(".bubble.news")).to_have_text("It is not your turn: Player 2 plays.")


def test_the_numbers_at_the_edges_of_a_map_stand_at_its_places(
    hand: Callable[..., Hand], server: Server
) -> None:
    table = server.open(game="carcassonne", position=POSITION, seats=["me", "friend"])
    page = (player := hand("mouse").sit(server.address(table))).page
    numbers = "all => Object.fromEntries(all.map((one) => { const { x, y, width, height } = one.getBoundingClientRect(); return [one.textContent, [x + width / 2, y + height / 2]]; }))"

    def stand() -> None:
        columns = page.locator(".map .column").evaluate_all(numbers)
        rows = page.locator(".map .row").evaluate_all(numbers)
        assert {*columns} >= {"0", "1"}
        assert {*rows} >= {"1", "0", "−1"}
        for key in ("0,0", "1,-1", "0,1"):
            x, y = player.point(key)
            column, row = key.replace("-", "−").split(",")
            assert abs(columns[column][0] - x) < 2
            assert abs(rows[row][1] - y) < 2

    stand()
    for button in ("Zoom out", "Zoom in", "Zoom in"):
        page.get_by_role("button", name=button).click()
        stand()
    # Far away there is not room for each of them, and none lies under the buttons.
    for _ in range(8):
        page.get_by_role("button", name="Zoom out").click()
    assert page.locator(".map .column").count() < 2
    page.get_by_role("button", name="Show everything").or_(
        page.locator(".zooming button").last
    ).first.click()
    edge = page.locator(".zooming").bounding_box()
    assert edge
    for number in page.locator(".map .column").all():
        box = number.bounding_box()
        assert box
        assert box["x"] + box["width"] <= edge["x"]


def test_the_players_beside_a_map_have_points_followers_and_the_turn(
    hand: Callable[..., Hand], server: Server
) -> None:
    table = server.open(game="carcassonne", position=POSITION, seats=["me", "friend"])
    desk = hand("mouse").sit(server.address(table))
    phone = hand("touch").sit(server.url + table["invitations"][0]["path"])
    for player, mine in ((desk, 0), (phone, 1)):
        plates = player.page.locator(".player")
        expect(plates).to_have_count(2)
        expect(plates.nth(mine)).to_contain_text("You")
        expect(plates.nth(0).locator(".points")).to_have_text("3")
        expect(plates.nth(0)).to_have_class(re.compile("turn"))
        expect(plates.nth(1)).not_to_have_class(re.compile("turn"))
    expect(phone.page.locator(".player .count")).to_have_text(["×7", "×6"])
    desk.play(next(g["event"] for g in desk.moves if g["along"]))
    turns = desk.page.locator(".turns li")
    expect(turns.first).to_contain_text("You lay a tile with city on all sides")
    expect(phone.page.locator(".player .count").first).to_have_text("×6")


def test_the_lobby_keeps_a_picture_of_the_table_as_it_was_left(
    hand: Callable[..., Hand], server: Server
) -> None:
    table = server.open(game="carcassonne", position=POSITION, seats=["me", "bot:random"])
    player = hand("mouse").sit(server.address(table))
    player.my_turn()
    player.play(next(g["event"] for g in player.moves if g["along"]))
    player.my_turn()
    laid = sum(z["region"] == "map" and len(z["pieces"]) > 0 for z in player.now["scene"]["zones"])  # fmt: skip
    page = player.page
    page.get_by_role("button", name="Lobby").or_(page.locator("header button").first).first.click()
    picture = page.locator(".thumbnail").first
    expect(picture).to_be_visible()
    assert picture.locator(".piece, svg").count() >= laid
