"""What there is to be seen of a turn: every point comes from a place, and goes to its player."""

import pytest

from ludex.games.carcassonne.game import State, game
from ludex.games.carcassonne.rules.events import PlaceTile
from ludex.games.carcassonne.rules.places import Place
from ludex.games.carcassonne.rules.tiles import FACINGS, Role
from ludex.kernel import Seat
from ludex.language.position import read_position
from ludex.table import Gain, looks_of, scene_of
from playing import random_history


@pytest.mark.parametrize("preset", ["base", "first_edition", "standard"])
def test_all_gains_of_a_game_add_up_to_its_scores(preset: str) -> None:
    history = random_history(game, 7, 400, preset)
    outcome = game.outcome(history.state)
    assert outcome is not None
    gained = dict.fromkeys(range(1, 1 + len(outcome.scores)), 0)
    before, shown = history.start, scene_of(game, history.state, Seat(0))
    zones = {zone.key for zone in shown.zones}
    sources = set()
    for step in history.steps:
        for gain in looks_of(game).last_move(before, step.event, step.state).gains:
            gained[gain.seat] += gain.amount
            sources.add(gain.source)
            assert gain.places, gain
            assert {place.partition("#")[0] for place in gain.places} <= zones
            assert gain.to in zones
        before = step.state
    assert (*gained.values(),) == outcome.scores
    assert sources >= {"cities", "cloisters", "fields"}


def test_a_complete_city_is_seen_with_the_part_of_each_of_its_tiles() -> None:
    line = "scores=0:0 next=E tiles=E,E,0,0,1K;B,N,0,-1"
    state = read_position(game, line)
    assert isinstance(state, State)
    laid = PlaceTile(Place(1, 0), FACINGS[3], Role.NONE)
    assert laid.refusal(state) is None
    after = laid.apply(state)
    sight = looks_of(game).last_move(state, laid, after)
    assert sight.places == ("1,0",)
    (gain,) = sight.gains
    assert gain == Gain(1, gain.amount, "cities", gain.places, "player:1")
    assert gain.places == ("0,0#c1", "1,0#c1")
    assert after.scores[0] == gain.amount > 0
