"""The numbers of FreeCell's moves.

Runs from column to column (by source, by target, by count), columns to homes, columns to
cells, cells to columns, cells to homes, then the two ways of autoplay. None of these functions calls another:
Python uses them too, uncompiled.
"""

from ludex.compile.jit import step
from ludex.games.freecell.engine.table import (
    COUNTS,
    HOUSES,
)


@step
def first_home(columns: int) -> int:
    """The first move of a column home."""
    return columns * columns * COUNTS


@step
def first_cell(columns: int) -> int:
    """The first move of a column to a cell."""
    return columns * (columns * COUNTS + HOUSES)


@step
def first_from_cell(columns: int, cells: int) -> int:
    """The first move of a cell to a column."""
    return columns * (columns * COUNTS + HOUSES + cells)


@step
def first_cell_home(columns: int, cells: int) -> int:
    """The first move of a cell home."""
    return columns * (columns * COUNTS + HOUSES + 2 * cells)


@step
def first_autoplay(columns: int, cells: int) -> int:
    """Sending what is safe; sending all is next."""
    return columns * (columns * COUNTS + HOUSES + 2 * cells) + cells * HOUSES
