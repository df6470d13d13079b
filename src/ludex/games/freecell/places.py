"""The places of the table as events name them, and the guards that they exist.

Places are numbered from 0, as in the document: a column, a free cell, a home.
"""

from typing import Annotated

from ludex.games.freecell.state import State
from ludex.kernel import Guards, Whole

Column = Annotated[int, Whole(0, 12)]
Cell = Annotated[int, Whole(0, 9)]
Home = Annotated[int, Whole(0, 7)]
Count = Annotated[int, Whole(1, 13)]


def column_exists(s: State, column: int) -> Guards:
    """outside_bounds, for a column (Q1: below eight, not up to eight)."""
    yield (
        0 <= column < len(s.columns)
        or f"There is no column {column}: columns are 0 to {len(s.columns) - 1}"
    )


def cell_exists(s: State, cell: int) -> Guards:
    """outside_bounds, for a free cell; a table may have none."""
    yield 0 <= cell < len(s.cells) or f"There is no free cell {cell}: {cells_there(s)}"


def home_exists(s: State, home: int) -> Guards:
    """outside_bounds, for a home."""
    yield (
        0 <= home < len(s.homes)
        or f"There is no home {home}: homes are 0 to {len(s.homes) - 1}"
    )


def cells_there(s: State) -> str:
    """The numbers of the free cells, as a reason names them."""
    return f"free cells are 0 to {len(s.cells) - 1}" if s.cells else "there are none"
