"""A table that people play at: what they may do, and what each of them is shown.

What people are shown (`shown`) changes only after the store has committed it.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import inf
from time import monotonic, time
from typing import TYPE_CHECKING, Any, Final

from ludex.kernel import (
    Event,
    Game,
    History,
    Query,
    Redo,
    Refusal,
    Seat,
    Step,
    Undo,
    Unreadable,
    say,
    seat_name,
    seat_number,
)
from ludex.play.shuffling import SHARE, Notes, close_line, deal_line, share_line
from ludex.server.http.offers import event_of, resets
from ludex.server.limits.budgets import Account, Budgets
from ludex.server.settings import Settings
from ludex.server.tables.record import KeptTable, Ledger, No
from ludex.store.records import Chairs, StoredTable, Wish

if TYPE_CHECKING:
    from ludex.server.sockets.guest import Guest

EVENT_LENGTH: Final = 400

Told = tuple[tuple[str, ...], dict[tuple[int, bool], bytes]]
"""What a step brought about, and its entry in the log of each seat, in either form."""


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """What people may be shown of a table: committed, and never changed."""

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
    scenes: dict[tuple[int, bool], bytes] = field(default_factory=dict)
    """The scene of each seat as it is sent, once somebody has asked for it: with
    sentences by number, or as texts."""


class LiveTable(KeptTable):
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
        super().__init__(stored, game, ledger, has_pauses=has_pauses, account=account)
        self.guests: set[Guest] = set()
        self.elsewhere: dict[str, frozenset[int]] = {}
        """Who sits here through another process."""

        self.last_here: dict[int, float] = {}
        """When somebody was last seen at a seat, as far as this process knows."""

        self.noted: dict[int, float] = {}
        """When the store was last told that somebody was at a seat."""

        self.loaded_at = time()
        self.left_at = -inf
        """When the last guest has left, or the table was created."""

        self.waiting: str | None = None
        """What keeps a bot from moving."""

        self.driver: asyncio.Task[None] | None = None
        self.changed: Callable[[LiveTable], None] = lambda _: None
        self.dealt: tuple[object, str | None] | None = None
        """The name of the deal that followed a first state."""

        self.opening: bytes | None = None
        """What every picture of the table begins with, once somebody has seen one."""

        self.words: dict[tuple[bool, bool], dict[str, str] | None] = {}
        """What links say, by whether anything has happened, and whether it is over."""

        self.logs: dict[tuple[int, bool], list[tuple[object, bytes]]] = {}
        self.lately: dict[Step[Any], Told] = {}
        """The last steps: what they brought about, and their entries in the log."""

        self.looked_at: tuple[object, object, bool] = (None, None, False)
        """Was anything hidden, from a first state to a step? So it need be seen once."""

        self.shown = self._picture()

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
    def waits_for(self) -> frozenset[int]:
        """The seats that are waited for before the first deal."""
        return self.awaited(self.shown.notes, self.shown.history)

    @property
    def is_busy(self) -> bool:
        """Is anybody here, or anything going on?"""
        driven = self.driver is not None and not self.driver.done()
        return bool(self.guests or self._running or driven)

    def is_attended(self, lately: float) -> bool:
        """Does anybody sit here or look on, or did so in the last seconds?"""
        here = self.guests or any(self.elsewhere.values())
        return bool(here) or monotonic() - self.left_at < lately

    def wait_for(self, what: str | None) -> None:
        """Tell everybody what keeps a bot from moving, or that nothing does."""
        if what != self.waiting:
            self.waiting = what
            self.publish()

    # -- what people do -------------------------------------------------------------

    async def act(self, seat: Seat, seq: int, text: str) -> No | None:
        """A person makes an event, or is told why not."""
        return await self._in_step(seq, lambda: self._act(seat, text))

    async def undo(self, seat: Seat, seq: int) -> No | None:
        """Go back; where other people play, ask them first."""
        return await self._in_step(seq, lambda: self._undo(seat))

    async def redo(self, seat: Seat, seq: int) -> No | None:
        """Go forth again."""
        return await self._in_step(seq, lambda: self._redo(seat))

    async def agree(self, seat: Seat, seq: int, *, agree: bool) -> No | None:
        """Answer another person's wish to undo."""
        return await self._in_step(seq, lambda: self._agree(seat, agree=agree))

    async def share(self, seat: Seat, share: str | None) -> No | None:
        """A seat adds its share to the shuffle, or says that it will not.

        Several may do so at once: what the others say makes it no less welcome.
        """
        answer = await self._unbroken(lambda: self._share(seat, share))
        if answer is not None and answer.stale:  # another process was quicker
            answer = await self._unbroken(lambda: self._share(seat, share))
        return answer

    async def hurry(self, seat: Seat, seq: int) -> No | None:
        """Deal without waiting for those who are not here."""
        return await self._in_step(seq, lambda: self._hurry(seat))

    async def close(self, seat: Seat, seq: int) -> No | None:
        """A seat wants no further game of this match; so it ends when all say so."""
        return await self._in_step(seq, lambda: self._close(seat))

    async def advise(self, seq: int) -> No | None:
        """Note that advice was given; it is noted before it is given."""
        return await self._in_step(seq, self._advise)

    async def assist(self) -> None:
        """Somebody knows more than an honest player, whatever happens meanwhile."""
        if not self.shown.assisted:
            await self._unbroken(self._advise)

    async def move(self, seq: int, choose: Callable[[], Event[Any]]) -> bool:
        """Chance or a bot acts, unless something else has happened meanwhile."""
        return await self._in_step(seq, lambda: self._move(choose)) is None

    async def _act(  # noqa: PLR0911  # one a kind of event
        self, seat: Seat, text: str
    ) -> No | None:
        is_short = len(text) <= EVENT_LENGTH
        event = event_of(self.game.name, text) if is_short else _TOO_LONG
        match event:
            case Unreadable():
                return No(event.said)
            case Undo():
                return await self._undo(seat)
            case Redo():
                return await self._redo(seat)
            case Query():
                words = "{event} is a question, not a move."
                return No(say("question", words, event=event.name))
            case _ if event.name in resets(self.game.name):
                return No("A table keeps its game: open a new one.")
        before = self.table.history
        refusal = self.table.act(seat, event)
        if isinstance(refusal, Refusal):
            return No(refusal.text, refusal=refusal)
        return await self._committed(before)

    async def _undo(self, seat: Seat) -> No | None:
        if not self.shown.can_undo:
            over = self.table.is_over and len(self.table.people) > 1
            return No("The game is over." if over else "There is nothing to undo.")
        if self.table.people == (seat,):
            return await self._go_back()
        wish = self.shown.wish
        if wish is None:
            return await self._note(Wish(self.seq, seat_number(seat)))
        if wish.seat == seat_number(seat):
            return None  # asked already
        return await self._agree(seat, agree=True)

    async def _agree(self, seat: Seat, *, agree: bool) -> No | None:
        wish, number = self.shown.wish, seat_number(seat)
        if wish is None:
            return No("Nobody asks to undo.")
        if not agree:  # refused, or taken back by whoever asked
            return await self._note(None)
        if wish.seat == number:
            return No("The others have to agree.")
        agreed = {*wish.agreed, number}
        others = {seat_number(person) for person in self.table.people} - {wish.seat}
        if others <= agreed:
            return await self._go_back()
        return await self._note(Wish(wish.seq, wish.seat, tuple(sorted(agreed))))

    async def _go_back(self) -> No | None:
        before = self.table.history
        if not self.table.undo():
            return No("There is nothing to undo.")
        return await self._committed(before)

    async def _redo(self, seat: Seat) -> No | None:
        before = self.table.history
        if before.future is None:
            return No("There is nothing to redo.")
        event = before.future.event
        if len(self.table.people) > 1 and not self.game.belongs_to(
            before.state, event, seat
        ):
            whose = self.game.seat_of(before.state, event)
            words = "That is for {player} to play again."
            return No(say("others_move", words, player=seat_name(whose)))
        self.table.redo()
        return await self._committed(before)

    async def _share(self, seat: Seat, share: str | None) -> No | None:
        number = seat_number(seat)
        if share is not None and self._notes.shares.get(number) == share:
            return None  # said already, by another page of the same person
        if number not in self.awaited(self._notes, self.table.history):
            return No("No share of yours is waited for.")
        if share is not None and SHARE.fullmatch(share) is None:
            return No("A share is 64 hex digits in small letters.")
        return await self._noted(share_line(number, share))

    async def _hurry(self, seat: Seat) -> No | None:
        if not self.awaited(self._notes, self.table.history):
            return No("The deal does not wait for anybody.")
        return await self._noted(deal_line(seat_number(seat)))

    async def _close(self, seat: Seat) -> No | None:
        if not self.table.is_over or self.table.is_finished:
            return No("There is no match to give up now.")
        if seat_number(seat) in self._notes.closing:
            return None  # said already
        return await self._noted(close_line(seat_number(seat)))

    async def _move(self, choose: Callable[[], Event[Any]]) -> No | None:
        before, seat = self.table.history, self.table.turn
        refusal = self.table.act(seat, choose())
        assert refusal is None, f"{seat_name(seat)}: {refusal}"
        return await self._committed(before)

    # -- who sees it ----------------------------------------------------------------

    def enter(self, guest: "Guest") -> None:
        """Somebody sits down, or looks on."""
        self.guests.add(guest)
        guest.wake()
        self._attend()

    def leave(self, guest: "Guest") -> None:
        """Somebody goes."""
        self.guests.discard(guest)
        self.left_at = monotonic()
        self._attend()

    def _attend(self) -> None:
        self._stopwatch.run(running=bool(self.people_here))
        if self._here() != self.shown.here:
            self.publish()
        else:  # an onlooker or a second tab: the others see no difference
            self.changed(self)

    @property
    def people_here(self) -> frozenset[int]:
        """The seats, counted from 1, at which somebody sits through this process."""
        return frozenset(guest.number for guest in self.guests if guest.number > 0)

    def publish(self) -> None:
        """Show everybody what is now so."""
        here = self._here()
        self.last_here |= dict.fromkeys(self.shown.here - here, time())
        if self._uncommitted:  # only who is here has changed for certain
            self.shown = replace(self.shown, here=here, waiting=self.waiting)
        else:
            self.shown = self._picture()
        for guest in self.guests:
            guest.wake()
        self.changed(self)

    def has_lost_seat(self, guest: "Guest") -> bool:
        """Has the seat been released, and perhaps claimed by somebody else, meanwhile?"""
        chair = self.shown.chairs.get(guest.number)
        return chair is None or chair.key != guest.key

    def _here(self) -> frozenset[int]:
        return self.people_here.union(*self.elsewhere.values())

    def _picture(self) -> Shown:
        history, table, wish = self.table.history, self.table, self._wish
        last: Shown | None = getattr(self, "shown", None)
        ended = self.has_closed(self._notes) or (
            table.is_over and len(table.people) > 1
        )
        return Shown(
            history,
            self.seq,
            self._sums.assisted,
            can_undo=not ended and table.can_undo,
            can_redo=history.future is not None,
            wish=wish if wish and wish.seq == self.seq else None,
            here=self._here(),
            chairs=self.new.chairs,
            waiting=self.waiting,
            notes=self._notes,
            finished=self.has_closed(self._notes) or table.is_finished,
            scenes=last.scenes
            if last and last.history is history and last.notes is self._notes
            else {},
        )


_TOO_LONG: Final = Unreadable(("that is too long to be an event",))
