"""A graph as a drawing: layers from top to bottom, outcomes in colour."""

from collections.abc import Iterator
from html import escape
from typing import Any, Final

from ludex.check.explore import Graph
from ludex.study.graphs.nodes import (
    LONGEST,
    MOST,
    UNKNOWN,
    Node,
    colours,
    edges,
    layers,
    nodes,
)

LETTER: Final = 6.6
SMALL: Final = 9 / 11
"""What leads to a state is written smaller than what it is."""

HIGH, GAP, BETWEEN, MARGIN, HEAD = 24, 14, 70, 20, 56
"""A box, what is between boxes, between layers, around all, and the title."""

Place = tuple[float, float]


def svg_text(graph: Graph[Any]) -> str:
    """Every state up to 300 of them; a summary by layer above that."""
    whole = len(graph) <= MOST and graph.kept
    return _whole(graph) if whole else _summary(graph)


def framed(width: float, height: float, lines: list[str]) -> str:
    """A drawing of this size, on white."""
    return "\n".join(
        [
            (
                f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" '
                f'height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}" '
                'font-family="monospace" font-size="11">'
            ),
            '<rect width="100%" height="100%" fill="#fff"/>',
            *lines,
            "</svg>",
            "",
        ]
    )


def _title(graph: Graph[Any]) -> Iterator[str]:
    words = f"{graph.game.title}: {len(graph):,} states, {graph.verdict}"
    yield f'<text x="{MARGIN}" y="22" font-size="14">{escape(words)}</text>'
    at = float(MARGIN)
    shown = {kind for kind in colours(graph) if kind != UNKNOWN}
    if graph.looked_at < len(graph):
        shown.add(UNKNOWN)
    for kind, fill in colours(graph).items():
        if kind in shown:
            yield (
                f'<rect x="{at:.0f}" y="32" width="12" height="12" fill="{fill}" '
                'stroke="#555"/>'
            )
            yield f'<text x="{at + 16:.0f}" y="42">{escape(kind)}</text>'
            at += 30 + LETTER * len(kind)


def _whole(graph: Graph[Any]) -> str:
    every = nodes(graph)
    rows: dict[int, list[Node]] = {}
    for node in every:
        rows.setdefault(node.layer, []).append(node)
    wide = {layer: _wide(row) for layer, row in rows.items()}
    most = max(len(row) * (wide[layer] + GAP) for layer, row in rows.items())
    width = max(most + 2 * MARGIN, 420)
    places = _places(graph, rows, wide, width)
    fill, lines = colours(graph), [*_title(graph)]
    for source, target, events in edges(graph):
        lines += _edge(places[source], places[target], events)
    for node in every:
        x, y = places[node.number]
        lines.append(_box(node, x, y, wide[node.layer], fill[node.kind]))
    return framed(width, HEAD + len(rows) * (HIGH + BETWEEN) + MARGIN, lines)


def _wide(row: list[Node]) -> float:
    """How wide the boxes of a layer are: what leads there stands above them."""
    letters = (max(len(node.label), SMALL * len(_above(node))) for node in row)
    return max(LETTER * max(letters) + 12, 30)


def _above(node: Node) -> str:
    long = len(node.event) > LONGEST
    return f"{node.event[: LONGEST - 1]}…" if long else node.event


def _box(node: Node, x: float, y: float, wide: float, fill: str) -> str:
    label = escape(node.label)
    return (
        f"<g><title>{escape(node.line)}: {escape(node.kind)}</title>"
        f'<text x="{x:.1f}" y="{y - 5:.1f}" text-anchor="middle" font-size="9" '
        f'fill="#555" stroke="#fff" stroke-width="3" paint-order="stroke">'
        f"{escape(_above(node))}</text>"
        f'<rect x="{x - wide / 2:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{HIGH}" '
        f'rx="4" fill="{fill}" stroke="#555"/>'
        f'<text x="{x:.1f}" y="{y + 16:.1f}" text-anchor="middle">{label}</text></g>'
    )


def _places(
    graph: Graph[Any],
    rows: dict[int, list[Node]],
    wides: dict[int, float],
    width: float,
) -> dict[int, Place]:
    """Each state below the middle of those that lead to it, as far as there is room."""
    places: dict[int, Place] = {}
    above: dict[int, list[int]] = {}
    for source, target, _ in edges(graph):
        if graph.depth_of(source) < graph.depth_of(target):
            above.setdefault(target, []).append(source)

    def middle(node: Node) -> float:
        known = [places[n][0] for n in above.get(node.number, ()) if n in places]
        return sum(known) / len(known) if known else width / 2

    for layer, row in sorted(rows.items()):
        ordered, wide = sorted(row, key=middle), wides[layer]
        begin = (width - len(row) * (wide + GAP) + GAP + wide) / 2
        y = HEAD + layer * (HIGH + BETWEEN)
        for i, node in enumerate(ordered):
            places[node.number] = begin + i * (wide + GAP), y
    return places


def _edge(one: Place, two: Place, events: str) -> Iterator[str]:
    (x1, y1), (x2, y2) = one, two
    if y2 > y1:
        way = f"M{x1:.1f} {y1 + HIGH:.1f} C{x1:.1f} {y1 + HIGH + 30:.1f} {x2:.1f} {y2 - 30:.1f} {x2:.1f} {y2:.1f}"
    else:  # back, or to itself
        way = f"M{x1 + 8:.1f} {y1:.1f} C{x1 + 60:.1f} {y1 - 40:.1f} {x2 + 60:.1f} {y2 - 40:.1f} {x2 + 12:.1f} {y2:.1f}"
    yield (
        f'<path d="{way}" fill="none" stroke="#999" stroke-width="0.8">'
        f"<title>{escape(events)}</title></path>"
    )


def _summary(graph: Graph[Any]) -> str:
    """A bar for each layer, its length the number of states."""
    every = [*layers(graph)]
    most = max(layer.states for layer in every)
    fill, lines = colours(graph), [*_title(graph)]
    for layer in every:
        y = HEAD + layer.number * (HIGH + 8)
        lines.append(f'<text x="{MARGIN}" y="{y + 16}">layer {layer.number}</text>')
        at = MARGIN + 80.0
        for kind, count in layer.kinds.items():
            long = max(1.0, 480 * count / most)
            lines.append(
                f'<rect x="{at:.1f}" y="{y}" width="{long:.1f}" height="{HIGH - 4}" '
                f'fill="{fill[kind]}" stroke="#555" stroke-width="0.5"><title>'
                f"{count:,} {escape(kind)}</title></rect>"
            )
            at += long
        lines.append(f'<text x="{at + 6:.1f}" y="{y + 15}">{layer.states:,}</text>')
    return framed(720, HEAD + len(every) * (HIGH + 8) + MARGIN, lines)
