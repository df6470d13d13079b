"""The beginning of a game: a line that is written well may still be no position."""

from dataclasses import replace

import pytest

from ludex.kernel import Seat
from ludex.play.starts import position_problem
from playing import example

GAME = example("tic_tac_toe")


def test_a_position_has_nothing_wrong() -> None:
    assert position_problem(GAME, GAME.start()) is None


@pytest.mark.parametrize("seat", [2, 3, -2])
def test_a_player_who_does_not_exist_is_never_on_turn(seat: int) -> None:
    game = replace(GAME, turn=lambda _: Seat(seat))
    problem = position_problem(game, game.start())
    assert problem is not None
    assert f"there is no player {seat + 1}" in problem


def test_a_broken_invariant_is_named() -> None:
    game = replace(GAME, always={"nothing is allowed": lambda _: False})
    assert position_problem(game, game.start()) == (
        f"this is not a position of {game.name}: nothing is allowed"
    )
