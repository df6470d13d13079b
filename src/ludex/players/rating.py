"""Ratings: the strength of players that explains their results best.

The model is Bradley and Terry's on Elo's scale: 400 points more are ten to one. A draw is half
a win. Everybody has one imagined draw with a player of rating 0, so that who has won or lost
every game gets a number too. The interval is that of the likelihood around its top (Fisher's
information), as if every game were a deal of its own: where deals are paired it is, if
anything, too wide.
"""

from collections.abc import Mapping
from math import exp, log, sqrt
from operator import mul
from typing import NamedTuple

SCALE = 400 / log(10)
SURE = 1.959964
"""Standard errors to each side of an interval of 95 %."""

ROUNDS = 200


class Estimate(NamedTuple):
    """A number and the interval in which the true one lies, in 95 of 100 cases."""

    value: float
    low: float
    high: float

    @property
    def give_or_take(self) -> float:
        """Return the margin by which the true one may be off."""
        return (self.high - self.low) / 2


def around(value: float, error: float) -> Estimate:
    """Return an estimate with so large a standard error."""
    return Estimate(value, value - SURE * error, value + SURE * error)


def share(hits: int, of: int) -> Estimate:
    """Return a part of the cases and Wilson's interval; of none, nothing is known."""
    if not of:
        return Estimate(0.0, 0.0, 1.0)
    rate, square = hits / of, SURE * SURE
    middle = (rate + square / (2 * of)) / (1 + square / of)
    margin = SURE * sqrt(rate * (1 - rate) / of + square / (4 * of * of)) / (1 + square / of)
    return Estimate(rate, max(0.0, middle - margin), min(1.0, middle + margin))


def ratings(players: int, results: Mapping[tuple[int, int], tuple[int, float]]) -> list[Estimate]:
    """The ratings, from how many games the first of each pair had with the second, and
    what it got in them."""
    met: list[dict[int, float]] = [{} for _ in range(players)]
    """The number of games between any two: few meet all where there are many."""

    points = [0.5] * players  # of the imagined draw
    for (one, other), (games, got) in results.items():
        met[one][other] = met[one].get(other, 0.0) + games
        met[other][one] = met[other].get(one, 0.0) + games
        points[one] += got
        points[other] += games - got
    strength = _most_likely(met, points)
    middle = sum(strength) / players
    spread = _around_the_middle(_information(met, strength))
    return [
        around(SCALE * (each - middle), SCALE * sqrt(max(0.0, spread[i])))
        for i, each in enumerate(strength)
    ]


def _chance(one: float, other: float) -> float:
    return 1 / (1 + exp(other - one))


def _most_likely(met: list[dict[int, float]], points: list[float]) -> list[float]:
    """Newton's way to the top, one player after the other: the hill has one top only."""
    strength = [0.0] * len(points)
    for _ in range(ROUNDS):
        furthest = 0.0
        for i, here in enumerate(strength):
            slope, bend = (
                points[i] - _chance(here, 0.0),
                _chance(here, 0.0) * _chance(0.0, here),
            )
            for j, games in met[i].items():
                chance = _chance(here, strength[j])
                slope -= games * chance
                bend += games * chance * (1 - chance)
            step = max(-1.0, min(1.0, slope / bend))
            strength[i] += step
            furthest = max(furthest, abs(step))
        if furthest < 1e-9:
            break
    return strength


def _information(met: list[dict[int, float]], strength: list[float]) -> list[list[float]]:
    """Return Fisher's information at the top of the likelihood, its lower half."""
    found = [[0.0] * (i + 1) for i in range(len(strength))]
    for i, here in enumerate(strength):
        found[i][i] += _chance(here, 0.0) * _chance(0.0, here)
        for j, games in met[i].items():
            chance = _chance(here, strength[j])
            weight = games * chance * (1 - chance)
            found[i][i] += weight
            if j < i:
                found[i][j] -= weight
    return found


def _around_the_middle(information: list[list[float]]) -> list[float]:
    """Return the variance of each rating around the middle of all.

    By Cholesky: the inverse of the information is the product of the columns found here.
    """
    lower = _root(information)
    size = len(lower)
    squares, sums, columns = [0.0] * size, [0.0] * size, []
    for j in range(size):
        column: list[float] = []
        for i in range(j, size):
            row = lower[i]
            rest = sum(map(mul, row[j:i], column))
            column.append((float(i == j) - rest) / row[i])
            sums[i] += column[-1]
        squares[j] = sum(map(mul, column, column))
        columns.append(column)
    rows = [sum(map(mul, column, sums[j:])) / size for j, column in enumerate(columns)]
    whole = sum(rows) / size
    return [square - 2 * row + whole for square, row in zip(squares, rows, strict=True)]


def _root(matrix: list[list[float]]) -> list[list[float]]:
    """The lower triangle whose square the matrix is; it has one, for nobody is without a game."""
    lower: list[list[float]] = []
    for i, given in enumerate(matrix):
        row: list[float] = []
        for j in range(i):
            above = lower[j]
            row.append((given[j] - sum(map(mul, row, above))) / above[j])
        row.append(sqrt(given[i] - sum(map(mul, row, row))))
        lower.append(row)
    return lower
