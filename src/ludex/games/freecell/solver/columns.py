"""Columns as integers: a tree that grows as columns are met.

A card is its code, 13 × suit + rank - 1; the two copies of a card in two packs share
it. Node 0 is the empty column; any other node is a card (`top`) on a column (`under`).
So equal columns are the same integer, taking a card away is one look-up, and whatever
is worth knowing about a column is worked out once.

A rule of this file: integers in lists, and one dictionary of integers, so that a compiler can
take this as it stands.
"""

from dataclasses import dataclass
from typing import Final

from ludex.games.freecell.rules.options import Building, Rules

NOTHING: Final = 52
"""The code for no card, as on top of an empty column."""

SHIFT: Final = 6
"""A node and a code make one key: node << SHIFT | code."""

COST_BITS: Final = 16
COST_MASK: Final = (1 << COST_BITS) - 1
_WORD: Final = (1 << 64) - 1


@dataclass(frozen=True, slots=True)
class Weights:
    """What makes a position costly to the search, in units of no meaning.

    The numbers were found by hill-climbing on deals between 32,001 and 900,000.
    """

    move: int = 12
    """A move of the player already made."""
    card: int = 2
    """A card that is not home."""
    loose: int = 14
    """A card in a column that is not built on the card under it."""
    blocks: int = 3
    """A card above a lower one."""
    buried: int = 1
    """For every four ranks by which the lowest card under it is below a king."""
    suit: int = 11
    """A card above a lower one of its own suit, which has to go home first."""
    cell: int = 25
    """A card in a free cell."""
    column: int = 18
    """A column in use."""
    base: int = 8
    """A column that does not begin with a king."""


class Columns:
    """Every column met so far.

    `value` has a column's cost in its low bits and random bits above. The sum over the
    columns and cells of a position is then both: the low bits are its estimated cost,
    and the whole is a fingerprint that does not depend on their order.
    """

    __slots__ = (
        "_lowest",
        "cell_value",
        "child",
        "depth",
        "fits",
        "run",
        "top",
        "under",
        "value",
        "weights",
    )

    def __init__(self, rules: Rules, weights: Weights) -> None:
        self.weights = weights
        self.fits = _fits(rules.building)
        self.under = [0]
        self.top = [NOTHING]
        self.run = [0]
        self.depth = [0]
        self.value = [_random_bits(0)]
        self.child: dict[int, int] = {}
        in_cell = weights.card + weights.cell
        self.cell_value = [_random_bits(-1 - code) + in_cell for code in range(52)]
        # The lowest rank of each suit in the column, four numbers a node.
        self._lowest = [NOTHING] * 4

    def grown(self, node: int, code: int) -> int:
        """The column `node` with the card `code` on it."""
        known = self.child.get(node << SHIFT | code)
        if known is not None:
            return known
        new = len(self.under)
        built = self.fits[code][self.top[node]] == 1
        lowest = self._lowest[4 * node : 4 * node + 4]
        self.value.append(_random_bits(new) + self._cost(node, code, lowest))
        self.child[node << SHIFT | code] = new
        self.under.append(node)
        self.top.append(code)
        self.run.append(self.run[node] + 1 if built else 1)
        self.depth.append(self.depth[node] + 1)
        suit, rank = divmod(code, 13)
        lowest[suit] = min(lowest[suit], rank)
        self._lowest += lowest
        return new

    def _cost(self, node: int, code: int, lowest: list[int]) -> int:
        w = self.weights
        suit, rank = divmod(code, 13)
        cost = (self.value[node] & COST_MASK) + w.card
        if node == 0:
            return cost + w.column + (0 if rank == 12 else w.base)
        if self.fits[code][self.top[node]] != 1:
            cost += w.loose
        if min(lowest) < rank:
            cost += w.blocks + (w.buried * (12 - min(lowest)) >> 2)
        if lowest[suit] < rank:
            cost += w.suit
        return cost

    def laid(self, codes: tuple[int, ...]) -> int:
        """The column of these cards, the bottom card first."""
        node = 0
        for code in codes:
            node = self.grown(node, code)
        return node

    def cards(self, node: int) -> tuple[int, ...]:
        """The cards of a column, the bottom card first."""
        codes = []
        while node:
            codes.append(self.top[node])
            node = self.under[node]
        return tuple(reversed(codes))


def _fits(building: Building) -> list[list[int]]:
    """For a run's last card and a column's top: how many cards of the run fit there.

    The head of the run must be one below the top and build on it, and as a run goes up
    by one rank a card, the last card tells how long the run has to be. 0: none fits.
    """
    fits = [[0] * (NOTHING + 1) for _ in range(NOTHING + 1)]
    for last in range(NOTHING):
        for top in range(NOTHING):
            count = top % 13 - last % 13
            if building is Building.SUIT:
                agrees = last // 13 == top // 13
            else:
                agrees = (last // 13 + top // 13 + count) % 2 == 0
            fits[last][top] = count if agrees and count > 0 else 0
    return fits


def _random_bits(number: int) -> int:
    """60 bits that look random, above room for a cost (SplitMix64's mixing)."""
    z = (number * 0x9E3779B97F4A7C15 + 0x1D872B41) & _WORD
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _WORD
    return (z ^ (z >> 31)) >> 4 << COST_BITS
