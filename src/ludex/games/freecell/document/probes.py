"""The model shows these errata when it is run: a probe for each, by its code.

Each probe runs a routine of the document, or reads its interface, and answers whether the mistake
is there. A mistake that hides another is mended first, as in the trials.
"""

from dataclasses import replace
from itertools import permutations

from ludex.kernel import Event
from ludex.parts.cards import Card as CardValue
from ludex.parts.cards import Rank, Suit, pack_of_cards
from ludex.study.documents.names import assigned
from ludex.study.documents.record import Probes
from ludex.study.documents.routine import allows, is_undefined

from . import board, deck
from .board import (
    Board_,
    BoardState,
    game,
    is_won,
    moveFreeToGame,
    moveFreeToHome,
    moveGameToGame,
)
from .card import Card, rankMatch
from .deck import MAX_CARDS, NAMED, OPENED, DeckState, dealCard, shuffleDeck

NAMES = {cls.name for module in (deck.game, board.game) for cls in module.events}

LOW, HIGH = CardValue(Suit.HEART, Rank.TWO), CardValue(Suit.SPADE, Rank.THREE)
KING = CardValue(Suit.CLUB, Rank.KING)


def table(*columns: tuple[CardValue, ...], cell: CardValue | None = None) -> BoardState:
    """Return a board with these columns, the mistakes mended that stand in the way of moves."""
    free = (cell, None, None, None)
    return BoardState(
        HomeCells=((CardValue(Suit.HEART, Rank.ACE),), (), (), ()),
        FreeCells=free,
        GameCells=(*columns, *((),) * (8 - len(columns))),
        emptyFreeCell=tuple(card is None for card in free),
        reading=OPENED,
    )


def set_on_a_board() -> bool:
    """C1: a card in a pile is another one after setRank."""
    card = Card(Suit.SPADE, Rank.ACE)
    pile = (card,)
    card.setRank(Rank.KING)
    return pile[0].getRank() is Rank.KING


def colours_by_order() -> set[bool]:
    """C2, Q5: is suitMatch the other colour, by each order of the suits?"""
    names = "SPADE", "HEART", "CLUB", "DIAMOND"
    red = {"HEART", "DIAMOND"}
    return {
        all(
            (abs(i - j) in (1, 3)) is ((a in red) is not (b in red))
            for i, a in enumerate(order)
            for j, b in enumerate(order)
        )
        for order in permutations(names)
    }


def swapped(cards: tuple[CardValue, ...]) -> tuple[CardValue, ...]:
    """Shuffle as the document does, with a swap that exchanges two places (K8 mended)."""
    made = [*cards]
    for i in range(len(made) - 1):
        made[i], made[i + 1] = made[i + 1], made[i]
    return tuple(made)


def never_dealt() -> set[CardValue]:
    """K4: the cards that no number of deals hands out."""
    s, left = DeckState(0, pack_of_cards()), {*pack_of_cards()}
    for _ in range(MAX_CARDS - 1):
        t = dealCard().apply(s)
        left -= {card for card in [dealCard().out(s, t)] if card is not None}
        s = t
    return left


def moved(s: BoardState, call: Event[BoardState]) -> BoardState:
    """Return the board after a call that passes."""
    assert allows(s, call)
    return call.apply(s)


def ghosts(s: BoardState) -> bool:
    """B11, M3: a free cell that is said to be empty has a card."""
    assert s.FreeCells is not None
    assert s.emptyFreeCell is not None
    pairs = zip(s.FreeCells, s.emptyFreeCell, strict=True)
    return any(empty and card is not None for card, empty in pairs)


def last_king() -> BoardState:
    """All cards home but one king, which lies in a column."""
    suits = [*Suit]
    homes = tuple(
        tuple(CardValue(suit, rank) for rank in Rank if (suit, rank) != (KING.suit, KING.rank))
        for suit in suits
    )
    return replace(table((KING,)), HomeCells=homes)


