"""Nim: take any number of stones from one of three heaps; the player who takes the last stone wins.

In the misère game, that player loses.
"""

from dataclasses import dataclass, replace
from typing import Annotated, Literal

from ludex.kernel import Event, Game, Guards, Outcome, Seat, Start, Whole, won
from ludex.parts.grid import Square
from ludex.parts.places import put
from ludex.table import Gesture, Looks, Shown, board, disc, touch

MOST = 9


@dataclass(frozen=True, slots=True)
class Rules:
    first: Annotated[int, Whole(0, MOST), "How many stones are in the first heap?"] = 3
    second: Annotated[int, Whole(0, MOST), "How many stones are in the second heap?"] = 4
    third: Annotated[int, Whole(0, MOST), "How many stones are in the third heap?"] = 5
    last: Annotated[Literal["wins", "loses"], "What of the player who takes the last stone?"] = (
        "wins"
    )


@dataclass(frozen=True, slots=True)
class State:
    heaps: tuple[int, ...]
    last: Literal["wins", "loses"]
    turn: Seat = Seat(0)


class Take(Event[State]):
    """Take `count` stones from the `heap`: one or more, up to all of it."""

    heap: Annotated[int, Whole(1, 3)]
    count: Annotated[int, Whole(1, MOST)]

    def guards(self, s: State) -> Guards:
        yield 1 <= self.heap <= 3 or f"there is no heap {self.heap}"
        yield self.count >= 1 or "take at least one stone"
        left = s.heaps[self.heap - 1]
        yield self.count <= left or f"heap {self.heap} has {left} stones"

    def apply(self, s: State) -> State:
        left = s.heaps[self.heap - 1] - self.count
        return State(put(s.heaps, self.heap - 1, left), s.last, Seat(1 - s.turn))


def outcome(s: State) -> Outcome | None:
    if any(s.heaps):
        return None
    taker = Seat(1 - s.turn)
    if s.last == "wins":
        return won(taker, "took the last stone")
    return won(s.turn, "the other player took the last stone")


def gesture(s: State, event: Event[State]) -> Gesture:
    """Choose a stone: it is taken with all that lie to the right of it."""
    assert isinstance(event, Take)
    first = s.heaps[event.heap - 1] - event.count + 1
    return touch(event, event.spoken(), Square(event.heap, first))


LOOKS: Looks[State] = board(
    3, MOST, lambda s: ["stone" if i < heap else "" for heap in s.heaps for i in range(MOST)]
)
STONE = disc("#8d8a83", "#4a4843", "●")

game = Game(
    name="nim", title="Nim", summary="Take stones from one of three heaps; the last stone decides.",
    start=Start(
        lambda r: State((r.first, r.second, r.third), r.last),
        {"standard": Rules(), "misère": Rules(last="loses")},
    ),
    players=(2, 2), events=(Take,), turn=lambda s: s.turn, outcome=outcome,
    text=lambda s: "\n".join(f"{i}: {'o' * heap}" for i, heap in enumerate(s.heaps, 1)),
    looks=replace(
        LOOKS, gesture=gesture, drawings={"stone": STONE},
        emblem=tuple(Shown("stone", x - y / 2, 2 - y) for y in range(3) for x in range(y - 1, 2)),
    ),
    steps={"one heap shrinks": lambda s, _, t: sum(a > b for a, b in zip(s.heaps, t.heaps, strict=True)) == 1},
)  # fmt: skip
