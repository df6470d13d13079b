"""Games in which everybody sees everything: each position has its value."""

from array import array
from collections.abc import Iterator
from fractions import Fraction
from typing import Final, TypeVar

from ludex.bots.observation import View
from ludex.check.explore.fingerprint import Writer
from ludex.kernel import CHANCE, Game, Seat, say
from ludex.solve.small.expected import best_choice, expected
from ludex.solve.small.payoffs import Measure, Payoffs, constant_sum, exact, number
from ludex.solve.small.positions import ENDED, Positions
from ludex.solve.small.retrograde import UNKNOWN, Arena, judged
from ludex.solve.small.solution import Advised, Row, Solved, Unsolved

S = TypeVar("S")

LONGEST: Final = 60
"""So many events of a line of best play are shown."""


class Judged(Solved[S]):
    """The value of every position, and what to do there."""

    def __init__(
        self,
        game: Game[S],
        positions: Positions[S],
        values: list[Payoffs],
        chosen: "array[int]",
        *,
        measure: Measure,
        distances: "array[int] | None" = None,
        endless: Fraction | None = None,
    ) -> None:
        super().__init__(
            game,
            positions.graph.start,
            values=values[0],
            measure=measure,
            looked_at=len(positions),
        )
        self.kind = "chance" if positions.is_chancy else "open"
        self.positions, self.every, self.chosen = positions, values, chosen
        self.distances, self.endless = distances, endless
        self._writer = Writer()

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.values)

    def number_of(self, s: S) -> int | None:
        """The number of a position, if it can be reached from the start."""
        return self.positions.graph.seen.find(self._writer.digest(s))

    def advised(self, view: View[S]) -> Advised[S] | None:
        """The best event."""
        n = self.number_of(view.shown)
        if n is None or self.positions.movers[n] != view.seat:
            return None
        event = self.positions.event(n, self.chosen[n])
        return Advised(((event, 1.0),), self.why(n, view.seat))

    def why(self, n: int, seat: Seat) -> str:
        """What best play in a position comes to, for whoever moves there."""
        value, left = self.every[n][seat], self.distance(n)
        if self.distances is None or self.measure is Measure.SCORES:
            words = "With best play it is worth {value} on average."
            return say("solved_worth", words, value=number(value))
        if value == 1:
            words = "It wins in {moves} moves, whatever the others do."
            if left == 1:
                words = "It wins at once."
        elif value == 0:
            words = "This is lost; so it takes longest, {moves} moves."
            if self.seats == 1:
                words = "This position cannot be won."
        else:
            words = "It keeps the draw: nobody can force a win."
        return say("solved_move", words, moves=left or 0)

    def worth(self, seat: Seat, value: Fraction | float) -> str:
        """What a value means to a seat; without draws a part of the win is a probability."""
        ends = self.positions.payoffs.values()
        drawn = any(0 < part < 1 for payoff in ends for part in payoff)
        if self.measure is Measure.SCORES:
            return f"player {seat + 1} gets {number(value)} on average"
        if drawn:
            words = "player {} has {} of the win on average, a draw being half"
        else:
            words = "player {} wins with probability {}"
        return words.format(seat + 1, number(value))

    def distance(self, n: int) -> int | None:
        """In how many events the end comes, where somebody can force it."""
        if self.distances is None or self.distances[n] == UNKNOWN:
            return None
        if self.every[n][0] == self.endless and self.positions.movers[n] != ENDED:
            return None
        return self.distances[n]

    # -- the table --------------------------------------------------------------------------

    def rows(self) -> Iterator[Row]:
        """A line for each position in which somebody moves, the nearest first."""
        positions = self.positions
        for n, s in positions.graph.states():
            mover = positions.movers[n]
            if mover < 0:
                continue
            value = self.every[n][mover]
            good = (
                (str(positions.event(n, i)), 1.0 if i == self.chosen[n] else 0.0)
                for i, t in enumerate(positions.after(n))
                if self.every[t][mover] == value
            )
            events = tuple(sorted(good, key=lambda pair: -pair[1]))
            yield Row(mover + 1, self.position(s), events, value, self.distance(n))

    def line(self) -> tuple[list[str], str]:
        """Best play from the start, up to chance, a position that recurs, or the end."""
        positions, n, events = self.positions, 0, list[str]()
        seen = {n}
        while True:
            mover = positions.movers[n]
            if mover == ENDED:
                outcome = positions.graph.outcome(n)
                return events, str(outcome.text) if outcome else "nothing can be done"
            if mover == CHANCE:
                return events, "then chance decides"
            if len(events) == LONGEST:
                return events, "and so on"
            events.append(str(positions.event(n, self.chosen[n])))
            n = positions.after(n)[self.chosen[n]]
            if n in seen:
                return events, "and so for ever"
            seen.add(n)

    # -- what was found ---------------------------------------------------------------------

    def told(self) -> Iterator[tuple[str, str]]:
        """The value, and a line of best play."""
        yield "value", self.verdict()
        if self.measure is Measure.SCORES or self.distances is None:
            for seat, value in enumerate(self.values):
                if isinstance(value, Fraction) and len(str(value)) > len(number(value)):
                    yield "", f"exactly, for player {seat + 1}: {_shortened(value)}"
        if self.seats > 2:
            yield "", MAX_N
        if self.kind == "open":
            events, end = self.line()
            yield "play", f"{' '.join(events)} ({end})"
        ends: dict[Payoffs, int] = {}
        for n, mover in enumerate(self.positions.movers):
            if mover not in (ENDED, CHANCE):
                ends[self.every[n]] = ends.get(self.every[n], 0) + 1
        if self.distances is not None and len(ends) <= 7:
            counts = (
                f"{count:,} worth {' : '.join(map(number, value))}"
                for value, count in sorted(ends.items(), reverse=True)
            )
            yield "positions", f"{'; '.join(counts)} (decisions, by their value)"

    def verdict(self) -> str:
        """The value of the game, in words."""
        values, left = self.values, self.distance(0)
        if self.distances is None:
            return "; ".join(
                self.worth(Seat(i), value) for i, value in enumerate(values)
            )
        moves = f"in {left} event{'s' * (left != 1)}"
        if self.measure is Measure.SCORES:
            forced = f", {moves} at most" if left is not None else ""
            return f"{' : '.join(map(number, values))} with best play{forced}"
        if self.seats == 1:
            return f"can be won {moves}" if values[0] else "cannot be won"
        for seat, value in enumerate(values):
            if value == 1:
                return f"player {seat + 1} wins {moves}, whatever the other does"
        return "a draw: neither player can force a win"

    def facts(self) -> dict[str, object]:
        """The values, and a line of best play."""
        facts: dict[str, object] = {"distance": self.distance(0)}
        if self.kind == "open":
            facts["line"] = self.line()[0]
        return facts


