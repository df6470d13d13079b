"""Boards that are won by exactly one sequence of captures, found among random ones.

Where only one way wins, all that makes a puzzle hard is on it: with m captures to choose
from, all but one lose. So the odds against random play are the product of these m, and
the traps are the sum of m - 1 (`ludex.games.chess_solitaire.solver.exact` finds the same of any board).

A collection is made of boards that were mined: packs, the hardest, and days. A puzzle and its mirror image are one: the one with the lower number is taken.
"""

from collections.abc import Iterator, Mapping

import numpy as np

from ludex.compile.bits import how_many, lowest, nth
from ludex.compile.draws import below, word
from ludex.compile.jit import compiled, step
from ludex.kernel import Dice

from ..engine.geometry import KINDS, SQUARES, Targets, targets
from .board_numbers import Numbers, occupations
from .exact import kinds
from .puzzles import level, named
from .sparse import after_capture, occupation

ALL = (1 << SQUARES) - 1
FIELDS = 4
BOARD, ODDS, TRAPS, FIRST_TRAP = range(FIELDS)
"""The facts about a board: itself, three bits a square; one to how many random play wins; the moves
that lose; and which move of the game is the first that can lose (0: none can)."""


@step
def random_board(seed: int, pieces: int) -> int:
    """Return a board with so many pieces of any kind on random squares."""
    board, free = 0, ALL
    for drawn in range(pieces):
        square = nth(free, below(seed, 2 * drawn, SQUARES - drawn))
        free &= ~(1 << square)
        board |= 1 + below(seed, 2 * drawn + 1, KINDS) << 3 * square
    return board


@step
def judge(board: int, reached: Targets, found: Numbers, path: Numbers) -> int:
    """Return how many sequences win (none, one, two for more); if one, what is known of the board.

    `path` has a row for each piece: the board, its occupied squares, the pieces that have not
    moved yet, where the one that moves goes from and can still go to, and how many captures
    there are.
    """
    occupied = occupation(board)
    ways, depth = 0, 0
    path[0, 0], path[0, 1] = board, occupied
    path[0, 2], path[0, 4], path[0, 5] = occupied, 0, 0
    most = how_many(occupied) - 1
    while depth >= 0:
        at = path[depth]
        if at[4] == 0:
            if at[2] == 0:
                depth -= 1
                continue
            a = lowest(at[2])
            at[2] &= at[2] - 1
            at[3] = a
            at[4] = reached[at[1], a, (at[0] >> 3 * a & 7) - 1]
            continue
        b = lowest(at[4])
        at[4] &= at[4] - 1
        a = at[3]
        if depth + 1 == most:
            ways += 1
            if ways == 2:
                return 2
            _note(path, most, reached, found)
            continue
        after = path[depth + 1]
        after[0] = after_capture(at[0], a, b)
        after[1] = at[1] & ~(1 << a)
        after[2], after[4] = after[1], 0
        depth += 1
    found[BOARD] = board
    return ways


@step
def _note(path: Numbers, most: int, reached: Targets, found: Numbers) -> None:
    """Note down the odds and traps of the way that has just won."""
    odds, traps, first = 1, 0, 0
    for depth in range(most):
        board, occupied = path[depth, 0], path[depth, 1]
        captures = 0
        for a in range(SQUARES):
            if occupied >> a & 1:
                kind = (board >> 3 * a & 7) - 1
                captures += how_many(int(reached[occupied, a, kind]))
        odds *= captures
        traps += captures - 1
        if captures > 1 and first == 0:
            first = depth + 1
    found[ODDS], found[TRAPS], found[FIRST_TRAP] = odds, traps, first


