"""The looks of things: for each kind of look its size and its painter.

The part of a look before the first colon is its kind: `card:QS`, `chess:N`, `tile:E`. What
has no painter here is shown by its label, so that any game can be played.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum

from textual.geometry import Region

from ludex.table import Piece, Zone
from ludex.tui.drawing.canvas import Canvas, Ink, cells
from ludex.tui.drawing.land import City, Land, dots, land_of, spot
from ludex.tui.drawing.palette import SEATS, Palette

FIGURINES = {"K": "♚", "Q": "♛", "R": "♜", "B": "♝", "N": "♞", "P": "♙"}

CHESSMEN = {
    "K": """
        ...##...
        ..####..
        ...##...
        .######.
        ..####..
        ..####..
        .######.
        .######.
    """,
    "Q": """
        #..##..#
        #..##..#
        ##.##.##
        .######.
        .######.
        ..####..
        .######.
        .######.
    """,
    "R": """
        ##.##.##
        ########
        .######.
        ..####..
        ..####..
        ..####..
        .######.
        ########
    """,
    "B": """
        ...##...
        ..##.#..
        .##.###.
        .######.
        ..####..
        ...##...
        ..####..
        .######.
    """,
    "N": """
        ...#.#..
        ..#####.
        .##.####
        ########
        ##.#####
        ..#####.
        .######.
        ########
    """,
    "P": """
        ........
        ...##...
        ..####..
        ..####..
        ...##...
        ..####..
        .######.
        .######.
    """,
}


SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
UNCUT = 99
"""More lines than any card has."""


class Tags(Enum):
    """The words under piles: whole, no wider than the pile, or none."""

    WIDE = 2
    NARROW = 1
    NONE = 0


@dataclass(frozen=True, slots=True)
class CellSizes:
    """The sizes of things, in cells."""

    card: tuple[int, int]
    step: int
    """Lines between the cards of a fan downwards."""

    slide: int
    """Columns between the cards of a fan to the right."""

    square: tuple[int, int]
    caption: int = 30
    """The widest line of words under a row."""

    tail: int = UNCUT
    """The part that is shown of the last card of a fan, at most."""

    gap: int = 0
    """Lines between things."""

    tags: Tags = Tags.WIDE
    """The room of the words under piles."""


@dataclass(frozen=True, slots=True)
class Brush:
    """The colours and the shade that a painter paints with."""

    palette: Palette
    odd: bool = False
    """Neighbours differ in this, for two shades of one colour."""


Size = tuple[int, int]
Paint = Callable[[Canvas, Region, Piece, Brush], None]


def kind_of(look: str) -> str:
    """Return the part of a look that says which painter."""
    return look.partition(":")[0]


def detail_of(look: str) -> str:
    """Return the part of a look that says what is painted."""
    return look.partition(":")[2]


def size_of(piece: Piece, metrics: CellSizes) -> Size:
    """Return how many cells a piece takes."""
    match kind_of(piece.look):
        case "card":
            return metrics.card
        case "chess" | "tile":
            return metrics.square
        case "meeple":
            return 1, 1
        case "chips" | "sign":
            return len(detail_of(piece.look)) + 2, 1
        case _:
            return max(3, min(len(piece.label) + 2, 16)), 1


def empty_size(zone: Zone, metrics: CellSizes) -> Size:
    """Return how many cells a place takes when nothing lies there."""
    if kind_of(zone.look) in ("square", "place"):
        return metrics.square
    return metrics.card if zone.look else (metrics.card[0], 1)


# -- pieces ---------------------------------------------------------------------------


def paint_piece(canvas: Canvas, rect: Region, piece: Piece, brush: Brush) -> None:
    """Paint a piece in its cells; cells below or to the right may be covered later."""
    PAINTERS.get(kind_of(piece.look), _labelled)(canvas, rect, piece, brush)


def _card(canvas: Canvas, rect: Region, piece: Piece, brush: Brush) -> None:
    face, colours = detail_of(piece.look), brush.palette
    if face == "back" or len(face) < 2:
        ink = Ink(colours.back_ink, colours.back)
        canvas.fill(rect, ink, "░")
        if rect.height > 1:
            canvas.box(rect, ink)
        return
    rank, suit = "10" if face[0] == "T" else face[0], SUITS.get(face[1], face[1])
    ink = Ink(colours.suits.get(face[1], colours.ink), colours.face, bold=True)
    canvas.fill(rect, ink)
    if rect.height == 1:
        canvas.write(rect.x, rect.y, f"{rank}{suit}".rjust(3), ink)
        return
    canvas.box(rect, Ink(colours.edge, colours.face))
    canvas.write(rect.x + 1, rect.y, f"{rank}{suit}", ink)
    if rect.height == 2:
        return
    if rect.width > 6 and rect.height > 4:
        corner = f"{rank}{suit}"
        canvas.write(rect.right - 1 - len(corner), rect.bottom - 1, corner, ink)
    canvas.put(rect.x + rect.width // 2, rect.y + rect.height // 2, suit, ink)


def _chessman(canvas: Canvas, rect: Region, piece: Piece, brush: Brush) -> None:
    letter = detail_of(piece.look)
    ink = _ink_on(canvas, rect, brush, brush.palette.chessman)._replace(bold=True)
    sprite = CHESSMEN.get(letter, "").split()
    if not sprite or rect.width < len(sprite[0]) or rect.height < len(sprite) // 2:
        glyph = FIGURINES.get(letter, letter)
        x = rect.x + (rect.width - 1) // 2
        canvas.write(x, rect.y + rect.height // 2, f"{glyph}{letter}"[: rect.width], ink)
        return
    x = rect.x + (rect.width - len(sprite[0])) // 2
    y = rect.y + (rect.height - len(sprite) // 2 + 1) // 2
    _bitmap(canvas, x, y, sprite, ink)
    if rect.width > len(sprite[0]) + 1:
        canvas.put(rect.right - 1, rect.bottom - 1, letter, ink)


def _ink_on(canvas: Canvas, rect: Region, brush: Brush, dark: str) -> Ink:
    """Return the ink for the ground that is there: dark, unless that is the table itself."""
    under, felt = canvas.at(rect.x, rect.y), brush.palette.felt
    ground = under[1].bg if under else felt
    return Ink(brush.palette.ink if ground == felt else dark, ground)


def _bitmap(canvas: Canvas, x: int, y: int, rows: list[str], ink: Ink) -> None:
    """Paint two rows of dots in each line of cells, by half blocks."""
    blocks = {("#", "#"): "█", ("#", "."): "▀", (".", "#"): "▄"}
    for i in range(0, len(rows), 2):
        for j, pair in enumerate(zip(rows[i], rows[i + 1], strict=True)):
            if pair in blocks:
                canvas.put(x + j, y + i // 2, blocks[pair], ink)


def _tile(canvas: Canvas, rect: Region, piece: Piece, brush: Brush) -> None:
    if piece.look == "tile:back":
        ink = Ink(brush.palette.back_ink, brush.palette.back)
        canvas.fill(rect, ink, "▒")
        return
    land = land_of(piece.look, piece.turned)
    if land is None:
        _labelled(canvas, rect, piece, brush)
        return
    colours = brush.palette
    (_plain_ground if colours.colourless else _ground)(canvas, rect, land, brush)
    for at in () if colours.colourless else land.gardens:
        _mark(canvas, rect, at, "♣", "#2c6e2f")
    for city in land.cities:
        if city.has_pennant and colours.colourless:
            canvas.put(*_cell(rect, _inside(city)), "P", colours.plain)
        elif city.has_pennant:
            _mark(canvas, rect, _inside(city), "◆", "#2456a6")
    if land.has_cloister:
        _cloister(canvas, rect, colours)


def _ground(canvas: Canvas, rect: Region, land: Land, brush: Brush) -> None:
    """Paint two dots to a cell, one above the other."""
    colours, shade = brush.palette, int(brush.odd)
    rows = dots(land, rect.width, 2 * rect.height)
    inks = {
        "c": colours.cities[shade],
        "f": colours.fields[shade],
        "r": colours.road,
        "x": colours.crossing,
    }
    for x, y in cells(rect):
        upper, lower = (rows[2 * (y - rect.y) + i][x - rect.x] for i in (0, 1))
        canvas.put(x, y, "▀", Ink(inks[upper], inks[lower]))


def _cell(rect: Region, at: tuple[float, float]) -> tuple[int, int]:
    """Return the cell of a point, by parts of the width and the height."""
    x = min(rect.width - 1, int(at[0] * rect.width))
    return rect.x + x, rect.y + min(rect.height - 1, int(at[1] * rect.height))


def _mark(canvas: Canvas, rect: Region, at: tuple[float, float], sign: str, ink: str) -> None:
    """Put a sign on the ground that is there."""
    x, y = _cell(rect, at)
    canvas.put(x, y, sign, Ink(ink, _colour_at(canvas, x, y), bold=True))


def _inside(city: City) -> tuple[float, float]:
    """Return a point of a city, towards its sides."""
    steps = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
    east, south = map(sum, zip(*(steps[side] for side in city.sides), strict=True))
    return 0.5 + 0.3 * east, 0.5 + 0.3 * south


PLAIN_ROADS = {
    "NS": "║", "EW": "═", "NE": "╚", "ES": "╔", "SW": "╗", "NW": "╝",
    "N": "║", "S": "║", "E": "═", "W": "═",
    "ESW": "╦", "NES": "╠", "NEW": "╩", "NSW": "╣", "NESW": "╬",
}  # fmt: skip


def _plain_ground(canvas: Canvas, rect: Region, land: Land, brush: Brush) -> None:
    """Paint land without colours: letters for the ground, lines for roads."""
    letters = {"c": "#", "f": "·"}
    wide, high = rect.width, rect.height
    rows = dots(land, wide, high)
    for x, y in cells(rect):
        u, v = x - rect.x, y - rect.y
        letter = letters.get(rows[v][u])
        road = letter or PLAIN_ROADS[land.road_at(u, v, wide, high)]
        canvas.put(x, y, road, brush.palette.plain)


def _cloister(canvas: Canvas, rect: Region, colours: Palette) -> None:
    """Paint a small house in the middle, upright however the tile lies."""
    wide, high = max(3, rect.width // 2 - 1) | 1, max(1, rect.height // 2)
    x, y = rect.x + (rect.width - wide) // 2, rect.y + (rect.height - high) // 2
    if colours.colourless:
        canvas.write(x, rect.y + rect.height // 2, "OOO", colours.plain)
        return
    ink = Ink("#8c2f1d", colours.cloister, bold=True)
    canvas.fill(Region(x, y, wide, high), ink)
    canvas.put(x + wide // 2, y + high // 2, "†", ink)


def _meeple(canvas: Canvas, rect: Region, piece: Piece, _: Brush) -> None:
    number, *role = detail_of(piece.look).split(":")
    seat = (int(number) - 1) % 10 if number.isdigit() else 0
    ink = Ink("#ffffff", SEATS[seat], bold=True)
    if len(role) < 2 or rect.width < 3:
        canvas.put(rect.x, rect.y, number, ink)
        return
    x, y = _cell(rect, spot(role[1], piece.turned))
    canvas.put(x, y, number, ink)
    if rect.width > 7:
        for at, half in ((x - 1, "▐"), (x + 1, "▌")):
            if rect.contains(at, y):
                canvas.put(at, y, half, Ink(SEATS[seat], _colour_at(canvas, at, y)))


def _colour_at(canvas: Canvas, x: int, y: int) -> str:
    cell = canvas.at(x, y)
    return cell[1].fg if cell else "#000000"


def _chips(canvas: Canvas, rect: Region, piece: Piece, brush: Brush) -> None:
    ink = Ink(brush.palette.accent, brush.palette.felt, bold=True)
    canvas.write(rect.x, rect.y, f"● {detail_of(piece.look)}", ink)


def _labelled(canvas: Canvas, rect: Region, piece: Piece, brush: Brush) -> None:
    ink = _ink_on(canvas, rect, brush, "#1d1d1f")
    words = piece.label[: rect.width]
    x = rect.x + (rect.width - len(words)) // 2
    canvas.write(x, rect.y + rect.height // 2, words, ink)


def _sign(canvas: Canvas, rect: Region, piece: Piece, brush: Brush) -> None:
    """Write what a game brings along, on whatever lies below it."""
    _labelled(canvas, rect, replace(piece, label=detail_of(piece.look)), brush)


PAINTERS: Mapping[str, Paint] = {
    "card": _card,
    "chess": _chessman,
    "tile": _tile,
    "meeple": _meeple,
    "chips": _chips,
    "sign": _sign,
}


# -- places ---------------------------------------------------------------------------


def paint_place(
    canvas: Canvas, rect: Region, zone: Zone, brush: Brush, *, tagged: bool = False
) -> None:
    """Paint the place itself, under the pieces; where words stand under it, none in it."""
    colours = brush.palette
    kind, _, word = zone.look.partition(":")
    if kind == "square":
        light = word == "light"
        ground = colours.light_square if light else colours.dark_square
        canvas.fill(rect, Ink(colours.chessman, ground))
        if colours.colourless and not light:
            canvas.fill(rect, Ink(colours.faint, ground), "░")
    elif kind == "place":
        canvas.box(rect, colours.quiet, "┌┐└┘", "┄┆")
    elif zone.look and not zone.pieces and kind != "seat":
        _outline(canvas, rect, kind, word, colours)
        if tagged:
            canvas.box(rect, colours.quiet)
            canvas.fill(
                Region(rect.x + 1, rect.y + 1, rect.width - 2, rect.height - 2),
                colours.quiet,
            )


def _outline(canvas: Canvas, rect: Region, kind: str, word: str, colours: Palette) -> None:
    """Frame an empty place, and say what it is for."""
    canvas.box(rect, colours.quiet)
    text = {"foundation": SUITS.get(word, "A"), "column": "", "house": ""}.get(kind)
    if text is None:
        text = word or kind
    # Half a word would be a riddle.
    inside = text if rect.height > 2 and len(text) <= rect.width - 2 else ""
    x = rect.x + (rect.width - len(inside)) // 2
    canvas.write(x, rect.y + rect.height // 2, inside, colours.quiet)
