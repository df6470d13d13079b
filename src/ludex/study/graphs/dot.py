"""A graph as dot text, for Graphviz and everything that reads its language."""

from collections.abc import Iterator

from ludex.check.explore import Graph
from ludex.study.graphs.nodes import MOST, colours, edges, layers, nodes


def dot_text(graph: Graph) -> str:
    """Every state up to 300 of them; a summary by layer above that."""
    lines = _whole(graph) if len(graph) <= MOST and graph.kept else _summary(graph)
    return "\n".join(
        [
            f"digraph {quoted(graph.game.name)} {{",
            f"  label={quoted(f'{graph.game.title}: {len(graph):,} states, {graph.verdict}')};",
            "  rankdir=TB;",
            '  node [shape=box, style="filled,rounded", fontname="monospace"];',
            *(f"  {line}" for line in lines),
            "}",
            "",
        ]
    )


def _whole(graph: Graph) -> Iterator[str]:
    fill = colours(graph)
    ranks: dict[int, list[int]] = {}
    for node in nodes(graph):
        ranks.setdefault(node.layer, []).append(node.number)
        yield (
            f"{node.number} [label={quoted(node.label)}, "
            f"tooltip={quoted(f'{node.line}: {node.kind}')}, "
            f"fillcolor={quoted(fill[node.kind])}];"
        )
    for rank in ranks.values():
        yield f"{{ rank=same; {'; '.join(map(str, rank))} }}"
    for source, target, events in edges(graph):
        yield f"{source} -> {target} [label={quoted(events)}];"


def _summary(graph: Graph) -> Iterator[str]:
    for layer in layers(graph):
        kinds = ", ".join(f"{count:,} {kind}" for kind, count in layer.kinds.items())
        text = f"layer {layer.number}: {layer.states:,} state{'s' * (layer.states != 1)}\n{kinds}"
        yield f"{layer.number} [label={quoted(text)}];"
        if layer.number < graph.depth:
            away = f"{layer.transitions:,} transitions" if graph.kept else ""
            yield f"{layer.number} -> {layer.number + 1} [label={quoted(away)}];"


def quoted(text: str) -> str:
    """A text of the dot language."""
    inside = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{inside}"'
