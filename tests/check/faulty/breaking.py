"""An effect that raises, and a text that does so later."""

from typing import NamedTuple

from ludex.kernel import Event, Game, Start, lost


class Pile(NamedTuple):
    stones: int


class Halve(Event[Pile]):
    """Take half of the stones."""

    def apply(self, s: Pile) -> Pile:
        return Pile(8 // (s.stones - 2))


class Show(Event[Pile]):
    """Lay one stone more."""

    def apply(self, s: Pile) -> Pile:
        return Pile(s.stones + 1)


game = Game(
    name="breaking",
    title="Breaking",
    summary="Take the stones.",
    start=Start.fixed(Pile(2)),
    events=(Halve, Show),
    outcome=lambda s: None if s.stones < 9 else lost("too many"),
    text=lambda s: "|" * s.stones if s.stones < 3 else str(1 // (3 - s.stones)),
)
