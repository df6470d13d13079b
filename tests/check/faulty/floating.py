"""A bet of any fraction: `float` is no finite domain."""

from typing import NamedTuple

from ludex.kernel import Event, Game, Start


class State(NamedTuple):
    pot: int


class Bet(Event[State]):
    """Bet an `amount`."""

    amount: float

    def apply(self, s: State) -> State:
        return s


game = Game(
    name="floating",
    title="Floating",
    summary="Bet.",
    start=Start.fixed(State(0)),
    events=(Bet,),
    outcome=lambda _: None,
    text=str,
)
