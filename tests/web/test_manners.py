"""Manners of the table: the focus is seen and kept, wishes are told, nothing is lost or hidden."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from browsing import Hand, Server

pytestmark = pytest.mark.slow  # fine points: what has to work is in the quicker files

FINISHING = "N.../..../.P../...R"


def test_the_keyboards_focus_is_seen_above_the_piece_and_hides_nothing(
    hand: Callable[..., Hand], server: Server
) -> None:
    table = server.open(game="chess-solitaire", position=FINISHING)
    player = hand("keys").sit(server.address(table))
    page = player.page
    page.keyboard.press("p")
    place = page.locator(".zone:focus-visible").get_attribute("data-place")
    piece = page.locator(f'.piece[data-key="{player.zone(str(place))["pieces"][0]["key"]}"]')
    above = "element => Number(getComputedStyle(element).zIndex) || 0"
    order = [
        page.locator(".zone:focus-visible").evaluate(above),
        piece.evaluate(above),
        page.locator(".ring").evaluate(above),
    ]
    assert order == sorted(set(order))
    assert (
        page.locator(".ring").bounding_box()
        == page.locator(f'[data-place="{place}"]').bounding_box()
    )
    page.keyboard.press("Tab")
    expect(page.locator(".ring")).to_have_count(0)


def test_the_page_is_as_tall_as_its_window(hand: Callable[..., Hand], server: Server) -> None:
    player = hand("mouse").sit(server.address(server.open(game="freecell", deal=617)))
    tall = "document.documentElement.scrollHeight - innerHeight"
    assert player.page.evaluate(tall) == 0


def test_on_a_phone_on_its_side_a_full_table_is_seen_whole(
    hand: Callable[..., Hand], server: Server
) -> None:
    seats = ["me", *["bot:random"] * 9]
    for table in (
        server.open(game="holdem", seats=seats, seed=5),
        server.open(game="russian-bank", seats=["me", "bot:random"], seed=6),
    ):
        player = hand("mouse", viewport={"width": 844, "height": 390})
        player.sit(server.address(table))
        hidden = "(() => { const m = document.querySelector('main'); return m.scrollHeight - m.clientHeight; })()"
        assert player.page.evaluate(hidden) <= 0


def test_what_was_typed_stays_when_somebody_comes_to_the_table(
    hand: Callable[..., Hand], server: Server
) -> None:
    table = server.open(game="holdem", preset="heads_up", seats=["me", "friend"], seed=8)
    one, two = hand("mouse"), hand("mouse")
    one.sit(server.address(table))
    link = server.url + table["invitations"][0]["path"]
    two.sit(link)
    mover, other = (one, two) if one.now["your_turn"] else (two, one)
    field = mover.page.get_by_role("spinbutton")
    field.fill("17")
    other.page.goto("about:blank")
    mover.until(lambda: not all(seat["here"] for seat in mover.now["seats"]))
    mover.arrive()
    expect(field).to_have_value("17")
    # What cannot be bet is told with what can.
    field.fill("100000")
    expect(mover.page.locator(".limits.wrong")).to_have_text("the maximum is 500")
    expect(mover.page.locator(".amount button")).to_be_disabled()


def test_chips_are_told_with_their_amount_and_ones_own_seat_is_marked(
    hand: Callable[..., Hand], server: Server
) -> None:
    table = server.open(game="holdem", preset="heads_up", seats=["me", "bot:random"], seed=8)
    player = hand("mouse").sit(server.address(table))
    player.my_turn()
    for zone in player.now["scene"]["zones"]:
        if zone["pieces"] and zone["pieces"][-1]["look"].startswith("chips:"):
            name = player.page.locator(f'[data-place="{zone["key"]}"]').get_attribute("aria-label")
            assert (name or "").count(zone["pieces"][-1]["look"][6:]) == 1
    expect(player.page.locator(".label .name")).to_have_text("pot")
    expect(player.page.locator(".seat .caption", has_text="You:")).to_have_count(1)


def test_the_focus_is_never_lost_at_the_table(hand: Callable[..., Hand], server: Server) -> None:
    table = server.open(game="chess-solitaire", position="R..P/..../..../....")
    player = hand("keys").sit(server.address(table))
    page = player.page
    at = "document.activeElement.tagName"
    page.get_by_role("button", name="Log").click()
    page.get_by_role("complementary", name="Log").get_by_role("button", name="Close").click()
    expect(page.get_by_role("button", name="Log")).to_be_focused()
    player.play("move_and_capture(1,1,1,4)")
    over = page.get_by_role("region", name="The game is over")
    expect(over).to_be_focused()
    page.keyboard.press("Escape")
    expect(over).to_have_count(0)
    assert page.evaluate(at) != "BODY"
    page.reload()
    before = page.url
    page.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda url: url != before)
    page.locator("main[data-seq]").wait_for()
    page.wait_for_function("() => document.activeElement !== document.body")


def test_a_wish_to_undo_is_told_to_both_and_so_is_the_refusal(
    hand: Callable[..., Hand], server: Server
) -> None:
    table = server.open(game="russian-bank", seats=["me", "friend"], seed=6)
    one, two = hand("mouse"), hand("mouse")
    one.sit(server.address(table))
    two.sit(server.url + table["invitations"][0]["path"])
    mover, other = (one, two) if one.now["your_turn"] else (two, one)
    mover.play(mover.moves[0]["event"])
    seat = mover.now["seat"]
    mover.page.get_by_role("button", name="Undo").click()
    expect(mover.page.locator(".banner")).to_contain_text("The others have been asked.")
    asked = other.page.get_by_role("alertdialog")
    expect(asked).to_be_focused()
    expect(other.page.locator("[aria-live=polite]")).to_contain_text(f"Player {seat} asks")
    asked.get_by_role("button", name="Refuse").click()
    expect(mover.page.locator("[data-refusal]")).to_contain_text("refused")
    expect(mover.page.locator(".banner")).to_have_count(0)
    other.page.wait_for_function("() => document.activeElement !== document.body")


def test_capslock_is_no_shift_and_letters_can_be_switched_off(
    hand: Callable[..., Hand], server: Server
) -> None:
    player = hand("mouse").sit(server.address(server.open(game="freecell", deal=617)))
    page = player.page
    player.play("move_game_to_free(0,0)")
    page.keyboard.press("U")  # as CapsLock types it
    player.until(lambda: player.now["log_length"] == 0)
    player.arrive()
    page.keyboard.press("Shift+U")
    player.until(lambda: player.now["log_length"] == 1)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Single-letter shortcuts").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("l")
    expect(page.get_by_role("complementary", name="Log")).to_have_count(0)
    assert player.now["log_length"] == 1


def test_a_stray_tap_on_a_place_plays_nothing(hand: Callable[..., Hand], server: Server) -> None:
    # In this deal only the ace of diamonds can go home.
    player = hand("mouse").sit(server.address(server.open(game="freecell", deal=5)))
    home = next(g["drop"] for g in player.moves if g["pick"] == "AD" and "home" in g["drop"])
    player.element(home).click()
    expect(player.page.locator(".piece.held")).to_have_count(1)
    assert player.now["log_length"] == 0
    player.element(home).click()
    player.until(lambda: player.now["log_length"] == 1)


def test_a_run_of_cards_is_dragged_together(hand: Callable[..., Hand], server: Server) -> None:
    player = hand("mouse").sit(server.address(server.open(game="freecell", deal=12)))
    run = [piece["key"] for piece in player.zone("column:0")["pieces"]][-2:]
    page = player.page
    boxes = [page.locator(f'[data-key="{key}"]') for key in run]
    lifted = [box.bounding_box() for box in boxes]
    (x, y), (to_x, to_y) = player.point(run[0]), player.point("column:4")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(to_x, to_y, steps=4)
    for box, before in zip(boxes, lifted, strict=True):
        now = box.bounding_box()
        assert now is not None
        assert before is not None
        assert abs(now["x"] - before["x"] - (to_x - x)) < 2
        assert abs(now["y"] - before["y"] - (to_y - y)) < 2
    page.mouse.up()
    player.until(lambda: player.now["log_length"] == 1)
    assert [piece["key"] for piece in player.zone("column:4")["pieces"]][-2:] == run


def test_a_tile_is_not_dropped_on_a_place_that_the_window_does_not_show(
    hand: Callable[..., Hand], server: Server
) -> None:
    table = server.open(game="carcassonne", seats=["me", "bot:random"], seed=3)
    player = hand("mouse").sit(server.address(table))
    player.my_turn()
    player.play(player.moves[0]["event"])
    player.my_turn()
    page = player.page
    frame = page.locator(".map").bounding_box()
    assert frame is not None
    # The map is panned to the right until a free place lies behind the table beside it.
    middle = frame["x"] + 30, frame["y"] + 30
    page.mouse.move(*middle)
    page.mouse.down()
    page.mouse.move(middle[0] + frame["width"] - 100, middle[1], steps=4)
    page.mouse.up()
    behind = max(player.moves, key=lambda g: player.point(g["drop"])[0])
    assert player.point(behind["drop"])[0] > frame["x"] + frame["width"] + 80
    player.carry(behind)
    expect(page.locator(".ghost")).to_have_count(0)
    # Panned further, the map stays in its window.
    page.mouse.move(*middle)
    page.mouse.down()
    page.mouse.move(middle[0] + 1200, middle[1] + 700, steps=4)
    page.mouse.up()
    tile = page.locator('[data-place="0,0"]').bounding_box()
    assert tile is not None
    assert tile["x"] < frame["x"] + frame["width"]
    assert tile["y"] < frame["y"] + frame["height"]


def test_a_tap_on_a_tile_tells_what_it_belongs_to(
    hand: Callable[..., Hand], server: Server
) -> None:
    table = server.open(game="carcassonne", seats=["me", "bot:random"], seed=3)
    player = hand("touch").sit(server.address(table))
    player.my_turn()
    player.play(player.moves[0]["event"])
    player.my_turn()
    player.page.touchscreen.tap(*player.point("0,0"))
    parts = player.page.locator(".lit [data-part]")
    expect(player.page.locator(".features li")).to_have_count(1)  # what the finger is on
    drawn = parts.evaluate_all("all => all.map((one) => one.dataset.part)")
    assert set(drawn) in ({"city"}, {"field"})
