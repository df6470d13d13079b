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
    pytest.param(4, 2_358_720, 1_450_777, 303_398, 64_662, marks=pytest.mark.slow),
]


MIRRORED = [4 * (slot // 4) + 3 - slot % 4 for slot in range(16)]
"""Left for right: no piece cares."""


def counted(n: int, *, folded: bool) -> list[int]:
    """Every board, or of two that are mirror images one, which counts twice."""
    found = [0, 0, 0, 0]
    for slots in combinations(range(16), n):
        images = sorted(MIRRORED[slot] for slot in slots)
        if folded and images < [*slots]:
            continue
        itself = not folded or images == [*slots]
        for kinds in product(Piece, repeat=n):
            cells: list[Piece | None] = [None] * 16
            for slot, kind in zip(slots, kinds, strict=True):
                cells[slot] = kind
            start = judged(Grid(4, 4, tuple(cells)))
            is_stuck = start.phase.name == "LOST"
            ways = 0 if is_stuck else sequences(start)
            for number, holds in enumerate((True, ways > 0, ways == 1, is_stuck)):
                found[number] += holds if itself else 2 * holds
    return found


@pytest.mark.parametrize(("n", "total", "solvable", "unique", "stuck"), COUNTS)
def test_the_boards_of_n_pieces_are_counted_exactly(
    n: int, total: int, solvable: int, unique: int, stuck: int
) -> None:
    assert counted(n, folded=n > 3) == [total, solvable, unique, stuck]


def test_mirror_images_are_worth_the_same() -> None:
    assert counted(2, folded=True) == counted(2, folded=False)


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
