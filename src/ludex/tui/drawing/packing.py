"""Packing: shapes put side by side so that none lies on another and all keep their order.

Each two shapes are kept apart along one axis, the one along which the scene has them
further apart. So the axes can be solved one after the other, and nothing moves to and fro.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from textual.geometry import Region

from ludex.table import Layout, Zone
from ludex.tui.drawing.looks import CellSizes

STRETCHES = (1.4, 1.2, 1.0, 0.85, 0.7, 0.55, 0.4, 0.2)
"""The distances between things, in pieces a unit; from far to near."""

NEAR = 0.85
"""So near above fans lies what is above them, at most, in pieces a unit."""

ROOM = 3
"""So many lines are left for fans to grow."""

ALIKE = 0.01
"""The difference below which things are in one line."""


@dataclass(frozen=True, slots=True)
class PlacedZone:
    """A zone on the canvas."""

    zone: Zone
    rect: Region
    spots: tuple[Region, ...]
    """The visible part of each piece."""

    body: Region
    """The place without the words under it."""

    words: tuple[str, ...] = ()
    """The lines under it."""

    def spot(self, index: int | None) -> Region:
        """Return the cells of a piece, or of the whole place."""
        if index is None or not 0 <= index < len(self.spots):
            return self.rect
        return self.spots[index]

    def moved(self, dx: int, dy: int) -> "PlacedZone":
        """Return the same elsewhere."""
        rect, body, *spots = (
            each.translate((dx, dy)) for each in (self.rect, self.body, *self.spots)
        )
        return PlacedZone(self.zone, rect, tuple(spots), body, self.words)


class Packing:
    """Shapes of one size, and which of them are kept apart along which axis."""

    def __init__(self, shapes: Sequence[PlacedZone], metrics: CellSizes) -> None:
        self.shapes = shapes
        self.metrics = metrics
        square = any(shape.zone.layout is Layout.SQUARE for shape in shapes)
        w, h = metrics.square if square else (metrics.card[0] + 1, metrics.card[1])
        self.unit = w, h
        self.touching = square
        """The squares of a board touch: nothing is stretched."""

        self.grows = any(shape.zone.layout is Layout.FAN_DOWN for shape in shapes)
        """Fans grow downwards: room below is worth more than distances."""

        self._across: list[tuple[int, int, int]] = []
        self._down: list[tuple[int, int, int]] = []
        for i in range(len(shapes)):
            for j in range(i):
                self._part(i, j)

    def _part(self, i: int, j: int) -> None:
        """Keep two shapes apart along the better axis."""
        a, b = self.shapes[i], self.shapes[j]
        (w, h), (p, q) = self.unit, (a.zone, b.zone)
        x, other = _anchor(p), _anchor(q)
        offset = _between(
            x - _inset(a) / w, a.rect.width / w, other - _inset(b) / w, b.rect.width / w
        )
        below = _between(p.y, a.rect.height / h, q.y, b.rect.height / h)
        gap = max(_gap(p), _gap(q))
        in_column, in_line = abs(x - other) < ALIKE, abs(p.y - q.y) < ALIKE
        if in_line or (offset >= below and not in_column):
            first, second = (j, i) if other < x else (i, j)
            length = self.shapes[first].rect.width + gap
            self._across.append((first, second, length))
        else:
            first, second = (j, i) if q.y <= p.y else (i, j)
            length = self.shapes[first].rect.height + gap * self.metrics.gap
            self._down.append((first, second, length))

    def at(self, across: float, down: float) -> list[PlacedZone]:
        """Put everything as near the upper left as may be, and so many pieces a unit apart."""
        if self.touching:
            across = down = 0
        if self.grows:
            down = min(down, NEAR)
        shapes = self.shapes
        xs = _solved(
            [_anchor(shape.zone) for shape in shapes],
            [_inset(shape) for shape in shapes],
            self._across,
            across * self.unit[0],
        )
        ys = _solved(
            [shape.zone.y for shape in shapes],
            [0] * len(shapes),
            self._down,
            down * self.unit[1],
        )
        return [s.moved(x, y) for s, x, y in zip(self.shapes, xs, ys, strict=True)]

    def stretched(self, width: int, height: int, least: float) -> list[PlacedZone]:
        """Put things as far apart as the scene asks for, if there is room for it."""
        shares = [share for share in STRETCHES if share > least]
        nearest = 0 if self.grows else least
        across = next((x for x in shares if fits(self.at(x, nearest), width, height)), least)
        room = height - ROOM if self.grows else height
        down = next((y for y in shares if fits(self.at(across, y), width, room)), nearest)
        return self.at(across, down)


def fits(placed: Sequence[PlacedZone], width: int, height: int) -> bool:
    """Does everything lie within so many cells?"""
    return all(p.rect.right <= width and p.rect.bottom <= height for p in placed)


def _between(low: float, length: float, other: float, extent: float) -> float:
    """Return the distance between two intervals; below 0 when they overlap."""
    return max(other - low - length, low - other - extent)


def _gap(zone: Zone) -> int:
    return 0 if zone.layout is Layout.SQUARE else 1


def _anchor(zone: Zone) -> float:
    """Return where a zone is held: by its middle if it is planned wider than a piece."""
    return zone.x + zone.span / 2 if zone.span > 1 else zone.x


def _inset(shape: PlacedZone) -> int:
    """Count how many cells of a shape lie to the left of where it is held."""
    return shape.rect.width // 2 if shape.zone.span > 1 else 0


def _solved(
    units: list[float],
    insets: list[int],
    gaps: list[tuple[int, int, int]],
    scale: float,
) -> list[int]:
    """Find where each begins along one axis; what is held at one unit stays in line."""
    least = min(units, default=0.0)
    before: dict[int, list[tuple[int, int]]] = {}
    for first, second, length in gaps:
        before.setdefault(second, []).append((first, length))
    at = [0] * len(units)
    order = sorted(range(len(units)), key=lambda i: units[i])
    while order:
        here = units[order[0]]
        together = [i for i in order if units[i] - here < ALIKE]
        begin = round((here - least) * scale)
        for i in together:
            for first, length in before.get(i, ()):
                if units[first] < here:
                    begin = max(begin, at[first] + length + insets[i])
        for i in together:
            at[i] = begin - insets[i]
        order = order[len(together) :]
    least_at = min(at, default=0)
    return [begin - least_at for begin in at]
