"""One table in memory. The store is the truth; this is what it says, ready to be played.

House rules of this file:
1. Whatever changes the table holds its lock, and runs to its end even if the asker leaves.
2. What people are shown (`shown`) changes only after the store has committed it.
3. A sequence number that is not the current one is stale: nothing happens.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, TypeVar

from ludex.bots import random_bot
from ludex.kernel import (
    CHANCE,
    ONLOOKER,
    Dice,
    Event,
    Game,
    History,
    Query,
    Redo,
    Refusal,
    Seat,
    Undo,
    Unreadable,
    dice_for,
    seat_name,
    seat_number,
)
from ludex.play.saved import Header, Line
from ludex.play.table import Table
from ludex.play.telling import is_open
from ludex.server.trouble import NotSaved
from ludex.server.wanted import now
from ludex.server.watch import Stopwatch
from ludex.store.records import Append, NewTable, Standing, StoredTable, Wish

if TYPE_CHECKING:
    from ludex.server.guest import Guest

T = TypeVar("T")

EVENT_LENGTH: Final = 400


@dataclass(frozen=True, slots=True)
class No:
    """Why nothing happened."""

    text: str
    stale: bool = False


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
    scenes: dict[int, bytes] = field(default_factory=dict)
    """The scene of each seat as it is sent, once somebody has asked for it."""


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


class LiveTable:
    """A table, whoever sits at it, and what they have been shown."""

    def __init__(
        self,
        stored: StoredTable,
        game: Game[Any],
        ledger: Ledger,
        *,
        has_pauses: bool = True,
        most_lines: int = 100_000,
    ) -> None:
        self.new: NewTable = stored.new
        self.game = game
        self.guests: set[Guest] = set()
        self.elsewhere: dict[str, frozenset[int]] = {}
        """Who sits here through another process."""

        self.driver: asyncio.Task[None] | None = None
        self.changed: Callable[[LiveTable], None] = lambda _: None
        self.dealt: tuple[object, str | None] | None = None
        """The name of the deal that followed a first state."""

        self.logs: dict[int, list[tuple[object, bytes]]] = {}
        self.looked_at: tuple[object, object, bool] = (None, None, False)
        """Was anything hidden, from a first state to a step? So it need be seen once."""

        self._ledger = ledger
        self._has_pauses = has_pauses
        self._most_lines = most_lines
        self._lock = asyncio.Lock()
        self._running: set[asyncio.Task[Any]] = set()
        self._pending: list[Line] = []
        self._stopwatch = Stopwatch()
        self._doubtful = False
        self._uncommitted = False
        self._sums = Sums(assisted=stored.advised)
        self._wish = stored.wish
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
        self._replay(stored.lines)
        self.shown = self._picture()

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
    def is_over(self) -> bool:
        """Has the game that people are shown ended?"""
        return self.game.outcome(self.shown.history.state) is not None

    @property
    def is_full(self) -> bool:
        """Is the log as long as a log may be?"""
        return self.seq >= self._most_lines

    @property
    def is_doubtful(self) -> bool:
        """May the store know more than is shown?"""
        return self._doubtful

    @property
    def is_busy(self) -> bool:
        """Is anybody here, or anything going on?"""
        driven = self.driver is not None and not self.driver.done()
        return bool(self.guests or self._running or driven)

    def who(self, seat: Seat) -> str:
        """`person`, or the name of the bot that sits there."""
        return self.header.seats[seat]

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

    async def refresh(self) -> None:
        """Read what other processes have written."""
        await self._unbroken(self._refresh)

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
            return _FULL if self.is_full else await work()

        return await self._unbroken(checked)

    async def _unbroken(self, work: Callable[[], Awaitable[T]]) -> T:
        """Run to the end even if whoever asked goes away."""

        async def locked() -> T:
            async with self._lock:
                if self._doubtful:
                    await self._refresh()
                return await work()

        task = asyncio.ensure_future(locked())
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return await asyncio.shield(task)

    async def _act(self, seat: Seat, text: str) -> No | None:
        event = self.game.read(text) if len(text) <= EVENT_LENGTH else _TOO_LONG
        match event:
            case Unreadable():
                return No(f"{event}.")
            case Undo():
                return await self._undo(seat)
            case Redo():
                return await self._redo(seat)
            case Query():
                return No(f"{event.name} is a question, not a move.")
        before = self.table.history
        refusal = self.table.act(seat, event)
        if isinstance(refusal, Refusal):
            return No(refusal.text)
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
        whose = self.game.seat_of(before.state, before.future.event)
        if len(self.table.people) > 1 and whose != seat:
            return No(f"That is for {seat_name(whose)} to play again.")
        self.table.redo()
        return await self._committed(before)

    async def _advise(self) -> No | None:
        await self._ledger.advise(self.id, self.standing())
        self._sums = replace(self._sums, assisted=True)
        self.publish()
        return None

    async def _move(self, choose: Callable[[], Event[Any]]) -> No | None:
        before, seat = self.table.history, self.table.turn
        refusal = self.table.act(seat, choose())
        assert refusal is None, f"{seat_name(seat)}: {refusal}"
        return await self._committed(before)

    async def _note(self, wish: Wish | None) -> No | None:
        await self._ledger.wish(self.id, self.standing(), wish)
        self._wish = wish
        self.publish()
        return None

    # -- the store ------------------------------------------------------------------

    async def _committed(self, before: History[Any]) -> No | None:
        """Commit what the table has just recorded, then show it; or take it all back."""
        kept, written = self._sums, False
        try:
            self._let_chance_reply()
            lines = tuple(self._pending)
            self._sums = kept.with_lines(lines)
            self._uncommitted = True
            append = Append(self.id, kept.lines, lines, self.standing())
            written = await self._ledger.append(append)
        except NotSaved:
            self._doubtful = True
            raise
        finally:
            self._uncommitted = False
            self._pending.clear()
            if not written:
                self.table.history, self._sums = before, kept
        if not written:
            await self._refresh()
            return _STALE
        self.is_ours = True
        self.publish()
        return None

    def _let_chance_reply(self) -> None:
        """What chance does next belongs to the same commit and the same picture."""
        while not self.table.is_over and self.table.turn == CHANCE:
            event = self.drawn(self.seq + len(self._pending))
            if self._has_pauses and self.is_new_deal(event):
                return  # people want to see how the last one ended
            refusal = self.table.act(CHANCE, event)
            assert refusal is None, f"chance: {refusal}"

    def drawn(self, n: int) -> Event[Any]:
        """What chance does after n lines."""
        dice = dice_for(self.header.seed, n, "chance")
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

    async def _refresh(self) -> None:
        self._doubtful = True  # until it has been read, whatever comes between
        lines, advised, wish = await self._ledger.since(self.id, self.seq)
        self._doubtful = False
        self._wish = wish
        self._replay(lines)
        if advised:
            self._sums = replace(self._sums, assisted=True)
        self.is_ours = self.is_ours and not lines
        self.publish()

    def _replay(self, lines: tuple[Line, ...]) -> None:
        history = self.table.history
        for n, line in enumerate(lines, start=self.seq + 1):
            event = self.game.read(line.event)
            played = None if isinstance(event, Unreadable) else history.play(event)
            if not isinstance(played, History):
                problem = f"table {self.id}, line {n}: {line.event} is refused"
                raise Damaged(problem)
            history = played
        self.table.history = history
        self._sums = self._sums.with_lines(lines)

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

    # -- who sees it ----------------------------------------------------------------

    def enter(self, guest: "Guest") -> None:
        """Somebody sits down, or looks on."""
        self.guests.add(guest)
        guest.wake()
        self._attend()

    def leave(self, guest: "Guest") -> None:
        """Somebody goes."""
        self.guests.discard(guest)
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
        if self._uncommitted:  # only who is here has changed for certain
            self.shown = replace(self.shown, here=self._here())
        else:
            self.shown = self._picture()
        for guest in self.guests:
            guest.wake()
        self.changed(self)

    def _here(self) -> frozenset[int]:
        return self.people_here.union(*self.elsewhere.values())

    def _picture(self) -> Shown:
        history, table, wish = self.table.history, self.table, self._wish
        last: Shown | None = getattr(self, "shown", None)
        ended = table.is_over and len(table.people) > 1
        return Shown(
            history,
            self.seq,
            self._sums.assisted,
            can_undo=not ended and table.can_undo,
            can_redo=history.future is not None,
            wish=wish if wish and wish.seq == self.seq else None,
            here=self._here(),
            scenes=last.scenes if last and last.history is history else {},
        )


_STALE: Final = No("The table has moved on.", stale=True)
_FULL: Final = No("This game has become too long; begin another.")
_TOO_LONG: Final = Unreadable(("that is too long to be an event",))
