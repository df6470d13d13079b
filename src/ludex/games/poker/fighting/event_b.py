"""The order of the document "An Event-B Specification of Poker": sets by value.

Every constant of the context `Poker` is a total function here, on lists of the card ids
1..52 that the context `Card` supplies: hearts, diamonds, clubs, spades in blocks of
thirteen, ace (value 1) to king (value 13). The document's sets become lists because a
set cannot hold a card twice, and `isUnique` is about just that (D4).

This is not poker's ranking of hands (D17, D19): a pair of deuces loses to ace high.
A rule of this file: the functions mean what the comments of the document want, with every helper
an "if and only if" (reading R2); where an axiom has no value there is None (D11).
"""

from collections.abc import Callable, Collection, Iterable
from enum import Enum

ACE = 1
KING = 13

ERROR = -1
FAIR = 0
FIRST = 1
SECOND = 2
RESULT = frozenset({ERROR, FAIR, FIRST, SECOND})
"""The set `result` (result_D)."""

_IDS = range(1, 53)


class SetOrder(Enum):
    """The order that decides between two sets of equally many cards."""

    AXIOMS = "axioms"
    """compareSetCard_F00 to FR: one ace is high, the others are lowest (D12)."""

    ACE_HIGH = "ace_high"
    """The everyday order: every ace is high."""


def is_card(i: int) -> bool:
    """Is `i` an id of the context `Card`?"""
    return i in _IDS


def get_value(i: int) -> int:
    """The value of card `i`: 1 ace to 11 jack, 12 queen, 13 king (`getValue`)."""
    return (i - 1) % 13 + 1


def is_empty(a: Collection[int]) -> bool:
    """No cards (isEmpty_F)."""
    return len(a) == 0


def is_unique(a: Collection[int]) -> bool:
    """No card twice (isUnique_F1, isUnique_F2 with "two entries" for `x = y`, D3)."""
    return len(set(a)) == len(a)


def has_ace(a: Iterable[int]) -> bool:
    """Some card of value 1 (isA_F)."""
    return any(get_value(i) == ACE for i in a)


def has_king(a: Iterable[int]) -> bool:
    """Some card of value 13 (isK_F)."""
    return any(get_value(i) == KING for i in a)


def is_pair(a: Collection[int]) -> bool:
    """Some value at least twice (isPair_F); so a triple holds a pair."""
    return get_pair(a) is not None


def is_three(a: Collection[int]) -> bool:
    """Some value at least three times (isThree_F, with inequations, D6)."""
    return get_three(a) is not None


def get_pair(a: Collection[int]) -> tuple[int, ...] | None:
    """The lowest two ids of the highest value there twice (getPair_F, D7)."""
    return _alike(a, 2)


def get_three(a: Collection[int]) -> tuple[int, ...] | None:
    """The lowest three ids of the highest value there thrice (getThree_F, D8)."""
    return _alike(a, 3)


def get_max(a: Collection[int]) -> int | None:
    """The largest value, the ace counting 1 (getMax_Func, D9); None of no cards."""
    return max(map(get_value, a), default=None)


def get_max_card(a: Collection[int]) -> int | None:
    """The lowest id among the cards of the largest value (getMax_Card_F, D10)."""
    return min(a, key=lambda i: (-get_value(i), i), default=None)


def compare(a: Collection[int], b: Collection[int], key: SetOrder = SetOrder.AXIOMS) -> int:
    """Compare by value: 0 fair, 1 or 2 the winner, -1 if they cannot be compared.

    They cannot when their sizes differ or one holds a card twice or something that is
    no card (compareSetCard_F00 to F02). A card that both hold is no error here.
    """
    if not comparable(a, b):
        return ERROR
    first, second = KEYS[key](a), KEYS[key](b)
    if first == second:
        return FAIR
    return FIRST if first > second else SECOND


def compare_as_written(a: Collection[int], b: Collection[int]) -> int:
    """The rules compareSetCard_F00 to FR one by one, with the recursion of FR.

    The tests prove it equal to `compare` with the key of the axioms.
    """
    if not comparable(a, b):  # F00, F01, F02
        return ERROR
    top_a, top_b = get_max(a), get_max(b)
    if top_a is None or top_b is None:  # F0
        return FAIR
    if has_ace(a) != has_ace(b):  # F10, F20
        return FIRST if has_ace(a) else SECOND
    if top_a != top_b:  # F11, F21
        return FIRST if top_a > top_b else SECOND
    return compare_as_written(_without_max(a), _without_max(b))  # FR


def comparable(a: Collection[int], b: Collection[int]) -> bool:
    """Equally many cards on both sides, none of them twice in one list."""
    return (
        len(a) == len(b)
        and all(map(is_card, a))
        and all(map(is_card, b))
        and is_unique(a)
        and is_unique(b)
    )


def key_ace_high(a: Iterable[int]) -> tuple[int, ...]:
    """The values in descending order, the ace being 14."""
    return tuple(sorted(map(_height, a), reverse=True))


def key_axioms(a: Iterable[int]) -> tuple[int, ...]:
    """An ace or none, then the values in descending order, the ace being 1."""
    values = sorted(map(get_value, a), reverse=True)
    return (ACE in values, *values)


KEYS: dict[SetOrder, Callable[[Iterable[int]], tuple[int, ...]]] = {
    SetOrder.AXIOMS: key_axioms,
    SetOrder.ACE_HIGH: key_ace_high,
}


def _height(i: int) -> int:
    value = get_value(i)
    return KING + 1 if value == ACE else value


def _alike(a: Collection[int], n: int) -> tuple[int, ...] | None:
    """The `n` lowest ids of the highest value (ace high) that occurs `n` times."""
    for height in range(KING + 1, ACE, -1):
        same = sorted({i for i in a if _height(i) == height})
        if len(same) >= n:
            return tuple(same[:n])
    return None


def _without_max(a: Collection[int]) -> tuple[int, ...]:
    top = get_max_card(a)
    return tuple(i for i in a if i != top)
