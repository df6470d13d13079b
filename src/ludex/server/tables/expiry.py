"""Tables that nobody has used for long leave the store.

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
from typing import Final

from ludex.server.errors import NotSaved
from ludex.server.settings import Settings
from ludex.server.store.expiry import Cutoffs
from ludex.server.tables.archive import Archive
from ludex.server.tables.memory import Memory

LOG: Final = logging.getLogger(__name__)
EVERY: Final = 600.0
"""Seconds between two looks at the store."""

LONGEST: Final = 36_500.0
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
        """What has not been touched since then has expired."""
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
            gone = await archive.write(database.delete, idle, cutoffs)
        count += len(gone)
        LOG.info("%d tables have expired", len(gone))


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
