"""The standard ranking of poker hands: 9 categories, 7462 classes, and their words.

Two hands of one class tie. A class has a rank from 1, the royal flush, to 7462, the
lowest hand without a pair: the smaller number is the better hand.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import IntEnum
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Final, NamedTuple

ACE: Final = 12
FIVE: Final = 3
WORST: Final = 7462

_NAMES: Final = (
    *("deuce", "three", "four", "five", "six", "seven", "eight"),
    *("nine", "ten", "jack", "queen", "king", "ace"),
)


class Category(IntEnum):
    """The kinds of hands; the greater beats the smaller."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8

    def __str__(self) -> str:
        return self.name.lower().replace("_", " ")


_OF_COUNTS: Final = {
    (1, 1, 1, 1, 1): Category.HIGH_CARD,
    (2, 1, 1, 1): Category.PAIR,
    (2, 2, 1): Category.TWO_PAIR,
    (3, 1, 1): Category.THREE_OF_A_KIND,
    (3, 2): Category.FULL_HOUSE,
    (4, 1): Category.FOUR_OF_A_KIND,
}


class HandClass(NamedTuple):
    """What decides between hands: the category, then ranks in order of importance."""

    category: Category
    ranks: tuple[int, ...]

    def __str__(self) -> str:
        """In words: "two pair, kings and fours"."""
        if self == ROYAL_FLUSH:
            return "a royal flush"
        first, second = self.ranks[0], self.ranks[min(1, len(self.ranks) - 1)]
        return _WORDS[self.category].format(
            name(first), plurals=plural(first), others=plural(second)
        )


ROYAL_FLUSH: Final = HandClass(Category.STRAIGHT_FLUSH, (ACE,))

_WORDS: Final = {
    Category.HIGH_CARD: "{} high",
    Category.PAIR: "a pair of {plurals}",
    Category.TWO_PAIR: "two pair, {plurals} and {others}",
    Category.THREE_OF_A_KIND: "three of a kind, {plurals}",
    Category.STRAIGHT: "a straight, {} high",
    Category.FLUSH: "a flush, {} high",
    Category.FULL_HOUSE: "a full house, {plurals} full of {others}",
    Category.FOUR_OF_A_KIND: "four of a kind, {plurals}",
    Category.STRAIGHT_FLUSH: "a straight flush, {} high",
}


def name(rank: int) -> str:
    """A rank in words: "king"."""
    return _NAMES[rank]


def plural(rank: int) -> str:
    """Several cards of a rank: "sixes"."""
    return _NAMES[rank] + ("es" if _NAMES[rank] == "six" else "s")


def classified(ranks: Sequence[int], *, suited: bool) -> HandClass:
    """The class of five cards of these ranks, `suited` when all are of one suit."""
    counts = Counter(ranks)
    order = tuple(sorted(counts, key=lambda r: (counts[r], r), reverse=True))
    shape = tuple(counts[r] for r in order)
    if len(order) < len(ranks):
        return HandClass(_OF_COUNTS[shape], order)
    if order[0] - order[4] == 4:
        top = order[0]
    elif order[:2] == (
        ACE,
        FIVE,
    ):  # the ace may also be low: five, four, three, deuce, ace
        top = FIVE
    else:
        return HandClass(Category.FLUSH if suited else Category.HIGH_CARD, order)
    return HandClass(Category.STRAIGHT_FLUSH if suited else Category.STRAIGHT, (top,))


def rank_multisets(n: int) -> Iterator[tuple[int, ...]]:
    """The ranks that `n` cards of a pack can have, ascending: at most four of each."""
    return (
        ranks
        for ranks in combinations_with_replacement(range(13), n)
        if all(ranks[i] != ranks[i + 4] for i in range(n - 4))
    )


@cache
def classes() -> tuple[HandClass, ...]:
    """All 7462 classes, best first: the class of rank n is at n - 1."""
    plain = {classified(ranks, suited=False) for ranks in rank_multisets(5)}
    flush = {classified(ranks, suited=True) for ranks in combinations(range(13), 5)}
    return tuple(sorted(plain | flush, reverse=True))


@cache
def class_ranks() -> dict[HandClass, int]:
    """The rank, 1 to 7462, of each class."""
    return {c: n for n, c in enumerate(classes(), start=1)}


def hand_class(rank: int) -> HandClass:
    """The class whose rank, 1 (best) to 7462 (worst), is `rank`."""
    if not 1 <= rank <= WORST:
        raise ValueError(f"{rank} is no rank of a hand: they run from 1 to {WORST}")
    return classes()[rank - 1]
