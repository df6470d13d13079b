"""Bots see views only: the true state cannot be touched while one of them thinks."""

from dataclasses import replace
from typing import Any

import pytest

from ludex.bots import Bot, View, find_bot, view_of
from ludex.kernel import CHANCE, Dice, Game, Seat
from ludex.registry import load


class Looked(Exception):
    """Somebody looked at the state who must not."""


class Sealed:
    """A state of hold'em that only the referee can read."""

    referee_is_there = True

    def __init__(self, state: Any) -> None:
        object.__setattr__(self, "_state", state)

    def __getattr__(self, name: str) -> object:
        if not Sealed.referee_is_there:
            raise Looked(name)
        return getattr(object.__getattribute__(self, "_state"), name)


def hold_em(game: Game[Any], bots: list[Bot[Any]], moves: int) -> int:
    """So many moves at a table whose state is sealed while bots think."""
    s: Any = Sealed(game.start.varied(None, {"players": str(len(bots))}))
    dice, made = Dice(3), 0
    while game.outcome(s) is None and made < moves:
        turn = game.turn(s)
        if turn == CHANCE:
            event = game.draw(s, dice)
        else:
            view = view_of(game, s, turn)
            Sealed.referee_is_there = False
            try:
                event = bots[turn](view, dice)
            finally:
                Sealed.referee_is_there = True
            made += 1
        s = Sealed(game.after(s, event))
    return made


def players(game: Game[Any], *names: str) -> list[Bot[Any]]:
    found = [find_bot(game, name) for name in names]
    assert all(callable(bot) for bot in found)
    return found  # type: ignore[return-value]


NAMES = ("random", "greedy", "search:20")


def test_no_bot_looks_at_the_state() -> None:
    game = load("holdem").unchecked()
    assert hold_em(game, players(game, *NAMES), 25) == 25


@pytest.mark.parametrize("name", ["greedy", "search:20"])
def test_a_bot_that_is_given_the_state_itself_is_found_out(name: str) -> None:
    game = load("holdem").unchecked()
    leaky = replace(game, view=lambda s, _: s)
    with pytest.raises(Looked):
        hold_em(leaky, players(leaky, name, name), 25)


def test_a_bot_is_given_what_its_seat_may_know() -> None:
    game = load("russian-bank")
    s = game.after(game.start(), game.draw(game.start(), Dice(1)))
    seen: list[View[Any]] = []

    def spy(view: View[Any], dice: Dice) -> Any:
        seen.append(view)
        return dice.choice(view.legal)

    spy(view_of(game, s, game.turn(s)), Dice(1))
    assert seen[0].shown == game.view(s, game.turn(s)) != s
    assert seen[0].legal == game.moves(s, game.turn(s))
    assert view_of(game, s, Seat(1 - game.turn(s))).legal == []
