"""The quick searches, one after the other: how each judges positions, and its quota.

Deals that defeat one way of judging mostly give in to another, so several short searches beat
a long one. The weights were found by hill-climbing: the first five on two million deals of a GPU,
which lie beyond 300,000,000, the others on deals between 32,001 and 900,000.
"""

from typing import Final, NamedTuple

import numpy as np

from ludex.games.freecell.solver.compiled.layout import Words
from ludex.games.freecell.solver.compiled.memory import slots_for


class Weights(NamedTuple):
    """What makes a position costly; the same as `ludex.games.freecell.solver.columns.Weights`."""

    move: int
    card: int
    loose: int
    blocks: int
    buried: int
    suit: int
    cell: int
    column: int
    base: int


class Quick(NamedTuple):
    """A quick search: its weights, its quota, and how far it goes on after a solution."""

    weights: Weights
    quota: int
    afterthought: int = 0


PORTFOLIO: Final = (
    Quick(Weights(20, 0, 27, 0, 3, 0, 36, 15, 16), 700),
    Quick(Weights(12, 0, 14, 1, 1, 6, 33, 16, 11), 1_500),
    Quick(Weights(4, 0, 7, 0, 0, 0, 6, 4, 2), 800),
    Quick(Weights(1, 0, 1, 0, 1, 0, 3, 3, 2), 1_000),
    Quick(Weights(12, 1, 14, 3, 1, 11, 34, 30, 8), 2_000),
    Quick(Weights(2, 2, 2, 0, 0, 3, 2, 2, 0), 4_500),
    Quick(Weights(16, 2, 14, 3, 1, 11, 40, 30, 8), 10_000),
    Quick(Weights(3, 3, 3, 3, 0, 0, 2, 4, 0), 8_000),
    Quick(Weights(1, 0, 1, 0, 1, 0, 6, 8, 0), 8_000),
    Quick(Weights(12, 2, 14, 3, 1, 11, 40, 30, 8), 25_000),
    Quick(Weights(12, 1, 14, 3, 1, 11, 34, 30, 8), 100_000),
)
THOROUGH_WEIGHTS: Final = Weights(0, 2, 14, 3, 1, 11, 25, 18, 8)
"""The thorough search sets no store by few moves."""

LARGEST_QUOTA: Final = max(quick.quota for quick in PORTFOLIO)
MET: Final = 8
"""So many positions are met for each that is looked into, or fewer."""


def as_array() -> Words:
    """The portfolio as `deals.solve_many` takes it."""
    return np.array(
        [
            (quick.quota, quick.afterthought, _mask(quick), *quick.weights)
            for quick in PORTFOLIO
        ],
        np.int64,
    )


def _mask(quick: Quick) -> int:
    return slots_for(MET * quick.quota + 800) - 1
