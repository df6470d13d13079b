"""The record of a table: the lines of the store, ready to be played, and their changes.

The rules of this file:
1. Whatever changes the table holds its lock, and runs to its end even if the asker leaves.
2. `now` is what the store has committed, and nothing else: what the protocol answers is written
   first and adopted then. What could not be written has not happened.
3. Who hears of it is not its business: it says `publish`.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from ludex.kernel import (
    ONLOOKER,
    AnyEvent,
    History,
    Seat,
    Unreadable,
    seat_name,
    seat_number,
)
from ludex.kernel.history import let_states_go
from ludex.language.position import position_line, read_position
from ludex.play.protocol import (
    CLOSED,
    STALE,
    act,
    advise,
    hear_repeated,
    replay_lines,
    with_chance,
)
from ludex.play.protocol.effects import AdviceGiven, Reaction, Rejection, UndoRequested
from ludex.play.protocol.log import Header, LogLine
from ludex.play.protocol.restored import restored
from ludex.play.protocol.shuffle import key_of
from ludex.play.protocol.situation import Situation, TableSetting
from ludex.server.game_list import OfferedGame
from ludex.server.limits.budgets import Account
from ludex.server.store.records import (
    Append,
    Chairs,
    NewTable,
    Snapshot,
    StoredTable,
    TableSummary,
)
from ludex.server.tables.game_clock import GameClock, Stopwatch, now
from ludex.server.tables.records.archive import Archive, SeatChange
from ludex.server.tables.records.news import drawn, read_news, seal

T = TypeVar("T")


SNAPSHOT_EVERY = 500
"""Lines from one snapshot to the next."""


class DamagedLog(Exception):
    """A log in the store that the rules refuse."""


class TableRecord:
    """A table that is kept in the store."""

    def __init__(
        self,
        stored: StoredTable,
        offered: OfferedGame,
        archive: Archive,
        account: Account,
        *,
        has_pauses: bool = True,
    ) -> None:
        self.new: NewTable = stored.new
        """The creation of the table, and the holders of its seats."""

        self.offered, self.account = offered, account
        self.game = game = offered.game
        self.is_ours = True
        """Did this process write the last line? Then it lets bots and chance go on."""

        self.stopwatch, self.clock = Stopwatch(), GameClock.of(stored.new)
        self._archive, self._has_pauses = archive, has_pauses
        self._lock = asyncio.Lock()
        self._running: set[asyncio.Future[Any]] = set()
        self._doubtful = False
        self._unsure_of_seats = False
        self._seconds = 0.0
        self._last = 0.0
        self._undo_request = stored.undo_request
        self._snapshot_at = 0
        """The number of lines when a snapshot was kept."""

        start = self.header.start(game)
        if isinstance(start, Unreadable):
            raise DamagedLog(str(start))
        bots = (i for i, player in enumerate(self.header.seats) if player != "person")
        setting = TableSetting(
            game,
            frozenset(map(Seat, bots)),
            apart=True,
            together=stored.new.request.get("together") is True
            and stored.new.commitment is not None,
            reader=offered.read,
        )
        self.now = Situation(setting, History(game, start), assisted=stored.advised)
        """The present situation, as far as the store is known."""

        self.replay(stored.lines)

    def publish(self) -> None:
        """Show everybody what is now so; a record alone has nobody to show it to."""

    @property
    def id(self) -> str:
        """Its name in links."""
        return self.new.id

    @property
    def header(self) -> Header:
        """Return the beginning of the table, and its players."""
        return self.new.header

    @property
    def seq(self) -> int:
        """Return the number of lines in the log."""
        return self.now.number

    @property
    def is_doubtful(self) -> bool:
        """May the store know more than is shown?"""
        return self._doubtful or self._unsure_of_seats

    @property
    def key(self) -> int:
        """Return the key that the deals follow from: the seed, and the shares that were given to
        it."""
        return key_of(self.header.seed, self.now.notes.shares)

    def drawn(self, table: Situation) -> AnyEvent:
        """Return what chance does next."""
        return drawn(self.header.seed, table)

    # -- what is said -----------------------------------------------------------------

    async def hear(
        self, seat: Seat, number: int | None, words: str, times: int = 1
    ) -> Rejection | None:
        """Hear what somebody says, and return why nothing came of it, if nothing did.

        Words for any number are said again when another process was quicker.
        """

        def react() -> Reaction:
            return hear_repeated(self.now, seat, number, words, times)

        answer = await self._locked(lambda: self._carry_out(react()))
        if answer is not None and answer.stale and number is None:
            answer = await self._locked(lambda: self._carry_out(react()))
        return answer

    async def advise(self, number: int | None) -> Rejection | None:
        """Note that advice is given; it is noted before it is given."""
        if number is None:  # they have it already, and no budget changes that
            return await self._locked(lambda: self._write(advise(self.now, None)))
        return await self._locked(lambda: self._carry_out(advise(self.now, number)))

    async def move(self, number: int, event: AnyEvent) -> Rejection | None:
        """Let chance or a bot act, unless something else has happened meanwhile."""

        def moved() -> Reaction:
            table = self.now
            if number != table.number:
                return Reaction(table, table, (STALE,))
            reaction = act(table, table.turn, event)
            assert reaction.no is None, f"{seat_name(table.turn)}: {reaction.no}"
            return reaction

        return await self._locked(lambda: self._carry_out(moved()))

    async def arrange(self, change: SeatChange) -> Rejection | None:
        """Change who holds which seat; it is in the store before anybody is told."""

        async def arranged() -> Rejection | None:
            self._unsure_of_seats = True  # until the store has answered
            store = self._archive
            after, refusal = await store.write(store.database.arrange, self.id, change)
            self._unsure_of_seats = False
            self._sit(after.chairs)
            return refusal

        return await self._locked(arranged)

    async def refresh(self) -> None:
        """Read what other processes have written."""
        await self._locked(self._refresh)

    async def reseat(self) -> None:
        """Read who holds which seat, as other processes may have changed it."""
        await self._locked(self._reseat)

    async def take(self, news: Mapping[str, object]) -> None:
        """Take up what another process has written, as it tells it."""

        async def taken() -> None:
            match news:
                case {"after": int(after), "lines": [*rows], "seal": str(mark)} if (
                    after == self.now.number
                    and (found := read_news(self.header.seed, self.now, rows, mark))
                ):
                    self._take_up(*found)
                    self.is_ours = False
                    self.publish()
                case {"seq": int(seq), "after": _} if seq <= self.now.number:
                    pass  # it is known already
                case _:
                    await self._refresh()

        await self._locked(taken)

    async def settled(self) -> None:
        """Wait until everything that was begun is done."""
        while self._running:
            await asyncio.wait(self._running)

    async def _locked(self, work: Callable[[], Awaitable[T]]) -> T:
        """Run in turn, and to the end even if whoever asked goes away."""

        async def locked() -> T:
            async with self._lock:
                if self._doubtful:
                    await self._refresh()
                if self._unsure_of_seats:
                    await self._reseat()
                return await work()

        task = asyncio.ensure_future(locked())
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return await asyncio.shield(task)

    # -- what is written ----------------------------------------------------------------

    async def _carry_out(self, reaction: Reaction) -> Rejection | None:
        """Put it into the store; then it has happened, and everybody is shown it."""
        no = reaction.no
        if no not in (STALE, CLOSED) and (spent := self.account.no_writing):
            no = Rejection(spent.text)  # whatever else is wrong with it
        return no if no is not None or not reaction.effects else await self._write(reaction)

    async def _write(self, reaction: Reaction) -> Rejection | None:
        if reaction.lines:
            return await self._append(reaction)
        standing, store = self.standing(reaction.after), self._archive
        for effect in reaction.effects:
            match effect:
                case UndoRequested(request):
                    await store.write(store.database.request_undo, self.id, standing, request)
                    self._undo_request = request
                case AdviceGiven():
                    await store.write(store.database.advise, self.id, standing)
        self._adopt(reaction.after)
        return None

    async def _append(self, reaction: Reaction) -> Rejection | None:
        """Give lines to the store, with what chance replies; when they are there, go on."""
        # A seat may have to be released before the next deal.
        pausing = self._has_pauses or any(chair.due for chair in self.new.chairs.values())
        reaction = with_chance(reaction, self.drawn, pausing=pausing)
        first, *others = reaction.lines
        read = self.stopwatch.read()
        used = round(self.clock.elapsed if self.clock else read - self._last, 3)
        lines = (replace(first, seconds=used), *others)
        standing = self.standing(reaction.after, self._seconds + used)
        mark = seal(self.header.seed, reaction.after, lines) if self._archive.is_shared else ""
        append = Append(self.id, reaction.before.number, lines, standing, mark)
        try:
            is_written = await self._archive.append(append)
        except BaseException:
            self._doubtful = True  # who knows
            raise
        if not is_written:  # others were quicker
            await self._refresh()
            return STALE
        self._last, self._seconds = read, self._seconds + used
        self.account.wrote(lines)
        self.is_ours = True
        self._follow(lines)
        self._adopt(reaction.after)
        self.keep_snapshot()
        return None

    def _follow(self, lines: Sequence[LogLine]) -> None:
        if self.clock is not None:
            self.clock.follow(self.now, lines)

    def _adopt(self, table: Situation) -> None:
        self.now = table
        let_states_go(table.history)
        self.publish()

    # -- what is read -------------------------------------------------------------------

    async def _reseat(self) -> None:
        self._unsure_of_seats = True
        store = self._archive
        chairs = await store.read(store.database.chairs, self.id)
        self._unsure_of_seats = False
        self._sit(chairs)

    def _sit(self, chairs: Chairs) -> None:
        if chairs != self.new.chairs:
            self.new = replace(self.new, chairs=chairs)
            self.publish()

    async def _refresh(self) -> None:
        self._doubtful = True  # until it has been read, whatever comes between
        store = self._archive
        lines, is_advised, request = await store.read(
            store.database.since, self.id, self.now.number
        )
        self._doubtful = False
        self._undo_request = request
        self.replay(lines)
        if is_advised:
            self.now = self.now.helped()
        self.is_ours = self.is_ours and not lines
        self.publish()

    def restore(self, stored: StoredTable) -> tuple[LogLine, ...]:
        """Take up a log as far as its last snapshot, and return the lines that are still to be
        replayed."""
        if not stored.snapshots:
            return stored.lines
        last, positions = stored.snapshots[-1], {one.n: one.position for one in stored.snapshots}
        lines = stored.lines[: last.n]
        table = restored(self.now, lines, positions)
        if isinstance(table, Unreadable):
            return stored.lines
        if self.clock is not None:
            self.clock.restore(last.clock)
        self.now = table.with_undo_request(self._undo_request)
        self._seconds += sum(line.seconds for line in lines)
        self.account.read(lines)
        self._snapshot_at = last.n
        return stored.lines[last.n :]

    def keep_snapshot(self) -> None:
        """Keep a snapshot when the last one is long ago; nobody waits for it."""
        if self.seq - self._snapshot_at < SNAPSHOT_EVERY:
            return
        self._snapshot_at, store = self.seq, self._archive
        line = position_line(self.game, self.now.state)
        if read_position(self.game, line) != self.now.state:
            return  # a game's own notation need not say everything
        clock = "" if self.clock is None else self.clock.written
        work = partial(store.database.keep_snapshot, self.id, Snapshot(self.seq, line, clock))
        store.commits.run(work)

    def replay(self, lines: Sequence[LogLine]) -> None:
        """Take up what stands in the store."""
        table = replay_lines(self.now, lines)
        if isinstance(table, Unreadable):
            raise DamagedLog(f"table {self.id}, {table}")
        self._take_up(table, lines)

    def _take_up(self, table: Situation, lines: Sequence[LogLine]) -> None:
        self._follow(lines)
        self.now = table.with_undo_request(self._undo_request)
        let_states_go(table.history)
        self._seconds += sum(line.seconds for line in lines)
        self.account.read(lines)

    def standing(
        self, table: Situation | None = None, seconds: float | None = None
    ) -> TableSummary:
        """Return where it stands, or will, for lists."""
        table = table or self.now
        game, state = table.game, table.state
        outcome = game.outcome(state)
        return TableSummary(
            seq=table.number,
            length=table.history.length,
            status=game.status(game.view(state, ONLOOKER)),
            over=outcome is not None,
            winners=tuple(map(seat_number, outcome.winners)) if outcome else (),
            seconds=round(self._seconds if seconds is None else seconds, 3),
            assisted=table.assisted,
            updated=now(),
        )
