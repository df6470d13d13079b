"""The states of a graph as they are drawn: a label, a class, a colour."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from ludex.check.errors import attempt
from ludex.check.explore import Graph
from ludex.language.position import position_line

LONGEST = 40
"""Letters of a label on one line."""

GOING_ON = "goes on"
UNKNOWN = "not explored"

COLOURS = ("#a9c7ee", "#f5d98b", "#c9c9c9", "#d3b3e6", "#f6c49a", "#a8dcd9")
"""Of outcomes, in the order of their names: fills on which black can be read."""

PLAIN = {
    GOING_ON: "#ffffff",
    UNKNOWN: "#eeeeee",
    "won": "#9bd39b",
    "lost": "#f0a6a0",
}
"""The names that mean the same in every game, and look the same."""


class StateNode(NamedTuple):
    """A state."""

    number: int
    layer: int
    label: str
    kind: str
    """Its class: how the game ended, or that the game continues."""

    line: str
    """Its whole position."""


def nodes(graph: Graph) -> list[StateNode]:
    """The states that were looked at, and those that were only found."""
    known: list[StateNode] = []
    for n, s in graph.states():
        line = attempt(position_line, graph.game, s)
        line = " ".join(graph.game.text(s).split()) if line is None else line
        before = known[graph.parent[n]].line if n else ""
        words, ending = label(line, before), kind(graph, n)
        known.append(StateNode(n, graph.depth_of(n), words, ending, line))
    return known + [
        StateNode(n, graph.depth_of(n), f"#{n}", UNKNOWN, f"#{n}")
        for n in range(graph.looked_at, len(graph))
    ]


def label(line: str, before: str) -> str:
    """A position in a few words: of a long one, what was not so in the one before."""
    if len(line) > LONGEST and before:
        usual = {*_parts(before)}
        line = " ".join(part for part in _parts(line) if part not in usual) or line
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 1]}…"


def _parts(line: str) -> list[str]:
    """Its parts, such as `chips=[1 2]`: spaces between brackets part nothing."""
    found, depth = [""], 0
    for letter in line:
        depth += (letter == "[") - (letter == "]")
        if letter == " " and depth <= 0:
            found.append("")
        else:
            found[-1] += letter
    return found


def kind(graph: Graph, number: int) -> str:
    """The class of a state."""
    if number >= graph.looked_at:
        return UNKNOWN
    outcome = graph.outcome(number)
    return GOING_ON if outcome is None else graph.kind_of(outcome)


def colours(graph: Graph) -> dict[str, str]:
    """A colour for each class that there is, or may be beyond what was looked at."""
    ends = sorted(graph.outcomes())
    rest = [one for one in ends if one not in PLAIN]
    many = {one: COLOURS[i % len(COLOURS)] for i, one in enumerate(rest)}
    every = PLAIN | many
    return {one: every[one] for one in (GOING_ON, UNKNOWN, *ends)}


class Layer(NamedTuple):
    """All states at one distance."""

    number: int
    states: int
    kinds: Counter[str]
    transitions: int
    """The number of transitions away from it."""

    @property
    def label(self) -> str:
        """The number of the layer, and of its states."""
        return f"layer {self.number}: {self.states:,} state{'s' * (self.states != 1)}"

    @property
    def counts(self) -> list[str]:
        """The number of states of each class."""
        return [f"{count:,} {kind}" for kind, count in self.kinds.items()]


def layers(graph: Graph) -> Iterator[Layer]:
    """The graph summed up."""
    ends = [*graph.layers[1:], len(graph)]
    for number, (first, end) in enumerate(zip(graph.layers, ends, strict=True)):
        kinds = Counter(kind(graph, n) for n in range(first, end))
        known = min(end, graph.looked_at)
        away = graph.offsets[known] - graph.offsets[min(first, known)] if graph.has_edges else 0
        yield Layer(number, end - first, kinds, away)


def edges(graph: Graph) -> Iterator[tuple[int, int, str]]:
    """Return the ends of each edge, and the events of one pair together."""
    for n in range(graph.looked_at):
        together: dict[int, list[str]] = {}
        for event, target in graph.successors(n):
            together.setdefault(target, []).append(str(event))
        for target, events in together.items():
            yield n, target, "\n".join(events)
