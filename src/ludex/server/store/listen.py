"""News from other processes that serve the same tables: PostgreSQL's LISTEN."""

import asyncio
import json
import logging
from collections.abc import Callable, Mapping
from typing import Final

from sqlalchemy import URL

from ludex.server.store.engine import LIVELY
from ludex.server.store.notify import CHANNEL

LOG: Final = logging.getLogger(__name__)
PAUSE: Final = 1.0
"""Seconds until a lost connection is tried again."""

SERVING: Final = 0x1D0F
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
