"""The laws that every game obeys, under every preset."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.check.laws import LAWS, Law
from ludex.kernel import Dice, Game
from playing import every_start, random_history

STARTS = every_start()

lawful = pytest.mark.parametrize(
    ("game", "preset"), STARTS, ids=[f"{g.name}-{preset}" for g, preset in STARTS]
)
each_law = pytest.mark.parametrize("law", LAWS, ids=[law.name for law in LAWS])
some_play = given(seed=st.integers(0, 2**32), steps=st.integers(0, 120))
quickly = settings(max_examples=8, deadline=None)


@lawful
@each_law
@some_play
@quickly
def test_every_game_obeys_the_law(
    game: Game[Any], preset: str, law: Law, seed: int, steps: int
) -> None:
    history = random_history(game, seed, steps, preset)
    assert [*law.broken(game, history, Dice(seed))] == []


@each_law
def test_a_law_is_told_in_a_sentence(law: Law) -> None:
    assert law.sentence.endswith(".")
