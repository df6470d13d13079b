"""Asking for advice in words: a hint in three steps, and whether the game can be won.

The first `hint` says which piece, the second where to and why, the third does it. Whoever
asks is helped, which is noted.
"""

from typing import Final, Generic, TypeVar

from ludex.bots.advice import Advisor, Hint
from ludex.kernel import Dice, Event, History, Seat
from ludex.play.table import Table

S = TypeVar("S")

HINT: Final = "hint"
WINNABLE: Final = "winnable"


class Advice(Generic[S]):
    """The advisor of one table, and how far its last hint has been told."""

    def __init__(self, table: Table[S], advisor: Advisor[S]) -> None:
        self.table = table
        self.advisor = advisor
        self._about: History[S] | None = None
        self._hint: Hint[S] | None = None
        self._told = 0

    @property
    def words(self) -> tuple[str, ...]:
        """What can be asked."""
        return (HINT, WINNABLE) if self.advisor.winnable else (HINT,)

    def answer(self, word: str, seat: Seat) -> str | Event[S]:
        """What the advisor says to the player at a seat, or what it does for them."""
        if self.table.is_over:
            return "The game is over."
        if self.table.turn != seat:
            return "There is nothing to advise now."
        said = self._winnable(seat) if word == WINNABLE else self._next_step(seat)
        self.table.advised()
        return said

    def _next_step(self, seat: Seat) -> str | Event[S]:
        history = self.table.history
        if self._about is not history:
            # Dice of its own: a hint must not change what will be dealt.
            dice = Dice(history.length)
            self._hint = self.advisor.hint(self.table.view(seat), dice)
            self._about, self._told = history, 0
        if self._hint is None:
            return self._winnable(seat)
        self._told += 1
        which, where, _ = self._hint.points
        match self._told:
            case 1:
                return f"{which} (hint again: where to)"
            case 2:
                return f"{where} {self._hint.why} (hint again: do it)"
            case _:
                return self._hint.event

    def _winnable(self, seat: Seat) -> str:
        if self.advisor.winnable is None:
            return "There is nothing to advise now."
        match self.advisor.winnable(self.table.view(seat)):
            case True:
                return "Proven: this position can be won."
            case False:
                return f"Proven: this position cannot be won.{self._way_back()}"
            case None:
                return "Unknown: nothing is proven about this position."

    def _way_back(self) -> str:
        last = self.advisor.last_winnable
        event = last(self.table.history) if last else None
        if event is None:
            return ""
        return f" The last winnable position was after event {event}."
