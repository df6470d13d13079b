"""A graph as one page to click through: a state, what may happen, and where it leads."""

from typing import Any

from ludex.check.explore import Graph
from ludex.language.position import position_line
from ludex.language.templates import render
from ludex.study.graphs.nodes import GOING_ON, UNKNOWN, colours, kind, layers

MOST = 5_000
"""States on a page, the nearest first."""


def render_page(graph: Graph) -> str:
    """Render the page, with everything that it needs."""
    count = min(len(graph), MOST)
    words = f"{len(graph):,} states, {graph.transitions:,} transitions, {graph.verdict}."
    if count < len(graph):
        words += f" The nearest {count:,} are on this page."
    return render(
        "study/graphs/page.html.j2",
        title=graph.game.title,
        words=words,
        layers=[
            (layer.number, f"{layer.states:,}", _ended(layer.kinds)) for layer in layers(graph)
        ],
        graph={"states": _states(graph, count), "colours": colours(graph)},
    )


def _ended(kinds: dict[str, int]) -> str:
    ends = {k: n for k, n in kinds.items() if k not in (GOING_ON, UNKNOWN)}
    return ", ".join(f"{n:,} {k}" for k, n in ends.items()) or "-"


def _states(graph: Graph, most: int) -> list[dict[str, object]]:
    found = []
    for number, s in graph.states():
        if number >= most:
            break
        events = graph.successors(number) if graph.has_edges else ()
        found.append(_state(graph, number, s, [(str(e), to) for e, to in events]))
    rest = range(len(found), most)
    return found + [_state(graph, n, graph.state(n), []) for n in rest]


def _state(
    graph: Graph, number: int, s: object, events: list[tuple[str, int]]
) -> dict[str, object]:
    return {
        "text": _attempted_text(graph.game.text, s),
        "position": _attempted_text(position_line, graph.game, s),
        "kind": kind(graph, number),
        "events": events,
    }


def _attempted_text(function: Any, *given: object) -> str:  # noqa: ANN401  # of any game
    try:
        return str(function(*given))
    except Exception as error:  # noqa: BLE001  # a rulebook that is broken is shown as it is
        return f"({type(error).__name__})"
