"""Games made of a drawn graph, and plain solvers: another design, to compare with."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Any, NamedTuple

from ludex.kernel import (
    CHANCE,
    Chance,
    Dice,
    Event,
    Game,
    Guards,
    Outcome,
    Seat,
    Start,
    Whole,
)


class At(NamedTuple):
    node: int = 0


class Drawn(NamedTuple):
    """A game as a drawing: who moves where, what follows, what ends are worth."""

    movers: Sequence[int]
    """A seat, -1 for chance; anything at an end."""

    after: Sequence[Sequence[int]]
    ends: Mapping[int, tuple[Seat, ...]]
    """Who wins there."""


def game_of(drawn: Drawn, seats: int) -> Game[At]:
    class Go(Event[At]):
        """Go to `node`."""

        node: Annotated[int, Whole(0, len(drawn.movers) - 1)]

        def guards(self, s: At) -> Guards:
            yield self.node in drawn.after[s.node] or "not from here"

        def apply(self, s: At) -> At:
            return At(self.node)

    class Drift(Chance[At]):
        """Drift to `node`; the number of a node is its weight, and one."""

        node: Annotated[int, Whole(0, len(drawn.movers) - 1)]

        def guards(self, s: At) -> Guards:
            yield self.node in drawn.after[s.node] or "not from here"

        def weight(self, s: At) -> int:
            return self.node + 1

        def apply(self, s: At) -> At:
            return At(self.node)

    def outcome(s: At) -> Outcome | None:
        winners = drawn.ends.get(s.node)
        return None if winners is None else Outcome(winners, "the end")

    return Game(
        name="drawn", title="Drawn", summary="Go.", players=(seats, seats),
        start=Start.fixed(At()), events=(Go, Drift), outcome=outcome, text=str,
        turn=lambda s: Seat(drawn.movers[s.node]) if drawn.movers[s.node] >= 0 else CHANCE,
    )  # fmt: skip


def random_drawing(seed: int, size: int, *, chance: bool, back: bool, seats: int = 2) -> Drawn:
    """A random graph; without `back` every move leads to a larger number."""
    dice = Dice(seed)
    movers: list[int] = []
    after: list[tuple[int, ...]] = []
    ends: dict[int, tuple[Seat, ...]] = {}
    results = [(), *((Seat(i),) for i in range(seats)), tuple(map(Seat, range(seats)))]
    for n in range(size):
        movers.append(dice.below(seats + chance) - chance)
        first = 0 if back else n + 1
        if n and (dice.below(4) == 0 or first >= size):
            ends[n] = dice.choice(results)
            after.append(())
        else:
            count = 1 + dice.below(3)
            after.append(tuple({first + dice.below(size - first) for _ in range(count)}))
    return Drawn(movers, after, ends)


def share(winners: tuple[Seat, ...], seats: int = 2) -> Fraction:
    """Of the first player: a win is 1, a draw (also what nobody wins) a part."""
    if not winners:
        return Fraction(int(seats > 1), seats)
    return Fraction(int(Seat(0) in winners), len(winners))


def forced_within(drawn: Drawn, least: Fraction, *, first: bool) -> set[int]:
    """Where a side can force an end worth at least (or at most) so much: by definition,
    step by step, until nothing is added."""

    def good(winners: tuple[Seat, ...]) -> bool:
        return share(winners) >= least if first else share(winners) <= least

    found = {n for n, winners in drawn.ends.items() if good(winners)}
    side = 0 if first else 1
    while True:
        more = {
            n
            for n, following in enumerate(drawn.after)
            if following
            and (any if drawn.movers[n] == side else all)(t in found for t in following)
        }
        if more <= found:
            return found
        found |= more


def swept(drawn: Drawn, seats: int, sweeps: int = 4_000) -> list[float]:
    """The first player's values by sweeping over all nodes again and again."""
    values = [float(share(drawn.ends.get(n, ()), seats)) for n in range(len(drawn.after))]
    if seats == 1:
        values = [v if n in drawn.ends else 0.0 for n, v in enumerate(values)]
    for _ in range(sweeps):
        before = [*values]
        for n, following in enumerate(drawn.after):
            if not following:
                continue
            if drawn.movers[n] < 0:
                total = sum(t + 1 for t in following)
                values[n] = sum((t + 1) * values[t] for t in following) / total
            else:
                best: Callable[..., float] = max if drawn.movers[n] == 0 else min
                values[n] = best(values[t] for t in following)
        if values == before:
            break
    return values


def negamax(game: Game[Any]) -> dict[Any, int]:
    """Every position of a game for two without circles: 1 if the first player wins, ..."""
    known: dict[Any, int] = {}

    def value(s: Any) -> int:
        if s not in known:
            outcome = game.outcome(s)
            if outcome is None:
                best: Callable[..., int] = max if game.turn(s) == 0 else min
                known[s] = best(value(game.after(s, e)) for e in game.moves(s))
            else:
                first, second = (Seat(i) in outcome.winners for i in (0, 1))
                known[s] = first - second
        return known[s]

    value(game.start())
    return known


class Solitaire:
    """How many ways win a solitaire, and how often random play does, by the rules alone."""

    def __init__(self, game: Game[Any]) -> None:
        self.game, self.known = game, dict[Any, tuple[int, float]]()

    def worth(self, s: Any) -> tuple[int, float]:
        if s not in self.known:
            outcome = self.game.outcome(s)
            won = float(outcome is not None and bool(outcome.winners))
            moves = self.game.moves(s) if outcome is None else []
            found = [self.worth(self.game.after(s, event)) for event in moves]
            ways, luck = sum(w for w, _ in found), sum(p for _, p in found)
            self.known[s] = ways + int(won), won + luck / max(1, len(found))
        return self.known[s]
