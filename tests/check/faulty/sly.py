"""A state that says it is a value, with a hash of its own, and changes all the same."""

from ludex.kernel import Event, Game, Guards, Start, lost


class Pile:
    def __init__(self, stones: int) -> None:
        self.stones = stones

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pile) and self.stones == other.stones

    def __hash__(self) -> int:
        return hash(self.stones)


class Take(Event[Pile]):
    """Take a stone."""

    def guards(self, s: Pile) -> Guards:
        yield s.stones > 0 or "nothing is left"

    def apply(self, s: Pile) -> Pile:
        after = Pile(s.stones - 1)
        if s.stones == 3:
            s.stones = 7
        return after


game = Game(
    name="sly",
    title="Sly",
    summary="Take the stones.",
    start=Start.fixed(Pile(5)),
    events=(Take,),
    outcome=lambda s: None if s.stones else lost("all taken"),
    text=lambda s: f"{s.stones} stones",
)
