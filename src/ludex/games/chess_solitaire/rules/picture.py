"""A board of Chess Solitaire as the document prints it (section 8)."""

from typing import TypeVar

from ludex.parts.grid import Grid, Square

from .pieces import BETWEEN, SIZE
from .state import State

T = TypeVar("T")


def possible_moves(s: State, at: Square) -> str:
    """Return a board with one piece, and a plus on each slot where it could go."""
    piece = s.board[at]
    shown = Grid[str].empty(SIZE, SIZE).put(at, str(piece))
    for target in BETWEEN[piece][at]:
        shown = shown.put(target, "+")
    return picture(s, s.phase.value, shown)


def picture(s: State, status: str, shown: Grid[T]) -> str:
    """Return the count, a line of status, and the rows of a board."""
    rows = ("".join(str(thing or ".") for thing in row) for row in shown.lines)
    return "\n".join((f"# of chess pieces on board: {len(s.board)}", status, *rows))
