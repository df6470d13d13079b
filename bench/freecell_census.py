"""FreeCell deals decided by the hundred million, with certificates.

    python bench/freecell_census.py FOLDER [--first BLOCK] [--last BLOCK] [--budget N] [--workers N]

Block n is the deals (n - 1) * SIZE + 1 to n * SIZE. The GPU solves nearly all of them and replays
each solution on the engine; the CPU decides what is left, while the GPU goes on. A block that is
decided is a file in FOLDER, and is not computed again: for each million deals a digest of all
solutions in order, the impossible deals with the number of positions of each proof, and the deals
that are still unknown, with the positions that were looked into.
"""

import argparse
import hashlib
import json
import os
import sys
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from time import perf_counter
from typing import Final, NamedTuple

import numpy as np

from ludex.games.freecell.formats.notation import Kind, Move, Place
from ludex.games.freecell.rules.deals import microsoft_board
from ludex.games.freecell.rules.options import FREECELL
from ludex.games.freecell.rules.state import set_up
from ludex.games.freecell.solver.engine_replay import digest_of
from ludex.games.freecell.solver.hints import verdict
from ludex.games.freecell.solver.results import Impossible, Solved, Verdict
from ludex.games.freecell.solver.search.layout import (
    CELL_PLACE,
    HOME_PLACE,
    STEP_SOURCE,
    STEP_TARGET,
    Words,
)
from ludex.games.freecell.solver.warps.batches import EARLY, LATE, Warps, passes

MILLION: Final = 1_000_000
SIZE: Final = 100 * MILLION
BATCH: Final = 2 * MILLION
NO_SOLUTION: Final = 0


class Block(NamedTuple):
    """The deals of a block while they are decided."""

    number: int
    digests: Words
    left: dict[int, Future[Verdict]]
    seconds: float


def settings() -> str:
    """A name for the searches: their weights and quotas, in order."""
    return hashlib.sha256(repr((EARLY, LATE)).encode()).hexdigest()[:16]


def place_number(place: Place) -> int:
    if place.kind is Kind.HOME:
        return HOME_PLACE
    return place.index + (CELL_PLACE if place.kind is Kind.CELL else 0)


def step_of(move: Move) -> int:
    """A move as the engine's replay writes it down."""
    source, target = place_number(move.source), place_number(move.target)
    return source << STEP_SOURCE | target << STEP_TARGET | move.count


def digest_of_moves(moves: tuple[Move, ...]) -> int:
    steps = np.array([step_of(move) for move in moves], np.int16)
    return digest_of(steps, len(steps))


class Census:
    """The searches on a GPU, and threads for what they leave."""

    def __init__(self, folder: Path, budget: int, workers: int) -> None:
        self.folder, self.budget = folder, budget
        self.threads = ThreadPoolExecutor(workers)
        self.early = [Warps(quick) for quick in EARLY]

    def check_repeatable(self) -> None:
        """The same deals twice: the same solutions."""
        deals = np.arange(1, MILLION + 1)
        first, second = (self.early[0].solve(deals).digests for _ in range(2))
        say(
            f"repeatable: {bool((first == second).all())}, solved at once: {(first != 0).mean():.4f}"
        )
        assert (first == second).all(), "two runs of one search differ"

    def begin(self, number: int) -> Block:
        """Solve a block as far as the GPU does."""
        began, first = perf_counter(), (number - 1) * SIZE + 1
        digests = np.zeros(SIZE, np.int64)
        starts = range(first, first + SIZE, BATCH)
        batches = (np.arange(start, start + BATCH) for start in starts)
        numbers = np.concatenate([self.run(deals, self.early, digests, first) for deals in batches])
        early = len(numbers)
        for quick in LATE:
            numbers = self.run(numbers, [Warps(quick)], digests, first)
        seconds = perf_counter() - began
        rate = SIZE / seconds
        say(
            f"block {number}: {seconds:.1f} s, {rate:,.0f} deals/s, {early:,} late, {len(numbers)} left"
        )
        waiting = {deal: self.threads.submit(self.decide, deal) for deal in numbers.tolist()}
        return Block(number, digests, waiting, seconds)

    def run(self, deals: Words, searches: list[Warps], digests: Words, first: int) -> Words:
        for one in passes(deals, searches):
            digests[deals - first] = one.digests
            deals = one.left
        return deals

    def decide(self, deal: int) -> Verdict:
        return verdict(set_up(FREECELL, microsoft_board(deal)), self.budget)

    def finish(self, block: Block) -> None:
        """Write the certificate of a block."""
        first = (block.number - 1) * SIZE + 1
        impossible, unknown, solved = [], [], 0
        for deal, waiting in block.left.items():
            found = waiting.result()
            if isinstance(found, Solved):
                block.digests[deal - first] = digest_of_moves(found.moves)
                solved += 1
            else:
                kind = impossible if isinstance(found, Impossible) else unknown
                kind.append((deal, found.positions))
        open_ = first + np.flatnonzero(block.digests == NO_SOLUTION)
        assert set(open_.tolist()) == {deal for deal, _ in (*impossible, *unknown)}
        millions = block.digests.reshape(-1, MILLION)
        certificate = {
            "first": first,
            "last": first + SIZE - 1,
            "settings": settings(),
            "digests": [
                hashlib.sha256(some.astype("<i8").tobytes()).hexdigest() for some in millions
            ],
            "impossible": sorted(impossible),
            "unknown": sorted(unknown),
        }
        file = self.folder / f"deals-{block.number:02}.json"
        partial = file.with_suffix(".new")
        partial.write_text(json.dumps(certificate) + "\n")
        partial.rename(file)
        say(
            f"block {block.number}: {len(impossible)} impossible, {len(unknown)} unknown, {solved} by the CPU"
        )


def say(text: str) -> None:
    print(f"{perf_counter():8.0f} {text}", file=sys.stderr, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--last", type=int, default=10)
    parser.add_argument("--budget", type=int, default=10_000_000)
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    census = Census(asked.folder, asked.budget, asked.workers)
    census.check_repeatable()
    pending: list[Block] = []
    for number in range(asked.first, asked.last + 1):
        if not (asked.folder / f"deals-{number:02}.json").exists():
            pending.append(census.begin(number))
        while pending and all(one.done() for one in pending[0].left.values()):
            census.finish(pending.pop(0))
    for block in pending:
        census.finish(block)


if __name__ == "__main__":
    main()
