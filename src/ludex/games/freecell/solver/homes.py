"""Homes as integers, and when a card may go home without a thought.

Each state of the home cells is a number, with the set of cards that may go home and the
set of those that go by themselves as bits. With two packs the two homes of a suit are
not told apart: the higher one comes first.
"""

from enum import Enum

from ludex.games.freecell.rules.options import Building, Rules
from ludex.games.freecell.solver.columns import SHIFT


class Safety(Enum):
    """When a card goes home by itself: when no column can need it any more.

    A card is needed only to lay a card one lower on it. HORNE lets it go when all of
    those are home (aces and twos at once). RAYMOND also lets it go when all of those
    could go home as soon as they are free, and nothing needs them in turn. With NONE
    no card moves by itself.
    """

    NONE = "none"
    HORNE = "horne"
    RAYMOND = "raymond"


class Homes:
    """Every state of the home cells met so far."""

    __slots__ = (
        "_by_suit",
        "_heights",
        "_numbers",
        "_safety",
        "height",
        "ready",
        "risen",
        "safe",
    )

    def __init__(self, rules: Rules, safety: Safety) -> None:
        self._by_suit = rules.building is Building.SUIT
        self._safety = safety
        self._heights: list[tuple[int, ...]] = []
        self._numbers: dict[tuple[int, ...], int] = {}
        self.height: list[int] = []
        self.ready: list[int] = []
        self.safe: list[int] = []
        self.risen: dict[int, int] = {}

    def numbered(self, heights: tuple[int, ...]) -> int:
        """The number of this state; `heights` are counts by suit, then by pack."""
        packs = [sorted(heights[suit::4], reverse=True) for suit in range(4)]
        heights = tuple(height for pack in zip(*packs, strict=True) for height in pack)
        known = self._numbers.get(heights)
        if known is not None:
            return known
        ready = safe = 0
        for i, height in enumerate(heights):
            if height < 13:
                bit = 1 << (i % 4 * 13 + height)
                ready |= bit
                if self._is_safe(heights, i % 4, height + 1):
                    safe |= bit
        self._numbers[heights] = len(self.height)
        self._heights.append(heights)
        self.height.append(sum(heights))
        self.ready.append(ready)
        self.safe.append(safe)
        return len(self.height) - 1

    def rise(self, number: int, code: int) -> int:
        """The state after the card `code` went home, which must be ready for it."""
        key = number << SHIFT | code
        known = self.risen.get(key)
        if known is not None:
            return known
        heights = list(self._heights[number])
        suit, rank = divmod(code, 13)
        fitting = (i for i in range(suit, len(heights), 4) if heights[i] == rank)
        heights[next(fitting)] += 1
        self.risen[key] = risen = self.numbered(tuple(heights))
        return risen

    def _is_safe(self, heights: tuple[int, ...], suit: int, rank: int) -> bool:
        # In two packs a card must not take the place that its twin might need more.
        has_room_for_twin = min(heights[suit::4]) >= rank - 1
        if self._safety is Safety.NONE or not has_room_for_twin:
            return False
        if rank <= 2 or self._by_suit:
            return True
        other = min(heights[1 - suit % 2 :: 2])
        same = min(heights[suit % 2 :: 2])
        if other >= rank - 1:
            return True
        by_raymond = other >= rank - 2 and same >= rank - 3
        return by_raymond and self._safety is Safety.RAYMOND
