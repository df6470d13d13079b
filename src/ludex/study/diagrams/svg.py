"""A diagram of boxes as a drawing that needs no other program: columns of boxes, read from the left.

A box stands to the right of all that lead to it; in its column it stands about as high as they do.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from statistics import fmean
from typing import Final

from ludex.study.diagrams.boxes import Box, Diagram, Line
from ludex.study.diagrams.render import SHADES
from ludex.study.graphs.drawing import LETTER, MARGIN, framed

ROW: Final = 15
PAD: Final = 8
GAP: Final = 14
BETWEEN: Final = 110
"""Between columns there is room for lines, and for a word on them."""

TOP: Final = 40
INK: Final = "#555"


@dataclass(frozen=True, slots=True)
class Placed:
    """A box, and where it is drawn."""

    box: Box
    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> float:
        return self.y + self.height / 2


def svg(diagram: Diagram) -> str:
    """The drawing, as SVG."""
    placed = _placed(diagram)
    width = max((p.x + p.width for p in placed.values()), default=0.0)
    width = max(width, MARGIN + 8.5 * len(diagram.title))
    height = max((p.y + p.height for p in placed.values()), default=float(TOP))
    lines = [
        f'<text x="{MARGIN}" y="22" font-size="14">{escape(diagram.title)}</text>',
        *(one for line in diagram.lines for one in _line(line, placed)),
        *(one for p in placed.values() for one in _box(p)),
    ]
    return framed(width + MARGIN, height + MARGIN, lines)


def columns(diagram: Diagram) -> dict[str, int]:
    """The column of each box, by its name: to the right of all that lead to it.

    Classes may lead to each other in a circle; the line that closes one leads back.
    """
    column = {box.name: 0 for box in diagram.boxes}
    onward: list[Line] = []
    for line in diagram.lines:
        if not _reaches(line.target, line.source, onward):
            onward.append(line)
    for _ in diagram.boxes:
        for line in onward:
            column[line.target] = max(column[line.target], column[line.source] + 1)
    return column


def _reaches(start: str, goal: str, lines: list[Line]) -> bool:
    seen, waiting = {start}, [start]
    while waiting:
        at = waiting.pop()
        if at == goal:
            return True
        for line in lines:
            if line.source == at and line.target not in seen:
                seen.add(line.target)
                waiting.append(line.target)
    return False


def _placed(diagram: Diagram) -> dict[str, Placed]:
    column = columns(diagram)
    found: dict[str, Placed] = {}
    x = float(MARGIN)
    for number in range(max(column.values(), default=-1) + 1):
        boxes = [box for box in diagram.boxes if column[box.name] == number]
        boxes.sort(key=lambda box: _height_of_sources(box, diagram, found))
        width = max(map(_width, boxes))
        y = float(TOP)
        for box in boxes:
            height = 2 * PAD + ROW * len(_words(box))
            found[box.name] = Placed(box, x, y, width, height)
            y += height + GAP
        x += width + BETWEEN
    return _centred(found)


def _height_of_sources(
    box: Box, diagram: Diagram, found: Mapping[str, Placed]
) -> float:
    heights = [
        found[line.source].middle
        for line in diagram.lines
        if line.target == box.name and line.source in found
    ]
    return fmean(heights) if heights else 0.0


def _centred(found: dict[str, Placed]) -> dict[str, Placed]:
    """Short columns stand in the middle of the drawing."""
    bottoms: dict[float, float] = {}
    for p in found.values():
        bottoms[p.x] = max(bottoms.get(p.x, 0.0), p.y + p.height)
    lowest = max(bottoms.values(), default=0.0)
    return {
        name: Placed(p.box, p.x, p.y + (lowest - bottoms[p.x]) / 2, p.width, p.height)
        for name, p in found.items()
    }


def _words(box: Box) -> list[str]:
    head = box.name if box.kind == "seat" else f"{box.name} ({box.kind})"
    return [head, *box.lines]


def _width(box: Box) -> float:
    return LETTER * max(map(len, _words(box))) + 2 * PAD


def _box(p: Placed) -> Iterator[str]:
    round_ = ' rx="14"' if p.box.kind == "seat" else ' rx="3"'
    yield (
        f'<rect x="{p.x:.0f}" y="{p.y:.0f}" width="{p.width:.0f}" height="{p.height:.0f}"'
        f'{round_} fill="{SHADES[p.box.kind]}" stroke="{INK}"/>'
    )
    for i, words in enumerate(_words(p.box)):
        weight = ' font-weight="bold"' if i == 0 else ""
        y = p.y + PAD + ROW * (i + 0.75)
        yield f'<text x="{p.x + PAD:.0f}" y="{y:.0f}"{weight}>{escape(words)}</text>'


def _line(line: Line, placed: Mapping[str, Placed]) -> Iterator[str]:
    if line.source == line.target:
        return
    source, target = placed[line.source], placed[line.target]
    x, y, u, v = source.x + source.width, source.middle, target.x, target.middle
    bend = max((u - x) / 2, BETWEEN / 2)
    yield (
        f'<path d="M{x:.0f},{y:.0f} C{x + bend:.0f},{y:.0f} {u - bend:.0f},{v:.0f} '
        f'{u:.0f},{v:.0f}" fill="none" stroke="{INK}"/>'
    )
    if line.is_part:  # a filled diamond at the whole, as in UML
        points = f"{x:.0f},{y:.0f} {x + 6:.0f},{y - 4:.0f} {x + 12:.0f},{y:.0f} {x + 6:.0f},{y + 4:.0f}"
    else:
        points = f"{u:.0f},{v:.0f} {u - 8:.0f},{v - 4:.0f} {u - 8:.0f},{v + 4:.0f}"
    yield f'<polygon points="{points}" fill="{INK}"/>'
    if line.words:
        yield (
            f'<text x="{(x + u) / 2:.0f}" y="{(y + v) / 2 - 3:.0f}" text-anchor="middle" '
            f'font-size="9" fill="{INK}">{escape(line.words)}</text>'
        )
