"""The document's questions: is a place empty, and is the game won?"""

from ludex.games.freecell.places import (
    Cell,
    Column,
    Home,
    cell_exists,
    column_exists,
    home_exists,
)
from ludex.games.freecell.state import State
from ludex.kernel import Guards, Query


class IsEmptyGameCell(Query[State]):
    """Tell whether the column `column` is empty."""

    column: Column

    def guards(self, s: State) -> Guards:
        yield from column_exists(s, self.column)

    def answer(self, s: State) -> str:
        return _told(f"Column {self.column}", is_empty=not s.columns[self.column])


class IsEmptyFreeCell(Query[State]):
    """Tell whether the free cell `cell` is empty."""

    cell: Cell

    def guards(self, s: State) -> Guards:
        yield from cell_exists(s, self.cell)

    def answer(self, s: State) -> str:
        return _told(f"Free cell {self.cell}", is_empty=s.cells[self.cell] is None)


class IsEmptyHomeCell(Query[State]):
    """Tell whether the home `home` is empty."""

    home: Home

    def guards(self, s: State) -> Guards:
        yield from home_exists(s, self.home)

    def answer(self, s: State) -> str:
        return _told(f"Home {self.home}", is_empty=not s.homes[self.home])


class WinGame(Query[State]):
    """Tell whether the game is won: every home holds thirteen cards."""

    def answer(self, s: State) -> str:
        at_home = sum(map(len, s.homes))
        told = "won" if s.is_won else "not won"
        return f"The game is {told}: {at_home} of {s.rules.cards} cards are home"


def _told(place: str, *, is_empty: bool) -> str:
    return f"{place} is {'empty' if is_empty else 'not empty'}"
