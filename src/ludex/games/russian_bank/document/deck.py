"""Piles as values, with the top card first, and what is asked of them.

A card has a face, which `turnCard` toggles; `turnUpTopCard` does so too, whatever its name says.
"""

from dataclasses import dataclass
from itertools import pairwise
from typing import Annotated, NamedTuple

from ludex.parts.cards import AnyCard, Card
from ludex.study.documents.routine import Signal, Undefined


class pre(Signal):
    """A pre-condition that does not hold."""


class inv(Signal):
    """A number that its type does not have: of a card, a house or a foundation."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How far the document is taken at its word."""

    checks: Annotated[bool, "post-conditions are checked"] = True
    connective: Annotated[bool, "isOrderedSuit says or, where it says and"] = False
    direction: Annotated[bool, "isOrderedSuit counts up, where it counts down"] = False
    meant: Annotated[bool, "everything as it was meant"] = False


WRITTEN = Reading()
UNCHECKED = Reading(checks=False)
MEANT = Reading(checks=False, connective=True, direction=True, meant=True)


class Shown(NamedTuple):
    """A card and its face."""

    card: AnyCard
    up: bool = False

    @property
    def turned(self) -> "Shown":
        """turnCard: the other side."""
        return Shown(self.card, not self.up)


Cards = tuple[Shown, ...]
"""A pile, its top first."""


def hd(cards: Cards, name: str) -> Shown:
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


def compare(a: Shown, b: Shown) -> int:
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


def isOrderedSuit(cards: Cards, reading: Reading) -> bool:
    """The same by suit; what it says, or with one or both of its two errors mended."""
    if isEmpty(cards):
        raise Undefined("isOrderedSuit: its pre-condition is that the pile is not empty")
    return not any(_misplaced(x.card, y.card, reading) for x, y in pairwise(cards))


def _misplaced(x: Card, y: Card, reading: Reading) -> bool:
    rank = x.rank != (y.rank + 1 if reading.direction else y.rank - 1)
    suit = x.suit != y.suit
    return (rank or suit) if reading.connective else (rank and suit)
