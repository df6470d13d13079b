"""A pile of stones, as a plain dataclass that its event changes: undo leads nowhere."""

from dataclasses import dataclass

from ludex.kernel import Event, Game, Guards, Start, lost


@dataclass
class Pile:
    stones: int


class Take(Event[Pile]):
    """Take a stone."""

    def guards(self, s: Pile) -> Guards:
        yield s.stones > 0 or "nothing is left"

    def apply(self, s: Pile) -> Pile:
        s.stones -= 1
        return s


game = Game(
    name="changing",
    title="Changing",
    summary="Take the stones.",
    start=Start.fixed(Pile(5)),
    events=(Take,),
    outcome=lambda s: None if s.stones else lost("all taken"),
    text=lambda s: f"{s.stones} stones",
)
