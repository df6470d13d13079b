"""The states of a graph as they are drawn: a label, a class, a colour."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from ludex.check.explore import Graph

MOST: Final = 300
"""More states than these are drawn as a summary by layer."""

LONGEST: Final = 40
"""Letters of a label on one line."""

GOING_ON: Final = "goes on"
UNKNOWN: Final = "not looked at"

COLOURS: Final = ("#9bd39b", "#f0a6a0", "#f5d98b", "#a9c7ee", "#d3b3e6", "#c9c9c9")
"""Of outcomes, in the order in which they are met: fills on which black can be read."""

PLAIN: Final = {GOING_ON: "#ffffff", UNKNOWN: "#eeeeee"}


@dataclass(frozen=True, slots=True)
class Node:
    """A state."""

    number: int
    layer: int
    label: str
    kind: str
    """Its class: how the game ended, or that it goes on."""


def nodes(graph: Graph[Any]) -> list[Node]:
    """The states that were looked at, and those that were only found."""
    known = [
        Node(n, graph.depth_of(n), label(graph, s), kind(graph, n))
        for n, s in graph.states()
    ]
    rest = range(graph.looked_at, len(graph))
    return known + [Node(n, graph.depth_of(n), f"#{n}", UNKNOWN) for n in rest]


def label(graph: Graph[Any], s: object) -> str:
    """A state in a few words: its position line, else its number of lines of text."""
    try:
        line = graph.game.position(s)
    except Exception:  # noqa: BLE001  # a rulebook without positions has texts
        line = " ".join(graph.game.text(s).split())
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 1]}…"


def kind(graph: Graph[Any], number: int) -> str:
    """The class of a state."""
    if number >= graph.looked_at:
        return UNKNOWN
    outcome = graph.outcome(number)
    return GOING_ON if outcome is None else graph.kind_of(outcome)


def colours(graph: Graph[Any]) -> dict[str, str]:
    """A colour for each class."""
    ends = [*graph.outcomes()]
    return {**PLAIN, **{one: COLOURS[i % len(COLOURS)] for i, one in enumerate(ends)}}


@dataclass(frozen=True, slots=True)
class Layer:
    """All states at one distance."""

    number: int
    states: int
    kinds: Counter[str]
    transitions: int
    """How many lead away from it."""


def layers(graph: Graph[Any]) -> Iterator[Layer]:
    """The graph summed up."""
    ends = [*graph.layers[1:], len(graph)]
    for number, (first, end) in enumerate(zip(graph.layers, ends, strict=True)):
        kinds = Counter(kind(graph, n) for n in range(first, end))
        known = min(end, graph.looked_at)
        away = (
            graph.offsets[known] - graph.offsets[first]
            if graph.kept and known > first
            else 0
        )
        yield Layer(number, end - first, kinds, away)


def edges(graph: Graph[Any]) -> Iterator[tuple[int, int, str]]:
    """From, to, and the events that lead there, those of one pair together."""
    for n in range(graph.looked_at):
        together: dict[int, list[str]] = {}
        for event, target in graph.successors(n):
            together.setdefault(target, []).append(str(event))
        for target, events in together.items():
            yield n, target, "\n".join(events)
