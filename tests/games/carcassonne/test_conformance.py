"""The original's own test states: its outputs byte for byte, where they are at hand.

Only the drawn type in Next's output is random, and it must be one that can be laid.
"""

import re
from pathlib import Path

import pytest

from ludex.games.carcassonne.formats.programs import (
    Printed,
    run_draw,
    run_next,
    run_play,
    to_move,
    turn_of,
)
from ludex.games.carcassonne.formats.strategies import OURS
from ludex.games.carcassonne.formats.xml_state import document_of
from ludex.games.carcassonne.rules.position import Setup, state_of, terrain_of
from ludex.games.carcassonne.rules.state import drawable
from ludex.games.carcassonne.rules.tiles import Role, Tile
from ludex.kernel import Dice, Unreadable
from playing import SHARED

CASES = sorted((SHARED / "conformance" / "carcassonne").glob("*.xml"))
STATES = [path for path in CASES if ".next" not in path.name]
LISTED = [path for path in STATES if path.with_suffix(".legal").exists()]
MOVABLE = [path for path in LISTED if path.with_suffix(".legal").stat().st_size]
NEXT = re.compile(r'(<next tile=")(.)(" />)')

every_state = pytest.mark.parametrize("path", STATES, ids=[p.stem for p in STATES])


def read(path: Path) -> str:
    return path.read_bytes().decode("utf-8")


def drawn(text: str) -> Tile | None:
    match = NEXT.search(text)
    return Tile(match[2]) if match else None


def without_drawn(text: str) -> str:
    return NEXT.sub(r"\1?\3", text)


@pytest.mark.requirement("carcassonne.Draw")
@every_state
def test_draw_prints_the_same_bytes(path: Path) -> None:
    expected = read(path.with_suffix(".draw"))
    assert run_draw(read(path)) == Printed(expected)


@pytest.mark.requirement("carcassonne.Next")
@every_state
@pytest.mark.parametrize("pretty", [False, True], ids=["one line", "pretty"])
def test_next_prints_the_same_bytes_apart_from_the_drawn_type(path: Path, *, pretty: bool) -> None:
    expected = read(path.with_suffix(".nextpp.xml" if pretty else ".next.xml"))
    for seed in range(5):
        printed = run_next(read(path), Dice(seed), pretty=pretty)
        assert isinstance(printed, Printed)
        assert without_drawn(printed.text) == without_drawn(expected)
        after = document_of(printed.text)
        assert not isinstance(after, Unreadable)
        possible: set[Tile | None] = {*drawable(OURS.table(terrain_of(after)))}
        possible = possible or {None}
        assert {drawn(printed.text), drawn(expected)} <= possible


@pytest.mark.requirement("carcassonne.Play.all")
@pytest.mark.parametrize("path", LISTED, ids=lambda path: path.stem)
def test_the_legal_moves_are_the_same(path: Path) -> None:
    legal = path.with_suffix(".legal")
    document = document_of(read(path))
    assert not isinstance(document, Unreadable)
    turn = turn_of(document)
    lines = [
        f"{turn.tile} {move.at.x} {move.at.y} {move.facing} "
        f"{'-' if move.meeple is Role.NONE else move.meeple}\n"
        for move in turn.moves
    ]
    assert "".join(sorted(lines)) == read(legal)


def test_no_move_is_listed_where_all_copies_are_laid_though_there_is_room() -> None:
    """E-CA-9: what these states have in common is nothing else."""
    for path in LISTED:
        document = document_of(read(path))
        assert isinstance(document, Setup)
        assert document.drawn is not None
        terrain = terrain_of(document)
        assert terrain.has_room(document.drawn)
        all_laid = OURS.table(terrain).left(document.drawn) == 0
        assert all_laid is (path not in MOVABLE)


@pytest.mark.requirement("carcassonne.Play")
@pytest.mark.parametrize("path", MOVABLE, ids=lambda path: path.stem)
def test_play_makes_one_of_the_legal_moves_for_the_player_to_move(path: Path) -> None:
    legal = path.with_suffix(".legal")
    document = document_of(read(path))
    assert not isinstance(document, Unreadable)
    allowed = read(legal).splitlines()
    for seed in range(20):
        printed = run_play(read(path), Dice(seed))
        assert isinstance(printed, Printed)
        tile = re.search(r'type="(.)" x="(.+?)" y="(.+?)" orientation="(.)"', printed.text)
        follower = re.search(r'player="(\d+)" type="(.)"', printed.text)
        assert tile is not None
        role = follower[2] if follower else "-"
        assert f"{' '.join(tile.groups())} {role}" in allowed
        assert follower is None or int(follower[1]) == to_move(document)


def test_the_states_break_no_rule_but_two_that_want_to_be_scored_first() -> None:
    for path in STATES:
        document = document_of(read(path))
        assert not isinstance(document, Unreadable)
        state = state_of(document)
        if isinstance(state, Unreadable):
            assert all("scored" in p or "next tile" in p for p in state.problems), path
