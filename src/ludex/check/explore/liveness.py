"""The ends of plays: can each still end, can one go on for ever, what must happen.

These are questions about the whole graph, so they have an answer only where the exploration
was complete and its transitions were kept.
"""

from array import array
from collections.abc import Callable
from typing import NamedTuple

from ludex.check.explore.graph import Graph
from ludex.check.timeout import TIMEOUT, watchdog
from ludex.kernel import AnyState

Neighbours = Callable[[int], "array[int]"]
"""The states one step away, in one direction or the other."""


class EndlessRound(NamedTuple):
    """A way to a state and back to it: a play that can go on for ever."""

    state: int
    events: tuple[str, ...]


def is_known(graph: Graph) -> bool:
    """Is there everything that these questions need?"""
    return graph.is_complete and graph.has_edges


def find_stranded(graph: Graph) -> tuple[int, int] | None:
    """The number of states from which no end can be reached, and the nearest of them."""
    can = bytearray(len(graph))
    back = _backwards(graph)
    todo = [n for n, ended in enumerate(graph.ended) if ended]
    for n in todo:
        can[n] = 1
    while todo:
        for before in back(todo.pop()):
            if not can[before]:
                can[before] = 1
                todo.append(before)
    count = can.count(0)
    return (count, can.index(0)) if count else None


def _backwards(graph: Graph) -> Neighbours:
    """The states from which a state is reached in one step."""
    begins = array("Q", bytes(8 * (len(graph) + 1)))
    for target in graph.to:
        begins[target + 1] += 1
    for n in range(len(graph)):
        begins[n + 1] += begins[n]
    filled = array("Q", begins)
    sources = array("I", bytes(4 * len(graph.to)))
    for n in range(graph.looked_at):
        for at in graph.transitions_of(n):
            target = graph.to[at]
            sources[filled[target]] = n
            filled[target] += 1
    return lambda n: sources[begins[n] : begins[n + 1]]


def find_round(graph: Graph, avoiding: bytearray | None = None) -> EndlessRound | None:
    """A play that can go on for ever, through none of the states to be avoided."""
    left = _on_rounds(graph, avoiding)
    if left is None:
        return None
    walk: dict[int, None] = {}
    n = left.index(1)
    while n not in walk:  # it may lead from one round to another; this walk ends on one
        walk[n] = None
        n = next(target for _, target in graph.successors(n) if left[target])
    walked = [*walk]
    return _shortest_round(graph, min(walked[walked.index(n) :]), left)


def _shortest_round(graph: Graph, first: int, left: bytearray) -> EndlessRound:
    ways: dict[int, tuple[int, str]] = {}
    todo = [first]
    for n in todo:
        for event, target in graph.successors(n):
            if target == first:
                events, at = [str(event)], n
                while at != first:
                    at, text = ways[at]
                    events.append(text)
                return EndlessRound(first, tuple(reversed(events)))
            if left[target] and target not in ways:
                ways[target] = n, str(event)
                todo.append(target)
    raise AssertionError("a state on a round is reached again")


def _on_rounds(graph: Graph, avoiding: bytearray | None) -> bytearray | None:
    """The states on rounds and between them: what is left when all others are peeled off."""
    count = graph.looked_at
    left = bytearray(b"\1") * count
    if avoiding is not None:
        left = bytearray(not avoided for avoided in avoiding)
    back, to, offsets = _backwards(graph), graph.to, graph.offsets

    def onward(n: int) -> "array[int]":
        return to[offsets[n] : offsets[n + 1]]

    _peel(left, onward, back)
    _peel(left, back, onward)
    return left if left.count(1) else None


def _peel(left: bytearray, onward: Neighbours, back: Neighbours) -> None:
    """Take away, again and again, the states from which `onward` leads to none that is left."""
    degrees = array("I", bytes(4 * len(left)))
    for n in range(len(left)):
        if left[n]:
            degrees[n] = sum(left[target] for target in onward(n))
    todo = [n for n in range(len(left)) if left[n] and not degrees[n]]
    while todo:
        n = todo.pop()
        left[n] = 0
        for source in back(n):
            if left[source]:
                degrees[source] -= 1
                if not degrees[source]:
                    todo.append(source)


def longest_play(graph: Graph) -> int:
    """Return the number of events of the longest play, where none goes on for ever."""
    count = graph.looked_at
    waiting = array("I", bytes(4 * count))
    for target in graph.to:
        waiting[target] += 1
    lengths = array("I", bytes(4 * count))
    todo = [n for n in range(count) if not waiting[n]]
    for n in todo:
        for at in graph.transitions_of(n):
            target = graph.to[at]
            lengths[target] = max(lengths[target], lengths[n] + 1)
            waiting[target] -= 1
            if not waiting[target]:
                todo.append(target)
    return max(lengths, default=0)


class Promise(NamedTuple):
    """A promise about every play; if it does not hold, a play without it."""

    name: str
    holds: bool
    script: tuple[str, ...] = ()
    around: tuple[str, ...] = ()
    """The events that can then be repeated for ever; none where the play stops without it."""


def check_promise(
    graph: Graph,
    name: str,
    happens: Callable[[AnyState], bool],
    timeout: float = TIMEOUT,
) -> Promise:
    """Does every play from the first state come to a state in which this happens?"""
    happened = bytearray(len(graph))
    count = 0
    with watchdog(lambda: count, timeout):
        for count, s in graph.states():
            happened[count] = bool(happens(s))
    before = _before(graph, happened)
    stops = next((n for n in before if not graph.transitions_of(n)), None)
    if stops is not None:
        return Promise(name, holds=False, script=_way(graph, before, stops))
    avoided = bytearray(n not in before for n in range(graph.looked_at))
    found = find_round(graph, avoided)
    if found is None:
        return Promise(name, holds=True)
    script = _way(graph, before, found.state)
    return Promise(name, holds=False, script=script, around=found.events)


Before = dict[int, tuple[int, int]]
"""States in the order of their distance: where each is reached from, and by which event."""


def _before(graph: Graph, happened: bytearray) -> Before:
    """The states that are reached before it has happened."""
    found: Before = {} if happened[0] else {0: (0, 0)}
    todo = [*found]
    for n in todo:
        for at in graph.transitions_of(n):
            target = graph.to[at]
            if target not in found and not happened[target]:
                found[target] = n, graph.by[at]
                todo.append(target)
    return found


def _way(graph: Graph, before: Before, n: int) -> tuple[str, ...]:
    """A shortest way on which it has not happened."""
    events = []
    while n:
        n, event = before[n]
        events.append(str(graph.events[event]))
    return tuple(reversed(events))
