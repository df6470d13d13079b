"""The chores of the store: tables that nobody has used for long leave it, and its file is watched.

How long is counted by the clock on the wall, which may be wrong. So time goes on from the
last thing that the store knows of, no faster than a clock that nobody can set, and never
beyond what the wall says: a clock that was set forward deletes nothing, and the time in which
no server ran does not count.
"""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from time import monotonic
from weakref import WeakSet

from ludex.play.protocol.effects import Rejection
from ludex.server.errors import LOST, NotSaved
from ludex.server.settings import Settings
from ludex.server.store.expiry import Cutoffs
from ludex.server.store.file import StoreFile, StoreLost
from ludex.server.tables.live import TableConnection
from ludex.server.tables.memory import Memory
from ludex.server.tables.records.archive import Archive

LOG = logging.getLogger(__name__)
EVERY = 600.0
"""Seconds between two looks at the store."""

LONGEST = 36_500.0
"""Days that are as good as for ever."""


def _wall() -> datetime:
    return datetime.now(UTC).replace(microsecond=0)


class Expiry:
    """The times after which tables expire, for a server that was started now."""

    def __init__(
        self,
        settings: Settings,
        newest: str | None,
        wall: Callable[[], datetime] = _wall,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._settings, self._wall, self._clock = settings, wall, clock
        self._began = clock()
        self._newest = datetime.fromisoformat(newest) if newest else wall()

    @property
    def now(self) -> datetime:
        """The time by which tables grow old."""
        passed = timedelta(seconds=self._clock() - self._began)
        return min(self._wall(), self._newest + passed)

    @property
    def cutoffs(self) -> Cutoffs:
        """Return the times before which a table that was not touched has expired."""
        now, settings = self.now, self._settings

        def before(days: float) -> str:
            age = timedelta(days=min(days, LONGEST))
            return (now - age).replace(microsecond=0).isoformat()

        return Cutoffs(
            before(settings.finished_days),
            before(settings.idle_days),
            before(settings.unplayed_days),
        )


async def sweep(archive: Archive, memory: Memory, expiry: Expiry) -> int:
    """Delete what has expired, and say how many tables; those in use stay."""
    count, database = 0, archive.database
    while True:
        cutoffs = expiry.cutoffs
        old = await archive.read(database.expired, cutoffs)
        with memory.let_go(old) as idle:
            if not idle:
                return count
            deleted = await archive.write(database.delete, idle, cutoffs)
        count += len(deleted)
        LOG.info("%d tables have expired", len(deleted))


async def sweeping(archive: Archive, memory: Memory) -> None:
    """Do it again and again."""
    newest = None
    while newest is None:
        try:
            newest = await archive.read(archive.database.newest) or _wall().isoformat()
        except NotSaved:
            await asyncio.sleep(EVERY)
    expiry = Expiry(archive.settings, newest)
    while True:
        with suppress(NotSaved):  # it has been told, and is tried again
            await sweep(archive, memory, expiry)
        await asyncio.sleep(EVERY)


GLANCE = 2.0
"""Seconds between two looks whether the file is there."""

READING = 600.0
"""Seconds between two readings of the whole file, which find damage that nobody met."""

READING_TIME = 5.0
"""Seconds that such a reading may take."""


async def look_after(archive: Archive, memory: Memory) -> None:
    """See that the file stays there and sound, until cancelled; PostgreSQL sees to its own."""
    file = archive.database.file
    if file is None:
        return
    if not archive.database.is_checked:
        LOG.warning("the database is large: only a part of it was checked")
    known: str | None = None
    warned: WeakSet[TableConnection] = WeakSet()
    read_at = monotonic()
    while True:
        await asyncio.sleep(GLANCE)
        thorough = monotonic() - read_at > READING
        if thorough:
            read_at = monotonic()
        try:
            trouble = await archive.read(_trouble, file, thorough=thorough)
        except NotSaved:
            continue
        if trouble is not None and trouble != known:
            LOG.error("saving has stopped: %s", trouble)
        elif trouble is None and known is not None:
            LOG.warning("the database is available again")
            warned.clear()
        known = trouble
        if trouble is not None:
            _tell(memory, warned)


def _trouble(file: StoreFile, *, thorough: bool) -> str | None:
    """Return what is wrong with the file."""
    try:
        if thorough:
            file.check(READING_TIME)
        file.demand()
    except StoreLost as lost:
        return str(lost)
    return None


def _tell(memory: Memory, warned: WeakSet[TableConnection]) -> None:
    """Everybody who is at a table, once."""
    for live in memory.tables.values():
        for guest in live.guests:
            if guest not in warned:
                warned.add(guest)
                guest.refuse(Rejection(LOST))
