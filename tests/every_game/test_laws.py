"""The laws that every game obeys, under every preset."""

from typing import Any

import pytest

from ludex.check.laws import LAWS, LawCheck
from ludex.kernel import Dice, Game
from playing import every_start

STARTS = every_start()

lawful = pytest.mark.parametrize(
    ("game", "preset"), STARTS, ids=[f"{g.name}-{preset}" for g, preset in STARTS]
)


def demand(game: Game[Any], preset: str, plays: int) -> None:
    asking = LawCheck(game, Dice(plays))
    asking.play_all([game.start(preset)], plays=plays)
    assert (asking.found, asking.unasked) == ({}, "")


@lawful
def test_every_game_obeys_the_laws(game: Game[Any], preset: str) -> None:
    demand(game, preset, plays=1)


@pytest.mark.slow
@lawful
def test_every_game_obeys_the_laws_in_many_plays(game: Game[Any], preset: str) -> None:
    demand(game, preset, plays=8)


def test_a_law_is_told_in_a_sentence() -> None:
    assert [law.name for law in LAWS if not law.sentence.endswith(".")] == []
