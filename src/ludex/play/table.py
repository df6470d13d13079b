"""The table: people and bots around one game, with undo and redo.

The table holds the whole state; whoever sits at it gets views. It does no input or output:
what happens is recorded by whoever it is given, before it has happened for anybody else.

The dice are for chance alone, so that a seed is a deal whoever plays it. A bot throws dice of
its own, new ones for every line: they tell nothing of what will be drawn, and a game that was
left and resumed goes on as if nobody had ever got up.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Generic, TypeVar

from ludex.bots import Bot, View, view_of
from ludex.kernel import (
    CHANCE,
    Dice,
    Event,
    Game,
    History,
    Redo,
    Refusal,
    Seat,
    Undo,
    dice_for,
    seat_name,
    seat_number,
)
from ludex.play.log import Line

S = TypeVar("S")


def _unrecorded(_: Line) -> None:
    pass


def _no_clock() -> float:
    return 0.0


class Table(Generic[S]):
    """One game being played."""

    def __init__(
        self,
        history: History[S],
        dice: Dice,
        bots: Mapping[Seat, Bot[S]],
        *,
        kept: Sequence[Line] = (),
        record: Callable[[Line], None] = _unrecorded,
        clock: Callable[[], float] = _no_clock,
    ) -> None:
        self.history = history
        self.dice = dice
        self.bots = bots
        self.lines = len(kept)
        """So many lines have been recorded."""

        self.seconds = sum(line.seconds for line in kept)
        """The time used."""

        self.is_assisted = any(line.assisted for line in kept)
        """Has anybody used what an honest player would not have known?"""

        self._record = record
        self._clock = clock
        self._last = clock()
        self._advised = False

    @property
    def game(self) -> Game[S]:
        """The game that is played."""
        return self.history.game

    @property
    def state(self) -> S:
        """The whole state: for the referee, not for players."""
        return self.history.state

    @property
    def is_over(self) -> bool:
        """Has the game ended?"""
        return self.game.outcome(self.state) is not None

    @property
    def is_finished(self) -> bool:
        """Is the whole match over, so that nothing has to be hidden for its sake?"""
        return self.game.is_finished(self.state)

    @property
    def turn(self) -> Seat:
        """Who is to act."""
        return self.game.turn(self.state)

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats where no bot sits."""
        seats = map(Seat, range(self.game.seat_count(self.state)))
        return tuple(seat for seat in seats if seat not in self.bots)

    @property
    def hides(self) -> bool:
        """Is there anything now that some seat may not see?"""
        return _hides(self.game, self.state)

    def view(self, seat: Seat) -> View[S]:
        """What `seat` sees and can do."""
        return view_of(self.game, self.state, seat)

    def advance(self) -> Iterator[tuple[Seat, Event[S]]]:
        """Let chance and bots act until a person is to, or may, or the game is over."""
        while not self.is_over:
            seat = self.turn
            if seat == CHANCE:
                event = self.game.draw(self.state, self.dice)
            elif seat in self.bots:
                dice = dice_for(self.dice.seed, self.lines, "bot")
                event = self.bots[seat](self.view(seat), dice)
            else:
                return
            refusal = self.act(seat, event)
            assert refusal is None, f"{seat_name(seat)}: {refusal}"
            yield seat, event
            if any(self.view(person).legal for person in self.people):
                return  # also out of turn: somebody may want to call a fault

    def act(self, seat: Seat, event: Event[S]) -> Refusal | None:
        """`seat` makes `event`; the refusal when it may not."""
        if isinstance(event, Undo | Redo):
            going = self.undo() if isinstance(event, Undo) else self.redo()
            return None if going else Refusal(event, f"Nothing to {event.name}", 1)
        if not self.game.belongs_to(self.state, event, seat):
            own = event.seat(self.state)
            if own is not None:
                return Refusal(event, f"That is for {seat_name(own)} to say", 0)
            return Refusal(event, f"It is the turn of {seat_name(self.turn)}", 0)
        played = self.history.play(event)
        if isinstance(played, Refusal):
            return played
        self._accept(str(event), seat)
        self.history = played
        return None

    def undo(self) -> bool:
        """Back to the last decision of a person, over what bots and chance replied."""
        # Whoever has reached the end could look at what was hidden, and at what was to come.
        back, steps = self.history, 0
        revealed = self.is_finished and self.foretells
        while (before := back.undone()) is not None:
            revealed = revealed or self._reveals(before, back)
            back, steps = before, steps + 1
            if self._is_persons(back):
                # What has been seen cannot be un-seen: the game goes on as assisted.
                self._go(back, "undo", steps, assisted=revealed)
                return True
        return False

    @property
    def can_undo(self) -> bool:
        """Is there a decision of a person to go back to?"""
        back = self.history.undone()
        while back is not None and not self._is_persons(back):
            back = back.undone()
        return back is not None

    def redo(self) -> bool:
        """Forward to the next decision of a person that was taken back."""
        forth, steps = self.history, 0
        while (after := forth.redone()) is not None:
            forth, steps = after, steps + 1
            if self._is_persons(forth):
                break
        if steps:
            self._go(forth, "redo", steps, assisted=False)
        return steps > 0

    def _go(
        self, history: History[S], word: str, steps: int, *, assisted: bool
    ) -> None:
        for _ in range(steps):
            self._accept(word, self.turn, assisted=assisted)
        self.history = history

    def advised(self) -> None:
        """Somebody has been given advice: it is noted at once, and once for each line."""
        if not self._advised:
            self._accept("", self.turn, assisted=True)
            self._advised = True

    @property
    def foretells(self) -> bool:
        """Would the same deal once more be known to who has played it?"""
        steps = self.history.steps
        drawn = [step.event.by_chance for step in steps]
        laid_out = drawn.index(False) if False in drawn else len(drawn)
        states = (step.state for step in (*steps[:laid_out], *steps[-1:]))
        return any(drawn[laid_out:]) or any(_hides(self.game, s) for s in states)

    def _accept(self, event: str, seat: Seat, *, assisted: bool = False) -> None:
        now = self._clock()
        used = round(now - self._last, 3)
        self._last = now
        self._record(Line(event, seat_number(seat), used, assisted))
        self.lines += 1
        self.seconds += used
        self.is_assisted = self.is_assisted or assisted
        self._advised = False

    def _reveals(self, before: History[S], after: History[S]) -> bool:
        """Has this step shown anybody what could not have been known before it?"""
        step = after.past
        assert step is not None
        if step.event.by_chance:
            return True
        game = self.game
        return any(
            step.event.apply(game.view(before.state, seat))
            != game.view(step.state, seat)
            for seat in self.people
        )

    def _is_persons(self, history: History[S]) -> bool:
        turn = self.game.turn(history.state)
        return turn != CHANCE and turn not in self.bots


def _hides(game: Game[S], s: S) -> bool:
    seats = map(Seat, range(game.seat_count(s)))
    return any(game.view(s, seat) != s for seat in seats)
