"""Chess Solitaire: every move captures, and the last piece standing wins.

Pieces of any kind are put on the slots of a 4 by 4 board, then the game starts. A move takes
one piece to the slot of another and captures it; that is a valid move when the piece moves
so and nothing stands in its way. Whoever gets down to one piece wins; whoever has more than
one left and no valid move loses.

From the document "Building a Chess-Solitaire Game App using ETF" (EECS3311, Lab 3): its
events, the errors of its Table 2 in their order, and its words. Undo and redo, which the
course adds in Lab 4, come from the kernel's history as for every game.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Annotated, TypeVar

from ludex.games.chess_solitaire.pieces import BETWEEN, SIZE, Piece, between, reaches
from ludex.kernel import (
    SOLO,
    Choice,
    Event,
    Guards,
    Outcome,
    Query,
    Reset,
    Worded,
    lost,
    won,
)
from ludex.parts.grid import Grid, Square, square, squares

T = TypeVar("T")

Board = Grid[Piece]
Slot = Annotated[Square, square(SIZE, SIZE)]
Chess = Annotated[Piece, Choice(Piece, called="CHESS", label="c")]
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


class SetupChess(Event[State]):
    """Before the game, put `piece` on the empty slot `at`."""

    piece: Chess
    at: Slot

    def guards(self, s: State) -> Guards:
        yield s.phase is Phase.SETUP or "Game already started"
        yield self.at in SLOTS or f"{self.at} not a valid slot"
        yield self.at not in s.board or f"Slot @ {self.at} already occupied"

    def apply(self, s: State) -> State:
        return State(s.board.put(self.at, self.piece), s.phase)


class StartGame(Event[State]):
    """Begin to play with the pieces on the board; it may be won or lost at once."""

    def guards(self, s: State) -> Guards:
        yield s.phase is Phase.SETUP or "Game already started"

    def apply(self, s: State) -> State:
        return judged(s.board)


class ResetGame(Reset[State]):
    """Clear the board and set up a new game."""

    def guards(self, s: State) -> Guards:
        yield s.phase is not Phase.SETUP or "Game not yet started"

    def apply(self, s: State) -> State:
        return State()


class MoveAndCapture(Event[State]):
    """Move the piece on `source`, in a way that is valid, and capture that on `target`."""

    source: Annotated[Square, square(SIZE, SIZE, "r1", "c1")]
    target: Annotated[Square, square(SIZE, SIZE, "r2", "c2")]

    def guards(self, s: State) -> Guards:
        a, b, board = self.source, self.target, s.board
        yield s.phase is not Phase.SETUP or "Game not yet started"
        yield s.phase is Phase.PLAY or "Game already over"
        yield a in SLOTS or f"{a} not a valid slot"
        yield b in SLOTS or f"{b} not a valid slot"
        yield a in board or f"Slot @ {a} not occupied"
        yield b in board or f"Slot @ {b} not occupied"
        yield (
            reaches(board[a], a, b)
            or Worded(
                f"Invalid move from {a} to {b}",
                etf=f"Invalid move of {board[a]} from {a} to {b}",
            )
        )
        yield (
            board.is_clear(between(board[a], a, b))
            or f"Block exists between {a} and {b}"
        )

    def apply(self, s: State) -> State:
        return judged(s.board.moved(self.source, self.target))


class Moves(Query[State]):
    """Show every possible move of the piece on `at`, valid or not."""

    at: Slot

    def guards(self, s: State) -> Guards:
        yield s.phase is not Phase.SETUP or "Game not yet started"
        yield s.phase is Phase.PLAY or "Game already over"
        yield self.at in SLOTS or f"{self.at} not a valid slot"
        yield self.at in s.board or f"Slot @ {self.at} not occupied"

    def answer(self, s: State) -> str:
        piece = s.board[self.at]
        shown = Grid[str].empty(SIZE, SIZE).put(self.at, str(piece))
        for target in BETWEEN[piece][self.at]:
            shown = shown.put(target, "+")
        return picture(s, s.phase.value, shown)


def judged(board: Board) -> State:
    """One piece left wins; otherwise the game is lost when no valid move is left."""
    if len(board) == 1:
        return State(board, Phase.WON)
    in_play = State(board, Phase.PLAY)
    stuck = not any(capture.permitted(in_play) for capture in captures(board))
    return State(board, Phase.LOST) if stuck else in_play


CAPTURES = {(a, b): MoveAndCapture(a, b) for a in SLOTS for b in SLOTS}


def captures(board: Board) -> Iterator[MoveAndCapture]:
    """The moves that could be valid: some piece could go where another one stands."""
    for a in board:
        for b in BETWEEN[board[a]][a]:
            if b in board:
                yield CAPTURES[a, b]


def candidates(s: State) -> Iterator[Event[State]]:
    """Events among which all legal moves are."""
    if s.phase is Phase.SETUP:
        free = sorted(SLOTS.difference(s.board))
        yield from (SetupChess(piece, at) for piece in Piece for at in free)
        yield StartGame()
    else:
        yield from captures(s.board)


def asides(_: State) -> tuple[Event[State], ...]:
    """What may be legal and is no move."""
    return (ResetGame(),)


def outcome(s: State) -> Outcome | None:
    """Won with one piece left, lost without a valid move."""
    match s.phase:
        case Phase.WON:
            return won(SOLO, "You win: one piece is left")
        case Phase.LOST:
            left = f"{len(s.board)} pieces" if len(s.board) else "an empty board"
            return lost(f"You lose: no valid move is left on {left}")
        case _:
            return None


def picture(s: State, status: str, shown: Grid[T]) -> str:
    """The count, a line of status, and the rows of a board."""
    rows = ("".join(str(thing or ".") for thing in row) for row in shown.lines)
    return "\n".join((f"# of chess pieces on board: {len(s.board)}", status, *rows))


def text(s: State) -> str:
    """The abstract state as the document outputs it (section 8)."""
    return picture(s, s.phase.value, s.board)


def refused(s: State, reason: str) -> str:
    """An error takes the place of the status; the rest is the unchanged state."""
    return picture(s, f"Error: {reason}", s.board)
