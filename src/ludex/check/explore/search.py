"""Breadth first: taking in what was found, in the order in which one process would find it."""

import gc
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import accumulate, islice
from time import monotonic
from typing import NamedTuple

from ludex.check.explore.expansion import DEPTH, Expander, Expansion
from ludex.check.explore.frontier import Frontier
from ludex.check.explore.graph import Finding, FindingKind, Graph
from ludex.check.timeout import TIMEOUT, Endless, Interruption, watchdog
from ludex.kernel import AnyEvent, AnyGame, AnyState, Outcome

AT_A_TIME = (64, 512)
"""States between two looks at the clock: the fewest and the most."""

MOST_EDGES = 24
"""Transitions are kept unless there are more than so many for each state, and a million."""

MOST_FINDINGS = 200
"""Different ones; a rulebook with more is broken anyway."""

INTERRUPTED = "interrupted"

GOAL = "at the first end that was looked for"


@dataclass(frozen=True, slots=True)
class ExploreLimits:
    """The limits of an exploration."""

    states: int | None = None
    depth: int | None = None
    seconds: float | None = None
    size: int | None = None
    """The memory limit of the graph in bytes."""

    timeout: float = TIMEOUT
    """The time limit for one state in seconds."""

    clock: Callable[[], float] = monotonic
    """The clock for the seconds: real time or processor time."""


SELDOM = 50_000
"""New objects between two collections of garbage; Python's own number is 700."""


