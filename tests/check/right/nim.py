"""Nim: two players take one or two stones of seven; the last stone wins. It is right."""

from dataclasses import dataclass
from typing import Annotated

from ludex.kernel import Event, Game, Guards, Outcome, Seat, Start, Whole, won


@dataclass(frozen=True, slots=True)
class State:
    stones: int = 7
    turn: Seat = Seat(0)  # noqa: RUF009  # a number


class Take(Event[State]):
    """Take `count` stones."""

    count: Annotated[int, Whole(1, 2)]

    def guards(self, s: State) -> Guards:
        yield self.count in (1, 2) or f"nobody takes {self.count}"
        yield self.count <= s.stones or f"only {s.stones} are left"

    def apply(self, s: State) -> State:
        return State(s.stones - self.count, Seat(1 - s.turn))


def outcome(s: State) -> Outcome | None:
    return won(Seat(1 - s.turn), "the last stone") if s.stones == 0 else None


game = Game(
    name="nim",
    title="Nim",
    summary="Take the last stone.",
    start=Start.fixed(State()),
    players=(2, 2),
    events=(Take,),
    turn=lambda s: s.turn,
    outcome=outcome,
    text=lambda s: "|" * s.stones or "none",
    always={"there are not fewer than none": lambda s: s.stones >= 0},
)
