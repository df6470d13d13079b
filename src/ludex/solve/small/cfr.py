"""Counterfactual regret minimization on the sequence form, and exact best responses.

In each round, each player compares every event with what they did, against the other player's present
plan, and adds the difference to the *regret* for it; then they play in proportion to positive regret.
The mean of the plans converges to an equilibrium. The distance is computed: what the best response to
each player's mean plan would win.
"""

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from time import process_time
from typing import Any, NamedTuple

from ludex.bots.cancellation import think_on
from ludex.solve.small.cfr_rounds import (
    CfrLearner,
    PayoffRows,
    SetRanges,
    best_response,
    real,
    run_rounds,
    set_mean,
    set_plan,
    set_worths,
    whole,
)
from ludex.solve.small.payoffs import Measure, payoffs
from ludex.solve.small.sequence_form import SequenceForm

Plan = Sequence[float]
"""The weight of each sequence of a player: how likely they do all of it, if chance and the
others let them."""

Strategy = list[list[float]]
"""At each information set the probability of each event."""

LOOKS = 1.3
"""The best responses are computed after so many times as many rounds as before."""

NONE = -1.0
"""The exponent of a discount that is not applied."""

CHUNK = 0.05
"""The seconds that pass, about, before an interrupt is noticed."""


@dataclass(frozen=True, slots=True)
class CfrMethod:
    """A method of the family of CFR (Zinkevich 2007, Tammelin 2014, Brown 2019, Farina 2021)."""

    name: str
    is_floored: bool = False
    """Does a regret never fall below nought?"""

    gain: float = NONE
    loss: float = NONE
    """The exponents by which positive and negative regrets of earlier rounds are discounted."""

    average: float = 0.0
    """The exponent of the weight of a round in the mean plan."""

    is_predictive: bool = False
    """Does the next round expect the regrets of the last one?"""


CFR_PLUS = CfrMethod("CFR+", is_floored=True, average=1.0)
METHODS = {
    one.name.lower(): one
    for one in (
        CfrMethod("CFR"),
        CFR_PLUS,
        CfrMethod("DCFR", gain=1.5, loss=0.0, average=2.0),
        CfrMethod("PCFR+", is_floored=True, average=2.0, is_predictive=True),
    )
}


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
        entries: list[tuple[int, int, float]] = []
        for (first, *others), outcomes in form.ends.items():
            worth = sum(
                (odds * payoffs(outcome, form.seats, measure)[0])
                for outcome, odds in outcomes.items()
            )
            if worth:
                entries.append((first, others[0] if others else 0, float(worth)))
        sequences = [player.sequences for player in form.players]
        transposed = [(second, first, -worth) for first, second, worth in entries]
        self.rows = [
            _rows(found, count)
            for found, count in zip((entries, transposed), sequences, strict=False)
        ]
        self.shapes = [
            SetRanges(
                whole(one.parent for one in player.sets),
                whole(one.first for one in player.sets),
                whole(one.first + len(one.events) for one in player.sets),
            )
            for player in form.players
        ]

    def plan(self, player: int, strategy: Sequence[Sequence[float]]) -> Plan:
        """Return the plan that plays a strategy."""
        plan = [1.0] * self.form.players[player].sequences
        for here, odds in zip(self.form.players[player].sets, strategy, strict=True):
            for i, p in enumerate(odds, start=here.first):
                plan[i] = plan[here.parent] * p
        return real(plan)  # type: ignore[no-any-return]

    def strategy(self, player: int, plan: Plan) -> Strategy:
        """Return the strategy that a plan plays; every event alike where nothing leads."""
        found = []
        for here in self.form.players[player].sets:
            row = [float(p) for p in plan[here.first : here.first + len(here.events)]]
            total = sum(row)
            found.append([p / total if total > 0 else 1 / len(row) for p in row])
        return found

    def best_response(self, player: int, plan: Plan) -> float:
        """Return the most that `player` can get against a plan of the other."""
        worths = real([0.0] * self.form.players[player].sequences)
        set_worths(self.rows[player], plan, worths)
        return float(best_response(self.shapes[player], worths))

    def bounds(self, plans: Sequence[Plan]) -> ValueBounds:
        """Return how good plans are, by the best responses to each."""
        first, second = plans
        worths = real([0.0] * len(first))
        set_worths(self.rows[0], second, worths)
        value = sum(worth * p for worth, p in zip(worths, first, strict=True))
        low = -self.best_response(1, first)
        return ValueBounds(float(value), low, self.best_response(0, second))

    def learner(self, player: int) -> CfrLearner:
        """Return a player who has learned nothing yet."""
        nothing = [0.0] * self.form.players[player].sequences
        arrays = [real(nothing) for _ in range(5)]
        side = CfrLearner(self.shapes[player], self.rows[player], *arrays)
        set_plan(side)
        return side


def _rows(entries: Iterable[tuple[int, int, float]], count: int) -> PayoffRows:
    """Return sparse rows, in the order of both sequences: sums do not depend on how they came."""
    ordered = sorted(entries)
    starts, number = [0] * (count + 1), 0
    for i in range(count):
        while number < len(ordered) and ordered[number][0] == i:
            number += 1
        starts[i + 1] = number
    return PayoffRows(
        whole(starts), whole(one[1] for one in ordered), real(one[2] for one in ordered)
    )


class CfrResult(NamedTuple):
    """The result of CFR."""

    strategies: list[Strategy]
    bounds: ValueBounds
    rounds: int


def run_cfr(
    matrix: Matrix,
    target: float,
    is_over: Callable[[int, float], bool],
    method: CfrMethod = CFR_PLUS,
    *,
    most: int | None = None,
    is_simultaneous: bool = False,
    is_last: bool = False,
) -> CfrResult:
    """Find strategies that are exploitable by no more than `target`.

    `is_over` receives the rounds and the exploitability, and says whether to stop before; there are at
    `most` so many rounds. The players learn in turn or simultaneously; the result is the mean of the
    plans or the last one.
    """
    first, second = sides = [matrix.learner(player) for player in (0, 1)]
    plans: list[Any] = [side.plan if is_last else real(side.plan) for side in sides]
    settings = (
        method.gain, method.loss, method.average,
        method.is_floored, method.is_predictive, is_simultaneous,
    )  # fmt: skip
    rounds, look, chunk = 0, 1, 1
    last = most or sys.maxsize
    while True:
        think_on()
        begun, more = process_time(), min(chunk, look - rounds, last - rounds)
        run_rounds(first, second, rounds, more, *settings)
        rounds += more
        if process_time() - begun < CHUNK:
            chunk *= 2
        if rounds < min(look, last) and not is_over(rounds, NONE):
            continue
        look = max(look + 1, int(look * LOOKS))
        for side, plan in zip(sides, plans, strict=True):
            if not is_last:
                set_mean(side, plan)
        bounds = matrix.bounds(plans)
        is_close = bounds.exploitability <= target or rounds == last
        if is_close or is_over(rounds, bounds.exploitability):
            strategies = [matrix.strategy(player, plan) for player, plan in enumerate(plans)]
            return CfrResult(strategies, bounds, rounds)
