"""News for and from other processes that serve the same tables: PostgreSQL's NOTIFY and LISTEN."""

import asyncio
import json
import logging
from collections.abc import Callable, Iterable, Mapping

from sqlalchemy import URL, text

from ludex.server.store.engine import LIVELY
from ludex.server.store.records import Append

CHANNEL = "ludex"
TELL = text("SELECT pg_notify(:channel, news) FROM unnest(CAST(:payloads AS text[])) AS news")

NOTICE = 7500
"""Bytes of a notice; PostgreSQL takes 8000."""


def pack_notices(sender: str, news: Iterable[Mapping[str, object]]) -> list[str]:
    """News as they travel with a commit, as many in one notice as it can hold."""
    payloads, room = list[str](), 0
    for one in map(json.dumps, news):
        if len(one) + 2 > room:
            payloads.append(json.dumps({"from": sender}))
            room = NOTICE - len(payloads[-1])
            payloads[-1] = f'{payloads[-1][:-1]}, "news": [{one}]}}'
        else:
            payloads[-1] = f"{payloads[-1][:-2]}, {one}]}}"
        room -= len(one) + 2
    return payloads


def news_of(append: Append) -> Mapping[str, object]:
    """Return what other processes are told: all that they cannot find out, and no deal."""
    news: dict[str, object] = {"table": append.table, "seq": append.standing.seq}
    if append.seal:
        lines = [
            (line.event if line.seat else None, line.seat, line.seconds, line.assisted)
            for line in append.lines
        ]
        news |= {"after": append.after, "lines": lines, "seal": append.seal}
    return news if len(json.dumps(news)) < NOTICE // 4 else dict([*news.items()][:2])


LOG = logging.getLogger(__name__)
PAUSE = 1.0
"""Seconds until a lost connection is tried again."""

SERVING = 0x1D0F
"""The number of PostgreSQL's lock that every server holds, together with the others."""

News = Mapping[str, object]


async def listen(url: URL, hear: Callable[[News], None], catch_up: Callable[[], None]) -> None:
    """Hear everything that other processes tell, until cancelled.

    `catch_up` is called whenever listening begins: news may have been missed before.
    """
    import psycopg  # noqa: PLC0415  # a server with a file of its own needs none

    address = url.set(drivername="postgresql").render_as_string(hide_password=False)
    while True:
        try:
            connection = await psycopg.AsyncConnection.connect(address, autocommit=True, **LIVELY)
            try:
                # Held as long as the connection is: nobody restores a backup meanwhile.
                await connection.execute("SELECT pg_advisory_lock_shared(%s)", (SERVING,))
                await connection.execute(f"LISTEN {CHANNEL}")
                catch_up()
                async for notice in connection.notifies():
                    match json.loads(notice.payload):
                        case {"from": str(sender), "news": [*news]}:
                            for one in news:
                                hear({**one, "from": sender})
            finally:  # `async with` would ask PostgreSQL first, which may not answer
                await connection.close()
        except (psycopg.Error, OSError, ValueError) as error:
            LOG.warning("no news from PostgreSQL: %s", type(error).__name__)
        await asyncio.sleep(PAUSE)
