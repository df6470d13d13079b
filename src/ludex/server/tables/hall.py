"""The hall: every table in memory, loaded when somebody comes, let go when all have gone."""

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Awaitable, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from hashlib import sha256
from time import monotonic, time
from weakref import WeakKeyDictionary

from ludex.play.protocol.log import LogLine
from ludex.server.errors import NotSaved, RequestRefused
from ludex.server.game_list import GameList
from ludex.server.limits.batching import SendBatch
from ludex.server.limits.budgets import Account, Budgets
from ludex.server.limits.rate_limit import Bucket, OpenCount, PerClient
from ludex.server.limits.time_slices import TimeSlices
from ludex.server.settings import Settings
from ludex.server.store.checksums import BrokenLog
from ludex.server.store.database import Database
from ludex.server.store.notify import listen
from ludex.server.store.records import ONLOOKERS, NewTable, StoredTable
from ludex.server.tables import attendance as sitting
from ludex.server.tables.attendance import LEAVING_AGE, STAYING_AGE, PresenceRegister
from ludex.server.tables.driver import Driver
from ludex.server.tables.expiry import look_after, sweeping
from ludex.server.tables.live import LiveTable
from ludex.server.tables.memory import Memory
from ludex.server.tables.open_tables import NoticeBoard
from ludex.server.tables.other_processes import OtherProcesses
from ludex.server.tables.records.archive import Archive
from ludex.server.tables.records.new_table import PlannedTable
from ludex.server.tables.records.record import DamagedLog
from ludex.server.tables.records.seats import (
    digest,
    first_chairs,
    is_invited,
    new_id,
    new_token,
    seat_of,
)
from ludex.server.tables.timeouts import Timekeeper
from ludex.server.workers.pool import ThinkerClient, Thinkers, TooManyQuestions
from ludex.server.workers.process import Thinker
from ludex.server.workers.programs import Programs, ProgramWaiter

Presence = tuple[frozenset[int], str | None, int]
"""The presence of people, the wait of a bot, and the number of stand-ins, as other processes were
told."""

LOG = logging.getLogger(__name__)
NAME = re.compile(r"[A-Za-z0-9_-]{1,40}")
"""The form of a table's name."""

SLICE = 50
"""Lines of a log that are replayed at once: a few milliseconds."""

DAMAGED = "The log of this table is damaged; a backup may have it."
HEARTBEAT = 10.0
TABLE_BYTES = 500
"""The bytes that a table takes in the store besides its request, about."""


