"""Where zones lie on a canvas of cells, at the largest size that fits.

Scenes say where things are in units of one piece. Terminals are small, so the units are not
kept: zones keep their order and never overlap, things at one x (or one y) stay in line, and
whatever room is left over is given back to the distances that the scene asked for.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from textwrap import wrap
from typing import Final

from ludex.kernel import Layout, Zone
from ludex.tui.canvas import Rect
from ludex.tui.looks import UNCUT, Metrics, Size, empty_size, size_of

SIZES: Final = (
    Metrics((11, 7), 2, 6, (18, 9)),
    Metrics((9, 6), 2, 5, (16, 8)),
    Metrics((9, 5), 2, 5, (14, 7)),
    Metrics((7, 5), 2, 4, (12, 6)),
    Metrics((7, 5), 1, 4, (12, 6)),
    Metrics((7, 4), 1, 4, (10, 5)),
    Metrics((7, 3), 1, 4, (8, 4), 22),
    Metrics((6, 3), 1, 4, (6, 3), 18),
    Metrics((5, 3), 1, 4, (6, 3), 15),
    Metrics((5, 3), 1, 3, (5, 3), 12),
    Metrics((5, 3), 1, 2, (4, 2), 12, tail=2),
    Metrics((5, 3), 1, 2, (3, 1), 11, tail=1),
    Metrics((4, 2), 1, 2, (3, 1), 10, tail=1),
)
"""From the largest to the smallest."""

TRIES: Final = ((1, True), (0, True), (0, False))
"""With lines between things and words under piles, or without."""

UNTAGGED: Final = ("foundation", "column", "house")
"""Places that explain themselves."""

SHORT: Final = 10
"""A label of so few letters can stand under its pile."""

BESIDE: Final = 40
"""Words in a table this narrow use all of its width."""

ROUNDS: Final = 3
ROUGHLY: Final = (0.6, 0.45, 0.3, 0.0)
"""So much of the distances in a scene is kept, before things are drawn larger."""

STRETCHES: Final = (1.0, 0.8, 0.6, 0.45, 0.3, 0.15)


@dataclass(frozen=True, slots=True)
class Placed:
    """A zone on the canvas."""

    zone: Zone
    rect: Rect
    spots: tuple[Rect, ...]
    """What is seen of each piece."""

    words: tuple[str, ...] = ()
    """The lines under it."""

    @property
    def body(self) -> Rect:
        """The place without the words under it."""
        rect, words = self.rect, len(self.words)
        if not words or self.zone.layout is Layout.ROW:
            return rect
        return Rect(rect.x, rect.y, rect.w, rect.h - words)

    def spot(self, index: int | None) -> Rect:
        """The cells of a piece, or of the whole place."""
        if index is None or not 0 <= index < len(self.spots):
            return self.rect
        return self.spots[index]

    def moved(self, dx: int, dy: int) -> "Placed":
        """The same elsewhere."""
        spots = tuple(spot.moved(dx, dy) for spot in self.spots)
        return Placed(self.zone, self.rect.moved(dx, dy), spots, self.words)


@dataclass(frozen=True, slots=True)
class Plan:
    """Every zone of a region on a canvas of that size."""

    placed: tuple[Placed, ...]
    width: int
    height: int
    metrics: Metrics


def planned(zones: Sequence[Zone], width: int, height: int) -> Plan:
    """The zones at the largest size that fits, centred; else the smallest, to be scrolled."""
    metrics, shapes = _largest_fit(zones, width, height)
    across, down = _stretch(shapes, metrics, width, height)
    placed = _packed(shapes, metrics, across, down)
    wide = max((p.rect.right for p in placed), default=0)
    high = max((p.rect.bottom for p in placed), default=0)
    dx = max(0, (width - wide) // 2)
    dy = max(0, (height - high) // 2)
    if any(z.layout is Layout.FAN_DOWN for z in zones) or width <= BESIDE:
        dy = min(dy, 1)  # fans grow
    return Plan(
        tuple(p.moved(dx, dy) for p in placed),
        max(width, wide),
        max(height, high),
        metrics,
    )


def _largest_fit(
    zones: Sequence[Zone], width: int, height: int
) -> tuple[Metrics, list[Placed]]:
    """The largest size at which distances are roughly kept; else at which all fits."""
    for apart in ROUGHLY:
        for metrics, (gap, tagged) in product(SIZES, TRIES):
            if apart and metrics.tail < UNCUT:
                break
            chosen = replace(metrics, gap=gap, tagged=tagged)
            shapes = [_shape(zone, chosen, width) for zone in zones]
            w, h = chosen.card
            near = _packed(shapes, chosen, apart * (w + 3), apart * h)
            if _fits(near, width, height):
                return chosen, shapes
    return chosen, shapes


def gridded(zones: Sequence[Zone], metrics: Metrics, border: int = 1) -> Plan:
    """An open map: each zone at its own place, the map's upper left corner at the origin."""
    if not zones:
        return Plan((), 1, 1, metrics)
    w, h = metrics.square
    left, top = min(z.x for z in zones) - border, min(z.y for z in zones) - border
    placed = tuple(
        _shape(z, metrics, w).moved(round((z.x - left) * w), round((z.y - top) * h))
        for z in zones
    )
    right, bottom = max(z.x for z in zones), max(z.y for z in zones)
    wide, high = right - left + 1 + border, bottom - top + 1 + border
    return Plan(placed, round(wide * w), round(high * h), metrics)


