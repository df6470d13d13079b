"""New tables: so many a day, whatever the clock on the wall says.

What a client creates is counted by a clock that only goes forward. The store is asked once,
when a server meets a client for the first time: there the times are those on the wall, and
one that was set back has left tables in the future. They are not counted, or nobody could
begin a game before it is as late as that again.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Final

from ludex.server.tables.hall import Hall, creator_of

TABLE_BYTES: Final = 500
"""What a table takes in the store besides what was asked for, about."""


@asynccontextmanager
async def one_table_more(hall: Hall, client: str, asked: int) -> AsyncIterator[None]:
    """While a table is created that was asked for in so many bytes."""
    name, size = creator_of(client), TABLE_BYTES + 2 * asked
    await _recall(hall, name)
    hall.budgets.take_table(name, size)
    try:
        yield
    except BaseException:
        hall.budgets.give_back_table(name, size)
        raise


async def _recall(hall: Hall, name: str) -> None:
    """Count what the store knows of a client that is new to this server."""
    budget = hall.budgets.clients[name]
    if budget.is_counted:
        return
    now = datetime.now(UTC).replace(microsecond=0)
    since, until = (now - timedelta(days=1)).isoformat(), now.isoformat()
    count = await hall.archive.read(hall.database.created_by, name, since, until)
    if not budget.is_counted:  # nobody else has counted meanwhile
        budget.is_counted = True
        budget.tables.spend(count)
