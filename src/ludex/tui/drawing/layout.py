"""The layout of zones on a canvas of cells, at the largest size that fits.

Scenes say where things are in units of one piece. Terminals are small, so the units are not
kept: zones keep their order and never overlap, things at one x (or one y) stay in line, and
whatever room is left over is given back to the distances that the scene asked for.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from textwrap import wrap

from textual.geometry import Region

from ludex.table import Layout, Zone
from ludex.tui.drawing.looks import UNCUT, CellSizes, Size, Tags, empty_size, size_of
from ludex.tui.drawing.packing import Packing, PlacedZone, fits

SIZES = (
    CellSizes((11, 7), 2, 6, (18, 9)),
    CellSizes((9, 6), 2, 5, (16, 8)),
    CellSizes((9, 5), 2, 5, (14, 7)),
    CellSizes((7, 5), 2, 4, (12, 6)),
    CellSizes((7, 5), 1, 4, (12, 6)),
    CellSizes((7, 4), 1, 4, (10, 5)),
    CellSizes((7, 3), 1, 4, (8, 4), 22),
    CellSizes((6, 3), 1, 4, (6, 3), 18),
    CellSizes((5, 3), 1, 4, (6, 3), 15),
    CellSizes((5, 3), 1, 3, (5, 3), 12),
    CellSizes((5, 3), 1, 2, (4, 2), 12, tail=2),
    CellSizes((5, 3), 1, 2, (3, 1), 11, tail=1),
    CellSizes((4, 2), 1, 2, (3, 1), 10, tail=1),
)
"""From the largest to the smallest."""

TRIES = ((1, Tags.WIDE), (0, Tags.WIDE), (0, Tags.NARROW), (0, Tags.NONE))
"""With lines between things and words under piles, or without."""

SHORT = 10
"""A label of so few letters can stand under its pile."""

LINES = 2
"""So many lines of words may stand under a pile."""

BESIDE = 40
"""Words in a table this narrow use all of its width."""

ROUGHLY = (1.0, 0.7, 0.4, 0.0)
"""So much of the distances in a scene is kept, before things are drawn larger."""


@dataclass(frozen=True, slots=True)
class TablePlan:
    """Every zone of a region on a canvas of that size."""

    placed: tuple[PlacedZone, ...]
    width: int
    height: int
    metrics: CellSizes


def plan_table(zones: Sequence[Zone], width: int, height: int) -> TablePlan:
    """Plan the zones at the largest size that fits, centred; else the smallest, to be scrolled."""
    packing, gaps = _largest_fit(zones, width, height)
    placed = packing.stretched(width, height, gaps)
    wide = max((p.rect.right for p in placed), default=0)
    high = max((p.rect.bottom for p in placed), default=0)
    dx = max(0, (width - wide) // 2)
    dy = max(0, (height - high) // 2)
    if any(z.layout is Layout.FAN_DOWN for z in zones) or width <= BESIDE:
        dy = min(dy, 1)  # fans grow
    return TablePlan(
        tuple(p.moved(dx, dy) for p in placed),
        max(width, wide),
        max(height, high),
        packing.metrics,
    )


def _largest_fit(zones: Sequence[Zone], width: int, height: int) -> tuple[Packing, float]:
    """Find the largest size at which distances are roughly kept; else at which all fits."""

    @cache
    def packing_at(metrics: CellSizes) -> Packing:
        return Packing([_shape(zone, metrics, width) for zone in zones], metrics)

    for gaps in ROUGHLY:
        for metrics, (gap, tags) in product(SIZES, TRIES):
            if gaps and metrics.tail < UNCUT:
                break
            if gaps and tags is Tags.NONE:
                continue
            packing = packing_at(replace(metrics, gap=gap, tags=tags))
            near = packing.at(gaps, 0 if packing.grows else gaps)
            if fits(near, width, height):
                return packing, gaps
    return packing, 0.0


def plan_map(zones: Sequence[Zone], metrics: CellSizes, border: int = 1) -> TablePlan:
    """Plan an open map: each zone at its own place, the map's upper left corner at the origin."""
    if not zones:
        return TablePlan((), 1, 1, metrics)
    w, h = metrics.square
    left, top = min(z.x for z in zones) - border, min(z.y for z in zones) - border
    placed = tuple(
        _shape(z, metrics, w).moved(round((z.x - left) * w), round((z.y - top) * h)) for z in zones
    )
    right, bottom = max(z.x for z in zones), max(z.y for z in zones)
    wide, high = right - left + 1 + border, bottom - top + 1 + border
    return TablePlan(placed, round(wide * w), round(high * h), metrics)


