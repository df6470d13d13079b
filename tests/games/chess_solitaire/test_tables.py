"""Chess Solitaire solved: exact tables against the rulebook and against each other."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from itertools import product
from math import comb
from pathlib import Path

import numpy as np
import pytest

from commands import ludex
from games.chess_solitaire.lost_boards import lost_boards
from ludex.games.chess_solitaire.engine.geometry import SQUARES, capturing, targets
from ludex.games.chess_solitaire.game import game
from ludex.games.chess_solitaire.rules.events import MoveAndCapture, judged
from ludex.games.chess_solitaire.rules.pieces import Piece
from ludex.games.chess_solitaire.rules.state import EMPTY_BOARD, Phase, State
from ludex.games.chess_solitaire.solver.board_numbers import (
    block,
    block_bytes,
    blocks,
    boards,
    occupations,
    places,
    solve_block,
    won_boards,
)
from ludex.games.chess_solitaire.solver.sparse import stuck_boards
from ludex.games.chess_solitaire.solver.tables import TableFile, on_cpu, table
from ludex.kernel import SOLO
from ludex.parts.grid import Square
from plain_solvers import Solitaire
from playing import ROOT

SHEET = {  # pieces: boards, solvable, in one way only, stuck at the start
    2: (4_320, 2_132, 1_540, 2_188),
    3: (120_960, 59_104, 24_772, 17_462),
    4: (2_358_720, 1_450_777, 303_398, 64_662),
    5: (33_965_568, 26_198_962, 1_911_952, 138_462),
    6: (373_621_248, 334_325_819, 6_545_550, 186_116),
}


def quiet(*_: int) -> None:
    pass


def counted(pieces: int, **more: object) -> dict[int, tuple[int, ...]]:
    counts = on_cpu(pieces, workers=2, progress=quiet, **more)  # type: ignore[arg-type]
    return {c.pieces: (c.boards, c.solvable, c.unique or 0, c.stuck) for c in counts}


def state(squares: list[int], kinds: tuple[int, ...]) -> State:
    board = EMPTY_BOARD
    for square, kind in zip(squares, kinds, strict=True):
        at = Square(square // 4 + 1, square % 4 + 1)
        board = board.put(at, list(Piece)[kind])
    return judged(board)


def squares_of(occupied: int) -> list[int]:
    return [square for square in range(SQUARES) if occupied >> square & 1]


def test_the_counts_to_four_pieces_are_those_of_the_spec_sheet() -> None:
    assert counted(4) == {n: SHEET[n] for n in (2, 3, 4)}


@pytest.mark.slow
def test_the_counts_to_six_pieces_are_those_of_the_spec_sheet() -> None:
    assert counted(6) == SHEET


def test_captures_by_bits_are_those_that_the_guards_allow() -> None:
    reached = targets()
    pick = np.random.default_rng(7)
    for _ in range(300):
        occupied = int(pick.integers(1, 1 << SQUARES))
        squares = squares_of(occupied)
        kinds = tuple(int(kind) for kind in pick.integers(0, 6, len(squares)))
        s = state(squares, kinds)
        by_bits = {
            (a, b)
            for a, kind in zip(squares, kinds, strict=True)
            for b in squares_of(int(reached[occupied, a, kind]))
        }
        by_guards = {
            ((e.source.row - 1) * 4 + e.source.col - 1,
             (e.target.row - 1) * 4 + e.target.col - 1)
            for e in game.moves(s, SOLO)
            if isinstance(e, MoveAndCapture)
        } if s.phase is Phase.PLAY else set()  # fmt: skip
        if s.phase is not Phase.WON:
            assert by_bits == by_guards
            able = {a for a, b in by_bits}
            assert able == {
                a
                for a, kind in zip(squares, kinds, strict=True)
                if capturing()[occupied, a] >> kind & 1
            }


def test_every_board_of_a_block_is_worth_what_the_rulebook_says() -> None:
    before = won_boards()
    solver = Solitaire(game)
    for n in (2, 3):
        for place in (0, 17, len(occupations(n)) - 1):
            shared = blocks(n)[place]
            worth, _, _ = solve_block(shared, before)
            squares = squares_of(int(occupations(n)[place]))
            for kinds in product(range(6), repeat=n):
                number = sum(kind * 6**i for i, kind in enumerate(kinds))
                s = state(squares, kinds)
                ways = 0 if s.phase is Phase.LOST else solver.worth(s)[0]
                assert worth[number >> 2] >> 2 * (number & 3) & 3 == min(ways, 2)
        before, *_ = table(n, before)


def test_left_and_right_make_no_difference() -> None:
    def mirrored(occupied: int) -> int:
        return sum(1 << (square ^ 3) for square in squares_of(occupied))

    before = won_boards()
    for n in (2, 3, 4):
        found = [solve_block(shared, before)[1:] for shared in blocks(n)]
        for place, occupied in enumerate(occupations(n)):
            assert found[place] == found[places()[mirrored(int(occupied))]]
        before, *_ = table(n, before)


def test_what_cannot_be_won_is_counted_alone_and_gives_the_rest() -> None:
    for n, _, size in lost_boards(4):
        whole, solvable, _, stuck = SHEET[n]
        assert whole - size == solvable
        assert sum(1 for _ in stuck_boards(n)) == stuck


def test_sixteen_boards_of_sixteen_pieces_are_stuck() -> None:
    # On a full board a knight's way is never free and a pawn of the top row has nowhere to
    # go: knights everywhere, and at the top, on each of the four squares, either of them.
    assert sum(1 for _ in stuck_boards(16)) == 2**4
    assert boards(16) == 6**16


def test_numbers_of_boards_fill_their_blocks() -> None:
    for n in (1, 2, 5):
        assert len(occupations(n)) == comb(16, n)
        assert boards(n) == comb(16, n) * block(n)
        assert block_bytes(n) * 4 >= block(n)


def test_the_published_table_adds_up() -> None:
    text = (ROOT / "docs" / "chess-solitaire-solved.md").read_text()
    rows = [line for line in text.splitlines() if line.startswith("| ") and "," in line]
    published = {}
    for row in rows:
        cells = [cell.strip().replace(",", "") for cell in row.split("|")[1:-1]]
        pieces, whole, solvable, unique, stuck, lost = (int(cell or 0) for cell in cells)
        assert whole == boards(pieces)
        assert whole - lost == solvable
        assert pieces > 4 or stuck == sum(shared.stuck for shared in blocks(pieces))
        published[pieces] = whole, solvable, unique, stuck
    assert {n: published[n] for n in SHEET} == SHEET
    assert [*published] == [*range(2, 17)]
    assert f"{sum(row[0] for row in published.values()):,}" in text


# Tables on disk


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_tables_that_are_kept_are_not_made_again(tmp_path: Path) -> None:
    first = counted(3, folder=tmp_path)
    kept = files(tmp_path)
    assert counted(3, folder=tmp_path) == first
    assert files(tmp_path) == kept


def test_a_run_that_was_cut_off_goes_on_where_it_was(tmp_path: Path) -> None:
    whole = counted(3, folder=tmp_path)
    kept = files(tmp_path)
    path = TableFile(tmp_path, 3).path
    path.write_bytes(path.read_bytes()[:12_345])
    assert counted(3, folder=tmp_path) == whole
    assert files(tmp_path) == kept


@pytest.mark.parametrize(
    "spoil", [lambda b: b[:100] + bytes([b[100] ^ 4]) + b[101:], lambda b: b"x" + b[1:]]
)
def test_a_damaged_table_is_refused_in_one_line(
    tmp_path: Path, spoil: Callable[[bytes], bytes]
) -> None:
    counted(3, folder=tmp_path)
    path = TableFile(tmp_path, 3).path
    path.write_bytes(spoil(path.read_bytes()))
    done = ludex("tables", "chess-solitaire", "--pieces", "3", "--out", str(tmp_path))
    assert done.status == 2
    assert path.name in done.err
    assert done.err.count("\n") == 1


# The command


def test_the_command_counts_as_json() -> None:
    done = ludex("tables", "chess-solitaire", "--pieces", "3", "--json")
    found = json.loads(done.out)
    assert [c["pieces"] for c in found] == [2, 3]
    assert set(found[0]) == {
        "pieces", "boards", "solvable", "unique", "stuck", "seconds",
    }  # fmt: skip
    assert found[1]["solvable"] == 59_104


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (["freecell"], "freecell has no tables"),
        (["chess-solitaire", "--pieces", "11"], "--device gpu"),
        (["chess-solitaire", "--device", "gpu", "--out", "x"], "--out"),
        (["chess-solitaire", "--out", "/dev/null/x"], "--out /dev/null/x"),
    ],
)
def test_what_cannot_be_counted_is_told_in_one_line(asked: list[str], told: str) -> None:
    done = ludex("tables", *asked)
    assert done.status == 2
    assert told in done.err
    assert done.err.count("\n") == 1


# The kernels, in the simulator

KERNELS = """
import numpy as np
from itertools import islice
from ludex.compile.cuda import cuda
from ludex.games.chess_solitaire.solver import board_numbers, sparse, tables_gpu
from games.chess_solitaire import lost_boards

