"""The variables of a board: players, houses and foundations, and where a card lies.

Whose turn it is may be nobody's, and houses are made one after the other: a board is a value
also before it is one that can be played on.

Piles are values, with the top card first. A card has a face, which `turnCard` toggles; `turnUpTopCard` does so too, whatever its name says.
"""

from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Annotated, Literal, NamedTuple

from ludex.kernel import Whole, say
from ludex.parts.cards import AnyCard, Card
from ludex.study.documents.routine import Signal, Undefined, at


class pre(Signal):
    """A pre-condition that does not hold."""


class inv(Signal):
    """A number that its type does not have: of a card, a house or a foundation."""


@dataclass(frozen=True, slots=True)
class BoardReading:
    """The extent to which the document is taken at its word."""

    checks: Annotated[bool, "post-conditions are checked"] = True
    connective: Annotated[bool, "isOrderedSuit says or, where it says and"] = False
    direction: Annotated[bool, "isOrderedSuit counts up, where it counts down"] = False
    houses: Annotated[bool, "a house that was moved to is asked isOrdered"] = False


WRITTEN = BoardReading()
UNCHECKED = BoardReading(checks=False)


class FacedCard(NamedTuple):
    """A card and its face."""

    card: AnyCard
    up: bool = False

    @property
    def turned(self) -> "FacedCard":
        """turnCard: the other side."""
        return FacedCard(self.card, not self.up)


Cards = tuple[FacedCard, ...]
"""A pile, its top first."""


def hd(cards: Cards, name: str) -> FacedCard:
    """The head of a sequence, which an empty one has not."""
    if not cards:
        problem = f"hd {name}: the pile is empty"
        raise Undefined(problem)
    return cards[0]


def turnUpTopCard(cards: Cards, name: str) -> Cards:
    """The top card the other way round."""
    return (hd(cards, name).turned, *cards[1:])


def isEmpty(cards: Cards) -> bool:
    """len cards = 0."""
    return not cards


def compare(a: FacedCard, b: FacedCard) -> int:
    """1, -1 or 0, by the numbers of the cards."""
    return (a.card.rank > b.card.rank) - (a.card.rank < b.card.rank)


def isOrdered(cards: Cards) -> bool:
    """Each card is one lower than the one under it, and of the other colour."""
    if isEmpty(cards):
        raise Undefined("isOrdered: its pre-condition is that the pile is not empty")
    return all(
        x.card.rank == y.card.rank - 1 and x.card.colour != y.card.colour
        for x, y in pairwise(cards)
    )


def isOrderedSuit(cards: Cards, reading: BoardReading) -> bool:
    """The same by suit; what it says, or with one or both of its two errors mended."""
    if isEmpty(cards):
        raise Undefined("isOrderedSuit: its pre-condition is that the pile is not empty")
    return not any(_misplaced(x.card, y.card, reading) for x, y in pairwise(cards))


def _misplaced(x: Card, y: Card, reading: BoardReading) -> bool:
    rank = x.rank != (y.rank + 1 if reading.direction else y.rank - 1)
    suit = x.suit != y.suit
    return (rank or suit) if reading.connective else (rank and suit)


Turn = Literal["FirstPlayer", "SecondPlayer"]
tableauNumber = Annotated[int, Whole(1, 8)]
foundationNumber = Annotated[int, Whole(1, 8)]

PRE = say("pre", "the pre-condition does not hold")
INV = say("inv", "the invariant of the type does not hold: 1 to 8")


@dataclass(frozen=True, slots=True)
class PlayerPiles:
    """The piles of a player; the pack that they were dealt from is not kept (D7)."""

    score: int = 0
    reserve: Cards = ()
    waste: Cards = ()
    hand: Cards = ()

    @property
    def has_no_card(self) -> bool:
        """Are all three piles empty?"""
        return not (self.hand or self.reserve or self.waste)


@dataclass(frozen=True, slots=True)
class BoardState:
    """The variables of a board; houses and foundations are there as far as they were made."""

    firstPlayer: PlayerPiles = field(default_factory=PlayerPiles)
    secondPlayer: PlayerPiles = field(default_factory=PlayerPiles)
    foundations: tuple[Cards, ...] = ()
    tableau: tuple[Cards, ...] = ()
    turn: Turn | None = None
    reading: BoardReading = WRITTEN

    @property
    def mover(self) -> str:
        """Return the player whose reserve a move takes: without a turn it is the second player's
        (T11)."""
        return "firstPlayer" if self.turn == "FirstPlayer" else "secondPlayer"

    @property
    def opponent(self) -> str:
        """The other."""
        return "secondPlayer" if self.turn == "FirstPlayer" else "firstPlayer"


class DocumentPile(NamedTuple):
    """A pile of a board: `tableau` and a number, or a player and `reserve`."""

    of: str
    which: int | str

    def cards(self, s: BoardState) -> Cards:
        """Return the cards there."""
        if isinstance(self.which, str):
            found: Cards = getattr(getattr(s, self.of), self.which)
            return found
        return at(getattr(s, self.of), self.which - 1, self.of)

    def put(self, s: BoardState, cards: Cards) -> BoardState:
        """The board with another pile there."""
        if isinstance(self.which, str):
            player = replace(getattr(s, self.of), **{self.which: cards})
            return replace(s, **{self.of: player})
        piles: tuple[Cards, ...] = getattr(s, self.of)
        i = self.which - 1
        piles = (*piles[:i], cards, *piles[i + 1 :])
        if self.of == "tableau":
            return replace(s, tableau=piles)
        return replace(s, foundations=piles)

    def __str__(self) -> str:
        if isinstance(self.which, str):
            return f"{self.of}.{self.which}"
        return f"{self.of}({self.which})"


def top(s: BoardState, place: DocumentPile) -> FacedCard:
    """getTopCard."""
    return hd(place.cards(s), str(place))


def moved(s: BoardState, source: DocumentPile, target: DocumentPile) -> BoardState:
    """The top card of one pile on another; covered and uncovered cards are toggled (F1)."""
    card, (_, *rest) = top(s, source), source.cards(s)
    under, left = target.cards(s), tuple(rest)
    under = turnUpTopCard(under, str(target)) if under else under
    left = turnUpTopCard(left, str(source)) if left else left
    return target.put(source.put(s, left), (card, *under))
