"""Nim with a guard that looks up what is not there, once the pile has come to three."""

from typing import Annotated, NamedTuple

from ludex.kernel import Event, Game, Guards, Start, Whole, lost

ALLOWED = {4: 1, 5: 2, 6: 2, 7: 3}


class Pile(NamedTuple):
    stones: int


class Take(Event[Pile]):
    """Take `count` stones."""

    count: Annotated[int, Whole(1, 3)]

    def guards(self, s: Pile) -> Guards:
        yield s.stones > 0 or "nothing is left"
        yield 1 <= self.count <= ALLOWED[s.stones] or "too many"

    def apply(self, s: Pile) -> Pile:
        return Pile(s.stones - self.count)


game = Game(
    name="raising",
    title="Raising",
    summary="Take the stones.",
    start=Start.fixed(Pile(7)),
    events=(Take,),
    outcome=lambda s: None if s.stones else lost("all taken"),
    text=lambda s: f"{s.stones} stones",
)
