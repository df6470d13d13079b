"""Puzzles that are taken along: what the browser looks up is what the rulebook says."""

from typing import Any

import pytest

from ludex.games import load, played
from ludex.kernel import SOLO
from ludex.registry import companion_of
from ludex.server.offline import EACH, reachable, taken_along

WITH_PUZZLES = [game.name for game in played() if companion_of(game).puzzles]


@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_every_position_has_the_moves_of_the_rulebook_and_its_end(name: str) -> None:
    game, puzzles = load(name), companion_of(load(name)).puzzles
    assert puzzles is not None
    for some in puzzles.packs().values():
        start = some[0].start
        found: Any = reachable(game, start)
        assert found is not None
        states = {0: start}
        for number, position in enumerate(found):
            state = states[number]
            outcome = game.outcome(state)
            won = None if outcome is None else SOLO in outcome.winners
            assert position["won"] is won
            shown = {z.key for z in game.scene(state, SOLO).zones if z.pieces}
            assert position["pieces"].keys() == shown
            moves = {(a, b): after for a, b, after in position["moves"]}
            legal = {
                (g.pick, g.drop): event
                for event in game.moves(state)
                if (g := game.looks.gesture(state, event)).drop is not None
            }
            assert moves.keys() == legal.keys()
            for way, event in legal.items():
                states.setdefault(moves[way], game.after(state, event))
                assert states[moves[way]] == game.after(state, event)
        assert any(position["won"] for position in found), "a puzzle can be won"


@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_every_level_is_taken_along(name: str) -> None:
    kept: Any = taken_along(name)
    assert len(kept["packs"]) == 5
    assert {len(pack["puzzles"]) for pack in kept["packs"]} == {EACH}
