"""FreeCell deals on a GPU, and what it leaves open on the CPU: deals a second, impossible ones.

    python bench/freecell_gpu.py [FIRST-LAST] [--threads N] [--batch N] [--budget N]

A deal a thread. A deal that the GPU calls solved was not replayed: of the first 1,000 the CPU
makes sure. Those left open are solved or proved impossible on the CPU.
"""

import argparse
import sys
from time import perf_counter

from rows import keep

from ludex.solve.freecell.compiled.gpu import Batches
from ludex.solve.freecell.compiled.many import solve_deals
from ludex.solve.freecell.verdicts import Impossible, Solved, Unknown


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("deals", nargs="?", default="1-1000000")
    parser.add_argument("--threads", type=int, default=65_536)
    parser.add_argument("--batch", type=int, default=1_000_000)
    parser.add_argument("--budget", type=int, default=2_000_000)
    asked = parser.parse_args()
    first, _, last = asked.deals.partition("-")
    deals = range(int(first), int(last or first) + 1)
    began = perf_counter()
    batches = Batches(asked.threads)
    batches.solve(deals.start, min(len(deals), 64))  # compiled before the clock starts
    print(f"ready after {perf_counter() - began:.1f} s", file=sys.stderr)
    began, left, looks = perf_counter(), [], 0
    for start in range(deals.start, deals.stop, asked.batch):
        found = batches.solve(start, min(asked.batch, deals.stop - start))
        looks += int(found[:, 1].sum())
        left += [start + int(n) for n in (found[:, 0] == 0).nonzero()[0]]
    seconds = perf_counter() - began
    print(
        f"GPU: {len(deals):,} deals in {seconds:.2f} s, {len(deals) / seconds:,.0f} deals/s,"
        f" {looks / len(deals):.0f} states a deal, {looks / seconds:,.0f} states/s;"
        f" {len(left):,} left"
    )
    keep(f"FreeCell deals {asked.deals}", "deals/s", len(deals) / seconds)
    began = perf_counter()
    answers = [next(solve_deals(range(d, d + 1), asked.budget)) for d in left]
    seconds = perf_counter() - began
    verdicts = [answer.verdict for answer in answers]
    for kind in (Solved, Impossible, Unknown):
        count = sum(isinstance(verdict, kind) for verdict in verdicts)
        print(f"CPU: {count:,} {kind.__name__.lower()}")
    print(f"CPU: {seconds:.2f} s")
    for kind in (Impossible, Unknown):
        which = [a.deal for a in answers if isinstance(a.verdict, kind)]
        print(f"{kind.__name__.lower()}: {', '.join(map(str, which)) or 'none'}")
    claimed = set(deals[:1000]) - set(left)
    for answer in solve_deals(deals[:1000], asked.budget):
        assert answer.deal not in claimed or isinstance(answer.verdict, Solved)


if __name__ == "__main__":
    main()
