"""Peg solitaire on the English board: jump over pegs to remove them, and leave one in the centre."""

from dataclasses import dataclass
from typing import Annotated, Literal

from ludex.kernel import SOLO, Event, Game, Guards, Outcome, Start, lost, won
from ludex.parts.grid import Square, square
from ludex.table import (
    Drawing,
    Gesture,
    Looks,
    Shown,
    TablePlace,
    Zone,
    disc,
    square_key,
    standing,
    touch,
)

SIZE = 7
HOLES = tuple(
    Square(row, col)
    for row in range(1, SIZE + 1)
    for col in range(1, SIZE + 1)
    if 3 <= row <= 5 or 3 <= col <= 5
)
CENTRE = Square(4, 4)
Way = Literal["up", "down", "left", "right"]
STEPS: dict[str, tuple[int, int]] = {
    "up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1),
}  # fmt: skip


def number(at: Square) -> int:
    """The number of a hole; -1 where there is none."""
    return HOLES.index(at) if at in HOLES else -1


def beyond(hole: int, way: str, steps: int) -> int:
    """The number of the hole so many steps from another, or -1."""
    down, right = STEPS[way]
    return number(HOLES[hole].beyond(steps * down, steps * right))


JUMPS = tuple(
    (hole, over, to)
    for hole in range(len(HOLES))
    for way in STEPS
    if (over := beyond(hole, way, 1)) >= 0 and (to := beyond(hole, way, 2)) >= 0
)


@dataclass(frozen=True, slots=True)
class State:
    pegs: tuple[bool, ...] = tuple(hole != CENTRE for hole in HOLES)


class Jump(Event[State]):
    """Jump with the peg `at` its hole over a neighbour into the empty hole behind it; the peg that
    was jumped over is removed."""

    at: Annotated[Square, square(SIZE, SIZE)]
    way: Way

    def guards(self, s: State) -> Guards:
        yield number(self.at) >= 0 or f"there is no hole {self.at}"
        yield s.pegs[number(self.at)] or f"no peg is in {self.at}"
        to = beyond(number(self.at), self.way, 2)
        yield to >= 0 or "a peg stays on the board"
        yield s.pegs[beyond(number(self.at), self.way, 1)] or "there is no peg to jump over"
        yield not s.pegs[to] or "a peg is in the hole behind"

    def apply(self, s: State) -> State:
        source = number(self.at)
        over, to = beyond(source, self.way, 1), beyond(source, self.way, 2)
        return State(tuple(i == to or (i not in (source, over) and peg) for i, peg in enumerate(s.pegs)))  # fmt: skip


def outcome(s: State) -> Outcome | None:
    left = s.pegs.count(True)
    if left == 1 and s.pegs[number(CENTRE)]:
        return won(SOLO, "one peg is left, in the centre")
    if any(s.pegs[a] and s.pegs[over] and not s.pegs[b] for a, over, b in JUMPS):
        return None
    return lost(f"no jump is left, and {left} pegs")


def text(s: State) -> str:
    signs = {hole: "o" if peg else "." for hole, peg in zip(HOLES, s.pegs, strict=True)}
    rows = range(1, SIZE + 1)
    return "\n".join(
        "".join(signs.get(Square(row, col), " ") for col in rows).rstrip() for row in rows
    )


HOLE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><circle cx="10" cy="10" r="4" fill="#3b2412"/></svg>'


def zones(s: State, _: object) -> tuple[Zone, ...]:
    return tuple(
        standing(
            TablePlace(square_key(at), f"hole {at}", at.col, at.row, look="square:hole"),
            "peg" if peg else "",
        )
        for at, peg in zip(HOLES, s.pegs, strict=True)
    )


def gesture(_: State, event: Event[State]) -> Gesture:
    assert isinstance(event, Jump)
    down, right = STEPS[event.way]
    return touch(event, event.spoken(), event.at, event.at.beyond(2 * down, 2 * right))


game = Game(
    name="peg-solitaire", title="Peg solitaire", summary="Jump until one peg is left in the centre.",
    start=Start.fixed(State()), events=(Jump,), outcome=outcome, text=text,
    looks=Looks(
        drawings={"peg": disc("#3f6fb0", "#203f6b", "o"), "square:hole": Drawing(svg=HOLE)},
        emblem=tuple(Shown("peg", x - 1, y) for x in range(3) for y in range(3) if (x, y) != (1, 1)),
        zones=zones, gesture=gesture, progress=lambda s: 32 - s.pegs.count(True), progress_unit="pegs removed",
    ),
    steps={"a jump removes one peg": lambda s, _, t: s.pegs.count(True) == t.pegs.count(True) + 1},
)  # fmt: skip
