"""How strong bots are: what was measured, what it must show, and that the book says the same."""

import json
from importlib import import_module
from typing import Any

import pytest

from ludex.bots import random_bot
from ludex.games.poker.holdem.game import game
from ludex.kernel import Dice, Unreadable
from ludex.players.opponents import find_bot
from playing import ROOT


@pytest.fixture
def strength(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(ROOT / "bench"))
    return import_module("strength")


@pytest.fixture
def kept() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = json.loads((ROOT / "bench/strength.json").read_text())
    return found


def test_what_was_measured_is_in_the_book(strength: Any, kept: dict[str, dict[str, Any]]) -> None:
    table = strength.table(kept)
    assert table.count("\n") == len(kept) + 2
    assert table in (ROOT / "docs/bots.md").read_text()


def test_nobody_who_plays_by_one_idea_wins_from_the_best(
    kept: dict[str, dict[str, Any]],
) -> None:
    for name, row in kept.items():
        if row["bots"][0] == "regular":
            assert row["value"] > 0, name


def test_what_is_left_to_luck_when_both_are_all_in_is_averaged(strength: Any) -> None:
    """Whoever shoves blindly wins or loses part of a hundred big blinds, not all of them."""
    start = game.start.varied("one_hand", {"players": "2"})
    bot = find_bot(game, "all-in")
    assert not isinstance(bot, Unreadable)
    won = [strength.chips(game, start, [bot, bot], 5, seat) for seat in (0, 1)]
    assert won[0] == pytest.approx(-won[1], abs=25)
    assert abs(won[0]) < 100
    played = strength.chips(game, start, [random_bot, bot], 5, 0)
    assert -100 <= played <= 100


def test_cards_are_worth_what_they_win(strength: Any) -> None:
    start = game.start.varied("one_hand", {"players": "2"})
    dealt = game.read("deal_holes(AsAhKcKd)")
    assert not isinstance(start, Unreadable)
    assert not isinstance(dealt, Unreadable)
    s = game.after(start, dealt)
    shares = [strength.equity(s, seat, Dice(1)) for seat in (0, 1)]
    assert sum(shares) == pytest.approx(1.0, abs=0.15)
    assert shares[0] > 0.65
