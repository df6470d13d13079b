"""Haskassonne: the shortest states on which its program does other than the rules, found."""

from pathlib import Path

import pytest

from ludex.cli.terminal.services import make_services
from ludex.games.carcassonne.document import record
from ludex.games.carcassonne.document.record import ALONE, WRITTEN
from ludex.games.carcassonne.formats.strategies import ORIGINAL, OURS
from ludex.games.carcassonne.game import game
from ludex.games.carcassonne.rules.scoring import points
from ludex.games.carcassonne.rules.terrain import EMPTY, Terrain
from ludex.games.carcassonne.rules.tiles import Role
from ludex.kernel import Unreadable
from ludex.players.match import play_deal
from ludex.players.opponents import bots_of, find_bot, levels_of
from ludex.study.documents.difference import Sort
from ludex.study.documents.report import differences


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
    assert set(difference.counts) == {Sort.TOO_LAX}
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
