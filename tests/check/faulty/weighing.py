"""A state with a `float` in it: playable, but its position cannot be written."""

from typing import NamedTuple

from ludex.kernel import Event, Game, Start, lost


class State(NamedTuple):
    weight: float


class Add(Event[State]):
    """Add half a pound."""

    def apply(self, s: State) -> State:
        return State(s.weight + 0.5)


game = Game(
    name="weighing",
    title="Weighing",
    summary="Add weights.",
    start=Start.fixed(State(0.0)),
    events=(Add,),
    outcome=lambda s: lost("it is heavy") if s.weight > 2 else None,
    text=str,
)
