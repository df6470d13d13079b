"""The tables that a process has open; those that nobody uses leave memory.

Memory is bounded by tables and by their lines, since every event keeps its position. Tables
that nobody is at go first; when all that is left is in use, nobody gets another.
"""

import asyncio
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from time import monotonic
from weakref import WeakKeyDictionary

from ludex.server.errors import RequestRefused
from ludex.server.settings import Settings
from ludex.server.tables.live import LiveTable

COMING = 5.0
"""Seconds after which whoever has asked for a table is thought to sit there, or to be gone."""


class Memory:
    """Open tables by name; each knows when it was used last."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.tables: dict[str, LiveTable] = {}
        self._requested_at: WeakKeyDictionary[LiveTable, float] = WeakKeyDictionary()
        self.loading: dict[str, asyncio.Task[LiveTable | None]] = {}
        """Tables that somebody waits for."""

        self.going: set[str] = set()
        """Tables that are being deleted."""

    @property
    def lines(self) -> int:
        """The lines of all open tables."""
        return sum(live.seq for live in self.tables.values())

    def use(self, live: LiveTable) -> None:
        """Note that somebody uses a table now."""
        live.used_at = monotonic()

    def ask(self, live: LiveTable) -> None:
        """Note that somebody asks for a table, and may come to it."""
        self._requested_at[live] = monotonic()
        self.use(live)

    def demand_room(self) -> None:
        """Room for one table more, or refuse it."""
        if self._is_full(len(self.tables) + 1, self.lines):
            self.evict(1)
        if self._is_full(len(self.tables) + 1, self.lines):
            raise RequestRefused(503, "All tables are taken; try again soon.", retry_after=30)

    def evict(self, more: int = 0) -> None:
        """Let tables go that nobody uses: those idle too long, or used longest ago."""
        idle = [live for live in self.tables.values() if not live.is_busy]
        now, lines = monotonic(), self.lines
        for live in sorted(idle, key=lambda live: live.used_at):
            old = now - live.used_at > self._settings.idle_seconds
            if old or self._is_full(len(self.tables) + more, lines):
                del self.tables[live.id]
                lines -= live.seq

    def forget(self, live: LiveTable) -> bool:
        """Let a table go that is played elsewhere, unless somebody is at it or just comes."""
        is_new = monotonic() - self._requested_at.get(live, 0.0) < COMING
        if is_new or live.is_busy:
            return False
        del self.tables[live.id]
        return True

    @contextmanager
    def let_go(self, tables: Iterable[str]) -> Iterator[list[str]]:
        """Let go of the tables that nobody is at; nobody can come while they are deleted."""
        idle = [
            table for table in tables if table not in self.loading and not self._is_in_use(table)
        ]
        for table in idle:
            self.tables.pop(table, None)
        self.going.update(idle)
        try:
            yield idle
        finally:
            self.going.difference_update(idle)

    def _is_full(self, tables: int, lines: int) -> bool:
        settings = self._settings
        return tables > settings.tables_in_memory or lines > settings.lines_in_memory

    def _is_in_use(self, table: str) -> bool:
        live = self.tables.get(table)
        return live is not None and (
            live.is_busy or live.is_attended(self._settings.attended_seconds)
        )
