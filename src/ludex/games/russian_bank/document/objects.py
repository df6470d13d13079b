# the names are the document's
"""The classes Card, Deck and Player as the document writes them: objects that are shared;
and the first of its seven tests, which deals with them.

    >>> MATH.srand(1)
    >>> player = Player("Red")
    >>> player.shuffleDeck()
    >>> player.createHandReserve()
    >>> len(player.hand.cards), len(player.reserve.cards)
    (39, 13)

A pile holds cards, not copies of them: one that is turned over is turned over wherever it lies, and
`createHandReserve` leaves every card in the full deck as well (D7). `board` works with values, for
a machine that looks at many boards; `piles_of` leads from here to there.
"""

from collections.abc import Iterator, Mapping
from typing import Final, Literal, NamedTuple

from ludex.kernel import Dice
from ludex.parts import cards as parts
from ludex.study.documents.routine import Signal, Undefined

from . import state
from .board import Board
from .state import WRITTEN, BoardState, Cards, FacedCard, inv, pre
from .state import PlayerPiles as Piles

Suit = Literal["Clubs", "Hearts", "Spades", "Diamonds"]
Status = Literal["Face Up", "Face Down"]
Color = Literal["Red", "Black"]

SUITS: Final[tuple[Suit, ...]] = ("Clubs", "Hearts", "Spades", "Diamonds")
SUIT_COLORS: Final[dict[Suit, Color]] = {
    "Clubs": "Black",
    "Spades": "Black",
    "Diamonds": "Red",
    "Hearts": "Red",
}


class post(Signal):
    """A post-condition that does not hold."""


class MATH:
    """The library of the language, as far as the document asks it."""

    dice = Dice(0)

    @classmethod
    def srand(cls, seed: int) -> None:
        """Begin with other numbers; the document itself never does."""
        cls.dice = Dice(seed)

    @classmethod
    def rand(cls, n: int) -> int:
        """A number from 0 to n - 1."""
        return cls.dice.below(n)


class Card:
    """A number from 1 to 13, a suit, and a face, which is down at first."""

    def __init__(self, nr: int, sui: Suit) -> None:
        if not 1 <= nr <= 13:
            raise inv("Number")
        self.number, self.suit = nr, sui
        self.status: Status = "Face Down"
        self.color = SUIT_COLORS[sui]

    def getNumber(self) -> int:
        """Its number."""
        return self.number

    def getSuit(self) -> Suit:
        """Its suit."""
        return self.suit

    def turnCard(self) -> None:
        """The other side."""
        self.status = "Face Up" if self.status == "Face Down" else "Face Down"

    def compare(self, c: "Card") -> int:
        """1 if it is higher, -1 if it is lower, 0 if both are equal."""
        if self.number > c.getNumber():
            return 1
        return -1 if self.number < c.getNumber() else 0


class Deck:
    """A pile of cards, the top one first; even an empty one has 52 default cards of its own."""

    def __init__(self, cards: list[Card] | None = None) -> None:
        self.cards: list[Card] = [] if cards is None else cards
        self.defaultCards = [Card(number, suit) for suit in SUITS for number in range(1, 14)]

    @staticmethod
    def isEmpty(cds: list[Card]) -> bool:
        """Are there no cards?"""
        return not cds

    @staticmethod
    def isShuffled(dk: "Deck") -> bool:
        """Do they lie otherwise than by default? An empty pile does, too (D1)."""
        return dk.cards != dk.defaultCards

    @staticmethod
    def reverseCards(cds: list[Card]) -> list[Card]:
        """The last first; of no cards it is not said what that is (D2)."""
        if len(cds) == 1:
            return cds
        return [*Deck.reverseCards(_tl(cds)), _hd(cds)]

    @staticmethod
    def isOrdered(cds: list[Card]) -> bool:
        """Is each card one lower than the one under it, and of the other colour?"""
        return state.isOrdered(piles_of(_demanded(cds, "isOrdered"), 0))

    @staticmethod
    def isOrderedSuit(cds: list[Card]) -> bool:
        """The same by suit; it says no only where number and suit are both wrong (D3, D4)."""
        return state.isOrderedSuit(piles_of(_demanded(cds, "isOrderedSuit"), 0), WRITTEN)

    def createCompleteDeck(self) -> "Deck":
        """All 52, in order; once only."""
        if self.cards:
            raise pre("createCompleteDeck")
        self.cards = [*self.defaultCards]
        if len(self.cards) != 52:
            raise post("createCompleteDeck")
        return self

    def removeFromDeck(self, r: int) -> None:
        """Without the card in this place; where there is none, nothing happens (D5)."""
        if r < 1:
            raise inv("nat1")
        length = len(self.cards)
        if r == 1:
            self.cards = _tl(self.cards)
        elif r == length:
            self.cards = Deck.reverseCards(_tl(Deck.reverseCards(self.cards)))
        elif r == length - 1:
            self.cards = [*self.cards[: r - 1], _hd(Deck.reverseCards(self.cards))]
        else:
            self.cards = [*self.cards[: r - 1], *self.cards[r:length]]

    def addIntoDeckFront(self, elem: Card) -> None:
        """A new top card."""
        self.cards = [elem, *self.cards]

    def turnUpTopCard(self) -> None:
        """The top card the other way round, whatever the name says."""
        crd = _hd(self.cards)
        crd.turnCard()
        self.cards = [crd, *_tl(self.cards)]

    def removeTopCard(self) -> None:
        """Without the top card."""
        self.removeFromDeck(1)

    def getTopCard(self) -> Card:
        """The top card, which an empty pile has not (D6)."""
        return _hd(self.cards)

    def shuffleDeck(self) -> None:
        """One card after the other, drawn from those that are left."""
        res: list[Card] = []
        for _ in range(len(self.cards)):
            n = MATH.rand(len(self.cards)) + 1
            res = [*res, self.cards[n - 1]]
            self.removeFromDeck(n)
        self.cards = res


