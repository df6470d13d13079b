"""FreeCell deals on a GPU, and what it leaves open on the CPU: deals a second, impossible ones.

    python bench/freecell_gpu.py [FIRST-LAST] [--batch N] [--searches N] [--workers N]
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

from ludex.games.freecell.deals import microsoft_board
from ludex.games.freecell.options import FREECELL
from ludex.solve.freecell.compiled.layout import Words
from ludex.solve.freecell.compiled.portfolio import PORTFOLIO
from ludex.solve.freecell.compiled.solver import solve_compiled
from ludex.solve.freecell.verdicts import Impossible, Solved, Unknown, Verdict
from ludex.solve.freecell.warps.batches import Pass, passes, portfolio


def on_the_gpu(deals: range, batch: int, searches: int) -> Words:
    """Say how quickly it goes; the deals that are left."""
    began = perf_counter()
    warps = portfolio(searches)
    few = np.arange(deals.start, min(deals.start + 64, deals.stop))
    for one in warps:
        one.solve(few)  # compiled before the clock starts
    print(f"ready after {perf_counter() - began:.1f} s", file=sys.stderr)
    done: list[list[Pass]] = [[] for _ in warps]
    seconds = [0.0] * len(warps)
    left = []
    for start in range(deals.start, deals.stop, batch):
        numbers = np.arange(start, min(start + batch, deals.stop))
        began = perf_counter()
        for i, done_now in enumerate(passes(numbers, warps)):
            seconds[i] += perf_counter() - began
            began = perf_counter()
            done[i].append(done_now)
            numbers = done_now.left
        left.append(numbers)
        if sys.stderr.isatty():
            print(f"\r{numbers[-1:]} …", end="", file=sys.stderr)
    print(f"{'search':>8}{'deals':>14}{'left':>12}{'states/deal':>13}{'seconds':>9}")
    for i, some in enumerate(filter(None, done)):
        count = sum(one.deals for one in some)
        looks = sum(one.looks for one in some) / count
        still = sum(len(one.left) for one in some)
        print(f"{i + 1:8}{count:14,}{still:12,}{looks:13.0f}{seconds[i]:9.2f}")
    looks, total = sum(one.looks for some in done for one in some), sum(seconds)
    moves = sum(one.moves for some in done for one in some)
    open_deals = np.concatenate(left)
    solved = max(len(deals) - len(open_deals), 1)
    print(
        f"GPU: {len(deals):,} deals in {total:.2f} s, {len(deals) / total:,.0f} deals/s,"
        f" {looks / len(deals):.0f} states a deal, {looks / total:,.0f} states/s,"
        f" {moves / solved:.1f} moves a solution; {len(open_deals):,} left"
    )
    keep(
        f"FreeCell deals {deals.start}-{deals.stop - 1}", "deals/s", len(deals) / total
    )
    return open_deals


def on_the_cpu(left: Iterable[int], budget: int, workers: int) -> dict[int, Verdict]:
    """The last word about each deal."""

    def solved(deal: int) -> tuple[int, Verdict]:
        return deal, solve_compiled(microsoft_board(deal), FREECELL, budget)

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
    parser.add_argument("--batch", type=int, default=4_000_000)
    parser.add_argument("--searches", type=int, default=len(PORTFOLIO))
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--budget", type=int, default=2_000_000)
    parser.add_argument("--list", type=Path)
    asked = parser.parse_args()
    first, _, last = asked.deals.partition("-")
    deals = range(int(first), int(last or first) + 1)
    left = on_the_gpu(deals, asked.batch, asked.searches)
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
