"""Any solitaire without chance, solved exactly by looking at every position once.

Good for games of a few million positions at most, such as Chess Solitaire. A budget bounds
the positions looked at for each question; when it is reached the answer is unknown, never a
guess. A way to win is often found long before everything has been seen.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final, Generic, TypeVar

from ludex.bots.cancellation import think_on
from ludex.kernel import Event, Game

S = TypeVar("S")

SAFEST: Final = 10
"""A tenth of the budget goes into finding the safest way to win, before any will do."""


class Verdict(Enum):
    """What is known about a position."""

    WINNABLE = "winnable"
    LOST = "lost"  # no sequence of events wins
    UNKNOWN = "unknown"  # the budget was reached first


@dataclass(frozen=True, slots=True)
class Worth:
    """A position seen to its ends: how many ways win, and how often random play does."""

    ways: int
    luck: float


class Solver(Generic[S]):
    """Positions of one game and what they are worth; what was once seen is remembered."""

    def __init__(self, game: Game[S], budget: int = 1_000_000) -> None:
        assert game.players == (1, 1), "only a solitaire can be solved like this"
        self.game = game.unchecked()
        self.budget = budget
        self._known: dict[S, Worth] = {}
        self._lost: set[S] = set()
        """Positions from which nothing wins, where nothing else about them is known."""

    @property
    def positions(self) -> int:
        """So many have been seen to their ends."""
        return len(self._known)

    def worth(self, s: S) -> Worth | None:
        """What a position is worth, or None when the budget is reached."""
        return self._worth(s, self.budget)

    def _worth(self, s: S, budget: int) -> Worth | None:
        if s in self._known:
            return self._known[s]
        if len(self._known) > self.budget:
            self._known.clear()  # memory is bounded, and every question has its budget
        most = len(self._known) + budget
        # Depth first with a stack of our own: positions before those that follow them.
        stack = [(s, self._next(s))]
        while stack:
            think_on()
            state, following = stack[-1]
            unseen = [t for t in following if t not in self._known]
            if unseen:
                if len(self._known) + len(stack) > most:
                    return None
                stack.append((unseen[0], self._next(unseen[0])))
            else:
                self._known[state] = self._summed(state, following)
                stack.pop()
        return self._known[s]

    def _next(self, s: S) -> list[S]:
        return [self.game.after(s, event) for event in self._moves(s)]

    def _summed(self, s: S, following: list[S]) -> Worth:
        outcome = self.game.outcome(s)
        if outcome is not None:
            return Worth(1, 1.0) if outcome.winners else Worth(0, 0.0)
        worths = [self._known[t] for t in following]
        ways = sum(worth.ways for worth in worths)
        luck = sum(worth.luck for worth in worths)
        return Worth(ways, luck / max(1, len(worths)))

    def verdict(self, s: S) -> Verdict:
        """Can this position still be won?"""
        if s in self._known:
            return Verdict.WINNABLE if self._known[s].ways else Verdict.LOST
        way = self._way(s)
        if way is None:
            return Verdict.LOST if s in self._lost else Verdict.UNKNOWN
        return Verdict.WINNABLE

    def solution(self, s: S) -> tuple[Event[S], ...] | None:
        """A sequence of events that wins; None if none is known.

        It is the safest at each step, unless there is too much to see for that.
        """
        worth = self._worth(s, max(1, self.budget // SAFEST))
        if worth is None:
            return self._way(s)
        return tuple(self._winning(s)) if worth.ways else None

    def _way(self, s: S) -> tuple[Event[S], ...] | None:
        """The first way to win that is found; None also when the budget is reached."""
        if len(self._lost) > self.budget:
            self._lost.clear()
        most = len(self._lost) + self.budget
        way: list[tuple[S, Event[S] | None, Iterator[Event[S]]]] = [
            (s, None, iter(self._moves(s)))
        ]
        while way:
            think_on()
            state, _, moves = way[-1]
            outcome = self.game.outcome(state)
            if outcome is not None and outcome.winners:
                return tuple(event for _, event, _ in way if event is not None)
            event = next(moves, None)
            if event is None:
                self._lost.add(state)
                way.pop()
                continue
            if len(self._lost) + len(way) > most:
                return None
            after = self.game.after(state, event)
            if after not in self._lost:
                way.append((after, event, iter(self._moves(after))))
        return None

    def _moves(self, s: S) -> list[Event[S]]:
        return [] if self.game.outcome(s) is not None else self.game.moves(s)

    def _winning(self, s: S) -> Iterator[Event[S]]:
        while self.game.outcome(s) is None:
            moves = self.game.moves(s)
            after = [self.game.after(s, event) for event in moves]
            best = max(range(len(moves)), key=lambda i: self._known[after[i]].luck)
            yield moves[best]
            s = after[best]
