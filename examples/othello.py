"""Othello on a board of six by six: enclose your opponent's discs and turn them over.

The player with more discs wins when nobody can place one. The board has the whole size, or four
squares a side, too.
"""

from dataclasses import dataclass
from typing import Annotated

from ludex.kernel import Event, Game, Guards, Outcome, Seat, Start, Whole, drawn, won
from ludex.parts.grid import Square, square
from ludex.parts.places import put
from ludex.table import Looks, Shown, board, disc

LARGEST = 8
DIRECTIONS = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))


def rays(size: int, at: int) -> tuple[tuple[int, ...], ...]:
    """The squares that follow on a square, in each direction."""
    found = []
    for down, right in DIRECTIONS:
        row, col, ray = at // size + down, at % size + right, []
        while 0 <= row < size and 0 <= col < size:
            ray.append(row * size + col)
            row, col = row + down, col + right
        found.append(tuple(ray))
    return tuple(found)


RAYS = {size: tuple(rays(size, at) for at in range(size * size)) for size in (4, 6, 8)}


@dataclass(frozen=True, slots=True)
class Rules:
    half: Annotated[int, Whole(2, LARGEST // 2), "How many squares is half a side?"] = 3


@dataclass(frozen=True, slots=True)
class State:
    size: int
    cells: tuple[Seat | None, ...]  # in reading order; black is the first player
    turn: Seat = Seat(0)


class Place(Event[State]):
    """Place a disc of yours on the empty square `at`, so that discs of your opponent's lie in a
    straight line between it and another disc of yours; all these are turned over."""

    at: Annotated[Square, square(LARGEST, LARGEST)]

    def guards(self, s: State) -> Guards:
        there = 1 <= self.at.row <= s.size and 1 <= self.at.col <= s.size
        yield there or f"{self.at} is not on the board"
        i = (self.at.row - 1) * s.size + self.at.col - 1
        yield s.cells[i] is None or f"a disc is on {self.at}"
        yield turns(s, i) or "the disc would turn over no other"

    def apply(self, s: State) -> State:
        at = (self.at.row - 1) * s.size + self.at.col - 1
        cells = put(s.cells, at, s.turn)
        for ray in RAYS[s.size][at]:
            for i in ray[: enclosed(s, ray)]:
                cells = put(cells, i, s.turn)
        return State(s.size, cells, Seat(1 - s.turn))


class Pass(Event[State]):
    """Place nothing, if no disc of yours would turn over another."""

    def guards(self, s: State) -> Guards:
        yield not can_place(s) or "you can place a disc"

    def apply(self, s: State) -> State:
        return State(s.size, s.cells, Seat(1 - s.turn))


def enclosed(s: State, ray: tuple[int, ...]) -> int:
    """How many discs, from the first of these squares on, lie before one of the player's own?"""
    for count, i in enumerate(ray):
        if s.cells[i] != 1 - s.turn:
            return count if s.cells[i] == s.turn else 0
    return 0


def turns(s: State, at: int) -> bool:
    """Would a disc there turn over another?"""
    return any(enclosed(s, ray) > 0 for ray in RAYS[s.size][at])


def can_place(s: State) -> bool:
    return any(s.cells[i] is None and turns(s, i) for i in range(s.size * s.size))


def outcome(s: State) -> Outcome | None:
    if can_place(s) or can_place(State(s.size, s.cells, Seat(1 - s.turn))):
        return None
    scores = s.cells.count(Seat(0)), s.cells.count(Seat(1))
    if scores[0] == scores[1]:
        return drawn(2, "equally many discs", scores)
    return won(Seat(int(scores[0] < scores[1])), "more discs", scores)


def begin(rules: Rules) -> State:
    n = 2 * rules.half
    centre = {(rules.half, rules.half): 1, (rules.half + 1, rules.half + 1): 1}
    centre |= {(rules.half, rules.half + 1): 0, (rules.half + 1, rules.half): 0}
    cells = (centre.get((row, col)) for row in range(1, n + 1) for col in range(1, n + 1))
    return State(n, tuple(None if c is None else Seat(c) for c in cells))


def text(s: State) -> str:
    rows = (s.cells[i : i + s.size] for i in range(0, len(s.cells), s.size))
    return "\n".join("".join("." if c is None else "XO"[c] for c in row) for row in rows)


LOOKS: dict[int, Looks[State]] = {
    n: board(
        n, n, lambda s: ["" if c is None else f"disc:{('black', 'white')[c]}" for c in s.cells]
    )
    for n in (4, 6, 8)
}
DRAWINGS = {
    "disc:black": disc("#23211e", "#000000", "X"),
    "disc:white": disc("#f7f4ec", "#8b8578", "O"),
}
EMBLEM = tuple(Shown(f"disc:{('black', 'white')[(x + y) % 2]}", x - 1, y + 0.5) for x in (0, 1) for y in (0, 1))  # fmt: skip

game = Game(
    name="othello", title="Othello", summary="Turn over discs that you enclose; more discs win.",
    start=Start(begin, {"6×6": Rules(), "4×4": Rules(half=2), "8×8": Rules(half=4)}),
    players=(2, 2), events=(Place, Pass), turn=lambda s: s.turn, outcome=outcome, text=text,
    looks=Looks(
        drawings=DRAWINGS, emblem=EMBLEM,
        zones=lambda s, seat: LOOKS[s.size].zones(s, seat),
        gesture=lambda s, event: LOOKS[s.size].gesture(s, event),
    ),
    steps={"a disc is added, or nobody has moved": lambda s, event, t: s.cells.count(None) - t.cells.count(None) == isinstance(event, Place)},
)  # fmt: skip
