"""Expired tables, and their deletion with all that belongs to them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, Select, and_, delete, func, or_, select

from ludex.server.store.checksums import NOTHING
from ludex.server.store.schema import EVENTS, METADATA, SNAPSHOTS, STANDINGS, TABLES

BATCH = 20
"""Tables that are deleted in one transaction: nobody waits long for it."""


@dataclass(frozen=True, slots=True)
class Cutoffs:
    """A table expires when nothing has happened there since, each kind at its own time."""

    finished: str
    idle: str
    unplayed: str


def newest_change(connection: Connection) -> str | None:
    """Return when anything has happened for the last time at any table."""
    times = select(func.max(TABLES.c.created)).union_all(select(func.max(STANDINGS.c.updated)))
    found = [time for (time,) in connection.execute(times) if isinstance(time, str)]
    return max(found, default=None)


def expired_tables(connection: Connection, cutoffs: Cutoffs) -> list[str]:
    """Return a batch of tables that have expired."""
    return list(connection.execute(_expired(cutoffs).limit(BATCH)).scalars())


def delete_tables(connection: Connection, tables: Sequence[str], cutoffs: Cutoffs) -> list[str]:
    """Delete those of the tables that are expired still; whoever plays on keeps them."""
    still = _expired(cutoffs).where(TABLES.c.id.in_(tables))
    deleted = list(connection.execute(still).scalars())
    _delete_all(connection, deleted)
    return deleted


def _delete_all(connection: Connection, tables: Sequence[str]) -> None:
    for part in reversed(METADATA.sorted_tables):  # what points at a table goes first
        key = TABLES.c.id if part is TABLES else part.c.get("table_id")
        if key is not None and tables:
            connection.execute(delete(part).where(key.in_(tables)))


def cut_logs(connection: Connection, sound: Mapping[str, int]) -> None:
    """Cut damaged logs to their sound lines; where they lead to is worked out again."""
    for table, lines in sound.items():
        if lines == NOTHING:  # not even its header can be read
            _delete_all(connection, [table])
            continue
        for part, numbered in ((EVENTS, True), (SNAPSHOTS, True), (STANDINGS, False)):
            these = [part.c.table_id == table, *([part.c.n > lines] if numbered else [])]
            connection.execute(delete(part).where(*these))


def _expired(cutoffs: Cutoffs) -> "Select[str]":
    somebody_moved = (
        select(EVENTS.c.n).where(EVENTS.c.table_id == TABLES.c.id, EVENTS.c.seat > 0).exists()
    )
    over = func.coalesce(STANDINGS.c.over, False)
    touched = func.coalesce(STANDINGS.c.updated, TABLES.c.created)
    return (
        select(TABLES.c.id)
        .select_from(TABLES.outerjoin(STANDINGS))
        .where(
            or_(
                and_(over, touched < cutoffs.finished),
                and_(~over, touched < cutoffs.idle),
                and_(touched < cutoffs.unplayed, ~over, ~somebody_moved),
            )
        )
        .order_by(touched)
    )
