"""Breakthrough: a piece moves one square forward, captures diagonally, and wins on the last row."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated, Literal, get_args

from ludex.kernel import Event, Game, Guards, Outcome, Seat, Speed, Start, Whole, won
from ludex.parts.grid import Square, square
from ludex.parts.places import put
from ludex.table import Gesture, Looks, Shown, board, disc, touch

LARGEST = 8
Way = Literal["left", "straight", "right"]
WAYS: tuple[Way, ...] = get_args(Way)


@dataclass(frozen=True, slots=True)
class Rules:
    size: Annotated[int, Whole(4, LARGEST), "How many rows and columns has the board?"] = LARGEST


@dataclass(frozen=True, slots=True)
class State:
    size: int
    cells: tuple[Seat | None, ...]  # in reading order; the first player begins at the bottom
    turn: Seat = Seat(0)


class Move(Event[State]):
    """Move your piece at `source` one row `forward`: straight or diagonally to an empty square, or
    diagonally to one with a piece of your opponent's, which is captured. Left is the first column."""

    source: Annotated[Square, square(LARGEST, LARGEST)]
    forward: Way

    def guards(self, s: State) -> Guards:
        there = 1 <= self.source.row <= s.size and 1 <= self.source.col <= s.size
        yield there or f"{self.source} is not on the board"
        yield at(s, self.source) == s.turn or f"no piece of yours is on {self.source}"
        to = target(s, self)
        yield 1 <= to.col <= s.size or f"{to} is not on the board"
        yield at(s, to) != s.turn or f"a piece of yours is on {to}"
        captures = at(s, to) is not None
        yield not captures or self.forward != "straight" or "a piece captures diagonally only"

    def apply(self, s: State) -> State:
        left = put(s.cells, place_of(s, self.source), None)
        moved = put(left, place_of(s, target(s, self)), s.turn)
        return State(s.size, moved, Seat(1 - s.turn))


def target(s: State, move: Move) -> Square:
    """Where does the piece go?"""
    right = WAYS.index(move.forward) - 1
    return move.source.beyond(-1 if s.turn == 0 else 1, right)


def place_of(s: State, place: Square) -> int:
    return max(0, (place.row - 1) * s.size + place.col - 1)  # no piece goes off the board


def at(s: State, place: Square) -> Seat | None:
    return s.cells[place_of(s, place)]


def outcome(s: State) -> Outcome | None:
    """Only the player who has just moved can have won."""
    last = Seat(1 - s.turn)
    row = s.cells[: s.size] if last == 0 else s.cells[s.size * (s.size - 1) :]
    if last in row:
        return won(last, "a piece is on the last row")
    if s.turn not in s.cells:
        return won(last, "all pieces are captured")
    return None


def candidates(s: State) -> Iterator[Move]:
    for i, piece in enumerate(s.cells):
        if piece == s.turn:
            for way in WAYS:
                yield Move(Square(i // s.size + 1, i % s.size + 1), way)


def gesture(s: State, event: Event[State]) -> Gesture:
    assert isinstance(event, Move)
    return touch(event, event.spoken(), event.source, target(s, event))


def begin(rules: Rules) -> State:
    n = rules.size
    return State(n, (Seat(1),) * 2 * n + (None,) * (n - 4) * n + (Seat(0),) * 2 * n)


def text(s: State) -> str:
    rows = (s.cells[i : i + s.size] for i in range(0, len(s.cells), s.size))
    return "\n".join("".join("." if c is None else "XO"[c] for c in row) for row in rows)


LOOKS: dict[int, Looks[State]] = {
    n: board(n, n, lambda s: ["" if c is None else f"man:{'XO'[c]}" for c in s.cells])
    for n in range(4, LARGEST + 1)
}
DRAWINGS = {"man:X": disc("#f4ead5", "#7a6a48", "X"), "man:O": disc("#33302c", "#000000", "O")}
EMBLEM = tuple(Shown(f"man:{'XO'[y == 0]}", x - 2, y) for y in (0, 2) for x in range(5))

game = Game(
    name="breakthrough", title="Breakthrough", summary="Be the first to reach the other side.",
    start=Start(begin, {"standard": Rules(), "small": Rules(size=5)}),
    players=(2, 2), events=(Move,), turn=lambda s: s.turn, outcome=outcome, text=text,
    speed=Speed(candidates=candidates),
    looks=Looks(
        drawings=DRAWINGS, emblem=EMBLEM,
        zones=lambda s, seat: LOOKS[s.size].zones(s, seat),
        gesture=gesture,
    ),
    sometimes={"a piece is captured": lambda s: s.cells.count(s.turn) < 2 * s.size},
    symmetries={"left and right change places": lambda s: replace(s, cells=tuple(
        s.cells[i - i % s.size + s.size - 1 - i % s.size] for i in range(len(s.cells))))},
)  # fmt: skip
