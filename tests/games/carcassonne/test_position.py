"""Positions on one line, and the validity check of positions that are set up."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.games.carcassonne.game import State, game
from ludex.games.carcassonne.rules.events import PlaceTile
from ludex.games.carcassonne.rules.options import Draw
from ludex.kernel import CHANCE, Dice, Seat, Unreadable
from ludex.language.position import position_line, read_position
from ludex.table import scene_of


def test_equal_positions_have_equal_lines_in_whatever_order_they_are_written() -> None:
    one = read_position(game, "scores=4:0 next=E tiles=E,N,0,0,1K;B,N,0,-1;E,E,1,0")
    other = read_position(game, "tiles=E,E,1,0;B,N,0,-1;E,N,0,0,1K next=E scores=4:0")
    assert isinstance(one, State)
    assert isinstance(other, State)
    assert one == other
    assert hash(one) == hash(other)
    assert position_line(game, one) == position_line(game, other)
    assert game.moves(one) == game.moves(other)
    assert scene_of(game, one, Seat(1)) == scene_of(game, other, Seat(1))


def test_rules_that_are_not_the_standard_are_said() -> None:
    line = "scores=0:0:0 next=- tiles= draw=placements meeples=8"
    state = read_position(game, line)
    assert isinstance(state, State)
    assert state.rules.draw is Draw.PLACEMENTS
    assert state.rules.meeples == 8
    assert state.rules.players == 3
    assert game.turn(state) == CHANCE
    assert position_line(game, state) == line


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("scores=0:x", "scores: expected the points of each player"),
        ("scores=0 next=Q", "next: 'Q' is not one of B, C, E, N and -"),
        ("scores=0 tiles=E,N,0", "'E,N,0' is not type, facing, x, y and a meeple"),
        ("scores=0 tiles=E,N,0,0,K", "'E,N,0,0,K' is not type"),
        ("scores=0 tiles=E,up,0,0", "'E,up,0,0' is not type"),
        ("scores=0 bag=3", "'bag=3': expected one each of scores, next"),
        ("scores=0 scores=1", "'scores=1': expected one each"),
        ("scores=0 draw=lucky", "draw: expected one of fair, placements"),
        ("scores=0 meeples=9", "meeples: expected a number from 0 to 8"),
        ("scores=" + ":".join("0" * 11), "11 players, not 1 to 10"),
        ("scores=0 next=B", "B is the next tile, but the first tile is E"),
        ("scores=0 next=E tiles=E,N,0,0;E,N,0,1", "its south side is field but"),
        ("scores=0 next=E tiles=E,N,0,0;E,N,1,1", "not connected to tile 1"),
        ("scores=0 next=E tiles=E,N,0,0;E,N,0,0", "tile 1 is already there"),
        ("scores=0 next=E tiles=E,N,1,0", "too far from (0, 0) with 35 tiles to come"),
        ("scores=0 next=E tiles=E,N,99,0", "too far from (0, 0)"),
        ("scores=2147483648 next=-", "scores: expected the points"),
        ("scores=2147483647 next=-", "points are more than 2147447647"),
        ("scores=0 next=E tiles=E,N,0,0,2K", "no score of player 2"),
        ("scores=0 next=E tiles=E,N,0,0,1M", "E has no cloister for a monk"),
        ("scores=0 next=E tiles=E,N,0,0,1K;E,S,0,1", "to be scored before"),
        ("scores=0 next=C tiles=E,N,0,0;E,S,0,1", "C is the next tile, but none can"),
    ],
)
def test_what_is_wrong_with_a_position_is_said(line: str, problem: str) -> None:
    found = read_position(game, line)
    assert isinstance(found, Unreadable)
    assert problem in str(found)


def test_everything_wrong_is_said_at_once() -> None:
    found = read_position(game, "scores=0 next=C tiles=E,N,0,0,1M;E,N,0,1,3K")
    assert isinstance(found, Unreadable)
    assert len(found.problems) == 3


def test_a_finished_game_may_not_have_meeples_left() -> None:
    tiles = [f"B,N,{x},0" for x in range(6)]
    tiles += [f"E,{facing},{x},{y}" for facing, y in ("N1", "S2") for x in range(8)]
    for x in (0, 2):
        tiles += [f"N,E,{x},3", f"N,N,{x + 1},3", f"N,S,{x},4", f"N,W,{x + 1},4"]
    tiles += ["E,E,4,4", "N,W,5,4", "N,E,5,3", "E,W,6,3"]
    over = read_position(game, f"scores=1:2 next=- tiles={';'.join(tiles)}")
    assert isinstance(over, State)
    assert "player 2 wins (1 : 2)\n" in game.text(over)
    found = read_position(game, f"scores=1:2 next=- tiles={';'.join(tiles)},1F")
    assert str(found) == "the game is over, but meeples are left on the map"


def test_the_tenth_player_is_drawn_as_0() -> None:
    """E-CA-7."""
    zeros = ":".join("0" * 10)
    state = read_position(game, f"scores={zeros} next=E tiles=E,N,0,0,10K")
    assert isinstance(state, State)
    assert state.meeples(Seat(9)) == 6
    assert ".*0*." in game.text(state)


@pytest.mark.parametrize(
    "first",
    [
        "scores=0:2147447647 next=E tiles=",
        "scores=0:2147448647 next=E tiles=E,N,0,0",
        "scores=0:2147450647 next=N tiles=B,N,3,-3;B,N,2,-3;B,N,3,-2;B,N,2,-2",
    ],
)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=2, deadline=None)
def test_whatever_follows_a_line_that_can_be_read_can_be_read(first: str, seed: int) -> None:
    state, dice = read_position(game, first), Dice(seed)
    assert isinstance(state, State)
    while game.outcome(state) is None:
        east = [event for event in game.moves(state) if isinstance(event, PlaceTile)]
        farthest = max((event.at.x for event in east), default=0)
        moves = [event for event in east if event.at.x == farthest]
        event = dice.choice(moves or game.moves(state))
        assert game.read(str(event)) == event
        state = game.after(state, event)
        assert read_position(game, position_line(game, state)) == state
