"""Budgets: the storage and the thinking time of a table, a client and the whole server.

What is counted a day fills again evenly, by a clock that nobody can set: whoever has used
everything up gets a little back at once, and the clock on the wall may go as it likes.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import ceil
from time import monotonic

from ludex.kernel import Sentence, say
from ludex.play.protocol.log import LogLine
from ludex.server.errors import RequestRefused
from ludex.server.limits.rate_limit import DAY, Bucket, PerClient
from ludex.server.settings import Settings

LINE_BYTES = 64
"""The bytes that a line takes in the store besides its event, about."""


class DayBudget:
    """The budget of a day of one client, or of the whole server."""

    __slots__ = ("is_counted", "lines", "size", "tables", "thinking")

    def __init__(self, settings: Settings, clock: Callable[[], float], owner: str = "") -> None:
        def a_day(name: str, unit: float = 1.0) -> Bucket:
            most = getattr(settings, f"{owner}{name}_per_day") * unit
            return Bucket(most / DAY, most, clock)

        self.tables, self.lines = a_day("tables"), a_day("lines")
        self.size = a_day("megabytes", 1e6)
        self.thinking = a_day("thinking_minutes", 60)
        self.is_counted = False
        """Has what the store knows of this client been counted?"""


@dataclass(frozen=True, slots=True)
class ExceededBudget:
    """A budget that is used up, in words, and for how long."""

    text: str
    seconds: float | None
    """None: for good."""

    is_own: bool = True
    """Is it the client's, and not the server's?"""


class Budgets:
    """The budgets of all clients, and that of the server."""

    def __init__(self, settings: Settings, clock: Callable[[], float] = monotonic) -> None:
        self.settings = settings
        self.server = DayBudget(settings, clock, "server_")
        self.clients = PerClient(lambda: DayBudget(settings, clock))

    def no_writing(self, client: str) -> ExceededBudget | None:
        """Say why nothing more may be written for this client, if so."""
        return self._spent(
            client,
            "moves_spent",
            "Your tables have reached their daily limit of moves; continue {later}.",
            "The server has reached its daily limit of moves; continue {later}.",
            lambda budget: max(budget.lines.wait(), budget.size.wait()),
        )

    def no_thinking(self, client: str) -> ExceededBudget | None:
        """Say why nobody may think for this client any more, if so."""
        return self._spent(
            client,
            "thinking_spent",
            "Your daily thinking time is used up; continue {later}.",
            "The server's daily thinking time is used up; continue {later}.",
            lambda budget: budget.thinking.wait(),
        )

    def take_table(self, client: str, size: int) -> None:
        """Count one table more for this client, that takes so much in the store; or refuse it."""
        spent = self._spent(
            client,
            "tables_spent",
            "You have created too many tables today; try again {later}.",
            "The server has reached its daily limit of tables; try again {later}.",
            lambda budget: max(budget.tables.wait(), budget.size.wait(size)),
        )
        if spent is not None:
            status = 429 if spent.is_own else 503
            raise RequestRefused(status, spent.text, retry_after=ceil(spent.seconds or 0))
        self._add_tables(client, 1, size)

    def _spent(
        self, client: str, code: str, own: str, all_of_it: str, wait: Callable[[DayBudget], float]
    ) -> ExceededBudget | None:
        """Return what is used up, of a client or of the server, if one has to wait for it."""
        for budget, words in ((self.clients[client], own), (self.server, all_of_it)):
            if seconds := wait(budget):
                return ExceededBudget(say(code, words, later=later(seconds)), seconds, words is own)
        return None

    def give_back_table(self, client: str, size: int) -> None:
        """Count one table less: it was not created after all."""
        self._add_tables(client, -1, -size)

    def _add_tables(self, client: str, tables: int, size: int) -> None:
        for budget in (self.clients[client], self.server):
            budget.tables.spend(tables)
            budget.size.spend(size)

    def created_elsewhere(self, client: str) -> None:
        """Count a table that another process has created, for clients unknown here."""
        budget = self.clients.get(client)
        if budget is not None and budget.is_counted:
            budget.tables.spend(1)

    def thought(self, client: str, seconds: float) -> None:
        """Charge a client for the time that was spent thinking for it."""
        for budget in (self.clients[client], self.server):
            budget.thinking.spend(seconds)

    def wrote(self, client: str, lines: int, size: int) -> None:
        """Lines have been written for a client."""
        for budget in (self.clients[client], self.server):
            budget.lines.spend(lines)
            budget.size.spend(size)


class Account:
    """The use of one table, on the account of its creator."""

    def __init__(self, budgets: Budgets, client: str) -> None:
        self._budgets, self._client = budgets, client
        self._lines, self._size, self._seconds = 0, 0, 0.0

    def read(self, lines: Iterable[LogLine]) -> None:
        """Lines that are in the log already, whoever has paid for them."""
        for line in lines:
            self._lines += 1
            self._size += size_of(line)

    def wrote(self, lines: Iterable[LogLine]) -> None:
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
    def no_writing(self) -> ExceededBudget | None:
        """Return the reason why nothing more can happen at the table."""
        if self.is_full:
            return ExceededBudget("This game has become too long; begin another.", None)
        return self._budgets.no_writing(self._client)

    @property
    def no_thinking(self) -> ExceededBudget | None:
        """Return the reason why its bots may not think any more."""
        if self._seconds >= self._budgets.settings.thinking_minutes_per_table * 60:
            text = "The bots have used up their thinking time at this table."
            return ExceededBudget(text, None)
        return self._budgets.no_thinking(self._client)


def size_of(line: LogLine) -> int:
    """Return what a line takes in the store, about."""
    return len(line.event) + LINE_BYTES


def later(seconds: float) -> Sentence:
    """Say in words after how long it goes on."""
    if seconds <= 60:
        return say("minute", "in a minute")
    minutes = ceil(seconds / 60)
    if minutes < 120:
        return say("minutes", "in {number} minutes", number=minutes)
    return say("hours", "in {number} hours", number=ceil(minutes / 60))