class Player:
    """A score, a colour, a full deck, and three piles."""

    def __init__(self, clr: Color) -> None:
        self.score = 0
        self.color = clr
        self.fullDeck = Deck().createCompleteDeck()
        self.reserve, self.waste, self.hand = Deck(), Deck(), Deck()

    def shuffleDeck(self) -> None:
        """The full deck is shuffled."""
        self.fullDeck.shuffleDeck()

    def createHandReserve(self) -> None:
        """13 cards are the reserve, with the top one turned over, and 39 the hand."""
        if self.hand.cards or self.reserve.cards:
            raise pre("createHandReserve")
        self.reserve = Deck(self.fullDeck.cards[:13])
        self.hand = Deck(self.fullDeck.cards[13:52])
        self.reserve.turnUpTopCard()
        if (len(self.hand.cards), len(self.reserve.cards)) != (39, 13):
            raise post("createHandReserve")


def piles_of(cards: list[Card], pack: int) -> Cards:
    """Return the same cards as values, for a board."""
    return tuple(
        FacedCard(
            parts.Card(
                parts.Suit[card.suit.removesuffix("s").upper()],
                parts.Rank(card.number),
                pack,
            ),
            up=card.status == "Face Up",
        )
        for card in cards
    )


def _demanded(cards: list[Card], name: str) -> list[Card]:
    """Demand the pre-condition of both orders: there are cards."""
    if not cards:
        raise pre(name)
    return cards


def _hd(cards: list[Card]) -> Card:
    if not cards:
        raise Undefined("hd: the sequence is empty")
    return cards[0]


def _tl(cards: list[Card]) -> list[Card]:
    if not cards:
        raise Undefined("tl: the sequence is empty")
    return cards[1:]


class Asserted(NamedTuple):
    """One assertEqual."""

    what: str
    found: object
    expected: object


def available_cards_start(seed: int) -> Iterator[Asserted]:
    """Yield what the first test asserts, as it stands; the seed says how the cards are shuffled."""
    MATH.srand(seed)
    players = {"firstPlayer": Player("Red"), "secondPlayer": Player("Black")}
    yield from _shuffled(players, expected=False)
    for player in players.values():
        player.shuffleDeck()
    yield from _shuffled(players, expected=True)
    for player in players.values():
        player.createHandReserve()
    for name, player in players.items():
        yield Asserted(f"len {name}.hand", len(player.hand.cards), 39)
    one, two = (_piles(player, pack) for pack, player in enumerate(players.values()))
    board = Board(BoardState(one, two))
    board.fillInitialTableau()
    yield Asserted("len firstPlayer.hand", len(board.state.firstPlayer.hand), 35)
    yield Asserted("len secondPlayer.hand", len(board.state.secondPlayer.hand), 35)
    board.fillInitialFoundations()
    board.setFirstTurn()
    yield from _laid_out(board.state)


def _shuffled(players: Mapping[str, Player], *, expected: bool) -> Iterator[Asserted]:
    for name, player in players.items():
        yield Asserted(f"isShuffled({name})", Deck.isShuffled(player.fullDeck), expected)


def _piles(player: Player, pack: int) -> Piles:
    return Piles(
        reserve=piles_of(player.reserve.cards, pack),
        waste=piles_of(player.waste.cards, pack),
        hand=piles_of(player.hand.cards, pack),
    )


def _laid_out(s: BoardState) -> Iterator[Asserted]:
    for i in range(8):
        yield Asserted(f"status of tableau({i + 1})", s.tableau[i][0].up, expected=True)
        yield Asserted(f"len tableau({i + 1})", len(s.tableau[i]), 1)
        yield Asserted(f"isEmpty(foundations({i + 1}))", not s.foundations[i], expected=True)
    for name, player in (
        ("firstPlayer", s.firstPlayer),
        ("secondPlayer", s.secondPlayer),
    ):
        yield Asserted(f"status of {name}.reserve", player.reserve[0].up, expected=True)
        yield Asserted(f"isEmpty({name}.waste)", not player.waste, expected=True)
        for i, card in enumerate(player.reserve[1:], start=2):
            yield Asserted(f"status of {name}.reserve({i})", card.up, expected=False)
        yield Asserted(f"len {name}.reserve", len(player.reserve), 13)