# -- one zone -------------------------------------------------------------------------


def _shape(zone: Zone, metrics: Metrics, width: int) -> Placed:
    """A zone at the origin: its size, and where in it its pieces lie."""
    sizes = [size_of(piece, metrics) for piece in zone.pieces]
    match zone.layout:
        case Layout.SQUARE:
            size = metrics.square
            spots = [Rect(0, 0, *size)] * len(sizes)
        case Layout.PILE:
            size = _largest(sizes[-1:] or [empty_size(zone, metrics)])
            spots = [Rect(0, 0, *size)] * len(sizes)
        case Layout.FAN_DOWN | Layout.FAN_RIGHT:
            spots = list(_fanned(zone.layout, sizes, metrics))
            size = _around(spots) if spots else empty_size(zone, metrics)
        case Layout.ROW:
            spots = list(_row(sizes, width))
            size = _around(spots) if spots else (1, 0)
    words = _caption(zone, metrics, width)
    wide = max([size[0], *map(len, words)])
    rect = Rect(0, 0, wide, size[1] + len(words))
    if words and zone.layout is Layout.ROW:
        inset = (wide - size[0]) // 2 if zone.look else 0
        spots = [spot.moved(inset, 0) for spot in spots]
    return Placed(zone, rect, tuple(spots), words)


def _fanned(layout: Layout, sizes: list[Size], metrics: Metrics) -> Iterator[Rect]:
    at = 0
    for i, (w, h) in enumerate(sizes):
        last = i == len(sizes) - 1
        if layout is Layout.FAN_DOWN:
            yield Rect(0, at, w, min(h, metrics.tail) if last else metrics.step)
            at += metrics.step
        else:
            yield Rect(at, 0, w if last else metrics.slide, h)
            at += metrics.slide


def _row(sizes: list[Size], width: int) -> Iterator[Rect]:
    """Side by side; what is too long goes on in the next line, cards then in one line."""
    gap = 1 if any(h > 1 for _, h in sizes) else 0
    if sum(w + gap for w, _ in sizes) - gap > width:
        sizes = [(min(w, 3), 1) for w, _ in sizes]
        gap = 1
    x = y = 0
    for w, h in sizes:
        if x and x + w > width:
            x, y = 0, y + h
        yield Rect(x, y, w, h)
        x += w + gap


