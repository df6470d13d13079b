"""Asking for advice in words: a hint in three steps, and whether the game can be won.

The first `hint` says which piece, the second where to and why, the third does it. Where a
solver gives up, `hint 2000000` lets it look into more positions. Whoever asks is helped,
which is noted.
"""

from typing import Any

from ludex.bots.advice import FURTHER, Advisor, Hint
from ludex.kernel import AnyEvent, Dice, History, Seat, say
from ludex.kernel.domains.atoms import is_integer
from ludex.play.table import Table

HINT = "hint"
WINNABLE = "winnable"
MOST_POSITIONS = 1_000_000_000


class Advice:
    """The advisor of one table, and how far its last hint has been told."""

    def __init__(self, table: Table, advisor: Advisor) -> None:
        self.table, self.advisor = table, advisor
        self._about: History[Any] | None = None
        self._hint: Hint | None = None
        self._steps = 0

    @property
    def words(self) -> tuple[str, ...]:
        """Return the words of the questions that can be asked."""
        return (HINT, WINNABLE) if self.advisor.winnable else (HINT,)

    def is_question(self, text: str) -> bool:
        """Is this a question for the advisor?"""
        word, *number = text.split() or [""]
        return word in self.words and all(map(is_integer, number)) and len(number) < 2

    def answer(self, text: str, seat: Seat) -> str | AnyEvent:
        """Return what the advisor says to the player at a seat, or what it does for them."""
        word, *number = text.split()
        if self.table.is_over:
            return "The game is over."
        if self.table.turn != seat:
            return "There is no advice to give now."
        if number and (refused := self._look_into(int(number[0]))):
            return refused
        advice = self._winnable(seat) if word == WINNABLE else self._next_step(seat)
        self.table.advised()
        return advice

    def _look_into(self, positions: int) -> str:
        """Change how many positions a hint looks into; return the reason if it cannot."""
        if self.advisor.looking_into is None:
            return "Hints of this game do not count positions: ask without a number."
        if not 1 <= positions <= MOST_POSITIONS:
            words = "The number of positions is between 1 and {most}."
            return say("positions", words, most=f"{MOST_POSITIONS:,}")
        if positions != self.advisor.limit(self.table.view(self.table.turn)):
            self.advisor = self.advisor.looking_into(positions)
            self._about = None
        return ""

    def _next_step(self, seat: Seat) -> str | AnyEvent:
        history = self.table.history
        if self._about is not history:
            # Dice of its own: a hint must not change what will be dealt.
            dice = Dice(history.length)
            self._hint = self.advisor.hint(self.table.view(seat), dice)
            self._about, self._steps = history, 0
        if self._hint is None:
            return self._winnable(seat, HINT)
        self._steps += 1
        piece, where, _ = self._hint.points
        match self._steps:
            case 1:
                return say("hint_which", "{which} (hint again: where to)", which=piece)
            case 2:
                words = "{where} {why} (hint again: do it)"
                return say("hint_where", words, where=where, why=self._hint.why)
            case _:
                return self._hint.event

    def _winnable(self, seat: Seat, word: str = WINNABLE) -> str:
        if self.advisor.winnable is None:
            return "There is no advice to give now."
        match self.advisor.winnable(self.table.view(seat)):
            case True:
                return "Proven: this position can be won."
            case False:
                return self._way_back()
            case None:
                limit = self.advisor.limit(self.table.view(seat))
                if limit is None:
                    return "Unknown: there is no proof for this position."
                words = (
                    "Unknown: no proof within {limit:,} positions; "
                    "`{asked} {further}` searches further."
                )
                further = FURTHER * limit
                return say("unproven", words, limit=limit, asked=word, further=further)

    def _way_back(self) -> str:
        """Return that the game is lost, and since when, where that is known."""
        lost, last = "Proven: this position cannot be won.", self.advisor.last_winnable
        moves = last(self.table.history) if last else None
        if moves is None:
            return lost
        if not moves:
            return f"{lost} It could be won only before the first move."
        if moves == 1:
            return f"{lost} It could still be won after the first move."
        words = f"{lost} It could still be won after {{moves}} moves."
        return say("way_back", words, moves=moves)