def sent_home() -> bool:
    """M4: a cell whose card went home is still said to be taken."""
    four = CardValue(Suit.SPADE, Rank.ACE)
    s = table(cell=four)
    after = moveFreeToHome(0, 0).apply(s)  # its exceptions are another mistake (M12)
    assert after.emptyFreeCell is not None
    return not after.emptyFreeCell[0]


FREE = table((HIGH,), cell=LOW)

PROBES: Probes = {
    "E-FC-C1": set_on_a_board,
    "E-FC-C2": lambda: len(colours_by_order()) == 2,
    "E-FC-C3": lambda: Card(Suit.SPADE, Rank.ACE) != Card(Suit.SPADE, Rank.ACE),
    "E-FC-C4": lambda: Card("no suit", 99).getRank() == 99,  # type: ignore[arg-type]
    "E-FC-K2": lambda: {*(deck.Deck_().apply(DeckState()).deckOfCards or ())} == {None},
    "E-FC-K4": lambda: never_dealt() == {pack_of_cards()[0]},
    "E-FC-K7": lambda: swapped(pack_of_cards()) == (*pack_of_cards()[1:], pack_of_cards()[0]),
    "E-FC-K10": lambda: shuffleDeck().permitted(DeckState(20, pack_of_cards())),
    "E-FC-K11": lambda: not shuffleDeck.fields() and not NAMES & {"remaining", "numCards"},
    "E-FC-B8": lambda: dealCard.raises and not Board_.raises,
    "E-FC-B9": lambda: not game.always and not game.steps,
    "E-FC-B10": lambda: {cls.name for cls in game.events if "win" in assigned(cls)} == {"Board"},
    "E-FC-B11": lambda: ghosts(moved(FREE, moveFreeToGame(0, 0))),
    "E-FC-M3": lambda: ghosts(moved(FREE, moveFreeToGame(0, 0))),
    "E-FC-M4": sent_home,
    "E-FC-M8": lambda: allows(table((KING, HIGH), (LOW,)), moveGameToGame(2, 0, 1)),
    "E-FC-M9": lambda: allows(table((KING, HIGH), (LOW,)), moveGameToGame(2, 0, 1)),
    "E-FC-M19": lambda: is_undefined(lambda: allows(FREE, moveFreeToGame(7, 0))),
    "E-FC-M20": lambda: allows(table((HIGH,), (LOW,)), moveGameToGame(0, 0, 1)),
    "E-FC-Q3": lambda: full().availableMoves(8) == 0,
    "E-FC-Q5": lambda: not all(colours_by_order()),
    "E-FC-Q6": lambda: rankMatch(Rank.TWO, Rank.ACE) and not rankMatch(Rank.ACE, Rank.TWO),
    "E-FC-Q7": lambda: not is_won(board.moveGameToHome(0, KING.suit).apply(last_king())),
    "E-FC-Q11": lambda: not any("isHomeEmpty" in names_of(cls) for cls in game.events[:6]),
    "E-FC-X1": lambda: not NAMES & {"has_valid_move", "isGameOver", "noMoves"},
    "E-FC-X2": lambda: not NAMES & {"status", "isGameOver"},
    "E-FC-X3": lambda: not NAMES & {"undo", "redo"},
    "E-FC-X7": lambda: not NAMES & {"moveHomeToGame", "moveFreeToFree", "moveHomeToHome"},
    "E-FC-U2": lambda: "empty_outsid" in board.moveGameToHome.raises,
}


def full() -> BoardState:
    """Return a board on which no free cell and no column is empty."""
    s = table(*((HIGH,),) * 8, cell=LOW)
    return replace(s, emptyFreeCell=(False,) * 4, reading=NAMED)


def names_of(cls: type[Event[BoardState]]) -> tuple[str, ...]:
    """Return the names that the exceptions of a routine use."""
    return cls.guards.__code__.co_names
