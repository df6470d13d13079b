"""The archive: how a server reaches the store. `NotSaved` is all that can go wrong with it.

Whatever only reads does so in threads; whatever writes does it in turn.
"""

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import suppress
from time import monotonic
from typing import Final, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from ludex.play.effects import No
from ludex.play.log import Line
from ludex.play.situation import Wish
from ludex.server.errors import NotSaved
from ludex.server.settings import Settings
from ludex.server.store.commits import Commits, Overdue
from ludex.server.store.database import Database
from ludex.server.store.records import Append, Arrangement, Chairs, Standing
from ludex.server.store.threads import Threads
from ludex.server.tables.ledger import Change, Ledger

T = TypeVar("T")

LOG: Final = logging.getLogger(__name__)
FAILURES: Final = (SQLAlchemyError, sqlite3.Error, Overdue, TimeoutError)
READERS: Final = 8
"""Threads that read from the store."""


class Archive:
    """The store, for one process."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self.database, self.settings = database, settings
        self._loop = loop = asyncio.get_running_loop()

        def deliver(tell: Callable[[], None]) -> None:
            with suppress(RuntimeError):  # the loop has ended: nobody is left to tell
                loop.call_soon_threadsafe(tell)

        self.commits = Commits(database, deliver)
        self._readers = Threads(READERS, "ludex-reader")
        self._health: asyncio.Future[bool] | None = None
        self._asked_at = 0.0
        self.ledger = Ledger(
            append=self._append,
            since=self._since,
            advise=self._advise,
            wish=self._wish,
            arrange=self._arrange,
            chairs=self._chairs,
            is_shared=database.is_shared,
        )
        """How single tables reach the store."""

    @property
    def is_shared(self) -> bool:
        """Do other processes use it too?"""
        return self.database.is_shared

    async def read(self, work: Callable[[], T]) -> T:
        """Whatever only reads, in a thread."""
        return await self._answered(asyncio.wrap_future(self._readers.run(work)))

    async def write(self, work: Callable[[], T]) -> T:
        """A transaction of its own, in its turn."""
        return await self._answered(asyncio.wrap_future(self.commits.run(work)))

    def tell(self, news: Mapping[str, object]) -> None:
        """Say something to the other processes, if there are any."""
        if self.is_shared:
            self.commits.run(lambda: self.database.tell(news))

    async def is_well(self) -> bool:
        """Does the store answer, and take what it is given? Asked once a second at most."""
        if self._health is None or monotonic() - self._asked_at > 1:
            self._asked_at = monotonic()
            self._health = asyncio.ensure_future(self._checked())
        return await asyncio.shield(self._health)

    async def finish(self) -> None:
        """Write what waits to be written."""
        # In a thread that nobody waits for: this may be what does not answer.
        await asyncio.wrap_future(self._readers.run(self.commits.close))

    def close(self) -> None:
        """Nothing is read or written any more."""
        self._readers.close()
        self.database.close()

    async def _checked(self) -> bool:
        try:
            async with asyncio.timeout(5):
                await self.read(self.database.check)
        except (NotSaved, TimeoutError):
            return False
        return self.commits.is_well

    async def _answered(self, answer: "asyncio.Future[T]") -> T:
        try:
            async with asyncio.timeout(self.settings.store_seconds):
                return await answer
        except FAILURES as error:
            raise self._not_saved(error) from error

    def _not_saved(self, error: Exception) -> NotSaved:
        LOG.warning("the store does not answer: %s", type(error).__name__)
        file = self.database.file
        return NotSaved(lost=file is not None and file.is_lost)

    # -- for single tables --------------------------------------------------------------

    def _append(self, append: Append) -> "asyncio.Future[bool]":
        answer = _Answer(self._loop.create_future(), self._not_saved)
        # A timer of its own: one for a whole block would cost as much as the rest of this.
        answer.overdue = self._loop.call_later(
            self.settings.store_seconds, answer.give_up
        )
        self.commits.append(append, answer)
        return answer.future

    async def _since(
        self, table: str, seq: int
    ) -> tuple[tuple[Line, ...], bool, Wish | None]:
        return await self.read(lambda: self.database.since(table, seq))

    async def _advise(self, table: str, standing: Standing) -> None:
        await self.write(lambda: self.database.advise(table, standing))

    async def _wish(self, table: str, standing: Standing, wish: Wish | None) -> None:
        await self.write(lambda: self.database.wish(table, standing, wish))

    async def _arrange(
        self, table: str, standing: Standing, change: Change
    ) -> tuple[Arrangement, No | None]:
        return await self.write(lambda: self.database.arrange(table, standing, change))

    async def _chairs(self, table: str) -> Chairs:
        return await self.read(lambda: self.database.chairs(table))


class _Answer:
    """What a commit says to the table that waits for it, or that it has not come in time."""

    __slots__ = ("_not_saved", "future", "overdue")
    overdue: asyncio.TimerHandle

    def __init__(
        self,
        future: "asyncio.Future[bool]",
        not_saved: Callable[[Exception], NotSaved],
    ) -> None:
        self.future, self._not_saved = future, not_saved

    def done(self) -> bool:
        return self.future.done()

    def set_result(self, result: bool, /) -> None:  # as futures have it
        self.overdue.cancel()
        self.future.set_result(result)

    def set_exception(self, exception: Exception, /) -> None:
        self.overdue.cancel()
        if isinstance(exception, FAILURES):
            unsaved = self._not_saved(exception)
            unsaved.__cause__ = exception
            exception = unsaved
        self.future.set_exception(exception)

    def give_up(self) -> None:
        if not self.done():
            self.set_exception(TimeoutError())
