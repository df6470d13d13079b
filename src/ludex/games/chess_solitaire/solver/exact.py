"""Chess Solitaire boards seen to their ends, without tables and without a compiler.

A board is a number of 48 bits, three for each square: 0 for an empty one, otherwise the kind
counted from 1. A capture takes two such threes away and puts one back, so that a board
of eight pieces, some thousands of positions, takes a hundredth of a second or so. What is
seen once is remembered; a budget bounds the positions for each question, and when it is
reached the answer is unknown, never a guess.

`reason` says why a capture is good: which of the others would lose.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from ludex.bots.cancellation import think_on
from ludex.kernel import Sentence, say

from ..game import game
from ..rules.events import MoveAndCapture
from ..rules.pieces import BETWEEN, Piece
from ..rules.state import State

PIECES = tuple(Piece)
SLOTS = tuple(BETWEEN[Piece.KING])
"""The squares in the order of their numbers: from the top left corner, row by row."""

_NUMBER = {slot: number for number, slot in enumerate(SLOTS)}
_KIND = {piece: kind for kind, piece in enumerate(PIECES, 1)}


def _reaches(piece: Piece, a: int) -> tuple[tuple[int, int, int], ...]:
    """Return where a piece can go: the square, its bit with those on the way, its bit alone."""
    return tuple(
        (_NUMBER[b], 1 << _NUMBER[b] | sum(1 << _NUMBER[c] for c in way), 1 << _NUMBER[b])
        for b, way in BETWEEN[piece][SLOTS[a]].items()
    )


REACHES = tuple(((), *(_reaches(piece, a) for piece in PIECES)) for a in range(len(SLOTS)))
"""REACHES[square][kind]; nothing for no piece."""

EVERY = 512
"""So many positions are looked at between two looks whether anybody still waits."""

SAFEST = 10
"""A tenth of the budget goes into finding the safest way to win, before any will do."""

KEPT = 200_000
"""So many positions are remembered at most between two questions."""


def packed(s: State) -> int:
    """Return the number of a board."""
    return sum(
        _KIND[piece] << 3 * place for place, piece in enumerate(s.board.cells) if piece is not None
    )


def kinds(board: int) -> Iterator[int]:
    """Return what stands on each square: 0 for nothing."""
    return (board >> 3 * place & 7 for place in range(len(SLOTS)))


def occupied_squares(board: int) -> int:
    """Return the squares on which something stands, as bits."""
    return sum(1 << place for place in range(len(SLOTS)) if board >> 3 * place & 7)


def captures(board: int) -> list[tuple[int, int]]:
    """Yield the captures as source and target, in the order of the squares."""
    occupied = occupied_squares(board)
    return [
        (a, b)
        for a in range(len(SLOTS))
        for b, way, target in REACHES[a][board >> 3 * a & 7]
        if occupied & way == target
    ]


@lru_cache(1 << 17)
def _targets(occupied: int, a: int, kind: int) -> tuple[tuple[int, int], ...]:
    """Return each capture of a piece, as what stays of the board and what is put there."""
    return tuple(
        (~(7 << 3 * b), kind << 3 * b)
        for b, way, target in REACHES[a][kind]
        if occupied & way == target
    )


def captured(board: int, a: int, b: int) -> int:
    """Return the board after a capture."""
    kind = board >> 3 * a & 7
    return board & ~(7 << 3 * a | 7 << 3 * b) | kind << 3 * b


@dataclass(frozen=True, slots=True)
class BoardDifficulty:
    """All that makes a board easy or hard."""

    ways: int
    """The number of winning sequences of captures."""

    luck: float
    """The probability that random captures win."""

    traps: int
    """Captures that lose a game which could still be won, wherever right play may come."""

    first_trap: int | None
    """The number of the first capture of a game that can lose it; None if none can."""


class ExactSolver:
    """Boards and what they are worth; what was once seen is remembered."""

    def __init__(self, budget: int = KEPT) -> None:
        self.budget = budget
        self.positions = 0
        """So many have been looked at, for all questions together."""

        self._known: dict[int, tuple[int, float]] = {}
        self._lost: set[int] = set()
        self._left = 0

    def worth(self, s: State) -> BoardDifficulty | None:
        """Return what a board is worth, or None when the budget is reached."""
        board = packed(s)
        found = self._look_up(board, self.budget)
        if found is None:
            return None
        traps, first = self._traps(board) if found[0] else (0, None)
        return BoardDifficulty(*found, traps, first)

    def is_winnable(self, s: State) -> bool | None:
        """Can this board be won? None when the budget is reached."""
        board = packed(s)
        if board in self._known:
            return self._known[board][0] > 0
        try:
            return self._way(board) is not None
        except _BudgetReached:
            return None

    def solution(self, s: State) -> tuple[MoveAndCapture, ...] | None:
        """Return a sequence of captures that wins; None if none is known.

        It is the safest at each step, unless there is too much to see for that.
        """
        board = packed(s)
        found = self._look_up(board, max(1, self.budget // SAFEST))
        if found is None:
            try:
                way = self._way(board)
            except _BudgetReached:
                return None
        else:
            way = [*self._winning(board)] if found[0] else None
        if way is None:
            return None
        return tuple(MoveAndCapture(SLOTS[a], SLOTS[b]) for a, b in way)

    def _look_up(self, board: int, budget: int) -> tuple[int, float] | None:
        if len(self._known) > KEPT:
            self._known.clear()
        self._left = budget
        try:
            return self._seen(board, occupied_squares(board))
        except _BudgetReached:
            return None

    def _counted(self) -> None:
        self.positions += 1
        self._left -= 1
        if self._left < 0:
            raise _BudgetReached
        if self._left % EVERY == 0:
            think_on()

    def _seen(self, board: int, occupied: int) -> tuple[int, float]:
        """Return how many ways win, and how often random captures do."""
        found = self._known.get(board)
        if found is not None:
            return found
        self._counted()
        ways, luck, many, left = 0, 0.0, 0, occupied
        if occupied & occupied - 1 == 0:  # one piece has won, none has not
            ways, luck = (1, 1.0) if occupied else (0, 0.0)
        while left:
            bit = left & -left
            left ^= bit
            a = bit.bit_length() - 1
            kind = board >> 3 * a & 7
            rest = board ^ kind << 3 * a
            for emptied, put in _targets(occupied, a, kind):
                many += 1
                after = rest & emptied | put
                known = self._known.get(after) or self._seen(after, occupied ^ bit)
                ways += known[0]
                luck += known[1]
        found = ways, luck / (many or 1)
        self._known[board] = found
        return found

    def _way(self, board: int) -> list[tuple[int, int]] | None:
        """Return the first way to win that is found; None: there is none."""
        if len(self._lost) > KEPT:
            self._lost.clear()
        self._left = self.budget
        return self._path(board)

    def _path(self, board: int) -> list[tuple[int, int]] | None:
        self._counted()
        if board and occupied_squares(board).bit_count() == 1:
            return []
        for a, b in captures(board):
            after = captured(board, a, b)
            if after not in self._lost:
                rest = self._path(after)
                if rest is not None:
                    return [(a, b), *rest]
        self._lost.add(board)
        return None

    def _traps(self, board: int) -> tuple[int, int | None]:
        """Return how many traps there are, and the first; every position of right play is looked at once."""
        traps, first, positions = 0, None, {board}
        for number in range(1, len(SLOTS)):
            after = [captured(s, a, b) for s in positions for a, b in captures(s)]
            lost = sum(self._known[s][0] == 0 for s in after)
            if lost and first is None:
                first = number
            traps += lost
            positions = {s for s in after if self._known[s][0]}
        return traps, first

    def _winning(self, board: int) -> Iterator[tuple[int, int]]:
        for _ in range(occupied_squares(board).bit_count() - 1):
            best = max(captures(board), key=lambda c: self._known[captured(board, *c)][1])
            yield best
            board = captured(board, *best)


class _BudgetReached(Exception):
    """The budget is reached."""


def reason(exact: ExactSolver, s: State) -> Sentence | None:
    """Return how many other captures lose; None where there is no choice, or not all is known."""
    winnable = [exact.is_winnable(game.after(s, event)) for event in game.moves(s)]
    if len(winnable) == 1 or None in winnable:
        return None
    lost = winnable.count(False)
    if not lost:
        return say("reason", "No capture loses yet.")
    if lost == len(winnable) - 1:
        return say("reason", "Every other capture loses.")
    words = "{lost} of {captures} captures lose."
    if lost == 1:
        words = "One of {captures} captures loses."
    return say("reason", words, captures=len(winnable), lost=lost)
