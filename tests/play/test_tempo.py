"""Tempo: how long a bot takes is drawn beforehand, and tells nothing of its cards."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from ludex.kernel import CHANCE, Dice, Seat, Unreadable
from ludex.parts.secret_dice import dice_for
from ludex.play.tempo import LONGEST, SHORTEST, draw_tempo
from ludex.players.game_loop import each_turn
from ludex.players.opponents import thinks_for
from ludex.registry import load
from ludex.server.settings import Settings
from ludex.server.tables.driver import Driver


@pytest.mark.parametrize("bot", ["greedy", "search", "regular", "dolores:2", "best"])
def test_a_bot_takes_as_long_as_a_person_might(bot: str) -> None:
    game, dice = load("holdem"), Dice(1)
    times = [draw_tempo(game, bot, dice) for _ in range(200)]
    assert min(times).whole >= SHORTEST
    assert max(times).whole <= LONGEST
    assert max(times).whole - min(times).whole > 0.2
    assert all(time.whole >= time.answering > thinks_for(game, bot) for time in times)


@pytest.mark.parametrize(
    ("game", "bot", "seconds"),
    [
        ("holdem", "regular", 0.0),
        ("russian-bank", "planner", 0.5),
        ("russian-bank", "irina:5", 0.5),
        ("russian-bank", "irina:1", 0.0),
        ("carcassonne", "best", 1.0),
        ("carcassonne", "search:3s", 3.0),
        ("carcassonne", "search:200", 0.0),
        ("carcassonne", "cmd:./play", 0.0),
    ],
)
def test_who_thinks_by_the_clock_and_for_how_long(game: str, bot: str, seconds: float) -> None:
    assert thinks_for(load(game), bot) == seconds


def test_the_same_draws_for_different_hands() -> None:
    """What a table knows of its cards is not even asked for."""
    game = load("holdem")
    settings = Settings()
    driver = cast("Any", SimpleNamespace(_settings=settings))
    paces = []
    for seed in (1, 2):
        *_, turn = each_turn(game, seed, most=12)
        history = turn.history
        shown = SimpleNamespace(seq=12, history=history)
        live = cast(
            "Any",
            SimpleNamespace(key=7, game=game, shown=shown, plays=lambda _: "regular", now=history),
        )
        paces.append(Driver._tempo(driver, live, Seat(1)))
        blind = SimpleNamespace(seq=12)
        sealed = SimpleNamespace(key=7, game=game, shown=blind, plays=live.plays)
        paces.append(Driver._tempo(driver, cast("Any", sealed), Seat(1)))
    assert len(set(paces)) == 1
    assert SHORTEST <= paces[0] <= LONGEST


def test_the_time_does_not_tell_a_good_hand_from_a_bad_one() -> None:
    """Whoever guesses the better of two hands by the time that they took is right half of the time (the area under
    the curve, AUC), though chance and tempo come from one key."""
    game = load("holdem").unchecked()
    start = game.start.varied(None, {"players": "2"})
    assert not isinstance(start, Unreadable)
    times: dict[bool, list[float]] = {True: [], False: []}
    for key in range(1500):
        s, chance = start, dice_for(key, 0, "chance")
        while game.turn(s) == CHANCE:
            s = game.after(s, game.draw(s, chance))
        ranks = ["23456789TJQKA".index(str(card)[0]) for card in s.holes[game.turn(s)]]
        is_good = ranks[0] == ranks[1] or min(ranks) >= 8
        tempo = draw_tempo(game, "regular", dice_for(key, 3, "tempo"))
        times[is_good].append(tempo.whole)
    good, bad = times[True], times[False]
    right = sum((a > b) + (a == b) / 2 for a in good for b in bad)
    assert len(good) > 100
    assert abs(right / (len(good) * len(bad)) - 0.5) < 0.05
