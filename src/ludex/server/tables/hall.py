"""The hall: every table in memory, loaded when somebody comes, let go when all have gone."""

import asyncio
import logging
import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, suppress
from dataclasses import replace
from hashlib import sha256
from time import monotonic, time
from typing import Final, TypeVar
from weakref import WeakKeyDictionary

from sqlalchemy.exc import SQLAlchemyError

from ludex.play.log import Line
from ludex.server.http.offers import has_light, is_offered, playable
from ludex.server.limits.budgets import Account, Budgets
from ludex.server.limits.rates import Open
from ludex.server.limits.slices import Lane
from ludex.server.settings import Settings
from ludex.server.tables import attendance as sitting
from ludex.server.tables import tokens
from ludex.server.tables.driving import Driver
from ludex.server.tables.expiring import sweeping
from ludex.server.tables.live import LiveTable
from ludex.server.tables.memory import Memory
from ludex.server.tables.opening import Wanted
from ludex.server.tables.presence import LONG, MOMENT, Register
from ludex.server.tables.record import Change, Damaged, Ledger, No
from ludex.server.tables.seating import first_chairs, is_invited
from ludex.server.tables.store_watch import look_after
from ludex.server.thinking.pool import Asker, Thinkers, TooManyQuestions
from ludex.server.trouble import NotSaved
from ludex.store.commits import Commits, Overdue
from ludex.store.database import Database
from ludex.store.news import News, listen
from ludex.store.records import (
    ONLOOKERS,
    Append,
    Arrangement,
    Chairs,
    NewTable,
    Standing,
    StoredTable,
    Wish,
)
from ludex.store.threads import Threads

T = TypeVar("T")
Told = tuple[frozenset[int], str | None]
"""Who is here, and what a bot waits for, as other processes were told."""

LOG: Final = logging.getLogger(__name__)
NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,40}")
"""What the name of a table looks like."""

READERS: Final = 8
"""Threads that read from the store."""

SLICE: Final = 50
"""Lines of a log that are replayed at once: a few milliseconds."""

HEARTBEAT: Final = 10.0
SILENCE: Final = 35.0
"""Seconds after which a process that says nothing is no longer counted."""


