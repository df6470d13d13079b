"""Engines: SQLite and PostgreSQL, and the promises that they are asked for."""

import os
from contextlib import suppress
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.pool import ConnectionPoolEntry

LIVELY: dict[str, Any] = {
    "connect_timeout": 5,
    "keepalives_idle": 30,
    "tcp_user_timeout": 10_000,
}
"""The options by which a PostgreSQL that has gone is soon given up."""

LIMITS = "-c statement_timeout=10000 -c lock_timeout=5000"


def open_engine(url: URL) -> Engine:
    """Return the database, not yet looked at; what is in it never comes into a message."""
    if url.get_backend_name() != "sqlite":
        options = f"{url.query.get('options', '')} {LIMITS}".strip()
        return create_engine(
            url,
            connect_args={**LIVELY, "options": options},
            hide_parameters=True,
            pool_size=5,
            max_overflow=5,
            pool_timeout=5,
            pool_pre_ping=True,
        )
    _create_private(str(url.database))
    engine = create_engine(url, connect_args={"check_same_thread": False}, hide_parameters=True)
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _create_private(path: str) -> None:
    """A new file that only its owner may read; what SQLite puts beside it is alike."""
    with suppress(OSError):  # SQLite says better what is wrong
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))


def _prepare_sqlite(connection: Any, _: object) -> None:  # noqa: ANN401  # the driver's
    connection.isolation_level = None  # we say BEGIN ourselves
    # FULL: a commit is on the disk, and not only with the system, when it returns.
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "busy_timeout=2000",
        "foreign_keys=ON",
    ):
        connection.execute(f"PRAGMA {pragma}")


def discard_connection(_: object, record: ConnectionPoolEntry) -> None:
    """A connection that was given back is not used again."""
    record.invalidate()


def _begin_sqlite(connection: Connection) -> None:
    writing = connection.get_execution_options().get("writing")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")
