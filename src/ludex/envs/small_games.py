"""Small games looked through to every end: how long they get, and what can be won in them."""

from dataclasses import dataclass
from typing import Final, TypeVar

from ludex.kernel import CHANCE, Game
from ludex.registry import refined

S = TypeVar("S")

DEEPEST: Final = 24
MOST: Final = 20_000
"""Games that get longer, or have more states, are not small."""


@dataclass(frozen=True, slots=True)
class SmallGame:
    """A game whose every end was seen."""

    longest: int
    """Events, chance included."""

    least: float
    most: float
    """Between which the scores of all ends lie."""

    has_scores: bool
    is_zero_sum: bool
    states: int


class _Large(Exception):
    """It is not small."""


def explore_small(plain: Game[S], start: S) -> SmallGame | None:
    """Look at every end of a small game; None for others."""
    game = refined(plain).unchecked()
    known: dict[S, int] = {}
    scores: set[tuple[int, ...]] = set()

    def longest(s: S, depth: int) -> int:
        if s in known:
            return known[s]
        if depth > DEEPEST or len(known) >= MOST:
            raise _Large
        outcome = game.outcome(s)
        if outcome is not None:
            scores.add(outcome.scores)
            known[s] = 0
            return 0
        if game.turn(s) == CHANCE:
            listed = game.chance(s)
            if listed is None:
                raise _Large
            events = [event for event, _ in listed]
        else:
            events = game.moves(s)
        known[s] = -1  # a state that comes again makes games without an end
        deep = 0
        for event in events:
            below = longest(game.after(s, event), depth + 1)
            if below < 0:
                raise _Large
            deep = max(deep, 1 + below)
        known[s] = deep
        return deep

    try:
        deep = longest(start, 0)
    except _Large:
        return None
    every = [score for row in scores for score in row]
    return SmallGame(
        longest=deep,
        least=float(min(every, default=0)),
        most=float(max(every, default=0)),
        has_scores=bool(every) and all(scores),
        is_zero_sum=all(sum(row) == 0 for row in scores),
        states=len(known),
    )
