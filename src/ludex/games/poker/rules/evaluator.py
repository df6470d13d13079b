"""The value of a poker hand of five, six or seven cards, one hand a call.

`rank((0, 5, ...))` gives the rank, 1 (royal flush) to 7462; `Hand` adds words and
comparison: `first > second` reads "first beats second". Cards that are no cards or are
there twice are refused (`NotCards`). No compiler and no NumPy is needed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import total_ordering
from itertools import combinations

from ludex.kernel import Sentence

from . import notation
from .notation import NotCards, distinct
from .ranking import Category, HandClass, hand_class
from .tables import (
    CARD_NUMBER,
    HIGH_FIELD,
    HIGH_SHIFT,
    LOW_FIELD,
    MASK_SHIFT,
    NO_FLUSH,
    START,
    SUIT_SHIFT,
    flush_ranks,
    high_starts,
    low_places,
    ranks_by_place,
)

# A card that appears twice carries into its neighbour, so fewer bits are on than
# there are cards; a flush turns one of the four NO_FLUSH bits off. One count sees both.
_SIGNS = NO_FLUSH | ((1 << 55) - 1) << MASK_SHIFT

_NUMBER = {i: CARD_NUMBER[i] + (1 << MASK_SHIFT + 13 * (i % 4) + i // 4) for i in range(52)}
_LAST = {i: number + START for i, number in _NUMBER.items()}
# Two cards at a time: half the additions. Dictionaries, because a list would take the
# id -1 for the last card.
_PAIR = {i: {j: first + second for j, second in _NUMBER.items()} for i, first in _NUMBER.items()}


_LOW: list[int] = []
_TABLES: dict[int, tuple[tuple[int, ...], tuple[int, ...]]] = {}
"""The offset of the keys of so many cards, and their ranks; filled by the first hand of a size."""


def rank(cards: Sequence[int]) -> int:
    """The rank, 1 (best) to 7462, of five, six or seven cards given by their ids."""
    size = len(cards)
    try:
        # Written out for each size, because a loop would cost a third.
        if size == 7:
            a, b, c, d, e, f, g = cards
            hand = _PAIR[a][b] + _PAIR[c][d] + _PAIR[e][f] + _LAST[g]
        elif size == 5:
            a, b, c, d, e = cards
            hand = _PAIR[a][b] + _PAIR[c][d] + _LAST[e]
        elif size == 6:
            a, b, c, d, e, f = cards
            hand = _PAIR[a][b] + _PAIR[c][d] + _NUMBER[e] + _LAST[f]
        else:
            raise NotCards(f"a hand has five, six or seven cards, not {size}")
    except (KeyError, TypeError):
        raise _refusal(cards) from None
    if (hand & _SIGNS).bit_count() != size + 4:
        return _flush_rank(hand, cards)
    high, ranks = _TABLES.get(size) or _tables(size)
    return ranks[high[hand >> HIGH_SHIFT & HIGH_FIELD] + _LOW[hand & LOW_FIELD]]


def _tables(size: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Build the tables for hands of `size` cards."""
    _LOW[:] = low_places()
    flush_ranks()  # all at once, and not one of them in the middle of a game
    _TABLES[size] = high_starts(size), ranks_by_place(size)
    return _TABLES[size]


def _flush_rank(hand: int, cards: Sequence[int]) -> int:
    """The rank of a hand that shows a flush, unless a card appears twice."""
    if (hand >> MASK_SHIFT).bit_count() != len(cards):
        raise _refusal(cards)
    for suit in range(4):
        if not hand >> SUIT_SHIFT + 4 * suit & 8:
            return flush_ranks()[hand >> MASK_SHIFT + 13 * suit & 0x1FFF]
    raise AssertionError("a hand that is no flush has all its signs")


def _refusal(cards: Sequence[int]) -> NotCards:
    """Return why `cards` are no hand."""
    try:
        distinct(cards)
    except NotCards as reason:
        return reason
    raise AssertionError("asked only when the cards are no hand")


@total_ordering
@dataclass(frozen=True, slots=True, eq=False)
class Hand:
    """Five, six or seven cards and what they are worth: `a > b` means that a beats b.

    Hands that tie are equal (`==`), whatever their cards.
    """

    cards: tuple[int, ...]
    rank: int
    """From 1, the royal flush, to 7462: the smaller the better."""

    @classmethod
    def of(cls, cards: str | Sequence[int]) -> "Hand":
        """The hand of cards given as text (`AsKhQdJcTs`) or as ids 0..51."""
        ids = notation.cards(cards) if isinstance(cards, str) else tuple(cards)
        return cls(ids, rank(ids))

    def __eq__(self, other: object) -> bool:
        return self.rank == other.rank if isinstance(other, Hand) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.rank)

    def __gt__(self, other: "Hand") -> bool:
        return self.rank < other.rank

    @property
    def hand_class(self) -> HandClass:
        """Category and deciding ranks."""
        return hand_class(self.rank)

    @property
    def category(self) -> Category:
        """High card, pair, and so on to straight flush."""
        return self.hand_class.category

    @property
    def words(self) -> Sentence:
        """Return what a player says when showing it: "two pair, kings and fours"."""
        return self.hand_class.words

    @property
    def best_five(self) -> tuple[int, ...]:
        """The five cards that count, the most important first."""
        five = next(f for f in combinations(self.cards, 5) if rank(f) == self.rank)
        order = self.hand_class.ranks
        if len(order) == 1:  # a straight: from the top down, the ace last in five high
            order = tuple(r % 13 for r in range(order[0] + 13, order[0] + 8, -1))
        return tuple(sorted(five, key=lambda i: (order.index(i // 4), -i)))

    def __str__(self) -> str:
        return f"{notation.text(self.cards)}: {self.words}"
