"""What many games of an engine come to: lengths, scores and winners, with their margins."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from math import sqrt
from time import perf_counter, process_time
from typing import Any, Final

import numpy as np

from ludex.engines.engine import Engine, Rows
from ludex.engines.running import simulate
from ludex.engines.templates import Floats

CHUNK: Final = 1 << 16
"""Games between two looks at the clock."""
SURE: Final = 1.96
"""Standard errors on either side: 95 % confidence."""


@dataclass
class Statistics:
    """The sums over all games so far."""

    engine: Engine[Any]
    games: int = 0
    lengths: Counter[int] = field(default_factory=Counter)
    scores: list[Counter[float]] = field(default_factory=list)
    """How often each seat had which score."""
    winners: Counter[tuple[int, ...]] = field(default_factory=Counter)
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    """Without compilation."""

    def add(self, scores: Floats, lengths: Rows) -> None:
        """Count some games more."""
        self.games += len(lengths)
        _count(self.lengths, lengths)
        if not self.scores:
            self.scores = [Counter() for _ in range(scores.shape[1])]
        for seat, counter in enumerate(self.scores):
            _count(counter, scores[:, seat])
        best = scores == scores.max(axis=1, keepdims=True)
        if scores.shape[1] == 1:
            best = scores > 0
        sets, counts = np.unique(best, axis=0, return_counts=True)
        for row, count in zip(sets, counts.tolist(), strict=True):
            self.winners[tuple(np.flatnonzero(row).tolist())] += count

    @property
    def events(self) -> int:
        """All moves of all games."""
        return sum(length * count for length, count in self.lengths.items())

    @property
    def ended(self) -> int:
        """Games that were not cut off."""
        return self.games - self.lengths[self.engine.longest]

    def outcomes(self) -> dict[str, int]:
        """Who won how often, in words."""
        named: Counter[str] = Counter()
        for seats, count in self.winners.items():
            named[self._outcome(seats)] += count
        cut = self.games - self.ended
        if cut and len(self.scores) == 1:
            named["cut off"] += cut
            named["not won"] -= cut
        return dict(named.most_common())

    def _outcome(self, seats: tuple[int, ...]) -> str:
        if len(self.scores) == 1:
            return "won" if seats else "not won"
        if len(seats) == 1:
            return f"player {seats[0] + 1} wins"
        return "shared"

    def mean(self, seat: int) -> tuple[float, float]:
        """The mean score of a seat, and its margin at 95 % confidence."""
        return mean_of(self.scores[seat])

    def length(self) -> dict[str, float]:
        """The mean, the median and the longest, in moves."""
        mean, _ = mean_of(self.lengths)
        return {
            "mean": round(mean, 2),
            "median": _median(self.lengths),
            "longest": max(self.lengths, default=0),
        }

    def summary(self) -> dict[str, object]:
        """The same for machines."""
        found = [self.mean(seat) for seat in range(len(self.scores))]
        return {
            "games": self.games,
            "ended": self.ended,
            "violations": 0,
            "events": self.events,
            "seconds": round(self.seconds, 6),
            "cpu_seconds": round(self.cpu_seconds, 6),
            "outcomes": self.outcomes(),
            "length": self.length(),
            "scores": [
                {"mean": round(mean, 6), "margin": round(margin, 6)}
                for mean, margin in found
            ],
        }


def _count(counter: "Counter[Any]", values: "np.ndarray[Any, Any]") -> None:
    found, counts = np.unique(values, return_counts=True)
    for value, count in zip(found.tolist(), counts.tolist(), strict=True):
        counter[value] += count


def mean_of(counter: "Counter[Any]") -> tuple[float, float]:
    """A mean and its margin."""
    total = sum(counter.values())
    mean = sum(value * count for value, count in counter.items()) / total
    spread = sum(count * (value - mean) ** 2 for value, count in counter.items())
    return mean, SURE * sqrt(spread / max(1, total - 1) / total)


def _median(counter: Counter[int]) -> float:
    """Half of all values are lower, half higher: of the two in the middle, the mean."""
    total, seen = sum(counter.values()), 0
    middle: list[int] = []
    for value in sorted(counter):
        seen += counter[value]
        while len(middle) < 2 and seen > (total - 1 + len(middle)) // 2:
            middle.append(value)
    return sum(middle) / len(middle) if middle else 0


def gathered(
    engine: Engine[Any],
    games: int,
    first: int,
    *,
    workers: int = 1,
    device: str = "cpu",
    tell: Callable[[int], None] = lambda _: None,
) -> Statistics:
    """So many random games, with the seeds from `first` on."""
    simulate(engine, 1, first, device=device)  # compiles, unless that is kept on disk
    found = Statistics(engine)
    chunk = CHUNK if device == "cpu" else 16 * CHUNK
    while found.games < games:
        count = min(chunk, games - found.games)
        began, cpu_began = perf_counter(), process_time()
        scores, lengths = simulate(
            engine, count, first + found.games, workers=workers, device=device
        )
        found.seconds += perf_counter() - began
        found.cpu_seconds += process_time() - cpu_began
        found.add(scores, lengths)
        tell(found.games)
    return found
