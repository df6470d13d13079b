"""The fewest moves, a run being one: proved against brute force on small boards."""

from collections import deque
from collections.abc import Iterator
from itertools import permutations, starmap

import pytest

pytest.importorskip("numba")

from games.freecell.freecell_brute_force import State, key, start_of, successors
from ludex.games.freecell.formats.boards import read_board
from ludex.games.freecell.formats.notation import replayed
from ludex.games.freecell.rules.deals import Board, microsoft_board
from ludex.games.freecell.rules.options import FREECELL, Rules
from ludex.games.freecell.rules.state import set_up
from ludex.games.freecell.solver import Impossible, Unknown
from ludex.games.freecell.solver.optimal import Shortest, shortest

SMALL = Rules(columns=4, cells=2)


def run_moves(position: State) -> Iterator[State]:
    """Move runs of two cards or more, as many as free cells and empty columns allow."""
    columns, cells, homes = position
    room = SMALL.cells - len(cells) + 1
    spaces = columns.count(())
    for source, target in permutations(range(len(columns)), 2):
        lifted, on = columns[source], columns[target]
        most = room << spaces if on else room << spaces >> 1
        for count in range(2, min(most, len(lifted)) + 1):
            run = lifted[-count:]
            if not all(starmap(SMALL.builds, zip(run[1:], run, strict=False))):
                break
            if not on or SMALL.builds(run[0], on[-1]):
                after = [*columns]
                after[source], after[target] = lifted[:-count], on + run
                yield tuple(after), cells, homes


def fewest(board: Board) -> int:
    """Breadth first without any heuristic, moves home free and never forced."""
    seen = set()
    waiting = deque([(0, start_of(board))])
    while waiting:
        length, position = waiting.popleft()
        if key(position) in seen:
            continue
        seen.add(key(position))
        homes = position[2]
        if sum(homes) == SMALL.cards:
            return length
        for after in (*successors(position, SMALL), *run_moves(position)):
            if after[2] != homes:
                waiting.appendleft((length, after))
            else:
                waiting.append((length + 1, after))
    raise AssertionError


@pytest.mark.parametrize(
    "text",
    [
        "Founds: S-T H-T C-T D-T\nJS QH KS\nJH KH QS\nJC KC QD\nJD QC KD\n",
        "Founds: S-T H-T C-T D-T\nJS JH JC JD\nQS QH QC QD KS KH KC KD\n",
        "Founds: S-T H-T C-T D-T\nFC: JS JH\nQS KS\nQH KH\nQC KC JC\nJD KD QD\n",
        pytest.param(
            "Founds: S-9 H-T C-T D-T\nTS QS JS KS\nJH KH QH\nJC KC QC\nJD KD QD\n",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_it_is_the_fewest_that_brute_force_finds(text: str) -> None:
    board = read_board(text, SMALL)
    assert isinstance(board, Board)
    best = shortest(board, SMALL, 200_000)
    assert isinstance(best, Shortest)
    assert best.is_proved
    assert best.length == fewest(board)
    assert replayed(set_up(SMALL, board), best.moves).wins


def test_a_budget_leaves_a_bound_that_is_no_claim() -> None:
    board = microsoft_board(1)
    best = shortest(board, FREECELL, 30_000)
    assert isinstance(best, Shortest)
    assert best.bound < best.length
    assert not best.is_proved
    assert replayed(set_up(FREECELL, board), best.moves).wins


def test_what_cannot_be_won_has_no_shortest_way() -> None:
    assert isinstance(shortest(microsoft_board(781948), FREECELL, 10**6), Impossible)
    assert isinstance(shortest(microsoft_board(11982), FREECELL, 100), Unknown)


@pytest.mark.slow
@pytest.mark.parametrize(("deal", "moves"), [(2, 21), (3, 18), (25904, 18)])
def test_ordinary_deals_are_proved(deal: int, moves: int) -> None:
    best = shortest(microsoft_board(deal), FREECELL, 3_000_000)
    assert isinstance(best, Shortest)
    assert (best.length, best.is_proved) == (moves, True)