# A table of three pieces that nobody computed is as good as any to compare two sums on it.
before = np.random.default_rng(1).integers(0, 256, board_numbers.table_bytes(3), np.uint8)
some = [board_numbers._block(int(board_numbers.occupations(4)[1200]))]
tables_gpu.blocks = lambda pieces: some
worth, solvable, unique = tables_gpu.solve(4, cuda.to_device(before), keep=True)
expected = board_numbers.solve_block(some[0], before)
assert np.array_equal(worth.copy_to_host(), expected[0])
assert (solvable, unique) == expected[1:]

tables_gpu.BLOCKS, tables_gpu.THREADS = 1, 2
boards = [*islice(sparse.stuck_boards(2), 0, None, 400)]
lost = lost_boards.table(np.array(boards), 16)
reached = cuda.to_device(lost_boards.targets()), cuda.to_device(lost_boards.capturing())
known, size = tables_gpu._next(np.array([7]), cuda.to_device(lost), len(boards), *reached)
parents = lost_boards._lost_parents(lost, lost_boards.targets(), lost_boards.capturing())
assert size == len(parents) + 1, (size, len(parents))
assert {*map(int, known.copy_to_host())} - {0} == {7, *map(int, parents)}
print("agreed on", len(parents), "parents")
"""


@pytest.mark.slow
def test_kernels_compute_what_the_cpu_does() -> None:
    tests = str(ROOT / "tests")
    plain = {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": tests}
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", KERNELS],
        env={**os.environ, **plain}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "agreed on" in done.stdout
