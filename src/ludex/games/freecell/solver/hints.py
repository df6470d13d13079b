"""Hints: what to play next, whether a game can still be won, and where it was lost.

Every solution given here was replayed on the rulebook, move by move, to the win.
"""

from collections.abc import Callable
from dataclasses import dataclass

from ludex.games.freecell.formats.solution import Replay, replayed
from ludex.games.freecell.rules.state import Phase, State, board_of
from ludex.games.freecell.solver.results import (
    POSITIONS,
    Impossible,
    Solved,
    Unknown,
    Verdict,
)
from ludex.games.freecell.solver.solver import solve
from ludex.kernel import Event, History


@dataclass(frozen=True, slots=True)
class LastWinnable:
    """The last position of a history that can be won, counted in events from the start.

    `move` is None when not even the first position can. It is sure when the position
    after it was proved impossible, or when it is the last one.
    """

    move: int | None
    is_sure: bool


def verdict(
    s: State, positions: int = POSITIONS, seconds: float | None = None
) -> Verdict:
    """The verdict about a state that has been dealt."""
    assert s.phase is Phase.PLAY
    found = solve(board_of(s), s.rules, positions, seconds)
    if isinstance(found, Solved):
        assert on_the_rulebook(s, found).wins, "the solver and the rulebook differ"
    return found


def on_the_rulebook(s: State, solved: Solved) -> Replay:
    """A solution as events, each asked for its guards."""
    return replayed(s, solved.moves)


def way_to_win(s: State, positions: int = POSITIONS) -> tuple[Event[State], ...]:
    """The events of a way to win; none when none was found, or none is needed."""
    return way_of(s, verdict(s, positions))


def way_of(s: State, found: Verdict) -> tuple[Event[State], ...]:
    """The events of the way to win that a verdict about `s` tells, if it does."""
    if not isinstance(found, Solved) or s.is_won:
        return ()
    return tuple(on_the_rulebook(s, found).events)


class Ways:
    """Ways to win that were told: who follows one is told the rest of it.

    So the count of moves to the win falls with each that is followed, and never grows; and
    what lies on a known way is known to be winnable.
    """

    def __init__(self, judged: Callable[[State], Verdict], most: int = 4096) -> None:
        self._judged = judged
        self._most = most
        self._rest: dict[State, tuple[Event[State], ...]] = {}

    def way(self, s: State) -> tuple[Event[State], ...]:
        """The events of a way to win; none when none was found, or none is needed."""
        known = self._rest.get(s)
        if known is None:
            known = way_of(s, self._judged(s))
            self._remember(s, known)
        return known

    def is_winnable(self, s: State) -> bool | None:
        """Can the game still be won? None when a limit was reached first."""
        return True if s in self._rest else answer_of(self._judged(s))

    def _remember(self, s: State, way: tuple[Event[State], ...]) -> None:
        if len(self._rest) > self._most:
            self._rest.clear()
        for i, event in enumerate(way):
            self._rest[s] = way[i:]
            s = event.apply(s)


def next_event(s: State, positions: int = POSITIONS) -> Event[State] | None:
    """The first event of a way to win; None when none was found."""
    return next(iter(way_to_win(s, positions)), None)


def is_winnable(s: State, positions: int = POSITIONS) -> bool | None:
    """Can the game still be won? None when a limit was reached first."""
    return answer_of(verdict(s, positions))


def answer_of(found: Verdict) -> bool | None:
    """Yes, no, or None for unknown."""
    match found:
        case Solved():
            return True
        case Impossible():
            return False
        case Unknown():
            return None


def last_winnable(
    history: History[State], positions: int = POSITIONS
) -> LastWinnable | None:
    """The last winnable position of a history; None when nothing has been dealt in it.

    What can be won now could be won before, so halving finds the place where it was
    lost. A position that stays unknown is left aside: its neighbours before it are asked.
    """
    states = [history.start, *(step.state for step in history.steps)]
    first = next((i for i, s in enumerate(states) if s.phase is Phase.PLAY), None)
    if first is None:
        return None
    known, lost = (
        first - 1,
        len(states),
    )  # the last known winnable, the first known lost
    high = len(states)
    while known + 1 < high:
        middle = (known + high) // 2
        found = is_winnable(states[middle], positions)
        if found:
            known = middle
        else:
            high = middle
            lost = middle if found is False else lost
    return LastWinnable(known if known >= first else None, known + 1 == lost)
