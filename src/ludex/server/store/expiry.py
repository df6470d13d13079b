"""Expired tables, and their deletion with all that belongs to them."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, Select, and_, delete, func, or_, select

from ludex.server.store.schema import EVENTS, METADATA, STANDINGS, TABLES

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
    found = [time for (time,) in connection.execute(times) if time is not None]
    return max(found, default=None)


def expired_tables(connection: Connection, cutoffs: Cutoffs) -> list[str]:
    """Return a batch of tables that have expired."""
    return list(connection.execute(_expired(cutoffs).limit(BATCH)).scalars())


def delete_tables(connection: Connection, tables: Sequence[str], cutoffs: Cutoffs) -> list[str]:
    """Delete those of the tables that are expired still; whoever plays on keeps them."""
    still = _expired(cutoffs).where(TABLES.c.id.in_(tables))
    gone = list(connection.execute(still).scalars())
    for part in reversed(METADATA.sorted_tables):  # what points at a table goes first
        key = TABLES.c.id if part is TABLES else part.c.get("table_id")
        if key is not None and gone:
            connection.execute(delete(part).where(key.in_(gone)))
    return gone


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
