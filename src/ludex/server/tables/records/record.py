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
from hashlib import blake2b, sha256
from typing import Any, TypeVar

from ludex.kernel import (
    CHANCE,
    ONLOOKER,
    AnyEvent,
    History,
    Seat,
    Unreadable,
    seat_name,
    seat_number,
)
from ludex.parts.secret_dice import dice_for
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
from ludex.play.protocol.shuffle import key_of
from ludex.play.protocol.situation import Situation, TableSetting
from ludex.server.game_list import OfferedGame
from ludex.server.limits.budgets import Account
from ludex.server.store.records import (
    Append,
    Chairs,
    NewTable,
    StoredTable,
    TableSummary,
)
from ludex.server.tables.game_clock import GameClock, Stopwatch, now
from ludex.server.tables.records.archive import Archive, SeatChange

T = TypeVar("T")


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
        self._wish = stored.wish
        start = self.header.start(game)
        if isinstance(start, Unreadable):
            raise DamagedLog(str(start))
        bots = (i for i, who in enumerate(self.header.seats) if who != "person")
        setting = TableSetting(
            game,
            frozenset(map(Seat, bots)),
            apart=True,
            together=stored.new.asked.get("together") is True and stored.new.commitment is not None,
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
        return self._key(self.now)

    def _key(self, table: Situation) -> int:
        return key_of(self.header.seed, table.notes.shares)

    def drawn(self, table: Situation) -> AnyEvent:
        """Return what chance does next; its dice count the lines that are events."""
        lines = table.number - table.notes.count
        dice = dice_for(self._key(table), lines, "chance")
        return table.game.draw(table.state, dice)

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
            heard = act(table, table.turn, event)
            assert heard.no is None, f"{seat_name(table.turn)}: {heard.no}"
            return heard

        return await self._locked(lambda: self._carry_out(moved()))

    async def arrange(self, change: SeatChange) -> Rejection | None:
        """Change who holds which seat; it is in the store before anybody is told."""

        async def arranged() -> Rejection | None:
            self._unsure_of_seats = True  # until the store has answered
            standing, store = self.standing(), self._archive
            after, refusal = await store.write(store.database.arrange, self.id, standing, change)
            self._unsure_of_seats = False
            if after.advised:
                self.now = self.now.helped()
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
                case {"after": int(after), "lines": [*told], "seal": str(seal)} if (
                    after == self.now.number and self._understood(told, seal)
                ):
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

    async def _carry_out(self, heard: Reaction) -> Rejection | None:
        """Put it into the store; then it has happened, and everybody is shown it."""
        no = heard.no
        if no not in (STALE, CLOSED) and (spent := self.account.no_writing):
            no = Rejection(spent.text)  # whatever else is wrong with it
        return no if no is not None or not heard.effects else await self._write(heard)

    async def _write(self, heard: Reaction) -> Rejection | None:
        if heard.lines:
            return await self._append(heard)
        standing, store = self.standing(heard.after), self._archive
        for effect in heard.effects:
            match effect:
                case UndoRequested(wish):
                    await store.write(store.database.wish, self.id, standing, wish)
                    self._wish = wish
                case AdviceGiven():
                    await store.write(store.database.advise, self.id, standing)
        self._adopt(heard.after)
        return None

    async def _append(self, heard: Reaction) -> Rejection | None:
        """Give lines to the store, with what chance replies; when they are there, go on."""
        heard = with_chance(heard, self.drawn, pausing=self._has_pauses)
        first, *others = heard.lines
        read = self.stopwatch.read()
        used = round(self.clock.elapsed if self.clock else read - self._last, 3)
        lines = (replace(first, seconds=used), *others)
        standing = self.standing(heard.after, self._seconds + used)
        seal = self._sealed(heard.after, lines) if self._archive.is_shared else ""
        append = Append(self.id, heard.before.number, lines, standing, seal)
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
        self._adopt(heard.after)
        return None

    def _follow(self, lines: Sequence[LogLine]) -> None:
        if self.clock is not None:
            self.clock.follow(self.now, lines)

    def _adopt(self, table: Situation) -> None:
        self.now = table
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
        lines, is_advised, wish = await store.read(store.database.since, self.id, self.now.number)
        self._doubtful = False
        self._wish = wish
        self.replay(lines)
        if is_advised:
            self.now = self.now.helped()
        self.is_ours = self.is_ours and not lines
        self.publish()

    def replay(self, lines: Sequence[LogLine]) -> None:
        """Take up what stands in the store."""
        table = replay_lines(self.now, lines)
        if isinstance(table, Unreadable):
            raise DamagedLog(f"table {self.id}, {table}")
        self._take_up(table, lines)

    def _take_up(self, table: Situation, lines: Sequence[LogLine]) -> None:
        self._follow(lines)
        self.now = table.with_wish(self._wish)
        self._seconds += sum(line.seconds for line in lines)
        self.account.read(lines)

    def _understood(self, told: Sequence[Any], seal: str) -> bool:
        """Take up lines of which those of chance were not told: they follow.

        Nobody who merely listens to the database learns what was dealt. If it comes out
        otherwise than it was written, nothing has happened, and the store is asked.
        """
        table, lines = self.now, list[LogLine]()
        try:
            for event, seat, seconds, assisted in told:
                if event is None and table.turn != CHANCE:
                    return False
                text = str(self.drawn(table)) if event is None else event
                lines.append(LogLine(text, seat, seconds, assisted))
                after = replay_lines(table, lines[-1:])
                if isinstance(after, Unreadable):
                    return False
                table = after
        except (AttributeError, TypeError, ValueError):
            return False
        if not lines or self._sealed(table, lines) != seal:
            return False
        self._take_up(table, lines)
        return True

    def _sealed(self, table: Situation, lines: Sequence[LogLine]) -> str:
        """Return what only those can say of lines who know the table's secret and the lines."""
        text = "\n".join(line.event for line in lines)
        key = sha256(str(self._key(table)).encode()).digest()
        return blake2b(text.encode(), key=key, digest_size=16).hexdigest()

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
