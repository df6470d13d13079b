"""The module Board: its variables, local functions and queries, its constructor and its moves.

Exceptions come in the order of the document.

`A ∨ B ⟹ exception` is two guards with the same exception, asked from left to right; an
expression that reads a place that is not there is undefined, as the text has it.
"""

from dataclasses import dataclass, replace
from itertools import product
from typing import Annotated, ClassVar, TypeVar

from ludex.kernel import SOLO, Game, Guards, Outcome, Start, Whole, say, won
from ludex.parts.cards import AnyCard, Card, Rank, Suit
from ludex.study.documents.routine import (
    Instance,
    QueryRoutine,
    Routine,
    Undefined,
    at,
    find_exception,
    known,
)

from ..document import deck
from ..rules.deals import microsoft_board
from .card import getRank, getSuit, numOfRanks, rankMatch, suitMatch
from .deck import (
    ASSUMPTION,
    EMPTY_CELLS,
    EMPTY_OUTSIDE_BOUNDS,
    EMPTY_OUTSIDE_CELLS,
    INVALID_MOVE,
    OUTSIDE_BOUNDS,
    READINGS,
    SIGNALS,
    SIZED,
    WRITTEN,
    DeckReading,
    DeckState,
)

NUM_OF_FREECELLS = 4
NUM_OF_HOMECELLS = 4
NUM_OF_GAMECELLS = 8

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
    reading: DeckReading = WRITTEN

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


class GetCells(QueryRoutine[BoardState]):
    """Give the places of a kind, unless there are none."""

    raises = ("empty_cells",)
    cells: ClassVar[str]

    def guards(self, s: BoardState) -> Guards:
        yield getattr(s, self.cells) != () or EMPTY_CELLS

    def out(self, s: BoardState, t: BoardState) -> object:
        return known(getattr(s, self.cells), self.cells)


class getGameCells(GetCells):
    """The columns."""

    cells = "GameCells"


class getHomeCells(GetCells):
    """The homes."""

    cells = "HomeCells"


class getFreeCells(GetCells):
    """The free cells."""

    cells = "FreeCells"


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


T = TypeVar("T")

Number = Annotated[int, Whole(1, 2)]


class Board_(Routine[BoardState]):
    """Sizes and `win`; then dck.shuffleDeck() and ∀i ∀j: GameCells[j] = dck.dealCard()."""

    constructor = True

    def guards(self, s: BoardState) -> Guards:
        yield s.GameCells is None or ASSUMPTION

    def apply(self, s: BoardState) -> BoardState:
        columns, cells = NUM_OF_FREECELLS, NUM_OF_GAMECELLS  # crosswise (B1)
        if s.reading.sizes:
            columns, cells = cells, columns
        dck = deck.Deck_().apply(deck.DeckState(reading=s.reading))
        dck = deck.shuffleDeck().apply(known(dck if s.reading.deck else None, "dck"))
        GameCells: Cells = ((),) * columns
        calls = [*product(range(deck.MAX_CARDS), range(NUM_OF_GAMECELLS))]
        for call, (_, j) in enumerate(calls, start=1):
            try:
                dck, card = _dealt(dck)
                GameCells = put(GameCells, j, (known(card, "a card"),), "GameCells")
            except Undefined as undefined:
                problem = f"call {call:,} of {len(calls):,} of dealCard: {undefined}"
                raise Undefined(problem) from undefined
        return replace(
            s,
            HomeCells=((),) * NUM_OF_HOMECELLS,
            GameCells=GameCells,
            FreeCells=(None,) * cells,
            win=False,
        )


def _dealt(dck: deck.DeckState) -> tuple[deck.DeckState, Card | None]:
    refusal = find_exception(deck.dealCard(), dck)
    if refusal is not None:
        problem = f"it raises {refusal.text}, and the constructor has no exception"
        raise Undefined(problem)
    t = deck.dealCard().apply(dck)
    return t, deck.dealCard().out(dck, t)


class moveGameToGame(Routine[BoardState]):
    """Move the last `numOfCards` cards of column `col1` onto column `col2`."""

    raises = ("invalid_move", "outside_bounds")
    numOfCards: Number
    col1: GameCol
    col2: GameCol

    def guards(self, s: BoardState) -> Guards:
        col1, col2 = self.col1, self.col2
        yield s.GameCells is not None or ASSUMPTION
        yield not self.numOfCards > s.availableMoves(col2) or INVALID_MOVE
        yield from asked_game(col1)
        # `¬isEmptyGameCell(col1)` is the exception: a column with cards is refused (M5).
        yield s.isGameEmpty(col1) is not s.reading.sources or INVALID_MOVE
        yield ranks_match(s.lastGame(col1), s.lastGame(col2)) or INVALID_MOVE
        yield suits_match(s.lastGame(col2), s.lastGame(col1)) or INVALID_MOVE
        valid = s.validGameCol if s.reading.names else validCol  # type: ignore[name-defined]  # noqa: F821  # M14
        yield valid(col1) or OUTSIDE_BOUNDS
        yield valid(col2) or OUTSIDE_BOUNDS

    def apply(self, s: BoardState) -> BoardState:
        for _ in range(self.numOfCards):
            s = _overwritten(s, self.col2, s.lastGame(self.col1))
        return s


