"""Any solitaire without chance, solved exactly by looking at every position once.

Good for games of a few million positions at most, such as Chess Solitaire. A budget bounds
the positions looked at; when it is reached the answer is unknown, never a guess.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeVar

from ludex.bots.stopping import think_on
from ludex.kernel import Event, Game

S = TypeVar("S")


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

    @property
    def positions(self) -> int:
        """So many have been seen to their ends."""
        return len(self._known)

    def worth(self, s: S) -> Worth | None:
        """What a position is worth, or None when the budget is reached."""
        if s in self._known:
            return self._known[s]
        # Depth first with a stack of our own: positions before those that follow them.
        stack = [(s, self._next(s))]
        while stack:
            think_on()
            state, following = stack[-1]
            unseen = [t for t in following if t not in self._known]
            if unseen:
                if len(self._known) + len(stack) > self.budget:
                    return None
                stack.append((unseen[0], self._next(unseen[0])))
            else:
                self._known[state] = self._summed(state, following)
                stack.pop()
        return self._known[s]

    def _next(self, s: S) -> list[S]:
        if self.game.outcome(s) is not None:
            return []
        return [self.game.after(s, event) for event in self.game.moves(s)]

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
        worth = self.worth(s)
        if worth is None:
            return Verdict.UNKNOWN
        return Verdict.WINNABLE if worth.ways else Verdict.LOST

    def solution(self, s: S) -> tuple[Event[S], ...] | None:
        """A sequence of events that wins, the safest at each step; None if none is known."""
        worth = self.worth(s)
        return tuple(self._winning(s)) if worth is not None and worth.ways else None

    def _winning(self, s: S) -> Iterator[Event[S]]:
        while self.game.outcome(s) is None:
            moves = self.game.moves(s)
            after = [self.game.after(s, event) for event in moves]
            best = max(range(len(moves)), key=lambda i: self._known[after[i]].luck)
            yield moves[best]
            s = after[best]
