"""Games in which everybody sees everything: each position has its value."""

from array import array
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from ludex.bots.observation import AnyView
from ludex.kernel import CHANCE, AnyGame, AnyState, Seat, say
from ludex.solve.small.expectimax import expected_values
from ludex.solve.small.payoffs import (
    Measure,
    Payoffs,
    constant_sum,
    share,
    write_number,
    write_values,
)
from ludex.solve.small.positions import ENDED, Positions
from ludex.solve.small.retrograde import UNKNOWN, Arena, analyse
from ludex.solve.small.solution import Decision, Recommendation, Solution

LONGEST = 60
"""The greatest number of events shown of a line of best play."""

MAX_N = (
    "max^n: each player chooses the best value, and the first of equal ones; other choices among "
    "equal values can change the values of the other players"
)


@dataclass(kw_only=True, eq=False)
class PositionValues(Solution):
    """The value of every position, and what to do there."""

    positions: Positions
    every: list[Payoffs]
    chosen: "array[int]"
    distances: "array[int] | None" = None
    """The number of events in which an end can be forced, where no chance is."""

    endless: Fraction | None = None

    @property
    def kind(self) -> str:
        return "chance" if self.positions.odds else "open"

    @property
    def seats(self) -> int:
        """Count the players."""
        return len(self.values)

    def number_of(self, s: AnyState) -> int | None:
        """Return the number of a position, if it can be reached from the start."""
        graph = self.positions.graph
        try:
            return graph.seen.find(graph.digest(s))
        except ValueError:  # no row of the engine on which it was explored holds this state
            return None

    def recommend(self, view: AnyView) -> Recommendation | None:
        """Return the best event."""
        n = self.number_of(view.shown)
        if n is None or self.positions.movers[n] != view.seat:
            return None
        event = self.positions.event(n, self.chosen[n])
        return Recommendation(((event, 1.0),), self._why(n, view.seat))

    def _why(self, n: int, seat: Seat) -> str:
        """Say what best play in a position comes to, for the player on turn."""
        value, left = self.every[n][seat], self.distance(n)
        if self.distances is None or self.measure is Measure.SCORES:
            words = "With best play it is worth {value} on average."
            return say("solved_worth", words, value=write_number(value))
        if value == 1:
            words = "It wins in {moves} moves against any play."
            if left == 1:
                words = "It wins at once."
        elif value == 0:
            words = "This position is lost; this move delays the end longest, by {moves} moves."
            if self.seats == 1:
                words = "This position cannot be won."
        else:
            words = "It keeps the draw: no player can force a win."
        return say("solved_move", words, moves=left or 0)

    def distance(self, n: int) -> int | None:
        """Return in how many events the end comes, where somebody can force it."""
        if self.distances is None or self.distances[n] == UNKNOWN:
            return None
        if self.every[n][0] == self.endless and self.positions.movers[n] != ENDED:
            return None
        return self.distances[n]

    def decisions(self) -> Iterator[Decision]:
        """List each position in which somebody moves, the nearest first."""
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
            yield Decision(mover + 1, self.position(s), events, value, self.distance(n))

    def line(self) -> tuple[list[str], str]:
        """Play best from the start, up to chance, a position that recurs, or the end."""
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
                return events, "and so on, without end"
            seen.add(n)

    def summary(self) -> Iterator[tuple[str, str]]:
        """State the value, and a line of best play."""
        yield "value", self.verdict()
        if self.measure is Measure.SCORES or self.distances is None:
            for seat, value in enumerate(self.values):
                text = str(value)
                if isinstance(value, float) or len(text) <= len(write_number(value)):
                    continue
                if len(text) > 100:
                    digits = len(str(value.denominator))
                    text = f"a fraction with a denominator of {digits:,} digits (--json has it)"
                yield "", f"exactly, for player {seat + 1}: {text}"
        if self.seats > 2:
            yield "", MAX_N
        if self.kind == "open":
            events, end = self.line()
            yield "play", f"{' '.join(events)} ({end})"
        movers = enumerate(self.positions.movers)
        counts = Counter(self.every[n] for n, mover in movers if mover >= 0)
        if self.distances is not None and len(counts) <= 7:
            listed = (
                f"{count:,} worth {write_values(value)}"
                for value, count in sorted(counts.items(), reverse=True)
            )
            yield "positions", f"{'; '.join(listed)} (decisions, by their value)"

    def verdict(self) -> str:
        """Say what the game is worth."""
        values, left = self.values, self.distance(0)
        if self.distances is None:
            return "; ".join(self._mean(seat) for seat in range(self.seats))
        moves = f"in {left} event{'s' * (left != 1)}"
        if self.measure is Measure.SCORES:
            forced = f", {moves} at most" if left is not None else ""
            return f"{write_values(values)} with best play{forced}"
        if self.seats == 1:
            return f"can be won {moves}" if values[0] else "cannot be won"
        for seat, value in enumerate(values):
            if value == 1:
                return f"player {seat + 1} wins {moves} against any play"
        return "a draw: neither player can force a win"

    def _mean(self, seat: int) -> str:
        """Say what a seat gets; without draws a part of the win is a probability."""
        ends = self.positions.payoffs.values()
        value = write_number(self.values[seat])
        if self.measure is Measure.SCORES:
            return f"player {seat + 1} gets {value} on average"
        if any(0 < part < 1 for payoff in ends for part in payoff):
            return f"player {seat + 1} has {value} of a win on average (a draw counts half)"
        return f"player {seat + 1} wins with probability {value}"

    def details(self) -> dict[str, object]:
        line = {"line": self.line()[0]} if self.kind == "open" else {}
        return {"distance": self.distance(0), **line}


def evaluate(game: AnyGame, positions: Positions, seats: int, measure: Measure) -> PositionValues:
    """Return the value of every position."""
    total = constant_sum(positions.payoffs.values()) if seats > 1 else None
    if not positions.payoffs and seats > 1:  # it never ends: all share
        total = Fraction(int(measure is Measure.WINS))
    distances = endless = None
    if positions.odds or seats > 2 or (seats == 2 and total is None):
        values, chosen = expected_values(positions, seats, total)
    else:
        after = [positions.after(n) for n in range(len(positions))]
        maximises = [mover == 0 for mover in positions.movers]
        endless = Fraction(0) if total is None else total / 2
        given = {n: payoff[0] for n, payoff in positions.payoffs.items()}
        firsts, distances, chosen = analyse(Arena(after, maximises, given, endless))
        shares = {value: share(value, total) for value in {*firsts}}
        values = [shares[value] for value in firsts]
    return PositionValues(
        game=game,
        start=positions.graph.start,
        values=values[0],
        measure=measure,
        looked_at=len(positions),
        positions=positions,
        every=values,
        chosen=chosen,
        distances=distances,
        endless=endless,
    )
