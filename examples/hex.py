"""Hex: two players fill a rhombus of hexagons; a chain between your two sides wins."""

from dataclasses import dataclass
from typing import Annotated

from ludex.kernel import Event, Game, Guards, Outcome, Seat, Start, Whole, say, won

SIZE = 5
CELLS = tuple((x, y) for y in range(SIZE) for x in range(SIZE))
STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
NEAR = tuple(
    tuple(CELLS.index((x + a, y + b)) for a, b in STEPS if (x + a, y + b) in CELLS)
    for x, y in CELLS
)
"""The neighbours of each cell."""

FIRST_SIDE = tuple(tuple(i for i, at in enumerate(CELLS) if at[1 - seat] == 0) for seat in (0, 1))
LAST_SIDE = tuple(
    tuple(i for i, at in enumerate(CELLS) if at[1 - seat] == SIZE - 1) for seat in (0, 1)
)
"""The first player joins the top and the bottom, the second the left and the right."""


@dataclass(frozen=True, slots=True)
class State:
    cells: tuple[Seat | None, ...] = (None,) * len(CELLS)
    turn: Seat = Seat(0)


class Place(Event[State]):
    """Put a stone of yours on an empty `cell`; cells count from 1, row by row."""

    cell: Annotated[int, Whole(1, len(CELLS))]

    def guards(self, s: State) -> Guards:
        there = 1 <= self.cell <= len(CELLS)
        yield there or say("no_cell", "there is no cell {cell}", cell=self.cell)
        yield s.cells[self.cell - 1] is None or say("taken", "cell {cell} is taken", cell=self.cell)

    def apply(self, s: State) -> State:
        at = self.cell - 1
        return State((*s.cells[:at], s.turn, *s.cells[at + 1 :]), Seat(1 - s.turn))


def is_joined(s: State, seat: Seat) -> bool:
    """Does a chain of this player's stones join the two sides?"""
    reached = {i for i in FIRST_SIDE[seat] if s.cells[i] == seat}
    count = 0
    while len(reached) > count:
        count = len(reached)
        reached = reached | {j for i in reached for j in NEAR[i] if s.cells[j] == seat}
    return any(i in reached for i in LAST_SIDE[seat])


def outcome(s: State) -> Outcome | None:
    last = Seat(1 - s.turn)
    return won(last, "a chain joins the two sides") if is_joined(s, last) else None


def text(s: State) -> str:
    rows = [s.cells[i : i + SIZE] for i in range(0, len(CELLS), SIZE)]
    return "\n".join(
        " " * y + " ".join("." if cell is None else "XO"[cell] for cell in row)
        for y, row in enumerate(rows)
    )


game = Game(
    name="hex", title="Hex", summary="A chain of stones between your two sides wins.",
    start=Start.fixed(State()), players=(2, 2), events=(Place,), turn=lambda s: s.turn,
    outcome=outcome, text=text,
    always={"not both are joined": lambda s: not (is_joined(s, Seat(0)) and is_joined(s, Seat(1)))},
)  # fmt: skip
