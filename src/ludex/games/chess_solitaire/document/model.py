"""Chess Solitaire word for word: the rules of section 6, the errors of Table 2 in its order.

Three things are taken literally that the rulebook is not literal about. A player wins by making
valid moves until one piece is left (rule 4), and loses without a valid move when more than
one is left (rule 5): of a board with no piece, or with one from the beginning, nothing is said.
A queen, rook or bishop moves "across any number of unoccupied slots" (Table 1), so what lies
behind a piece is no possible move at all. And there are words for every status but a lost game.

What the document prints stands here too: its tables, names and numbers, damage included. Only what a machine compares is here: pictures, messages, names and places.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, NamedTuple

from ludex.kernel import (
    SOLO,
    Choice,
    Game,
    Guards,
    Notation,
    Outcome,
    Sentence,
    Start,
    Unreadable,
    lost,
    say,
    won,
)
from ludex.parts.grid import Grid, Square, square
from ludex.study.documents.routine import QueryRoutine, Routine, Undefined

from ..rules.pieces import BETWEEN, SIZE, Piece
from ..rules.position import notation
from ..rules.state import (
    EMPTY_BOARD,
    SLOTS,
    Board,
    Phase,
    State,
)

CENTRE = Square(2, 2)
"""The square of the pieces of Table 1."""

TABLE_1: Mapping[Piece, tuple[str, ...]] = {
    Piece.KING: ("+++.", "+K+.", "+++."),
    Piece.QUEEN: ("+++.", "+Q++", "+++.", ".+.+"),
    Piece.KNIGHT: ("...+", ".N..", "...+", ".+."),
    Piece.BISHOP: ("+.+.", ".B..", "+.+.", "...+"),
    Piece.ROOK: (".+..", "+R++", "+..", "+.."),
    Piece.PAWN: ("+.+.", ".P.."),
}
"""Its examples, row by row."""


class MessageRow(NamedTuple):
    """A row of Table 2: a message, and the events that can trigger it."""

    code: str
    """The name that the model gives it."""

    message: str
    events: tuple[str, ...]


TABLE_2 = (
    MessageRow("started", "Game already started", ("setup_chess", "start_game")),
    MessageRow(
        "not_started",
        "Game not yet started",
        ("move_and_capture", "moves", "reset_game"),
    ),
    MessageRow("game_over", "Game already over", ("move_and_capture", "moves")),
    MessageRow(
        "off_board",
        "{slot} not a valid slot",
        ("setup_chess", "move_and_capture", "moves"),
    ),
    MessageRow("occupied", "Slot @ {slot} already occupied", ("setup_chess",)),
    MessageRow("vacant", "Slot @ {slot} not occupied", ("move_and_capture", "moves")),
    MessageRow("invalid_move", "Invalid move from {a} to {b}", ("move_and_capture",)),
    MessageRow("blocked", "Block exists between {a} and {b}", ("move_and_capture",)),
)
"""The highest of several errors is reported."""


def errors(event: str) -> tuple[str, ...]:
    """Return the errors that an event can trigger, by Table 2, in its order."""
    return tuple(row.code for row in TABLE_2 if event in row.events)


STATUS = {
    "setup": "Game being Setup...",
    "play": "Game In Progress...",
    "won": "Game Over: You Win!",
}
"""The lines under the count; for a game that is lost no line is printed anywhere."""


NAMES = (
    ("setup_chess", "section 8"),
    ("start_game", "section 6.3"),
    ("moves", "section 8"),
    ("move_and_capture", "section 8"),
    ("move_and_check", "section 9"),
    ("ETF_START_GAME", "section 13.1"),
    ("ETF_MOVE_AND_CHECK", "section 13.1"),
)
"""The names of events, and where they are used outside the interface of section 7, which declares them."""


NUMBERS = (
    ("expected output files", "section 10", 7),
    ("expected output files", "section 10, step 7", 12),
)
"""The number of some things, and the place where the document says so."""

AT04 = ("...R/N..P/..../..B.", "moves(4,3)", ("....", "+...", ".+..", "..B."))
"""Of the transcript in section 8: a position, an event, and the rows printed after it."""

AT04_EVENTS = (
    "start_game",
    "moves(4,3)",
    "move_and_capture(4,3,2,1)",
    "moves(1,4)",
    "move_and_capture(1,4,2,4)",
    "moves(2,4)",
    "move_and_capture(2,4,2,1)",
    "moves(2,1)",
    "move_and_capture(2,1,3,3)",
)
"""The calls of that test, from its board on."""

Slot = Annotated[Square, square(SIZE, SIZE)]
Chess = Annotated[Piece, Choice(Piece, called="CHESS", label="c")]

RAYS = (Piece.QUEEN, Piece.ROOK, Piece.BISHOP)


@dataclass(frozen=True, slots=True)
class ModelState:
    """The board, the phase, whether a move was made, and how literal Table 1 is read."""

    board: Board = EMPTY_BOARD
    phase: Phase = Phase.SETUP
    moved: bool = False
    rays: bool = False
    """May a possible move pass a piece, as the document's own transcript shows?"""


STARTED = say("started", "Game already started")
NOT_STARTED = say("not_started", "Game not yet started")
OVER = say("game_over", "Game already over")


def not_valid(slot: Square) -> Sentence:
    """The fourth row of Table 2."""
    return say("off_board", "{slot} not a valid slot", slot=slot)


def not_occupied(slot: Square) -> Sentence:
    """The sixth."""
    return say("vacant", "Slot @ {slot} not occupied", slot=slot)


def targets(s: ModelState, a: Square) -> list[Square]:
    """The possible moves of the piece on a slot, as Table 1 has it."""
    piece = s.board[a]
    found = BETWEEN[piece][a]
    if piece not in RAYS or s.rays:
        return [*found]
    return [b for b in found if s.board.is_clear(found[b])]