@contextmanager
def rare_collection() -> Iterator[None]:
    """Collect garbage rarely: states are values, which never hold each other in a circle, and to
    look for what there is little of takes a tenth of the time."""
    before = gc.get_threshold()
    if before[0]:  # or else somebody has turned it off
        gc.set_threshold(max(before[0], SELDOM), *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


class ExploreProgress(NamedTuple):
    """The progress of an exploration."""

    states: int
    waiting: int
    layer: int
    seconds: float
    size: int
    """The memory of the graph in bytes."""


Tell = Callable[[ExploreProgress], None]

Goal = Callable[[Outcome], bool]
"""Is it for such an end that the search is made?"""


class GraphSearch:
    """A graph that grows."""

    def __init__(
        self,
        game: AnyGame,
        start: AnyState,
        limits: ExploreLimits,
        *,
        symmetric: bool,
        tell: Tell,
        goal: Goal | None = None,
    ) -> None:
        self.limits = limits
        self.goal = goal
        self.tell = tell
        self.symmetric = symmetric
        self.graph = Graph(game, start)
        self.graph.sometimes = dict.fromkeys(game.sometimes)
        if symmetric:
            self.graph.symmetries = tuple(game.symmetries)
        self.begun = self._reported = monotonic()
        self.timed = limits.clock()
        self._fired: list[int] = []
        self._endings: dict[Outcome, int] = {}
        self._known: dict[tuple[FindingKind, str], int] = {}
        self._numbers: dict[AnyEvent, int] = {}
        self.waiting = 0
        self.is_over = self.has_met_goal = False
        self.interrupted: Callable[[], bool] = lambda: False
        """Has somebody asked for what was found so far?"""

    # -- limits -----------------------------------------------------------------------------

    def cut(self, reason: str, states: int = 1) -> None:
        """This is not all, for this reason."""
        cuts = self.graph.cuts
        cuts[reason] = cuts.get(reason, 0) + states

    def leave(self, left: Interruption, state: int) -> None:
        """A state was left before all was known of it: for a fault, or for want of time."""
        if not left.is_crowd:
            self.found(FindingKind.ENDLESS, "", left.problem, state, left.event)
            self.cut("where the rulebook does not finish")
        elif not self.look_up():
            self.cut(f"where {left.problem}")
        self.is_over = True

    def look_up(self) -> bool:
        """Is it over? Whoever watches is told how far we are."""
        now = monotonic()
        spent = now - self.begun
        if now - self._reported > 0.25:
            self._reported = now
            graph = self.graph
            self.tell(
                ExploreProgress(len(graph), self.waiting, len(graph.layers) - 1, spent, graph.size)
            )
        if self.is_late() and not self.is_over and self.waiting:
            seconds = self.limits.seconds
            self.cut(INTERRUPTED if self.interrupted() else f"at {seconds:.3g} seconds")
            self.is_over = True
        most = self.limits.size
        if most is not None and not self.is_over and self.graph.size > most:
            self.cut(f"at {most / 1e6:,.0f} MB")
            self.is_over = True
        return self.is_over

    def is_late(self) -> bool:
        """Is the time over, or has somebody asked for what was found so far?"""
        seconds = self.limits.seconds
        late = seconds is not None and self.limits.clock() - self.timed >= seconds
        return late or self.interrupted()

    def foreseen(self, states: int) -> float:
        """Seconds from the beginning to the end of so many states more, at this pace."""
        spent = monotonic() - self.begun
        return spent * (1 + states / max(1, self.graph.looked_at))

    def portion(self) -> int:
        """States between two looks at the clock: about as many as a fiftieth of a second takes."""
        fewest, most = AT_A_TIME
        spent = max(0.001, monotonic() - self.begun)
        return max(fewest, min(most, round(self.graph.looked_at / spent / 50)))

    @contextmanager
    def layer(self) -> Iterator[bool]:
        """Look at the states of one layer; yield whether to play on from them."""
        graph, depth = self.graph, self.limits.depth
        end = len(graph)
        try:
            yield depth is None or len(graph.layers) <= depth
        finally:
            if len(graph) > end:
                graph.layers.append(end)

    # -- taking in --------------------------------------------------------------------------

    def begin(self, digest: bytes) -> None:
        """The first state."""
        graph = self.graph
        graph.seen.add(digest)
        graph.parent.append(0)
        graph.via.append(0)
        graph.layers.append(0)

    def take(self, found: Expansion, numbers: list[int]) -> list[int]:
        """Take in the next states; which of those that follow are new.

        `numbers` are those of the graph for the events that the expander has numbered.
        """
        graph, seen = self.graph, self.graph.seen
        self._events(found, numbers)
        first, looked_at = graph.looked_at, len(found.degrees)
        most = self.limits.states or 1 << 32
        places, new, is_full = list[int](), list[int](), False
        for place, digest in enumerate(found.digests):
            state = found.parents[place]
            if state >= looked_at:
                break  # it was left in the midst of it
            size = len(seen)
            if size >= most and seen.find(digest) is None:
                looked_at = state  # what leads away from it is not all known
                self.is_over = is_full = True
                break
            number = seen.add(digest)
            places.append(number)
            if number == size:
                graph.parent.append(first + state)
                graph.via.append(numbers[found.via[place]])
                new.append(place)
        self._led_on(found, numbers, places, looked_at)
        self._told_of(found, first, looked_at)
        if is_full:
            self.cut(f"at {self.limits.states:,} states")
        self.drop_edges()
        return new

    def drop_edges(self) -> None:
        """Keep no transitions where there are far more of them than states."""
        graph = self.graph
        if not graph.has_edges or len(graph.to) > 1_000_000 + MOST_EDGES * len(graph.seen):
            graph.has_edges = False
            del graph.to[:], graph.by[:]

    def _led_on(self, found: Expansion, numbers: list[int], places: list[int], count: int) -> None:
        """Take in how the first `count` states stand, and the transitions that lead away from them."""
        graph, degrees = self.graph, found.degrees[:count]
        transitions, base = sum(degrees), len(graph.to)
        events = found.by[:transitions]
        for event, times in Counter(events).items():
            self._fired[numbers[event]] += times
        graph.to.extend(map(places.__getitem__, found.to[:transitions]))
        graph.by.extend(map(numbers.__getitem__, events))
        graph.transitions += transitions
        graph.turns.extend(found.turns[:count])
        graph.ended.extend(map(self.ending, found.outcomes[:count]))
        graph.offsets.extend(islice(accumulate(degrees, initial=base), 1, None))

    def _events(self, found: Expansion, numbers: list[int]) -> None:
        """Give the events that were met for the first time the graph's numbers."""
        numbers.extend(map(self.number_event, found.events))

    def number_event(self, event: AnyEvent) -> int:
        """The graph's number of an event, which it gets when it is met for the first time."""
        number = self._numbers.get(event)
        if number is None:
            number = self._numbers[event] = len(self.graph.events)
            self.graph.events.append(event)
            self._fired.append(0)
        return number

    def count_events(self, times: Sequence[int]) -> None:
        """Count transitions by the numbers of their events."""
        for number, count in enumerate(times[: len(self._fired)]):
            self._fired[number] += count

    def ending(self, outcome: Outcome | None) -> int:
        """The number of an outcome, counted from 1; 0 where the game goes on."""
        if outcome is None:
            return 0
        ended = self._endings.get(outcome, 0)
        if not ended:
            self.graph.endings.append(outcome)
            ended = self._endings[outcome] = len(self.graph.endings)
            if self.goal is not None and self.goal(outcome):
                self.cut(GOAL)
                self.is_over = self.has_met_goal = True
        return ended

    def _told_of(self, found: Expansion, first: int, count: int) -> None:
        """Findings and the rest, of the first `count` states."""
        graph = self.graph
        for i, kind, label, problem, event in found.findings:
            if i < count:
                self.found(kind, label, problem, first + i, event)
        for name, i in found.sometimes.items():
            before = graph.sometimes[name]
            if i < count and (before is None or first + i < before):
                graph.sometimes[name] = first + i
        for i, reason in found.cuts:
            if i < count:
                self.cut(f"at depth {graph.depth}" if reason == DEPTH else reason)

    def found(
        self, kind: FindingKind, label: str, problem: str, state: int, event: str | None
    ) -> None:
        """Note a problem; the first state in which it is, is the nearest."""
        findings = self.graph.findings
        at = self._known.get((kind, label))
        if at is not None:
            findings[at] = replace(findings[at], count=findings[at].count + 1)
        elif len(findings) < MOST_FINDINGS:
            self._known[kind, label] = len(findings)
            findings.append(Finding(kind, problem, state, event))

    def finished(self) -> Graph:
        """The graph as it is now."""
        graph = self.graph
        graph.seconds = monotonic() - self.begun
        for number, count in enumerate(self._fired):
            graph.fired[graph.events[number].name] += count
        return graph


def search_here(search: GraphSearch, expander: Expander, alone: float | None = None) -> Frontier:
    """Look at every state in this process; what is left where it ends before.

    `alone`: as soon as a layer would not be done before so many seconds, it is left to others.
    """
    now = Frontier()
    now.add(search.graph.start)
    search.begin(expander.digest(search.graph.start))
    return search_on(search, expander, now, alone)


def search_on(
    search: GraphSearch, expander: Expander, now: Frontier, alone: float | None = None
) -> Frontier:
    """Go on with the states that are left."""
    numbers = [search.number_event(event) for event in expander.numbers]
    try:
        expander.late = search.is_late
        late = expander.is_late
        with watchdog(lambda: expander.at, search.limits.timeout, late):
            while now.count and not search.is_over:
                if alone is not None and search.foreseen(now.count) > alone:
                    break
                now = _layer(search, expander, now, numbers)
    except Endless as endless:
        search.waiting = max(1, search.waiting)
        search.leave(endless.without_frames(), max(0, expander.at - 1))
    return now


def _layer(search: GraphSearch, expander: Expander, now: Frontier, numbers: list[int]) -> Frontier:
    """Look at one layer; the states of the next one."""
    graph = search.graph
    later = Frontier()
    with search.layer() as onward:
        for some in now.take(search.portion()):
            states = some
            while states and not search.is_over:
                found = expander.expand(states, onward=onward)
                for place in search.take(found, numbers):
                    later.add(found.states[place])
                states = states[len(found.degrees) :]
                search.waiting = len(states) + now.count + later.count
                size = now.bytes + later.bytes
                graph.frontier_bytes = max(graph.frontier_bytes, size)
                search.look_up()
            if search.is_over:
                break
    return later
