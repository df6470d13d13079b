"""A table that people play at: those who are there, and what they are shown of its record.

What people are shown (`shown`) is what the store has committed.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from datetime import datetime
from math import inf
from time import monotonic, time
from typing import Any, Protocol

from msgspec import Struct

from ludex.kernel import History, Seat
from ludex.play.protocol.effects import Rejection
from ludex.play.protocol.shuffle import Notes
from ludex.play.protocol.situation import UndoRequest
from ludex.server.game_list import OfferedGame
from ludex.server.limits.budgets import Account
from ludex.server.presentation.cache import MessageCache
from ludex.server.store.records import Chairs, StoredTable
from ludex.server.tables.records.archive import Archive
from ludex.server.tables.records.record import TableRecord
from ludex.server.tables.talk import KEPT, Remark


class Visitor(Protocol):
    """Somebody at a table, as the table knows them."""

    number: int
    """The seat, counted from 1; 0 looks on."""

    key: bytes
    """The digest of the token by which they came: whose seat this was then."""

    def wake(self) -> None:
        """There may be something to see."""

    def hear(self, remark: Remark) -> None:
        """Somebody at the table has said something."""

    def refuse(self, why: Rejection) -> None:
        """Tell why nothing happened, or nothing will."""


class StandIn(Struct, frozen=True):
    """A bot in the place of a program."""

    bot: str
    words: str
    """The news for everybody at the table, in words."""


class ShownTable(Struct, frozen=True, eq=False):
    """A picture of a table that people may be shown: committed, and never changed.

    One is made for every move; a frozen dataclass of so many fields would take ten times
    as long.
    """

    history: History[Any]
    seq: int
    assisted: bool
    can_undo: bool
    can_redo: bool
    wish: UndoRequest | None
    here: frozenset[int]
    notes: Notes
    """The notes on the table: shares of the shuffle, and who has had enough."""

    chairs: Chairs
    finished: bool
    """Is the match over, or given up by everybody, and not only a game of it?"""

    waiting: str | None = None
    stand_ins: tuple[str, ...] = ()
    """The programs that have failed, and who plays in their place, in words."""

    public: dict[bool, bytes] = {}
    """The message for everybody, as it is sent: with sentences by number, or as texts."""

    scenes: dict[tuple[int, bool], bytes] = {}
    """The scene of each seat as it is sent, once somebody has asked for it: with
    sentences by number, or as texts."""


class LiveTable(TableRecord):
    """A table, whoever sits at it, and what they have been shown."""

    def __init__(
        self,
        stored: StoredTable,
        offered: OfferedGame,
        archive: Archive,
        account: Account,
        *,
        has_pauses: bool = True,
    ) -> None:
        super().__init__(stored, offered, archive, account, has_pauses=has_pauses)
        self.guests: set[Visitor] = set()
        self.people_here: frozenset[int] = frozenset()
        """The seats, counted from 1, at which somebody sits through this process."""

        self.elsewhere: dict[str, frozenset[int]] = {}
        """The people who sit here through another process."""

        self.last_here: dict[int, float] = {}
        """The last time that somebody was seen at a seat, as far as this process knows."""

        self.names: dict[int, tuple[bytes, str]] = {}
        """The names that people want, with the keys by which they came; stored nowhere else."""

        self.sitting_out: dict[int, bytes] = {}
        """The people who do not play for a while, with the keys by which they came; stored nowhere
        else."""

        self.talk: deque[Remark] = deque(maxlen=KEPT)
        """The last remarks."""

        self.cache = MessageCache()
        self.loaded_at = time()
        self.began_at = datetime.fromisoformat(self.header.created).timestamp()
        self.used_at = 0.0
        """The time of the last happening here, by the clock that is never set."""

        self.left_at = -inf
        """The time when the last guest left, or the table was created."""

        self.waiting: str | None = None
        """The reason why a bot does not move."""

        self.stand_ins: dict[Seat, StandIn] = {}
        """The players in the place of a program that has failed, while the table is open."""

        self.driver: asyncio.Task[None] | None = None
        self.changed: Callable[[LiveTable], None] = lambda _: None
        self.shown = self._picture()

    def call(self, visitor: Visitor, name: str) -> None:
        """Somebody wants to be called so; whoever takes over a seat does not inherit its name."""
        number, wanted = visitor.number, (visitor.key, name) if name else None
        if number == 0 or self.names.get(number) == wanted:
            return
        self.names.pop(number, None)
        if wanted is not None:
            self.names[number] = wanted
        self.cache.seats.clear()
        self.publish()

    def sit(self, number: int, *, out: bool) -> bool:
        """The holder of a seat sits out, or comes back: is that anything new?"""
        if out == self.sits_out(number):
            return False
        self.sitting_out.pop(number, None)
        key = self.new.chairs[number].key
        if out and key is not None:
            self.sitting_out[number] = key
        self.cache.seats.clear()
        self.publish()
        return True

    def sits_out(self, number: int) -> bool:
        """Does the holder of a seat not play for a while? Whoever takes it over does play."""
        chair, key = self.new.chairs.get(number), self.sitting_out.get(number)
        return chair is not None and key is not None and chair.key == key

    def say(self, remark: Remark) -> None:
        """Somebody who sits here, through whichever process, says something to the others."""
        self.talk.append(remark)
        for guest in self.guests:
            if guest.number > 0 and guest.key in remark.heard_by:
                guest.hear(remark)

    @property
    def listeners(self) -> frozenset[bytes]:
        """The keys of those who hold a seat."""
        return frozenset(key for seat, key in self.new.keys.items() if seat > 0)

    # -- what it is -----------------------------------------------------------------

    def who(self, seat: Seat) -> str:
        """`person`, or the name of the bot that sits there."""
        return self.header.seats[seat]

    def plays(self, seat: Seat) -> str:
        """Return the bot that plays at a seat, or who plays in its place."""
        found = self.stand_ins.get(seat)
        return self.who(seat) if found is None else found.bot

    @property
    def is_over(self) -> bool:
        """Has the game that people are shown ended?"""
        return self.game.outcome(self.shown.history.state) is not None

    @property
    def is_finished(self) -> bool:
        """Is the match over that people are shown, or given up by all of them?

        The one place that says so: before, nothing may tell what was or will be dealt.
        """
        return self.shown.finished

    @property
    def is_busy(self) -> bool:
        """Is anybody here, or anything going on?"""
        driven = self.driver is not None and not self.driver.done()
        return bool(self.guests or self._running or driven)

    def is_attended(self, seconds: float) -> bool:
        """Does anybody sit here or look on, or did so in the last seconds?"""
        here = self.guests or any(self.elsewhere.values())
        return bool(here) or monotonic() - self.left_at < seconds

    def wait_for(self, what: str | None) -> None:
        """Tell everybody what keeps a bot from moving, or that nothing does."""
        if what != self.waiting:
            self.waiting = what
            self.publish()

    def replace(self, seat: Seat, by: StandIn) -> None:
        """A bot plays on where a program has failed."""
        self.stand_ins[seat] = by
        self.publish()

    async def assist(self) -> None:
        """Somebody knows more than an honest player, whatever happens meanwhile."""
        if not self.shown.assisted:
            await self.advise(None)

    # -- who sees it ----------------------------------------------------------------

    def enter(self, guest: Visitor) -> None:
        """Somebody sits down, or looks on."""
        self.guests.add(guest)
        guest.wake()
        self._attend()

    def leave(self, guest: Visitor) -> None:
        """Somebody goes."""
        self.guests.discard(guest)
        self.left_at = monotonic()
        self._attend()

    def _attend(self) -> None:
        numbers = (guest.number for guest in self.guests)
        self.people_here = frozenset(number for number in numbers if number > 0)
        self.stopwatch.run(running=bool(self.people_here))
        if self._here() != self.shown.here:
            self.publish()
        else:  # an onlooker or a second tab: the others see no difference
            self.changed(self)

    def publish(self) -> None:
        """Show everybody what is now so."""
        before = self.shown.here
        if self.clock is not None:
            self.clock.run(running=bool(self._here()))
        self.shown = self._picture()
        if gone := before - self.shown.here:
            self.last_here |= dict.fromkeys(gone, time())
        for guest in self.guests:
            guest.wake()
        self.changed(self)

    def has_lost_seat(self, guest: Visitor) -> bool:
        """Has the seat been released, and perhaps claimed by somebody else, meanwhile?"""
        chair = self.shown.chairs.get(guest.number)
        return chair is None or chair.key != guest.key

    def _here(self) -> frozenset[int]:
        return self.people_here.union(*self.elsewhere.values())

    def _picture(self) -> ShownTable:
        table, last = self.now, getattr(self, "shown", None)
        same = last and last.history is table.history and last.notes is table.notes
        return ShownTable(
            table.history,
            table.number,
            table.assisted,
            can_undo=table.can_undo,
            can_redo=table.can_redo,
            wish=table.wish,
            here=self._here(),
            chairs=self.new.chairs,
            waiting=self.waiting,
            stand_ins=tuple(one.words for one in self.stand_ins.values()),
            notes=table.notes,
            finished=table.is_finished,
            scenes=last.scenes if last and same else {},
        )
