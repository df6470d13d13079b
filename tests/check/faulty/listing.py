"""A frozen state with a list in it, which its event changes."""

from dataclasses import dataclass

from ludex.kernel import Event, Game, Guards, Start, lost


@dataclass(frozen=True)
class Row:
    stones: list[int]


class Take(Event[Row]):
    """Take a stone."""

    def guards(self, s: Row) -> Guards:
        yield bool(s.stones) or "nothing is left"

    def apply(self, s: Row) -> Row:
        s.stones.pop()
        return Row(s.stones)


game = Game(
    name="listing",
    title="Listing",
    summary="Take the stones.",
    start=Start.fixed(Row([1, 2, 3])),
    events=(Take,),
    outcome=lambda s: None if s.stones else lost("all taken"),
    text=lambda s: f"{len(s.stones)} stones",
)
