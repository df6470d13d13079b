"""Nothing that is done quickly is lost, however far away the server is."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from browsing import Hand, Mouse, Server
from slow_proxy import far_away

FAR = pytest.mark.parametrize("seconds", [0.15, 0.4])


def seat(opened: dict[str, str]) -> str:
    return f"/t/{opened['table']}#{opened['token']}"


def untroubled(page: Page) -> None:
    expect(page.locator("[data-refusal]")).to_have_count(0)


def fill_cells(player: Hand, how_many: int) -> None:
    """One card from each column, without waiting for an answer."""
    for cell in range(how_many):
        top = player.zone(f"column:{cell}")["pieces"][-1]["key"]
        player.carry({"pick": top, "drop": f"cell:{cell}"})


@pytest.mark.slow
@FAR
def test_moves_and_undos_in_quick_succession_all_count(
    hand: Callable[..., Hand], server: Server, seconds: float
) -> None:
    opened = server.open(game="freecell", deal=617)
    with far_away(server.port, seconds) as proxy:
        player = hand("mouse").sit(proxy.url + seat(opened))
        page = player.page
        fill_cells(player, 4)
        player.until(lambda: player.now["log_length"] == 4)
        untroubled(page)
        for _ in range(4):
            page.keyboard.press("u")
            page.wait_for_timeout(120)
        player.until(lambda: player.now["log_length"] == 0)
        page.keyboard.press("Control+Shift+Z")
        page.keyboard.press("Control+y")
        player.until(lambda: player.now["log_length"] == 2)
        page.keyboard.press("Control+z")
        player.until(lambda: player.now["log_length"] == 1)
        untroubled(page)
        # A key that is held down repeats: more often than there are moves to take back.
        for _ in range(12):
            page.keyboard.down("u")
        page.keyboard.up("u")
        player.until(lambda: player.now["log_length"] == 0)
        untroubled(page)


def test_two_pages_of_one_seat_lose_nothing_of_each_other(
    hand: Callable[..., Hand], server: Server
) -> None:
    opened = server.open(game="freecell", deal=617)
    with far_away(server.port, 0.15) as proxy:
        pages = [hand("mouse").sit(proxy.url + seat(opened)) for _ in range(2)]
        for cell in range(4):  # neither has heard of what the other has just done
            top = pages[0].zone(f"column:{cell}")["pieces"][-1]["key"]
            pages[cell % 2].carry({"pick": top, "drop": f"cell:{cell}"})
        for player in pages:
            player.until(lambda one=player: one.now["log_length"] == 4)  # type: ignore[misc]
            untroubled(player.page)


KEPT = """
const lines = (window.lines = []);
window.WebSocket = class extends WebSocket {
  constructor(...where) { super(...where); lines.push(this); }
};
"""
MANY = """(many) => {
  Array(many).fill('{"type":"ping"}').forEach((ping) => lines.at(-1).send(ping));
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "u", bubbles: true }));
}"""


@pytest.mark.slow
def test_what_the_server_will_not_hear_so_fast_is_said_again_in_silence(
    context: Callable[..., BrowserContext], server: Server
) -> None:
    player = Mouse(context())
    page = player.page
    refusals: list[str] = []

    def note(frame: str | bytes) -> None:
        if (told := json.loads(frame))["type"] == "refusal" and told["wait"]:
            refusals.append(told["to"])

    page.on("websocket", lambda line: line.on("framereceived", note))
    page.add_init_script(KEPT)
    player.sit(server.address(server.open(game="freecell", deal=617)))
    player.play("move_game_to_free(0,0)")
    for many in (75, 20, 20):  # more than anybody may say at once, and then undo
        page.evaluate(MANY, many)
        player.until(lambda: player.now["log_length"] == 0)
        if "undo" in refusals:
            break  # a busy server hears so slowly that it was not too fast
        player.play("move_game_to_free(0,0)")
    assert "undo" in refusals
    untroubled(page)


@pytest.mark.slow
def test_what_is_done_is_seen_before_it_is_answered_and_the_next_thing_builds_on_it(
    hand: Callable[..., Hand], server: Server
) -> None:
    opened = server.open(game="freecell", deal=617)
    with far_away(server.port, 0.02) as proxy:
        player = hand("mouse").sit(proxy.url + seat(opened))
        page = player.page
        top, under = [piece["key"] for piece in player.zone("column:0")["pieces"][:-3:-1]]
        proxy.hold()
        player.carry({"pick": top, "drop": "cell:0"})
        expect(page.locator(f'[data-key="{top}"]')).to_have_attribute(
            "data-fan", player.zone("cell:0")["layout"]
        )
        # Nobody has said yet that the card under it may go anywhere.
        player.carry({"pick": under, "drop": "cell:1"})
        page.keyboard.press("u")
        page.keyboard.press("Shift+U")
        expect(page.locator('[data-place="cell:1"]')).to_have_attribute("data-piece", under)
        assert player.now["log_length"] == 0
        proxy.let_go()

        def lies_there() -> bool:
            keys = [piece["key"] for piece in player.zone("cell:1")["pieces"]]
            return player.now["log_length"] == 2 and keys == [under]

        player.until(lies_there)
        page.wait_for_timeout(300)  # the undo and the redo may be yet to come
        player.until(lies_there)
        untroubled(page)


@pytest.mark.slow
def test_whoever_leaves_is_heard_to_the_end(hand: Callable[..., Hand], server: Server) -> None:
    opened = server.open(game="freecell", deal=617)
    with far_away(server.port, 0.4) as proxy:
        player = hand("mouse").sit(proxy.url + seat(opened))
        page = player.page
        fill_cells(player, 3)
        page.get_by_role("button", name="Lobby").click()
        first = page.get_by_role("list", name="Continue").get_by_role("listitem").first
        first.wait_for()
        page.wait_for_timeout(2500)  # three moves, one after the other
        page.reload()
        expect(first).to_contain_text("3 moves")


def test_a_button_shows_at_once_that_it_was_pressed(
    hand: Callable[..., Hand], server: Server
) -> None:
    opened = server.open(game="holdem", seats=["me", *["bot:caller"] * 2], seed=5)
    with far_away(server.port, 0.02) as proxy:
        player = hand("mouse").sit(proxy.url + seat(opened))
        player.my_turn()
        call = player.page.get_by_role("button", name="Call", exact=False).first
        proxy.hold()
        call.click()
        expect(call).to_have_class(re.compile(r"\bpressed\b"))
        before = player.now["seq"]
        proxy.let_go()
        player.until(lambda: player.now["seq"] > before)
        expect(player.page.locator(".actions .pressed")).to_have_count(0)


@pytest.mark.slow
def test_a_move_that_proves_wrong_springs_back_and_says_why(
    hand: Callable[..., Hand], server: Server
) -> None:
    opened = server.open(game="freecell", deal=617)
    with far_away(server.port, 0.02) as proxy:
        player = hand("mouse").sit(proxy.url + seat(opened))
        page = player.page
        top = player.zone("column:0")["pieces"][-1]["key"]
        proxy.hold()
        player.carry({"pick": top, "drop": "cell:0"})
        player.carry({"pick": "KS", "drop": "column:7"})  # not on a red queen
        player.carry({"pick": "KC", "drop": "cell:1"})
        proxy.let_go()
        expect(page.locator("[data-refusal]")).to_contain_text("K♠ does not go on Q♥")
        player.until(lambda: player.now["log_length"] == 2)
        player.arrive()
        assert page.locator('[data-key="KS"]').get_attribute("data-zone") == "column:1"


@pytest.mark.slow
def test_whoever_plays_on_after_asking_for_a_hint_loses_nothing(
    hand: Callable[..., Hand], server: Server
) -> None:
    opened = server.open(game="freecell", deal=617)
    with far_away(server.port, 0.15) as proxy:
        player = hand("mouse").sit(proxy.url + seat(opened))
        page = player.page
        page.get_by_role("button", name="Hint").click()
        fill_cells(player, 1)
        player.until(lambda: player.now["log_length"] == 1)
        expect(page.locator(".hint")).to_have_count(0)
        untroubled(page)


NOTED = """() => {
  const light = document.querySelector(".light");
  window.lights = [];
  new MutationObserver(() => lights.push(light.innerText.trim()))
    .observe(light, { subtree: true, childList: true, characterData: true });
}"""
"""Keep whatever the light says."""


@pytest.mark.slow
def test_the_light_is_quiet_and_about_the_table_as_it_is(
    hand: Callable[..., Hand], server: Server
) -> None:
    board = "Q.K./...P/P.../...."  # the queen must not take the king
    opened = server.open(game="chess-solitaire", position=board)
    with far_away(server.port, 0.15) as proxy:
        player = hand("mouse").sit(proxy.url + seat(opened))
        page = player.page
        light = page.locator(".light")
        light.click()
        page.evaluate(NOTED)
        player.play("move_and_capture(1,1,1,3)")
        page.keyboard.press("u")
        page.keyboard.press("Shift+U")
        page.keyboard.press("u")
        player.until(lambda: player.now["log_length"] == 0)
        expect(light).to_have_text("Can be won")
        page.keyboard.press("Shift+U")
        expect(light).to_have_text("Cannot be won any more")
        light.click()
        expect(light).to_have_text("Can it be won?")
        # What had not been asked yet was never called what nobody knows.
        assert "Unknown" not in page.evaluate("lights")
        untroubled(page)
