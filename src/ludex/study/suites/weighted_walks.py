"""Walks that lean towards moves, and states, in which a part too many in a row would show."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from ludex.kernel import AnyEvent, AnyState
from ludex.study.coverage.meter import Meter
from ludex.study.coverage.obligations import Obligation
from ludex.study.suites.attempts import Tries, states_of

NEARLY = 0.9
"""Of the moves that show nearly as much as the best, any may be taken."""


class WalkWeights:
    """Knows what nothing has shown yet of the parts that must not be put in."""

    def __init__(
        self,
        meter: Meter,
        tries: Tries,
        puts: Iterable[Obligation],
        price: float,
    ) -> None:
        self.meter, self.tries, self.price = meter, tries, price
        self.left = {*puts}
        self._promise: dict[AnyState, float] = {}
        """Of the states on the way: what the moves that can be tried there would show."""

    def lean(self, s: AnyState, moves: Sequence[AnyEvent]) -> Sequence[AnyEvent]:
        """The moves that show nearly the most."""
        found = [(self.meter.worth(new), move) for move, new in self.shown(s)]
        self._promise[s] = sum(max(0.0, one - 2 * self.price) for one, _ in found)
        most = max((worth for worth, _ in found), default=0)
        best = {move for worth, move in found if worth and worth >= NEARLY * most}
        return [move for move in moves if move in best]

    def shown(self, s: AnyState) -> list[tuple[AnyEvent, set[Obligation]]]:
        """Return the obligations that each move in a state would meet."""
        return self.tries.showing(s, self.left, self.price)

    def promised(self, start: AnyState, events: Sequence[AnyEvent]) -> float:
        """Return what the best state on the way promises, of the states that were asked."""
        states = states_of(self.meter, start, events) if self.left else ()
        return max(map(self.cached_promise, states), default=0.0)

    def promise(self, s: AnyState) -> float:
        """Return the worth of the moves that can be tried in a state and taken back, less their price."""
        found = (self.meter.worth(new) for _, new in self.shown(s))
        return sum(max(0.0, worth - 2 * self.price) for worth in found)

    def cached_promise(self, s: AnyState) -> float:
        """Return what a state promises, where it was asked."""
        return self._promise.get(s, 0.0)

    def best(self, start: AnyState, events: Sequence[AnyEvent]) -> int:
        """The number of the state on the way in which most can be tried."""
        states = states_of(self.meter, start, events)
        promises = {s: self.promise(s) for s in states}
        return max(range(len(states)), key=lambda i: promises[states[i]])

    def count_on(self, s: AnyState) -> None:
        """All that can be tried in a state will be."""
        for _, new in self.shown(s):
            self.left -= new

    def note(self, start: AnyState, events: Sequence[AnyEvent]) -> None:
        """A script is chosen: count on what can be tried on its way."""
        states = states_of(self.meter, start, events) if self._promise else ()
        best = max(states, key=self.cached_promise, default=None)
        if best is not None and self.cached_promise(best):
            self.count_on(best)
        self._promise.clear()


class Crowd:
    """Keeps events that only fill a board as long as they are worth it."""

    def __init__(self, leaning: WalkWeights) -> None:
        self.leaning = leaning
        self.place = 0
        """The number of the state in which most can be tried."""

        self.promise = 0.0

    def begin(
        self, start: AnyState, events: tuple[AnyEvent, ...], short: tuple[AnyEvent, ...]
    ) -> bool:
        """Is what can be tried on a full board worth all that fills it?"""
        leaning = self.leaning
        self.place = leaning.best(start, short)
        least = leaning.promise(self._state(start, short))
        self.place = leaning.best(start, events)
        self.promise = leaning.promise(self._state(start, events))
        more = self._steps(start, events[: self.place]) - self._steps(start, short)
        return self.promise - least > leaning.price * max(0, more)

    def _steps(self, start: AnyState, events: tuple[AnyEvent, ...]) -> int:
        """Return the number of events that change something."""
        states = states_of(self.leaning.meter, start, events)
        return sum(one is not other for one, other in pairwise(states))

    def _state(self, start: AnyState, events: tuple[AnyEvent, ...]) -> AnyState:
        return states_of(self.leaning.meter, start, events[: self.place])[-1]

    def may_go(self, start: AnyState, fewer: tuple[AnyEvent, ...], at: int) -> bool:
        """Is less lost than an event is worth?"""
        if at >= self.place:
            return True
        before, self.place = self.place, self.place - 1
        left = self.leaning.promise(self._state(start, fewer))
        if left + self.leaning.price >= self.promise:
            self.promise = left
            return True
        self.place = before
        return False

    def end(self, start: AnyState, events: tuple[AnyEvent, ...]) -> None:
        """Count on what can be tried there."""
        self.leaning.count_on(self._state(start, events))
