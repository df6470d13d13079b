"""The board of Chess Solitaire: sixteen slots, and how far a game has come.

The document writes a slot as (row, column), counted from the top left corner; to players
it is a square of a chess board: (4, 1) is a1, (1, 4) is d4.
"""

from dataclasses import dataclass
from enum import Enum

from ludex.parts.grid import Grid, squares

from .pieces import SIZE, Piece

Board = Grid[Piece]
SLOTS = squares(SIZE, SIZE)
EMPTY_BOARD: Board = Grid.empty(SIZE, SIZE)


class Phase(Enum):
    """A game is set up, played, and won or lost."""

    SETUP = "Game being Setup..."
    PLAY = "Game In Progress..."
    WON = "Game Over: You Win!"
    LOST = "Game Over: You Lose!"


@dataclass(frozen=True, slots=True)
class State:
    """The board and the phase of the game."""

    board: Board = EMPTY_BOARD
    phase: Phase = Phase.SETUP


def mirrored(s: State) -> State:
    """Left and right exchanged: every piece moves to one side as it does to the other."""
    rows = (reversed(row) for row in s.board.lines)
    return State(Grid(SIZE, SIZE, tuple(cell for row in rows for cell in row)), s.phase)
