"""Reading and writing tables; every method is one transaction and may take a while.

Two processes cannot both write line n of a table: the primary key settles it, and the
loser is told. With PostgreSQL each commit also tells the other processes (NOTIFY).
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import cached_property
from importlib import import_module
from typing import Any, TypeVar

from sqlalchemy import (
    URL,
    Connection,
    bindparam,
    event,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError, OperationalError, SQLAlchemyError

from ludex.play.protocol.log import LogLine
from ludex.play.protocol.situation import UndoRequest
from ludex.server.store.engine import discard_connection, open_engine
from ludex.server.store.expiry import (
    Cutoffs,
    delete_tables,
    expired_tables,
    newest_change,
)
from ludex.server.store.file import StoreFile
from ludex.server.store.notify import CHANNEL, TELL, news_of, pack_notices
from ludex.server.store.records import (
    Append,
    Arrangement,
    Chairs,
    Listed,
    NewTable,
    StoredTable,
    TableSummary,
)
from ludex.server.store.rows import (
    STANDING,
    chair_row,
    chairs_of,
    lines_after,
    noted,
    standing_of,
    standing_row,
    table_of,
    table_row,
)
from ludex.server.store.schema import EVENTS, KEYS, STANDINGS, TABLES
from ludex.server.store.upgrade import upgrade

T = TypeVar("T")

CHECKING = 10.0
"""Seconds for reading a SQLite file through when it is opened: a large one is not waited for."""

RACES = ("40001", "40P01")
"""PostgreSQL's codes for having stood in another's way."""


class Database:
    """The store, as a set of transactions."""

    def __init__(self, url: URL, name: str = "") -> None:
        self.url = url
        self.name = name
        """The mark of this process on its own news."""

        self.is_checked = True
        """Was there time to see that the whole file is sound?"""

        self.file = None if self.is_shared else StoreFile(str(url.database))
        """Under SQLite: the file, which is watched while it is open."""

        self._engine = open_engine(url)
        self._writer = self._engine.execution_options(writing=True)
        try:
            if self.file is not None:
                self.is_checked = self.file.check(CHECKING)
                event.listen(self._engine, "handle_error", self.file.note)
            upgrade(self._writer)
            if self.file is not None:
                self.file.watch()
        except BaseException:
            self.close()
            raise

    @cached_property
    def is_shared(self) -> bool:
        """May other processes serve the same tables?"""
        return self.url.get_backend_name() == "postgresql"

    def close(self) -> None:
        """Let go of every connection; of those in use when they are given back.

        A thread may still wait for a database that does not answer; nobody waits for it.
        """
        event.listen(self._engine, "checkin", discard_connection)
        self._engine.dispose()
        if self.file is not None:
            self.file.close()

    def check(self) -> None:
        """Is anybody there, and what was opened? Raises when not."""
        if self.file is not None:
            self.file.demand()
        with self.reading() as connection:
            connection.execute(select(TABLES.c.id).limit(1))

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that writes; when this ends without an error, it is on the disk.

        It stands between two looks at the file.
        """
        if self.file is not None:
            self.file.demand()
        with self._writer.begin() as connection:
            yield connection
        if self.file is not None:
            self.file.demand()

    def reading(self) -> AbstractContextManager[Connection]:
        """Return a transaction that reads."""
        return self._engine.connect()

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
                self._append(connection, ordered)
        except IntegrityError:
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
                    self._append(connection, [append])
                answers.append(True)
            except IntegrityError:
                answers.append(False)
            except SQLAlchemyError as error:
                return answers + [error] * (len(appends) - len(answers))
        return answers

    def _append(self, connection: Connection, appends: Sequence[Append]) -> None:
        connection.execute(
            insert(EVENTS),
            [
                {
                    "table_id": append.table,
                    "n": n,
                    "event": line.event,
                    "seat": line.seat,
                    "seconds": line.seconds,
                    "assisted": line.assisted,
                }
                for append in appends
                for n, line in enumerate(append.lines, start=append.after + 1)
            ],
        )
        rows = [standing_row(append.table, append.standing) for append in appends]
        connection.execute(self._upsert, rows)
        if self.is_shared:
            self._tell(connection, *map(news_of, appends))

    @cached_property
    def _upsert(self) -> Any:  # noqa: ANN401  # one type a dialect
        # Only the dialect that is spoken is loaded: PostgreSQL's takes long.
        spoken = import_module(f"sqlalchemy.dialects.{self.url.get_backend_name()}")
        made = spoken.insert(STANDINGS)
        derived = {name: made.excluded[name] for name in STANDING}
        names = (*STANDING, "table_id", "advised")
        given = made.values({name: bindparam(name) for name in names})
        return given.on_conflict_do_update(index_elements=["table_id"], set_=derived)

    def advise(self, table: str, standing: TableSummary) -> None:
        """Somebody has been given advice: the game is an assisted one from now on."""
        self._note(table, standing, {"advised": True})

    def wish(self, table: str, standing: TableSummary, wish: UndoRequest | None) -> None:
        """Somebody wishes to undo, or has agreed; None: no longer."""
        values = {
            "wish_seq": wish and wish.seq,
            "wish_seat": wish and wish.seat,
            "wish_agreed": wish and json.dumps(wish.agreed),
        }
        self._note(table, standing, values)

    def _note(self, table: str, standing: TableSummary, values: Mapping[str, object]) -> None:
        with self.writing() as connection:
            self._noted(connection, table, standing, values)
            self._tell(connection, {"table": table, "seq": standing.seq})

    def _noted(
        self,
        connection: Connection,
        table: str,
        standing: TableSummary,
        values: Mapping[str, object],
    ) -> None:
        changed = update(STANDINGS).where(STANDINGS.c.table_id == table)
        if not connection.execute(changed.values(**values)).rowcount:
            connection.execute(self._upsert, standing_row(table, standing))
            connection.execute(changed.values(**values))

    def arrange(
        self,
        table: str,
        standing: TableSummary,
        change: Callable[[Chairs], Arrangement | T],
    ) -> tuple[Arrangement, T | None]:
        """Change who holds which seat, with nobody else in between; or why not.

        The rows of the table's seats are locked, so of two who claim one seat at once,
        through whichever process, the second sees what the first has done.
        """
        with self.writing() as connection:
            before = chairs_of(connection, [table], lock=True).get(table, {})
            after = change(before)
            if not isinstance(after, Arrangement):
                return Arrangement(before), after
            for seat, chair in after.chairs.items():
                if chair != before[seat]:
                    connection.execute(
                        update(KEYS)
                        .where(KEYS.c.table_id == table, KEYS.c.seat == seat)
                        .values(**chair_row(chair))
                    )
            if after.advised:
                self._noted(connection, table, standing, {"advised": True})
                self._tell(connection, {"table": table, "seq": standing.seq})
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

    # -- reading --------------------------------------------------------------------

    def load(self, table: str) -> StoredTable | None:
        """Return a table with its whole log."""
        with self.reading() as connection:
            wanted = select(TABLES).where(TABLES.c.id == table)
            row = connection.execute(wanted).mappings().first()
            if row is None:
                return None
            chairs = chairs_of(connection, [table])
            lines = lines_after(connection, table, 0)
            advised, wish = noted(connection, table)
            updated = connection.scalar(
                select(STANDINGS.c.updated).where(STANDINGS.c.table_id == table)
            )
        new = table_of(row, chairs.get(table, {}))
        return StoredTable(new, lines, advised, wish, updated)

    def chairs(self, table: str) -> Chairs:
        """Return who holds which seat."""
        with self.reading() as connection:
            return chairs_of(connection, [table]).get(table, {})

    def since(self, table: str, seq: int) -> tuple[tuple[LogLine, ...], bool, UndoRequest | None]:
        """Return what has been added after the first `seq` lines, advice, and the wish."""
        with self.reading() as connection:
            return lines_after(connection, table, seq), *noted(connection, table)

    def listed(self, tables: Iterable[str]) -> list[Listed]:
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
                Listed(
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