class Hall:
    """All tables that this process has open."""

    def __init__(self, database: Database, settings: Settings, games: GameList) -> None:
        self.database, self.settings, self.games = database, settings, games
        thinker = partial(Thinker, games.chosen)
        self.loop = asyncio.get_running_loop()
        self.archive = Archive(database, settings)
        self.sending = SendBatch(self.loop)
        self.time_slices = TimeSlices()
        """The queue for work that grows with the length of a log."""

        self.budgets = Budgets(settings)
        pool = partial(
            Thinkers,
            waiting=settings.bots_waiting,
            each=settings.sockets_per_client,
            spend=self.budgets.thought,
        )
        self.programs = Programs(settings)
        self.bots = pool(settings.thinkers, make=thinker)
        self.players = pool(settings.programs, make=ProgramWaiter)
        self.advisers = pool(
            settings.thinkers,
            waiting=settings.questions,
            each=settings.questions_per_client,
            timeout=settings.thinking_seconds,
            demand=self._demand_thinking_time,
            make=thinker,
        )
        self.sockets = OpenCount(settings.sockets_per_client)
        self.talking = PerClient(lambda: Bucket(settings.talk_rate, settings.talk_burst))
        self.joining = PerClient(lambda: Bucket(settings.join_rate, settings.join_burst))
        self.memory = Memory(settings)
        self.tables = self.memory.tables
        self._announced: WeakKeyDictionary[LiveTable, Presence] = WeakKeyDictionary()
        self.board = NoticeBoard(settings, self.archive.tell)
        self._neighbours = OtherProcesses(
            self.archive, self.memory, self.budgets, self._spawn, self.board
        )
        self._register, self._timekeeper = PresenceRegister(), Timekeeper(self._spawn)
        self._driver = Driver(self.bots, settings, self.players, self.programs)
        self._tasks: set[asyncio.Task[None]] = set()
        self.is_open = True

    def start(self) -> None:
        """Begin the chores: to hear others, and to tidy up."""
        self._spawn(self._tidy())
        self._spawn(look_after(self.archive, self.memory))
        self._spawn(sweeping(self.archive, self.memory))
        if self.archive.is_shared:
            hear, catch_up = self._neighbours.hear, self._neighbours.catch_up
            self._spawn(listen(self.database.url, hear, catch_up))

    async def close(self) -> None:
        """Finish what was accepted, and stop; what takes too long is given up."""
        self.is_open = False
        try:
            async with asyncio.timeout(self.settings.closing_seconds):
                await self._finish()
        except TimeoutError:
            LOG.warning("the database does not answer: recent writes may be lost")
        for one in (self.bots, self.players, self.programs, self.advisers, self.archive):
            one.close()

    async def _finish(self) -> None:
        drivers = [live.driver for live in self.tables.values() if live.driver]
        self._timekeeper.close()
        for task in (*self._tasks, *drivers):
            task.cancel()
        await asyncio.gather(*self._tasks, *drivers, return_exceptions=True)
        for live in [*self.tables.values()]:
            await live.settled()
        with suppress(NotSaved):
            await self._keep_seen()
        await self.archive.finish()

    # -- tables ---------------------------------------------------------------------

    async def found(self, table: str) -> LiveTable | None:
        """Return the table of a name; whatever cannot be one is looked for nowhere."""
        if not NAME.fullmatch(table) or table in self.memory.going:
            return None
        live = self.tables.get(table)
        if live is not None:
            self.memory.ask(live)
            return live
        loading = self.memory.loading.get(table)
        if loading is None:
            loading = asyncio.ensure_future(self._load(table))
            self.memory.loading[table] = loading
            loading.add_done_callback(lambda _: self.memory.loading.pop(table, None))
        return await asyncio.shield(loading)

    async def opened(self, table: str, token: str) -> tuple[LiveTable, int] | None:
        """Return the table and the seat that a token opens."""
        live = await self.found(table)
        if live is None:
            return None
        seat = seat_of(live.new.keys, token)
        if seat is None and self.archive.is_shared:
            # It may have been claimed a moment ago, through another process.
            await live.reseat()
            seat = seat_of(live.new.keys, token)
        return None if seat is None else (live, seat)

    async def invited(self, table: str, invitation: str) -> LiveTable | None:
        """Return the table that an invitation is or was for."""
        live = await self.found(table)
        if live is None or is_invited(live.new.chairs, invitation):
            return live
        if self.archive.is_shared:  # it may have been issued through another process
            await live.reseat()
        return live if is_invited(live.new.chairs, invitation) else None

    async def _load(self, table: str) -> LiveTable | None:
        self.memory.demand_room()
        try:
            stored = await self.archive.read(self.database.load, table)
        except BrokenLog as broken:
            LOG.error("%s", broken)  # noqa: TRY400  # one line says it
            raise RequestRefused(503, DAMAGED, retry_after=3600) from None
        if stored is None:
            return None
        try:
            live = self._made(replace(stored, lines=()))
            lines = live.restore(stored)
            await self.time_slices.run(_replayed(live, lines), len(lines) // SLICE)
        except DamagedLog:
            LOG.exception("a table in the database cannot be read")
            return None
        if live.clock is not None:
            live.clock.resume(stored.updated, stored.new.chairs)
        live.keep_snapshot()
        live.publish()
        self._admit(live)
        # Nothing may slip through between loading and listening.
        if self.archive.is_shared:
            await live.refresh()
            await live.reseat()
            self._neighbours.ask_who_is_at(live)
        return live

    def _made(self, stored: StoredTable) -> LiveTable:
        header = stored.new.header
        if not self.games.has_game_of(header):
            raise DamagedLog(f"the server has no game {header.game} with the same rules")
        return LiveTable(
            stored,
            self.games[header.game],
            self.archive,
            Account(self.budgets, stored.new.creator),
            has_pauses=self.settings.pause > 0,
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
        self._timekeeper.update(live)
        self.board.note(live)
        if self.programs.running and live.is_over:
            self.programs.leave(lambda table: table == live.id)
        here, waiting = live.people_here, live.waiting if live.is_ours else None
        before = self._announced.get(live, (frozenset(), None, 0))
        if (here, waiting, len(live.stand_ins)) != before:
            self._announced[live] = here, waiting, len(live.stand_ins)
            self._neighbours.tell_who_is_at(live)
            moment = LEAVING_AGE if live.clock is None else 0.0
            self._register.note(live, before[0] - here, moment)

    def _is_left(self, table: str) -> bool:
        """Does nobody play at this table now?"""
        live = self.tables.get(table)
        return live is None or live.is_over or not live.is_attended(self.settings.attended_seconds)

    async def _keep_seen(self) -> None:
        seen = self._register.taken()
        if seen:
            await self.archive.write(self.database.seen, seen)

    def adviser(self, client: str) -> ThinkerClient:
        """Return who answers the questions of a client."""
        return ThinkerClient(self.advisers, creator_of(client), self.settings.advice_seconds)

    def _demand_thinking_time(self, name: str) -> None:
        if spent := self.budgets.no_thinking(name):
            raise TooManyQuestions(spent.text, spent.seconds)

    async def create(self, wanted: PlannedTable, client: str) -> tuple[NewTable, dict[int, str]]:
        """Create a table; its tokens are told this once and kept by nobody here.

        Those of friends are invitations: they claim a seat and open nothing.
        """
        mine = wanted.seats.index("me") + 1
        friends = [i for i, player in enumerate(wanted.seats, 1) if player == "friend"]
        keys = {seat: new_token() for seat in (ONLOOKERS, mine, *friends)}
        digests = {seat: digest(token) for seat, token in keys.items()}
        invitations = {seat: digests.pop(seat) for seat in friends}
        new = NewTable(
            id=new_id(),
            header=wanted.header,
            chairs=first_chairs(mine, digests, invitations, time()),
            request=wanted.request,
            creator=creator_of(client),
        )
        live = self._made(StoredTable(new, (), advised=wanted.assisted))

        def write() -> None:
            self.database.create(new)
            if wanted.assisted:
                self.database.advise(new.id, live.standing())

        self.memory.demand_room()
        await self.archive.write(write)
        live.left_at = monotonic()  # whoever has created it comes any moment
        self._admit(live)
        self.archive.tell({"creator": new.creator})
        return new, keys

    @asynccontextmanager
    async def one_table_more(self, client: str, size: int) -> AsyncIterator[None]:
        """Count a table, that was asked for in so many bytes, while it is created.

        What a client creates is counted by a clock that only goes forward. The store is asked
        once, when a server meets a client for the first time: there the times are those on the
        wall, and one that was set back has left tables in the future. They are not counted, or
        nobody could begin a game before it is as late as that again.
        """
        name, size = creator_of(client), TABLE_BYTES + 2 * size
        budget = self.budgets.clients[name]
        if not budget.is_counted:
            now = datetime.now(UTC).replace(microsecond=0)
            day = (now - timedelta(days=1)).isoformat(), now.isoformat()
            count = await self.archive.read(self.database.created_by, name, *day)
            if not budget.is_counted:  # nobody else has counted meanwhile
                budget.is_counted = True
                budget.tables.spend(count)
        self.budgets.take_table(name, size)
        try:
            yield
        except BaseException:
            self.budgets.give_back_table(name, size)
            raise

    # -- chores -----------------------------------------------------------------------

    def _spawn(self, work: Awaitable[None]) -> None:
        task: asyncio.Task[None] = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if task.cancelled() or isinstance(task.exception(), NotSaved):
            return  # it has been told, and is tried again
        if task.exception() is not None:
            LOG.error("a background task failed", exc_info=task.exception())

    async def _tidy(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT)
            self._neighbours.beat()
            self.board.beat()
            for live in self.tables.values():
                if live.is_doubtful:
                    self._spawn(live.refresh())
                if sitting.is_due(live, self.settings):
                    self._spawn(sitting.release_absent(live, self.settings))
                long = STAYING_AGE if live.clock is None else 0.0
                self._register.note(live, live.people_here, long)
            self._spawn(self._keep_seen())
            self.memory.evict()
            self.programs.leave(self._is_left)


def creator_of(client: str) -> str:
    """A client as it is kept, to count its tables: no address."""
    return sha256(f"ludex:{client}".encode()).hexdigest()


def _replayed(live: LiveTable, lines: tuple[LogLine, ...]) -> Iterator[None]:
    """Take up a log slice by slice; nobody sees the table before the last."""
    for at in range(0, len(lines), SLICE):
        live.replay(lines[at : at + SLICE])
        yield