class moveGameToHome(Routine[BoardState]):
    """Move the last card of column `gameCol` to home `homeCol`."""

    raises = ("invalid_card", "invalid_move", "empty_outsid")
    gameCol: GameCol
    homeCol: HomeCol

    def guards(self, s: BoardState) -> Guards:
        gameCol, homeCol = self.gameCol, self.homeCol
        yield s.GameCells is not None or ASSUMPTION
        yield from asked_game(gameCol)
        # `¬(isEmptyGameCell(gameCol) ∧ …)` is the exception (M6).
        yield s.isGameEmpty(gameCol) is not s.reading.sources or EMPTY_OUTSIDE_BOUNDS
        yield s.validGameCol(gameCol) or EMPTY_OUTSIDE_BOUNDS
        yield s.validHomeCol(homeCol) or EMPTY_OUTSIDE_BOUNDS
        yield ranks_match(s.lastGame(gameCol), s.lastHome(homeCol)) or INVALID_MOVE
        yield suits_match(s.lastGame(gameCol), s.lastHome(homeCol)) or INVALID_MOVE

    def apply(self, s: BoardState) -> BoardState:
        return _sent(s, self.homeCol, s.lastGame(self.gameCol))


class moveGameToFree(Routine[BoardState]):
    """Move the last card of column `gameCol` to free cell `freeCol`."""

    raises = ("invalid_move", "outside_bounds")
    gameCol: GameCol
    freeCol: FreeCol

    def guards(self, s: BoardState) -> Guards:
        yield s.GameCells is not None or ASSUMPTION
        yield s.isFreeEmpty(self.freeCol) or INVALID_MOVE
        yield from asked_game(self.gameCol)
        yield not s.isGameEmpty(self.gameCol) or INVALID_MOVE

    def apply(self, s: BoardState) -> BoardState:
        FreeCells = known(s.FreeCells, "FreeCells")
        card = s.lastGame(self.gameCol)
        return replace(
            s,
            FreeCells=put(FreeCells, self.freeCol, card, "FreeCells"),
            # `emptyFreeCell[freeCol] = FALSE` is an equation, and true by luck (M4).
            emptyFreeCell=_flagged(s, self.freeCol, s.isFreeEmpty(self.freeCol) is False),
        )


class moveFreeToGame(Routine[BoardState]):
    """Move the card in free cell `freeCol` onto column `gameCol`."""

    raises = ("invalid_move", "empty_outside_bounds")
    freeCol: FreeCol
    gameCol: GameCol

    def guards(self, s: BoardState) -> Guards:
        freeCol, gameCol = self.freeCol, self.gameCol
        yield s.GameCells is not None or ASSUMPTION
        yield ranks_match(s.lastGame(gameCol), s.freeCard(freeCol)) or INVALID_MOVE
        yield suits_match(s.freeCard(freeCol), s.lastGame(gameCol)) or INVALID_MOVE
        yield from asked_free(freeCol)
        yield not s.isFreeEmpty(freeCol) or EMPTY_OUTSIDE_CELLS
        yield s.validGameCol(gameCol) or EMPTY_OUTSIDE_CELLS
        yield s.validFreeCol(freeCol) or EMPTY_OUTSIDE_CELLS

    def apply(self, s: BoardState) -> BoardState:
        t = _overwritten(s, self.gameCol, s.freeCard(self.freeCol))
        return replace(t, emptyFreeCell=_flagged(s, self.freeCol, empty=True))


