"""The quick searches, one after the other: the evaluation of each, and its quota.

Deals that defeat one way of judging mostly give in to another, so several short searches beat
a long one. The weights were found by hill-climbing: the first five on two million deals of a GPU,
which lie beyond 300,000,000, the others on deals between 32,001 and 900,000.
"""

from typing import NamedTuple


class Weights(NamedTuple):
    """The cost of a position to the search, in units of no meaning."""

    move: int
    """A move of the player already made."""
    card: int
    """A card that is not home."""
    loose: int
    """A card in a column that is not built on the card under it."""
    blocks: int
    """A card above a lower one."""
    buried: int
    """For every four ranks by which the lowest card under it is below a king."""
    suit: int
    """A card above a lower one of its own suit, which has to go home first."""
    cell: int
    """A card in a free cell."""
    column: int
    """A column in use."""
    base: int
    """A column that does not begin with a king."""


class QuickSearch(NamedTuple):
    """A quick search: its weights, its quota, and how far it goes on after a solution."""

    weights: Weights
    quota: int
    afterthought: int = 0


SEARCHES = """
 20  0 27  0  3  0 36 15 16     700
 12  0 14  1  1  6 33 16 11    1500
  4  0  7  0  0  0  6  4  2     800
  1  0  1  0  1  0  3  3  2    1000
 12  1 14  3  1 11 34 30  8    2000
  2  2  2  0  0  3  2  2  0    4500
 16  2 14  3  1 11 40 30  8   10000
  3  3  3  3  0  0  2  4  0    8000
  1  0  1  0  1  0  6  8  0    8000
 12  2 14  3  1 11 40 30  8   25000
 12  1 14  3  1 11 34 30  8  100000
"""
"""The weights of each search, and its quota."""


def _search(line: str) -> QuickSearch:
    *weights, quota = map(int, line.split())
    return QuickSearch(Weights(*weights), quota)


PORTFOLIO = tuple(map(_search, SEARCHES.strip().splitlines()))
SHORT_PORTFOLIO = (*PORTFOLIO[:6], PORTFOLIO[7], PORTFOLIO[9])
"""Enough for plain Python, to which every position matters."""
THOROUGH_WEIGHTS = Weights(0, 2, 14, 3, 1, 11, 25, 18, 8)
"""The thorough search sets no store by few moves."""

LARGEST_QUOTA = max(quick.quota for quick in PORTFOLIO)
MET = 8
"""So many positions are met for each that is looked into, or fewer."""

EARLY = PORTFOLIO[:5]
"""On a GPU these run on every batch of deals; they leave 16 deals of ten thousand."""
LATE = (
    *PORTFOLIO[5:-1],
    QuickSearch(Weights(12, 0, 14, 1, 1, 6, 33, 16, 11), 60_000),
    QuickSearch(Weights(2, 2, 2, 0, 0, 3, 2, 2, 0), 60_000),
    QuickSearch(Weights(12, 2, 14, 3, 1, 11, 40, 30, 8), 200_000),
)
"""On a GPU these run on the deals that are left of all batches: they take their time, and much memory."""
