"""A table and its log. The store is the truth; this is what it says, ready to be played.

House rules of this file:
1. Whatever changes the table holds its lock, and runs to its end even if the asker leaves.
2. What happens is published only after the store has committed it.
3. A sequence number that is not the current one is stale: nothing happens.
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2b, sha256
from typing import Any, Final, TypeVar

from ludex.bots import random_bot
from ludex.kernel import (
    CHANCE,
    ONLOOKER,
    Dice,
    Event,
    Game,
    History,
    Refusal,
    Seat,
    Unreadable,
    dice_for,
    seat_number,
)
from ludex.play.hidden import is_open
from ludex.play.log import Header, Line
from ludex.play.shuffling import Notes, is_note, key_of
from ludex.play.table import Table
from ludex.server.http.offers import event_of
from ludex.server.limits.budgets import Account
from ludex.server.tables.opening import now, promise_of
from ludex.server.tables.stopwatch import Stopwatch
from ludex.store.records import (
    Append,
    Arrangement,
    Chairs,
    NewTable,
    Standing,
    StoredTable,
    Wish,
)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class No:
    """Why nothing happened."""

    text: str
    stale: bool = False
    refusal: Refusal | None = None
    """Which guard of which event gave the reason, where a rulebook did."""

    @property
    def site(self) -> dict[str, object] | None:
        """That guard, counted from 1; 0 is the kernel's own."""
        if self.refusal is None:
            return None
        return {"event": self.refusal.event.name, "guard": self.refusal.guard}


@dataclass(frozen=True, slots=True)
class Sums:
    """What the lines of a log add up to."""

    lines: int = 0
    seconds: float = 0.0
    assisted: bool = False

    def with_lines(self, lines: tuple[Line, ...]) -> "Sums":
        """After these lines too."""
        return Sums(
            self.lines + len(lines),
            self.seconds + sum(line.seconds for line in lines),
            self.assisted or any(line.assisted for line in lines),
        )


class Damaged(Exception):
    """A log in the store that the rules refuse."""


@dataclass(frozen=True, slots=True)
class Ledger:
    """How a table reaches the store."""

    append: Callable[[Append], Awaitable[bool]]
    since: Callable[[str, int], Awaitable[tuple[tuple[Line, ...], bool, Wish | None]]]
    advise: Callable[[str, Standing], Awaitable[None]]
    wish: Callable[[str, Standing, Wish | None], Awaitable[None]]
    arrange: Callable[
        [str, Standing, "Change"], Awaitable[tuple[Arrangement, No | None]]
    ]
    chairs: Callable[[str], Awaitable[Chairs]]


Change = Callable[[Chairs], Arrangement | No]
"""Who holds which seat, changed; or why it is not."""


