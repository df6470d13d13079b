"""Levels: an opponent for every game, honest mistakes, and an order that was measured."""

import json
from collections import Counter
from importlib import import_module
from typing import Any

import pytest

from ludex.bots import View, random_bot, view_of
from ludex.bots.levels import WORDS, slip, slipping
from ludex.games.carcassonne.companion import IS_COMPILED
from ludex.kernel import Dice, Event, Seat, Unreadable
from ludex.players.opponents import bots_of, find_bot, levels_of, opponent_of
from ludex.registry import load
from playing import ROOT, example

FOR_SEVERAL = ["carcassonne", "holdem", "russian-bank", "examples/tic_tac_toe.py"]


@pytest.mark.parametrize("name", FOR_SEVERAL)
def test_an_opponent_has_a_name_a_character_and_five_levels(name: str) -> None:
    game = load(name)
    opponent, levels = opponent_of(game), levels_of(game)
    assert opponent.character.endswith(".")
    assert opponent.name.lower() not in dict(bots_of(game))
    assert [bot for bot, _ in levels] == [f"{opponent.name.lower()}:{n}" for n in range(1, 6)]  # fmt: skip
    assert len(levels) == len(WORDS)
    for bot in (*dict(levels), "level:1", "level:5"):
        assert not isinstance(find_bot(game, bot), Unreadable)


def test_who_plays_alone_has_no_opponent() -> None:
    assert levels_of(load("freecell")) == ()


@pytest.mark.parametrize("name", ["level", "level:0", "level:6", "noor:", "noor:1.5"])
def test_there_are_five_levels_and_no_more(name: str) -> None:
    found = find_bot(example("tic_tac_toe"), name)
    assert isinstance(found, Unreadable)
    assert str(found).endswith("write noor:1, the weakest, to noor:5")


def test_a_slip_takes_what_looks_good_more_often_and_the_worst_now_and_then() -> None:
    game = example("tic_tac_toe")
    events: list[Any] = [game.read(f"mark({cell})") for cell in (1, 2, 3)]
    dice = Dice(1)
    values = list(zip(events, (1.0, 0.0, -1.0), strict=True))
    taken = Counter(slip(values, dice) for _ in range(1000))
    best, middle, worst = (taken[event] for event in events)
    assert best > 2 * middle > 2 * worst > 0
    alike = Counter(slip([(event, 0.0) for event in events], dice) for _ in range(999))
    assert min(alike.values()) > 250


def test_it_slips_as_often_as_it_says_and_like_whom_it_says() -> None:
    game = example("tic_tac_toe")

    def first(view: View[Any], _: Dice) -> Event[Any]:
        return view.legal[0]

    def last(view: View[Any], _: Dice) -> Event[Any]:
        return view.legal[-1]

    view, dice = view_of(game, game.start(), Seat(0)), Dice(1)
    bot = slipping(game, first, 0.2, last)
    slips = sum(bot(view, dice) == view.legal[-1] for _ in range(1000))
    assert 150 < slips < 250
    assert slipping(game, random_bot, 0.0) is random_bot


# -- what was measured ---------------------------------------------------------------------


@pytest.fixture
def rows() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((ROOT / "bench/levels.json").read_text())
    return found


def test_each_level_beat_the_one_below(
    rows: list[dict[str, Any]],
) -> None:
    for row in rows:
        points = row["wins"] + row["draws"] / 2
        assert row["wins"] + row["draws"] + row["losses"] == row["games"]
        assert points >= 0.6 * row["games"], row
        assert row["rate"][0] == pytest.approx(points / row["games"], abs=1e-4)


def test_every_level_was_measured(rows: list[dict[str, Any]]) -> None:
    measured = Counter(row["game"] for row in rows)
    assert len(measured) == 5
    assert {*measured.values()} == {4}


def test_what_was_measured_are_the_levels_of_today(rows: list[dict[str, Any]]) -> None:
    """Whoever changes a level measures it again (`python bench/levels.py GAME`)."""
    for row in rows:
        if row["game"] == "carcassonne" and not IS_COMPILED:
            continue  # without a compiler the upper levels are others
        levels = opponent_of(load(row["game"])).levels
        better = row["level"]
        assert row["are"] == [str(levels[better - 1]), str(levels[better - 2])]


def test_the_table_in_the_book_is_the_file_s(
    rows: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "bench"))
    table = import_module("levels").table(rows)
    assert table in (ROOT / "docs/bots.md").read_text()
