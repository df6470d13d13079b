"""The table: people and bots around one game, at one keyboard.

It drives the protocol for line mode and the terminal: what the protocol accepts is recorded by
whoever it is given, and only then it has happened. Whoever sits at the table gets views.

The dice are for chance alone, so that a seed is a deal whoever plays it. A bot throws dice of
its own, new ones for every line: they tell nothing of what will be drawn, and a game that was
left and resumed goes on as if nobody had ever got up. A bot that can goes on thinking while a
person is to act, in a thread of its own and about what it may see. Nothing that it finds is a
move: it only knows more when its turn comes.
"""

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from ludex.bots import Bot, View, view_of
from ludex.bots.cancellation import Stopped, heed
from ludex.bots.observation import Ponderer
from ludex.kernel import (
    CHANCE,
    AnyEvent,
    AnyGame,
    AnyState,
    Dice,
    History,
    Redo,
    Refusal,
    Seat,
    Undo,
    seat_name,
    seat_number,
)
from ludex.parts.secret_dice import dice_for
from ludex.play.protocol import act, advise, hear
from ludex.play.protocol.effects import Reaction
from ludex.play.protocol.log import LogLine
from ludex.play.protocol.situation import Situation, TableSetting
from ludex.table.hidden import hides


class Table:
    """One game being played."""

    def __init__(
        self,
        history: History[Any],
        dice: Dice,
        bots: Mapping[Seat, Bot[Any]],
        *,
        lines: Sequence[LogLine] = (),
        record: Callable[[LogLine], None] = lambda _: None,
        clock: Callable[[], float] = lambda: 0.0,
        ponders: bool = False,
    ) -> None:
        self.now = Situation(
            TableSetting(history.game, frozenset(bots)),
            history,
            sum(bool(line.event) for line in lines),
            assisted=any(line.assisted for line in lines),
        )
        """The present situation."""

        self.dice = dice
        self.bots = bots
        self.lines = len(lines)
        """So many lines have been recorded, those of advice among them."""

        self.seconds = sum(line.seconds for line in lines)
        """The time used."""

        self._pondering: Pondering | None = Pondering() if ponders else None
        """Bots may think while a person is to act."""

        self._record = record
        self._clock = clock
        self._last = clock()
        self._advised = False

    @property
    def game(self) -> AnyGame:
        """The game that is played."""
        return self.now.game

    @property
    def history(self) -> History[Any]:
        """Return the history of the game."""
        return self.now.history

    @property
    def state(self) -> AnyState:
        """The whole state: for the referee, not for players."""
        return self.now.state

    @property
    def is_over(self) -> bool:
        """Has the game ended?"""
        return self.now.is_over

    @property
    def is_assisted(self) -> bool:
        """Has anybody used what an honest player would not have known?"""
        return self.now.assisted

    @property
    def turn(self) -> Seat:
        """Return the seat on turn."""
        return self.now.turn

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats where no bot sits."""
        return self.now.people

    @property
    def hides(self) -> bool:
        """Is there anything now that some seat may not see?"""
        return hides(self.game, self.state)

    def view(self, seat: Seat) -> View[Any]:
        """Return what `seat` sees and can do."""
        return view_of(self.game, self.state, seat)

    # -- what is said ---------------------------------------------------------------------

    def hear(self, seat: Seat, words: str, number: int | None = None) -> Reaction:
        """Hear what a player says; what came of it is recorded when this returns."""
        return self._store(hear(self.now, seat, number, words))

    def act(self, seat: Seat, event: AnyEvent) -> Refusal | None:
        """`seat` makes `event`; the refusal when it may not."""
        if event.of_history:
            reaction = self.hear(seat, event.name)
        else:
            reaction = self._store(act(self.now, seat, event))
        return None if reaction.no is None else reaction.no.refusal

    def undo(self) -> bool:
        """Go back to the last decision of a person, over what bots and chance replied."""
        return self.hear(self.turn, Undo.name).no is None

    def redo(self) -> bool:
        """Go forward to the next decision of a person that was taken back."""
        return self.hear(self.turn, Redo.name).no is None

    def advance(self) -> Iterator[tuple[Seat, AnyEvent]]:
        """Let chance and bots act until a person is to, or may, or the game is over."""
        self.rest()
        while not self.is_over:
            seat = self.turn
            if seat == CHANCE:
                event = self.game.draw(self.state, self.dice)
            elif seat in self.bots:
                dice = dice_for(self.dice.seed, self.lines, "bot")
                event = self.bots[seat](self.view(seat), dice)
            else:
                self._ponder()
                return
            refusal = self.act(seat, event)
            assert refusal is None, f"{seat_name(seat)}: {refusal}"
            yield seat, event
            if any(self.view(person).legal for person in self.people):
                self._ponder()
                return  # also out of turn: somebody may want to call a fault

    def rest(self) -> None:
        """Stop the bot that ponders."""
        if self._pondering is not None:
            self._pondering.end()

    def _ponder(self) -> None:
        """The only opponent of a person thinks on; of several, nobody does."""
        is_ours = self.turn in self.people
        if self._pondering is not None and is_ours and len(self.bots) == 1:
            ((seat, bot),) = self.bots.items()
            self._pondering.begin(bot, self.view(seat))

    def advised(self) -> None:
        """Note that advice was given: at once, and once for each line."""
        if not self._advised:
            self._write(LogLine("", seat_number(self.turn), assisted=True))
            self.now = advise(self.now, None).after
            self._advised = True

    # -- what is kept ---------------------------------------------------------------------

    def _store(self, reaction: Reaction) -> Reaction:
        """Record the lines on disk first, and then adopt the situation."""
        if reaction.lines:
            self.rest()
        for line in reaction.lines:
            self._write(line)
        self.now = reaction.after
        return reaction

    def _write(self, line: LogLine) -> None:
        before, self._last = self._last, self._clock()
        used = round(self._last - before, 3)
        self._record(LogLine(line.event, line.seat, used, line.assisted))
        self.lines += 1
        self.seconds += used
        self._advised = False


SOON = 2.0
"""Seconds in which whoever is told to stop has stopped, or is not waited for."""


class Pondering:
    """One bot at a time that thinks beside the game."""

    def __init__(self) -> None:
        self._running: tuple[threading.Event, threading.Thread] | None = None

    def begin(self, bot: Bot[Any], view: View[Any]) -> None:
        """Let a bot ponder while somebody else is to act; one that cannot ponder does nothing."""
        self.end()
        if not isinstance(bot, Ponderer):
            return
        stop = threading.Event()

        def ponder() -> None:
            heed(stop)
            try:
                bot.ponder(view)
            except Stopped:
                return

        thread = threading.Thread(target=ponder, name="ludex-pondering", daemon=True)
        self._running = stop, thread
        thread.start()

    def end(self) -> None:
        """Stop pondering, since something happens."""
        if self._running is not None:
            stop, thread = self._running
            stop.set()
            thread.join(SOON)
        self._running = None
