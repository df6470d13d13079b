"""Statistics of many games of an engine: lengths, scores and winners, with their margins."""

from collections import Counter
from dataclasses import dataclass, field
from math import isnan, nan, sqrt
from typing import Any

import numpy as np

from ludex.compile.engine import Engine
from ludex.compile.loops import ENDED, NO_ROOM, TOO_LONG, SimulatedGames

CHUNK = 1 << 16
"""Games between two looks at the clock."""
SURE = 1.96
"""Standard errors on either side: 95 % confidence."""


@dataclass
class SimulationStatistics:
    """The sums over all games so far."""

    engine: Engine
    games: int = 0
    too_long: int = 0
    """Games that were cut off, after as many moves as the engine makes in one."""
    no_room: int = 0
    """Games that were cut off because their row had no room for more."""
    events: int = 0
    """All moves, those of games that were cut off as well."""
    lengths: Counter[int] = field(default_factory=Counter)
    scores: list[Counter[float]] = field(default_factory=list)
    """The lengths of games that ended, and how often each seat had which score."""
    winners: Counter[tuple[int, ...]] = field(default_factory=Counter)
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    """Without compilation."""

    def add(self, played: SimulatedGames) -> None:
        """Count some games more. Of those that were cut off nobody knows how they end."""
        self.games += len(played.lengths)
        self.too_long += int((played.cuts == TOO_LONG).sum())
        self.no_room += int((played.cuts == NO_ROOM).sum())
        self.events += int(played.lengths.sum())
        ended = played.cuts == ENDED
        scores = played.scores[ended]
        _count(self.lengths, played.lengths[ended])
        if not self.scores:
            self.scores = [Counter() for _ in range(scores.shape[1])]
        for seat, counter in enumerate(self.scores):
            _count(counter, scores[:, seat])
        if not len(scores):
            return
        best = scores == scores.max(axis=1, keepdims=True)
        if scores.shape[1] == 1:
            best = scores > 0
        sets, counts = np.unique(best, axis=0, return_counts=True)
        for row, count in zip(sets, counts.tolist(), strict=True):
            self.winners[tuple(np.flatnonzero(row).tolist())] += count

    @property
    def ended(self) -> int:
        """Count the games that were not cut off."""
        return self.games - self.too_long - self.no_room

    def outcomes(self) -> dict[str, int]:
        """Count who won how often, in words."""
        named: Counter[str] = Counter()
        for seats, count in self.winners.items():
            named[self._outcome(seats)] += count
        if self.ended < self.games:
            named["cut off"] = self.games - self.ended
        return dict(named.most_common())

    def _outcome(self, seats: tuple[int, ...]) -> str:
        if len(self.scores) == 1:
            return "won" if seats else "not won"
        if len(seats) == 1:
            return f"player {seats[0] + 1} wins"
        return "shared"

    def mean(self, seat: int) -> tuple[float, float]:
        """Return the mean score of a seat, and its margin at 95 % confidence."""
        return mean_of(self.scores[seat])

    def length(self) -> dict[str, float | None]:
        """Return the mean, the median and the longest of the games that ended, in moves."""
        mean, _ = mean_of(self.lengths)
        if isnan(mean):
            return dict.fromkeys(("mean", "median", "longest"))
        return {
            "mean": round(mean, 2),
            "median": _median(self.lengths),
            "longest": max(self.lengths),
        }

    def summary(self) -> dict[str, object]:
        """Return the same for machines. Where no game ended, scores and lengths are null."""
        found = [self.mean(seat) for seat in range(len(self.scores))]
        return {
            "games": self.games,
            "ended": self.ended,
            "cut_off": {"too_long": self.too_long, "no_room": self.no_room},
            "violations": 0,
            "events": self.events,
            "seconds": round(self.seconds, 6),
            "cpu_seconds": round(self.cpu_seconds, 6),
            "outcomes": self.outcomes(),
            "length": self.length(),
            "scores": [
                {"mean": _rounded(mean), "margin": _rounded(margin)} for mean, margin in found
            ],
        }


def _rounded(number: float) -> float | None:
    return None if isnan(number) else round(number, 6)


def _count(counter: "Counter[Any]", values: "np.ndarray[Any, Any]") -> None:
    found, counts = np.unique(values, return_counts=True)
    for value, count in zip(found.tolist(), counts.tolist(), strict=True):
        counter[value] += count


def mean_of(counter: "Counter[Any]") -> tuple[float, float]:
    """Return a mean and its margin; of nothing, no numbers."""
    total = sum(counter.values())
    if not total:
        return nan, nan
    mean = sum(value * count for value, count in counter.items()) / total
    spread = sum(count * (value - mean) ** 2 for value, count in counter.items())
    return mean, SURE * sqrt(spread / max(1, total - 1) / total)


def _median(counter: Counter[int]) -> float:
    """Return the value in the middle; of two in the middle, their mean."""
    total, seen = sum(counter.values()), 0
    middle: list[int] = []
    for value in sorted(counter):
        seen += counter[value]
        while len(middle) < 2 and seen > (total - 1 + len(middle)) // 2:
            middle.append(value)
    return sum(middle) / len(middle) if middle else 0