class moveFreeToHome(Routine[BoardState]):
    """Move the card in free cell `freeCol` to home `homeCol`."""

    raises = ("invalid_card", "invalid_move", "empty_cells")
    freeCol: FreeCol
    homeCol: HomeCol

    def guards(self, s: BoardState) -> Guards:
        freeCol, homeCol = self.freeCol, self.homeCol
        yield s.GameCells is not None or ASSUMPTION
        col = freeCol if s.reading.names else gameCol  # type: ignore[name-defined]  # noqa: F821  # M15
        yield from asked_free(col)
        yield not s.isFreeEmpty(col) or EMPTY_CELLS
        yield ranks_match(s.freeCard(freeCol), s.lastHome(homeCol)) or INVALID_MOVE
        yield suits_match(s.freeCard(freeCol), s.lastHome(homeCol)) or INVALID_MOVE

    def apply(self, s: BoardState) -> BoardState:
        t = _sent(s, self.homeCol, s.freeCard(self.freeCol))
        # `emptyFreeCell[freeCol] = TRUE` is an equation, and false of a taken cell (M4).
        flag = s.isFreeEmpty(self.freeCol) is True
        return replace(t, emptyFreeCell=_flagged(s, self.freeCol, empty=flag))


class setGameCells(Routine[BoardState]):
    """GameCells[i] ‖ ⟨a⟩: an expression, and no assignment (Q10)."""

    raises = ("outside_bounds",)
    a: AnyCard
    i: GameCol

    def guards(self, s: BoardState) -> Guards:
        yield s.GameCells is not None or ASSUMPTION
        yield s.validGameCol(self.i) or OUTSIDE_BOUNDS

    def apply(self, s: BoardState) -> BoardState:
        joined = (*at(known(s.GameCells, "GameCells"), self.i, "GameCells"), self.a)
        assert joined
        return s


# Transitions that several routines have.


def put(places: tuple[T, ...], i: int, thing: T, name: str) -> tuple[T, ...]:
    """`name[i] = thing`, where there is such a place."""
    at(places, i, name)
    return (*places[:i], thing, *places[i + 1 :])


def _onto(cells: Cells | None, col: int, card: Card, name: str) -> Cells:
    """X[col][|X[col]| - 1] = card: the last card is replaced (M1)."""
    piles = known(cells, name)
    pile = at(piles, col, name)
    return put(piles, col, put(pile, len(pile) - 1, card, f"{name}[{col}]"), name)


def _overwritten(s: BoardState, col: int, card: Card) -> BoardState:
    return replace(s, GameCells=_onto(s.GameCells, col, card, "GameCells"))


def _sent(s: BoardState, col: int, card: Card) -> BoardState:
    return replace(s, HomeCells=_onto(s.HomeCells, col, card, "HomeCells"))


def _flagged(s: BoardState, col: int, empty: bool) -> tuple[bool, ...]:
    return put(known(s.emptyFreeCell, "emptyFreeCell"), col, empty, "emptyFreeCell")


def outcome(s: BoardState) -> Outcome | None:
    """Return the outcome by WinGame; nobody asks the variable `win` (B10)."""
    if s.HomeCells is not None and is_won(s):
        return won(SOLO, say("won", "WinGame() is TRUE"))
    return None


game: Game[BoardState] = Game(
    name="freecell-board-as-written",
    title="Board, as written",
    summary="Columns, free cells and homes, as the document says.",
    start=Start(lambda reading: BoardState(reading=reading), READINGS),
    events=(
        Board_,
        moveGameToGame,
        moveGameToHome,
        moveGameToFree,
        moveFreeToGame,
        moveFreeToHome,
        setGameCells,
        WinGame,
        isEmptyGameCell,
        isEmptyHomeCell,
        isEmptyFreeCell,
        suitMatch_,
        rankMatch_,
        getGameCells,
        getFreeCells,
        getHomeCells,
    ),
    outcome=outcome,
    text=str,
)


def dealt(deal: int, reading: DeckReading = SIZED) -> BoardState:
    """The board that the constructor is meant to give: a numbered deal, laid out."""
    return BoardState(
        HomeCells=((),) * NUM_OF_HOMECELLS,
        FreeCells=(None,) * NUM_OF_FREECELLS,
        GameCells=microsoft_board(deal).columns,
        dck=deck.DeckState(deck.MAX_CARDS, (), reading),
        win=False,
        emptyFreeCell=(True,) * NUM_OF_FREECELLS,
        reading=reading,
    )


def begun(deal: int, reading: DeckReading = SIZED) -> BoardState:
    """The same deal with three aces home, and one home empty: every place has something."""
    aces = tuple(Card(suit, Rank.ACE) for suit in Suit)[:-1]
    board = dealt(deal, reading)
    columns = known(board.GameCells, "GameCells")
    return replace(
        board,
        HomeCells=(*((ace,) for ace in aces), ()),
        GameCells=tuple(tuple(c for c in column if c not in aces) for column in columns),
    )


def Board(state: BoardState | None = None) -> Instance[BoardState]:
    """A new board, or one with these variables; a new one cannot be made as written."""
    if state is not None:
        return Instance(game, state, SIGNALS)
    made = Instance(game, BoardState(reading=WRITTEN), SIGNALS)
    made.Board()
    return made
