"""The fast evaluator refines the repaired context: its classes are held against each other.

What the axioms say of two sets depends on their values alone, and on one pair of sets after
another: so a table for each number of cards, made from the table before it by the rules
compareSetCard_F10 to FR, has the answer for every pair. Poker's ranking compares parts of
hands by these tables. Needs NumPy (`ludex[fast]`).
"""

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from ..fighting.event_b import FAIR, FIRST, SECOND, SetOrder, get_value
from ..fighting.event_b import KEYS as ORDERS
from ..rules import Hand, of_five, rank_multisets, to_document
from .tower import parts

Table = NDArray[np.int8]
Values = tuple[int, ...]
"""The values of a set of cards, ascending, the ace 1."""


@cache
def multisets(n: int) -> dict[Values, int]:
    """The values that so many cards of a pack can have, and the number of each."""
    found = sorted(_values([4 * r for r in ranks]) for ranks in rank_multisets(n))
    return {values: i for i, values in enumerate(found)}


@cache
def by_axioms(n: int) -> Table:
    """Return what the rules say of every pair of sets of so many cards."""
    if n == 0:
        return np.array([[FAIR]], dtype=np.int8)  # F0
    every = list(multisets(n))
    aces = np.array([values[0] == 1 for values in every])
    tops = np.array([values[-1] for values in every])
    less = np.array([multisets(n - 1)[values[:-1]] for values in every])
    by_ace = _ordered(aces)  # F10, F20
    by_top = _ordered(tops)  # F11, F21
    by_rest = by_axioms(n - 1)[np.ix_(less, less)]  # FR
    return np.where(by_ace != FAIR, by_ace, np.where(by_top != FAIR, by_top, by_rest))


def by_key(n: int, key: SetOrder = SetOrder.AXIOMS) -> Table:
    """Return what `event_b.compare` says of every pair of sets of so many cards."""
    keys = [ORDERS[key](values) for values in multisets(n)]  # one suit's ids are values
    order = {one: i for i, one in enumerate(sorted(set(keys)))}
    return _ordered(np.array([order[one] for one in keys]))


def _ordered(places: NDArray[np.integer | np.bool_]) -> Table:
    first = places[:, None] > places[None, :]
    second = places[:, None] < places[None, :]
    return (FIRST * first + SECOND * second).astype(np.int8)


def differing() -> tuple[int, int]:
    """Return how many pairs of classes there are, and of how many evaluator and axioms differ."""
    hands = {
        classed: Hand.of([4 * r + (0 if suited else i % 4) for i, r in enumerate(ranks)])
        for suited in (False, True)
        for ranks, classed in of_five(suited=suited).items()
    }.values()
    kinds = np.array([int(hand.category) for hand in hands])
    said = _ordered(kinds)  # the kinds of hands are the companion contexts' business
    for kind in np.unique(kinds):
        where = np.flatnonzero(kinds == kind)
        said[np.ix_(where, where)] = _by_parts([h for h in hands if h.category == kind])
    places = np.array([-hand.rank for hand in hands])
    return said.size, int((said != _ordered(places)).sum())


def _by_parts(hands: list[Hand]) -> Table:
    """Hands of one kind, by the first part that the axioms tell apart."""
    taken = [[_values(part) for part in parts(hand)] for hand in hands]
    said = np.zeros((len(hands), len(hands)), dtype=np.int8)
    for column in zip(*taken, strict=True):
        n = len(column[0])
        numbers = np.array([multisets(n)[values] for values in column])
        table = by_axioms(n)[np.ix_(numbers, numbers)]
        said = np.where(said == FAIR, table, said)
    return said


def _values(part: Sequence[int]) -> Values:
    return tuple(sorted(get_value(to_document(card)) for card in part))