class KeptTable(ABC):
    """A table that is kept in the store."""

    def __init__(
        self,
        stored: StoredTable,
        game: Game[Any],
        ledger: Ledger,
        *,
        has_pauses: bool,
        account: Account,
    ) -> None:
        self.new: NewTable = stored.new
        self.game = game
        self._ledger = ledger
        self._has_pauses = has_pauses
        self.account = account
        self._lock = asyncio.Lock()
        self._running: set[asyncio.Task[Any]] = set()
        self._pending: list[Line] = []
        self._stopwatch = Stopwatch()
        self._doubtful = False
        self._unsure_of_seats = False
        self._uncommitted = False
        self._sums = Sums(assisted=stored.advised)
        self._wish = stored.wish
        self._notes = Notes()
        self.commitment = promise_of(stored.new)
        """The hash of the secret that the deals follow from; of no chosen seed."""

        self.is_ours = True
        """Did this process write the last line? Then it lets bots and chance go on."""

        start = self.header.start(game)
        if isinstance(start, Unreadable):
            raise Damaged(str(start))
        seats = map(Seat, range(len(self.header.seats)))
        # Bots think in other processes; the table needs to know where they sit, and
        # `random_bot` steps in when one has failed.
        bots = {seat: random_bot for seat in seats if self.who(seat) != "person"}
        self.table = Table(
            History(game, start),
            Dice(0),  # chance gets dice of its own for every line
            bots,
            record=self._pending.append,
            clock=self._stopwatch.read,
        )
        self.replay(stored.lines)

    @property
    def id(self) -> str:
        """Its name in links."""
        return self.new.id

    @property
    def header(self) -> Header:
        """How it began, and who plays."""
        return self.new.header

    @property
    def seq(self) -> int:
        """How many lines the log has."""
        return self._sums.lines

    @property
    def is_doubtful(self) -> bool:
        """May the store know more than is shown?"""
        return self._doubtful or self._unsure_of_seats

    def who(self, seat: Seat) -> str:
        """`person`, or the name of the bot that sits there."""
        return self.header.seats[seat]

    @cached_property
    def persons(self) -> frozenset[int]:
        """The seats of people, counted from 1."""
        seats = enumerate(self.header.seats, start=1)
        return frozenset(i for i, who in seats if who == "person")

    def has_closed(self, notes: Notes) -> bool:
        """Has everybody had enough of this match?"""
        return bool(self.persons) and self.persons <= notes.closing

    def awaited(self, notes: Notes, history: History[Any]) -> frozenset[int]:
        """The seats that could still add a share to the shuffle, and are waited for."""
        waits = (
            self.new.asked.get("together") is True
            and self.commitment is not None
            and not notes.hurried
            and history.past is None
            and self.game.turn(history.state) == CHANCE
        )
        return self.persons - notes.answered if waits else frozenset()

    @abstractmethod
    def publish(self) -> None:
        """Show everybody what is now so."""

    async def refresh(self) -> None:
        """Read what other processes have written."""
        await self._unbroken(self._refresh)

    async def reseat(self) -> None:
        """Read who holds which seat, as other processes may have changed it."""
        await self._unbroken(self._reseat)

    async def arrange(self, change: Change) -> No | None:
        """Change who holds which seat; it is in the store before anybody is told."""
        return await self._unbroken(lambda: self._arrange(change))

    async def settled(self) -> None:
        """Wait until everything that was begun is done."""
        while self._running:
            await asyncio.wait(self._running)

    async def _in_step(
        self, seq: int, work: Callable[[], Awaitable[No | None]]
    ) -> No | None:
        """Do it if the asker has seen the table as it is now; nothing else may happen."""

        async def checked() -> No | None:
            if seq != self.seq:
                return _STALE
            if self.has_closed(self._notes):
                return _CLOSED
            spent = self.account.no_writing
            return No(spent.text) if spent else await work()

        return await self._unbroken(checked)

    async def _unbroken(self, work: Callable[[], Awaitable[T]]) -> T:
        """Run to the end even if whoever asked goes away."""

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

    async def _advise(self) -> No | None:
        await self._ledger.advise(self.id, self.standing())
        self._sums = replace(self._sums, assisted=True)
        self.publish()
        return None

    async def _note(self, wish: Wish | None) -> No | None:
        await self._ledger.wish(self.id, self.standing(), wish)
        self._wish = wish
        self.publish()
        return None

    async def _arrange(self, change: Change) -> No | None:
        self._unsure_of_seats = True  # until the store has answered
        arranged, refusal = await self._ledger.arrange(self.id, self.standing(), change)
        self._unsure_of_seats = False
        if arranged.advised:
            self._sums = replace(self._sums, assisted=True)
        self._sit(arranged.chairs)
        return refusal

    async def _reseat(self) -> None:
        self._unsure_of_seats = True
        chairs = await self._ledger.chairs(self.id)
        self._unsure_of_seats = False
        self._sit(chairs)

    def _sit(self, chairs: Chairs) -> None:
        if chairs != self.new.chairs:
            self.new = replace(self.new, chairs=chairs)
            self.publish()

    async def _noted(self, line: Line) -> No | None:
        """Commit a line that is no event: what somebody says about the table."""
        notes = self._notes.after(line)
        assert notes is not None, line
        self._pending.append(line)
        return await self._committed(self.table.history, notes)

    async def _committed(
        self, before: History[Any], notes: Notes | None = None
    ) -> No | None:
        """Commit what the table has just recorded, then show it; or take it all back."""
        kept, noted, written = self._sums, self._notes, False
        self._notes = noted.played() if notes is None else notes
        try:
            self._let_chance_reply()
            lines = tuple(self._pending)
            self._sums = kept.with_lines(lines)
            self._uncommitted = True
            append = Append(
                self.id, kept.lines, lines, self.standing(), self._sealed(lines)
            )
            written = await self._ledger.append(append)
        except Exception:  # whatever it was, the store may or may not have it
            self._doubtful = True
            raise
        finally:
            self._uncommitted = False
            self._pending.clear()
            if not written:
                self.table.history, self._sums, self._notes = before, kept, noted
        if not written:
            await self._refresh()
            return _STALE
        self.account.wrote(lines)
        self.is_ours = True
        self.publish()
        return None

    def _let_chance_reply(self) -> None:
        """What chance does next belongs to the same commit and the same picture."""
        while not self.table.is_over and self.table.turn == CHANCE:
            if self.awaited(self._notes, self.table.history):
                return
            event = self.drawn(self.seq + len(self._pending))
            if self._has_pauses and self.is_new_deal(event):
                return  # people want to see how the last one ended
            refusal = self.table.act(CHANCE, event)
            assert refusal is None, f"chance: {refusal}"

    @property
    def key(self) -> int:
        """What the deals follow from: the seed, and the shares that were given to it."""
        return key_of(self.header.seed, self._notes.shares)

    def drawn(self, lines: int) -> Event[Any]:
        """What chance does after so many lines, those left out that are no events."""
        dice = dice_for(self.key, lines - self._notes.count, "chance")
        return self.game.draw(self.table.state, dice)

    def is_new_deal(self, event: Event[Any]) -> bool:
        """Does chance hide something anew, in a game that has begun?"""
        history = self.table.history
        if not history.length:
            return False
        after = history.play(event)
        assert isinstance(after, History)
        seats = map(Seat, range(len(self.header.seats)))
        return not all(is_open(after, seat) for seat in seats)

    def _sealed(self, lines: tuple[Line, ...]) -> str:
        """What only those can say of lines who know the table's secret and the lines."""
        text = "\n".join(line.event for line in lines)
        key = sha256(str(self.key).encode()).digest()
        return blake2b(text.encode(), key=key, digest_size=16).hexdigest()

    async def hear(self, news: Mapping[str, object]) -> None:
        """Take up what another process has written, as it tells it."""
        await self._unbroken(lambda: self._hear(news))

    async def _hear(self, news: Mapping[str, object]) -> None:
        match news:
            case {"after": int(after), "lines": [*told], "seal": str(seal)} if (
                after == self.seq and self._understood(told, seal)
            ):
                self.is_ours = False
                self.publish()
            case {"seq": int(seq), "after": _} if seq <= self.seq:
                pass  # it is known already
            case _:
                await self._refresh()

    def _understood(self, told: Sequence[Any], seal: str) -> bool:
        """Take up lines of which those of chance were not told: they follow.

        Nobody who merely listens to the database learns what was dealt. If it comes out
        otherwise than it was written, nothing has happened, and the store is asked.
        """
        history, notes, sums = self.table.history, self._notes, self._sums
        lines = list[Line]()
        try:
            for event, seat, seconds, assisted in told:
                text = str(self.drawn(self.seq)) if event is None else event
                lines.append(Line(text, seat, seconds, assisted))
                self.replay((lines[-1],))
        except (Damaged, TypeError, ValueError):
            lines = []
        if lines and self._sealed(tuple(lines)) == seal:
            return True
        self.table.history, self._notes, self._sums = history, notes, sums
        return False

    async def _refresh(self) -> None:
        self._doubtful = True  # until it has been read, whatever comes between
        lines, advised, wish = await self._ledger.since(self.id, self.seq)
        self._doubtful = False
        self._wish = wish
        self.replay(lines)
        if advised:
            self._sums = replace(self._sums, assisted=True)
        self.is_ours = self.is_ours and not lines
        self.publish()

    def replay(self, lines: tuple[Line, ...]) -> None:
        """Take up what stands in the store."""
        history, notes = self.table.history, self._notes
        for n, line in enumerate(lines, start=self.seq + 1):
            if is_note(line):
                more = notes.after(line)
                if more is None:
                    raise Damaged(f"table {self.id}, line {n} says nothing")
                notes = more
                continue
            event = event_of(self.game.name, line.event)
            played = None if isinstance(event, Unreadable) else history.play(event)
            if not isinstance(played, History):
                problem = f"table {self.id}, line {n}: {line.event} is refused"
                raise Damaged(problem)
            history, notes = played, notes.played()
        self.table.history, self._notes = history, notes
        self._sums = self._sums.with_lines(lines)
        self.account.read(lines)

    def standing(self) -> Standing:
        """Where it stands, for lists."""
        state = self.table.state
        outcome = self.game.outcome(state)
        return Standing(
            seq=self.seq,
            length=self.table.history.length,
            status=self.game.status(self.game.view(state, ONLOOKER)),
            over=outcome is not None,
            winners=tuple(map(seat_number, outcome.winners)) if outcome else (),
            seconds=round(self._sums.seconds, 3),
            assisted=self._sums.assisted,
            updated=now(),
        )


_STALE: Final = No("The table has moved on.", stale=True)
_CLOSED: Final = No("This match is over: everybody has had enough of it.")
