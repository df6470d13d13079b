"""The standard ranking of poker hands: 9 categories, 7462 classes, and their words.

Two hands of one class tie. A class has a rank from 1, the royal flush, to 7462, the
lowest hand without a pair: the smaller number is the better hand.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import IntEnum
from functools import cache
from itertools import combinations, combinations_with_replacement
from operator import eq
from typing import NamedTuple

from ludex.kernel import Sentence, say

ACE = 12
FIVE = 3
WORST = 7462

_WORDS = (
    *("deuce", "three", "four", "five", "six", "seven", "eight"),
    *("nine", "ten", "jack", "queen", "king", "ace"),
)
_NAMES = tuple(say("rank", word) for word in _WORDS)
_PLURALS = tuple(say("ranks", f"{word}es" if word == "six" else f"{word}s") for word in _WORDS)


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


_OF_COUNTS = {
    (1, 1, 1, 1, 1): Category.HIGH_CARD,
    (2, 1, 1, 1): Category.PAIR,
    (2, 2, 1): Category.TWO_PAIR,
    (3, 1, 1): Category.THREE_OF_A_KIND,
    (3, 2): Category.FULL_HOUSE,
    (4, 1): Category.FOUR_OF_A_KIND,
}


class HandClass(NamedTuple):
    """The comparison key of a hand: the category, then ranks in order of importance."""

    category: Category
    ranks: tuple[int, ...]

    @property
    def words(self) -> Sentence:
        """Return what a player says: "two pair, kings and fours"."""
        if self == ROYAL_FLUSH:
            return say("royal_flush", "a royal flush")
        first, second = self.ranks[0], self.ranks[min(1, len(self.ranks) - 1)]
        return say(
            self.category.name.lower(),
            _SAID[self.category],
            rank=rank_name(first),
            ranks=rank_plural(first),
            others=rank_plural(second),
        )

    def __str__(self) -> str:
        return str(self.words)


ROYAL_FLUSH = HandClass(Category.STRAIGHT_FLUSH, (ACE,))

_SAID = (
    "{rank} high",
    "a pair of {ranks}",
    "two pair, {ranks} and {others}",
    "three of a kind, {ranks}",
    "a straight, {rank} high",
    "a flush, {rank} high",
    "a full house, {ranks} full of {others}",
    "four of a kind, {ranks}",
    "a straight flush, {rank} high",
)
"""In the order of the categories."""

RANKING = """
The ranking of hands, the best first. Five cards count, and a card of the board counts for
everybody:

- straight flush: five in a row of one suit, such as 9s 8s 7s 6s 5s; from the ace down, a royal
  flush, it is the best hand of all
- four of a kind: four cards of one rank, such as Qs Qh Qd Qc 4s
- full house: three of one rank and two of another, such as Ts Th Td 8c 8s
- flush: five of one suit, such as Ah Jh 9h 6h 3h
- straight: five in a row, such as 8c 7d 6s 5h 4c; the ace is high, or low under the deuce
- three of a kind: three cards of one rank, such as 7s 7h 7d Kc 2s
- two pair: two of one rank and two of another, such as Js Jh 4d 4c As
- pair: two cards of one rank, such as 9s 9h Ad Jc 5s
- high card: none of these, such as Ks Jh 8d 6c 3s

Between two hands of the same kind the higher ranks decide: first the ranks that occur most often,
then the other cards from the highest down. Suits do not count: hands of equal ranks share.
"""
"""The ranking as the rules page tells it."""


def rank_name(rank: int) -> Sentence:
    """A rank in words: "king"."""
    return _NAMES[rank]


def rank_plural(rank: int) -> Sentence:
    """Several cards of a rank: "sixes"."""
    return _PLURALS[rank]


def classified(ranks: Sequence[int], *, suited: bool) -> HandClass:
    """The class of five cards of these ranks, `suited` when all are of one suit."""
    counts = Counter(ranks)
    order = tuple(sorted(counts, key=lambda r: (counts[r], r), reverse=True))
    shape = tuple(counts[r] for r in order)
    if len(order) < len(ranks):
        return HandClass(_OF_COUNTS[shape], order)
    if order[0] - order[4] == 4:
        top = order[0]
    elif order[:2] == (ACE, FIVE):  # the ace may also be low: five, four, three, deuce, ace
        top = FIVE
    else:
        return HandClass(Category.FLUSH if suited else Category.HIGH_CARD, order)
    return HandClass(Category.STRAIGHT_FLUSH if suited else Category.STRAIGHT, (top,))


def rank_multisets(n: int) -> Iterator[tuple[int, ...]]:
    """The ranks that `n` cards of a pack can have, ascending: at most four of each."""
    return (
        ranks
        for ranks in combinations_with_replacement(range(13), n)
        if not any(map(eq, ranks, ranks[4:]))
    )


@cache
def of_five(*, suited: bool) -> dict[tuple[int, ...], HandClass]:
    """The class of all five ranks, ascending, that cards of one suit or of several can have."""
    fives = combinations(range(13), 5) if suited else rank_multisets(5)
    return {ranks: classified(ranks, suited=suited) for ranks in fives}


@cache
def classes() -> tuple[HandClass, ...]:
    """All 7462 classes, best first: the class of rank n is at n - 1."""
    found = {*of_five(suited=False).values(), *of_five(suited=True).values()}
    return tuple(sorted(found, reverse=True))


@cache
def class_ranks() -> dict[HandClass, int]:
    """The rank, 1 to 7462, of each class."""
    return {c: n for n, c in enumerate(classes(), start=1)}


def hand_class(rank: int) -> HandClass:
    """The class whose rank, 1 (best) to 7462 (worst), is `rank`."""
    if not 1 <= rank <= WORST:
        raise ValueError(f"{rank} is not a rank of a hand: they run from 1 to {WORST}")
    return classes()[rank - 1]
