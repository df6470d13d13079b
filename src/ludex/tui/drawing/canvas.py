"""A canvas of character cells: every picture of the table is painted on it."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip


class Ink(NamedTuple):
    """The colours of a cell."""

    fg: str
    bg: str
    bold: bool = False
    dim: bool = False


@lru_cache(maxsize=4096)
def _style(ink: Ink) -> Style:
    return Style(color=ink.fg, bgcolor=ink.bg, bold=ink.bold, dim=ink.dim)


def cells(region: Region) -> Iterator[tuple[int, int]]:
    """List every cell of a region, in reading order."""
    for y in range(region.y, region.bottom):
        for x in range(region.x, region.right):
            yield x, y


def corners_of(region: Region) -> tuple[tuple[int, int], ...]:
    """List the four corners, in reading order."""
    x, y, right, bottom = region.x, region.y, region.right - 1, region.bottom - 1
    return (x, y), (right, y), (x, bottom), (right, bottom)


BLANK = " "

DOUBLE = str.maketrans("╭╮╰╯─│┌┐└┘┄┆", "╔╗╚╝═║╔╗╚╝═║")
HEAVY = str.maketrans("╭╮╰╯─│┌┐└┘┄┆", "┏┓┗┛━┃┏┓┗┛━┃")
DASHED = str.maketrans("─│", "╌╎")
LINES = frozenset("╭╮╰╯─│┌┐└┘┄┆╔╗╚╝═║┏┓┗┛━┃╌╎")


class Canvas:
    """Rows of characters with their inks; what falls outside is not painted."""

    def __init__(self, width: int, height: int, ink: Ink) -> None:
        self.width = width
        self.height = height
        self._chars = [[BLANK] * width for _ in range(height)]
        self._inks = [[ink] * width for _ in range(height)]

    def at(self, x: int, y: int) -> tuple[str, Ink] | None:
        """Return the character and the ink of a cell, or None outside."""
        if 0 <= x < self.width and 0 <= y < self.height:
            return self._chars[y][x], self._inks[y][x]
        return None

    def put(self, x: int, y: int, char: str, ink: Ink) -> None:
        """Paint one cell."""
        if 0 <= x < self.width and 0 <= y < self.height:
            self._chars[y][x] = char
            self._inks[y][x] = ink

    def write(self, x: int, y: int, text: str, ink: Ink) -> None:
        """Paint a text to the right."""
        for i, char in enumerate(text):
            self.put(x + i, y, char, ink)

    def fill(self, rect: Region, ink: Ink, char: str = BLANK) -> None:
        """Paint every cell alike."""
        for x, y in cells(rect):
            self.put(x, y, char, ink)

    def box(self, rect: Region, ink: Ink, corners: str = "╭╮╰╯", sides: str = "─│") -> None:
        """Draw a frame; of one line only its two ends."""
        flat, upright = sides[0], sides[1]
        for x in range(rect.x + 1, rect.right - 1):
            self.put(x, rect.y, flat, ink)
            self.put(x, rect.bottom - 1, flat, ink)
        for y in range(rect.y + 1, rect.bottom - 1):
            self.put(rect.x, y, upright, ink)
            self.put(rect.right - 1, y, upright, ink)
        for (x, y), corner in reversed([*zip(corners_of(rect), corners, strict=True)]):
            self.put(x, y, corner, ink)

    def reline(self, rect: Region, lines: dict[int, int], fg: str) -> bool:
        """Draw the frame of a rectangle with other lines; False when it has no frame."""
        framed = False
        for x, y in cells(rect):
            edge = x in (rect.x, rect.right - 1) or y in (rect.y, rect.bottom - 1)
            cell = self.at(x, y) if edge else None
            if cell is not None and cell[0] in LINES:
                framed = True
                self.put(x, y, cell[0].translate(lines), cell[1]._replace(fg=fg, bold=True))
        return framed

    def corners(self, rect: Region, chars: str, fg: str) -> None:
        """Mark the four corners, on the backgrounds that are there."""
        places = corners_of(rect)
        if rect.height == 1:
            places, chars = ((rect.x - 1, rect.y), (rect.right, rect.y)), "▸◂"
        for (x, y), char in zip(places, chars, strict=True):
            cell = self.at(x, y)
            if cell is not None:
                self.put(x, y, char, cell[1]._replace(fg=fg, bold=True))

    def paste(self, other: "Canvas", view: Region, dx: int, dy: int) -> None:
        """Show of another canvas what lies from (dx, dy), in the cells of `view`."""
        for x, y in cells(view):
            cell = other.at(x - view.x + dx, y - view.y + dy)
            if cell is not None:
                self.put(x, y, *cell)

    def strip(self, y: int) -> Strip:
        """Return one line, for the screen."""
        segments: list[Segment] = []
        chars, inks = self._chars[y], self._inks[y]
        start = 0
        for x in range(1, self.width + 1):
            if x == self.width or inks[x] != inks[start]:
                segments.append(Segment("".join(chars[start:x]), _style(inks[start])))
                start = x
        return Strip(segments, self.width)

    def text(self) -> str:
        """Return the characters alone."""
        return "\n".join("".join(row).rstrip() for row in self._chars)
