"""Payoffs: the value of an end of the game to each player.

By wins: whoever wins alone has 1, those who share a win have equal parts of it, the others
nothing. An end of a game for several that nobody wins counts as shared by all. By scores: what
the rulebook says, such as chips won.
"""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from fractions import Fraction

from ludex.kernel import Outcome

Payoffs = tuple[Fraction, ...]
"""Of each player."""

SHOWN = 12
"""A fraction of more digits than this is shown as a decimal number."""


class Measure(StrEnum):
    """The measure by which players want more."""

    WINS = "wins"
    SCORES = "scores"


def payoffs(outcome: Outcome, seats: int, measure: Measure) -> Payoffs:
    """Return what an end is worth to each."""
    if measure is Measure.SCORES:
        return tuple(map(Fraction, outcome.scores))
    winners = outcome.winners
    if not winners:
        return (Fraction(0 if seats == 1 else 1, seats),) * seats
    part = Fraction(1, len(winners))
    return tuple(part if seat in winners else Fraction(0) for seat in range(seats))


def constant_sum(every: Iterable[Payoffs]) -> Fraction | None:
    """Return what all players have together at each end, if it is always the same."""
    sums = {sum(one, Fraction(0)) for one in every}
    return sums.pop() if len(sums) == 1 else None


def share(first: Fraction, total: Fraction | None) -> Payoffs:
    """Return what all players have where the first has so much; one alone has no total."""
    return (first,) if total is None else (first, total - first)


def write_number(value: Fraction | float) -> str:
    """Write a value as people read it: a fraction where it is short."""
    if isinstance(value, float):
        return f"{value:.6f}"
    if value.denominator == 1:
        return str(value.numerator)
    text = str(value)
    if len(text) > SHOWN:
        return f"{float(value):.9f}"
    if value.denominator < 5:
        return text
    return f"{text} ({float(value):.6f})"


def exact(value: Fraction | float) -> str | float:
    """Return a value for machines: fractions as text, which loses nothing."""
    return value if isinstance(value, float) else str(value)


def write_values(values: Sequence[Fraction | float]) -> str:
    """Write the values of all players."""
    return " : ".join(map(write_number, values))
