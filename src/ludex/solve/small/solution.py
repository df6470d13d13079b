"""The result of solving: a solution that answers questions, or the reason why there is none."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from ludex.bots.observation import AnyView
from ludex.kernel import AnyEvent, AnyGame, AnyState, Outcome, say
from ludex.language.position import position_line
from ludex.solve.small.payoffs import Measure


@dataclass(eq=False)
class Unsolved(Exception):
    """The reason why there is no solution."""

    reason: str
    is_fault: bool = False
    """Does the rulebook have an error?"""

    is_interrupted: bool = False
    looked_at: int = 0
    """The number of positions that were seen."""

    is_estimate: bool = False
    """Was the size only estimated, without an attempt to solve?"""

    def __str__(self) -> str:
        return self.reason


def at_fault(problem: object) -> Unsolved:
    """Blame the rulebook."""
    return Unsolved(f"the rulebook has an error: {problem}", is_fault=True)


def choose_measure(wanted: Measure | None, outcomes: Collection[Outcome], seats: int) -> Measure:
    """Return what is wanted; else scores where what one player gains the others lose, as chips
    are, and wins in other games. Scores must be there to be counted."""
    unscored = next((outcome for outcome in outcomes if len(outcome.scores) != seats), None)
    if wanted is Measure.SCORES and unscored is not None:
        raise Unsolved(f"not every end has scores: {unscored.text}")
    sums = {sum(outcome.scores) for outcome in outcomes}
    is_scored = unscored is None and len(sums) == 1 and seats > 1
    return wanted or (Measure.SCORES if is_scored else Measure.WINS)


class Recommendation(NamedTuple):
    """The advice of a solution to the player on turn."""

    events: tuple[tuple[AnyEvent, float], ...]
    """Each event with its probability; those that are never done are left out."""

    why: str
    """The reason, in a sentence."""


class Decision(NamedTuple):
    """A line of the table of a solution."""

    player: int
    """Counted from 1."""

    position: str
    """The position as that player sees it."""

    events: tuple[tuple[str, float], ...]
    value: Fraction | float | None
    """To that player."""

    distance: int | None = None
    """Events to the end, where it can be forced."""


@dataclass(kw_only=True, eq=False)
class Solution(ABC):
    """A game solved from one position."""

    game: AnyGame
    start: AnyState
    values: tuple[Fraction | float, ...]
    """The value for each player."""

    measure: Measure
    looked_at: int
    seconds: float = 0.0
    is_interrupted: bool = False

    @property
    @abstractmethod
    def kind(self) -> str:
        """The kind of solution: `way`, `no way`, `open`, `chance`, `hidden`."""

    @property
    def is_close(self) -> bool:
        """Is it as precise as requested? An exact solution is."""
        return True

    @abstractmethod
    def recommend(self, view: AnyView) -> Recommendation | None:
        """Return the best event, or None if the solution does not contain the position."""

    @abstractmethod
    def decisions(self) -> Iterator[Decision]:
        """List every decision, one line of the table for each."""

    @abstractmethod
    def summary(self) -> Iterator[tuple[str, str]]:
        """Describe the result line by line, each with its name."""

    @abstractmethod
    def details(self) -> dict[str, object]:
        """Return the result as JSON."""

    def position(self, s: AnyState) -> str:
        """Write a position on one line, or draw it if it has no line."""
        try:
            return position_line(self.game, s)
        except Exception:  # noqa: BLE001  # a view that no notation knows
            return " / ".join(self.game.text(s).splitlines())


@dataclass(kw_only=True, eq=False)
class ShortestWin(Solution):
    """A shortest way to win for one player, or the proof that there is none."""

    values: tuple[Fraction | float, ...] = field(init=False)
    measure: Measure = Measure.WINS
    events: tuple[AnyEvent, ...] | None

    def __post_init__(self) -> None:
        self.values = (Fraction(self.events is not None),)
        events, s = self.events or (), self.start
        self._next: dict[AnyState, tuple[AnyEvent, int]] = {}
        for i, event in enumerate(events):
            self._next[s] = event, len(events) - i
            s = event.apply(s)

    @property
    def kind(self) -> str:
        return "no way" if self.events is None else "way"

    def recommend(self, view: AnyView) -> Recommendation | None:
        """Return the next event on the way."""
        found = self._next.get(view.shown)
        if found is None:
            return None
        event, left = found
        words = "It begins a way to win in {moves} moves; none is shorter."
        if left == 1:
            words = "It wins at once."
        return Recommendation(((event, 1.0),), say("solved_way", words, moves=left))

    def decisions(self) -> Iterator[Decision]:
        """List the positions on the way."""
        for s, (event, left) in self._next.items():
            yield Decision(1, self.position(s), ((str(event), 1.0),), Fraction(1), left)

    def summary(self) -> Iterator[tuple[str, str]]:
        """Write down the way."""
        if self.events is None:
            yield "value", "cannot be won: every position was searched"
            return
        count = len(self.events)
        won = f"can be won in {count} event{'s' * (count != 1)}, and not in fewer"
        yield "value", won
        yield "play", " ".join(map(str, self.events)) or "it is already won"

    def details(self) -> dict[str, object]:
        return {"way": None if self.events is None else [*map(str, self.events)]}
