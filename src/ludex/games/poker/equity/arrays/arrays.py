"""Ranks of whole arrays of hands with NumPy alone, no compiler."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from ludex.games.poker.equity.arrays.packed import (
    CARDS,
    flushes,
    places,
    ranks_by_place,
)
from ludex.games.poker.hands.notation import NotCards, distinct, text
from ludex.games.poker.hands.tables import NO_FLUSH, START, SUIT_SHIFT

ROWS: Final = 1 << 14
"""Hands worked on at a time, so that what is between two steps stays in the cache."""

_PAIRS: Final = (CARDS[:, None] + CARDS[None, :]).ravel()
_LAST: Final = CARDS + START
_RANK_BIT: Final = (1 << np.arange(52) // 4).astype(np.uint16)


def ranks(hands: NDArray[np.integer]) -> NDArray[np.uint16]:
    """The rank, 1 (best) to 7462, of each row of five, six or seven card ids.

    A row that holds a card twice, or a number that is no card, is refused.
    """
    checked = rows_of_cards(hands)
    _refuse_other_numbers(checked)
    count, size = checked.shape
    found = np.empty(count, np.uint16)
    for at in range(0, count, ROWS):
        columns = np.ascontiguousarray(checked[at : at + ROWS].T)
        if _repeats(columns):
            refuse_repeat(checked[at : at + ROWS])
        _rank_columns(columns, size, found[at : at + ROWS])
    return found


def rows_of_cards(hands: NDArray[np.integer]) -> NDArray[np.uint8]:
    """`hands` as rows of bytes; only bytes given as such may still be no cards."""
    given = np.asarray(hands)
    if given.ndim != 2 or given.shape[1] not in (5, 6, 7):
        raise NotCards(
            f"hands are rows of five, six or seven cards, not of shape {given.shape}"
        )
    if given.dtype.kind not in "iu":
        raise NotCards(f"cards are ids 0 to 51, not {given.dtype}")
    if given.dtype == np.uint8:
        return given
    _refuse_other_numbers(given)
    return given.astype(np.uint8)


def _refuse_other_numbers(given: NDArray[np.integer]) -> None:
    for number in (given.min(initial=0), given.max(initial=0)):
        distinct([int(number)])


def refuse_repeat(hands: NDArray[np.uint8]) -> None:
    """Say what is wrong with the first of `hands` that is no hand."""
    _refuse_other_numbers(hands)
    ordered = np.sort(hands, axis=1)
    wrong = hands[(ordered[:, 1:] == ordered[:, :-1]).any(axis=1)]
    if len(wrong):
        first = wrong[0].tolist()
        try:
            distinct(first)
        except NotCards as reason:
            raise NotCards(f"{reason} in the hand {text(first)}") from None


def _repeats(columns: NDArray[np.uint8]) -> bool:
    """Does a hand hold a card twice? To compare bytes is cheaper than to make masks."""
    return any(
        bool((columns[apart:] == columns[:-apart]).any())
        for apart in range(1, len(columns))
    )


def _rank_columns(
    columns: NDArray[np.uint8], size: int, out: NDArray[np.uint16]
) -> None:
    hand = _LAST.take(columns[-1])
    pair = np.empty(columns.shape[1], np.uint16)
    for i in range(0, size - 1, 2):
        if i + 1 == size - 1:
            hand += CARDS.take(columns[i])
        else:
            np.multiply(columns[i], 52, out=pair, dtype=np.uint16)
            pair += columns[i + 1]
            hand += _PAIRS.take(pair)
    ranks_by_place(size).take(places(hand, size), out=out, mode="clip")
    suited = np.flatnonzero((hand & NO_FLUSH) != NO_FLUSH)
    if len(suited):
        signs = hand[suited]
        suit = np.zeros(len(suited), np.uint8)
        for s in (1, 2, 3):
            suit[signs & 8 << SUIT_SHIFT + 4 * s == 0] = s
        cards = columns.take(suited, axis=1)
        bits = _RANK_BIT.take(cards)
        bits *= cards & 3 == suit
        out[suited] = flushes().take(bits.sum(axis=0, dtype=np.int64))
