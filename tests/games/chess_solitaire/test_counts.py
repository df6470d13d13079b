"""The size of the game: exact counts, found by playing every board to every end."""

from functools import cache
from itertools import combinations, product

import pytest

from ludex.games.chess_solitaire.game import game, judged
from ludex.games.chess_solitaire.rules.pieces import Piece
from ludex.games.chess_solitaire.rules.state import State
from ludex.kernel import Unreadable
from ludex.language.position import read_position
from ludex.parts.grid import Grid

QUICK = game.unchecked()


def sequences(s: State) -> int:
    """How many sequences of captures win from here."""
    return 1 if len(s.board) == 1 else sum(map(wins, next_states(s)))


wins = cache(sequences)


def next_states(s: State) -> list[State]:
    return [QUICK.after(s, event) for event in QUICK.moves(s)]


COUNTS = [
    # pieces, boards, solvable, exactly one winning sequence, stuck at start
    (2, 4_320, 2_132, 1_540, 2_188),
    pytest.param(3, 120_960, 59_104, 24_772, 17_462, marks=pytest.mark.slow),
]
"""Boards of four to six pieces are counted by the tables (`test_tables.py`), whose captures are those of
the guards on every board (`test_engine_proof.py`)."""


def counted(n: int) -> list[int]:
    """Count every board of so many pieces."""
    found = [0, 0, 0, 0]
    for slots in combinations(range(16), n):
        for kinds in product(Piece, repeat=n):
            cells: list[Piece | None] = [None] * 16
            for slot, kind in zip(slots, kinds, strict=True):
                cells[slot] = kind
            start = judged(Grid(4, 4, tuple(cells)))
            is_stuck = start.phase.name == "LOST"
            ways = 0 if is_stuck else sequences(start)
            for number, holds in enumerate((True, ways > 0, ways == 1, is_stuck)):
                found[number] += holds
    return found


@pytest.mark.parametrize(("n", "total", "solvable", "unique", "stuck"), COUNTS)
def test_the_boards_of_n_pieces_are_counted_exactly(
    n: int, total: int, solvable: int, unique: int, stuck: int
) -> None:
    assert counted(n) == [total, solvable, unique, stuck]


def test_the_puzzle_of_eight_has_its_known_state_space() -> None:
    start = read_position(game, "NP.Q/.R.B/K.N./.P..")
    assert not isinstance(start, Unreadable)
    seen, todo, edges = {start}, [start], 0
    while todo:
        for state in next_states(todo.pop()):
            edges += 1
            if state not in seen:
                seen.add(state)
                todo.append(state)
    phases = [state.phase.name for state in seen]
    assert (len(seen), edges) == (1_685, 4_288)
    assert (phases.count("WON"), phases.count("LOST")) == (33, 209)
