"""Nothing is lost by a slip: restarting asks, Back closes what lies on top, wrong addresses are
friendly, and nothing on the page jumps about while somebody plays."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, FloatRect, Locator, expect

from browsing import Hand, Mouse, Server

pytestmark = pytest.mark.slow  # fine points: what has to work is in the quicker files


def box(of: Locator) -> FloatRect:
    found = of.bounding_box()
    assert found is not None
    return found


def test_restart_asks_and_leaves_no_other_table_behind(
    hand: Callable[..., Hand], server: Server
) -> None:
    player = hand("mouse").sit(server.address(server.open(game="freecell", deal=617)))
    page = player.page
    player.play("move_game_to_free(0,0)")
    player.play("move_game_to_free(1,1)")
    address = page.url
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Restart").click()
    asked = page.get_by_role("dialog", name="Restart?")
    asked.get_by_role("button", name="Cancel").click()
    expect(asked).to_have_count(0)
    assert player.now["log_length"] == 2
    page.get_by_role("button", name="Restart").click()
    asked.get_by_role("button", name="Restart").click()
    player.until(lambda: player.now["log_length"] == 0)
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert page.url == address
    page.keyboard.press("Shift+U")  # even that can be taken back
    player.until(lambda: player.now["log_length"] == 1)


def test_a_new_deal_asks_and_takes_the_old_one_off_the_list(
    hand: Callable[..., Hand], server: Server
) -> None:
    player = hand("mouse").sit(server.address(server.open(game="freecell", deal=617)))
    page = player.page
    player.play("move_game_to_free(0,0)")
    address = page.url
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="New deal").click()
    asked = page.get_by_role("dialog", name="New deal?")
    asked.get_by_role("button", name="New deal").click()
    page.wait_for_url(lambda url: url != address)
    kept = "JSON.parse(localStorage['ludex.tables']).map((key) => Boolean(key.hidden))"
    page.wait_for_function(f"() => {kept}.length === 2")
    assert sorted(page.evaluate(kept)) == [False, True]


def test_back_closes_a_dialog_first(hand: Callable[..., Hand], server: Server) -> None:
    player = hand("mouse")
    page = player.page
    page.goto(server.url)
    page.locator(".games li").last.wait_for()
    player.sit(server.address(server.open(game="freecell", deal=617)))
    address = page.url
    dialog = page.get_by_role("dialog")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Settings").click()
    expect(dialog).to_have_count(1)
    page.go_back()
    expect(dialog).to_have_count(0)
    assert page.url == address
    page.get_by_role("button", name="Rules").click()
    expect(dialog).to_have_count(1)
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    page.wait_for_function("() => history.state?.dialog !== true")
    page.get_by_role("button", name="Rules").click()
    expect(dialog).to_have_count(1)
    page.reload()  # nothing of it is left, and Back leads away
    page.wait_for_function("() => history.state?.dialog !== true")
    page.locator("main[data-seq]").wait_for()
    page.go_back()
    page.locator(".games li").last.wait_for()


def test_an_unknown_address_is_a_friendly_page(
    context: Callable[..., BrowserContext], server: Server
) -> None:
    page = context().new_page()
    answer = page.goto(f"{server.url}/nowhere/at-all")
    assert answer is not None
    assert answer.status == 404
    expect(page.get_by_role("alert")).to_have_text("There is no page at this address.")
    page.get_by_role("button", name="To the lobby").click()
    page.locator(".games li").last.wait_for()
    page.goto(f"{server.url}/t/nothing#1")
    expect(page.get_by_role("alert")).to_contain_text("This table does not exist")
    for nowhere in ("no-game", "freecell"):  # which has deals, and no puzzles
        page.goto(f"{server.url}/p/{nowhere}")
        expect(page.get_by_role("alert")).to_contain_text("no page")
    page.get_by_role("button", name="To the lobby").click()
    page.locator(".games li").last.wait_for()


ALLOWED = """
Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
Notification.requestPermission = async () => 'granted';
"""
"""A browser without windows never allows them."""


def test_the_tab_says_whose_turn_it_is_and_a_notification_is_asked_for_once(
    context: Callable[..., BrowserContext], server: Server
) -> None:
    opened = server.open(game="russian-bank", seats=["me", "friend"], seed=6)
    places = context(), context()
    for place in places:
        place.add_init_script(ALLOWED)
    mine, friend = map(Mouse, places)
    mine.sit(server.address(opened))
    friend.sit(server.url + opened["invitations"][0]["path"])
    mine.until(lambda: bool(mine.now["your_turn"] or friend.now["your_turn"]))
    waiting, acting = (friend, mine) if mine.now["your_turn"] else (mine, friend)
    expect(acting.page).to_have_title(re.compile("^Your turn: Russian Bank"))
    expect(waiting.page).to_have_title(re.compile("^Russian Bank"))
    question = waiting.page.get_by_text("Shall we notify you")
    expect(question).to_be_visible()
    waiting.page.get_by_role("button", name="Yes").click()
    expect(question).to_have_count(0)
    waiting.page.wait_for_function(
        "() => JSON.parse(localStorage['ludex.settings']).notify === 'yes'"
    )
    waiting.page.reload()
    waiting.page.locator("main[data-seq]").wait_for()
    expect(question).to_have_count(0)


def test_words_and_banners_move_neither_the_tools_nor_the_table(
    hand: Callable[..., Hand], server: Server
) -> None:
    board = "Q.K./...P/P.../...."
    table = server.open(game="chess-solitaire", position=board)
    player = hand("mouse").sit(server.address(table))
    page = player.page
    tools, board_box = page.locator(".tools"), page.locator(".ground")
    before = box(tools), box(board_box)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".piece.hinted")).to_have_count(1)
    page.get_by_role("button", name="Where to?").click()
    assert (box(tools), box(board_box)) == before
    page.locator(".light").click()
    expect(page.locator(".light")).to_have_text("Can be won")
    assert (box(tools), box(board_box)) == before
    player.play("move_and_capture(1,1,1,3)")
    expect(page.locator(".light")).to_have_text("Cannot be won any more")
    assert (box(tools), box(board_box)) == before


def test_the_end_of_a_game_does_not_resize_the_table(
    hand: Callable[..., Hand], server: Server
) -> None:
    table = server.open(game="chess-solitaire", position="N.../..../.P../....")
    for kind in ("mouse", "touch"):
        player = hand(kind).sit(server.address(table))
        ground = player.page.locator(".ground")
        before = box(ground)
        player.play(player.moves[0]["event"])
        expect(player.page.get_by_role("heading", name="You win!")).to_be_visible()
        assert box(ground) == before
        # Nor does it cover a rank of the board: it stands beside it, or on a phone below.
        news = box(player.page.locator(".outcome"))
        is_beside = before["x"] + before["width"] <= news["x"]
        assert is_beside or before["y"] + before["height"] <= news["y"]
        player.page.keyboard.press("u")
        player.until(lambda player=player: player.now["log_length"] == 0)


def test_a_refusal_covers_no_card(hand: Callable[..., Hand], server: Server) -> None:
    player = hand("mouse").sit(server.address(server.open(game="freecell", deal=617)))
    player.carry({"pick": "KS", "drop": "column:7"})
    said = box(player.page.locator(".bubble"))
    overlapping = player.page.locator(".piece").evaluate_all(
        """(pieces, said) => pieces.filter((piece) => {
          const { x, y, width, height } = piece.getBoundingClientRect();
          return x < said.x + said.width && said.x < x + width
            && y < said.y + said.height && said.y < y + height;
        }).length""",
        said,
    )
    assert overlapping == 0
