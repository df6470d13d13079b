"""Ratings: how strong the players must be for results like these.

The model is Bradley and Terry's on Elo's scale: 400 points more are ten to one. A draw is half
a win. Everybody has one imagined draw with a player of rating 0, so that who has won or lost
every game gets a number too. The interval is that of the likelihood around its top.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from typing import Final

SCALE: Final = 400 / log(10)
SURE: Final = 1.959964
"""Standard errors to each side of an interval of 95 %."""

ROUNDS: Final = 200


@dataclass(frozen=True, slots=True)
class Rating:
    """A number, and how far the true one may be off in 95 of 100 cases."""

    value: float
    give_or_take: float


def ratings(
    players: int, results: Mapping[tuple[int, int], Sequence[float]]
) -> list[Rating]:
    """The ratings, from what the first of each pair has got in games with the second."""
    games = [[0.0] * players for _ in range(players)]
    points = [0.5] * players  # of the imagined draw
    for (one, other), got in results.items():
        games[one][other] += len(got)
        games[other][one] += len(got)
        points[one] += sum(got)
        points[other] += len(got) - sum(got)
    strength = _most_likely(games, points)
    middle = sum(strength) / players
    spread = _around_the_middle(_inverse(_information(games, strength)))
    return [
        Rating(SCALE * (each - middle), SCALE * SURE * sqrt(max(0.0, spread[i])))
        for i, each in enumerate(strength)
    ]


def _around_the_middle(spread: list[list[float]]) -> list[float]:
    """How far each is off from the middle of all: where that lies, nobody has to know."""
    many = len(spread)
    rows = [sum(row) / many for row in spread]
    whole = sum(rows) / many
    return [spread[i][i] - 2 * rows[i] + whole for i in range(many)]


def _chance(one: float, other: float) -> float:
    return 1 / (1 + exp(other - one))


def _most_likely(games: list[list[float]], points: list[float]) -> list[float]:
    """Newton's way to the top, one player after the other: the hill has one top only."""
    strength = [0.0] * len(points)
    for _ in range(ROUNDS):
        furthest = 0.0
        for i, here in enumerate(strength):
            slope, bend = (
                points[i] - _chance(here, 0.0),
                _chance(here, 0.0) * _chance(0.0, here),
            )
            for j, there in enumerate(strength):
                if games[i][j]:
                    chance = _chance(here, there)
                    slope -= games[i][j] * chance
                    bend += games[i][j] * chance * (1 - chance)
            step = max(-1.0, min(1.0, slope / bend))
            strength[i] += step
            furthest = max(furthest, abs(step))
        if furthest < 1e-9:
            break
    return strength


def _information(games: list[list[float]], strength: list[float]) -> list[list[float]]:
    many = range(len(strength))
    found = [[0.0 for _ in many] for _ in many]
    for i in many:
        found[i][i] += _chance(strength[i], 0.0) * _chance(0.0, strength[i])
        for j in many:
            if games[i][j]:
                chance = _chance(strength[i], strength[j])
                weight = games[i][j] * chance * (1 - chance)
                found[i][i] += weight
                found[i][j] -= weight
    return found


def _inverse(matrix: list[list[float]]) -> list[list[float]]:
    """By Gauss and Jordan; it is one of few players, and never singular."""
    size = len(matrix)
    rows = [
        [*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)
    ]
    for i in range(size):
        pivot = max(range(i, size), key=lambda r: abs(rows[r][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [value / rows[i][i] for value in rows[i]]
        for r in range(size):
            if r != i and rows[r][i]:
                rows[r] = [
                    a - rows[r][i] * b for a, b in zip(rows[r], rows[i], strict=True)
                ]
    return [row[size:] for row in rows]
