"""The result of an exploration: every state by number, in the order of its distance.

A state is not kept. It is known by its fingerprint, by the state that first led to it and by
the event that did, and it is rebuilt by playing that way again. The way is a shortest one,
because states are found breadth first.
"""

from array import array
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise

from ludex.check.explore.fingerprint import Seen, collision
from ludex.kernel import (
    AnyEvent,
    AnyGame,
    AnyState,
    Fault,
    Outcome,
    seat_name,
)

STUCK = "the game goes on, and nobody can move"


class FindingKind(StrEnum):
    """The kind of a finding."""

    UNDEFINED = "undefined"
    """A guard raises, or gives something that is no answer."""

    EFFECT = "effect"
    """An effect raises."""

    PROPERTY = "property"
    """`always` or a stock property does not hold in a state."""

    STEP = "step"
    """`steps`, a stock property of steps or a contract (`ensures`) does not hold."""

    VALUE = "value"
    """A state could change, or changes."""

    DEAD_END = "dead end"
    """The game goes on, and nobody can move."""

    SYMMETRY = "symmetry"
    """A declared symmetry is none."""

    ENDLESS = "endless"
    """A part of the rulebook does not come to an end."""

    CRASH = "crash"
    """Another part of the rulebook raises."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something wrong, and the shortest script that shows it."""

    kind: FindingKind
    problem: str
    state: int
    """The number of the state in which it shows."""

    event: str | None = None
    """The event that was tried there, as it is written."""

    count: int = 1
    """The number of places of the explored graph where it shows."""


@dataclass
class Views:
    """The states that one seat can tell apart: those that look alike to it are one."""

    seat: int
    seen: Seen = field(default_factory=Seen)
    alike: "array[int]" = field(default_factory=lambda: array("I"))
    """The number of states behind each view."""

    def add(self, digest: bytes) -> None:
        """Count a state by what it looks like."""
        number = self.seen.add(digest)
        if number == len(self.alike):
            self.alike.append(0)
        self.alike[number] += 1

    @property
    def most_alike(self) -> int:
        """The most states that look the same."""
        return max(self.alike, default=0)


