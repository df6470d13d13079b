"""The archive: the way of a server to the store. `NotSaved` is all that can go wrong with it.

Whatever only reads does so in threads; whatever writes does it in turn.
"""

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import ParamSpec, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from ludex.play.protocol.effects import Rejection
from ludex.server.errors import NotSaved
from ludex.server.settings import Settings
from ludex.server.store.checksums import BrokenLog
from ludex.server.store.commits import Commits, Overdue
from ludex.server.store.database import Database
from ludex.server.store.records import Append, Arrangement, Chairs
from ludex.server.store.threads import Threads

P = ParamSpec("P")
T = TypeVar("T")

LOG = logging.getLogger(__name__)
FAILURES = (SQLAlchemyError, sqlite3.Error, Overdue, TimeoutError)
SeatChange = Callable[[Chairs], Arrangement | Rejection]
"""A change of seats, or the reason why it failed."""

READERS = 8
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

    @property
    def is_shared(self) -> bool:
        """Do other processes use it too?"""
        return self.database.is_shared

    async def read(self, work: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """Do what only reads, in a thread."""
        reading = self._readers.run(partial(work, *args, **named))
        return await self._answered(asyncio.wrap_future(reading))

    async def write(self, work: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """Run a transaction of its own, in its turn."""
        writing = self.commits.run(partial(work, *args, **named))
        return await self._answered(asyncio.wrap_future(writing))

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
        LOG.warning("the database does not answer: %s", type(error).__name__)
        file = self.database.file
        return NotSaved(lost=file is not None and file.is_lost)

    # -- for single tables --------------------------------------------------------------

    def append(self, append: Append) -> "asyncio.Future[bool]":
        """Add lines; is it written? It will be, or not, whoever waits for it."""
        answer: asyncio.Future[bool] = self._loop.create_future()

        def tell(outcome: bool | Exception) -> None:
            late.cancel()
            if answer.done():  # given up
                return
            if isinstance(outcome, bool):
                answer.set_result(outcome)
            else:
                is_known = isinstance(outcome, (*FAILURES, BrokenLog))
                answer.set_exception(self._not_saved(outcome) if is_known else outcome)

        # A timer of its own: one for a whole block would cost as much as the rest of this.
        late = self._loop.call_later(self.settings.store_seconds, tell, TimeoutError())
        self.commits.append(append, tell)
        return answer
