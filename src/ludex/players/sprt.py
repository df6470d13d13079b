"""Stopping a match as soon as it has shown enough: the sequential probability ratio test.

Two guesses are weighed against each other: that the first bot is `low` Elo better than the second,
or `high`. Deals are paired, so what counts is how many points a whole deal has brought: with two
games 0, ½, 1, 1½ or 2 (pentanomial). The ratio is that of the likeliest distributions of points whose
mean is what each guess says (the generalised test); beyond ±2.94 it errs once in twenty.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import log

ERRING = 0.05
"""The probability that either verdict is wrong."""

BOUND = log((1 - ERRING) / ERRING)
"""Beyond it the ratio decides."""

RARE = 1e-3
"""The frequency assumed for a result that has not been seen yet."""

STEPS = 60


@dataclass(frozen=True, slots=True)
class SprtState:
    """The state of the test."""

    low: float
    high: float
    """The guesses, in Elo."""

    ratio: float
    """The logarithm of the likelihood ratio: positive speaks for `high`."""

    @property
    def is_decided(self) -> bool:
        """Is it beyond a bound?"""
        return abs(self.ratio) >= BOUND

    @property
    def word(self) -> str:
        """`high`, `low`, or `open` while nothing is decided."""
        if not self.is_decided:
            return "open"
        return "high" if self.ratio > 0 else "low"


def verdict_of(deals: Mapping[float, int], games: int, low: float, high: float) -> SprtState:
    """The test of deals of so many games each, by how many points they brought."""
    points = [half / 2 for half in range(2 * games + 1)]
    counts = [max(RARE, float(deals.get(each, 0))) for each in points]
    parts = [each / games for each in points]
    if not sum(deals.values()):
        return SprtState(low, high, 0.0)
    less, more = (_likeliest(parts, counts, expected(elo)) for elo in (low, high))
    ratio = sum(n * log(b / a) for n, a, b in zip(counts, less, more, strict=True))
    return SprtState(low, high, ratio)


def expected(elo: float) -> float:
    """Return the part of a point that a bot gets which is so much better."""
    return 1 / (1 + 10 ** (-elo / 400))


def _likeliest(values: list[float], counts: list[float], mean: float) -> list[float]:
    """Return the distribution with this mean for which the counts are likeliest.

    It is count / (1 + x (value - mean)), up to scale, with x such that the mean is right; the
    left side of that falls with x, so halving finds it.
    """
    total = sum(counts)
    low, high = -1 / (max(values) - mean), 1 / (mean - min(values))
    for _ in range(STEPS):
        x = (low + high) / 2
        off = sum(
            n * (v - mean) / (1 + x * (v - mean)) for v, n in zip(values, counts, strict=True)
        )
        low, high = (x, high) if off > 0 else (low, x)
    return [n / total / (1 + x * (v - mean)) for v, n in zip(values, counts, strict=True)]
