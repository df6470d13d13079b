"""Budgets: what a table, a client and the whole server may write and let think.

What is counted a day fills again evenly, by a clock that nobody can set: whoever has used
everything up gets a little back at once, and the clock on the wall may go as it likes.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import ceil
from time import monotonic
from typing import Final

from ludex.kernel import Sentence, say
from ludex.play.log import Line
from ludex.server.errors import Refused
from ludex.server.settings import Settings

DAY: Final = 86_400.0
CLIENTS: Final = 10_000
"""Clients whose budgets are remembered."""

LINE_BYTES: Final = 64
"""What a line takes in the store besides its event, about."""


class Allowance:
    """So much a day. What was spent beyond it has to be waited for, too."""

    __slots__ = ("_at", "_clock", "_left", "_most")

    def __init__(self, a_day: float, clock: Callable[[], float] = monotonic) -> None:
        self._most, self._clock = float(a_day), clock
        self._left, self._at = self._most, clock()

    @property
    def left(self) -> float:
        """What may still be spent now."""
        now = self._clock()
        filled = self._left + (now - self._at) * self._most / DAY
        self._left, self._at = min(self._most, filled), now
        return self._left

    def spend(self, amount: float) -> None:
        """So much less; a negative amount is given back."""
        self._left = min(self._most, self.left - amount)

    def wait(self, amount: float = 1.0) -> float:
        """Seconds until so much can be spent; 0 when it can be now."""
        if self._left >= amount:
            return 0.0  # and there is only more by now
        if not self._most:
            return DAY
        return max(0.0, (min(amount, self._most) - self.left) * DAY / self._most)


class Purse:
    """What one client, or all together, may still use today."""

    __slots__ = ("lines", "size", "tables", "thinking", "was_here")

    def __init__(
        self,
        tables: float,
        lines: float,
        megabytes: float,
        minutes: float,
        clock: Callable[[], float],
    ) -> None:
        self.tables = Allowance(tables, clock)
        self.lines = Allowance(lines, clock)
        self.size = Allowance(megabytes * 1e6, clock)
        self.thinking = Allowance(minutes * 60, clock)
        self.was_here = False
        """Has what the store knows of this client been counted?"""

    @property
    def wait_to_write(self) -> float:
        """Seconds until a line can be written."""
        return max(self.lines.wait(), self.size.wait())


@dataclass(frozen=True, slots=True)
class Spent:
    """Why nothing more may be done, and for how long."""

    text: str
    seconds: float | None
    """None: for good."""


class Budgets:
    """The purses of all clients, and that of the server."""

    def __init__(
        self, settings: Settings, clock: Callable[[], float] = monotonic
    ) -> None:
        self.settings, self._clock = settings, clock
        self.server = Purse(
            settings.server_tables_per_day,
            settings.server_lines_per_day,
            settings.server_megabytes_per_day,
            settings.server_thinking_minutes_per_day,
            clock,
        )
        self._clients: OrderedDict[str, Purse] = OrderedDict()

    def client(self, name: str) -> Purse:
        """The purse of a client; those not seen longest are forgotten first."""
        purse = self._clients.get(name)
        if purse is None:
            settings = self.settings
            purse = self._clients[name] = Purse(
                settings.tables_per_day,
                settings.lines_per_day,
                settings.megabytes_per_day,
                settings.thinking_minutes_per_day,
                self._clock,
            )
            if len(self._clients) > CLIENTS:
                self._clients.popitem(last=False)
        self._clients.move_to_end(name)
        return purse

    def no_writing(self, client: str) -> Spent | None:
        """May nothing more be written for this client, or at all?"""
        if wait := self.client(client).wait_to_write:
            words = "Your tables have had all the moves of a day; go on {later}."
            return Spent(say("moves_spent", words, later=later(wait)), wait)
        if wait := self.server.wait_to_write:
            words = "The server has had all the moves of a day; go on {later}."
            return Spent(say("moves_spent", words, later=later(wait)), wait)
        return None

    def no_thinking(self, client: str) -> Spent | None:
        """May nobody think for this client any more, or at all?"""
        if wait := self.client(client).thinking.wait():
            words = "Your thinking time of a day is used up; go on {later}."
            return Spent(say("thinking_spent", words, later=later(wait)), wait)
        if wait := self.server.thinking.wait():
            words = "The server's thinking time of a day is used up; go on {later}."
            return Spent(say("thinking_spent", words, later=later(wait)), wait)
        return None

    def take_table(self, client: str, size: int) -> None:
        """One table more for this client, that takes so much in the store; or refuse it."""
        mine, all_ = self.client(client), self.server
        if wait := max(mine.tables.wait(), mine.size.wait(size)):
            words = "You have created too many tables today; go on {later}."
            text = say("tables_spent", words, later=later(wait))
            raise Refused(429, text, retry_after=ceil(wait))
        if wait := max(all_.tables.wait(), all_.size.wait(size)):
            words = "The server has no more tables for today; come back {later}."
            text = say("tables_spent", words, later=later(wait))
            raise Refused(503, text, retry_after=ceil(wait))
        self._took(client, 1, size)

    def created_elsewhere(self, client: str) -> None:
        """Another process has created a table; the store counts it for those unknown here."""
        purse = self._clients.get(client)
        if purse is not None and purse.was_here:
            purse.tables.spend(1)

    def give_back_table(self, client: str, size: int) -> None:
        """It was not created after all."""
        self._took(client, -1, -size)

    def _took(self, client: str, tables: int, size: int) -> None:
        for purse in (self.client(client), self.server):
            purse.tables.spend(tables)
            purse.size.spend(size)

    def thought(self, client: str, seconds: float) -> None:
        """Somebody has thought for a client."""
        self.client(client).thinking.spend(seconds)
        self.server.thinking.spend(seconds)

    def wrote(self, client: str, lines: int, size: int) -> None:
        """Lines have been written for a client."""
        for purse in (self.client(client), self.server):
            purse.lines.spend(lines)
            purse.size.spend(size)


class Account:
    """What one table has used, on the account of whoever created it."""

    def __init__(self, budgets: Budgets, client: str) -> None:
        self._budgets, self._client = budgets, client
        self._lines, self._size, self._seconds = 0, 0, 0.0

    def read(self, lines: Iterable[Line]) -> None:
        """Lines that are in the log already, whoever has paid for them."""
        for line in lines:
            self._lines += 1
            self._size += size_of(line)

    def wrote(self, lines: Iterable[Line]) -> None:
        """Lines that this process has just written."""
        count, size = self._lines, self._size
        self.read(lines)
        self._budgets.wrote(self._client, self._lines - count, self._size - size)

    def thought(self, seconds: float) -> None:
        """A bot of the table has thought."""
        self._seconds += seconds

    @property
    def is_full(self) -> bool:
        """Is the log as long as a log may be?"""
        settings = self._budgets.settings
        return (
            self._lines >= settings.lines_per_table
            or self._size >= settings.megabytes_per_table * 1e6
        )

    @property
    def no_writing(self) -> Spent | None:
        """Why nothing more can happen at the table."""
        if self.is_full:
            return Spent("This game has become too long; begin another.", None)
        return self._budgets.no_writing(self._client)

    @property
    def no_thinking(self) -> Spent | None:
        """Why its bots may not think any more."""
        if self._seconds >= self._budgets.settings.thinking_minutes_per_table * 60:
            text = "The bots have thought as long as they may at one table."
            return Spent(text, None)
        return self._budgets.no_thinking(self._client)


def size_of(line: Line) -> int:
    """What a line takes in the store, about."""
    return len(line.event) + LINE_BYTES


def later(seconds: float) -> Sentence:
    """When, in words."""
    if seconds <= 60:
        return say("minute", "in a minute")
    minutes = ceil(seconds / 60)
    if minutes < 120:
        return say("minutes", "in {number} minutes", number=minutes)
    return say("hours", "in {number} hours", number=ceil(minutes / 60))
