"""Scenes as pixels: any game's table drawn with Pillow, without a browser.

What is drawn follows from the looks of pieces and places (`card:QS`, `chess:N`, `tile:cN.rEW`,
`meeple:1:K:50,21`); one that is not known here is a box with its words in it. All pictures of
a table have one size, so that they can be made a film.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ludex.table import Layout, Piece, Scene, Zone

try:
    from PIL import Image, ImageDraw, ImageFont
except ImportError as missing:
    raise ImportError('pictures need Pillow: pip install "ludex[rl]"') from missing

SIZE = (640, 480)
MARGIN = 14
STATUS = 22
"""The height of the line that says where the game stands."""

TABLE, INK, PAPER, LINE = "#1f5c46", "#1c1c1c", "#fbf8f0", "#d8d2c2"
RED, DIM, FIELD, CITY = "#b3261e", "#2f7359", "#8db255", "#c08a4d"
ROAD, CLOISTER, BACK = "#f3ecd9", "#9c3d33", "#3b5b92"
PLAYERS = ("#2b63c6", "#c6392b", "#e0b020", "#2d8a3e", "#3a3a3a")
SQUARES = {"light": "#e9dcc0", "dark": "#b58d63"}
TALL = 1.4
"""A card is so much taller than wide."""

CARD_PLACES = {
    "cell", "foundation", "column", "house", "reserve", "hand", "waste", "turned", "seat",
}  # fmt: skip
FAN = 0.28
"""The part of a covered card that is seen."""

Point = tuple[float, float]


class PieceBox(NamedTuple):
    """The place of a piece, in units of one piece; and how large it is."""

    x: float
    y: float
    w: float
    h: float

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Return the corners, as Pillow takes them."""
        return self.x, self.y, self.x + self.w, self.y + self.h

    def point(self, across: float, down: float) -> Point:
        """Return a point, by parts of the width and the height."""
        return self.x + across * self.w, self.y + down * self.h


def draw_scene(scene: Scene, words: str = "") -> npt.NDArray[np.uint8]:
    """Draw a scene as an array of pixels: height, width, and red, green, blue."""
    image = Image.new("RGB", SIZE, TABLE)
    pen = ImageDraw.Draw(image)
    pen.text((MARGIN, 5), _plain(str(scene.status)), PAPER, font=_font(13))
    if scene.zones:
        _draw_zones(pen, scene.zones)
    else:
        _text(pen, _plain(words or scene.text))
    return np.array(image, np.uint8)


def _text(pen: Any, words: str) -> None:  # noqa: ANN401
    """Write words in columns, letter below letter."""
    for row, line in enumerate(words.splitlines()):
        for column, letter in enumerate(line):
            at = (MARGIN + 6 + 12 * column, STATUS + MARGIN + 12 + 22 * row)
            pen.text(at, letter, PAPER, font=_font(18), anchor="mm")


def _draw_zones(pen: Any, zones: Sequence[Zone]) -> None:  # noqa: ANN401
    """Draw the fixed table; where there is an open map, below it."""
    width, height = SIZE
    room: float = height - STATUS - 2 * MARGIN
    table = [zone for zone in zones if zone.region == "table"]
    others = [zone for zone in zones if zone.region != "table"]
    wide, top = width - 2 * MARGIN, float(STATUS + MARGIN)
    if others:
        high = 0.8 * room if table else room
        _draw_region(pen, others, (MARGIN, top, wide, high))
        top, room = top + high + 4, room - high
    if table:
        _draw_region(pen, table, (MARGIN, top, wide, room))