def _caption(zone: Zone, metrics: Metrics, width: int) -> tuple[str, ...]:
    if zone.layout is Layout.ROW:
        widest = width if width <= BESIDE else min(width, metrics.caption)
        label = f"▸{zone.label}" if zone.look.endswith(":turn") else zone.label
        return tuple(wrap(label, max(8, widest)))
    tag = tag_of(zone) if metrics.tagged else ""
    return (tag[: max(SHORT, metrics.card[0])],) if tag else ()


def tag_of(zone: Zone) -> str:
    """The word under a pile: the number that its label begins with, or what it is."""
    number = re.match(r"\d+", zone.label)
    if zone.layout is not Layout.PILE:
        return ""
    if number is not None:
        return number[0]
    word = zone.look
    if not word and len(zone.label) <= SHORT:
        return zone.label
    return word if word and ":" not in word and word not in UNTAGGED else ""


def _largest(sizes: Sequence[Size]) -> Size:
    return max(w for w, _ in sizes), max(h for _, h in sizes)


def _around(spots: Sequence[Rect]) -> Size:
    return max(spot.right for spot in spots), max(spot.bottom for spot in spots)


# -- all of them ----------------------------------------------------------------------


def _packed(
    shapes: Sequence[Placed], metrics: Metrics, across: float, down: float
) -> list[Placed]:
    """Everything as close to the upper left as order and size allow, and `across` and
    `down` cells a unit apart at least."""
    w, h = metrics.card
    if any(shape.zone.layout is Layout.SQUARE for shape in shapes):
        across = down = 0  # the squares of a board touch
    xs = [round(shape.zone.x * (w + 1)) for shape in shapes]
    ys = [round(shape.zone.y * h) for shape in shapes]
    for _ in range(ROUNDS):
        xs = _ordered(
            [shape.zone.x for shape in shapes],
            [(y, shape.rect.h) for y, shape in zip(ys, shapes, strict=True)],
            [shape.rect.w for shape in shapes],
            [_gap(shape.zone) for shape in shapes],
            across,
        )
        ys = _ordered(
            [shape.zone.y for shape in shapes],
            [(x, shape.rect.w) for x, shape in zip(xs, shapes, strict=True)],
            [shape.rect.h for shape in shapes],
            [metrics.gap * _gap(shape.zone) for shape in shapes],
            down,
        )
    return [s.moved(x, y) for s, x, y in zip(shapes, xs, ys, strict=True)]


def _gap(zone: Zone) -> int:
    return 0 if zone.layout is Layout.SQUARE else 1


def _ordered(
    units: list[float],
    other: list[tuple[int, int]],
    lengths: list[int],
    gaps: list[int],
    scale: float,
) -> list[int]:
    """Along one axis: where each begins, given where they lie on the other axis."""
    order = sorted(range(len(units)), key=lambda i: units[i])
    at = [0] * len(units)
    least = units[order[0]] if order else 0.0
    done: list[int] = []
    while order:
        here = units[order[0]]
        together = [i for i in order if units[i] - here < 0.01]
        begin = round((here - least) * scale)
        for i in together:
            low, size = other[i]
            for j in done:
                before, extent = other[j]
                if low < before + extent and before < low + size:
                    gap = max(gaps[i], gaps[j])
                    begin = max(begin, at[j] + lengths[j] + gap)
        for i in together:
            at[i] = begin
        done += together
        order = order[len(together) :]
    return at


def _fits(placed: Sequence[Placed], width: int, height: int) -> bool:
    return all(p.rect.right <= width and p.rect.bottom <= height for p in placed)


def _stretch(
    shapes: Sequence[Placed], metrics: Metrics, width: int, height: int
) -> tuple[float, float]:
    """How far apart things may be, in cells a unit, and still fit."""
    w, h = metrics.card
    across = next(
        (
            share * (w + 3)
            for share in STRETCHES
            if _fits(_packed(shapes, metrics, share * (w + 3), 0), width, height)
        ),
        0.0,
    )
    down = next(
        (
            share * h
            for share in STRETCHES
            if _fits(_packed(shapes, metrics, across, share * h), width, height)
        ),
        0.0,
    )
    return across, down
