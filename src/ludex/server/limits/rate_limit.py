"""Limits: so many at once, so many a second on average."""

from collections import Counter, OrderedDict
from collections.abc import Callable
from time import monotonic
from typing import Final, Generic, TypeVar

T = TypeVar("T")

CLIENTS: Final = 10_000
"""Clients whose rates are remembered."""


class _Drops:
    """Holds `burst` drops, and is refilled at `rate` a second."""

    __slots__ = ("_at", "_burst", "_clock", "_drops", "_rate")

    def __init__(
        self, rate: float, burst: int, clock: Callable[[], float] = monotonic
    ) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._drops, self._at = float(burst), clock()

    def _refill(self) -> None:
        now = self._clock()
        self._drops = min(self._burst, self._drops + (now - self._at) * self._rate)
        self._at = now


class Bucket(_Drops):
    """Each act takes a drop; where there is none, it is not done."""

    __slots__ = ()

    def take(self) -> bool:
        """May one more be done now?"""
        self._refill()
        if self._drops < 1:
            return False
        self._drops -= 1
        return True

    @property
    def wait(self) -> float:
        """Seconds until a good handful may be done: whoever waits so long is not told again at once."""
        missing = max(1, self._burst / 4) - self._drops
        return max(0.0, round(missing / self._rate, 3))


class Pace(_Drops):
    """Lets acts through at a rate, `burst` of them at once; who comes early waits."""

    __slots__ = ()

    def enter(self) -> float:
        """Take the next turn; in how many seconds it comes."""
        self._refill()
        self._drops -= 1
        return max(0.0, -self._drops / self._rate)


class Remembered(Generic[T]):
    """One thing for each client; who has not been seen longest is forgotten first."""

    def __init__(self, new: Callable[[], T]) -> None:
        self._new = new
        self._known: OrderedDict[str, T] = OrderedDict()

    def __getitem__(self, client: str) -> T:
        found = self._known.get(client)
        if found is None:
            found = self._known[client] = self._new()
            if len(self._known) > CLIENTS:
                self._known.popitem(last=False)
        self._known.move_to_end(client)
        return found


class Rates:
    """A bucket for each client."""

    def __init__(self, rate: float, burst: int) -> None:
        self._buckets = Remembered(lambda: Bucket(rate, burst))

    def take(self, client: str) -> bool:
        """May this client do one more now?"""
        return self._buckets[client].take()

    def wait(self, client: str) -> float:
        """In how many seconds is it worth trying again?"""
        return self._buckets[client].wait


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
