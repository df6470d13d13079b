"""A table that people play at: who is there, and what they are shown of its record.

What people are shown (`shown`) is what the store has committed.
"""

import asyncio
from collections.abc import Callable
from datetime import datetime
from math import inf
from time import monotonic, time
from typing import Any, Protocol

from msgspec import Struct

from ludex.kernel import Game, History, Seat, Step
from ludex.play.effects import No
from ludex.play.log import Header
from ludex.play.shuffle import Notes
from ludex.play.situation import Situation, Wish
from ludex.server.limits.budgets import Account, Budgets
from ludex.server.settings import Settings
from ludex.server.store.records import Chairs, NewTable, StoredTable
from ludex.server.tables.ledger import Ledger
from ludex.server.tables.record import Record
from ludex.server.tables.single_flight import Once
from ludex.server.tables.talk import Remark, Talk

LogEntry = tuple[tuple[str, ...], list[tuple[Any, Any, bool, bytes]]]
"""What a step brought about; and its entry in the log of those to whom the table looked so
before it and so after it, with sentences by number or as texts."""


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

    def refuse(self, why: No) -> None:
        """Tell why nothing happened, or nothing will."""


class StandIn(Struct, frozen=True):
    """A bot in the place of a program."""

    bot: str
    words: str
    """What has happened, for everybody at the table."""


class Shown(Struct, frozen=True, eq=False):
    """What people may be shown of a table: committed, and never changed.

    One is made for every move; a frozen dataclass of so many fields would take ten times
    as long.
    """

    history: History[Any]
    seq: int
    assisted: bool
    can_undo: bool
    can_redo: bool
    wish: Wish | None
    here: frozenset[int]
    notes: Notes
    """What was said about the table: shares of the shuffle, and who has had enough."""

    chairs: Chairs
    finished: bool
    """Is the match over, or given up by everybody, and not only a game of it?"""

    waiting: str | None = None
    stand_ins: tuple[str, ...] = ()
    """Which programs have failed, and who plays in their place, in words."""

    public: dict[bool, bytes] = {}
    """What everybody is told, as it is sent: with sentences by number, or as texts."""

    scenes: dict[tuple[int, bool], bytes] = {}
    """The scene of each seat as it is sent, once somebody has asked for it: with
    sentences by number, or as texts."""


