"""A situation: the state of a table, as a value.

It says who sits there, what has been played, what was said about the table, and from that
what may be said next. It never changes: `ludex.play.protocol` gives the next one.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from ludex.kernel import (
    CHANCE,
    AnyEvent,
    AnyGame,
    AnyState,
    History,
    Seat,
    Unreadable,
    seat_number,
)
from ludex.play.protocol.log import LogLine
from ludex.play.protocol.shuffle import Notes


@dataclass(frozen=True, slots=True)
class TableSetting:
    """The setting of a table, which stays the same: the game, where bots sit, and how people do."""

    game: AnyGame
    bots: frozenset[Seat] = frozenset()
    apart: bool = False
    """Has everybody a screen of their own? Then nobody speaks for another, going back takes
    the consent of all, the end of a shared game is the end, and the table keeps its game.
    People at one keyboard see to that among themselves."""

    together: bool = False
    """Does the first deal wait until everybody could add a share to the shuffle?"""

    reader: Callable[[str], AnyEvent | Unreadable] | None = None
    """The reader of events, if not the game itself: somebody who remembers them."""

    def read(self, text: str) -> AnyEvent | Unreadable:
        """Return the event of a text."""
        return (self.reader or self.game.read)(text)

    def people_of(self, s: AnyState) -> tuple[Seat, ...]:
        """Return the seats where no bot sits."""
        return _people(self.game.seat_count(s), self.bots)


@lru_cache(maxsize=1 << 8)  # asked for several times with every word that is said
def _people(count: int, bots: frozenset[Seat]) -> tuple[Seat, ...]:
    return tuple(seat for seat in map(Seat, range(count)) if seat not in bots)


@dataclass(frozen=True, slots=True)
class UndoRequest:
    """A person asks the others to undo; it is void when anything else has happened."""

    seq: int
    """The number of the table when it was asked."""

    seat: int
    """The seat that asks, counted from 1."""

    agreed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Situation:
    """A table after so many lines, as a value."""

    setting: TableSetting
    history: History[Any]
    number: int = 0
    """So many lines have been accepted; words for another number are stale."""

    assisted: bool = False
    """Has anybody used what an honest player would not have known? That never ends."""

    undo_request: UndoRequest | None = None
    """The request to undo, if there is one."""

    notes: Notes = field(default_factory=Notes)
    """The notes on the table: shares of the shuffle, and who has had enough."""

    @property
    def game(self) -> AnyGame:
        """The game that is played."""
        return self.setting.game

    @property
    def state(self) -> AnyState:
        """The whole state: for the referee, not for players."""
        return self.history.state

    @property
    def turn(self) -> Seat:
        """Return the seat on turn."""
        return self.game.turn(self.history.state)

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats where no bot sits."""
        return self.setting.people_of(self.history.state)

    @property
    def is_over(self) -> bool:
        """Has the game ended?"""
        return self.game.outcome(self.history.state) is not None

    @property
    def is_closed(self) -> bool:
        """Has everybody had enough of this match?"""
        closing = self.notes.closing
        return bool(closing) and closing >= {*map(seat_number, self.people)}

    @property
    def is_finished(self) -> bool:
        """Is the match over, or given up by everybody, and not only a game of it?"""
        return self.is_closed or self.game.is_finished(self.history.state)

    @property
    def awaited(self) -> frozenset[int]:
        """The seats that could still promise a share of the shuffle, and are waited for."""
        if self.notes.hurried or not self._is_undealt:
            return frozenset()
        return frozenset(map(seat_number, self.people)) - self.notes.answered

    @property
    def unopened(self) -> frozenset[int]:
        """The seats whose shares are waited for: all hashes are there, and none can be added."""
        return self.notes.closed if self._is_undealt and not self.awaited else frozenset()

    @property
    def is_held_up(self) -> bool:
        """Does the first deal wait for somebody's share, or its hash?"""
        return bool(self.awaited or self.unopened)

    @property
    def _is_undealt(self) -> bool:
        return self.setting.together and self.history.past is None and self.turn == CHANCE

    @property
    def is_final(self) -> bool:
        """Is there no going back, since others have seen the end too?"""
        several = self.setting.apart and len(self.people) > 1
        return self.is_closed or (several and self.is_over)

    @property
    def can_undo(self) -> bool:
        """Is there a decision of a person to go back to?"""
        if self.is_final or not self.people:
            return False
        step = self.history.past
        while step is not None:
            before = step.rest.state if step.rest else self.history.start
            if self.is_persons(before):
                return True
            step = step.rest
        return False

    @property
    def can_redo(self) -> bool:
        """Was anything taken back that can be played again?"""
        return self.history.future is not None

    def is_persons(self, s: AnyState) -> bool:
        """Is it for a person to decide in a state?"""
        turn = self.game.turn(s)
        return turn != CHANCE and turn not in self.setting.bots

    def with_undo_request(self, request: UndoRequest | None) -> "Situation":
        """Return the situation with this request to undo; one for another number is void."""
        valid = request is not None and request.seq == self.number
        return replace(self, undo_request=request if valid else None)

    def helped(self) -> "Situation":
        """Return the situation in which a player has learnt more than an honest player knows."""
        return self if self.assisted else replace(self, assisted=True)

    def after(
        self,
        lines: tuple[LogLine, ...],
        history: History[Any] | None = None,
        notes: Notes | None = None,
    ) -> "Situation":
        """Return the situation with these lines more: events, or notes about the table."""
        return Situation(
            self.setting,
            history or self.history,
            self.number + len(lines),
            self.assisted or any(line.assisted for line in lines),
            # Whoever plays on has not had enough.
            notes=self.notes.played() if notes is None else notes,
        )
