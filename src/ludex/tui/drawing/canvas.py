"""A canvas of character cells: what every picture of the table is painted on."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from rich.segment import Segment
from rich.style import Style
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


@dataclass(frozen=True, slots=True)
class Rect:
    """Cells from (x, y), so many wide and high."""

    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        """The first column beyond."""
        return self.x + self.w

    @property
    def bottom(self) -> int:
        """The first line beyond."""
        return self.y + self.h

    @property
    def middle(self) -> tuple[float, float]:
        """The centre."""
        return self.x + self.w / 2, self.y + self.h / 2

    def has(self, x: int, y: int) -> bool:
        """Does the cell lie in it?"""
        return self.x <= x < self.right and self.y <= y < self.bottom

    def moved(self, dx: int, dy: int) -> "Rect":
        """The same cells elsewhere."""
        return Rect(self.x + dx, self.y + dy, self.w, self.h)

    def cells(self) -> Iterator[tuple[int, int]]:
        """Every cell, in reading order."""
        for y in range(self.y, self.bottom):
            for x in range(self.x, self.right):
                yield x, y


BLANK: Final = " "

DOUBLE: Final = str.maketrans("╭╮╰╯─│┌┐└┘┄┆", "╔╗╚╝═║╔╗╚╝═║")
HEAVY: Final = str.maketrans("╭╮╰╯─│┌┐└┘┄┆", "┏┓┗┛━┃┏┓┗┛━┃")
DASHED: Final = str.maketrans("─│", "╌╎")
LINES: Final = frozenset("╭╮╰╯─│┌┐└┘┄┆╔╗╚╝═║┏┓┗┛━┃╌╎")


class Canvas:
    """Rows of characters with their inks; what falls outside is not painted."""

    def __init__(self, width: int, height: int, ink: Ink) -> None:
        self.width = width
        self.height = height
        self._chars = [[BLANK] * width for _ in range(height)]
        self._inks = [[ink] * width for _ in range(height)]

    def at(self, x: int, y: int) -> tuple[str, Ink] | None:
        """The character and the ink of a cell, or None outside."""
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

    def fill(self, rect: Rect, ink: Ink, char: str = BLANK) -> None:
        """Paint every cell alike."""
        for x, y in rect.cells():
            self.put(x, y, char, ink)

    def box(
        self, rect: Rect, ink: Ink, corners: str = "╭╮╰╯", sides: str = "─│"
    ) -> None:
        """A frame; of one line only its two ends."""
        flat, upright = sides[0], sides[1]
        for x in range(rect.x + 1, rect.right - 1):
            self.put(x, rect.y, flat, ink)
            self.put(x, rect.bottom - 1, flat, ink)
        for y in range(rect.y + 1, rect.bottom - 1):
            self.put(rect.x, y, upright, ink)
            self.put(rect.right - 1, y, upright, ink)
        places = (
            (rect.x, rect.y),
            (rect.right - 1, rect.y),
            (rect.x, rect.bottom - 1),
            (rect.right - 1, rect.bottom - 1),
        )
        for (x, y), corner in reversed([*zip(places, corners, strict=True)]):
            self.put(x, y, corner, ink)

    def reline(self, rect: Rect, lines: dict[int, int], fg: str) -> bool:
        """Draw the frame of a rectangle with other lines; False when it has no frame."""
        framed = False
        for x, y in rect.cells():
            edge = x in (rect.x, rect.right - 1) or y in (rect.y, rect.bottom - 1)
            cell = self.at(x, y) if edge else None
            if cell is not None and cell[0] in LINES:
                framed = True
                self.put(
                    x, y, cell[0].translate(lines), cell[1]._replace(fg=fg, bold=True)
                )
        return framed

    def corners(self, rect: Rect, chars: str, fg: str) -> None:
        """Marks in the four corners, on the backgrounds that are there."""
        right, bottom = rect.right - 1, rect.bottom - 1
        if rect.h == 1:
            places = [(rect.x - 1, rect.y, "▸"), (right + 1, rect.y, "◂")]
        else:
            places = [
                (rect.x, rect.y, chars[0]),
                (right, rect.y, chars[1]),
                (rect.x, bottom, chars[2]),
                (right, bottom, chars[3]),
            ]
        for x, y, char in places:
            cell = self.at(x, y)
            if cell is not None:
                self.put(x, y, char, cell[1]._replace(fg=fg, bold=True))

    def paste(self, other: "Canvas", view: Rect, dx: int, dy: int) -> None:
        """Show of another canvas what lies from (dx, dy), in the cells of `view`."""
        for x, y in view.cells():
            cell = other.at(x - view.x + dx, y - view.y + dy)
            if cell is not None:
                self.put(x, y, *cell)

    def strip(self, y: int) -> Strip:
        """One line, for the screen."""
        segments: list[Segment] = []
        chars, inks = self._chars[y], self._inks[y]
        start = 0
        for x in range(1, self.width + 1):
            if x == self.width or inks[x] != inks[start]:
                segments.append(Segment("".join(chars[start:x]), _style(inks[start])))
                start = x
        return Strip(segments, self.width)

    def text(self) -> str:
        """The characters alone."""
        return "\n".join("".join(row).rstrip() for row in self._chars)
