"""The places of the table as events name them, and what is said where there is none.

Events number places from 0, as the document does; players hear of them counted from 1.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

from ludex.kernel import Guards, Sentence, Whole, say
from ludex.parts.places import Nth

from .state import State


@dataclass(frozen=True)
class NumberedPlace(Whole):
    """The numbers of a kind of places; the options say how many a table has."""

    place: str = "place"
    there: Callable[[State], int] = lambda _: 0
    """The number of such places on a table."""

    @property
    def expected(self) -> str:
        return f"the number of a {self.place}, counted from 0"

    def expected_in(self, state: object) -> str:
        """Return the numbers that the options leave, beside those that players say."""
        assert isinstance(state, State)
        count = self.there(state)
        if count == 0:
            return say("none", f"a {self.place}; there is none")
        if count == 1:
            return say("one", f"a {self.place}: 0 for {self.place} 1")
        words = f"a {self.place}: 0 to {{last}} for {self.place}s 1 to {{count}}"
        return say("numbers", words, last=count - 1, count=count)


Column = Annotated[int, NumberedPlace(0, 12, place="column", there=lambda s: len(s.columns))]
Cell = Annotated[int, NumberedPlace(0, 9, place="free cell", there=lambda s: len(s.cells))]
Home = Annotated[int, NumberedPlace(0, 7, place="home", there=lambda s: len(s.homes))]
Count = Annotated[int, Whole(1, 13)]


def is_column(s: State, column: int) -> Guards:
    """outside_bounds, for a column (Q1: below eight, not up to eight)."""
    yield 0 <= column < len(s.columns) or say(
        "outside_bounds",
        "There is no column {column}: columns are 1 to {last}",
        column=Nth(column),
        last=Nth(len(s.columns) - 1),
    )


def is_cell(s: State, cell: int) -> Guards:
    """outside_bounds, for a free cell; a table may have none."""
    yield 0 <= cell < len(s.cells) or say(
        "outside_bounds",
        "There is no free cell {cell}: {free_cells}",
        cell=Nth(cell),
        free_cells=cells_there(s),
    )


def is_home(s: State, home: int) -> Guards:
    """outside_bounds, for a home."""
    yield 0 <= home < len(s.homes) or say(
        "outside_bounds",
        "There is no home {home}: homes are 1 to {last}",
        home=Nth(home),
        last=Nth(len(s.homes) - 1),
    )


NO_CELLS = say("no_cells", "there are none")


def cells_there(s: State) -> Sentence:
    """Return the numbers of the free cells."""
    if not s.cells:
        return NO_CELLS
    last = Nth(len(s.cells) - 1)
    return say("cells", "free cells are 1 to {last}", last=last)


def empty_column(column: int) -> Sentence:
    """empty_cells, for a column: it has no card to move."""
    return say("empty_cells", "Column {column} is empty", column=Nth(column))


def empty_cell(cell: int) -> Sentence:
    """empty_cells, for a free cell."""
    return say("empty_cells", "Free cell {cell} is empty", cell=Nth(cell))
