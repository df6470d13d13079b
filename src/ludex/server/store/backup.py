"""Backups: the whole store in one SQLite file, made while servers run, and put back.

Whatever the store is, its backup is a SQLite file of the same schema: so a backup of one kind
of database can be put back into another, and any SQLite program can look into it.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from sqlalchemy import URL, Connection, delete, func, insert, select, text

from ludex.server.store.checksums import counted_beside
from ludex.server.store.database import Database
from ludex.server.store.engine import open_engine
from ludex.server.store.file import StoreInUse, alone_with
from ludex.server.store.notify import SERVING
from ludex.server.store.schema import EVENTS, METADATA, TABLES
from ludex.server.store.upgrade import made_by, steps, version_of

BATCH = 2000
"""Rows that are carried over together."""

OURS = {*METADATA.tables, "alembic_version"}
"""The tables of a store."""


class BackupError(Exception):
    """A backup cannot be made or put back."""


class BackupContents(NamedTuple):
    """The number of tables and events in a backup."""

    tables: int
    events: int

    def __str__(self) -> str:
        counted = zip(("table", "event"), self, strict=True)
        return " and ".join(f"{n:,} {name}{'s' * (n != 1)}" for name, n in counted)


# -- making one ----------------------------------------------------------------------


def back_up(url: URL, part: Path) -> BackupContents:
    """Write a copy of the store to `part`, as it is at one moment; servers go on."""
    if url.get_backend_name() == "sqlite":
        _copy_file(Path(str(url.database)), part)
    else:
        _export(url, part)
    return check_backup(part)


def _copy_file(source: Path, target: Path) -> None:
    """SQLite's own backup: one read transaction, which no writer waits for."""
    if not source.is_file():
        raise BackupError(f"there is no database {source}")
    try:
        # Not as read-only: who reads beside a writer shares its memory.
        address = f"{source.resolve().as_uri()}?mode=rw"
        with (
            closing(sqlite3.connect(address, uri=True)) as there,
            closing(sqlite3.connect(target)) as here,
        ):
            there.backup(here)
            here.execute("PRAGMA journal_mode=DELETE")  # one file, nothing beside it
    except sqlite3.Error as error:
        raise BackupError(f"{source}: {error}") from None


def _export(url: URL, target: Path) -> None:
    """Every row of a database of another kind, read in one transaction."""
    engine = open_engine(url)
    try:
        steady = engine.execution_options(isolation_level="REPEATABLE READ")
        with steady.begin() as there:
            there.execute(text("SET LOCAL statement_timeout = 0"))
            _demand_current(there)
            with _filling(target) as here:
                _carry(there, here)
    finally:
        engine.dispose()


@contextmanager
def _filling(target: Path) -> Iterator[Connection]:
    """A new SQLite store to be filled, closed as one file."""
    with closing(Database(_url(target))) as store, store.writing() as here:
        yield here
    with closing(sqlite3.connect(target)) as file:
        file.execute("PRAGMA journal_mode=DELETE")
    counted_beside(target).unlink()  # nobody serves a backup


def _url(path: Path) -> URL:
    """Return the address of a SQLite file, whatever letters are in its path."""
    return URL.create("sqlite+pysqlite", database=str(path))


def _carry(there: Connection, here: Connection) -> None:
    for table in METADATA.sorted_tables:
        rows = there.execution_options(yield_per=BATCH).execute(select(table))
        for some in rows.mappings().partitions():
            here.execute(insert(table), [dict(row) for row in some])


def _demand_current(connection: Connection) -> None:
    if version_of(connection) != steps()[-1]:
        raise BackupError(
            "the database is of another version: start a server on it once to upgrade it"
        )


# -- putting it back -------------------------------------------------------------------


def check_backup(backup: Path) -> BackupContents:
    """Return what is in a backup; `BackupError` unless it is a sound one of a version that we know."""
    if not backup.is_file():
        raise BackupError(f"there is no file {backup}")
    try:
        with closing(sqlite3.connect(backup)) as file:
            (found,) = file.execute("PRAGMA integrity_check(1)").fetchone()
            if found != "ok":
                raise BackupError(f"{backup} is damaged: {found}")
            for kind, name in file.execute("SELECT type, name FROM sqlite_master"):
                _demand_ours(backup, kind, name)
            (version,) = file.execute("SELECT version_num FROM alembic_version")
            counts = [
                file.execute(f"SELECT count(*) FROM {table.name}").fetchone()[0]  # noqa: S608  # our own names
                for table in (TABLES, EVENTS)
            ]
    except (sqlite3.Error, ValueError) as error:
        raise BackupError(f"{backup} is not a backup of Ludex ({error})") from None
    if version[0] not in steps():
        raise BackupError(f"{backup} was made by {made_by(version[0])}")
    return BackupContents(*counts)


def _demand_ours(backup: Path, kind: str, name: str) -> None:
    """Refuse what a foreign file could bring besides rows: a trigger or a view would run later."""
    is_ours = name in OURS or name.startswith("sqlite_")
    if kind in {"trigger", "view"} or (kind == "table" and not is_ours):
        raise BackupError(f"{backup} is not a backup of Ludex: it has the {kind} {name!r}")


def restore(backup: Path, url: URL, *, force: bool) -> BackupContents:
    """Put a backup in the place of a store that nobody serves."""
    found = check_backup(backup)
    try:
        if url.get_backend_name() == "sqlite":
            with alone_with(url):
                _replace_file(backup, Path(str(url.database)), force=force)
        else:
            _import(backup, url, force=force)
    except StoreInUse:
        raise BackupError("a server is using this database: stop it first") from None
    return found


def _replace_file(backup: Path, target: Path, *, force: bool) -> None:
    if target.exists() and target.stat().st_size and not force:
        raise BackupError(f"{target} exists; --force overwrites it")
    target = target.resolve()  # a link stays a link
    part = target.with_name(f"{target.name}.restoring")
    part.unlink(missing_ok=True)
    part.touch(mode=0o600)
    try:
        _copy_file(backup, part)
        # What lies beside the old file would be taken for changes of the new one.
        for companion_file in (f"{target}-wal", f"{target}-shm", counted_beside(target)):
            Path(companion_file).unlink(missing_ok=True)
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def _import(backup: Path, url: URL, *, force: bool) -> None:
    with TemporaryDirectory(prefix="ludex-restore-") as folder:
        # Brought up to date in a copy: the backup stays as it is.
        copy = Path(folder) / "backup.sqlite3"
        _copy_file(backup, copy)
        with (
            closing(Database(_url(copy))) as old,
            closing(Database(url)) as store,
            store.writing() as here,
            old.reading() as there,
        ):
            _demand_nobody(here)
            _empty(here, force=force)
            _carry(there, here)


def _demand_nobody(here: Connection) -> None:
    """Servers hold this lock together; whoever restores needs it alone."""
    here.execute(text("SET LOCAL statement_timeout = 0"))
    alone = text("SELECT pg_try_advisory_xact_lock(:n)")
    if not here.execute(alone, {"n": SERVING}).scalar_one():
        raise StoreInUse


def _empty(here: Connection, *, force: bool) -> None:
    count = here.execute(select(func.count()).select_from(TABLES)).scalar_one()
    if count and not force:
        raise BackupError(f"there are {count:,} tables in the database; --force overwrites them")
    for table in reversed(METADATA.sorted_tables):
        here.execute(delete(table))
