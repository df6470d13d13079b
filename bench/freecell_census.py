"""FreeCell deals decided by the hundred million, with certificates.

    python bench/freecell_census.py FOLDER [--first BLOCK] [--last BLOCK] [--budget N] [--workers N]

Block n is the deals (n - 1) * SIZE + 1 to n * SIZE. The GPU solves nearly all of them and replays
each solution on the engine; the CPU decides what is left, while the GPU goes on. A block that is
decided is a file in FOLDER, and is not computed again: for each million deals a digest of all
solutions in order, the impossible deals with the number of positions of each proof, and the deals
that are still unknown, with the positions that were looked into.
"""

import argparse
import os
import sys
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from time import perf_counter
from typing import Final, NamedTuple

import numpy as np

from ludex.games.freecell.census.certificates import (
    MILLION,
    NO_SOLUTION,
    SIZE,
    Certificate,
    deals_of,
    digest_of_million,
    digest_of_moves,
    file_name,
    write_certificate,
)
from ludex.games.freecell.census.millions import GPUSearches
from ludex.games.freecell.census.proofs import BUDGET
from ludex.games.freecell.rules.dealing import dealt
from ludex.games.freecell.rules.options import FREECELL
from ludex.games.freecell.solver.hints import verdict
from ludex.games.freecell.solver.results import Impossible, Solved, Unknown, Verdict
from ludex.games.freecell.solver.search.layout import Words

BUDGET_SEARCH: Final = "solve"
"""How a certificate names the search that the CPU makes."""


class Block(NamedTuple):
    """The deals of a block while they are decided."""

    number: int
    digests: Words
    left: dict[int, Future[Verdict]]


class Census:
    """The searches on a GPU, and threads for what they leave."""

    def __init__(self, folder: Path, budget: int, workers: int) -> None:
        self.folder, self.budget = folder, budget
        self.threads = ThreadPoolExecutor(workers)
        self.searches = GPUSearches()
        self.searches.check_repeatable()

    def begin(self, number: int) -> Block:
        """Solve a block as far as the GPU does."""
        began = perf_counter()
        digests, left = self.searches.solve(deals_of(number))
        seconds = perf_counter() - began
        rate = SIZE / seconds
        say(f"block {number}: {seconds:.1f} s, {rate:,.0f} deals/s, {len(left)} left")
        waiting = {deal: self.threads.submit(self.decide, deal) for deal in left.tolist()}
        return Block(number, digests, waiting)

    def decide(self, deal: int) -> Verdict:
        return verdict(dealt(FREECELL, deal), self.budget)

    def finish(self, block: Block) -> None:
        """Write the certificate of a block."""
        first = deals_of(block.number).start
        certificate = Certificate(block.number, [], {}, {})
        solved = 0
        for deal, waiting in block.left.items():
            match waiting.result():
                case Solved() as found:
                    block.digests[deal - first] = digest_of_moves(found.moves)
                    solved += 1
                case Impossible(positions):
                    certificate.impossible[deal] = positions
                case Unknown(positions):
                    certificate.unknown[deal] = {BUDGET_SEARCH: positions}
        open_ = first + np.flatnonzero(block.digests == NO_SOLUTION)
        assert set(open_.tolist()) == certificate.named
        millions = block.digests.reshape(-1, MILLION)
        certificate.digests += map(digest_of_million, millions)
        write_certificate(certificate, self.folder)
        counts = f"{len(certificate.impossible)} impossible, {len(certificate.unknown)} unknown"
        say(f"block {block.number}: {counts}, {solved} solved by the CPU")


def say(text: str) -> None:
    print(f"{perf_counter():8.0f} {text}", file=sys.stderr, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--last", type=int, default=10)
    parser.add_argument("--budget", type=int, default=BUDGET)
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    census = Census(asked.folder, asked.budget, asked.workers)
    pending: list[Block] = []
    for number in range(asked.first, asked.last + 1):
        if not (asked.folder / file_name(number)).exists():
            pending.append(census.begin(number))
        while pending and all(one.done() for one in pending[0].left.values()):
            census.finish(pending.pop(0))
    for block in pending:
        census.finish(block)


if __name__ == "__main__":
    main()