def _draw_region(
    pen: Any,  # noqa: ANN401
    zones: Sequence[Zone],
    frame: tuple[float, float, float, float],
) -> None:
    looks = [piece.look for zone in zones for piece in zone.pieces]
    is_card_table = any(_kind(look) == "card" for look in looks) or any(
        _kind(zone.look) in CARD_PLACES for zone in zones
    )
    tall = TALL if is_card_table else 1.0
    spots = [(zone, [*_spots(zone, tall)]) for zone in zones]
    every = [spot for _, some in spots for spot in some]
    left, top = min(s.x for s in every), min(s.y for s in every)
    wide = max(s.x + s.w for s in every) - left
    high = max(s.y + s.h for s in every) - top
    x, y, w, h = frame
    unit = min(w / wide, h / high, 90.0)
    x += (w - unit * wide) / 2

    def scaled(spot: PieceBox) -> PieceBox:
        moved = spot.x - left, spot.y - top, spot.w, spot.h
        a, b, w, h = (part * unit for part in moved)
        return PieceBox(x + a, y + b, w, h)

    for zone, some in spots:
        _place(pen, zone, scaled(some[0]))
        for piece, spot in zip(zone.pieces, some[1:], strict=True):
            _piece(pen, piece, scaled(spot))
        if zone.caption:
            words = _plain(" ".join((zone.caption, *zone.signs)))
            font = _font(max(9, round(unit / 6)))
            pen.text(scaled(some[-1]).point(0, 1), words, PAPER, font=font)


def _spots(zone: Zone, tall: float) -> Iterator[PieceBox]:
    """Return the place itself, then each of its pieces."""
    x, y = zone.x, zone.y * tall
    is_square = _kind(zone.look) == "square" or zone.region != "table"
    inset = 0.0 if is_square else 0.06
    w, h = 1 - inset, tall - inset
    yield PieceBox(x, y, w, h)
    match zone.layout:
        case Layout.FAN_DOWN:
            right, down = 0.0, FAN * tall
        case Layout.FAN_RIGHT:
            right, down = FAN, 0.0
        case Layout.ROW:
            share = zone.span / max(1, len(zone.pieces))
            right, down = min(1.0, share) if zone.span > 1 else 1.0, 0.0
        case _:
            right, down = 0.0, 0.0
    for i, _ in enumerate(zone.pieces):
        yield PieceBox(x + i * right, y + i * down, w, h)


def _place(pen: Any, zone: Zone, at: PieceBox) -> None:  # noqa: ANN401
    kind, _, detail = zone.look.partition(":")
    if kind == "square":
        pen.rectangle(at.box, SQUARES.get(detail, LINE))
    elif zone.look or (zone.region == "table" and not zone.pieces):
        outline = PAPER if detail == "turn" else DIM
        pen.rounded_rectangle(at.box, at.w / 12, outline=outline, width=2)
        if len(detail) == 1:
            _suit(pen, detail, at.point(0.5, 0.5), at.w / 4, DIM)


def _piece(pen: Any, piece: Piece, at: PieceBox) -> None:  # noqa: ANN401
    kind, _, detail = piece.look.partition(":")
    match kind:
        case "card":
            _card(pen, detail, at)
        case "tile":
            _tile(pen, detail, piece.turned, at)
        case "meeple":
            _meeple(pen, detail, piece.turned, at)
        case "chips":
            low = PieceBox(at.x + at.w * 0.15, at.y + at.h * 0.3, at.w * 0.7, at.h * 0.35)
            pen.rounded_rectangle(low.box, low.h / 2, ROAD, INK)
            _centred(pen, detail[:7], low, INK)
        case _:
            inner = PieceBox(at.x + 2, at.y + 2, at.w - 4, at.h - 4)
            pen.ellipse(inner.box, PAPER, INK)
            _centred(pen, (detail or piece.label)[:6], at, INK)


def _card(pen: Any, face: str, at: PieceBox) -> None:  # noqa: ANN401
    if len(face) != 2:
        pen.rounded_rectangle(at.box, at.w / 10, BACK, PAPER, width=2)
        return
    rank, suit = face[0].replace("T", "10"), face[1]
    colour = RED if suit in "HD" else INK
    pen.rounded_rectangle(at.box, at.w / 10, PAPER, LINE)
    font = _font(max(7, round(at.w * 0.34)))
    pen.text(at.point(0.08, 0), rank, colour, font=font)
    _suit(pen, suit, at.point(0.74, 0.14), at.w * 0.15, colour)
    _suit(pen, suit, at.point(0.5, 0.62), at.w * 0.26, colour)


SUITS: dict[str, tuple[tuple[Point, ...], tuple[Point, ...], bool]] = {
    "D": ((), ((0, -1), (0.8, 0), (0, 1), (-0.8, 0)), False),
    "H": (((-0.55, -0.33), (0.55, -0.33)), ((-1, -0.11), (1, -0.11), (0, 1)), False),
    "S": (((-0.55, 0.275), (0.55, 0.275)), ((-1, 0.11), (1, 0.11), (0, -1)), True),
    "C": (((-0.55, 0.22), (0.55, 0.22), (0, -0.385)), (), True),
}
"""The discs of a suit, the corners between them, and whether it has a stem: not every font has suits."""


