"""Pig: throw a die as often as you dare; a one loses what you have gathered this turn."""

from dataclasses import dataclass, replace
from typing import Annotated

from ludex.kernel import (  # isort: skip
    CHANCE, Chance, Event, Game, Guards, Outcome, Seat, Start, Whole, won,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Rules:
    goal: Annotated[int, Whole(1, 100), "How many points win?"] = 10
    sides: Annotated[int, Whole(2, 6), "How many sides has the die?"] = 6


@dataclass(frozen=True, slots=True)
class State:
    goal: int
    sides: int
    points: tuple[int, int] = (0, 0)
    gathered: int = 0
    turn: Seat = Seat(0)
    thrown: bool = False  # is the die in the air?


class Throw(Event[State]):
    """Throw the die once more."""

    def apply(self, s: State) -> State:
        return replace(s, thrown=True)


class Shows(Chance[State]):
    """The die shows `eyes`: they are gathered, but a one ends the turn with nothing."""

    eyes: Annotated[int, Whole(1, 6)]

    def guards(self, s: State) -> Guards:
        yield 1 <= self.eyes <= s.sides or f"the die has {s.sides} sides"

    def apply(self, s: State) -> State:
        if self.eyes == 1:
            return replace(s, thrown=False, gathered=0, turn=Seat(1 - s.turn))
        gathered = min(s.gathered + self.eyes, s.goal - s.points[s.turn])
        return replace(s, thrown=False, gathered=gathered)


class Hold(Event[State]):
    """Keep what you have gathered, and end your turn."""

    def guards(self, s: State) -> Guards:
        yield s.gathered > 0 or "throw the die first"

    def apply(self, s: State) -> State:
        first, second = s.points
        kept = (first, second + s.gathered) if s.turn else (first + s.gathered, second)
        return replace(s, points=kept, gathered=0, turn=Seat(1 - s.turn))


def outcome(s: State) -> Outcome | None:
    for seat in (Seat(0), Seat(1)):
        if s.points[seat] >= s.goal:
            return won(seat, f"{s.goal} points")
    return None


game = Game(
    name="pig", title="Pig", summary="Throw a die as often as you dare.", players=(2, 2),
    start=Start(lambda r: State(r.goal, r.sides), {"short": Rules(), "whole": Rules(100)}),
    events=(Throw, Shows, Hold), outcome=outcome,
    turn=lambda s: CHANCE if s.thrown else s.turn,
    text=lambda s: f"{s.points[0]} : {s.points[1]}, gathered {s.gathered}",
    always={"nobody has more than the goal": lambda s: max(s.points) <= s.goal},
)  # fmt: skip
