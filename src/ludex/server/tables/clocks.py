"""Clocks: the time on the wall, and a stopwatch that runs while somebody is at the table."""

from collections.abc import Callable
from datetime import UTC, datetime
from time import monotonic, time


def now() -> str:
    """Return the time on the wall, to the second."""
    return datetime.fromtimestamp(int(time()), UTC).isoformat()


class Stopwatch:
    """Seconds, counted only while it runs: nights are no thinking time."""

    __slots__ = ("_clock", "_since", "_total")

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._total = 0.0
        self._since: float | None = None

    def run(self, *, running: bool) -> None:
        """Start or stop it."""
        self._total = self.read()
        self._since = self._clock() if running else None

    def read(self) -> float:
        """Return the seconds so far."""
        if self._since is None:
            return self._total
        return self._total + self._clock() - self._since
