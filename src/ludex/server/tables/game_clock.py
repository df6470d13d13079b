"""Time to think: the time on the wall, a stopwatch, and the clock of a table that plays against time.

A clock has three numbers. `each` seconds are given to every move and are not saved up; `bank`
seconds lie beyond them, for the whole game; `more` are put into the bank whenever a turn is
over. Seconds a move alone, Fischer's clock, and a poker room's timer with its time bank are
the same clock with other numbers.

The rules of this file:
1. What is left follows from the lines of the log, which say how long each has taken: so it
   survives whatever process kept it.
2. Time runs while somebody sits at the table, whoever it is, and stands while nobody does.
3. A seat's first turn is free: who comes late to the table has not lost yet.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from time import monotonic, time

from ludex.kernel import Unreadable, seat_number
from ludex.play.protocol import replay_lines
from ludex.play.protocol.log import LogLine
from ludex.play.protocol.shuffle import NOTE
from ludex.play.protocol.situation import Situation
from ludex.server.store.records import Chairs, NewTable

NO_MOVES = ("", "undo", "redo")


@dataclass(frozen=True, slots=True)
class TimeControl:
    """A time control, in seconds."""

    each: float
    bank: float
    more: float


class GameClock:
    """A clock that counts what every person at a table has left."""

    def __init__(self, terms: TimeControl, people: Iterable[int]) -> None:
        self.terms = terms
        self.banks = dict.fromkeys(people, float(terms.bank))
        self.used = 0.0
        """The time used for the present move, by the lines."""

        self._begun: set[int] = set()
        self._watch = Stopwatch()
        self._at = 0.0
        self.is_stopped = True

    @classmethod
    def of(cls, new: NewTable) -> "GameClock | None":
        """Return the clock of a table, if one was agreed on when the table was made."""
        match new.request.get("clock"):
            case {"each": int(each), "bank": int(bank), "more": int(more)}:
                seats = enumerate(new.header.seats, start=1)
                people = [i for i, player in seats if player == "person"]
                return cls(TimeControl(each, bank, more), people)
        return None

    def run(self, *, running: bool) -> None:
        """Run the clock while somebody is at the table."""
        self.is_stopped = not running
        self._watch.run(running=running)

    def resume(self, updated: str | None, chairs: Chairs) -> None:
        """Go on where another process stopped: when somebody was last seen here."""
        if updated is None:
            return
        last = datetime.fromisoformat(updated).timestamp()
        seen = max((c.seen for seat, c in chairs.items() if seat), default=last)
        self._at = self._watch.read() - max(seen - last, 0.0)

    @property
    def written(self) -> str:
        """Return what is left after the lines so far, for a snapshot."""
        banks = {str(seat): left for seat, left in self.banks.items()}
        return json.dumps({"banks": banks, "used": self.used, "begun": sorted(self._begun)})

    def restore(self, written: str) -> None:
        """Go on from a snapshot."""
        match json.loads(written):
            case {"banks": dict(banks), "used": float(used), "begun": [*begun]}:
                self.banks = {int(seat): float(left) for seat, left in banks.items()}
                self.used, self._begun = used, set(begun)

    @property
    def elapsed(self) -> float:
        """Seconds since the last line."""
        return self._watch.read() - self._at

    def follow(self, table: Situation, lines: Iterable[LogLine]) -> None:
        """Lines have been added to what is known."""
        for line in lines:
            after = replay_lines(table, (line,))
            if isinstance(after, Unreadable):  # it is refused elsewhere
                break
            self._count(table, line, after)
            table = after
        self._at = self._watch.read()

    def _count(self, table: Situation, line: LogLine, after: Situation) -> None:
        seat = seat_number(table.turn)
        if table.is_over:
            if not after.is_over:  # another game of the match
                self.banks = dict.fromkeys(self.banks, float(self.terms.bank))
            self.used = 0.0
            return
        if seat not in self.banks:
            self.used = 0.0
            return
        self.used += line.seconds
        has_moved = line.seat == seat and is_move(line)
        has_passed = after.is_over or after.turn != table.turn
        if not (has_moved or has_passed):
            return
        if seat in self._begun:
            beyond = max(self.used - self.terms.each, 0.0)
            left = max(self.banks[seat] - beyond, 0.0)
            earned = self.terms.more if has_moved and has_passed else 0.0
            self.banks[seat] = left + earned
        if has_moved:
            self._begun.add(seat)
        self.used = 0.0

    def runs_for(self, table: Situation) -> int:
        """Return the seat, counted from 1, whose time it is; 0: nobody's."""
        seat = 0 if table.is_over else seat_number(table.turn)
        return seat if seat in self._begun and seat in self.banks else 0

    def left(self, table: Situation) -> float | None:
        """Return the seconds until the time of whoever is on turn is over; None: it does not run."""
        seat = self.runs_for(table)
        if not seat or self.is_stopped:
            return None
        return self.terms.each + self.banks[seat] - self.used - self.elapsed

    def describe(self, table: Situation) -> dict[str, object]:
        """Return what everybody at the table is shown of it, now."""
        return {
            "each": self.terms.each,
            "more": self.terms.more,
            "banks": {str(seat): round(left, 1) for seat, left in self.banks.items()},
            "runs": self.runs_for(table),
            "used": round(self.used + self.elapsed, 1),
            "stands": self.is_stopped,
        }


def is_move(line: LogLine) -> bool:
    """Is it an event, and no word about the table?"""
    return line.event not in NO_MOVES and not line.event.startswith(NOTE)


def now() -> str:
    """Return the time on the wall, to the second."""
    return datetime.fromtimestamp(int(time()), UTC).isoformat()


class Stopwatch:
    """Seconds, counted only while it runs: nights are no thinking time."""

    __slots__ = ("_since", "_total")

    def __init__(self) -> None:
        self._total = 0.0
        self._since: float | None = None

    def run(self, *, running: bool) -> None:
        """Start or stop it."""
        self._total = self.read()
        self._since = monotonic() if running else None

    def read(self) -> float:
        """Return the seconds so far."""
        if self._since is None:
            return self._total
        return self._total + monotonic() - self._since
