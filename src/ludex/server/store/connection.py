"""A store that is open: it reports losses at once, and counts every commit.

Under SQLite the file is looked at when it is opened, and before and after each commit.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import cached_property

from sqlalchemy import URL, Connection, event, select

from ludex.server.store.checksums import MOST as MOST_COMMITS
from ludex.server.store.checksums import CommitCount, find_breaks
from ludex.server.store.engine import discard_connection, open_engine
from ludex.server.store.expiry import cut_logs, newest_change
from ludex.server.store.file import StoreDamaged, StoreFile, StoreLost
from ludex.server.store.schema import TABLES
from ludex.server.store.upgrade import upgrade

CHECKING = 10.0
"""Seconds for reading a SQLite file through when it is opened: a large one is not waited for."""


class OpenStore:
    """A store that is open: its connections, and the file under SQLite, watched for losses."""

    def __init__(self, url: URL, *, accept_loss: bool = False) -> None:
        """Open it; after damage only where its loss is accepted, from the last good point on."""
        self.url = url
        self.is_checked = True
        """Was there time to see that the whole file is sound?"""

        self.file = None if self.is_shared else StoreFile(str(url.database))
        """Under SQLite: the file, which is watched while it is open."""

        self._commits = CommitCount(str(url.database))
        self._engine = open_engine(url)
        self._writer = self._engine.execution_options(writing=True)
        try:
            if self.file is not None:
                self.is_checked = self.file.check(CHECKING)
                event.listen(self._engine, "handle_error", self.file.note)
            upgrade(self._writer)
            self._count = self._begin_count(accept_loss=accept_loss)
            if self.file is not None:
                self.file.watch()
        except BaseException:
            self.close()
            raise

    def _begin_count(self, *, accept_loss: bool) -> int:
        """Look for lost commits and broken logs; return the number of commits that there are."""
        if self.file is None:
            return 0
        with self.reading() as connection:
            count = int(connection.exec_driver_sql("PRAGMA user_version").scalar_one())
        try:
            breaks = find_breaks(self.file.path, CHECKING)
        except sqlite3.Error as error:
            raise StoreLost(f"{self.file.path} is damaged: {error}") from None
        self.is_checked = self.is_checked and breaks.is_whole
        lost = self._commits.lost(count)
        if not accept_loss and (lost or breaks.logs):
            with self.reading() as connection:
                raise StoreDamaged(self.file.path, lost, breaks.logs, newest_change(connection))
        self._commits.begin(count)
        self._count = count
        if breaks.logs:
            with self.writing() as connection:
                cut_logs(connection, breaks.logs)
        return self._count

    @cached_property
    def is_shared(self) -> bool:
        """May other processes serve the same tables?"""
        return self.url.get_backend_name() == "postgresql"

    def close(self) -> None:
        """Let go of every connection; of those in use when they are given back.

        A thread may still wait for a database that does not answer; nobody waits for it.
        """
        event.listen(self._engine, "checkin", discard_connection)
        self._engine.dispose()
        if self.file is not None:
            self._commits.close()
            self.file.close()

    def check(self) -> None:
        """Is anybody there, and what was opened? Raises when not."""
        if self.file is not None:
            self.file.demand()
        with self.reading() as connection:
            connection.execute(select(TABLES.c.id).limit(1))

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that writes; when this ends without an error, it is on the disk.

        It stands between two looks at the file.
        """
        if self.file is not None:
            self.file.demand()
        with self._writer.begin() as connection:
            yield connection
            if self.file is not None:
                count = (self._count + 1) % MOST_COMMITS
                connection.exec_driver_sql(f"PRAGMA user_version = {count}")
        if self.file is not None:
            self._count = count
            self._commits.note(count)
            self.file.demand()

    def reading(self) -> AbstractContextManager[Connection]:
        """Return a transaction that reads."""
        return self._engine.connect()
