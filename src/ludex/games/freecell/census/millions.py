"""Digests of solutions by the million, on a GPU; the CPU solves the few deals that are left."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ..rules.dealing import dealt
from ..rules.options import FREECELL
from ..solver.hints import verdict
from ..solver.portfolio import EARLY, LATE, QuickSearch
from ..solver.results import Solved
from ..solver.search.layout import Words
from ..solver.warps.batches import BLOCKS, Warps, passes
from ..solver.warps.expansion import HALVES
from .certificates import MILLION, NO_SOLUTION, Certificate, digest_of_million, digest_of_moves
from .proofs import BUDGET

BATCH = 2 * MILLION


class Digests(NamedTuple):
    """The digest of each deal's solution, and the deals that the GPU has left."""

    digests: Words
    left: Words


class GPUSearches:
    """The searches on a GPU."""

    def __init__(self) -> None:
        self.early = [Warps(quick) for quick in EARLY]

    def check_repeatable(self) -> None:
        """Solve the same deals twice: the solutions are the same."""
        deals = np.arange(1, MILLION + 1)
        first, second = (self.early[0].solve(deals).digests for _ in range(2))
        assert (first == second).all(), "two runs of one search differ"

    def solve(self, deals: range) -> Digests:
        """Solve all of a range that the GPU can."""
        digests = np.full(len(deals), NO_SOLUTION, np.int64)

        def run(numbers: Words, searches: list[Warps]) -> Words:
            for one in passes(numbers, searches):
                digests[numbers - deals.start] = one.digests
                numbers = one.left
            return numbers

        starts = range(deals.start, deals.stop, BATCH)
        batches = (np.arange(start, min(start + BATCH, deals.stop)) for start in starts)
        left = np.concatenate([run(numbers, self.early) for numbers in batches])
        for quick in LATE:
            left = run(left, [_few(quick, len(left))])
        return Digests(digests, left)


def _few(quick: QuickSearch, deals: int) -> Warps:
    """Return a search with room for so many deals at a time, where it is less than usual."""
    return Warps(quick, max(1, min(BLOCKS, -(-deals // HALVES))))


def faults_of_million(
    certificate: Certificate, number: int, searches: GPUSearches
) -> Iterator[str]:
    """Compute the digest of a million deals again; `number` counts them from 0 in the block."""
    first = certificate.deals.start + number * MILLION
    found = searches.solve(range(first, first + MILLION))
    for deal in found.left.tolist():
        if deal not in certificate.named:
            alone = verdict(dealt(FREECELL, deal), BUDGET)
            if isinstance(alone, Solved):
                found.digests[deal - first] = digest_of_moves(alone.moves)
            else:
                yield f"deal {deal}: {alone}, which the certificate does not say"
    if digest_of_million(found.digests) != certificate.digests[number]:
        yield f"deals {first} to {first + MILLION - 1}: the solutions have another digest"
