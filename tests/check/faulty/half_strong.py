"""Heads or tails, where a guard is too strong for tails: games end, but only one way."""

from enum import Enum
from typing import NamedTuple

from ludex.kernel import Event, Game, Guards, Start, lost


class Side(Enum):
    HEADS = "heads"
    TAILS = "tails"


class State(NamedTuple):
    shown: Side | None


class Show(Event[State]):
    """Show a `side`."""

    side: Side

    def guards(self, s: State) -> Guards:
        yield s.shown is None or "a side is shown"
        yield self.side is Side.HEADS or "no tails"

    def apply(self, s: State) -> State:
        return State(self.side)


game = Game(
    name="half-strong",
    title="Half strong",
    summary="Show a side.",
    start=Start.fixed(State(None)),
    events=(Show,),
    outcome=lambda s: None if s.shown is None else lost(s.shown.value),
    text=str,
    sometimes={"tails": lambda s: s.shown is Side.TAILS},
)
