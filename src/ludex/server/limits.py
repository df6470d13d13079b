"""Limits: so many at once, so many a second on average."""

from collections import Counter, OrderedDict
from collections.abc import Callable
from time import monotonic
from typing import Final

CLIENTS: Final = 10_000
"""Clients whose rates are remembered."""


class Bucket:
    """Holds `burst` drops and refills at `rate` a second; each act takes one."""

    __slots__ = ("_at", "_burst", "_clock", "_drops", "_rate")

    def __init__(
        self, rate: float, burst: int, clock: Callable[[], float] = monotonic
    ) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._drops, self._at = float(burst), clock()

    def take(self) -> bool:
        """May one more be done now?"""
        now = self._clock()
        self._drops = min(self._burst, self._drops + (now - self._at) * self._rate)
        self._at = now
        if self._drops < 1:
            return False
        self._drops -= 1
        return True


class Rates:
    """A bucket for each client; who has not been seen longest is forgotten first."""

    def __init__(self, rate: float, burst: int) -> None:
        self._rate, self._burst = rate, burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, client: str) -> bool:
        """May this client do one more now?"""
        bucket = self._buckets.get(client)
        if bucket is None:
            bucket = self._buckets[client] = Bucket(self._rate, self._burst)
            if len(self._buckets) > CLIENTS:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(client)
        return bucket.take()


class Open:
    """How many things each client holds open."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: Counter[str] = Counter()

    def enter(self, client: str) -> bool:
        """One more, unless it is too many."""
        if self._held[client] >= self._most:
            return False
        self._held[client] += 1
        return True

    def leave(self, client: str) -> None:
        """One less."""
        self._held[client] -= 1
        if self._held[client] <= 0:
            del self._held[client]
