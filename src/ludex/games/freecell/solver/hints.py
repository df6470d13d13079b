"""Hints: the next event, whether a game can still be won, and where it was lost.

Every solution given here was replayed on the rulebook, move by move, to the win.

A hint says what a move frees, by the way to win that it begins. Nothing is said that the way does not do: a card that is freed is the next to leave its column or gets
a card laid on it, and a card that is dug for is the next to go home.
"""

from collections.abc import Callable, Sequence
from itertools import accumulate

from ludex.kernel import Event, History, Sentence, say
from ludex.parts.cards import Card
from ludex.parts.places import Nth

from ..formats.notation import replayed
from ..rules.deals import Board
from ..rules.options import Rules
from ..rules.state import Phase, State, board_of
from .results import (
    POSITIONS,
    Impossible,
    Solved,
    Verdict,
)
from .solver import solve

Solver = Callable[[Board, Rules, int, float | None], Verdict]


def reason(s: State, way: Sequence[Event[State]]) -> Sentence | None:
    """Return why the first move of a way to win is made; None where it speaks for itself."""
    states = [*accumulate(way, lambda t, event: event.apply(t), initial=s)]
    after = states[1]
    if after.homes != s.homes:
        return None
    source = next(
        (i for i, column in enumerate(s.columns) if len(after.columns[i]) < len(column)),
        None,
    )
    if source is None:
        return say("reason", "It empties a free cell.")
    if not after.columns[source]:
        return say("reason", "It empties column {number}.", number=Nth(source))
    bare = after.columns[source][-1]
    if _next_home(states[1:]) == bare:
        return say("reason", "It frees the {card}.", card=bare.spoken)
    return _dug_for(states, source) or _used(states, source, bare)


def _next_home(states: Sequence[State]) -> Card | None:
    """Return the first card that goes home on a way."""
    first = states[0]
    for t in states:
        for before, pile in zip(first.homes, t.homes, strict=True):
            if len(pile) > len(before):
                return pile[len(before)]
    return None


def _dug_for(states: Sequence[State], source: int) -> Sentence | None:
    """Return the next card to go home, where it lies in the column from which was moved."""
    column, card = states[1].columns[source], _next_home(states[1:])
    if card is None or card not in column:
        return None
    above = len(column) - 1 - column.index(card)
    words = "It digs for the {card}, under {above} more cards."
    if above == 1:
        words = "It digs for the {card}, under one more card."
    return say("reason", words, card=card.spoken, above=above)


def _used(states: Sequence[State], source: int, bare: Card) -> Sentence | None:
    """Say what becomes of the card that lies bare now."""
    depth = len(states[1].columns[source])
    for t in states[2:]:
        column = t.columns[source]
        if len(column) > depth:
            words = "It makes room for the {card} on the {bare}."
            return say("reason", words, card=column[depth].spoken, bare=bare.spoken)
        if len(column) < depth:
            return say("reason", "It frees the {card}.", card=bare.spoken)
    return None


def verdict(
    s: State,
    positions: int = POSITIONS,
    seconds: float | None = None,
    solver: Solver = solve,
) -> Verdict:
    """Return the verdict about a state that has been dealt."""
    assert s.phase is Phase.PLAY
    found = solver(board_of(s), s.rules, positions, seconds)
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
