"""A meeple enters a feature as it will be when the tile lies there, not as it was."""

import pytest

from ludex.check.simulate import simulate
from ludex.games.carcassonne.game import game
from ludex.games.carcassonne.rules.places import Place
from ludex.games.carcassonne.rules.segments import Turned
from ludex.games.carcassonne.rules.state import State
from ludex.games.carcassonne.rules.terrain import Terrain
from ludex.games.carcassonne.rules.tiles import Role
from ludex.kernel import Dice, Event, Refusal
from ludex.registry import refined

JOINING = "draw_tile(A) place_tile(0,-1,W,M) draw_tile(V) place_tile(1,0,N,F) draw_tile(V)"
"""The next tile touches a free field with two of its fields, one of which meets a farmer."""


def after(script: str) -> State:
    s = game.start("base")
    for text in script.split():
        event = game.read(text)
        assert isinstance(event, Event)
        s = game.after(s, event)
    return s


def test_a_farmer_may_not_enter_a_field_that_the_tile_joins_to_a_farmer() -> None:
    s = after(JOINING)
    for offered in (game.moves(s), refined(game).moves(s)):
        assert "place_tile(1,-1,E,F2)" not in map(str, offered)
        assert "place_tile(1,-1,E,none)" in map(str, offered)
    event = game.read("place_tile(1,-1,E,F2)")
    assert isinstance(event, Event)
    refusal = game.refusal(s, event)
    assert isinstance(refusal, Refusal)
    assert refusal.text == "There is already a farmer in that field"


def only_what_it_touches(self: Terrain, at: Place, turned: Turned, role: Role) -> bool:
    """The rule with a mistake: it looks at the part and not at the whole after the move."""
    part, opening = turned.part_of.get(role), self.openings.get(at)
    return opening is not None and any(
        turned.part_at[port] == part and self.features.feature(piece).seats
        for port, piece in opening.touching
    )


def test_random_play_finds_the_rule_that_looks_only_at_the_part(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Terrain, "is_taken", only_what_it_touches)
    report = simulate(game, after(JOINING), 60, dice=Dice(1), max_events=1)
    assert report.breach is not None
    assert "no feature is entered while a meeple stands on it" in report.breach.problem
    assert report.breach.script == ("place_tile(1,-1,E,F2)",)
