"""Chess Solitaire once more, in another way: a board is sixteen letters, moves are counted out."""

from collections.abc import Iterator
from enum import Enum
from typing import Annotated, NamedTuple

from ludex.kernel import (
    SOLO,
    Choice,
    Event,
    Game,
    Guards,
    Outcome,
    Query,
    Reset,
    Start,
    lost,
    won,
)  # fmt: skip
from ludex.language.document import Document
from ludex.parts.grid import Square, square

SETUP, PLAY, WON, LOST = (
    "Game being Setup...",
    "Game In Progress...",
    "Game Over: You Win!",
    "Game Over: You Lose!",
)


class Kind(Enum):
    KING = "K"
    QUEEN = "Q"
    KNIGHT = "N"
    BISHOP = "B"
    ROOK = "R"
    PAWN = "P"

    def __str__(self) -> str:
        return self.value


class State(NamedTuple):
    board: str = "." * 16
    status: str = SETUP


Slot = Annotated[Square, square(4, 4)]


def place(slot: Square) -> int:
    return 4 * (slot[0] - 1) + slot[1] - 1


def is_on(slot: Square) -> bool:
    return 1 <= slot[0] <= 4 and 1 <= slot[1] <= 4


def shown(slot: Square) -> str:
    return f"({slot[0]}, {slot[1]})"


def put(board: str, at: int, letter: str) -> str:
    return board[:at] + letter + board[at + 1 :]


class SetupChess(Event[State]):
    """Put a piece on an empty slot."""

    piece: Annotated[Kind, Choice(Kind, called="CHESS", label="c")]
    at: Slot

    def guards(self, s: State) -> Guards:
        yield s.status == SETUP or "Game already started"
        yield is_on(self.at) or f"{shown(self.at)} not a valid slot"
        yield s.board[place(self.at)] == "." or f"Slot @ {shown(self.at)} already occupied"

    def apply(self, s: State) -> State:
        return State(put(s.board, place(self.at), str(self.piece)), s.status)


class StartGame(Event[State]):
    """Begin to play."""

    def guards(self, s: State) -> Guards:
        yield s.status == SETUP or "Game already started"

    def apply(self, s: State) -> State:
        return judged(s.board)


class ResetGame(Reset[State]):
    """Begin anew."""

    def guards(self, s: State) -> Guards:
        yield s.status != SETUP or "Game not yet started"

    def apply(self, s: State) -> State:
        return State()


class MoveAndCapture(Event[State]):
    """Capture a piece."""

    source: Annotated[Square, square(4, 4, "r1", "c1")]
    target: Annotated[Square, square(4, 4, "r2", "c2")]

    def guards(self, s: State) -> Guards:
        a, b = self.source, self.target
        yield s.status != SETUP or "Game not yet started"
        yield s.status == PLAY or "Game already over"
        yield is_on(a) or f"{shown(a)} not a valid slot"
        yield is_on(b) or f"{shown(b)} not a valid slot"
        yield s.board[place(a)] != "." or f"Slot @ {shown(a)} not occupied"
        yield s.board[place(b)] != "." or f"Slot @ {shown(b)} not occupied"
        way = f"{shown(a)} to {shown(b)}"
        yield goes(s.board[place(a)], a, b) or f"Invalid move from {way}"
        blocked = f"Block exists between {shown(a)} and {shown(b)}"
        yield is_free(s.board, a, b) or blocked

    def apply(self, s: State) -> State:
        a, b = place(self.source), place(self.target)
        return judged(put(put(s.board, b, s.board[a]), a, "."))


class Moves(Query[State]):
    """Show where a piece could go."""

    at: Slot

    def guards(self, s: State) -> Guards:
        yield s.status != SETUP or "Game not yet started"
        yield s.status == PLAY or "Game already over"
        yield is_on(self.at) or f"{shown(self.at)} not a valid slot"
        yield s.board[place(self.at)] != "." or f"Slot @ {shown(self.at)} not occupied"

    def answer(self, s: State) -> str:
        letter = s.board[place(self.at)]
        board = put("." * 16, place(self.at), letter)
        for b in slots():
            if goes(letter, self.at, b):
                board = put(board, place(b), "+")
        return drawing(s, s.status, board)


def slots() -> list[Square]:
    return [Square(row, column) for row in range(1, 5) for column in range(1, 5)]


def goes(letter: str, a: Square, b: Square) -> bool:
    down, right = b[0] - a[0], b[1] - a[1]
    far = max(abs(down), abs(right))
    if far == 0:
        return False
    if letter == "N":
        return {abs(down), abs(right)} == {1, 2}
    if letter == "P":
        return down == -1 and abs(right) == 1
    if letter == "K":
        return far == 1
    is_straight, is_diagonal = 0 in (down, right), abs(down) == abs(right)
    if letter == "R":
        return is_straight
    return is_diagonal if letter == "B" else is_straight or is_diagonal


def between(letter: str, a: Square, b: Square) -> Iterator[Square]:
    down, right = b[0] - a[0], b[1] - a[1]
    if letter == "N":
        for i in range(1, abs(down) + 1):
            yield Square(a[0] + i * sign(down), a[1])
        if abs(right) == 2:
            yield Square(b[0], a[1] + sign(right))
    else:
        for i in range(1, max(abs(down), abs(right))):
            yield Square(a[0] + i * sign(down), a[1] + i * sign(right))


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


def is_free(board: str, a: Square, b: Square) -> bool:
    return all(board[place(slot)] == "." for slot in between(board[place(a)], a, b))


def judged(board: str) -> State:
    there = [slot for slot in slots() if board[place(slot)] != "."]
    if len(there) == 1:
        return State(board, WON)
    for a in there:
        for b in there:
            if goes(board[place(a)], a, b) and is_free(board, a, b):
                return State(board, PLAY)
    return State(board, LOST)


def outcome(s: State) -> Outcome | None:
    if s.status == WON:
        return won(SOLO, "one piece is left")
    return lost("no piece can capture") if s.status == LOST else None


def drawing(s: State, status: str, board: str) -> str:
    rows = [board[i : i + 4] for i in range(0, 16, 4)]
    return "\n".join([f"# of chess pieces on board: {16 - s.board.count('.')}", status, *rows])


def text(s: State) -> str:
    return drawing(s, s.status, s.board)


game = Game(
    name="chess-solitaire",
    title="Chess Solitaire",
    summary="Capture with every move until one piece is left.",
    start=Start.fixed(State()),
    events=(SetupChess, StartGame, ResetGame, MoveAndCapture, Moves),
    outcome=outcome,
    over=None,
    text=text,
    document=Document(
        title="The same",
        refused=lambda s, reason: drawing(s, f"Error: {reason}", s.board),
    ),
)
