"""Connect Four on a board of any size: drop a disc; four in a row, in any direction, win."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from ludex.kernel import (  # isort: skip
    Event, Game, Guards, Outcome, Seat, Speed, Start, Whole, drawn, say, won,
)  # fmt: skip
from ludex.table import Drawing, Gesture, Looks, Piece, Shown, TablePlace, Zone

WINS = 4
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


@dataclass(frozen=True, slots=True)
class Rules:
    columns: Annotated[int, Whole(1, 9), "How many columns?"] = 7
    rows: Annotated[int, Whole(1, 9), "How many rows?"] = 6


@dataclass(frozen=True, slots=True)
class State:
    board: tuple[tuple[Seat, ...], ...]  # by column, from the bottom up
    rows: int
    turn: Seat = Seat(0)


class Drop(Event[State]):
    """Drop a disc of yours into `column`; columns count from 1, on the left."""

    column: Annotated[int, Whole(1, 9)]

    def guards(self, s: State) -> Guards:
        there = 1 <= self.column <= len(s.board)
        yield there or say("no_column", "there is no column {column}", column=self.column)
        height = len(s.board[self.column - 1])
        yield height < s.rows or say("full", "column {column} is full", column=self.column)

    def apply(self, s: State) -> State:
        at = self.column - 1
        board = (*s.board[:at], (*s.board[at], s.turn), *s.board[at + 1 :])
        return State(board, s.rows, Seat(1 - s.turn))


def run(s: State, at: int, dx: int, dy: int) -> int:
    """How many discs of the last player follow on the top of a column, this way."""
    x, y, long = at + dx, len(s.board[at]) - 1 + dy, 0
    while 0 <= x < len(s.board) and 0 <= y < len(s.board[x]) and s.board[x][y] != s.turn:
        x, y, long = x + dx, y + dy, long + 1
    return long


def outcome(s: State) -> Outcome | None:
    for at, column in enumerate(s.board):
        if column and column[-1] != s.turn:  # the last disc is on the top of a column
            for dx, dy in DIRECTIONS:
                if run(s, at, dx, dy) + run(s, at, -dx, -dy) + 1 >= WINS:
                    return won(Seat(1 - s.turn), "four in a row")
    full = all(len(column) == s.rows for column in s.board)
    return drawn(2, "the board is full") if full else None


def candidates(s: State) -> Iterator[Drop]:
    return (Drop(column) for column in range(1, len(s.board) + 1))


def text(s: State) -> str:
    return "\n".join(
        "".join("XO"[c[y]] if y < len(c) else "." for c in s.board) for y in reversed(range(s.rows))
    )


SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20">{}</svg>'
DISC = SVG.format(
    '<circle cx="10" cy="10" r="7" fill="{0}" stroke="{1}"/>'
    '<circle cx="10" cy="10" r="4.5" fill="none" stroke="{1}"/>'
)
HOLE = SVG.format(
    '<path fill="#1f5fbf" fill-rule="evenodd" d="M0 0H20V20H0ZM10 2A8 8 0 1 0 10 18A8 8 0 1 0 10 2Z"/>'
)
DRAWINGS = {
    "disc:X": Drawing(svg=DISC.format("#d93025", "#8c1d15"), sign="X"),
    "disc:O": Drawing(svg=DISC.format("#fbc02d", "#a87900"), sign="O"),
    "square:hole": Drawing(svg=HOLE),
}
EMBLEM = tuple(Shown(f"disc:{'XO'[(x + y) % 2]}", x - 2.5, y) for x in range(5) for y in range(3))


def zones(s: State, _: Seat) -> tuple[Zone, ...]:
    """The squares, named as on a chess board; the lowest row is the first."""
    return tuple(
        TablePlace(
            f"{x},{y}",
            say("square", "{file}{rank}", file="abcdefghi"[x], rank=y + 1),
            x,
            -y,
            look="square:hole",
        ).holding(
            tuple(
                Piece(f"{x}/{y}", f"disc:{'XO'[c]}", f"disc {'XO'[c]}") for c in column[y : y + 1]
            )
        )
        for x, column in enumerate(s.board)
        for y in range(s.rows)
    )


def gesture(s: State, event: Event[State]) -> Gesture:
    """A disc is dropped by choosing the square that it falls to."""
    assert isinstance(event, Drop)
    x = event.column - 1
    return Gesture(str(event), event.spoken(), f"{x},{len(s.board[x])}")


game = Game(
    name="connect-four", title="Connect Four", summary="Drop discs; four in a row win.",
    start=Start(
        lambda rules: State(((),) * rules.columns, rules.rows),
        {"standard": Rules(), "small": Rules(columns=4, rows=4)},
    ),
    players=(2, 2), events=(Drop,), turn=lambda s: s.turn, outcome=outcome, text=text,
    speed=Speed(candidates=candidates),
    looks=Looks(drawings=DRAWINGS, emblem=EMBLEM, zones=zones, gesture=gesture),
    always={"no column is too high": lambda s: all(len(c) <= s.rows for c in s.board)},
)  # fmt: skip
