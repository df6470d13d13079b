"""Hints: what to play next, whether a game can still be won, and where it was lost.

Every solution given here was replayed on the rulebook, move by move, to the win.
"""

from collections.abc import Callable

from ludex.kernel import Event, History

from ..formats.solution import replayed
from ..rules.state import Phase, State, board_of
from .results import (
    POSITIONS,
    Impossible,
    Solved,
    Verdict,
)
from .solver import solve


def verdict(s: State, positions: int = POSITIONS, seconds: float | None = None) -> Verdict:
    """Return the verdict about a state that has been dealt."""
    assert s.phase is Phase.PLAY
    found = solve(board_of(s), s.rules, positions, seconds)
    if isinstance(found, Solved):
        assert replayed(s, found.moves).wins, "the solver and the rulebook differ"
    return found


class Ways:
    """Ways to win that were shown: who follows one is shown the rest of it.

    So the count of moves to the win falls with each that is followed, and never grows; and
    what lies on a known way is known to be winnable.
    """

    def __init__(self, judge: Callable[[State], Verdict] = verdict, most: int = 4096) -> None:
        self._judge = judge
        self._most = most
        self._rest: dict[State, tuple[Event[State], ...]] = {}

    def way(self, s: State) -> tuple[Event[State], ...]:
        """Return the events of a way to win; none when none was found, or none is needed."""
        if s not in self._rest and not s.is_won:
            found = self._judge(s)
            if isinstance(found, Solved):
                self._remember(s, replayed(s, found.moves).events)
        return self._rest.get(s, ())

    def is_winnable(self, s: State) -> bool | None:
        """Can the game still be won? None when a limit was reached first."""
        return True if s in self._rest else is_winnable(self._judge(s))

    def _remember(self, s: State, way: tuple[Event[State], ...]) -> None:
        if len(self._rest) > self._most:
            self._rest.clear()
        for i, event in enumerate(way):
            self._rest[s] = way[i:]
            s = event.apply(s)


def is_winnable(found: Verdict) -> bool | None:
    """Return yes, no, or None for unknown."""
    return {Solved: True, Impossible: False}.get(type(found))


def last_winnable(history: History[State], positions: int = POSITIONS) -> int | None:
    """Return after how many events of a history it could last be won, as far as that is known.

    What can be won now could be won before, so halving finds the place where it was
    lost. A position that stays unknown is left aside: its neighbours before it are asked.
    """
    states = [history.start, *(step.state for step in history.steps)]
    first = sum(s.phase is Phase.SETUP for s in states)
    known, high = first - 1, len(states)
    while known + 1 < high:
        middle = (known + high) // 2
        if is_winnable(verdict(states[middle], positions)):
            known = middle
        else:
            high = middle
    return known if known >= first else None
