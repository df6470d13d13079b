"""Limits: so many at once, so many a second or a day on average; for a client, and for all sockets.

Who sends too fast is not refused but waits for its turn: its messages stay in the network,
where they cost nothing. A client waits in its own queue first, and then in that of all.
"""

from collections import Counter, OrderedDict
from collections.abc import Callable
from time import monotonic
from typing import Generic, TypeVar

from ludex.server.limits.batching import WakeBatch
from ludex.server.settings import Settings

T = TypeVar("T")

CLIENTS = 10_000
"""Clients whose limits are remembered."""

DAY = 86_400.0


class Bucket:
    """Holds `burst` tokens and is refilled at `rate` a second, by a clock that nobody can set."""

    __slots__ = ("_at", "_burst", "_clock", "_rate", "_tokens")

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = monotonic) -> None:
        self._rate, self._burst, self._clock = rate, float(burst), clock
        self._tokens, self._at = self._burst, clock()

    @property
    def left(self) -> float:
        """Return the amount that may be taken now; below zero, the amount taken ahead of time."""
        now = self._clock()
        filled = self._tokens + (now - self._at) * self._rate
        self._tokens, self._at = min(self._burst, filled), now
        return self._tokens

    def take(self) -> bool:
        """Take one token, if there is one."""
        if self.left < 1:
            return False
        self._tokens -= 1
        return True

    def spend(self, amount: float) -> None:
        """Take so much, also what is not there yet; a negative amount is given back."""
        self._tokens = min(self._burst, self.left - amount)

    def wait(self, amount: float = 1.0) -> float:
        """Return the seconds until so much is there; 0 when it is now."""
        if self._tokens >= amount:
            return 0.0  # and there is only more by now
        if not self._rate:
            return DAY
        return max(0.0, (min(amount, self._burst) - self.left) / self._rate)

    @property
    def pause(self) -> float:
        """The seconds until a good handful is there, for a client that is told to wait."""
        return round(self.wait(max(1, self._burst / 4)), 3)

    def enter(self) -> float:
        """Take the next turn, and return in how many seconds it comes."""
        self.spend(1)
        return self.wait(0)


class PerClient(OrderedDict[str, T], Generic[T]):
    """One thing for each client; the client that was seen longest ago is forgotten first."""

    def __init__(self, make: Callable[[], T]) -> None:
        super().__init__()
        self._make = make

    def __getitem__(self, client: str) -> T:
        if client not in self:
            self[client] = self._make()
            if len(self) > CLIENTS:
                self.popitem(last=False)
        self.move_to_end(client)
        return super().__getitem__(client)


class OpenCount:
    """A count of the things that each client holds open."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: Counter[str] = Counter()

    def enter(self, client: str) -> bool:
        """Count one more, unless it is too many."""
        if self._open[client] >= self._most:
            return False
        self._open[client] += 1
        return True

    def leave(self, client: str) -> None:
        """Count one less."""
        self._open[client] -= 1
        if self._open[client] <= 0:
            del self._open[client]


class Traffic:
    """The traffic of one server."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.gathering = WakeBatch()
        self._all = Bucket(settings.server_message_rate, settings.server_message_burst)
        self._each = PerClient(
            lambda: Bucket(settings.client_message_rate, settings.client_message_burst)
        )
        self._unread: Counter[str] = Counter()
        self._unread_by_all = 0

    def queues(self, client: str) -> tuple[Bucket, Bucket]:
        """Return where a message of this client has to wait for its turn, one after the other."""
        return self._each[client], self._all

    def hold(self, client: str, size: int) -> bool:
        """Is there room for so many bytes that wait to be read? Then it is taken.

        One message finds room however long it is: the limit is for many.
        """
        mine, everybodys = self._unread[client], self._unread_by_all
        settings = self._settings
        if mine and mine + size > settings.unread_bytes_per_client:
            return False
        if everybodys and everybodys + size > settings.unread_bytes:
            return False
        self._unread[client] += size
        self._unread_by_all += size
        return True

    def release(self, client: str, size: int) -> None:
        """Note that messages have been read, or that nobody waits for them any more."""
        self._unread_by_all -= size
        self._unread[client] -= size
        if not self._unread[client]:
            del self._unread[client]
