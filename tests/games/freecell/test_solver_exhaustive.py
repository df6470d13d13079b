"""The exhaustive search: it proves what the thorough one proves, with as many positions, in little memory."""

from dataclasses import replace

import pytest

pytest.importorskip("numba")

from ludex.games.freecell.formats.notation import replayed
from ludex.games.freecell.rules.deals import Board, microsoft_board
from ludex.games.freecell.rules.options import FREECELL, Rules
from ludex.games.freecell.rules.state import set_up
from ludex.games.freecell.solver import Impossible, Solved, Unknown
from ludex.games.freecell.solver.compiled import COMPILED
from ludex.games.freecell.solver.exhaustive import search
from ludex.games.freecell.solver.exhaustive.search import ExhaustiveLimits, ExhaustiveSearch
from ludex.games.freecell.solver.single import solve_board
from ludex.parts.cards import Card, Rank, Suit

LIMITS = ExhaustiveLimits(positions=2_000_000, memory=1_000_000_000, seconds=300, threads=2)


THOROUGH = replace(COMPILED, portfolio=())


@pytest.mark.parametrize(
    ("deal", "cells"), [(781948, 4), (11982, 4), (146692, 4), (3, 0), (25, 1), (31465, 2)]
)
def test_a_proof_looks_into_as_many_positions_as_the_thorough_search(deal: int, cells: int) -> None:
    board, rules = microsoft_board(deal), Rules(cells=cells)
    found = ExhaustiveSearch(board, rules).decide(LIMITS)
    assert isinstance(found, Impossible)
    assert found == solve_board(THOROUGH, board, rules, LIMITS.positions)


def test_a_solution_is_the_rulebooks() -> None:
    board = easy_board()
    found = ExhaustiveSearch(board).decide(LIMITS)
    assert isinstance(found, Solved)
    assert replayed(set_up(FREECELL, board), found.moves).wins


def test_as_many_threads_as_there_are_find_the_same() -> None:
    board = easy_board()
    one, three = (ExhaustiveSearch(board).decide(LIMITS._replace(threads=n)) for n in (1, 3))
    assert one == three


def test_a_table_that_is_full_gives_way_to_a_larger_one(monkeypatch: pytest.MonkeyPatch) -> None:
    board = microsoft_board(781948)
    monkeypatch.setattr(search, "FIRST_SLOTS", 1 << 11)
    assert ExhaustiveSearch(board).decide(LIMITS) == Impossible(4381)
    little = LIMITS._replace(memory=search.WORK_BYTES + 2000 * search.BYTES)
    found = ExhaustiveSearch(board).decide(little)
    assert isinstance(found, Unknown)
    assert found.positions < 2000


def test_limits_of_positions_and_seconds_are_kept() -> None:
    board = microsoft_board(1)
    found = ExhaustiveSearch(board).decide(LIMITS._replace(positions=5000))
    assert isinstance(found, Unknown)
    assert found.limit == "5000 positions"
    found = ExhaustiveSearch(board).decide(LIMITS._replace(seconds=0))
    assert isinstance(found, Unknown)
    assert found.limit == "0 seconds"


def easy_board() -> Board:
    """Return a board whose columns run down from king to ace but for one, which is turned over."""
    cards = [Card(suit, rank) for rank in reversed(Rank) for suit in Suit]
    columns = [tuple(cards[i::8]) for i in range(8)]
    columns[7] = columns[7][::-1]
    return Board(tuple(columns), (None,) * 4, (0,) * 4)
