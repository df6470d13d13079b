"""FreeCell deals on a GPU, and what it leaves open on the CPU: deals a second, impossible ones.

    python bench/freecell_gpu.py [FIRST-LAST] [--batch N] [--workers N]
                                 [--budget N] [--list FILE]

A deal a warp. Each solution was replayed on the engine, on the GPU itself. Deals that no search
there has solved are solved or proved impossible on the CPU; `--list` writes down those that are
impossible, and those that nobody knows about, as JSON.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import perf_counter

import numpy as np
from rows import keep

from ludex.games.freecell.rules.deals import microsoft_board
from ludex.games.freecell.rules.options import FREECELL
from ludex.games.freecell.rules.state import set_up
from ludex.games.freecell.solver.hints import verdict
from ludex.games.freecell.solver.portfolio import EARLY, LATE
from ludex.games.freecell.solver.results import Impossible, Solved, Unknown, Verdict
from ludex.games.freecell.solver.search.layout import Words
from ludex.games.freecell.solver.warps.batches import SearchPass, Warps, passes


def on_the_gpu(deals: range, batch: int) -> Words:
    """Say how quickly it goes; the deals that are left."""
    began = perf_counter()
    early = [Warps(quick) for quick in EARLY]
    few = np.arange(deals.start, min(deals.start + 64, deals.stop))
    for one in early:
        one.solve(few)  # compiled before the clock starts
    print(f"ready after {perf_counter() - began:.1f} s", file=sys.stderr)
    table = Table(len(EARLY) + len(LATE))
    left = []
    for start in range(deals.start, deals.stop, batch):
        if sys.stderr.isatty():
            print(f"\rfrom deal {start:,}", end="", file=sys.stderr)
        numbers = np.arange(start, min(start + batch, deals.stop))
        left.append(table.run(numbers, early, 0))
    early.clear()
    numbers = np.concatenate(left)
    for i, quick in enumerate(LATE, start=len(EARLY)):
        numbers = table.run(numbers, [Warps(quick)], i)
    table.show(len(deals), len(numbers))
    rate = len(deals) / sum(table.seconds)
    keep(f"FreeCell deals {deals.start}-{deals.stop - 1}", "deals/s", rate)
    return numbers


class Table:
    """What each search has done."""

    def __init__(self, searches: int) -> None:
        self.done: list[list[SearchPass]] = [[] for _ in range(searches)]
        self.seconds = [0.0] * searches

    def run(self, deals: Words, searches: list[Warps], first: int) -> Words:
        """Send deals through some searches; those that are left."""
        began = perf_counter()
        for i, one in enumerate(passes(deals, searches), start=first):
            self.seconds[i] += perf_counter() - began
            began = perf_counter()
            self.done[i].append(one)
            deals = one.left
        return deals

    def show(self, deals: int, left: int) -> None:
        """A line for each, and one for all."""
        print(f"{'search':>8}{'deals':>14}{'left':>12}{'states/deal':>13}{'seconds':>9}")
        for i, some in enumerate(self.done):
            if some:
                count = sum(one.deals for one in some)
                looks = sum(one.looks for one in some) / count
                still = sum(len(one.left) for one in some)
                print(f"{i + 1:8}{count:14,}{still:12,}{looks:13.0f}{self.seconds[i]:9.2f}")
        every = [one for some in self.done for one in some]
        looks, total = sum(one.looks for one in every), sum(self.seconds)
        moves = sum(one.moves for one in every) / max(deals - left, 1)
        print(
            f"GPU: {deals:,} deals in {total:.2f} s, {deals / total:,.0f} deals/s,"
            f" {looks / deals:.0f} states a deal, {looks / total:,.0f} states/s,"
            f" {moves:.1f} moves a solution; {left:,} left"
        )


def on_the_cpu(left: Iterable[int], budget: int, workers: int) -> dict[int, Verdict]:
    """The last word about each deal; solutions are replayed on the rulebook."""

    def solved(deal: int) -> tuple[int, Verdict]:
        return deal, verdict(set_up(FREECELL, microsoft_board(deal)), budget)

    began = perf_counter()
    with ThreadPoolExecutor(workers) as crew:
        verdicts = dict(crew.map(solved, left))
    counts = (
        f"{sum(isinstance(v, kind) for v in verdicts.values()):,} {kind.__name__.lower()}"
        for kind in (Solved, Impossible, Unknown)
    )
    seconds = perf_counter() - began
    print(f"CPU: {', '.join(counts)} in {seconds:.2f} s, {workers} threads")
    return verdicts


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("deals", nargs="?", default="1-1000000")
    parser.add_argument("--batch", type=int, default=2_000_000)
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--budget", type=int, default=2_000_000)
    parser.add_argument("--list", type=Path)
    asked = parser.parse_args()
    first, _, last = asked.deals.partition("-")
    deals = range(int(first), int(last or first) + 1)
    left = on_the_gpu(deals, asked.batch)
    verdicts = on_the_cpu(left.tolist(), asked.budget, asked.workers)
    listed = {
        kind.__name__.lower(): [d for d, v in verdicts.items() if isinstance(v, kind)]
        for kind in (Impossible, Unknown)
    }
    for name, which in listed.items():
        shown = ", ".join(map(str, which[:20])) or "none"
        print(f"{name}: {shown}{' …' if len(which) > 20 else ''}")
    if asked.list:
        asked.list.write_text(
            json.dumps({"first": deals.start, "last": deals.stop - 1, **listed}) + "\n"
        )


if __name__ == "__main__":
    main()
