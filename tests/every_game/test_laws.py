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


@lawful
def test_every_game_obeys_the_laws(game: Game[Any], preset: str) -> None:
    """In one play: `tests/check/test_planted.py` asks for a dozen of each game."""
    asking = LawCheck(game, Dice(1))
    asking.play_all([game.start(preset)], plays=1)
    assert (asking.found, asking.unasked) == ({}, "")


def test_a_law_is_told_in_a_sentence() -> None:
    assert [law.name for law in LAWS if not law.sentence.endswith(".")] == []
