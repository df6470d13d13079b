"""Count down, with one mistake of every sort that checking finds."""

from dataclasses import dataclass
from typing import Annotated

from ludex.kernel import Event, Game, Guards, Outcome, Seat, Start, Whole, lost, won

STEPS = {1: (1, 2), 2: (1, 3)}


@dataclass(frozen=True)
class State:
    """What is left, and who takes."""

    left: int
    turn: Seat


class Take(Event[State]):
    """Take `count` of what is left."""

    count: Annotated[int, Whole(1, 3)]

    def guards(self, s: State) -> Guards:
        yield s.left < 9 or "nobody ever sees this"
        yield self.count in STEPS[s.turn + 1] or f"{self.count} is not your step"
        yield self.count <= s.left or "there are not so many"

    def apply(self, s: State) -> State:
        return State(s.left - self.count, Seat(1 - s.turn))


class Halve(Event[State]):
    """Halve what is left."""

    def guards(self, s: State) -> Guards:
        yield s.left % 4 == 0 or "only fours are halved"
        yield 8 // (s.left - 4) < 9 or "too many"

    def apply(self, s: State) -> State:
        return State(s.left // 2, s.turn)


class Swap(Event[State]):
    """Let the other one take."""

    aside = True

    def guards(self, s: State) -> Guards:
        yield s.left == 5 or "only at five"

    def apply(self, s: State) -> State:
        return State(s.left, Seat(1 - s.turn))


def outcome(s: State) -> Outcome | None:
    """Who takes the last one wins; nobody wins at one."""
    if s.left == 1:
        return lost("one is left over")
    return won(Seat(1 - s.turn), "the last one is taken") if s.left <= 0 else None


game: Game[State] = Game(
    name="countdown",
    title="Countdown",
    summary="Take what is left.",
    players=(2, 2),
    start=Start.fixed(State(8, Seat(0))),
    events=(Take, Halve, Swap),
    turn=lambda s: s.turn,
    outcome=outcome,
    text=lambda s: f"{s.left} left",
    always={"never six with the first": lambda s: s != State(6, Seat(0))},
    sometimes={"three are left": lambda s: s.left == 3, "nine": lambda s: s.left == 9},
)
