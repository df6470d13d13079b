"""Gomoku: two players place stones on a board of fifteen by fifteen; five in a line win."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Annotated

from ludex.kernel import Event, Game, Guards, Outcome, Seat, Speed, Start, Whole, drawn, won
from ludex.parts.grid import Square, square
from ludex.parts.places import put
from ludex.table import Looks, Shown, board, disc

LARGEST = 15
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


@dataclass(frozen=True, slots=True)
class Rules:
    rows: Annotated[int, Whole(3, LARGEST), "How many rows?"] = LARGEST
    columns: Annotated[int, Whole(3, LARGEST), "How many columns?"] = LARGEST
    line: Annotated[int, Whole(3, 6), "How many stones in a line win?"] = 5


@dataclass(frozen=True, slots=True)
class State:
    rules: Rules
    cells: tuple[Seat | None, ...]  # in reading order
    last: int = -1  # where the last stone was placed; -1 before the first
    turn: Seat = Seat(0)


class Place(Event[State]):
    """Place a stone of yours on the empty point `at`."""

    at: Annotated[Square, square(LARGEST, LARGEST)]

    def guards(self, s: State) -> Guards:
        there = 1 <= self.at.row <= s.rules.rows and 1 <= self.at.col <= s.rules.columns
        yield there or f"{self.at} is not on the board"
        yield s.cells[place_of(s, self.at)] is None or f"a stone is on {self.at}"

    def apply(self, s: State) -> State:
        at = place_of(s, self.at)
        return State(s.rules, put(s.cells, at, s.turn), at, Seat(1 - s.turn))


def place_of(s: State, place: Square) -> int:
    return (place.row - 1) * s.rules.columns + place.col - 1


def run(s: State, down: int, right: int) -> int:
    """How many stones of the last player follow on the last stone, this way?"""
    row, col = s.last // s.rules.columns + down, s.last % s.rules.columns + right
    long = 0
    while (
        0 <= row < s.rules.rows
        and 0 <= col < s.rules.columns
        and s.cells[row * s.rules.columns + col] == 1 - s.turn
    ):
        row, col, long = row + down, col + right, long + 1
    return long


def outcome(s: State) -> Outcome | None:
    if s.last < 0:
        return None
    for down, right in DIRECTIONS:
        if run(s, down, right) + run(s, -down, -right) + 1 >= s.rules.line:
            return won(Seat(1 - s.turn), f"{s.rules.line} in a line")
    return None if None in s.cells else drawn(2, "the board is full")


def candidates(s: State) -> Iterator[Place]:
    for i, stone in enumerate(s.cells):
        if stone is None:
            yield Place(Square(i // s.rules.columns + 1, i % s.rules.columns + 1))


def begin(rules: Rules) -> State:
    return State(rules, (None,) * (rules.rows * rules.columns))


def text(s: State) -> str:
    wide = s.rules.columns
    rows = (s.cells[i : i + wide] for i in range(0, len(s.cells), wide))
    return "\n".join("".join("." if c is None else "XO"[c] for c in row) for row in rows)


@cache
def table(rules: Rules) -> Looks[State]:
    stones = ("stone:black", "stone:white")
    return board(
        rules.rows, rules.columns, lambda s: ["" if c is None else stones[c] for c in s.cells]
    )


DRAWINGS = {
    "stone:black": disc("#23211e", "#000000", "X"),
    "stone:white": disc("#f7f4ec", "#8b8578", "O"),
}
EMBLEM = tuple(Shown(f"stone:{('black', 'white')[x == y]}", x - 2, y) for x in range(5) for y in range(3))  # fmt: skip

game = Game(
    name="gomoku", title="Gomoku", summary="Five stones in a line win.",
    start=Start(begin, {"standard": Rules(), "small": Rules(3, 4, 3)}),
    players=(2, 2), events=(Place,), turn=lambda s: s.turn, outcome=outcome, text=text,
    speed=Speed(candidates=candidates),
    looks=Looks(
        drawings=DRAWINGS, emblem=EMBLEM,
        zones=lambda s, seat: table(s.rules).zones(s, seat),
        gesture=lambda s, event: table(s.rules).gesture(s, event),
    ),
    always={"nobody is a stone ahead of the turn": lambda s: s.cells.count(Seat(0)) - s.cells.count(Seat(1)) == s.turn},
)  # fmt: skip
