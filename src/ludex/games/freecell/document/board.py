"""The module Board: its variables, its local functions, and its queries."""

from dataclasses import dataclass
from typing import Annotated, Final

from ludex.kernel import Guards, Whole
from ludex.parts.cards import AnyCard, Card, Rank, Suit
from ludex.study.documents.routine import QueryRoutine, Undefined, at, known

from .card import (
    getRank,
    getSuit,
    numOfRanks,
    rankMatch,
    suitMatch,
)
from .deck import DeckState
from .exceptions import EMPTY_CELLS, OUTSIDE_BOUNDS
from .reading import WRITTEN, Reading

NUM_OF_FREECELLS: Final = 4
NUM_OF_HOMECELLS: Final = 4
NUM_OF_GAMECELLS: Final = 8

GameCol = Annotated[int, Whole(0, NUM_OF_GAMECELLS - 1)]
FreeCol = Annotated[int, Whole(0, NUM_OF_FREECELLS - 1)]
HomeCol = Annotated[int, Whole(0, NUM_OF_HOMECELLS - 1)]

Cells = tuple[tuple[AnyCard, ...], ...]


@dataclass(frozen=True, slots=True)
class BoardState:
    """The variables of a board, before the constructor without a value."""

    HomeCells: Cells | None = None
    FreeCells: tuple[AnyCard | None, ...] | None = None
    """None is no card: the document has no value for it (B11)."""

    GameCells: Cells | None = None
    dck: DeckState | None = None
    win: bool | None = None
    emptyFreeCell: tuple[bool, ...] | None = None
    reading: Reading = WRITTEN

    # The last card of a place: `X[i][|X[i]| - 1]`, which is X[i][-1] where X[i] is empty.

    def lastGame(self, col: int) -> Card:
        """GameCells[col][|GameCells[col]| - 1]."""
        return _last(self.GameCells, col, "GameCells")

    def lastHome(self, col: int) -> Card:
        """HomeCells[col][|HomeCells[col]| - 1]."""
        return _last(self.HomeCells, col, "HomeCells")

    def freeCard(self, col: int) -> Card:
        """FreeCells[col], if there is a card."""
        card = at(known(self.FreeCells, "FreeCells"), col, "FreeCells")
        return known(card, f"FreeCells[{col}]")

    # Local functions.

    def validGameCol(self, gameCol: int) -> bool:
        """0 ≤ gameCol ≤ NUM_OF_GAMECELLS."""
        return 0 <= gameCol <= NUM_OF_GAMECELLS

    def validFreeCol(self, freeCol: int) -> bool:
        """0 ≤ freeCol ≤ NUM_OF_FREECELLS."""
        return 0 <= freeCol <= NUM_OF_FREECELLS

    def validHomeCol(self, homeCol: int) -> bool:
        """0 ≤ homeCol ≤ NUM_OF_HOMECELLS."""
        return 0 <= homeCol <= NUM_OF_HOMECELLS

    def availableMoves(self, targetCol: int) -> int:
        """freeSpots × 2 ^ gameSpots, where gameSpots is `a sum ∨ -(k | k = targetCol: -1)`."""
        freeSpots = sum(self.isFreeEmpty(i) for i in range(NUM_OF_FREECELLS))
        gameSpots = sum(self.isGameEmpty(j) for j in range(NUM_OF_GAMECELLS))
        if not self.reading.sums:
            raise Undefined("availableMoves joins two numbers by ∨, which is for truth values")
        gameSpots -= sum(-1 for k in range(NUM_OF_GAMECELLS) if k == targetCol)
        return freeSpots << gameSpots

    # What the queries of the same names answer, where they have no exception.

    def isGameEmpty(self, col: int) -> bool:
        """GameCells[col].empty()."""
        return not at(known(self.GameCells, "GameCells"), col, "GameCells")

    def isHomeEmpty(self, col: int) -> bool:
        """HomeCells[col].empty()."""
        return not at(known(self.HomeCells, "HomeCells"), col, "HomeCells")

    def isFreeEmpty(self, col: int) -> bool:
        """emptyFreeCell[col]."""
        return at(known(self.emptyFreeCell, "emptyFreeCell"), col, "emptyFreeCell")