class LiveTable:
    """A table, whoever sits at it, and what they have been shown."""

    def __init__(
        self,
        stored: StoredTable,
        game: Game[Any],
        ledger: Ledger,
        *,
        has_pauses: bool = True,
        account: Account | None = None,
    ) -> None:
        account = account or Account(Budgets(Settings()), stored.new.creator)
        self.game = game
        self.record = Record(
            stored,
            game,
            ledger,
            account=account,
            has_pauses=has_pauses,
            published=self.publish,
        )
        self.guests: set[Visitor] = set()
        self.people_here: frozenset[int] = frozenset()
        """The seats, counted from 1, at which somebody sits through this process."""

        self.elsewhere: dict[str, frozenset[int]] = {}
        """Who sits here through another process."""

        self.last_here: dict[int, float] = {}
        """When somebody was last seen at a seat, as far as this process knows."""

        self.names: dict[int, tuple[bytes, str]] = {}
        """What people want to be called, and by which key they came; kept nowhere else."""

        self.sitting_out: dict[int, bytes] = {}
        """Who does not play for a while, and by which key they came; kept nowhere else."""

        self.talk = Talk()
        self.stood = Once()
        """Who stood how in the game that is over, which anybody here may ask for."""

        self.noted: dict[int, float] = {}
        """When the store was last told that somebody was at a seat."""

        self.loaded_at = time()
        self.began_at = datetime.fromisoformat(self.header.created).timestamp()
        self.used_at = 0.0
        """When anything has happened here last, by the clock that is never set."""

        self.left_at = -inf
        """When the last guest has left, or the table was created."""

        self.waiting: str | None = None
        """What keeps a bot from moving."""

        self.stand_ins: dict[Seat, StandIn] = {}
        """Who plays in the place of a program that has failed, while the table is open."""

        self.driver: asyncio.Task[None] | None = None
        self.changed: Callable[[LiveTable], None] = lambda _: None
        self.dealt: tuple[object, str | None] | None = None
        """The name of the deal that followed a first state."""

        self.opening: bytes | None = None
        """What every picture of the table begins with, once somebody has seen one."""

        self.words: dict[tuple[bool, bool], dict[str, str] | None] = {}
        """What links say, by whether anything has happened, and whether it is over."""

        self.standing: dict[bool, tuple[object, Notes, bytes]] = {}
        """What everybody was told last of what seldom changes, and of when that was true."""

        self.seats_told: dict[int, tuple[Chairs, frozenset[int], bytes]] = {}
        """Who sits where as each seat was last shown it: who held the seats, who was here."""

        self.logs: dict[tuple[int, bool], list[tuple[object, bytes]]] = {}
        self.lately: dict[Step[Any], LogEntry] = {}
        """The last steps: what they brought about, and their entries in the log."""

        self.looked_at: tuple[object, Step[Any] | None, bool] = (None, None, False)
        """Was anything hidden, from a first state to a step? So it need be seen once."""

        self.shown = self._picture()

    def call(self, visitor: Visitor, name: str) -> None:
        """Somebody wants to be called so; whoever takes over a seat does not inherit its name."""
        number, key = visitor.number, visitor.key
        known = self.names.get(number)
        if number == 0 or known == (key, name):
            return
        if name:
            self.names[number] = key, name
        elif known is None:
            return
        else:
            del self.names[number]
        self.seats_told.clear()
        self.publish()

    def sit(self, number: int, *, out: bool) -> bool:
        """The holder of a seat sits out, or comes back: is that anything new?"""
        if out == self.sits_out(number):
            return False
        key = self.new.chairs[number].key if out else None
        if key is None:
            self.sitting_out.pop(number, None)
        else:
            self.sitting_out[number] = key
        self.seats_told.clear()
        self.publish()
        return True

    def sits_out(self, number: int) -> bool:
        """Does the holder of a seat not play for a while? Whoever takes it over does play."""
        chair, key = self.new.chairs.get(number), self.sitting_out.get(number)
        return chair is not None and key is not None and chair.key == key

    def say(self, remark: Remark) -> None:
        """Somebody who sits here, through whichever process, says something to the others."""
        self.talk.add(remark)
        for guest in self.guests:
            if guest.number > 0 and guest.key in remark.heard_by:
                guest.hear(remark)

    @property
    def listeners(self) -> frozenset[bytes]:
        """The keys of those who hold a seat."""
        return frozenset(key for seat, key in self.new.keys.items() if seat > 0)

    # -- what it is -----------------------------------------------------------------

    @property
    def now(self) -> Situation[Any]:
        """Where the table stands."""
        return self.record.now

    @property
    def new(self) -> NewTable:
        """How it was created, and who holds which seat."""
        return self.record.new

    @property
    def id(self) -> str:
        """Its name in links."""
        return self.record.id

    @property
    def header(self) -> Header:
        """How it began, and who plays."""
        return self.record.new.header

    @property
    def seq(self) -> int:
        """How many lines the log has."""
        return self.record.now.number

    @property
    def key(self) -> int:
        """What the deals follow from: the seed, and the shares that were given to it."""
        return self.record.key

    @property
    def account(self) -> Account:
        """What it has used."""
        return self.record.account

    @property
    def commitment(self) -> str | None:
        """The hash of the secret that the deals follow from."""
        return self.record.commitment

    def who(self, seat: Seat) -> str:
        """`person`, or the name of the bot that sits there."""
        return self.header.seats[seat]

    def plays(self, seat: Seat) -> str:
        """The same, or who plays in its place."""
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
        return bool(self.guests or self.record.is_changing or driven)

    def is_attended(self, lately: float) -> bool:
        """Does anybody sit here or look on, or did so in the last seconds?"""
        here = self.guests or any(self.elsewhere.values())
        return bool(here) or monotonic() - self.left_at < lately

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
            await self.record.advise(None)

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
        self.record.stopwatch.run(running=bool(self.people_here))
        if self._here() != self.shown.here:
            self.publish()
        else:  # an onlooker or a second tab: the others see no difference
            self.changed(self)

    def publish(self) -> None:
        """Show everybody what is now so."""
        before = self.shown.here
        if self.record.clock is not None:
            self.record.clock.run(running=bool(self._here()))
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
        elsewhere = self.elsewhere
        return (
            self.people_here.union(*elsewhere.values())
            if elsewhere
            else self.people_here
        )

    def _picture(self) -> Shown:
        table = self.record.now
        last: Shown | None = getattr(self, "shown", None)
        same = last and last.history is table.history and last.notes is table.notes
        return Shown(
            table.history,
            table.number,
            table.assisted,
            can_undo=table.can_undo,
            can_redo=table.can_redo,
            wish=table.wish,
            here=self._here(),
            chairs=self.record.new.chairs,
            waiting=self.waiting,
            stand_ins=tuple(one.words for one in self.stand_ins.values()),
            notes=table.notes,
            finished=table.is_finished,
            scenes=last.scenes if last and same else {},
        )
