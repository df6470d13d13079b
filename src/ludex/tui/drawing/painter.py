"""The painter of a plan: places, pieces, captions, and what is pointed at."""

from typing import NamedTuple

from textual.geometry import Region

from ludex.table import Layout
from ludex.tui.board.spots import BoardHighlights, BoardSpot
from ludex.tui.drawing.canvas import DASHED, DOUBLE, HEAVY, Canvas, Ink, cells
from ludex.tui.drawing.layout import TablePlan, is_centred
from ludex.tui.drawing.looks import Brush, paint_piece, paint_place, size_of
from ludex.tui.drawing.packing import PlacedZone
from ludex.tui.drawing.palette import Highlight, Palette


class Sign(NamedTuple):
    """A way to point something out: colours, lines of a frame, corners where none is."""

    mark: Highlight
    lines: dict[int, int]
    corners: str


def draw(plan: TablePlan, pointing: BoardHighlights, colours: Palette) -> Canvas:
    """Draw everything on a canvas of the plan's size."""
    canvas = Canvas(plan.width, plan.height, colours.plain)
    for placed in plan.placed:
        _zone(canvas, placed, plan, colours)
    by_key = {placed.zone.key: placed for placed in plan.placed}
    for key in sorted(pointing.changed & by_key.keys()):
        if _top(by_key[key]).height > 1:
            canvas.reline(_top(by_key[key]), {}, colours.changed)
    for key in sorted(pointing.lit & by_key.keys()):
        canvas.corners(by_key[key].rect, "◤◥◣◢", colours.accent)
    picked, hint = Sign(colours.picked, DASHED, "╭╮╰╯"), Sign(colours.hint, HEAVY, "★★★★")
    legal = Sign(colours.legal, HEAVY, "┏┓┗┛")
    signs: list[tuple[BoardSpot | None, Sign]] = [
        *((BoardSpot(key), legal) for key in sorted(pointing.legal)),
        (pointing.picked, picked),
        *((spot, hint) for spot in pointing.hint),
        (pointing.cursor, Sign(colours.cursor, DOUBLE, "╔╗╚╝")),
    ]
    for spot, sign in signs:
        if spot is not None and spot.zone in by_key:
            placed = by_key[spot.zone]
            rect = _top(placed) if spot.piece is None else placed.spot(spot.piece)
            if spot.piece is not None and sign is picked:
                rect = _rest(placed, spot.piece)
            _tinted(canvas, rect, sign.mark, colours)
            if not canvas.reline(rect, sign.lines, sign.mark.line):
                canvas.corners(rect, sign.corners, sign.mark.line)
    return canvas


def _top(placed: PlacedZone) -> Region:
    """Return what stands for the whole place: the top of a fan, all of anything else."""
    if placed.zone.layout in (Layout.FAN_DOWN, Layout.FAN_RIGHT) and placed.spots:
        return placed.spots[-1]
    return placed.body


def _rest(placed: PlacedZone, index: int) -> Region:
    """Return a piece of a fan and everything that lies on it."""
    first, last = placed.spots[index], placed.spots[-1]
    return Region(first.x, first.y, last.right - first.x, last.bottom - first.y)


def _tinted(canvas: Canvas, rect: Region, mark: Highlight, colours: Palette) -> None:
    """Give a region the mark's background; the land on tiles keeps its own."""
    land = {*colours.fields, *colours.cities}
    for x, y in cells(rect):
        cell = canvas.at(x, y)
        if cell is not None and cell[1].bg not in land:
            char, ink = cell
            light = ink.fg if _is_dark(ink.fg) else mark.line
            canvas.put(x, y, char, ink._replace(bg=mark.bg, fg=light))


def _is_dark(colour: str) -> bool:
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return red * 3 + green * 6 + blue < 1300


def _zone(canvas: Canvas, placed: PlacedZone, plan: TablePlan, colours: Palette) -> None:
    zone, metrics = placed.zone, plan.metrics
    brush = Brush(colours, odd=round(zone.x + zone.y) % 2 == 1)
    paint_place(canvas, placed.body, zone, brush, tagged=bool(placed.words))
    placed_pieces = [*zip(zone.pieces, placed.spots, strict=True)]
    if zone.layout is Layout.PILE:
        placed_pieces = placed_pieces[-1:]
    for i, (piece, spot) in enumerate(placed_pieces):
        rect = spot
        fanned = zone.layout in (Layout.FAN_DOWN, Layout.FAN_RIGHT)
        if fanned and i < len(placed_pieces) - 1:
            rect = Region(spot.x, spot.y, *size_of(piece, metrics))
        if fanned:
            rect = rect._replace(height=min(rect.height, placed.body.bottom - rect.y))
        paint_piece(canvas, rect, piece, brush)
    _count(canvas, placed, colours)
    _caption(canvas, placed, colours)


def _count(canvas: Canvas, placed: PlacedZone, colours: Palette) -> None:
    """Write how many lie in a pile of several."""
    zone = placed.zone
    is_captioned = zone.caption == " ".join(placed.words)
    if zone.layout is not Layout.PILE or len(zone.pieces) < 2 or is_captioned:
        return
    text, rect = str(len(zone.pieces)), placed.spots[-1]
    if zone.pieces[-1].look == "card:back" or rect.height < 3:
        words = f" {text} "
        x = rect.x + (rect.width - len(words)) // 2
        ink = Ink("#ffffff", "#22262b", bold=True)
        canvas.write(x, rect.y + rect.height // 2, words, ink)
        return
    ink = Ink(colours.edge, colours.face)
    edge = f"─{text}".rjust(rect.width - 2, "─")
    canvas.write(rect.x + 1, rect.bottom - 1, edge[-(rect.width - 2) :], ink)


def _caption(canvas: Canvas, placed: PlacedZone, colours: Palette) -> None:
    if not placed.words:
        return
    first = placed.rect.bottom - len(placed.words)
    zone = placed.zone
    turn = zone.look.endswith(":turn")
    ink = Ink(colours.accent if turn else colours.ink, colours.felt, bold=turn)
    if zone.layout is not Layout.ROW:
        ink = colours.quiet
    for i, line in enumerate(placed.words):
        inset = (placed.rect.width - len(line)) // 2 if is_centred(zone) else 0
        canvas.write(placed.rect.x + inset, first + i, line, ink)
