"""Beside the moves: the rules of this table, the light, giving up, the editor."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from browsing import Hand, Server

pytestmark = pytest.mark.slow  # fine points: what has to work is in the quicker files

MISTAKE = "Q.K./...P/P.../...."
"""The queen must not take the king: then there is still a move, but no way to win."""

HOPELESS = "R.../.PP./R.../...."


def test_the_winnable_light_tells_before_and_after_the_mistake(
    hand: Callable[..., Hand], server: Server
) -> None:
    table = server.open(game="chess-solitaire", position=MISTAKE)
    player = hand("mouse").sit(server.address(table))
    player.page.get_by_role("button", name="Can it be won?").click()
    light = player.page.locator(".light")
    expect(light).to_have_text("Can be won")
    player.play("move_and_capture(1,1,1,3)")
    expect(light).to_have_text("Cannot be won any more")
    player.page.get_by_role("button", name="Undo").click()
    expect(light).to_have_text("Can be won")


def test_what_could_never_be_won_was_not_spoilt(hand: Callable[..., Hand], server: Server) -> None:
    table = server.open(game="chess-solitaire", position=HOPELESS)
    player = hand("mouse").sit(server.address(table))
    player.page.get_by_role("button", name="Can it be won?").click()
    expect(player.page.locator(".light")).to_have_text("Cannot be won")


def test_the_rules_are_those_of_the_table(hand: Callable[..., Hand], server: Server) -> None:
    wishes: dict[str, dict[str, Any]] = {
        "How many free cells? 2": {
            "game": "freecell",
            "deal": 617,
            "options": {"cells": "2"},
        },
        "Move the piece on": {"game": "chess-solitaire", "puzzle": {"pieces": 3}},
    }
    for words, wish in wishes.items():
        player = hand("mouse").sit(server.address(server.open(**wish)))
        player.page.get_by_role("button", name="Rules").click()
        dialog = player.page.get_by_role("dialog")
        expect(dialog).to_contain_text(words)
        expect(dialog.get_by_role("alert")).to_have_count(0)


def test_who_gives_up_is_asked_first(hand: Callable[..., Hand], server: Server) -> None:
    table = server.open(game="russian-bank", seats=["me", "bot:random"], seed=6)
    player = hand("keys").sit(server.address(table))
    player.my_turn()
    page = player.page
    player.press_button("Menu")
    player.press_button("Resign")
    expect(page.get_by_role("heading", name="Resign?")).to_be_visible()
    expect(page.get_by_role("button", name="Cancel")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Resign?")).to_have_count(0)
    expect(page.get_by_role("button", name="Resign")).to_be_focused()
    assert player.now["outcome"] is None
    page.keyboard.press("Enter")
    page.get_by_role("dialog").get_by_role("button", name="Resign").last.click()
    player.until(lambda: any(e["words"] == "Resign" for e in player.log))
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_board_of_ones_own_is_changed_checked_shared_and_played(
    hand: Callable[..., Hand], server: Server
) -> None:
    player = hand("mouse")
    page = player.page
    page.goto(server.url)
    page.get_by_role("button", name="Play: Chess Solitaire").click()
    page.get_by_label("Set up my own board").check()
    page.get_by_role("button", name="Start").click()
    player.until(lambda: player.message is not None)
    player.arrive()
    for event in ("setup_chess(R,1,1)", "setup_chess(P,2,4)"):
        player.play(event)
    page.get_by_role("button", name="Can it be solved?").click()
    verdict = page.locator(".editor [role=status]")
    expect(verdict).to_have_text("This board cannot be won.")
    player.play("move_piece(2,4,1,4)")
    expect(verdict).to_have_text(
        re.compile("^This board can be won. There is one way to win. Level: Easy. Name: ")
    )
    player.play("setup_chess(K,4,4)")
    player.play("take_off(4,4)")
    assert player.zone("4,4")["pieces"] == []
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Share").click()
    link = page.get_by_label("This board for somebody else").input_value()
    page.keyboard.press("Escape")
    player.play("start_game")
    player.play("move_and_capture(1,1,1,4)")
    expect(page.get_by_role("heading", name="You win!")).to_be_visible()
    other = hand("mouse")
    other.page.goto(link)
    other.page.get_by_role("button", name="Start").click()
    other.until(lambda: other.message is not None)
    assert "move_and_capture(1,1,1,4)" in [g["event"] for g in other.gestures]


def test_a_board_is_cleared_after_a_question(hand: Callable[..., Hand], server: Server) -> None:
    table = server.open(game="chess-solitaire", preset="standard")
    player = hand("touch").sit(server.address(table))
    player.play("setup_chess(R,1,1)")
    player.press_button("Clear the board")
    dialog = player.page.get_by_role("dialog")
    dialog.get_by_role("button", name="Clear the board").tap()
    player.until(lambda: not player.zone("1,1")["pieces"])
