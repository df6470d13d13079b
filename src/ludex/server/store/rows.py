"""Rows of the store as values: tables, seats, lines, standings and what is noted with them."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from typing import NamedTuple

from sqlalchemy import Connection, RowMapping, bindparam, select

from ludex.play.protocol.log import Header, LogLine
from ludex.play.protocol.situation import UndoRequest
from ludex.server.store.checksums import LINE, NOTHING, BrokenLog, first_link, next_link, seal
from ludex.server.store.records import Chair, Chairs, NewTable, Snapshot, TableSummary
from ludex.server.store.schema import EVENTS, KEYS, SNAPSHOTS, STANDINGS, TABLES
from ludex.table.sentence_data import packed, unpacked

PAGE = 2000
"""Lines of a log that are read at once."""

HEADER = [field.name for field in fields(Header) if field.name in TABLES.c]
"""The fields of a header that have columns."""

STANDING = tuple(field.name for field in fields(TableSummary))


def table_row(new: NewTable) -> Mapping[str, object]:
    """Return a new table as it is written."""
    header = new.header
    row = {
        **{name: getattr(header, name) for name in HEADER},
        "id": new.id,
        "seed": str(header.seed),
        "seats": json.dumps(header.seats),
        "options": json.dumps(dict(header.options)),
        "asked": json.dumps(dict(new.request)),
        "creator": new.creator,
    }
    return {**row, "link": first_link(row)}


def table_of(row: RowMapping, chairs: Chairs) -> NewTable:
    """Return a table as it was created."""
    values = {name: row[name] for name in HEADER}
    values |= {
        "seed": int(row["seed"]),
        "seats": tuple(json.loads(row["seats"])),
        "options": json.loads(row["options"]),
    }
    request = json.loads(row["asked"])
    return NewTable(row["id"], Header(**values), chairs, request, row["creator"])


def chair_row(chair: Chair) -> dict[str, object]:
    """Return a seat as its row has it."""
    row = asdict(chair)
    digest = row.pop("key")
    return {**row, "digest": digest, "votes": json.dumps(chair.votes)}


def chairs_of(
    connection: Connection, tables: Sequence[str], *, lock: bool = False
) -> dict[str, dict[int, Chair]]:
    """Return the seats of each table; locked until the transaction ends, if asked."""
    found: dict[str, dict[int, Chair]] = {}
    wanted = select(KEYS).where(KEYS.c.table_id.in_(tables)).order_by(KEYS.c.seat)
    rows = connection.execute(wanted.with_for_update() if lock else wanted)
    for row in rows.mappings():
        values = dict(row)
        table, seat, key = (values.pop(name) for name in ("table_id", "seat", "digest"))
        values["votes"] = tuple(json.loads(row["votes"]))
        found.setdefault(table, {})[seat] = Chair(key, **values)
    return found


class LinkedLog(NamedTuple):
    """Lines of a log, and the link of each."""

    lines: tuple[LogLine, ...]
    links: tuple[bytes, ...]


def link_at(connection: Connection, table: str, n: int) -> bytes:
    """Return the link of line n of a table; of no line that before the first.

    A table that somebody has deleted has no link.
    """
    if n == 0:
        header = connection.execute(select(TABLES).where(TABLES.c.id == table)).mappings().first()
        if header is None:
            return b""
        if (link := first_link(dict(header))) != header["link"]:
            raise BrokenLog(table, NOTHING)
        return link
    line = select(EVENTS.c.link).where(EVENTS.c.table_id == table, EVENTS.c.n == n)
    return bytes(connection.execute(line).scalar_one_or_none() or b"")


def lines_after(connection: Connection, table: str, seq: int) -> LinkedLog:
    """Return the lines after the first `seq`, page by page: a driver that makes all rows at
    once lets no other thread go on meanwhile. `BrokenLog` if they are not as they were written."""
    found, links = list[LogLine](), list[bytes]()
    link = link_at(connection, table, seq)
    page = (
        select(*(EVENTS.c[name] for name in (*LINE, "link")))
        .where(EVENTS.c.table_id == table, EVENTS.c.n > bindparam("known"))
        .order_by(EVENTS.c.n)
        .limit(PAGE)
    )
    while True:
        rows = connection.execute(page, {"known": seq + len(found)}).all()
        for n, event, seat, seconds, assisted, stored in rows:
            link = next_link(link, n, event, seat, seconds, assisted)
            if n != seq + len(found) + 1 or link != stored:
                raise BrokenLog(table, seq + len(found))
            found.append(LogLine(event, seat, seconds, assisted))
            links.append(link)
        if len(rows) < PAGE:
            return LinkedLog(tuple(found), tuple(links))


def snapshot_row(table: str, snapshot: Snapshot, link: bytes) -> dict[str, object]:
    """Return a snapshot as its row has it."""
    sealed = seal(link, snapshot.position, snapshot.clock)
    return {**asdict(snapshot), "table_id": table, "seal": sealed}


def snapshots_of(
    connection: Connection, table: str, links: Sequence[bytes]
) -> tuple[Snapshot, ...]:
    """Return the snapshots that were made after these very lines; others are of no use."""
    rows = connection.execute(
        select(SNAPSHOTS).where(SNAPSHOTS.c.table_id == table).order_by(SNAPSHOTS.c.n)
    )
    found = [(Snapshot(row.n, row.position, row.clock), row.seal) for row in rows]
    return tuple(
        one
        for one, sealed in found
        if 0 < one.n <= len(links) and seal(links[one.n - 1], one.position, one.clock) == sealed
    )


def noted(connection: Connection, table: str) -> tuple[bool, UndoRequest | None]:
    """Return whether advice was given, and the wish to undo."""
    found = connection.execute(select(STANDINGS).where(STANDINGS.c.table_id == table)).first()
    if found is None:
        return False, None
    request = None
    if found.wish_seq is not None:
        agreed = tuple(json.loads(found.wish_agreed))
        request = UndoRequest(found.wish_seq, found.wish_seat, agreed)
    return bool(found.advised), request


def standing_of(row: RowMapping) -> TableSummary:
    """Return the summary of a table."""
    values = {name: row[name] for name in STANDING}
    status = unpacked(json.loads(row["status"])) or ""
    winners = tuple(json.loads(row["winners"]))
    return TableSummary(**{**values, "status": status, "winners": winners})


def standing_row(table: str, standing: TableSummary) -> dict[str, object]:
    """Return the summary of a table as its row has it."""
    return {
        **{name: getattr(standing, name) for name in STANDING},
        "table_id": table,
        "advised": False,
        # As data, so that it can be said in any language later.
        "status": json.dumps(packed(standing.status), ensure_ascii=False),
        "winners": json.dumps(standing.winners),
    }