def _last(cells: Cells | None, col: int, name: str) -> Card:
    pile = at(known(cells, name), col, name)
    return at(pile, len(pile) - 1, f"{name}[{col}]")


# A move that asks a query gets its exception too, before its own (M21).


def asked_game(col: int) -> Guards:
    """isEmptyGameCell has an exception of its own."""
    yield 0 <= col < NUM_OF_GAMECELLS or OUTSIDE_BOUNDS


def asked_free(col: int) -> Guards:
    """isEmptyFreeCell has an exception of its own."""
    yield 0 <= col < NUM_OF_FREECELLS or OUTSIDE_BOUNDS


class isEmptyGameCell(QueryRoutine[BoardState]):
    """Is column `col` empty?"""

    raises = ("outside_bounds",)
    col: GameCol

    def guards(self, s: BoardState) -> Guards:
        yield from asked_game(self.col)

    def out(self, s: BoardState, t: BoardState) -> bool:
        return s.isGameEmpty(self.col)


class isEmptyHomeCell(QueryRoutine[BoardState]):
    """Is home `col` empty?"""

    raises = ("outside_bounds",)
    col: HomeCol

    def guards(self, s: BoardState) -> Guards:
        yield 0 <= self.col < NUM_OF_HOMECELLS or OUTSIDE_BOUNDS

    def out(self, s: BoardState, t: BoardState) -> bool:
        return s.isHomeEmpty(self.col)


class isEmptyFreeCell(QueryRoutine[BoardState]):
    """Is free cell `col` empty?"""

    raises = ("outside_bounds",)
    col: FreeCol

    def guards(self, s: BoardState) -> Guards:
        yield from asked_free(self.col)

    def out(self, s: BoardState, t: BoardState) -> bool:
        return s.isFreeEmpty(self.col)


class getGameCells(QueryRoutine[BoardState]):
    """The columns."""

    raises = ("empty_cells",)

    def guards(self, s: BoardState) -> Guards:
        yield s.GameCells != () or EMPTY_CELLS

    def out(self, s: BoardState, t: BoardState) -> Cells:
        return known(s.GameCells, "GameCells")


class getHomeCells(QueryRoutine[BoardState]):
    """The homes."""

    raises = ("empty_cells",)

    def guards(self, s: BoardState) -> Guards:
        yield s.HomeCells != () or EMPTY_CELLS

    def out(self, s: BoardState, t: BoardState) -> Cells:
        return known(s.HomeCells, "HomeCells")


class getFreeCells(QueryRoutine[BoardState]):
    """The free cells."""

    raises = ("empty_cells",)

    def guards(self, s: BoardState) -> Guards:
        yield s.FreeCells != () or EMPTY_CELLS

    def out(self, s: BoardState, t: BoardState) -> tuple[Card | None, ...]:
        return known(s.FreeCells, "FreeCells")


class rankMatch_(QueryRoutine[BoardState]):
    """Is rank `a` one higher than `b`?"""

    a: Rank
    b: Rank

    def out(self, s: BoardState, t: BoardState) -> bool:
        return rankMatch(self.a, self.b)


class suitMatch_(QueryRoutine[BoardState]):
    """Do the numbers of the suits `a` and `b` differ by 1 or 3?"""

    a: Suit
    b: Suit

    def out(self, s: BoardState, t: BoardState) -> bool:
        return suitMatch(self.a, self.b)


class WinGame(QueryRoutine[BoardState]):
    """Do all four homes have thirteen cards?"""

    def out(self, s: BoardState, t: BoardState) -> bool:
        return is_won(s)


def is_won(s: BoardState) -> bool:
    """+(i | |HomeCells[i]| ≡ numOfRanks: 1) ≡ NUM_OF_HOMECELLS."""
    full = sum(len(pile) == numOfRanks for pile in known(s.HomeCells, "HomeCells"))
    return full == NUM_OF_HOMECELLS


def ranks_match(a: Card, b: Card) -> bool:
    """rankMatch of two cards."""
    return rankMatch(getRank(a), getRank(b))


def suits_match(a: Card, b: Card) -> bool:
    """suitMatch of two cards."""
    return suitMatch(getSuit(a), getSuit(b))
