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

from ludex.check.explore.fingerprint import FingerprintTable, Writer, collision
from ludex.kernel import (
    AnyEvent,
    AnyGame,
    AnyState,
    Fault,
    Outcome,
    seat_name,
)

STUCK = "the game is not over, but no player can move"


class FindingKind(StrEnum):
    """The kind of a finding."""

    UNDEFINED = "undefined"
    """A guard raises an exception, or returns neither True nor a text."""

    EFFECT = "effect"
    """An effect raises an exception."""

    PROPERTY = "property"
    """`always` or a stock property does not hold in a state."""

    STEP = "step"
    """`steps`, a stock property of steps or a contract (`ensures`) does not hold."""

    VALUE = "value"
    """A state is mutable, or changes."""

    DEAD_END = "dead end"
    """The game is not over, and no player can move."""

    SYMMETRY = "symmetry"
    """A declared symmetry does not preserve play."""

    ENDLESS = "endless"
    """A part of the rulebook does not terminate."""

    CRASH = "crash"
    """Another part of the rulebook raises an exception."""


@dataclass(frozen=True, slots=True)
class Finding:
    """An error, and the shortest script that shows it."""

    kind: FindingKind
    problem: str
    state: int
    """The number of the state with the error."""

    event: str | None = None
    """The event that was tried there, as text."""

    count: int = 1
    """The number of occurrences in the explored graph."""


@dataclass
class Graph:
    """The reachable states, and the events between them.

    States have numbers from 0, the first state; the states of a layer have consecutive numbers.
    """

    game: AnyGame
    start: AnyState
    seen: FingerprintTable = field(default_factory=FingerprintTable)
    parent: "array[int]" = field(default_factory=lambda: array("I"))
    via: "array[int]" = field(default_factory=lambda: array("I"))
    """The event that led from the parent, by its number in `events`."""

    ended: "array[int]" = field(default_factory=lambda: array("I"))
    """0 if the game is not over, else one more than the outcome's number in `endings`.

    Shorter than `seen` if the exploration was cut off: later states were not examined.
    """

    turns: "array[int]" = field(default_factory=lambda: array("h"))
    offsets: "array[int]" = field(default_factory=lambda: array("Q", [0]))
    to: "array[int]" = field(default_factory=lambda: array("I"))
    by: "array[int]" = field(default_factory=lambda: array("I"))
    """The transitions of state n are `to` and `by` from offsets[n] to offsets[n + 1]."""

    has_edges: bool = True
    """Are the transitions stored? They are not if there are far more of them than states."""

    transitions: int = 0
    events: list[AnyEvent] = field(default_factory=list)
    fired: Counter[str] = field(default_factory=Counter)
    """The number of transitions of each event, by name."""

    endings: list[Outcome] = field(default_factory=list)
    layers: list[int] = field(default_factory=list)
    """The first number of each layer."""

    findings: list[Finding] = field(default_factory=list)
    sometimes: dict[str, int | None] = field(default_factory=dict)
    """The first state with each property, or None."""

    cuts: dict[str, int] = field(default_factory=dict)
    """The reasons why the graph is incomplete, each with its number of states."""

    symmetries: tuple[str, ...] = ()
    seconds: float = 0.0
    is_exact: bool = False
    """Are whole states compared, instead of fingerprints?"""

    explored_on: str = ""
    """The engine of the exploration, or the reason why there is none; empty if none was requested."""

    digest: Callable[[AnyState], bytes] = field(default_factory=lambda: Writer().digest)
    """The fingerprint of a state."""

    frontier_bytes: int = 0
    """The maximum memory of waiting states, if they were packed."""

    # -- what it says -------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self.seen)

    @property
    def looked_at(self) -> int:
        """The number of examined states: their outcomes and transitions are known."""
        return len(self.ended)

    @property
    def is_complete(self) -> bool:
        """Does the graph contain every reachable state?"""
        return not self.cuts

    @property
    def is_listed(self) -> bool:
        """Was every move of the examined states listed?"""
        return not any(reason.endswith("listed") for reason in self.cuts)

    @property
    def has_shortest_ways(self) -> bool:
        """Are the scripts of the graph shortest ones? The graph contains no asides."""
        return self.is_listed and not any(cls.aside for cls in self.game.events)

    @property
    def verdict(self) -> str:
        """`complete`, or the reason why it is not."""
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
        """Return the outcome of an examined state."""
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
        """Return the class of an outcome: the winners."""
        winners, seats = outcome.winners, self.game.players[1]
        if not winners:
            return "lost" if seats == 1 else "nobody wins"
        if seats == 1:
            return "won"
        names = [seat_name(seat) for seat in winners]
        return f"{names[0]} wins" if len(names) == 1 else f"{' and '.join(names)} share"

    def collision(self) -> float:
        """Return the probability that two states were confused."""
        return 0.0 if self.is_exact else collision(len(self))

    @property
    def size(self) -> int:
        """Return the memory of the graph in bytes, with the maximum of waiting states."""
        arrays = (
            self.parent, self.via, self.ended, self.turns, self.offsets, self.to, self.by
        )  # fmt: skip
        total = sum(len(one) * one.itemsize for one in arrays)
        return self.seen.size + total + self.frontier_bytes

    # -- ways -----------------------------------------------------------------------------

    def path(self, number: int) -> list[AnyEvent]:
        """Return a shortest script to a state."""
        events = []
        while number:
            events.append(self.events[self.via[number]])
            number = self.parent[number]
        return events[::-1]

    def script(self, number: int, *more: str | None) -> tuple[str, ...]:
        """Return a shortest script as text, with the event that is tried at its end."""
        return (*map(str, self.path(number)), *(event for event in more if event))

    def state(self, number: int) -> AnyState:
        """Rebuild the state."""
        s = self.start
        for event in self.path(number):
            s = event.apply(s)
        return s

    def states(self) -> Iterator[tuple[int, AnyState]]:
        """Yield every examined state with its number; two layers are stored."""
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
        """Yield the events of a state, each with the number of the next state."""
        for at in self.transitions_of(number):
            yield self.events[self.by[at]], self.to[at]

    def first(self, holds: Callable[[AnyState], bool]) -> int | None:
        """Return the nearest state with a property."""
        return next((number for number, s in self.states() if holds(s)), None)

    def transitions_of(self, number: int) -> range:
        """Return the indices of the transitions of a state in `to` and `by`."""
        return range(self.offsets[number], self.offsets[number + 1])


def dead_events(graph: Graph, also: Iterable[str] = ()) -> list[str]:
    """Return the events that never happen; `also` names events that happen besides the moves."""
    happened = {name for name, count in graph.fired.items() if count} | {*also}
    return [cls.name for cls in graph.game.events if cls.name not in happened]


def demand_end(graph: Graph) -> None:
    """Raise a fault where a part of the rulebook never ends."""
    for finding in graph.findings:
        if finding.kind is FindingKind.ENDLESS:
            raise Fault(finding.problem, None, None)
