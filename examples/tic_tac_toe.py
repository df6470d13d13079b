"""Tic-tac-toe: two players mark the cells of a square; three in a line win."""

from typing import Annotated, NamedTuple

from ludex.kernel import Event, Game, Guards, Outcome, Seat, Start, Whole, drawn, won
from ludex.table import board

LINES = ("123", "456", "789", "147", "258", "369", "159", "357")
State = NamedTuple("State", [("cells", tuple[Seat | None, ...]), ("turn", Seat)])


class Mark(Event[State]):
    """Put your mark on the empty `cell`; cells count 1 to 9 in reading order."""

    cell: Annotated[int, Whole(1, 9)]

    def guards(self, s: State) -> Guards:
        yield 1 <= self.cell <= 9 or f"there is no cell {self.cell}"
        yield s.cells[self.cell - 1] is None or f"cell {self.cell} is taken"

    def apply(self, s: State) -> State:
        before, after = s.cells[: self.cell - 1], s.cells[self.cell :]
        return State((*before, s.turn, *after), Seat(1 - s.turn))


def outcome(s: State) -> Outcome | None:
    for line in LINES:
        if len(marks := {s.cells[int(i) - 1] for i in line}) == 1 and None not in marks:
            return won(Seat(1 - s.turn), f"three in a line: {', '.join(line)}")
    return None if None in s.cells else drawn(2, "the board is full")


def marks(s: State) -> list[str]:
    return ["" if c is None else ("mark:X", "mark:O")[c] for c in s.cells]


game = Game(
    name="tic-tac-toe", title="Tic-tac-toe", summary="Three in a line win.",
    start=Start.fixed(State((None,) * 9, Seat(0))), players=(2, 2), events=(Mark,),
    turn=lambda s: s.turn, outcome=outcome,
    text=lambda s: "{}{}{}\n{}{}{}\n{}{}{}".format(*("." if c is None else "XO"[c] for c in s.cells)),
    looks=board(3, 3, marks),
)  # fmt: skip
