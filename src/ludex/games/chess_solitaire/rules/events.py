"""Chess Solitaire: every move captures, and the last piece standing wins.

Before the game, pieces of any kind are put on the slots of a 4 by 4 board. A move takes one piece
to the slot of another and captures it. A move is valid if the piece can move that way and no
piece stands in its way. The player wins when one piece is left, and loses when several pieces are
left and there is no valid move.

The rules are those of the document "Building a Chess-Solitaire Game App using ETF" (EECS3311, Lab
3): its events, the errors of its Table 2 in their order, and its words. Undo and redo, which the
course adds in Lab 4, come from the kernel's history as for every game. The document does not say
how to change a board before the game starts. Three events of Ludex do that: one moves a piece,
one takes a piece off, and one clears the board.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated, TypeVar

from ludex.kernel import Choice, Event, Guards, Query, Reset, Sentence, say
from ludex.parts.grid import Grid, Square, square

from .pieces import (
    BETWEEN,
    NAMES,
    SIZE,
    Piece,
    between,
    reaches,
)
from .state import SLOTS, Board, Phase, State

T = TypeVar("T")


Slot = Annotated[Square, square(SIZE, SIZE)]
Chess = Annotated[Piece, Choice(Piece, called="CHESS", label="c")]


STARTED = say("started", "The game has already started")
NOT_STARTED = say("not_started", "The game has not started yet")
OVER = say("game_over", "The game is over")


def off_the_board(slot: Square) -> Sentence:
    """Return the refusal of a slot outside the four rows and four columns."""
    return say("off_board", "{slot} is not on the board", slot=slot)


def vacant(slot: Square) -> Sentence:
    """Return the refusal of an empty slot."""
    return say("vacant", "There is no piece on {slot:board4}", slot=slot)


def cannot_move_so(piece: Piece, a: Square, b: Square) -> Sentence:
    """Return the refusal of a way that a piece does not go."""
    return say(
        "invalid_move",
        "A {kind} does not move from {a:board4} to {b:board4}",
        kind=NAMES[piece],
        piece=piece,
        a=a,
        b=b,
    )


def blocked(a: Square, b: Square) -> Sentence:
    """Return the refusal of a way on which a piece stands."""
    return say("blocked", "A piece stands in the way from {a:board4} to {b:board4}", a=a, b=b)


def occupied(at: Square) -> Sentence:
    """Return the refusal of a taken slot."""
    return say("occupied", "There is already a piece on {at:board4}", at=at)


class SetupChess(Event[State]):
    """Before the game, put `piece` on the empty slot `at`."""

    piece: Chess
    at: Slot

    def guards(self, s: State) -> Guards:
        at = self.at
        yield s.phase is Phase.SETUP or STARTED
        yield at in SLOTS or off_the_board(at)
        yield at not in s.board or occupied(at)

    def apply(self, s: State) -> State:
        return State(s.board.put(self.at, self.piece), s.phase)


class MovePiece(Event[State]):
    """Before the game, put the piece on `source` on the empty slot `target` instead."""

    aside = True
    beyond_source = True

    source: Annotated[Square, square(SIZE, SIZE, "r1", "c1")]
    target: Annotated[Square, square(SIZE, SIZE, "r2", "c2")]

    def guards(self, s: State) -> Guards:
        a, b = self.source, self.target
        yield s.phase is Phase.SETUP or STARTED
        yield a in SLOTS or off_the_board(a)
        yield b in SLOTS or off_the_board(b)
        yield a in s.board or vacant(a)
        yield b not in s.board or occupied(b)

    def apply(self, s: State) -> State:
        return State(s.board.moved(self.source, self.target), s.phase)


class TakeOff(Event[State]):
    """Before the game, take the piece on `at` off the board."""

    aside = True
    beyond_source = True

    at: Slot

    def guards(self, s: State) -> Guards:
        yield s.phase is Phase.SETUP or STARTED
        yield self.at in SLOTS or off_the_board(self.at)
        yield self.at in s.board or vacant(self.at)

    def apply(self, s: State) -> State:
        return State(s.board.put(self.at, None), s.phase)


class ClearBoard(Event[State]):
    """Before the game, take every piece off the board."""

    aside = True
    beyond_source = True

    def guards(self, s: State) -> Guards:
        yield s.phase is Phase.SETUP or STARTED
        yield len(s.board) > 0 or say("empty", "There is no piece on the board")

    def apply(self, s: State) -> State:
        return State()


class StartGame(Event[State]):
    """Begin to play with the pieces on the board; it may be won or lost at once."""

    def guards(self, s: State) -> Guards:
        yield s.phase is Phase.SETUP or STARTED

    def apply(self, s: State) -> State:
        return judged(s.board)


class ResetGame(Reset[State]):
    """Clear the board and set up a new game."""

    def guards(self, s: State) -> Guards:
        yield s.phase is not Phase.SETUP or NOT_STARTED

    def apply(self, s: State) -> State:
        return State()


class MoveAndCapture(Event[State]):
    """Move the piece on `source`, in a way that is valid, and capture that on `target`."""

    source: Annotated[Square, square(SIZE, SIZE, "r1", "c1")]
    target: Annotated[Square, square(SIZE, SIZE, "r2", "c2")]

    def guards(self, s: State) -> Guards:
        a, b, board = self.source, self.target, s.board
        yield s.phase is not Phase.SETUP or NOT_STARTED
        yield s.phase is Phase.PLAY or OVER
        yield a in SLOTS or off_the_board(a)
        yield b in SLOTS or off_the_board(b)
        yield a in board or vacant(a)
        yield b in board or vacant(b)
        piece = board[a]
        yield reaches(piece, a, b) or cannot_move_so(piece, a, b)
        yield board.is_clear(between(piece, a, b)) or blocked(a, b)

    def apply(self, s: State) -> State:
        return judged(s.board.moved(self.source, self.target))


class Moves(Query[State]):
    """Show every possible move of the piece on `at`, valid or not."""

    at: Slot

    def guards(self, s: State) -> Guards:
        yield s.phase is not Phase.SETUP or NOT_STARTED
        yield s.phase is Phase.PLAY or OVER
        yield self.at in SLOTS or off_the_board(self.at)
        yield self.at in s.board or vacant(self.at)

    def answer(self, s: State) -> str:
        return possible_moves(s, self.at)


@lru_cache(1 << 12)  # many captures lead to the same board
def judged(board: Board) -> State:
    """One piece left wins; otherwise the game is lost when no valid move is left."""
    if len(board) == 1:
        return State(board, Phase.WON)
    goes_on = any(True for _ in captures(board))
    return State(board, Phase.PLAY if goes_on else Phase.LOST)


CAPTURES = {(a, b): MoveAndCapture(a, b) for a in SLOTS for b in SLOTS}


def captures(board: Board) -> Iterator[MoveAndCapture]:
    """Yield the valid moves: a piece goes where another stands, past no other."""
    pieces = board.things()
    occupied = frozenset([a for a, _ in pieces])
    for a, piece in pieces:
        for b, path in BETWEEN[piece][a].items():
            if b in occupied and occupied.isdisjoint(path):
                yield CAPTURES[a, b]


def possible_moves(s: State, at: Square) -> str:
    """Return a board with one piece, and a plus on each slot where it could go."""
    piece = s.board[at]
    board = Grid[str].empty(SIZE, SIZE).put(at, str(piece))
    for target in BETWEEN[piece][at]:
        board = board.put(target, "+")
    return picture(s, s.phase.value, board)


def picture(s: State, status: str, board: Grid[T]) -> str:
    """Return the count, a line of status, and the rows of a board."""
    rows = ("".join(str(thing or ".") for thing in row) for row in board.lines)
    return "\n".join((f"# of chess pieces on board: {len(s.board)}", status, *rows))
