"""The rows of seats: digests of the secrets that open and claim them, and what goes with it."""

import json
from collections.abc import Sequence

from sqlalchemy import Connection, RowMapping, select

from ludex.server.store.records import Chair
from ludex.server.store.schema import KEYS


def chairs_of(
    connection: Connection, tables: Sequence[str], *, lock: bool = False
) -> dict[str, dict[int, Chair]]:
    """The seats of each table; locked until the transaction ends, if asked."""
    found: dict[str, dict[int, Chair]] = {}
    wanted = select(KEYS).where(KEYS.c.table_id.in_(tables)).order_by(KEYS.c.seat)
    rows = connection.execute(wanted.with_for_update() if lock else wanted)
    for row in rows.mappings():
        found.setdefault(row["table_id"], {})[row["seat"]] = _chair(row)
    return found


def _chair(row: RowMapping) -> Chair:
    def digest(name: str) -> bytes | None:
        return None if row[name] is None else bytes(row[name])

    return Chair(
        key=digest("digest"),
        invitation=digest("invitation"),
        inviter=row["inviter"],
        tenure=row["tenure"],
        votes=tuple(json.loads(row["votes"])),
        change=row["change"],
        seen=row["seen"],
    )


def chair_row(chair: Chair) -> dict[str, object]:
    """A seat as its row has it."""
    return {
        "digest": chair.key,
        "invitation": chair.invitation,
        "inviter": chair.inviter,
        "tenure": chair.tenure,
        "votes": json.dumps(chair.votes),
        "change": chair.change,
        "seen": chair.seen,
    }
