"""A table that people play at: those who are there, and what they are shown of its record.

What people are shown (`shown`) is what the store has committed.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from datetime import datetime
from math import inf
from time import monotonic, time
from typing import Any, NamedTuple, Protocol

from msgspec import Struct

from ludex.kernel import ONLOOKER, History, Seat
from ludex.kernel.history import Step
from ludex.play.protocol.effects import Rejection
from ludex.play.protocol.shuffle import Notes
from ludex.play.protocol.situation import UndoRequest
from ludex.server.game_list import OfferedGame
from ludex.server.limits.budgets import Account
from ludex.server.presentation.cache import MessageCache
from ludex.server.store.records import Chairs, StoredTable
from ludex.server.tables.player_names import why_not_called
from ludex.server.tables.records.archive import Archive
from ludex.server.tables.records.record import TableRecord
from ludex.server.tables.records.seats import seat_from
from ludex.server.tables.talk import KEPT, Remark
from ludex.table.hidden import is_dealt_anew


class TableConnection(Protocol):
    """Somebody at a table, as the table knows them."""

    number: int
    """The seat, counted from 1; 0 looks on."""

    key: bytes
    """The digest of the token by which they came: whose seat this was then."""

    def wake(self) -> None:
        """There may be something to see."""

    def hear(self, remark: Remark) -> None:
        """Hear a remark of somebody at the table."""

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
    undo_request: UndoRequest | None
    here: frozenset[int]
    notes: Notes
    """The notes on the table: shares of the shuffle, and who has had enough."""

    chairs: Chairs
    finished: bool
    """Is the match over, or given up by everybody, and not only a game of it?"""

    waiting: str | None = None
    stand_ins: tuple[str, ...] = ()
    """The programs that have failed, and who plays in their place, in words."""

    public: dict[bool, tuple[bytes, tuple[bytes, bytes]]] = {}
    """The message for everybody, as it is sent: with sentences by number, or as texts."""

    scenes: dict[tuple[int, bool], Any] = {}
    """The scene of each seat as it is sent, once somebody has asked for it: with
    sentences by number, or as texts."""

    seen: dict[bool, Any] = {}
    """The pieces of the first of them, which other seats may see just so."""


class DealSearch(NamedTuple):
    """A search for the first step that dealt anew to a seat."""

    since: int
    """The number of the step after which it began."""

    until: Step[Any] | None
    """The last step that was looked at."""

    first: Step[Any] | None


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
        self.guests: set[TableConnection] = set()
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

        self._dealt: dict[int, DealSearch] = {}
        """The searches for the deals to seats that were taken over."""

        self.driver: asyncio.Task[None] | None = None
        self.changed: Callable[[LiveTable], None] = lambda _: None
        self.shown = self._picture()

    def call(self, visitor: TableConnection, name: str) -> Rejection | None:
        """Name a guest, or return why not; whoever takes over a seat inherits no name."""
        number, wanted = visitor.number, (visitor.key, name) if name else None
        if number == 0 or self.names.get(number) == wanted:
            return None
        others = [called for seat, (_, called) in self.names.items() if seat != number]
        bots = self.offered.bot_names.union(self.offered.players)
        if name and (why := why_not_called(name, bots, others)):
            return why
        self.names.pop(number, None)
        if wanted is not None:
            self.names[number] = wanted
        self.cache.seats.clear()
        self.publish()
        return None

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
        """Pass on a remark of a guest, through whichever process, to the others."""
        self.talk.append(remark)
        for guest in self.guests:
            if guest.number > 0 and guest.key in remark.heard_by:
                guest.hear(remark)

    @property
    def listeners(self) -> frozenset[bytes]:
        """The keys of those who hold a seat."""
        return frozenset(key for seat, key in self.new.keys.items() if seat > 0)

    # -- what it is -----------------------------------------------------------------

    def player_name(self, seat: Seat) -> str:
        """`person`, or the name of the bot that sits there."""
        return self.header.seats[seat]

    def plays(self, seat: Seat) -> str:
        """Return the bot that plays at a seat, or who plays in its place."""
        found = self.stand_ins.get(seat)
        return self.player_name(seat) if found is None else found.bot

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

    def wait_for(self, reason: str | None) -> None:
        """Tell everybody what keeps a bot from moving, or that nothing does."""
        if reason != self.waiting:
            self.waiting = reason
            self.publish()

    def replace(self, seat: Seat, by: StandIn) -> None:
        """A bot plays on where a program has failed."""
        self.stand_ins[seat] = by
        self.publish()

    async def assist(self) -> None:
        """Mark the game as assisted: a player knows more than an honest one."""
        if not self.shown.assisted:
            await self.advise(None)

    # -- what a seat sees -----------------------------------------------------------

    def eyes(self, number: int, step: Step[Any] | None) -> Seat:
        """Return the seat as which the holder of a seat sees the table after a step.

        Until a seat that was another's is dealt anew its next holder sees what onlookers see.
        """
        if not self.is_taken_over(number):
            return seat_from(number)
        first = self._first_deal(number)
        own = first is not None and step is not None and step.count >= first.count
        return seat_from(number if own else 0)

    def is_taken_over(self, number: int) -> bool:
        """Was something dealt to this seat before its holder came?"""
        chair = self.new.chairs.get(number)
        return chair is not None and chair.since > 0

    def is_new(self, number: int) -> bool:
        """Does the holder of a seat wait for the next deal?"""
        state, past = self.now.state, self.now.history.past
        if self.eyes(number, past) == (seat := seat_from(number)):
            return False
        return bool(self.game.view(state, seat) != self.game.view(state, ONLOOKER))

    def _first_deal(self, number: int) -> Step[Any] | None:
        """Return the step by which a seat was dealt anew for its holder.

        What was searched before is remembered: only newer steps are looked at.
        """
        since, history, newer = self.new.chairs[number].since, self.now.history, list[Step[Any]]()
        last = self._dealt.get(number)
        searched = last.until if last and last.since == since else None
        step = history.past
        while step is not None and step.count > since and step is not searched:
            newer.append(step)
            step = step.rest
        found = last.first if last and step is not None and step is searched else None
        if found is None:
            seat, states = seat_from(number), (history.game, history.start)
            anew = (one for one in reversed(newer) if is_dealt_anew(History(*states, one), seat))
            found = next(anew, None)
        self._dealt[number] = DealSearch(since, history.past, found)
        return found

    # -- who sees it ----------------------------------------------------------------

    def enter(self, guest: TableConnection) -> None:
        """Let a guest sit down, or look on."""
        self.guests.add(guest)
        guest.wake()
        self._attend()

    def leave(self, guest: TableConnection) -> None:
        """Let a guest go."""
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
        if departed := before - self.shown.here:
            self.last_here |= dict.fromkeys(departed, time())
        for guest in self.guests:
            guest.wake()
        self.changed(self)

    def has_lost_seat(self, guest: TableConnection) -> bool:
        """Has the seat been released, and perhaps claimed by somebody else, meanwhile?"""
        chair = self.shown.chairs.get(guest.number)
        return chair is None or chair.key != guest.key

    def _here(self) -> frozenset[int]:
        return self.people_here.union(*self.elsewhere.values())

    def _picture(self) -> ShownTable:
        table, last = self.now, getattr(self, "shown", None)
        same = (
            last
            and last.history is table.history
            and last.notes is table.notes
            and last.chairs is self.new.chairs
        )
        # Who could go back and has gone on can go back: old states need not be looked at.
        could_undo = (
            last is not None
            and last.can_undo
            and table.history.length > last.history.length
            and not table.is_final
        )
        return ShownTable(
            table.history,
            table.number,
            table.assisted,
            can_undo=could_undo or table.can_undo,
            can_redo=table.can_redo,
            undo_request=table.undo_request,
            here=self._here(),
            chairs=self.new.chairs,
            waiting=self.waiting,
            stand_ins=tuple(one.words for one in self.stand_ins.values()),
            notes=table.notes,
            finished=table.is_finished,
            scenes=last.scenes if last and same else {},
            seen=last.seen if last and same else {},
        )
