"""The graph of states in Mermaid: every state, or a summary by layer where they are many."""

from collections.abc import Iterator
from typing import Final

from ludex.check.explore import Graph
from ludex.study.diagrams.render import escaped, titled
from ludex.study.graphs.nodes import colours, edges, layers, nodes

MOST: Final = 100
MOST_EDGES: Final = 400
"""More cannot be read, and Mermaid draws no more than 500 lines unless it is told to."""


def mermaid_states(graph: Graph) -> str:
    """The states from top to bottom, ends in their colours."""
    whole = len(graph) <= MOST and graph.kept and graph.transitions <= MOST_EDGES
    title = f"{graph.game.title}: {len(graph):,} states, {graph.verdict}"
    lines = _whole(graph) if whole else _summary(graph)
    return "\n".join(["---", titled(title), "---", "flowchart TD", *lines, ""])


def _whole(graph: Graph) -> Iterator[str]:
    fill = colours(graph)
    every = nodes(graph)
    for node in every:
        yield f'  n{node.number}["{escaped(node.label)}"]'
    for source, target, words in edges(graph):
        label = "<br/>".join(map(escaped, words.split("\n")))
        yield f'  n{source} -->|"{label}"| n{target}'
    for node in every:
        yield f"  style n{node.number} fill:{fill[node.kind]},stroke:#555"


def _summary(graph: Graph) -> Iterator[str]:
    for layer in layers(graph):
        kinds = [f"{count:,} {kind}" for kind, count in layer.kinds.items()]
        words = [
            f"layer {layer.number}: {layer.states:,} state{'s' * (layer.states != 1)}",
            *kinds,
        ]
        yield f'  n{layer.number}["{"<br/>".join(map(escaped, words))}"]'
        if layer.number < graph.depth:
            away = f'|"{layer.transitions:,} transitions"|' if graph.kept else ""
            yield f"  n{layer.number} -->{away} n{layer.number + 1}"
