"""A number for a position, so that one which comes again is known.

Every card adds a number of its own, drawn for its face, its pile and how high it lies there.
A sum is quickly brought up to date: who plays a card takes one number away and adds another,
as the compiled engine does (`ludex.games.russian_bank.engine`).
"""

from collections.abc import Iterator

from ludex.parts.cards import PACKS, Hidden
from ludex.parts.fingerprint import fingerprint

from .places import FOUNDATIONS, MOST_HOUSES
from .state import CARDS, Pile, State

FACES = {card: card.suit << 4 | card.rank for card in CARDS} | {
    Hidden(pack): 0 for pack in range(PACKS)
}
"""The faces of cards: the pack a card came from makes no difference."""

FIRST_FOUNDATION = MOST_HOUSES
FIRST_OWN = FIRST_FOUNDATION + FOUNDATIONS
SEAT = FIRST_OWN + 6
LOADED = SEAT + 1
"""Piles are numbered: houses, foundations, then reserve, hand and waste of each player; after
them the player on turn and how many cards of each reserve were loaded."""


def position_hash(s: State) -> int:
    """Return a number for the position."""
    return fingerprint(marks(s))


def marks(s: State) -> Iterator[int]:
    """Yield a number for each card in its place, for the player on turn and for what is loaded."""
    one, two = s.sides
    yield mark(SEAT, s.seat)
    yield mark(LOADED, one.loaded)
    yield mark(LOADED + 1, two.loaded)
    for first, piles in (
        (0, s.houses),
        (FIRST_FOUNDATION, s.foundations),
        (FIRST_OWN, (*one[:3], *two[:3])),
    ):
        for number, pile in enumerate(piles, first):
            yield from marks_of(number, pile)


def marks_of(number: int, pile: Pile) -> Iterator[int]:
    """Yield those of one pile."""
    lowest = mark(number, 0)
    for height, card in enumerate(pile):
        yield lowest | height << 6 | FACES[card]


def mark(pile: int, height: int) -> int:
    """Return the number of a place in a pile, where no card lies."""
    return (pile << 7 | height) << 6