class Hall:
    """All tables that this process has open."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self.database, self.settings = database, settings
        self.loop = asyncio.get_running_loop()

        def deliver(tell: Callable[[], None]) -> None:
            with suppress(RuntimeError):  # the loop has ended: nobody is left to tell
                self.loop.call_soon_threadsafe(tell)

        self.commits = Commits(database, deliver)
        self._readers = Threads(READERS, "ludex-reader")
        self.lane = Lane()
        """Where whatever grows with the length of a log waits for its turn."""

        self.budgets = Budgets(settings)
        self.bots = Thinkers(
            settings.thinkers,
            waiting=settings.bots_waiting,
            each=settings.sockets_per_client,
            spend=self.budgets.thought,
        )
        self.advisers = Thinkers(
            settings.thinkers,
            waiting=settings.questions,
            each=settings.questions_per_client,
            patience=settings.thinking_seconds,
            spend=self.budgets.thought,
            demand=self._demand_thinking_time,
        )
        self.sockets = Open(settings.sockets_per_client)
        self.memory = Memory(settings)
        self.tables = self.memory.tables
        self._loading: dict[str, asyncio.Task[LiveTable | None]] = {}
        self._told: WeakKeyDictionary[LiveTable, Told] = WeakKeyDictionary()
        self._heard: dict[str, float] = {}
        self._register = Register()
        self._driver = Driver(self.bots, settings)
        self._chores: set[asyncio.Task[None]] = set()
        self._health: asyncio.Future[bool] | None = None
        self._asked_at = 0.0
        self.is_open = True
        self._ledger = Ledger(
            append=self._append,
            since=self._since,
            advise=self._advise,
            wish=self._wish,
            arrange=self._arrange,
            chairs=self._chairs,
        )

    def start(self) -> None:
        """Begin the chores: to hear others, and to tidy up."""
        self._chore(self._tidy())
        self._chore(look_after(self))
        self._chore(sweeping(self))
        if self.database.is_shared:
            self._chore(listen(self.database.url, self._hear, self._catch_up))

    async def close(self) -> None:
        """Finish what was accepted, and stop; what takes too long is given up."""
        self.is_open = False
        try:
            async with asyncio.timeout(self.settings.closing_seconds):
                await self._finish()
        except TimeoutError:
            LOG.warning("the store does not answer: what it was asked may be lost")
        self.bots.close()
        self.advisers.close()
        self._readers.close()
        self.database.close()

    async def _finish(self) -> None:
        drivers = [live.driver for live in self.tables.values() if live.driver]
        for task in (*self._chores, *drivers):
            task.cancel()
        await asyncio.gather(*self._chores, *drivers, return_exceptions=True)
        for live in list(self.tables.values()):
            await live.settled()
        with suppress(NotSaved):
            await self._keep_seen()
        # In a thread that nobody waits for: this may be what does not answer.
        await asyncio.wrap_future(self._readers.run(self.commits.close))

    async def is_well(self) -> bool:
        """Does the store answer, and take what it is given? Asked once a second at most."""
        if self._health is None or monotonic() - self._asked_at > 1:
            self._asked_at = monotonic()
            self._health = asyncio.ensure_future(self._checked())
        return await asyncio.shield(self._health)

    async def _checked(self) -> bool:
        try:
            async with asyncio.timeout(5):
                await self.read(self.database.check)
        except (NotSaved, TimeoutError):
            return False
        return self.commits.is_well

    def has_light(self, game: str) -> bool:
        """Can it be proven whether a position of this game is winnable?"""
        return has_light(game)

    # -- tables ---------------------------------------------------------------------

    async def found(self, table: str) -> LiveTable | None:
        """The table of a name; whatever cannot be one is looked for nowhere."""
        if not NAME.fullmatch(table) or self.memory.is_going(table):
            return None
        live = self.tables.get(table)
        if live is not None:
            self.memory.ask(live)
            return live
        loading = self._loading.get(table)
        if loading is None:
            loading = asyncio.ensure_future(self._load(table))
            self._loading[table] = loading
            loading.add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(loading)

    async def opened(self, table: str, token: str) -> tuple[LiveTable, int] | None:
        """The table and the seat that a token opens."""
        live = await self.found(table)
        if live is None:
            return None
        seat = tokens.seat_of(live.new.keys, token)
        if seat is None and self.database.is_shared:
            # It may have been claimed a moment ago, through another process.
            await live.reseat()
            seat = tokens.seat_of(live.new.keys, token)
        return None if seat is None else (live, seat)

    async def invited(self, table: str, invitation: str) -> LiveTable | None:
        """The table that an invitation is or was for."""
        live = await self.found(table)
        if live is None or is_invited(live.new.chairs, invitation):
            return live
        if self.database.is_shared:  # it may have been issued through another process
            await live.reseat()
        return live if is_invited(live.new.chairs, invitation) else None

    async def _load(self, table: str) -> LiveTable | None:
        self.memory.demand_room()
        stored = await self.read(lambda: self.database.load(table))
        if stored is None:
            return None
        try:
            live = self._made(replace(stored, lines=()))
            await self.lane.run(
                _replayed(live, stored.lines), len(stored.lines) // SLICE
            )
        except Damaged:
            LOG.exception("a table in the store cannot be read")
            return None
        live.publish()
        self._admit(live)
        # Nothing may slip through between loading and listening.
        if self.database.is_shared:
            await live.refresh()
            await live.reseat()
            self._say({"table": table, "who": True})
        return live

    def _made(self, stored: StoredTable) -> LiveTable:
        header = stored.new.header
        if not is_offered(header):
            problem = f"there is no game {header.game} here, or not with the same rules"
            raise Damaged(problem)
        game = playable()[header.game]
        return LiveTable(
            stored,
            game,
            self._ledger,
            has_pauses=self.settings.pause > 0,
            account=Account(self.budgets, stored.new.creator),
        )

    def _admit(self, live: LiveTable) -> None:
        live.changed = self._changed
        self.tables[live.id] = live
        self.memory.ask(live)
        self._changed(live)

    def _changed(self, live: LiveTable) -> None:
        if not self.is_open:
            return
        self.memory.use(live)
        self._driver.start(live)
        here, waiting = live.people_here, live.waiting if live.is_ours else None
        before = self._told.get(live, (frozenset(), None))
        if (here, waiting) != before:
            self._told[live] = here, waiting
            self._say(_attendance(live))
            self._register.note(live, before[0] - here, MOMENT)

    async def _keep_seen(self) -> None:
        seen = self._register.taken()
        if seen:
            await self.write(lambda: self.database.seen(seen))

    def let_go(self, tables: Iterable[str]) -> AbstractContextManager[list[str]]:
        """Those of the tables that nobody is at; nobody can come while they are deleted."""
        return self.memory.let_go(tables, self._loading)

    def adviser(self, client: str) -> Asker:
        """Who answers the questions of a client."""
        return self.advisers.of(creator_of(client), self.settings.advice_seconds)

    def _demand_thinking_time(self, name: str) -> None:
        if spent := self.budgets.no_thinking(name):
            raise TooManyQuestions(spent.text, spent.seconds)

    async def create(
        self, wanted: Wanted, client: str
    ) -> tuple[NewTable, dict[int, str]]:
        """A new table; its tokens are told this once and kept by nobody here.

        Those of friends are invitations: they claim a seat and open nothing.
        """
        mine = wanted.seats.index("me") + 1
        friends = [i for i, who in enumerate(wanted.seats, 1) if who == "friend"]
        keys = {seat: tokens.new_token() for seat in (ONLOOKERS, mine, *friends)}
        kept = {seat: tokens.digest(token) for seat, token in keys.items()}
        invitations = {seat: kept.pop(seat) for seat in friends}
        new = NewTable(
            id=tokens.new_id(),
            header=wanted.header,
            chairs=first_chairs(mine, kept, invitations, time()),
            asked=wanted.asked,
            creator=creator_of(client),
        )
        live = self._made(StoredTable(new, (), advised=wanted.assisted))

        def write() -> None:
            self.database.create(new)
            if wanted.assisted:
                self.database.advise(new.id, live.standing())

        self.memory.demand_room()
        await self.write(write)
        live.left_at = monotonic()  # whoever has created it comes any moment
        self._admit(live)
        self._say({"creator": new.creator})
        return new, keys

    # -- the store ------------------------------------------------------------------

    async def read(self, work: Callable[[], T]) -> T:
        """Whatever only reads, in a thread."""
        return await self._answered(asyncio.wrap_future(self._readers.run(work)))

    async def write(self, work: Callable[[], T]) -> T:
        """A transaction of its own, in its turn."""
        return await self._answered(asyncio.wrap_future(self.commits.run(work)))

    async def _append(self, append: Append) -> bool:
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.commits.append(append, done)
        return await self._answered(done)

    async def _answered(self, answer: "asyncio.Future[T]") -> T:
        """What the store answers; `NotSaved` is all that can go wrong with it."""
        try:
            async with asyncio.timeout(self.settings.store_seconds):
                return await answer
        except (SQLAlchemyError, sqlite3.Error, Overdue, TimeoutError) as error:
            LOG.warning("the store does not answer: %s", type(error).__name__)
            file = self.database.file
            raise NotSaved(lost=file is not None and file.is_lost) from error

    async def _since(
        self, table: str, seq: int
    ) -> tuple[tuple[Line, ...], bool, Wish | None]:
        return await self.read(lambda: self.database.since(table, seq))

    async def _advise(self, table: str, standing: Standing) -> None:
        await self.write(lambda: self.database.advise(table, standing))

    async def _wish(self, table: str, standing: Standing, wish: Wish | None) -> None:
        await self.write(lambda: self.database.wish(table, standing, wish))

    async def _arrange(
        self, table: str, standing: Standing, change: Change
    ) -> tuple[Arrangement, No | None]:
        return await self.write(lambda: self.database.arrange(table, standing, change))

    async def _chairs(self, table: str) -> Chairs:
        return await self.read(lambda: self.database.chairs(table))

    # -- other processes --------------------------------------------------------------

    def _say(self, news: Mapping[str, object]) -> None:
        if self.database.is_shared:
            self.commits.run(lambda: self.database.tell(news))

    def _hear(self, news: News) -> None:
        sender = str(news.get("from"))
        if sender == self.database.name:
            return
        self._heard[sender] = monotonic()
        if isinstance(creator := news.get("creator"), str):
            self.budgets.created_elsewhere(creator)
        live = self.tables.get(str(news.get("table")))
        if live is None:
            return
        match news:
            case {"seq": int(seq)} if seq >= live.seq:
                # Where nobody is, the news would only be read; who comes reads it anew.
                if not self.memory.forget(live):
                    self._chore(live.hear(news))
            case {"seats": True}:
                self._chore(live.reseat())
            case {"here": [*seats]}:
                live.elsewhere[sender] = frozenset(s for s in seats if type(s) is int)
                if not live.is_ours and "waiting" in news:
                    waiting = news["waiting"]
                    live.waiting = waiting if isinstance(waiting, str) else None
                live.publish()
            case {"who": True}:
                self._say(_attendance(live))

    def _catch_up(self) -> None:
        """Listening has begun, perhaps again: look at every table that is open."""
        for live in self.tables.values():
            self._chore(live.refresh())
            self._chore(live.reseat())
            self._say({"table": live.id, "who": True})

    # -- chores -----------------------------------------------------------------------

    def _chore(self, work: "asyncio.Future[None] | object") -> None:
        task: asyncio.Task[None] = asyncio.ensure_future(work)  # type: ignore[arg-type]  # a coroutine
        self._chores.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: "asyncio.Task[None]") -> None:
        self._chores.discard(task)
        if task.cancelled() or isinstance(task.exception(), NotSaved):
            return  # it has been told, and is tried again
        if task.exception() is not None:
            LOG.error("a chore failed", exc_info=task.exception())

    async def _tidy(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT)
            self._say({"alive": True})
            for live in self.tables.values():
                if live.is_doubtful:
                    self._chore(live.refresh())
                if sitting.is_due(live, self.settings):
                    self._chore(sitting.release_absent(live, self.settings))
                self._register.note(live, live.people_here, LONG)
            self._chore(self._keep_seen())
            self._forget_silent()
            self.memory.evict()

    def _forget_silent(self) -> None:
        silent = {
            name for name, at in self._heard.items() if monotonic() - at > SILENCE
        }
        for name in silent:
            del self._heard[name]
        for live in self.tables.values():
            gone = silent & set(live.elsewhere)
            for name in gone:
                del live.elsewhere[name]
            if gone:
                live.publish()


def _attendance(live: LiveTable) -> dict[str, object]:
    """Who is here, as other processes are told; and what a bot waits for that plays here."""
    here: dict[str, object] = {"table": live.id, "here": sorted(live.people_here)}
    return {**here, "waiting": live.waiting} if live.is_ours else here


def creator_of(client: str) -> str:
    """A client as it is kept, to count its tables: no address."""
    return sha256(f"ludex:{client}".encode()).hexdigest()


def _replayed(live: LiveTable, lines: tuple[Line, ...]) -> Iterator[None]:
    """A log taken up slice by slice; nobody sees the table before the last."""
    for at in range(0, len(lines), SLICE):
        live.replay(lines[at : at + SLICE])
        yield