@dataclass
class Graph:
    """The states that can be reached, and what leads from one to another.

    States have numbers from 0, the first state; those of a layer follow one another.
    """

    game: AnyGame
    start: AnyState
    seen: Seen = field(default_factory=Seen)
    parent: "array[int]" = field(default_factory=lambda: array("I"))
    via: "array[int]" = field(default_factory=lambda: array("I"))
    """The event that led from the parent, by its number in `events`."""

    ended: "array[int]" = field(default_factory=lambda: array("I"))
    """0 where the game goes on, else one more than the outcome's number in `endings`.

    Shorter than `seen` when the exploration was cut: those that follow were not looked at."""

    turns: "array[int]" = field(default_factory=lambda: array("h"))
    offsets: "array[int]" = field(default_factory=lambda: array("Q", [0]))
    to: "array[int]" = field(default_factory=lambda: array("I"))
    by: "array[int]" = field(default_factory=lambda: array("I"))
    """The transitions of state n are `to` and `by` from offsets[n] to offsets[n + 1]."""

    has_edges: bool = True
    """Are the transitions kept? Not where there are far more of them than states."""

    transitions: int = 0
    events: list[AnyEvent] = field(default_factory=list)
    fired: Counter[str] = field(default_factory=Counter)
    """The number of transitions that each event makes, by name."""

    endings: list[Outcome] = field(default_factory=list)
    layers: list[int] = field(default_factory=list)
    """The first number of each layer."""

    findings: list[Finding] = field(default_factory=list)
    sometimes: dict[str, int | None] = field(default_factory=dict)
    """The first state in which each happens, or None."""

    cuts: dict[str, int] = field(default_factory=dict)
    """The reasons for which this is not all, and in how many states each applies."""

    views: Views | None = None
    symmetries: tuple[str, ...] = ()
    seconds: float = 0.0
    frontier_bytes: int = 0
    """The most memory that states waiting to be looked at have taken, where they were
    packed."""

    # -- what it says -------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self.seen)

    @property
    def looked_at(self) -> int:
        """So many states have been looked at: their outcome and transitions are known."""
        return len(self.ended)

    @property
    def is_complete(self) -> bool:
        """Is this everything that can be reached?"""
        return not self.cuts

    @property
    def verdict(self) -> str:
        """`complete`, or why it is not."""
        return f"cut: {'; '.join(self.cuts)}" if self.cuts else "complete"

    @property
    def depth(self) -> int:
        """The number of events to the farthest state."""
        return max(0, len(self.layers) - 1)

    def layer_ranges(self) -> list[range]:
        """Return the numbers of the states at each distance."""
        return [range(*ends) for ends in pairwise((*self.layers, len(self)))]

    def layer_sizes(self) -> list[int]:
        """Return the number of states at each distance."""
        return [*map(len, self.layer_ranges())]

    def depth_of(self, number: int) -> int:
        """Return the number of events to a state."""
        return bisect_right(self.layers, number) - 1

    def outcome(self, number: int) -> Outcome | None:
        """Return the outcome of a state that was looked at."""
        ended = self.ended[number]
        return self.endings[ended - 1] if ended else None

    def outcomes(self) -> Counter[str]:
        """Count the terminal states by kind."""
        found: Counter[str] = Counter()
        for ended, count in sorted(Counter(self.ended).items()):
            if ended:
                found[self.kind_of(self.endings[ended - 1])] += count
        return found

    def kind_of(self, outcome: Outcome) -> str:
        """The class of an outcome: who won."""
        winners, seats = outcome.winners, self.game.players[1]
        if not winners:
            return "lost" if seats == 1 else "nobody wins"
        if seats == 1:
            return "won"
        names = [seat_name(seat) for seat in winners]
        return f"{names[0]} wins" if len(names) == 1 else f"{' and '.join(names)} share"

    def collision(self) -> float:
        """Return the probability that two states were taken for one."""
        return collision(len(self))

    @property
    def size(self) -> int:
        """The memory that the graph takes, in bytes, and the states that waited in it at most."""
        arrays = (
            self.parent, self.via, self.ended, self.turns, self.offsets, self.to, self.by
        )  # fmt: skip
        kept = sum(len(one) * one.itemsize for one in arrays)
        return self.seen.size + kept + self.frontier_bytes

    # -- ways -----------------------------------------------------------------------------

    def path(self, number: int) -> list[AnyEvent]:
        """A shortest way to a state."""
        events = []
        while number:
            events.append(self.events[self.via[number]])
            number = self.parent[number]
        return events[::-1]

    def script(self, number: int, *more: str | None) -> tuple[str, ...]:
        """A shortest way as it is written, and what is tried at its end."""
        return (*map(str, self.path(number)), *(event for event in more if event))

    def state(self, number: int) -> AnyState:
        """The state, rebuilt."""
        s = self.start
        for event in self.path(number):
            s = event.apply(s)
        return s

    def states(self) -> Iterator[tuple[int, AnyState]]:
        """Every state that was looked at, with its number; two layers are kept."""
        before: dict[int, AnyState] = {}
        now = {0: self.start}
        for layer in self.layer_ranges():
            for number in layer[: max(0, self.looked_at - layer.start)]:
                if number:
                    event = self.events[self.via[number]]
                    now[number] = event.apply(before[self.parent[number]])
                yield number, now[number]
            before, now = now, {}

    def successors(self, number: int) -> Iterator[tuple[AnyEvent, int]]:
        """Yield the events of a state, and the number of the state that each leads to."""
        for at in self.transitions_of(number):
            yield self.events[self.by[at]], self.to[at]

    def first(self, holds: Callable[[AnyState], bool]) -> int | None:
        """The nearest state with a property."""
        return next((number for number, s in self.states() if holds(s)), None)

    def transitions_of(self, number: int) -> range:
        """Return where the transitions of a state stand in `to` and `by`."""
        return range(self.offsets[number], self.offsets[number + 1])


def dead_events(graph: Graph, also: Iterable[str] = ()) -> list[str]:
    """The events that never happen; `also` names those seen to happen beside the moves."""
    happened = {name for name, count in graph.fired.items() if count} | {*also}
    return [cls.name for cls in graph.game.events if cls.name not in happened]


def demand_end(graph: Graph) -> None:
    """Raise a fault where a part of the rulebook never ends."""
    for finding in graph.findings:
        if finding.kind is FindingKind.ENDLESS:
            raise Fault(finding.problem, None, None)