def is_blocked(s: ModelState, a: Square, b: Square) -> bool:
    """Is another piece in the way of a possible move?"""
    return not s.board.is_clear(BETWEEN[s.board[a]][a][b])


class setup_chess(Routine[ModelState]):
    """Set up by adding a chess at a slot."""

    raises = errors("setup_chess")

    c: Chess
    at: Slot

    def guards(self, s: ModelState) -> Guards:
        yield s.phase is Phase.SETUP or STARTED
        yield self.at in SLOTS or not_valid(self.at)
        yield self.at not in s.board or say("occupied", "Slot @ {at} already occupied", at=self.at)

    def apply(self, s: ModelState) -> ModelState:
        return replace(s, board=s.board.put(self.at, self.c))


class start_game(Routine[ModelState]):
    """Start the game after setting up."""

    raises = errors("start_game")

    def guards(self, s: ModelState) -> Guards:
        yield s.phase is Phase.SETUP or STARTED

    def apply(self, s: ModelState) -> ModelState:
        return judged(replace(s, phase=Phase.PLAY))


class reset_game(Routine[ModelState]):
    """Start to set up a new game."""

    raises = errors("reset_game")

    aside = True

    def guards(self, s: ModelState) -> Guards:
        yield s.phase is not Phase.SETUP or NOT_STARTED

    def apply(self, s: ModelState) -> ModelState:
        return ModelState(rays=s.rays)


class move_and_capture(Routine[ModelState]):
    """Move the chess on one slot, in a way that is valid, and capture that on another."""

    raises = errors("move_and_capture")

    source: Annotated[Square, square(SIZE, SIZE, "r1", "c1")]
    target: Annotated[Square, square(SIZE, SIZE, "r2", "c2")]

    def guards(self, s: ModelState) -> Guards:
        a, b = self.source, self.target
        yield s.phase is not Phase.SETUP or NOT_STARTED
        yield s.phase is Phase.PLAY or OVER
        yield a in SLOTS or not_valid(a)
        yield b in SLOTS or not_valid(b)
        yield a in s.board or not_occupied(a)
        yield b in s.board or not_occupied(b)
        yield b in targets(s, a) or say("invalid_move", "Invalid move from {a} to {b}", a=a, b=b)
        yield not is_blocked(s, a, b) or say(
            "blocked", "Block exists between {a} and {b}", a=a, b=b
        )

    def apply(self, s: ModelState) -> ModelState:
        board = s.board.moved(self.source, self.target)
        return judged(replace(s, board=board, moved=True))


class moves(QueryRoutine[ModelState]):
    """Show all possible moves of the chess on a slot."""

    raises = errors("moves")

    at: Slot

    def guards(self, s: ModelState) -> Guards:
        yield s.phase is not Phase.SETUP or NOT_STARTED
        yield s.phase is Phase.PLAY or OVER
        yield self.at in SLOTS or not_valid(self.at)
        yield self.at in s.board or not_occupied(self.at)

    def out(self, s: ModelState, t: ModelState) -> str:
        shown = Grid[str].empty(SIZE, SIZE).put(self.at, str(s.board[self.at]))
        for target in targets(s, self.at):
            shown = shown.put(target, "+")
        return picture(s, shown)


def judged(s: ModelState) -> ModelState:
    """Rules 4 and 5, and no more."""
    if len(s.board) == 1 and s.moved:
        return replace(s, phase=Phase.WON)
    if len(s.board) > 1 and not has_move(s):
        return replace(s, phase=Phase.LOST)
    return s


def has_move(s: ModelState) -> bool:
    """Is there a valid move: a possible one that captures, and is not blocked?"""
    return any(b in s.board and not is_blocked(s, a, b) for a in s.board for b in targets(s, a))


def status(s: ModelState) -> str:
    """The line under the count, where the document has one."""
    words = STATUS.get(s.phase.name.lower())
    if words is None:
        raise Undefined("the document has no words for a lost game")
    return words


def picture(s: ModelState, shown: Grid[str] | Board) -> str:
    """The count, the status and the board (section 8)."""
    rows = ("".join(str(thing or ".") for thing in row) for row in shown.lines)
    return "\n".join((f"# of chess pieces on board: {len(s.board)}", status(s), *rows))


def outcome(s: ModelState) -> Outcome | None:
    """Return the outcome of the game, if it has ended."""
    if s.phase is Phase.WON:
        return won(SOLO, say("won", "the player wins"))
    if s.phase is Phase.LOST:
        return lost(say("lost", "the player loses"))
    return None


def state(s: ModelState) -> State:
    """Return the rulebook's state for a table."""
    return State(s.board, s.phase)


def _read(line: str) -> ModelState | Unreadable:
    read = notation.read(line)
    return read if isinstance(read, Unreadable) else ModelState(read.board, read.phase)


def table(line: str, *, rays: bool = False) -> ModelState:
    """A table of a position line, which is known to be one."""
    read = _read(line)
    assert isinstance(read, ModelState)
    return replace(read, rays=rays)


game: Game[ModelState] = Game(
    name="chess-solitaire-as-written",
    title="Chess Solitaire, as written",
    summary="The rules of section 6 and the errors of Table 2.",
    start=Start.fixed(ModelState()),
    events=(setup_chess, start_game, reset_game, move_and_capture, moves),
    outcome=outcome,
    over=None,
    text=lambda s: picture(s, s.board),
    notation=Notation(lambda s: notation.write(state(s)), _read),
    always={
        "the document has words for the status": lambda s: s.phase is not Phase.LOST,
    },
)
