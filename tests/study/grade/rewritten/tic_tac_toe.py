"""Tic-tac-toe once more, in another way: two sets of cells, and the sums of a magic square."""

from itertools import combinations
from typing import Annotated, NamedTuple

from ludex.kernel import Event, Game, Guards, Outcome, Seat, Start, Whole, drawn, won

MAGIC = (2, 7, 6, 9, 5, 1, 4, 3, 8)


class State(NamedTuple):
    crosses: frozenset[int] = frozenset()
    noughts: frozenset[int] = frozenset()

    @property
    def taken(self) -> frozenset[int]:
        return self.crosses | self.noughts


class Mark(Event[State]):
    """Put your mark on an empty cell."""

    cell: Annotated[int, Whole(1, 9)]

    def guards(self, s: State) -> Guards:
        yield self.cell in range(1, 10) or f"there is no cell {self.cell}"
        yield self.cell not in s.taken or f"cell {self.cell} is taken"

    def apply(self, s: State) -> State:
        if turn(s) == 0:
            return State(s.crosses | {self.cell}, s.noughts)
        return State(s.crosses, s.noughts | {self.cell})


def turn(s: State) -> Seat:
    return Seat(len(s.taken) % 2)


def lines(cells: frozenset[int]) -> list[tuple[int, ...]]:
    return [
        three
        for three in combinations(sorted(cells), 3)
        if sum(MAGIC[cell - 1] for cell in three) == 15
    ]


def outcome(s: State) -> Outcome | None:
    for seat, cells in ((0, s.crosses), (1, s.noughts)):
        for three in lines(cells):
            return won(Seat(seat), f"three in a line: {', '.join(map(str, three))}")
    return drawn(2, "the board is full") if len(s.taken) == 9 else None


def text(s: State) -> str:
    def sign(cell: int) -> str:
        if cell in s.crosses:
            return "X"
        return "O" if cell in s.noughts else "."

    return "\n".join("".join(sign(3 * row + i) for i in (1, 2, 3)) for row in range(3))


game = Game(
    name="tic-tac-toe",
    title="Tic-tac-toe",
    summary="Three in a line win.",
    start=Start.fixed(State()),
    players=(2, 2),
    events=(Mark,),
    turn=turn,
    outcome=outcome,
    text=text,
)
