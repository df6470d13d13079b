"""Lines that are added to the logs of tables: each with its link, and where the table stands then."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

from sqlalchemy import URL, Connection, bindparam, insert

from ludex.server.store.checksums import next_link
from ludex.server.store.records import Append, TableSummary
from ludex.server.store.rows import STANDING, link_at, standing_row
from ludex.server.store.schema import EVENTS, STANDINGS

MOST = 10_000
"""Tables whose last links are remembered."""

Links = Mapping[str, tuple[int, bytes]]
"""The number of the last line of some tables, and its link."""


class LogWriter:
    """The writer of lines; it remembers the last links of the tables that it has written to."""

    def __init__(self, url: URL) -> None:
        # Only the dialect that is spoken is loaded: PostgreSQL's takes long.
        dialect = import_module(f"sqlalchemy.dialects.{url.get_backend_name()}")
        statement = dialect.insert(STANDINGS)
        names = (*STANDING, "table_id", "advised")
        row = statement.values({name: bindparam(name) for name in names})
        changes = {name: statement.excluded[name] for name in STANDING}
        self._upsert = row.on_conflict_do_update(index_elements=["table_id"], set_=changes)
        self._links = dict[str, tuple[int, bytes]]()

    def append(self, connection: Connection, appends: Sequence[Append]) -> Links:
        """Add lines; return the last link of each table, to be remembered after the commit."""
        links, rows = dict[str, tuple[int, bytes]](), list[dict[str, Any]]()
        for append in appends:
            number, link = links.get(append.table) or self._links.get(append.table, (-1, b""))
            if number != append.after:
                link = link_at(connection, append.table, append.after)
            for n, line in enumerate(append.lines, start=append.after + 1):
                link = next_link(link, n, line.event, line.seat, line.seconds, line.assisted)
                row = {"event": line.event, "seat": line.seat, "seconds": line.seconds}
                row |= {"table_id": append.table, "n": n, "assisted": line.assisted, "link": link}
                rows.append(row)
            links[append.table] = append.after + len(append.lines), link
        connection.execute(insert(EVENTS), rows)
        standings = [standing_row(append.table, append.standing) for append in appends]
        connection.execute(self._upsert, standings)
        return links

    def remember(self, links: Links) -> None:
        """Remember the links of lines that have been committed."""
        if len(self._links) > MOST:
            self._links.clear()
        self._links |= links

    def put_standing(self, connection: Connection, table: str, standing: TableSummary) -> None:
        """Write where a table stands, of which nothing was written yet."""
        connection.execute(self._upsert, standing_row(table, standing))
