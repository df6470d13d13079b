"""The events worth trying in Chess Solitaire: the guards say what is legal."""

from collections.abc import Iterator

from ludex.kernel import Event

from .events import (
    ClearBoard,
    MovePiece,
    ResetGame,
    SetupChess,
    StartGame,
    TakeOff,
    captures,
)
from .pieces import Piece
from .state import SLOTS, Phase, State


def candidates(s: State) -> Iterator[Event[State]]:
    """Pieces on free slots before the game; captures in it."""
    if s.phase is Phase.SETUP:
        free = sorted(SLOTS.difference(s.board))
        yield from (SetupChess(piece, at) for piece in Piece for at in free)
        yield StartGame()
    else:
        yield from captures(s.board)


def asides(s: State) -> Iterator[Event[State]]:
    """Yield what may be legal and is no move: changing a board that is set up, beginning anew."""
    if s.phase is Phase.SETUP:
        free = sorted(SLOTS.difference(s.board))
        for at in s.board:
            yield from (MovePiece(at, to) for to in free)
            yield TakeOff(at)
        yield ClearBoard()
    else:
        yield ResetGame()
