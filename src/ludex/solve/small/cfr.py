"""CFR+ (Tammelin 2014) on the sequence form, and exact best responses.

In turn, each player looks at what every event would have been worth against the other's present
plan, adds what they missed to the *regret* for it (never below nought), and plays in proportion to
regret. The mean plan, later rounds counting more, comes as close to an equilibrium as one waits for;
how close is not hoped but computed: what the best response to each player's mean plan would win.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ludex.bots.cancellation import think_on
from ludex.solve.small.payoffs import Measure, payoffs
from ludex.solve.small.sequence_form import SequenceForm

Plan = list[float]
"""The weight of each sequence of a player: how likely they do all of it, if chance and the
others let them."""

Strategy = list[list[float]]
"""At each information set the probability of each event."""

LOOKS = 1.3
"""The best responses are computed after so many times as many rounds as before."""


class ValueBounds(NamedTuple):
    """The value of a pair of strategies, and bounds of the game's value."""

    value: float
    """The value for the first player when both are played."""

    low: float
    """The game is worth at least this to the first player..."""

    high: float
    """...and at most this: the best responses say so."""

    @property
    def nash_conv(self) -> float:
        """Return what both players could win by the best responses, together."""
        return max(0.0, self.high - self.low)

    @property
    def exploitability(self) -> float:
        """Return half of that, as OpenSpiel counts it: what a player could win, on average."""
        return self.nash_conv / 2


class Matrix:
    """The payoffs of the first player (the second has the rest), by both players' sequences."""

    def __init__(self, form: SequenceForm, measure: Measure) -> None:
        self.form = form
        self.rows: list[tuple[int, int, float]] = []
        for (first, *others), outcomes in form.ends.items():
            worth = sum(
                (odds * payoffs(outcome, form.seats, measure)[0])
                for outcome, odds in outcomes.items()
            )
            if worth:
                second = others[0] if others else 0
                self.rows.append((first, second, float(worth)))
        self.shapes = [
            [(one.parent, one.first, one.first + len(one.events)) for one in player.sets]
            for player in form.players
        ]
        """The information sets: the sequence that leads there, and those that go on."""

    def against(self, player: int, plan: Plan) -> list[float]:
        """Return what each sequence of `player` is worth at the ends, against a plan."""
        worths = [0.0] * self.form.players[player].sequences
        if player == 0:
            for i, j, worth in self.rows:
                worths[i] += worth * plan[j]
        else:
            for i, j, worth in self.rows:
                worths[j] -= worth * plan[i]
        return worths

    def plan(self, player: int, strategy: Sequence[Sequence[float]]) -> Plan:
        """Return the plan that plays a strategy."""
        plan = [1.0] * self.form.players[player].sequences
        for (parent, first, end), odds in zip(self.shapes[player], strategy, strict=True):
            before = plan[parent]
            for i, p in zip(range(first, end), odds, strict=True):
                plan[i] = before * p
        return plan

    def best_response(self, player: int, plan: Plan) -> float:
        """Return the most that `player` can get against a plan of the other."""
        worths = self.against(player, plan)
        for parent, first, end in reversed(self.shapes[player]):
            worths[parent] += max(worths[first:end])
        return worths[0]

    def bounds(self, plans: Sequence[Plan]) -> ValueBounds:
        """Return how good plans are, by the best responses to each."""
        first, second = plans
        value = sum(worth * first[i] * second[j] for i, j, worth in self.rows)
        low = -self.best_response(1, first)
        return ValueBounds(value, low, self.best_response(0, second))


class Learner:
    """One player's regrets, and the mean of what they have played."""

    def __init__(self, matrix: Matrix, player: int) -> None:
        self.matrix, self.player = matrix, player
        self.shape = matrix.shapes[player]
        count = matrix.form.players[player].sequences
        self.regrets = [0.0] * count
        self.sums = [0.0] * count
        self.plan: Plan = [1.0] * count
        self._play()

    def _play(self) -> None:
        """Plan in proportion to regret; every event alike where there is none."""
        plan, regrets = self.plan, self.regrets
        for parent, first, end in self.shape:
            before = plan[parent]
            total = sum(regrets[first:end])
            if total > 0:
                scale = before / total
                for i in range(first, end):
                    plan[i] = regrets[i] * scale
            else:
                plan[first:end] = [before / (end - first)] * (end - first)

    def learn(self, other: Plan, weight: float) -> None:
        """Play a round against the other's plan."""
        worths = self.matrix.against(self.player, other)
        regrets = self.regrets
        for parent, first, end in reversed(self.shape):
            total = sum(regrets[first:end])
            if total > 0:
                value = 0.0
                for i in range(first, end):
                    value += regrets[i] * worths[i]
                value /= total
            else:
                value = sum(worths[first:end]) / (end - first)
            worths[parent] += value
            for i in range(first, end):
                regret = regrets[i] + worths[i] - value
                regrets[i] = regret if regret > 0 else 0.0
        self._play()
        self.sums = [s + weight * p for s, p in zip(self.sums, self.plan, strict=True)]

    def strategy(self) -> Strategy:
        """Return the mean of what was played; every event alike where nothing led."""
        found = []
        for _, first, end in self.shape:
            row = self.sums[first:end]
            total = sum(row)
            found.append([w / total if total > 0 else 1 / len(row) for w in row])
        return found


class CfrResult(NamedTuple):
    """The result of CFR+."""

    strategies: list[Strategy]
    bounds: ValueBounds
    rounds: int


def run_cfr(
    matrix: Matrix,
    target: float,
    is_over: Callable[[int, float], bool],
) -> CfrResult:
    """Find strategies that are exploitable by no more than `target`.

    `is_over` hears the rounds and the exploitability, and says whether to stop before.
    """
    first, second = learners = [Learner(matrix, player) for player in (0, 1)]
    rounds, look = 0, 1.0
    while True:
        rounds += 1
        think_on()
        first.learn(second.plan, rounds)
        second.learn(first.plan, rounds)
        if rounds < look and not (rounds & 15 == 0 and is_over(rounds, -1.0)):
            continue
        look = max(look + 1, look * LOOKS)
        strategies = [one.strategy() for one in learners]
        bounds = matrix.bounds([*map(matrix.plan, (0, 1), strategies)])
        if bounds.exploitability <= target or is_over(rounds, bounds.exploitability):
            return CfrResult(strategies, bounds, rounds)
