"""Checksums that find damage: a chain through the log of each table, and a count of commits.

A disk may lose or change what was written. SQLite notices neither a changed letter in a row, nor
that the end of its write-ahead log is gone: it goes on from the last commit that it can read.

- Every line of a log has a link: a checksum of the line and of the link before it. The first one
  follows from the table's header. So a line that was changed, or has gone, breaks the chain.
- Every commit counts (SQLite's `user_version`, which belongs to the transaction), and the count is
  also written into a small file beside the database. If that file knows of more commits than the
  database, acknowledged lines were lost.
"""

import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from hashlib import blake2b
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

from ludex.server.store.schema import EVENTS, TABLES

HEADER = tuple(column.name for column in TABLES.columns if column.name != "link")
LINE = ("n", "event", "seat", "seconds", "assisted")
SIZE = 8
MOST = 2**31
"""The count begins anew there: SQLite keeps four bytes for it."""

NOTHING = -1
"""So many lines are sound where not even the header is."""

LOOKS = 1000
"""Rows between two looks at the clock."""


class BrokenLog(Exception):
    """A log in the store is not as it was written; so many of its lines are."""

    def __init__(self, table: str, sound: int) -> None:
        super().__init__(f"the log of table {table} is damaged after line {max(sound, 0)}")
        self.table, self.sound = table, sound


def first_link(header: Mapping[str, object]) -> bytes:
    """Return the link before the first line, from the header of a table as its row has it."""
    return _sum(*(header[name] for name in HEADER))


def next_link(before: bytes, n: int, *line: object) -> bytes:
    """Return the link of a line: its event, seat, seconds, and whether it was assisted."""
    event, seat, seconds, assisted = line
    with suppress(TypeError, ValueError):
        return _sum(before, n, event, seat, repr(float(seconds)), int(bool(assisted)))  # type: ignore[arg-type]
    return b""  # of no line that was ever written


def seal(link: bytes, *values: str) -> bytes:
    """Return the checksum of what follows from the lines up to a link."""
    return _sum(link, *values)


def _sum(*values: object) -> bytes:
    raw = (value if isinstance(value, bytes) else str(value).encode() for value in values)
    return blake2b(b"".join(b"%d:%b" % (len(one), one) for one in raw), digest_size=SIZE).digest()


class ChecksumFindings(NamedTuple):
    """The findings of a reading of all logs."""

    logs: dict[str, int]
    """The tables whose logs are damaged, and how many of their lines are sound."""

    is_whole: bool
    """Was there time to read all of them?"""


def find_breaks(path: str, seconds: float) -> ChecksumFindings:
    """Read all logs of a SQLite store through a connection of its own, as far as time allows."""
    until, found = monotonic() + seconds, dict[str, int]()
    with closing(sqlite3.connect(path)) as connection:
        connection.text_factory = bytes  # what is damaged need not be a text
        headers = connection.execute(f"SELECT {', '.join(HEADER)}, link FROM {TABLES.name}")  # noqa: S608
        links = dict[object, tuple[bytes, int]]()
        for header in headers:
            table, first = header[0], first_link(dict(zip(HEADER, header, strict=False)))
            links[table] = first, 0
            if first != header[-1]:
                found[name(table)] = NOTHING
        for i, (table, n, *line, link) in enumerate(_lines(connection)):
            if i % LOOKS == 0 and monotonic() > until:
                return ChecksumFindings(found, is_whole=False)
            before, sound = links.get(table, (b"", NOTHING))
            if name(table) in found:
                continue
            links[table] = next_link(before, n, *line), n
            if n != sound + 1 or links[table][0] != link:
                found[name(table)] = sound
    return ChecksumFindings(found, is_whole=True)


def name(table: object) -> str:
    """Return a table's name, whatever has become of it."""
    return table.decode(errors="replace") if isinstance(table, bytes) else str(table)


def _lines(connection: sqlite3.Connection) -> Iterator[tuple[Any, ...]]:
    columns = ", ".join(("table_id", *LINE, "link"))
    return connection.execute(f"SELECT {columns} FROM {EVENTS.name} ORDER BY table_id, n")  # noqa: S608


class CommitCount:
    """The number of commits of a SQLite store, as the file beside it has it."""

    def __init__(self, path: str) -> None:
        self.path = counted_beside(path)
        self._file: int | None = None
        self.known = 0

    def lost(self, count: int) -> int:
        """Return how many commits the database has lost, which has made `count`; begin to count."""
        with suppress(OSError, ValueError):
            self.known = int(self.path.read_text())
        missing = (self.known - count) % MOST
        return missing if missing < MOST // 2 else 0

    def begin(self, count: int) -> None:
        """Count on from here."""
        self._file = os.open(self.path, os.O_CREAT | os.O_WRONLY, 0o600)
        self.note(count)

    def note(self, count: int) -> None:
        """So many commits are on disk; this need not be, since less than the truth is no alarm."""
        self.known = count
        if self._file is not None:
            os.pwrite(self._file, b"%010d\n" % count, 0)

    def close(self) -> None:
        """Count no more."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


def counted_beside(path: str | Path) -> Path:
    """Return the file beside a database in which its commits are counted."""
    return Path(f"{path}-commits")
