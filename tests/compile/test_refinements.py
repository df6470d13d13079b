"""Refinements say what the guards say: the guards are the only law."""

from dataclasses import replace
from typing import Any

import pytest

from ludex.kernel import Dice, Game, Refinement
from ludex.language.position import read_position
from ludex.registry import having, load, refined
from refinements import differences, random_states, wide

STARTS = [
    (name, preset) for name in sorted(having("refinement")) for preset in load(name).start.presets
]
SMALL = [(name, preset) for name, preset in STARTS if name != "carcassonne"]
"""Games whose domains make a few thousand events; Carcassonne has 100,000 placements, and
a test of its own."""

refining = pytest.mark.parametrize(("name", "preset"), STARTS)


def played(game: Game[Any], preset: str, *, least: int) -> list[Any]:
    """So many positions of random games, none of them longer than 500 events."""
    fast, states, seed = refined(game).unchecked(), list[Any](), 0
    while len(states) < least:
        states += random_states(fast, game.start(preset), Dice(seed), 500)
        seed += 1
    return states


@refining
def test_a_refined_game_lists_what_the_guards_allow(name: str, preset: str) -> None:
    game = load(name)
    states = played(game, preset, least=100)
    assert not [*differences(game, refined(game), states)]


@pytest.mark.parametrize("some", [2, pytest.param(9, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("name", "preset"), SMALL)
def test_every_event_that_the_domains_can_make_is_legal_only_if_it_is_listed(
    name: str, preset: str, some: int
) -> None:
    game = load(name)
    states = played(game, preset, least=300)
    for s in states[len(states) // 5 :: len(states) // some]:
        legal = {event for event in wide(game, s) if not event.sampled}
        listed = {e for e in refined(game).moves(s) if not e.sampled}
        assert legal - listed == set()
        assert {event for event in listed if not event.by_chance} <= legal


@pytest.mark.slow
@refining
def test_thousands_of_positions_are_listed_alike(name: str, preset: str) -> None:
    game = load(name)
    states = played(game, preset, least=5_000)
    assert not [*differences(game, refined(game), states)]


@pytest.mark.parametrize("name", sorted(having("refinement")))
def test_a_move_too_many_and_a_move_too_few_are_found(name: str) -> None:
    game = load(name)
    good = refined(game).speed.refinement
    assert good is not None
    states = played(game, game.start.default, least=30)[:60]
    odd: list[Any] = [*good.moves(states[5])]
    for wrong in (lambda s: [*good.moves(s)][1:], lambda s: [*good.moves(s), *odd[:1]]):
        broken = game.refined(replace(good, moves=wrong))
        found = next(differences(game, broken, states))
        assert found.about == "moves"
        assert read_position(game, found.position) in states
        assert "the rulebook says" in str(found)


def test_another_outcome_is_found() -> None:
    game = load("freecell")
    never = Refinement(moves=game.moves, outcome=lambda _: None)
    states = played(game, game.start.default, least=1_500)
    ended = [s for s in states if game.outcome(s) is not None]
    assert ended, "no random game came to its end"
    found = next(differences(game, game.refined(never), ended))
    assert found.about == "the outcome"


def test_a_game_without_a_refinement_is_itself() -> None:
    game = load("holdem")
    assert refined(game) is game
