"""Poker's ranking built on the document's comparison of sets by value.

The companion contexts, Ranking and Fighting, are not in the document; this is what they need
of it. A hand of five is of a kind, and of two hands of one kind the parts are compared with
`compareSetCard`, the most important first: four alike, then the fifth card; three, then the
other two; both pairs together, then the fifth; the pair, then the rest; the whole hand where
it has no pair; and the top card alone of a straight.
"""

from ..rules import Hand

_SIZES = ((5,), (2, 3), (4, 1), (3, 2), (1,), (5,), (3, 2), (4, 1), (1,))
"""By category, how many cards each part has, the cards in order of importance."""


def parts(hand: Hand) -> list[tuple[int, ...]]:
    """The parts of a hand that are compared, the most important first; ids 0..51."""
    cards = hand.best_five
    found, at = [], 0
    for size in _SIZES[hand.category]:
        found.append(cards[at : at + size])
        at += size
    return found
