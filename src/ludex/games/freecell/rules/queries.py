"""The document's questions: is a place empty, and is the game won?"""

from typing import Final

from ludex.kernel import Guards, Query, Sentence, say
from ludex.parts.places import Nth

from .places import (
    Cell,
    Column,
    Home,
    is_cell,
    is_column,
    is_home,
    no_cell,
    no_column,
    no_home,
)
from .state import State

EMPTY: Final = say("empty", "empty")
NOT_EMPTY: Final = say("not_empty", "not empty")
WON: Final = say("won", "won")
NOT_WON: Final = say("not_won", "not won")


class IsEmptyGameCell(Query[State]):
    """Tell whether a column is empty."""

    column: Column

    def guards(self, s: State) -> Guards:
        yield is_column(s, self.column) or no_column(s, self.column)

    def answer(self, s: State) -> Sentence:
        empty = NOT_EMPTY if s.columns[self.column] else EMPTY
        words = "Column {column} is {empty}"
        return say("is_empty", words, column=Nth(self.column), empty=empty)


class IsEmptyFreeCell(Query[State]):
    """Tell whether a free cell is empty."""

    cell: Cell

    def guards(self, s: State) -> Guards:
        yield is_cell(s, self.cell) or no_cell(s, self.cell)

    def answer(self, s: State) -> Sentence:
        empty = NOT_EMPTY if s.cells[self.cell] else EMPTY
        words = "Free cell {cell} is {empty}"
        return say("is_empty", words, cell=Nth(self.cell), empty=empty)


class IsEmptyHomeCell(Query[State]):
    """Tell whether a home is empty."""

    home: Home

    def guards(self, s: State) -> Guards:
        yield is_home(s, self.home) or no_home(s, self.home)

    def answer(self, s: State) -> Sentence:
        empty = NOT_EMPTY if s.homes[self.home] else EMPTY
        words = "Home {home} is {empty}"
        return say("is_empty", words, home=Nth(self.home), empty=empty)


class WinGame(Query[State]):
    """Tell whether the game is won: every home holds thirteen cards."""

    def answer(self, s: State) -> Sentence:
        home = sum(map(len, s.homes))
        words = "The game is {won}: {home} of {cards} cards are home"
        if home == 1:
            words = "The game is {won}: {home} of {cards} cards is home"
        won = WON if s.is_won else NOT_WON
        return say("is_won", words, won=won, home=home, cards=s.rules.cards)
