"""Looking after the file of the store while it is served, and telling players what is wrong."""

import asyncio
import logging
from time import monotonic
from typing import Final
from weakref import WeakSet

from ludex.play.effects import Rejection
from ludex.server.errors import LOST, NotSaved
from ludex.server.store.file import Lost, StoreFile
from ludex.server.tables.archive import Archive
from ludex.server.tables.live import Visitor
from ludex.server.tables.memory import Memory

LOG: Final = logging.getLogger(__name__)
GLANCE: Final = 2.0
"""Seconds between two looks whether the file is there."""

READING: Final = 600.0
"""Seconds between two readings of the whole file, which find damage that nobody met."""

LONGEST: Final = 5.0
"""Seconds that such a reading may take."""


async def look_after(archive: Archive, memory: Memory) -> None:
    """See that the file stays there and sound, until cancelled; PostgreSQL sees to its own."""
    file = archive.database.file
    if file is None:
        return
    if not archive.database.is_checked:
        LOG.warning("the database is large: not all of it was checked")
    known: str | None = None
    told: WeakSet[Visitor] = WeakSet()
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
            LOG.error("nothing is saved any more: %s", trouble)
        elif trouble is None and known is not None:
            LOG.warning("the database is there again")
            told.clear()
        known = trouble
        if trouble is not None:
            _tell(memory, told)


def _trouble(file: StoreFile, *, thorough: bool) -> str | None:
    """Return what is wrong with the file."""
    try:
        if thorough:
            file.check(LONGEST)
        file.demand()
    except Lost as lost:
        return str(lost)
    return None


def _tell(memory: Memory, told: WeakSet[Visitor]) -> None:
    """Everybody who is at a table, once."""
    for live in memory.tables.values():
        for guest in live.guests:
            if guest not in told:
                told.add(guest)
                guest.refuse(Rejection(LOST))
