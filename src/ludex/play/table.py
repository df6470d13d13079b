"""The table: people and bots around one game, with undo and redo.

The table holds the whole state; whoever sits at it gets views. It does no input or output.
"""

from collections.abc import Iterator, Mapping
from typing import Generic, TypeVar

from ludex.bots import Bot, View
from ludex.kernel import (
    CHANCE,
    Dice,
    Event,
    Game,
    History,
    Refusal,
    Seat,
    seat_name,
)

S = TypeVar("S")


class Table(Generic[S]):
    """One game being played."""

    def __init__(
        self, game: Game[S], start: S, dice: Dice, bots: Mapping[Seat, Bot[S]]
    ) -> None:
        self.game = game
        self.history = History(game, start)
        self.dice = dice
        self.bots = bots

    @property
    def state(self) -> S:
        """The whole state: for the referee, not for players."""
        return self.history.state

    @property
    def is_over(self) -> bool:
        """Has the game ended?"""
        return self.game.outcome(self.state) is not None

    @property
    def turn(self) -> Seat:
        """Who is to act."""
        return self.game.turn(self.state)

    def view(self, seat: Seat) -> View[S]:
        """What `seat` sees and can do."""
        shown = self.game.view(self.state, seat)
        return View(seat, shown, self.game.moves(shown, seat))

    def advance(self) -> Iterator[tuple[Seat, Event[S]]]:
        """Let chance and bots act until a person is to, or the game is over."""
        while not self.is_over:
            seat = self.turn
            if seat == CHANCE:
                event = self.game.draw(self.state, self.dice)
            elif seat in self.bots:
                event = self.bots[seat](self.view(seat), self.dice)
            else:
                return
            refusal = self.act(seat, event)
            assert refusal is None, f"{seat_name(seat)}: {refusal}"
            yield seat, event

    def act(self, seat: Seat, event: Event[S]) -> Refusal | None:
        """`seat` makes `event`; the refusal when it may not."""
        owner = self.game.seat_of(self.state, event)
        if owner != seat and not event.aside:
            return Refusal(event, f"It is the turn of {seat_name(owner)}", 0)
        played = self.history.play(event)
        if isinstance(played, Refusal):
            return played
        self.history = played
        return None

    def undo(self) -> bool:
        """Back to the last decision of a person, over what bots and chance replied."""
        history = self.history.undone()
        while history is not None and not self._is_persons(history):
            history = history.undone()
        if history is None:
            return False
        self.history = history
        return True

    def redo(self) -> bool:
        """Forward to the next decision of a person that was taken back."""
        history = self.history.redone()
        if history is None:
            return False
        while not self._is_persons(history) and (again := history.redone()) is not None:
            history = again
        self.history = history
        return True

    def _is_persons(self, history: History[S]) -> bool:
        turn = self.game.turn(history.state)
        return turn != CHANCE and turn not in self.bots
