"""A number for a position, so that one which comes again is known.

Every card adds a number of its own, drawn for its face, its pile and how high it lies there.
A sum is quickly brought up to date: who plays a card takes one number away and adds another,
as the compiled engine does (`ludex.games.russian_bank.engine`).
"""

from functools import cache, partial
from operator import getitem

from ludex.kernel import Dice
from ludex.parts.cards import PACKS, Hidden
from ludex.parts.remembered import remembered

from .places import FOUNDATIONS, MOST_HOUSES
from .state import CARDS, Pile, State

MASK = 2**62 - 1
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


@cache
def marks(pile: int, height: int) -> tuple[int, ...]:
    """Return the number of each face that lies so high in a pile."""
    place = pile << 7 | height
    return tuple(Dice(place << 6 | face).word() & MASK for face in range(1 << 6))


@cache
def rows(pile: int, cards: int) -> tuple[tuple[int, ...], ...]:
    """Return the same for a whole pile of so many cards, from the lowest up."""
    return tuple(marks(pile, height) for height in range(cards))


def mark_of(number: int, pile: Pile) -> int:
    """Return the sum over a pile."""
    faces = map(FACES.__getitem__, pile)
    return sum(map(getitem, rows(number, len(pile)), faces))


MARKS = tuple(remembered(most=64)(partial(mark_of, number)) for number in range(SEAT))
"""The same for each pile: most are the very ones of a turn ago."""


def fingerprint(s: State) -> int:
    """Return a number for the position."""
    one, two = s.sides
    total = marks(SEAT, s.seat)[0]
    total += marks(LOADED, one.loaded)[0] + marks(LOADED + 1, two.loaded)[0]
    for first, piles in (
        (0, s.houses),
        (FIRST_FOUNDATION, s.foundations),
        (FIRST_OWN, (*one[:3], *two[:3])),
    ):
        laid = zip(MARKS[first:], piles, strict=False)
        total += sum(mark(pile) for mark, pile in laid if pile)
    return total & MASK