# -- one zone -------------------------------------------------------------------------


def _shape(zone: Zone, metrics: CellSizes, width: int) -> PlacedZone:
    """Shape a zone at the origin: its size, and where in it its pieces lie."""
    sizes = [size_of(piece, metrics) for piece in zone.pieces]
    match zone.layout:
        case Layout.SQUARE | Layout.PILE:
            size = sizes[-1] if sizes else empty_size(zone, metrics)
            size = metrics.square if zone.layout is Layout.SQUARE else size
            spots = [Region(0, 0, *size)] * len(sizes)
        case Layout.FAN_DOWN | Layout.FAN_RIGHT:
            spots = list(_fanned(zone.layout, sizes, metrics))
            size = _around(spots) if spots else empty_size(zone, metrics)
        case Layout.ROW:
            spots = list(_row(sizes, width))
            # An empty row that is planned wider than a piece keeps its place.
            size = _around(spots) if spots else (1, metrics.card[1] if zone.span > 1 else 0)
    words = _caption(zone, metrics, width, size[0])
    wide = max([size[0], _planned_width(zone, metrics, width), *map(len, words)])
    inset = (wide - size[0]) // 2 if is_centred(zone) else 0
    return PlacedZone(
        zone,
        Region(0, 0, wide, size[1] + len(words)),
        tuple(spot.translate((inset, 0)) for spot in spots),
        Region(inset, 0, size[0], size[1]) if spots or zone.look else Region(0, 0, wide, 1),
        words,
    )


def is_centred(zone: Zone) -> bool:
    """Does a zone stand in the middle of its words? Things without a place of their own do not."""
    return zone.layout is not Layout.ROW or bool(zone.look) or zone.span > 1


def _planned_width(zone: Zone, metrics: CellSizes, width: int) -> int:
    """Count the cells of as many cards as a row is planned for, so that nothing has to move."""
    if zone.layout is not Layout.ROW or zone.span < 2:
        return 0
    return min(width, int(zone.span) * (metrics.card[0] + 1) - 1)


def _fanned(layout: Layout, sizes: list[Size], metrics: CellSizes) -> Iterator[Region]:
    at = 0
    for i, (w, h) in enumerate(sizes):
        last = i == len(sizes) - 1
        if layout is Layout.FAN_DOWN:
            yield Region(0, at, w, min(h, metrics.tail) if last else metrics.step)
            at += metrics.step
        else:
            yield Region(at, 0, w if last else metrics.slide, h)
            at += metrics.slide


def _row(sizes: list[Size], width: int) -> Iterator[Region]:
    """Lay pieces side by side; what is too long goes on in the next line, cards then in one line."""
    gap = 1 if any(h > 1 for _, h in sizes) else 0
    if sum(w + gap for w, _ in sizes) - gap > width:
        sizes = [(min(w, 3), 1) for w, _ in sizes]
        gap = 1
    x = y = 0
    for w, h in sizes:
        if x and x + w > width:
            x, y = 0, y + h
        yield Region(x, y, w, h)
        x += w + gap


def _caption(zone: Zone, metrics: CellSizes, width: int, own: int) -> tuple[str, ...]:
    """Break the words under a place: several lines under a row, at most two elsewhere."""
    if zone.layout is Layout.ROW:
        widest = width if width <= BESIDE else min(width, metrics.caption)
        words = zone.caption or (zone.label if zone.pieces or zone.span < 2 else "")
        return tuple(wrap("▸" * zone.look.endswith(":turn") + words, max(8, widest)))
    short = zone.label if not zone.look and len(zone.label) <= SHORT else ""
    words = zone.caption or (short if zone.layout is Layout.PILE else "")
    room = {Tags.WIDE: metrics.caption, Tags.NARROW: own, Tags.NONE: 0}[metrics.tags]
    if not words or not room:
        return ()
    lines = wrap(words, room)
    # A number means nothing without its word; what is too long even so ends after a word.
    whole = " ".join(lines) == words and len(lines) <= LINES
    return tuple(lines if whole else lines[:1])


def _around(spots: Sequence[Region]) -> Size:
    return max(spot.right for spot in spots), max(spot.bottom for spot in spots)
