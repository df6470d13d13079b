"""Grids: boards of squares counted from 1, rows downwards and columns to the right."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Generic, NamedTuple, Self, TypeVar

from ludex.kernel import Spread, Whole

T = TypeVar("T")

FILES = "abcdefghijklmnopqrstuvwxyz"
"""The letters of the columns in chess."""


class Square(NamedTuple):
    """A place on a grid."""

    row: int
    col: int

    def __str__(self) -> str:
        return f"({self.row}, {self.col})"

    def __format__(self, spec: str) -> str:
        """Plain, or with `board4` as chess players name it on a board of four rows.

        Off such a board a square has no name but its numbers.
        """
        if spec.startswith("board"):
            rows = int(spec.removeprefix("board"))
            if 1 <= self.row <= rows and 1 <= self.col <= len(FILES):
                return f"{FILES[self.col - 1]}{rows + 1 - self.row}"
            return str(self)
        return format(str(self), spec)

    def beyond(self, down: int, right: int) -> "Square":
        """Return the square this many rows down and columns to the right."""
        return Square(self.row + down, self.col + right)


class Placed(NamedTuple, Generic[T]):
    """A piece on a square, for states that list their pieces instead of a grid.

    The laws of every game check that no two pieces of a state stand on the same square.
    """

    at: Square
    piece: T


def square(rows: int, cols: int, row: str = "row", col: str = "col") -> Spread[Square]:
    """The domain of the squares of a board; the arguments' names can be given."""
    return Spread(Square, (Whole(1, rows, label=row), Whole(1, cols, label=col)))


@cache
def squares(rows: int, cols: int) -> frozenset[Square]:
    """All squares of a board."""
    return frozenset(_in_reading_order(rows, cols))


@cache
def _in_reading_order(rows: int, cols: int) -> tuple[Square, ...]:
    return tuple(Square(r, c) for r in range(1, rows + 1) for c in range(1, cols + 1))


@dataclass(frozen=True, slots=True)
class Grid(Generic[T]):
    """A board with at most one thing on each square; `in`, `len` and loops refer to the things."""

    rows: int
    cols: int
    cells: tuple[T | None, ...]

    @classmethod
    def empty(cls, rows: int, cols: int) -> Self:
        """A board with nothing on it."""
        return cls(rows, cols, (None,) * (rows * cols))

    @property
    def squares(self) -> frozenset[Square]:
        """The squares of this board, occupied or not."""
        return squares(self.rows, self.cols)

    def at(self, place: Square) -> T | None:
        """Return the thing on a square of the board, if there is one."""
        return self.cells[(place.row - 1) * self.cols + place.col - 1]

    # The three look-ups below are the innermost loop of every game on a grid: they do not
    # call one another.

    def __getitem__(self, place: Square) -> T:
        thing = self.cells[(place.row - 1) * self.cols + place.col - 1]
        assert thing is not None
        return thing

    def __contains__(self, place: Square) -> bool:
        row, col = place
        return (  # off the board is not some other square
            0 < row <= self.rows
            and 0 < col <= self.cols
            and self.cells[(row - 1) * self.cols + col - 1] is not None
        )

    def __len__(self) -> int:
        return len(self.cells) - self.cells.count(None)

    def __iter__(self) -> Iterator[Square]:
        places = _in_reading_order(self.rows, self.cols)
        return iter([p for p, cell in zip(places, self.cells, strict=True) if cell is not None])

    def things(self) -> list[tuple[Square, T]]:
        """Return the things by square, in reading order."""
        places = _in_reading_order(self.rows, self.cols)
        return [(p, cell) for p, cell in zip(places, self.cells, strict=True) if cell is not None]

    def is_clear(self, path: Iterable[Square]) -> bool:
        """Is there nothing on the squares of `path`?"""
        for place in path:
            if self.cells[(place.row - 1) * self.cols + place.col - 1] is not None:
                return False
        return True

    def put(self, place: Square, thing: T | None) -> "Grid[T]":
        """The board with `thing`, or nothing, on `place`."""
        i = (place.row - 1) * self.cols + place.col - 1
        return Grid(self.rows, self.cols, (*self.cells[:i], thing, *self.cells[i + 1 :]))

    def moved(self, source: Square, target: Square) -> "Grid[T]":
        """Return the board after the thing on `source` has moved to `target`."""
        cells, cols = [*self.cells], self.cols
        i = (source.row - 1) * cols + source.col - 1
        thing, cells[i] = cells[i], None
        assert thing is not None
        cells[(target.row - 1) * cols + target.col - 1] = thing
        return Grid(self.rows, self.cols, tuple(cells))

    @property
    def lines(self) -> tuple[tuple[T | None, ...], ...]:
        """The rows from the top."""
        return tuple(self.cells[i : i + self.cols] for i in range(0, len(self.cells), self.cols))
