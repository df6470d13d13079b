"""Rows of the store as values: tables, lines, standings and what is noted with them."""

import json
from collections.abc import Mapping
from typing import Final

from sqlalchemy import Connection, RowMapping, bindparam, select

from ludex.play.log import Header, Line
from ludex.play.situation import Wish
from ludex.server.store.records import Chairs, NewTable, Standing
from ludex.server.store.schema import EVENTS, STANDINGS

PAGE: Final = 2000
"""Lines of a log that are read at once."""


def table_row(new: NewTable) -> Mapping[str, object]:
    """A new table as it is written."""
    header = new.header
    return {
        "id": new.id,
        "game": header.game,
        "seed": str(header.seed),
        "seats": json.dumps(header.seats),
        "created": header.created,
        "preset": header.preset,
        "options": json.dumps(dict(header.options)),
        "position": header.position,
        "label": header.label,
        "rules": header.rules,
        "asked": json.dumps(dict(new.asked)),
        "creator": new.creator,
    }


def table_of(row: RowMapping, chairs: Chairs) -> NewTable:
    """A table as it was created."""
    header = Header(
        game=row["game"],
        seed=int(row["seed"]),
        seats=tuple(json.loads(row["seats"])),
        created=row["created"],
        preset=row["preset"],
        options=json.loads(row["options"]),
        position=row["position"],
        label=row["label"],
        rules=row["rules"],
    )
    asked = json.loads(row["asked"])
    return NewTable(row["id"], header, chairs, asked, row["creator"])


def lines_after(connection: Connection, table: str, seq: int) -> tuple[Line, ...]:
    """The lines after the first `seq`, page by page: a driver that makes all rows at once
    lets no other thread go on meanwhile."""
    found: list[Line] = []
    page = (
        select(EVENTS.c.event, EVENTS.c.seat, EVENTS.c.seconds, EVENTS.c.assisted)
        .where(EVENTS.c.table_id == table, EVENTS.c.n > bindparam("known"))
        .order_by(EVENTS.c.n)
        .limit(PAGE)
    )
    while True:
        rows = connection.execute(page, {"known": seq + len(found)}).all()
        found += (Line(*row) for row in rows)
        if len(rows) < PAGE:
            return tuple(found)


def noted(connection: Connection, table: str) -> tuple[bool, Wish | None]:
    """Whether advice was given, and the wish to undo."""
    found = connection.execute(
        select(
            STANDINGS.c.advised,
            STANDINGS.c.wish_seq,
            STANDINGS.c.wish_seat,
            STANDINGS.c.wish_agreed,
        ).where(STANDINGS.c.table_id == table)
    ).first()
    if found is None:
        return False, None
    advised, seq, seat, agreed = found
    wish = None if seq is None else Wish(seq, seat, tuple(json.loads(agreed)))
    return bool(advised), wish


def standing_of(row: RowMapping) -> Standing:
    """How a game stands."""
    values = {name: row[name] for name in Standing.__dataclass_fields__}
    return Standing(**{**values, "winners": tuple(json.loads(row["winners"]))})
