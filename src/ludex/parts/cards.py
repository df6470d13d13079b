"""Playing cards: suits, ranks, cards, packs, and a deck to deal from.

A card is a value with only one object, so that comparing and hashing cards is fast. Two packs on
one table differ by `pack`. A card whose face a seat may not see is a `Hidden` card, and a pile in
that seat's view is a tuple of `Card | Hidden`.

Suits have the order of the FreeCell document (SPADE, HEART, CLUB, DIAMOND): even is
black, odd is red. Ranks run from ACE = 1 to KING = 13.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from typing import Annotated, NamedTuple, Self

from ludex.kernel.dice import Dice
from ludex.kernel.domains.domain import Atom
from ludex.kernel.texts.sentence import Sentence, say


class Colour(IntEnum):
    """Black or red."""

    BLACK = 0
    RED = 1


class Suit(IntEnum):
    """The four suits; neighbours differ in colour."""

    # An Enum hashes its name, in Python and differently in every process.
    __hash__ = int.__hash__

    SPADE = 0
    HEART = 1
    CLUB = 2
    DIAMOND = 3

    @property
    def colour(self) -> Colour:
        """The colour of the suit."""
        return Colour(self & 1)

    @property
    def letter(self) -> str:
        """`S`, `H`, `C` or `D`."""
        return "SHCD"[self]

    @property
    def symbol(self) -> str:
        """`♠`, `♥`, `♣` or `♦`."""
        return "♠♥♣♦"[self]


class Rank(IntEnum):
    """The thirteen ranks, the ace low."""

    __hash__ = int.__hash__

    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13

    @property
    def letter(self) -> str:
        """One character: `A`, `2` to `9`, `T`, `J`, `Q`, `K`."""
        return "A23456789TJQK"[self - 1]


class _Face(NamedTuple):
    suit: Suit
    rank: Rank
    pack: int = 0


class Card(_Face):
    """A card of a pack; calling the class looks up its only object."""

    __slots__ = ()

    def __new__(cls, suit: Suit, rank: Rank, pack: int = 0) -> Self:
        """The card; a suit, rank or pack that does not exist is a ValueError."""
        card = _CARDS.get((suit, rank, pack))
        if card is None:
            problem = f"no card has suit {suit!r}, rank {rank!r} and pack {pack!r}"
            raise ValueError(problem)
        return card  # type: ignore[return-value]  # the table holds the only instances

    @classmethod
    def parse(cls, word: str) -> "Card | None":
        """Return the card written as `word`: `TD`, `10d`, `As`, `Q♥`; `TD'` is of pack 1."""
        face = word.rstrip("'")
        suit = _SUITS.get(face[-1:].upper())
        rank = _RANKS.get(face[:-1].upper())
        pack = len(word) - len(face)
        if suit is None or rank is None or pack >= PACKS:
            return None
        return cls(suit, rank, pack)

    @property
    def colour(self) -> Colour:
        """The colour of the card's suit."""
        return _COLOURS[self.suit]

    @property
    def face(self) -> str:
        """The card in messages: `10♦`."""
        return _FACES[self]

    @property
    def spoken(self) -> Sentence:
        """The card in words: `ten of diamonds`."""
        return _SPOKEN[self.suit, self.rank]

    def one_below(self, other: "Card") -> bool:
        """Is this card one rank lower than `other`? (The document's rankMatch.)"""
        return other.rank - self.rank == 1

    def differs_in_colour(self, other: "Card") -> bool:
        """Is one of the two red and the other black? (The document's suitMatch.)"""
        return (self.suit ^ other.suit) & 1 == 1

    def __str__(self) -> str:
        return self.rank.letter + self.suit.letter + "'" * self.pack

    def __repr__(self) -> str:
        return f"<{self}>"


class Hidden(NamedTuple):
    """A card seen from behind: only its pack is known."""

    pack: int = 0

    def __str__(self) -> str:
        return "??" + "'" * self.pack


PACKS = 2
"""The greatest number of packs on a table."""

_CARDS: dict[tuple[int, int, int], Card] = {
    (suit, rank, pack): tuple.__new__(Card, (suit, rank, pack))
    for pack in range(PACKS)
    for suit in Suit
    for rank in Rank
}
_FACES = {
    card: ("10" if card.rank == Rank.TEN else card.rank.letter) + card.suit.symbol
    for card in _CARDS.values()
}
_SPOKEN = {
    (suit, rank): say(
        "card",
        "{rank} of {suit}",
        rank=say("rank", rank.name.lower()),
        suit=say("suit", f"{suit.name.lower()}s"),
    )
    for suit in Suit
    for rank in Rank
}
_COLOURS = tuple(suit.colour for suit in Suit)
_SUITS = {suit.letter: suit for suit in Suit} | {s.symbol: s for s in Suit}
_RANKS = {rank.letter: rank for rank in Rank} | {
    "10": Rank.TEN,
    "1": Rank.ACE,
}


def pack_of_cards(pack: int = 0) -> tuple[Card, ...]:
    """All cards of one pack, suit by suit, each from ace to king."""
    return tuple(Card(suit, rank, pack) for suit in Suit for rank in Rank)


def parse_seen(word: str) -> Card | Hidden | None:
    """Write a card of a view: its face, or `??` for a card seen from behind."""
    if word.rstrip("'") == "??" and len(word) < 2 + PACKS:
        return Hidden(len(word) - 2)
    return Card.parse(word)


class TooFewCards(NamedTuple):
    """The refusal to deal more cards than there are."""

    wanted: int
    left: int

    def __str__(self) -> str:
        left = {0: "no card is", 1: "one card is"}.get(self.left, f"{self.left} cards are")
        return f"{left} left, {self.wanted} wanted"


class DealResult(NamedTuple):
    """The result of a deal: the cards in the order dealt, and the deck that is left."""

    cards: tuple[Card, ...]
    deck: "Deck"


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck to deal from, beginning with its first card. Dealt cards are no longer in it."""

    cards: tuple[Card, ...]

    @classmethod
    def of_packs(cls, packs: int = 1) -> "Deck":
        """Whole packs in their own order, one after the other."""
        return cls(tuple(card for p in range(packs) for card in pack_of_cards(p)))

    @property
    def remaining(self) -> int:
        """Return the number of cards that can still be dealt."""
        return len(self.cards)

    def shuffled(self, dice: Dice) -> "Deck":
        """The remaining cards in a uniformly random order."""
        cards = list(self.cards)
        dice.shuffle(cards)
        return Deck(tuple(cards))

    def deal(self, count: int = 1) -> DealResult | TooFewCards:
        """Deal the next `count` cards, or return the refusal if fewer are left."""
        if count > len(self.cards):
            return TooFewCards(count, len(self.cards))
        assert count >= 0
        return DealResult(self.cards[:count], Deck(self.cards[count:]))


@dataclass(frozen=True)
class CardName(Atom[Card]):
    """A card as scripts write it: `TD`, and `TD'` for the second pack."""

    label: str | None = None

    @property
    def name(self) -> str:
        return "CARD"

    @property
    def expected(self) -> str:
        return "a card such as TD; TD' is of the second pack"

    def parse(self, word: str) -> Card | None:
        return Card.parse(word)

    def text(self, value: object) -> str:
        return str(value)

    @property
    def size(self) -> int:
        return len(Suit) * len(Rank)

    def values(self) -> Iterable[Card]:
        return pack_of_cards()

    def hostile(self) -> Iterable[Card]:
        """Cards of a pack that most games do not use."""
        return pack_of_cards(PACKS - 1)


AnyCard = Annotated[Card, CardName()]
"""A card in a state or an argument, written `TD`."""