MAX_N: Final = (
    "max^n: each player takes what is best for them, and the first of equals; with other "
    "choices among equals the others' values can differ"
)


def _shortened(value: Fraction) -> str:
    text = str(value)
    if len(text) <= 100:
        return text
    digits = len(str(value.denominator))
    return f"a fraction with a denominator of {digits:,} digits (--json has it)"


def judge(
    game: Game[S], positions: Positions[S], seats: int, measure: Measure
) -> Judged[S] | Unsolved:
    """The value of every position."""
    total = constant_sum(positions.payoffs.values()) if seats > 1 else None
    if not positions.payoffs and seats > 1:  # it never ends: all share
        total = Fraction(int(measure is Measure.WINS))
    if positions.is_chancy or seats > 2 or (seats == 2 and total is None):
        found = expected(positions, seats, total)
        if isinstance(found, Unsolved):
            return found
        values, chosen = found
        return Judged(game, positions, values, chosen, measure=measure)
    size = len(positions)
    after = [positions.after(n) for n in range(size)]
    maximises = [positions.movers[n] == 0 for n in range(size)]
    endless = Fraction(0) if total is None else total / 2
    given = {n: payoff[0] for n, payoff in positions.payoffs.items()}
    firsts, distances = judged(Arena(after, maximises, given, endless))
    chosen = array("I", bytes(4 * size))
    for n, following in enumerate(after):
        if following:
            chosen[n] = best_choice(
                following,
                firsts,
                distances,
                value=firsts[n],
                hurries=maximises[n] is (firsts[n] > endless),
            )
    pairs: dict[Fraction, Payoffs] = {}
    for value in firsts:
        if value not in pairs:
            pairs[value] = (value,) if total is None else (value, total - value)
    return Judged(
        game,
        positions,
        [pairs[value] for value in firsts],
        chosen,
        measure=measure,
        distances=distances,
        endless=endless,
    )


def as_machine(solved: Solved[S]) -> dict[str, object]:
    """What every solution says, for machines."""
    return {
        "kind": solved.kind,
        "measure": solved.measure.value,
        "values": [exact(value) for value in solved.values],
        "positions": solved.looked_at,
        **solved.facts(),
    }