@step
def numbered_board(number: int, pieces: int, sets: Numbers) -> int:
    """Return a board by its number: boards of so many pieces are ordered by squares, then by kinds."""
    board, weight = 0, 1
    for _ in range(pieces):
        weight *= KINDS
    occupied = sets[number // weight]
    kinds = number % weight
    while occupied:
        board |= 1 + kinds % KINDS << 3 * lowest(occupied)
        occupied &= occupied - 1
        kinds //= KINDS
    return board


@compiled
def _mine(
    seed: int,
    pieces: int,
    first: int,
    stop: int,
    sets: Numbers,
    reached: Targets,
    found: Numbers,
) -> int:
    path = np.zeros((SQUARES, 6), np.int64)
    one = np.zeros(FIELDS, np.int64)
    own, many = word(seed, pieces), 0
    for number in range(first, stop):
        if len(sets):
            board = numbered_board(number, pieces, sets)
        else:
            board = random_board(word(own, number), pieces)
        if judge(board, reached, one, path) == 1:
            found[many] = one
            many += 1
    return many


def mine_boards(seed: int, pieces: int, numbers: range, *, every: bool = False) -> Numbers:
    """Return the boards with one way to win, FIELDS each: of random ones, which the seed numbers, or
    of every board in its order."""
    assert 2 <= pieces <= SQUARES
    found = np.zeros((len(numbers), FIELDS), np.int64)
    sets = occupations(pieces) if every else np.zeros(0, np.int64)
    many = _mine(seed, pieces, numbers.start, numbers.stop, sets, targets(), found)
    return found[:many]


PACK = 100
"""So many puzzles has each level,"""

SIZES = {
    "easy": (4, 5),
    "medium": (5, 6),
    "hard": (6, 7),
    "expert": (7, 8),
    "master": (7, 8, 9),
}
"""of so many pieces."""

HARDEST = 20
"""So many of the hardest of each size."""

YEARS = 4
WEEK = (
    (6, 50, 150),
    (6, 150, 400),
    (7, 100, 500),
    (7, 500, 1500),
    (8, 200, 1500),
    (8, 1500, 6000),
    (9, 3000, 20000),
)
"""From Monday to Sunday: how many pieces, and between which odds against random captures."""


def collection(mined: Mapping[int, Numbers], seed: int) -> Iterator[str]:
    """Yield the lines of a collection, of what was mined of each size."""
    known = {pieces: _without_mirrors(found) for pieces, found in mined.items()}
    for each in SIZES:
        yield f"[level {each}]"
        yield from map(_line, _pack(known, each))
    for pieces, found in sorted(known.items()):
        yield f"[hardest {pieces}]"
        order = np.lexsort((found[:, BOARD], -found[:, TRAPS], -found[:, ODDS]))
        yield from map(_line, found[order[:HARDEST]])
    yield "[days]"
    yield from map(_line, _days(known, Dice(seed)))


def _line(found: Numbers) -> str:
    name = named(kinds(int(found[BOARD])))
    return f"{name} {found[ODDS]} {found[TRAPS]} {found[FIRST_TRAP]}"


def mirrored(boards: Numbers) -> Numbers:
    """Boards with left and right exchanged."""
    found = np.zeros_like(boards)
    for square in range(16):
        found |= (boards >> 3 * square & 7) << 3 * (square ^ 3)
    return found


def _without_mirrors(found: Numbers) -> Numbers:
    lower = np.minimum(found[:, BOARD], mirrored(found[:, BOARD]))
    _, places = np.unique(lower, return_index=True)
    distinct = found[places]
    distinct[:, BOARD] = lower[places]
    return distinct


def _pack(known: Mapping[int, Numbers], wanted: str) -> Numbers:
    """Spread evenly over the level, the same number of each size, the easiest first."""
    sizes = [pieces for pieces in SIZES[wanted] if pieces in known]
    chosen = [np.zeros((0, 4), np.int64)]
    for pieces in sizes:
        found = known[pieces]
        fits = np.array([level(1 / odds) == wanted for odds in found[:, ODDS]], bool)
        share = -(-PACK // len(sizes))
        chosen.append(_spread(found[fits & (found[:, TRAPS] > 0)], share))
    return _by_odds(np.concatenate(chosen))[:PACK]


def _by_odds(found: Numbers) -> Numbers:
    return found[np.lexsort((found[:, BOARD], found[:, TRAPS], found[:, ODDS]))]


def _spread(found: Numbers, many: int) -> Numbers:
    ordered = _by_odds(found)
    places = np.linspace(0, len(ordered) - 1, min(many, len(ordered)))
    return np.array(ordered[places.astype(int)])


def _days(known: Mapping[int, Numbers], dice: Dice) -> Iterator[Numbers]:
    """Four years of puzzles, week by week."""
    weeks = -(-(YEARS * 365 + 1) // len(WEEK))
    pools = []
    for pieces, least, most in WEEK:
        found = known.get(pieces, np.zeros((0, 4), np.int64))
        fit = found[(found[:, ODDS] >= least) & (found[:, ODDS] < most)]
        order = list(range(len(fit)))
        dice.shuffle(order)
        pools.append(fit[order])
    weeks = min(weeks, *map(len, pools))
    for week in range(weeks):
        for pool in pools:
            yield pool[week]
