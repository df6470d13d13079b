"""The fast evaluator refines the repaired context: shown on all hands, against each other.

What the axioms say of two sets depends on their values alone, and on one pair of sets after
another: so a table for each number of cards, made from the table before it by the rules
compareSetCard_F10 to FR, has the answer for every pair. Poker's ranking compares parts of
hands by these tables. The evaluator is asked for every one of the 2,598,960 hands, and each
of its 7,462 classes is held against each other. Needs NumPy (`ludex[fast]`).
"""

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ludex.games.poker.document.tower import parts
from ludex.games.poker.fighting.event_b import FAIR, FIRST, SECOND, Key, get_value
from ludex.games.poker.fighting.event_b import KEYS as ORDERS
from ludex.games.poker.hands.evaluator import Hand, rank
from ludex.games.poker.hands.notation import to_document
from ludex.games.poker.hands.ranking import (
    class_ranks,
    classes,
    classified,
    rank_multisets,
)

Table = NDArray[np.int8]
Values = tuple[int, ...]
"""The values of a set of cards, ascending, the ace 1."""

HANDS: Final = 2_598_960


@dataclass(frozen=True, slots=True)
class Shown:
    """How much was compared, and what differed."""

    hands: int
    """Every hand of five cards, each asked of the evaluator."""

    misplaced: int
    """Hands that the evaluator puts into another class than their values do."""

    pairs: int
    """Pairs of classes."""

    differing: int
    """Pairs of which evaluator and axioms say different things."""


@cache
def multisets(n: int) -> dict[Values, int]:
    """The values that so many cards of a pack can have, and the number of each."""
    found = sorted(
        tuple(sorted(get_value(to_document(4 * r)) for r in ranks))
        for ranks in rank_multisets(n)
    )
    return {values: i for i, values in enumerate(found)}


@cache
def by_axioms(n: int) -> Table:
    """What the rules say of every pair of sets of so many cards."""
    if n == 0:
        return np.array([[FAIR]], dtype=np.int8)  # F0
    every = list(multisets(n))
    aces = np.array([values[0] == 1 for values in every])
    tops = np.array([values[-1] for values in every], dtype=np.int8)
    less = np.array([multisets(n - 1)[values[:-1]] for values in every])
    table: Table = by_axioms(n - 1)[
        np.ix_(less, less)
    ]  # FR, unless a rule below speaks
    same = aces[:, None] == aces[None, :]
    table[same & (tops[:, None] > tops[None, :])] = FIRST  # F11
    table[same & (tops[:, None] < tops[None, :])] = SECOND  # F21
    table[aces[:, None] & ~aces[None, :]] = FIRST  # F10
    table[~aces[:, None] & aces[None, :]] = SECOND  # F20
    return table


def by_key(n: int, key: Key = Key.AXIOMS) -> Table:
    """What `event_b.compare` says of every pair of sets of so many cards."""
    keys = [ORDERS[key](values) for values in multisets(n)]  # one suit's ids are values
    order = {one: i for i, one in enumerate(sorted(set(keys)))}
    return _ordered(np.array([order[one] for one in keys]))


def _ordered(places: NDArray[np.int64]) -> Table:
    first = places[:, None] > places[None, :]
    second = places[:, None] < places[None, :]
    return (FIRST * first + SECOND * second).astype(np.int8)


def shown() -> Shown:
    """Ask the evaluator for every hand, and hold its classes against each other."""
    deck = range(52)
    known = class_ranks()
    first: dict[int, tuple[int, ...]] = {}
    expected: dict[tuple[tuple[int, ...], bool], int] = {}
    hands = misplaced = 0
    for hand in combinations(deck, 5):
        hands += 1
        a, b, c, d, e = hand
        suited = a % 4 == b % 4 == c % 4 == d % 4 == e % 4
        ranks = (a // 4, b // 4, c // 4, d // 4, e // 4)
        place = expected.get((ranks, suited))
        if place is None:
            place = known[classified(ranks, suited=suited)]
            expected[ranks, suited] = place
        found = rank(hand)
        misplaced += found != place
        first.setdefault(found, hand)
    pairs, differing = _against_each_other(
        [first[n + 1] for n in range(len(classes()))]
    )
    return Shown(hands, misplaced, pairs, differing)


def _against_each_other(hands: list[tuple[int, ...]]) -> tuple[int, int]:
    """Pairs of classes, one hand for each, the best first; and those that differ."""
    ranked = [Hand.of(hand) for hand in hands]
    kinds = np.array([int(hand.category) for hand in ranked])
    said = _ordered(kinds)  # the kinds of hands are the companion contexts' business
    for kind in np.unique(kinds):
        where = np.flatnonzero(kinds == kind)
        said[np.ix_(where, where)] = _by_parts([ranked[i] for i in where])
    places = np.array([-hand.rank for hand in ranked])
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


def _values(part: tuple[int, ...]) -> Values:
    return tuple(sorted(get_value(to_document(card)) for card in part))
