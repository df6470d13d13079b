"""The SQLite file under the store: is it sound, and is it still the one that was opened?

A file that somebody deletes or replaces stays open: SQLite would go on writing, without an
error, to what nobody will ever read. So whoever writes looks before and after every commit
whether the file is still there; nothing is acknowledged that is not in it.

House rule of this file: the database is never opened but by SQLite. Closing any other
descriptor of it would take away the locks that this process has on it. One server has a file:
two that share one would not hear of each other.
"""

import os
import sqlite3
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from time import monotonic

from sqlalchemy import URL
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.exc import SQLAlchemyError

DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
PARTS = ("", "-wal", "-shm")
"""The file and what SQLite keeps beside it; without any of them commits are lost."""

STEPS = 100_000
"""So many steps of SQLite between two looks at the clock."""

Mark = tuple[int, int]
"""The identity of a file: its device and its number there."""


_LEFT: list[sqlite3.Connection] = []
"""Connections to files that have gone."""


class StoreLost(SQLAlchemyError):
    """The file of the store has gone, is another one, or is damaged."""


class StoreDamaged(StoreLost):
    """Acknowledged lines are missing, or are not as they were written."""

    def __init__(self, path: str, lost: int, logs: Mapping[str, int], newest: str | None) -> None:
        found = []
        if lost:
            commits = "its last commit" if lost == 1 else f"its last {lost:,} commits"
            found.append(f"it has lost {commits}, and is sound up to {newest or 'its beginning'}")
        if logs:
            first, *more = sorted(logs.items())
            others = f", and {len(more):,} more damaged log{'s' * (len(more) > 1)}" if more else ""
            lines = f"up to line {max(first[1], 0)}"
            found.append(f"the log of table {first[0]} is sound {lines}{others}")
        super().__init__(f"{path} is damaged: {'; '.join(found)}")


class StoreFile:
    """The file of a store that is open."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._damage: str | None = None
        self._keeper: sqlite3.Connection | None = None
        self._marks: dict[str, Mark] = {}
        self._size = 0

    def check(self, seconds: float) -> bool:
        """Read all of it, as far as the time allows, and raise `StoreLost` if it is damaged.

        Through a connection of its own: others would show pages that they remember. False
        when the time was not enough.
        """
        until, found = monotonic() + seconds, "ok"
        try:
            with closing(sqlite3.connect(self.path)) as connection:
                connection.set_progress_handler(lambda: monotonic() > until, STEPS)
                for check in ("quick_check", "integrity_check"):  # the second reads indexes, too
                    if found == "ok":
                        (found,) = connection.execute(f"PRAGMA {check}(1)").fetchone()
        except sqlite3.DatabaseError as error:
            if _code(error) == sqlite3.SQLITE_INTERRUPT:
                return False
            if _code(error) not in DAMAGE:
                return True  # busy, or not to be opened: opening it says so
            found = str(error)
        if found != "ok":
            self._damage = " ".join(str(found).split())
            self.demand()
        return True

    def watch(self) -> None:
        """Keep the file where it is from now on."""
        # As long as somebody has it open SQLite keeps the files beside it, too.
        self._keeper = sqlite3.connect(self.path, check_same_thread=False)
        self._keeper.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchall()
        found = {part: _stat(self.path + part) for part in PARTS}
        self._marks = {part: stat[:2] for part, stat in found.items() if stat}
        self._size = (found[""] or (0, 0, 0))[2]

    def demand(self) -> None:
        """Raise `StoreLost` unless it is sound, as far as is known, and where it was."""
        if self._damage is not None:
            raise StoreLost(f"{self.path} is damaged: {self._damage}")
        for part, mark in self._marks.items():
            found = _stat(self.path + part)
            if found is None:
                raise StoreLost(f"{self.path}{part} has been deleted")
            if found[:2] != mark:
                raise StoreLost(f"{self.path}{part} has been replaced by another file")
            if not part:
                if found[2] < self._size:
                    raise StoreLost(f"{self.path} has been cut short")
                self._size = found[2]

    @property
    def is_lost(self) -> bool:
        """Is there nothing that could be written to?"""
        try:
            self.demand()
        except StoreLost:
            return True
        return False

    def note(self, context: ExceptionContext) -> None:
        """An error of the database: what is damaged stays damaged."""
        error = context.original_exception
        if isinstance(error, sqlite3.Error) and _code(error) in DAMAGE:
            self._damage = str(error)

    def close(self) -> None:
        """Release the file: nobody needs it any more.

        The last to close it removes the files beside it, by their names: where they are no
        longer ours, our connection is left open until the process ends.
        """
        if self._keeper is not None:
            if self.is_lost:
                _LEFT.append(self._keeper)
            else:
                self._keeper.close()
            self._keeper = None
        self._marks = {}


def _stat(path: str) -> tuple[int, int, int] | None:
    try:
        found = os.stat(path)  # noqa: PTH116  # twice for every commit, and half the price
    except OSError:
        return None
    return found.st_dev, found.st_ino, found.st_size


def _code(error: sqlite3.Error) -> int:
    """SQLite's own number for what is wrong, without its finer points."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


if sys.platform != "win32":
    import fcntl


class StoreInUse(RuntimeError):
    """The error of a database that another server has."""


@contextmanager
def alone_with(url: URL) -> Iterator[None]:
    """Hold the lock beside a SQLite file; PostgreSQL may be shared."""
    if url.get_backend_name() != "sqlite" or sys.platform == "win32":
        yield
        return
    try:
        lock = Path(f"{url.database}.lock").open("wb")  # noqa: SIM115  # closed below
    except OSError:  # opening the database will say what is wrong
        yield
        return
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise StoreInUse(
                f"another server is using {url.database}; only PostgreSQL can be shared"
            ) from None
        yield
