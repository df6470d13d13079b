"""A rulebook that counts to twenty, for tests that break it, and a guard that never ends."""

from ludex.kernel import Event, Game, Guards, Start, lost


class Add(Event[int]):
    """Add one or two."""

    two: bool

    def guards(self, s: int) -> Guards:
        yield s < 20 or "that is enough"

    def apply(self, s: int) -> int:
        return s + 1 + self.two


class Forever(Event[int]):
    """Wait and see."""

    def guards(self, s: int) -> Guards:
        while s == 5:
            pass
        yield s > 100 or "no"

    def apply(self, s: int) -> int:
        return s


COUNTING: Game[int] = Game(
    name="counting",
    title="Counting",
    summary="Count.",
    start=Start.fixed(0),
    events=(Add,),
    outcome=lambda s: lost("enough") if s >= 20 else None,
    text=str,
)
