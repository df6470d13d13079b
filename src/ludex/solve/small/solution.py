"""What comes of solving: a solution that can be asked and printed, or why there is none."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from ludex.bots.observation import View
from ludex.kernel import Event, Game, say
from ludex.solve.small.payoffs import Measure

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Unsolved:
    """There is no answer, and this is why."""

    reason: str
    is_fault: bool = False
    """Is it the rulebook that is wrong?"""

    is_interrupted: bool = False
    looked_at: int = 0
    """So many positions were seen."""

    is_estimate: bool = False
    """Was it only estimated, so that nothing was tried?"""

    def __str__(self) -> str:
        return self.reason


@dataclass(frozen=True, slots=True)
class Advised(Generic[S]):
    """What a solution says to whoever is to move."""

    events: tuple[tuple[Event[S], float], ...]
    """What to do, each with its probability; those that are never done are left out."""

    why: str
    """In a sentence."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table of a solution."""

    player: int
    """Counted from 1."""

    position: str
    """What that player sees."""

    events: tuple[tuple[str, float], ...]
    value: Fraction | float | None
    """To that player."""

    distance: int | None = None
    """Events to the end, where it can be forced."""


class Solved(ABC, Generic[S]):
    """A game that is solved, from one position on."""

    kind: str
    """What was done, in a word: `way`, `no way`, `open`, `chance`, `hidden`."""

    def __init__(
        self,
        game: Game[S],
        start: S,
        *,
        values: tuple[Fraction | float, ...],
        measure: Measure,
        looked_at: int,
        seconds: float = 0.0,
    ) -> None:
        self.game, self.start = game, start
        self.values = values
        """What it is worth to each player."""

        self.measure = measure
        self.looked_at = looked_at
        self.seconds = seconds
        self.is_interrupted = False

    @property
    def is_close(self) -> bool:
        """Is it as close as was asked for? What is exact, is."""
        return True

    @abstractmethod
    def advised(self, view: View[S]) -> Advised[S] | None:
        """What to do, or None where the solution does not know the position."""

    @abstractmethod
    def rows(self) -> Iterator[Row]:
        """The table, a line for each decision."""

    @abstractmethod
    def told(self) -> Iterator[tuple[str, str]]:
        """What was found, line by line, each with its name."""

    @abstractmethod
    def facts(self) -> dict[str, object]:
        """The same for machines."""

    def position(self, s: S) -> str:
        """A position as it is written; as it is drawn where it cannot be written."""
        try:
            return self.game.position(s)
        except Exception:  # noqa: BLE001  # a view that no notation knows
            return " / ".join(self.game.text(s).splitlines())


class Way(Solved[S]):
    """One player: a shortest way to win, or the proof that there is none."""

    def __init__(
        self,
        game: Game[S],
        start: S,
        *,
        events: tuple[Event[S], ...] | None,
        looked_at: int,
        seconds: float = 0.0,
    ) -> None:
        super().__init__(
            game,
            start,
            values=(Fraction(events is not None),),
            measure=Measure.WINS,
            looked_at=looked_at,
            seconds=seconds,
        )
        self.kind = "no way" if events is None else "way"
        self.events = events
        self._next: dict[S, tuple[Event[S], int]] = {}
        s = start
        for i, event in enumerate(events or ()):
            self._next[s] = event, len(events or ()) - i
            s = event.apply(s)

    def advised(self, view: View[S]) -> Advised[S] | None:
        """The next event, on the way."""
        found = self._next.get(view.shown)
        if found is None:
            return None
        event, left = found
        words = "It begins a way to win in {moves} moves; none is shorter."
        if left == 1:
            words = "It wins at once."
        return Advised(((event, 1.0),), say("solved_way", words, moves=left))

    def rows(self) -> Iterator[Row]:
        """The positions on the way."""
        for s, (event, left) in self._next.items():
            yield Row(1, self.position(s), ((str(event), 1.0),), Fraction(1), left)

    def told(self) -> Iterator[tuple[str, str]]:
        """The way."""
        if self.events is None:
            yield "value", "cannot be won: every position was looked at"
            return
        count = len(self.events)
        yield (
            "value",
            f"can be won in {count} event{'s' * (count != 1)}, and in no fewer",
        )
        yield "play", " ".join(map(str, self.events)) or "it is won already"

    def facts(self) -> dict[str, object]:
        """The way."""
        return {"way": None if self.events is None else [*map(str, self.events)]}
