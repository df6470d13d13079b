"""How the pieces of Chess Solitaire move (section 6.2 and Table 1 of the document).

The king moves one slot in any direction. Queen, rook and bishop move any number of slots in a
line: the queen in all eight directions, the rook straight, the bishop diagonally. The pawn moves
one slot diagonally upwards, to the left or to the right; it may stand in any row and is never
promoted. The knight moves as the document defines it: one slot up or down and then two to a side,
or two up or down and then one to a side, always the vertical part first.

A walk is the sequence of slots that a piece enters; the last slot is its target. A walk is
possible even if pieces stand on it. It is blocked if a piece stands on a slot before the last
one. So a piece on the corner of a knight's walk blocks it, and a king or pawn is never blocked.
"""

from collections.abc import Iterator, Mapping
from enum import Enum

from ludex.kernel import say
from ludex.parts.grid import Square, squares

SIZE = 4

Walk = tuple[Square, ...]


class Piece(Enum):
    """The six kinds; several of a kind may be on the board."""

    KING = "K"
    QUEEN = "Q"
    KNIGHT = "N"
    BISHOP = "B"
    ROOK = "R"
    PAWN = "P"

    # Members are unique, and the default hash is computed in Python for every look-up.
    __hash__ = object.__hash__

    def __str__(self) -> str:
        return self.value


NAMES = {piece: say("piece", piece.name.lower()) for piece in Piece}

STRAIGHT = ((-1, 0), (0, 1), (1, 0), (0, -1))
DIAGONAL = ((-1, -1), (-1, 1), (1, 1), (1, -1))
KNIGHT_LEAPS = tuple(
    (down, right) for down in (-2, -1, 1, 2) for right in (abs(down) - 3, 3 - abs(down))
)


def walks(piece: Piece, a: Square) -> Iterator[Walk]:
    """Yield every walk that `piece` could make from `a` on an endless board."""
    match piece:
        case Piece.KING:
            yield from ((a.beyond(*step),) for step in STRAIGHT + DIAGONAL)
        case Piece.QUEEN:
            yield from rays(a, STRAIGHT + DIAGONAL)
        case Piece.KNIGHT:
            yield from (knight_walk(a, *leap) for leap in KNIGHT_LEAPS)
        case Piece.BISHOP:
            yield from rays(a, DIAGONAL)
        case Piece.ROOK:
            yield from rays(a, STRAIGHT)
        case Piece.PAWN:
            yield from ((a.beyond(-1, -1),), (a.beyond(-1, 1),))


def rays(a: Square, directions: tuple[tuple[int, int], ...]) -> Iterator[Walk]:
    """Any number of squares in a straight line."""
    for down, right in directions:
        for length in range(1, SIZE):
            steps = range(1, length + 1)
            yield tuple(a.beyond(down * n, right * n) for n in steps)


def knight_walk(a: Square, down: int, right: int) -> Walk:
    """Return all the rows first, then all the columns."""
    rows = [a.beyond(n, 0) for n in towards(down)]
    return (*rows, *(a.beyond(down, n) for n in towards(right)))


def towards(n: int) -> range:
    """Return the steps from 0 to `n`: 1, 2 or -1, -2."""
    return range(1, n + 1) if n > 0 else range(-1, n - 1, -1)


def _on_the_board(piece: Piece, a: Square) -> Mapping[Square, Walk]:
    board = squares(SIZE, SIZE)
    return {walk[-1]: walk[:-1] for walk in walks(piece, a) if board.issuperset(walk)}


BETWEEN = {
    piece: {a: _on_the_board(piece, a) for a in sorted(squares(SIZE, SIZE))} for piece in Piece
}
"""BETWEEN[piece][a][b]: the squares that must be empty; b is missing if out of reach."""


def reaches(piece: Piece, a: Square, b: Square) -> bool:
    """Is a move of `piece` from `a` to `b` possible?"""
    return b in BETWEEN[piece][a]


def between(piece: Piece, a: Square, b: Square) -> Walk:
    """Return the squares on the way of a possible move."""
    return BETWEEN[piece][a][b]
