"""Reading and writing tables; every method is one transaction and may take a while.

Two processes cannot both write line n of a table: the primary key settles it, and the
loser is told. With PostgreSQL each commit also tells the other processes (NOTIFY).
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from sqlalchemy import URL, Connection, bindparam, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError, OperationalError, SQLAlchemyError

from ludex.play.protocol.log import LogLine
from ludex.play.protocol.situation import UndoRequest
from ludex.server.store.appends import Links, LogWriter
from ludex.server.store.checksums import BrokenLog
from ludex.server.store.connection import OpenStore
from ludex.server.store.expiry import Cutoffs, delete_tables, expired_tables, newest_change
from ludex.server.store.notify import CHANNEL, TELL, news_of, pack_notices
from ludex.server.store.records import (
    Append,
    Arrangement,
    Chairs,
    ListedTable,
    NewTable,
    Snapshot,
    StoredTable,
    TableSummary,
)
from ludex.server.store.rows import (
    chair_row,
    chairs_of,
    lines_after,
    link_at,
    noted,
    snapshot_row,
    snapshots_of,
    standing_of,
    table_of,
    table_row,
)
from ludex.server.store.schema import KEYS, SNAPSHOTS, STANDINGS, TABLES

T = TypeVar("T")

RACES = ("40001", "40P01")
"""PostgreSQL's codes for having stood in another's way."""


class Database(OpenStore):
    """The store, as a set of transactions."""

    def __init__(self, url: URL, name: str = "", *, accept_loss: bool = False) -> None:
        """Open it; after damage only where its loss is accepted, from the last good point on."""
        super().__init__(url, accept_loss=accept_loss)
        self.name = name
        """The mark of this process on its own news."""

        self._log = LogWriter(url)

    # -- writing --------------------------------------------------------------------

    def create(self, new: NewTable) -> None:
        """A new table without events."""
        with self.writing() as connection:
            connection.execute(insert(TABLES).values(**table_row(new)))
            connection.execute(
                insert(KEYS),
                [
                    {"table_id": new.id, "seat": seat, **chair_row(chair)}
                    for seat, chair in new.chairs.items()
                ],
            )

    def append_all(self, appends: Sequence[Append]) -> list[bool | Exception]:
        """Add lines to several tables in one commit; False for those that came too late."""
        # One order for all processes, so that none waits for another in a circle.
        ordered = sorted(appends, key=lambda append: append.table)
        try:
            with self.writing() as connection:
                links = self._append(connection, ordered)
            self._log.remember(links)
        except (IntegrityError, BrokenLog):
            return self._one_by_one(appends)
        except OperationalError as error:
            if getattr(error.orig, "sqlstate", None) not in RACES:
                raise
            return self._one_by_one(appends)
        return [True] * len(appends)

    def _one_by_one(self, appends: Sequence[Append]) -> list[bool | Exception]:
        """Each in a commit of its own; when the database is ill, no more are tried."""
        answers: list[bool | Exception] = []
        for append in appends:
            try:
                with self.writing() as connection:
                    links = self._append(connection, [append])
                self._log.remember(links)
                answers.append(True)
            except IntegrityError:
                answers.append(False)
            except BrokenLog as broken:
                answers.append(broken)
            except SQLAlchemyError as error:
                return answers + [error] * (len(appends) - len(answers))
        return answers

    def _append(self, connection: Connection, appends: Sequence[Append]) -> Links:
        links = self._log.append(connection, appends)
        if self.is_shared:
            self._tell(connection, *map(news_of, appends))
        return links

    def advise(self, table: str, standing: TableSummary) -> None:
        """Store that advice was given: the game is an assisted one from now on."""
        self._note(table, standing, {"advised": True})

    def request_undo(self, table: str, standing: TableSummary, request: UndoRequest | None) -> None:
        """Store a request to undo, or that it is void (None)."""
        values = {
            "wish_seq": request and request.seq,
            "wish_seat": request and request.seat,
            "wish_agreed": request and json.dumps(request.agreed),
        }
        self._note(table, standing, values)

    def _note(self, table: str, standing: TableSummary, values: Mapping[str, object]) -> None:
        change = update(STANDINGS).where(STANDINGS.c.table_id == table).values(**values)
        with self.writing() as connection:
            if not connection.execute(change).rowcount:
                self._log.put_standing(connection, table, standing)
                connection.execute(change)
            self._tell(connection, {"table": table, "seq": standing.seq})

    def arrange(
        self, table: str, change: Callable[[Chairs], Arrangement | T]
    ) -> tuple[Arrangement, T | None]:
        """Change who holds which seat, with nobody else in between; or why not.

        The rows of the table's seats are locked, so of two who claim one seat at once,
        through whichever process, the second sees what the first has done. Where a seat is
        released the length of the game is noted, as the store knows it at this moment.
        """
        with self.writing() as connection:
            before = chairs_of(connection, [table], lock=True).get(table, {})
            after = change(before)
            if not isinstance(after, Arrangement):
                return Arrangement(before), after
            length = select(STANDINGS.c.length).where(STANDINGS.c.table_id == table)
            played = connection.scalar(length) or 0
            after = Arrangement(
                {
                    seat: replace(chair, since=played)
                    if chair.is_open and not before[seat].is_open
                    else chair
                    for seat, chair in after.chairs.items()
                }
            )
            for seat, chair in after.chairs.items():
                if chair != before[seat]:
                    connection.execute(
                        update(KEYS)
                        .where(KEYS.c.table_id == table, KEYS.c.seat == seat)
                        .values(**chair_row(chair))
                    )
            if after.chairs != before:
                self._tell(connection, {"table": table, "seats": True})
        return after, None

    def seen(self, at: Mapping[tuple[str, int], float]) -> None:
        """The holders of these seats were here at that time."""
        this = (
            KEYS.c.table_id == bindparam("table"),
            KEYS.c.seat == bindparam("number"),
        )
        with self.writing() as connection:
            connection.execute(
                update(KEYS).where(*this).values(seen=bindparam("at")),
                [
                    {"table": table, "number": seat, "at": when}
                    for (table, seat), when in sorted(at.items())
                ],
            )

    def delete(self, tables: Sequence[str], cutoffs: Cutoffs) -> list[str]:
        """Delete those of the tables that have expired, and say which they were."""
        with self.writing() as connection:
            return delete_tables(connection, tables, cutoffs)

    def tell(self, news: Mapping[str, object]) -> None:
        """Tell the other processes something that is not for keeping."""
        if self.is_shared:
            with self.writing() as connection:
                self._tell(connection, news)

    def _tell(self, connection: Connection, *news: Mapping[str, object]) -> None:
        """News travel with the commit, as many in one notice as it can hold."""
        if not self.is_shared:
            return
        payloads = pack_notices(self.name, news)
        connection.execute(TELL, {"channel": CHANNEL, "payloads": payloads})

    def keep_snapshot(self, table: str, snapshot: Snapshot) -> None:
        """Keep what the lines so far have led to."""
        with self.writing() as connection:
            link = link_at(connection, table, snapshot.n)
            row = snapshot_row(table, snapshot, link)
            known = (SNAPSHOTS.c.table_id == table, SNAPSHOTS.c.n == snapshot.n)
            connection.execute(delete(SNAPSHOTS).where(*known))
            connection.execute(insert(SNAPSHOTS).values(**row))

    # -- reading --------------------------------------------------------------------

    def load(self, table: str) -> StoredTable | None:
        """Return a table with its whole log."""
        with self.reading() as connection:
            wanted = select(TABLES).where(TABLES.c.id == table)
            row = connection.execute(wanted).mappings().first()
            if row is None:
                return None
            chairs = chairs_of(connection, [table])
            lines, links = lines_after(connection, table, 0)
            snapshots = snapshots_of(connection, table, links)
            advised, request = noted(connection, table)
            updated = connection.scalar(
                select(STANDINGS.c.updated).where(STANDINGS.c.table_id == table)
            )
        new = table_of(row, chairs.get(table, {}))
        return StoredTable(new, lines, advised, request, updated, snapshots)

    def chairs(self, table: str) -> Chairs:
        """Return who holds which seat."""
        with self.reading() as connection:
            return chairs_of(connection, [table]).get(table, {})

    def since(self, table: str, seq: int) -> tuple[tuple[LogLine, ...], bool, UndoRequest | None]:
        """Return what has been added after the first `seq` lines, advice, and the wish."""
        with self.reading() as connection:
            return lines_after(connection, table, seq).lines, *noted(connection, table)

    def listed(self, tables: Iterable[str]) -> list[ListedTable]:
        """Return those of the tables that exist, the oldest first."""
        wanted = list(tables)
        with self.reading() as connection:
            chairs = chairs_of(connection, wanted)
            rows = connection.execute(
                select(TABLES, STANDINGS)
                .join_from(TABLES, STANDINGS, isouter=True)
                .where(TABLES.c.id.in_(wanted))
                .order_by(TABLES.c.created, TABLES.c.id)
            )
            return [
                ListedTable(
                    table_of(row, chairs.get(row["id"], {})),
                    None if row["table_id"] is None else standing_of(row),
                    bool(row["advised"]),
                )
                for row in rows.mappings()
            ]

    def newest(self) -> str | None:
        """Return when anything has happened for the last time at any table."""
        with self.reading() as connection:
            return newest_change(connection)

    def expired(self, cutoffs: Cutoffs) -> list[str]:
        """Return some of the tables that have expired, those first that were left longest ago."""
        with self.reading() as connection:
            return expired_tables(connection, cutoffs)

    def created_by(self, creator: str, since: str, until: str) -> int:
        """Return how many tables somebody has created between two times."""
        with self.reading() as connection:
            counted = select(func.count()).where(
                TABLES.c.creator == creator, TABLES.c.created.between(since, until)
            )
            return int(connection.execute(counted).scalar_one())
