"""The shuffle in the browser: shares before the deal, a check when the match is over."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from browsing import Hand, Server
from commands import ludex

ONE_WIN = {"match_target": "games", "match_games": "1"}


def resigned(player: Hand) -> None:
    """Give the game up, as a person does: in the menu, which asks first."""
    words = next(g["words"] for g in player.gestures if g["event"].startswith("resign("))
    player.page.get_by_role("button", name="Menu").click()
    player.page.get_by_role("button", name=words, exact=True).click()
    asked = player.page.get_by_role("dialog", name=f"{words}?")
    asked.get_by_role("button", name=words).click()
    player.until(lambda: player.now["outcome"] is not None)


def check(player: Hand) -> Path:
    """Press the button of the banner, then that of the dialog; the file it brings."""
    player.page.get_by_role("button", name="Check the shuffle").click()
    with player.page.expect_download() as brought:
        player.page.get_by_role("dialog").get_by_role("button", name="Check the shuffle").click()
    return Path(brought.value.path())


@pytest.mark.slow
def test_two_browsers_give_shares_and_check_what_came_of_them(
    hand: Callable[..., Hand], server: Server
) -> None:
    one = hand("mouse")
    made = server.open(game="russian-bank", options=ONE_WIN, seats=["me", "friend"], together=True)
    one.sit(server.address(made))
    waiting = one.page.get_by_text("Waiting for: Player 2.")
    expect(waiting).to_be_visible()
    two = hand("mouse")
    two.sit(server.url + made["invitations"][0]["path"])
    one.until(lambda: one.now["turn"] > 0)
    expect(waiting).to_have_count(0)
    assert set(one.now["shuffle"]["shares"]) == {"1", "2"}
    one.until(lambda: bool(one.gestures))
    resigned(one)
    for player in (one, two):
        file = check(player)
        holds = player.page.get_by_text("The shuffle is correct.")
        expect(holds).to_be_visible()
        for finding in (
            "The secret has the hash that was shown (checked in this browser).",
            "The hash is the one that this browser saved before the deal.",
            "The log contains your share.",
            "The log is the one that you saw.",
            "Shares were contributed by player 1 and player 2; all hashes were given before",
            "The hashes of all shares are the ones that this browser saved before it opened its own share.",
        ):
            expect(player.page.get_by_text(finding)).to_be_visible()
        assert ludex("verify", str(file)).status == 0
    assert one.problems == two.problems == []


def test_a_server_that_brings_another_secret_is_found_out_in_the_browser(
    hand: Callable[..., Hand], server: Server
) -> None:
    player = hand("mouse")
    wish = {"game": "russian-bank", "options": ONE_WIN, "together": True}
    player.sit(server.address(server.open(**wish, seats=["me", "bot:random"])))
    player.my_turn()
    resigned(player)

    def other_secret(route: Route) -> None:
        file = json.loads(route.fetch().text())
        route.fulfill(json={**file, "secret": "0" * 64})

    def all_is_well(route: Route) -> None:
        route.fulfill(json={"holds": True, "findings": ["All is well"]})

    player.page.route("**/shuffle", other_secret)
    player.page.route("**/verdict", all_is_well)
    check(player)
    fails = player.page.get_by_text("The shuffle is not correct.")
    expect(fails).to_be_visible()
    wrong = player.page.get_by_text("Failed: The secret has the hash that was shown")
    expect(wrong).to_be_visible()


@pytest.mark.slow
def test_who_will_not_wait_deals_and_who_folds_is_told_what_stays_hidden(
    hand: Callable[..., Hand], server: Server
) -> None:
    player = hand("mouse")
    made = server.open(game="holdem", seats=["me", "friend"], together=True)
    player.sit(server.address(made))
    player.page.get_by_role("button", name="Begin now").click()
    player.until(lambda: player.now["turn"] > 0)
    player.page.get_by_role("button", name="Menu").click()
    player.page.get_by_role("button", name="The shuffle").click()
    dialog = player.page.get_by_role("dialog")
    expect(dialog.get_by_text(player.now["shuffle"]["commitment"])).to_be_visible()
    expect(dialog.get_by_text("folded hands stay hidden for good")).to_be_visible()


@pytest.mark.slow
def test_a_table_of_open_hands_is_announced_to_everybody(
    hand: Callable[..., Hand], server: Server
) -> None:
    one = hand("mouse")
    one.page.goto(server.url)
    one.page.get_by_role("button", name="Play: Texas hold'em").click()
    one.page.get_by_label("All hands open at the end").check()
    one.page.get_by_role("button", name="Start").click()
    one.page.locator("main[data-seq]").wait_for()
    one.until(lambda: one.message is not None)
    assert one.now["shuffle"]["open_hands"] is True
    expect(one.page.get_by_text("all hands open at the end")).to_be_visible()
    one.until(lambda: one.now["log_length"] > 0)
    assert set(one.now["shuffle"]["shares"]) == {"1"}
