"""Rounds of CFR on arrays: Numba compiles them if it is installed, else they run on lists.

A player's sequences are numbered; an information set is the sequence that leads to it and the range of
those that continue it. The payoffs of a player are the rows of a sparse matrix, one for each sequence.
"""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

try:
    import numpy as np

    from ludex.compile.jit import compiled
except ImportError:

    def compiled(function: F) -> F:
        """Leave a function as it is."""
        return function

    def whole(values: Iterable[int]) -> Any:  # noqa: ANN401  # a list or an array
        """Return whole numbers as a list."""
        return list(values)

    def real(values: Iterable[float]) -> Any:  # noqa: ANN401
        """Return numbers as a list."""
        return list(values)

else:

    def whole(values: Iterable[int]) -> Any:  # noqa: ANN401
        """Return whole numbers as an array."""
        return np.array([*values], np.int32)

    def real(values: Iterable[float]) -> Any:  # noqa: ANN401
        """Return numbers as an array."""
        return np.array([*values], np.float64)


class SetRanges(NamedTuple):
    """The information sets of a player, each after those that lead to it."""

    parents: Any
    """The sequence that leads to each."""

    firsts: Any
    """The first of the sequences that continue it."""

    ends: Any
    """The number after the last of them."""


class PayoffRows(NamedTuple):
    """The payoffs of a player, a row for each sequence."""

    starts: Any
    columns: Any
    """The sequences of the other player."""

    worths: Any


class CfrLearner(NamedTuple):
    """A player: their game, and what they have learned."""

    shape: SetRanges
    rows: PayoffRows
    regrets: Any
    predictions: Any
    """The regrets that are expected of the next round."""

    sums: Any
    """The weighted sum of all plans."""

    plan: Any
    """The probability of each sequence, if chance and the other player let it happen."""

    worths: Any
    """Space for the worth of each sequence."""


@compiled
def set_worths(rows: PayoffRows, other: Any, worths: Any) -> None:  # noqa: ANN401  # lists or arrays
    """Set the worth of each sequence at the ends of the game, against a plan of the other player."""
    for i in range(len(worths)):
        total = 0.0
        for k in range(rows.starts[i], rows.starts[i + 1]):
            total += rows.worths[k] * other[rows.columns[k]]
        worths[i] = total


@compiled
def best_response(shape: SetRanges, worths: Any) -> float:  # noqa: ANN401
    """Return the most that a player can get, from the worths of the sequences."""
    for k in range(len(shape.parents) - 1, -1, -1):
        best = worths[shape.firsts[k]]
        for i in range(shape.firsts[k] + 1, shape.ends[k]):
            best = max(best, worths[i])
        worths[shape.parents[k]] += best
    value: float = worths[0]
    return value


@compiled
def set_plan(side: CfrLearner) -> None:
    """Plan in proportion to the regrets with the predictions; evenly where there are none."""
    shape, regrets, predictions, plan = side.shape, side.regrets, side.predictions, side.plan
    plan[0] = 1.0
    for k in range(len(shape.parents)):
        first, end, before = shape.firsts[k], shape.ends[k], plan[shape.parents[k]]
        total = 0.0
        for i in range(first, end):
            total += max(regrets[i] + predictions[i], 0.0)
        for i in range(first, end):
            if total > 0.0:
                plan[i] = before * (max(regrets[i] + predictions[i], 0.0) / total)
            else:
                plan[i] = before / (end - first)


@compiled
def set_mean(side: CfrLearner, plan: Any) -> None:  # noqa: ANN401
    """Set a plan to the mean of all plans; evenly where none of them led."""
    shape, sums = side.shape, side.sums
    plan[0] = 1.0
    for k in range(len(shape.parents)):
        first, end, before = shape.firsts[k], shape.ends[k], plan[shape.parents[k]]
        total = 0.0
        for i in range(first, end):
            total += sums[i]
        for i in range(first, end):
            plan[i] = before * (sums[i] / total) if total > 0.0 else before / (end - first)


@compiled
def learn(  # noqa: PLR0917  # compiled
    side: CfrLearner,
    other: Any,  # noqa: ANN401
    keep_gain: float,
    keep_loss: float,
    is_floored: bool,
    is_predictive: bool,
) -> None:
    """Add what each event would have been worth to its regret, and plan the next round."""
    shape, regrets, predictions, worths = side.shape, side.regrets, side.predictions, side.worths
    set_worths(side.rows, other, worths)
    for k in range(len(shape.parents) - 1, -1, -1):
        first, end = shape.firsts[k], shape.ends[k]
        total, value = 0.0, 0.0
        for i in range(first, end):
            share = max(regrets[i] + predictions[i], 0.0)
            total += share
            value += share * worths[i]
        if total > 0.0:
            value /= total
        else:
            value = 0.0
            for i in range(first, end):
                value += worths[i]
            value /= end - first
        worths[shape.parents[k]] += value
        for i in range(first, end):
            gain = worths[i] - value
            regret = regrets[i] * (keep_gain if regrets[i] > 0.0 else keep_loss) + gain
            regrets[i] = 0.0 if is_floored and regret < 0.0 else regret
            predictions[i] = gain if is_predictive else 0.0
    set_plan(side)


@compiled
def add_plan(side: CfrLearner, weight: float) -> None:
    """Add a plan to the sum of all plans."""
    for i in range(len(side.plan)):
        side.sums[i] += weight * side.plan[i]


@compiled
def run_rounds(  # noqa: PLR0917  # compiled
    first: CfrLearner,
    second: CfrLearner,
    before: int,
    rounds: int,
    gain: float,
    loss: float,
    average: float,
    is_floored: bool,
    is_predictive: bool,
    is_simultaneous: bool,
) -> None:
    """Play some rounds after those `before`; an exponent below nought discounts nothing."""
    earlier = first.plan.copy()
    for number in range(before + 1, before + rounds + 1):
        past = float(number - 1)
        keep_gain = past**gain / (past**gain + 1.0) if gain >= 0.0 else 1.0
        keep_loss = past**loss / (past**loss + 1.0) if loss >= 0.0 else 1.0
        if is_simultaneous:
            for i in range(len(earlier)):
                earlier[i] = first.plan[i]
        learn(first, second.plan, keep_gain, keep_loss, is_floored, is_predictive)
        seen = earlier if is_simultaneous else first.plan
        learn(second, seen, keep_gain, keep_loss, is_floored, is_predictive)
        weight = float(number) ** average
        add_plan(first, weight)
        add_plan(second, weight)