def _suit(pen: Any, suit: str, at: Point, r: float, colour: str) -> None:  # noqa: ANN401
    """Draw a suit as simple shapes."""
    discs, corners, has_stem = SUITS.get(suit, ((), (), False))
    x, y = at
    for cx, cy in discs:
        middle, d = (x + cx * r, y + cy * r), 0.55 * r
        pen.ellipse((*(c - d for c in middle), *(c + d for c in middle)), colour)
    if corners:
        pen.polygon([(x + cx * r, y + cy * r) for cx, cy in corners], colour)
    if has_stem:
        pen.rectangle((x - r * 0.12, y, x + r * 0.12, y + r), colour)


SIDES = "NESW"
CORNERS = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


def _tile(pen: Any, code: str, turned: int, at: PieceBox) -> None:  # noqa: ANN401
    if code == "back":
        pen.rectangle(at.box, BACK, INK)
        return
    pen.rectangle(at.box, FIELD, "#6f9440")
    middle = at.point(0.5, 0.5)

    def corner(i: int) -> Point:
        return at.point(*CORNERS[i % 4])

    words = code.split(".")
    for word in words:
        sides = [SIDES.index(letter) + turned for letter in word[1:] if letter in SIDES]
        if word[:1] == "c":
            deep = 0.3 if len(sides) == 1 else 0.5
            for side in sides:
                a, b = corner(side), corner(side + 1)
                tip = _between(_between(a, b, 0.5), middle, 2 * deep)
                pen.polygon([a, b, tip], CITY)
            if "!" in word:
                px, py = _between(corner(sides[0]), middle, 0.5)
                r = at.w / 12
                pen.rectangle((px - r, py - r, px + r, py + r), PLAYERS[0], PAPER)
        elif word[:1] == "r":
            for side in sides:
                end = _between(corner(side), corner(side + 1), 0.5)
                pen.line([end, middle], ROAD, width=max(2, round(at.w / 10)))
    if "m" in words:
        r = at.w / 6
        x, y = middle
        pen.rectangle((x - r, y - r * 0.4, x + r, y + r), CLOISTER)
        pen.polygon([(x - r, y - r * 0.4), (x + r, y - r * 0.4), (x, y - r * 1.4)], PAPER)


def _meeple(pen: Any, code: str, turned: int, at: PieceBox) -> None:  # noqa: ANN401
    seat, *more = code.split(":")
    fx, fy = 0.5, 0.5
    if len(more) > 1:
        fx, fy = (int(part) / 100 for part in more[1].split(","))
        for _ in range(turned % 4):
            fx, fy = 1 - fy, fx
    (x, y), r = at.point(fx, fy), at.w / 7
    own = PieceBox(x - r, y - r, 2 * r, 2 * r)
    colour = PLAYERS[(int(seat) - 1) % len(PLAYERS)] if seat.isdigit() else INK
    pen.ellipse(own.box, colour, PAPER, width=2)
    _centred(pen, more[0][:1] if more else "", own, PAPER)


def _between(a: Point, b: Point, part: float) -> Point:
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part


def _centred(pen: Any, words: str, at: PieceBox, colour: str) -> None:  # noqa: ANN401
    size = max(7, round(min(at.h * 0.6, 1.6 * at.w / max(1, len(words)))))
    pen.text(at.point(0.5, 0.5), _plain(words), colour, font=_font(size), anchor="mm")


def _kind(look: str) -> str:
    return look.partition(":")[0]


def _plain(words: str) -> str:
    """Write with letters that the font of Pillow has."""
    return words.translate(PLAIN).encode("latin-1", "replace").decode("latin-1")


PLAIN = str.maketrans({"♠": "S", "♥": "H", "♣": "C", "♦": "D", "’": "'", "–": "-", "…": "..."})


@lru_cache(maxsize=64)
def _font(size: int) -> Any:  # noqa: ANN401
    return ImageFont.load_default(size)
