"""Haskassonne: the shortest states on which its program does other than the rules, found."""

from pathlib import Path

import pytest

from ludex.cli.terminal.services import make_services
from ludex.games.carcassonne.document import record
from ludex.games.carcassonne.document.algorithms import (
    ALGORITHMS,
    SAID,
    Next_,
    Play_,
    ReportState,
)
from ludex.games.carcassonne.document.record import ALONE, WRITTEN
from ludex.games.carcassonne.formats.strategies import ORIGINAL, OURS
from ludex.games.carcassonne.game import game
from ludex.games.carcassonne.rules.places import ORIGIN
from ludex.games.carcassonne.rules.scoring import points
from ludex.games.carcassonne.rules.terrain import EMPTY, Terrain
from ludex.games.carcassonne.rules.tiles import Facing, Role, Tile
from ludex.kernel import Unreadable
from ludex.players.match import play_deal
from ludex.players.opponents import bots_of, find_bot, levels_of
from ludex.study.documents.difference import DifferenceKind
from ludex.study.documents.report import differences
from ludex.study.documents.trial import run_trials


def test_twin_cloisters_show_on_three_tiles() -> None:
    """E-CA-1: two monks, three tiles around each of them, and the same three."""
    play = record.twin_cloisters()
    assert play is not None
    assert len(play.moves) == 3
    monks = [m for m in play.terrain.meeples.values() if m.role is Role.MONK]
    assert len(monks) == 2
    assert points(ORIGINAL.at_the_end(play.terrain)) == {ALONE: 3}
    assert points(OURS.at_the_end(play.terrain)) == {ALONE: 6}


def test_the_eighth_meeple_shows_on_seven_tiles() -> None:
    """E-CA-2."""
    play = record.eighth_meeple()
    assert play is not None
    assert (len(play.moves), play.terrain.used(ALONE)) == (7, 7)


def test_the_biased_draw_shows_on_the_first_tile() -> None:
    """E-CA-3: the same types can come, and B and C come too early."""
    play = record.biased_draw()
    assert play is not None
    assert len(play.moves) == 1
    theirs, ours = (dict(game.chance(r.table(play.terrain)) or ()) for r in (ORIGINAL, OURS))
    assert theirs.keys() == ours.keys()
    assert [str(e) for e in theirs if theirs[e] > ours[e]] == [
        "draw_tile(B)",
        "draw_tile(C)",
    ]


def test_four_first_moves_are_never_made() -> None:
    """E-CA-12."""
    allowed, never = record.first_moves()
    assert (len(allowed), len(never)) == (12, 4)


@pytest.mark.slow
def test_the_program_keeps_near_the_origin() -> None:
    """E-CA-13: from three tiles on."""
    found = record.near_the_origin()
    assert found is not None
    assert len(found[0].moves) == 3


def test_a_search_that_finds_nothing_says_so() -> None:
    def never(_: Terrain) -> bool:
        return False

    assert record.shortest(never, lambda _: 0, most=5) is None
    assert record.shortest(lambda _: True, lambda _: 0) == record.LaidTiles(EMPTY)


def test_document_and_rulebook_differ_in_the_eighth_meeple_alone() -> None:
    (difference,) = differences(WRITTEN)
    assert set(difference.counts) == {DifferenceKind.TOO_LAX}
    assert 0 < difference.differing < difference.calls


@pytest.mark.parametrize("preset", ["standard", "base"])
def test_the_documents_strategies_play_matches(preset: str) -> None:
    start = game.start(preset)
    players = []
    for name in ("document", "original"):
        bot = find_bot(game, name, start)
        assert not isinstance(bot, Unreadable)
        players.append(bot)
    for played in play_deal(game, start, players, seed=1):
        assert played.winners
        assert min(played.moves) >= 17


def test_a_games_own_bots_are_listed_also_in_the_lobby_and_have_no_budget(
    tmp_path: Path,
) -> None:
    names = [name for name, _ in bots_of(game)]
    assert names == [
        "document",
        "original",
        "playouts",
        "random",
        "greedy",
        "tree",
        "search",
        "builder",
    ]
    assert make_services(tmp_path, 0).bots(game) == (*levels_of(game), *bots_of(game))
    assert "no budget" in str(find_bot(game, "original:5"))
    assert "there is no bot" in str(find_bot(game, "nobody"))


# -- Algorithms 1 to 3 ---------------------------------------------------------------------------


def found_in_the_algorithms() -> list[str]:
    trials = run_trials(ALGORITHMS)
    return [f"{one.kind}: {one.problem}" for _, some in trials for one in some]


def test_the_algorithms_of_the_report_run_and_show_what_they_leave_out() -> None:
    """E-CA-14, E-CA-16, E-CA-17, E-CA-18, E-CA-20."""
    found = found_in_the_algorithms()
    for words in (
        "undefined: Draw: a board without tiles has no limits",
        "the number of tiles of each type is not stated",
        "the number of meeples of a player is not stated",
        "the points of a city are not stated",
        "breaks 'meeples that were scored go back to their players (3.1)'",
    ):
        assert any(words in one for one in found), words


def test_a_round_of_the_algorithms_lays_a_tile_and_draws_the_next() -> None:
    """E-CA-21: the first tile has no meeple."""
    s = ReportState(reading=SAID)
    for event in (Next_(Tile.E), Play_(ORIGIN, Facing.NORTH, Role.NONE), Next_(Tile.B)):
        assert event.permitted(s)
        s = event.apply(s)
    assert (len(s.terrain.tiles), s.next) == (1, Tile.B)
    first = ReportState(next=Tile.E, reading=SAID)
    assert not Play_(ORIGIN, Facing.NORTH, Role.KNIGHT).permitted(first)
