"""How a showdown comes out over every board that can still fall, counted exactly.

Most of the 1,712,304 boards before the flop differ only in suits that nobody needs. So
boards are counted by class. Where a flush is possible in a suit, the class is the cards
of that suit and the *ranks* of the others; everywhere else it is the ranks alone. That
is suit isomorphism at its strongest: some fifty to hundred and fifty thousand classes,
whatever the hands.

This is the plain definition; the engines do the same on arrays and compiled.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from math import comb, prod
from typing import Final

from ludex.games.poker.hands.ranking import rank_multisets
from ludex.games.poker.hands.tables import (
    HIGH_SHIFT,
    LOW_FIELD,
    RANK_WEIGHT,
    flush_ranks,
    high_starts,
    low_places,
    ranks_by_place,
)

Hole = tuple[int, int]
"""The two cards of one player."""

Tally = tuple[tuple[int, ...], ...]
"""For each player, on how many boards it is one of 1, 2, ... best hands."""

BOARD: Final = 5


def tally(holes: Sequence[Hole], board: Sequence[int], dead: Sequence[int]) -> Tally:
    """Over all boards that complete `board`, how often each player has the best hand.

    The cards must be distinct. Entry `k` of a player counts the boards on which it is
    one of `k + 1` best hands, so entry 0 are the boards it wins alone.
    """
    gone = {*board, *dead, *(card for hole in holes for card in hole)}
    to_come = BOARD - len(board)
    live = [[4 * rank + s not in gone for rank in range(13)] for s in range(4)]
    cards_left = [sum(live[s][rank] for s in range(4)) for rank in range(13)]
    plain = _Plain(holes, board)
    shown: Counter[int] = Counter()
    counts = [[0] * len(holes) for _ in holes]
    for s in range(4):
        suited = _Suited(holes, board, s)
        others = [n - mine for n, mine in zip(cards_left, live[s], strict=True)]
        for n in suited.flush_draws(to_come):
            rest = list(_weighted(to_come - n, others))
            mine = [rank for rank in range(13) if live[s][rank]]
            for ranks in combinations(mine, n):
                flushes = suited.ranks(ranks)
                key = sum(RANK_WEIGHT[rank] for rank in ranks)
                for other_key, weight in rest:
                    shown[key + other_key] += weight
                    hands = plain.ranks(key + other_key)
                    best = [a or b for a, b in zip(flushes, hands, strict=True)]
                    _add(counts, best, weight)
    for key, weight in _weighted(to_come, cards_left):
        if weight > shown[key]:
            _add(counts, plain.ranks(key), weight - shown[key])
    return tuple(map(tuple, counts))


class _Plain:
    """The players' hands when suits do not matter."""

    def __init__(self, holes: Sequence[Hole], board: Sequence[int]) -> None:
        base = _key(board)
        self._keys = [base + _key(hole) for hole in holes]
        self._high, self._low = high_starts(7), low_places()
        self._ranks = ranks_by_place(7)

    def ranks(self, key: int) -> list[int]:
        """Each player's rank when cards of this `key` complete the board."""
        high, low, ranks = self._high, self._low, self._ranks
        return [
            ranks[high[hand >> HIGH_SHIFT] + low[hand & LOW_FIELD]]
            for hand in [base + key for base in self._keys]
        ]


class _Suited:
    """The players' hands in one suit."""

    def __init__(self, holes: Sequence[Hole], board: Sequence[int], suit: int) -> None:
        base = _mask(board, suit)
        self._on_board = base.bit_count()
        self._masks = [base | _mask(hole, suit) for hole in holes]
        self._flushes = flush_ranks()

    def flush_draws(self, to_come: int) -> range:
        """How many more cards of the suit may fall so that somebody has a flush."""
        needed = 5 - max(mask.bit_count() for mask in self._masks)
        return range(max(needed, 3 - self._on_board, 0), to_come + 1)

    def ranks(self, ranks: Sequence[int]) -> list[int]:
        """Each player's flush when `ranks` of the suit fall; 0 is no flush."""
        fallen = sum(1 << rank for rank in ranks)
        return [self._flushes[mask | fallen] for mask in self._masks]


def _weighted(n: int, cards_left: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The key of each choice of `n` ranks, and how many choices of cards have it."""
    for key, counts in _rank_counts(n):
        weight = prod(comb(cards_left[rank], k) for rank, k in counts)
        if weight:
            yield key, weight


@cache
def _rank_counts(n: int) -> tuple[tuple[int, tuple[tuple[int, int], ...]], ...]:
    return tuple(
        (sum(RANK_WEIGHT[rank] for rank in ranks), tuple(Counter(ranks).items()))
        for ranks in rank_multisets(n)
    )


def _add(counts: list[list[int]], ranks: list[int], weight: int) -> None:
    best = min(ranks)
    sharing = ranks.count(best) - 1
    for player, rank in enumerate(ranks):
        if rank == best:
            counts[player][sharing] += weight


def _key(cards: Sequence[int]) -> int:
    return sum(RANK_WEIGHT[card // 4] for card in cards)


def _mask(cards: Sequence[int], suit: int) -> int:
    return sum(1 << card // 4 for card in cards if card % 4 == suit)
