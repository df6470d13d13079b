"""FreeCell deals with fewer free cells: how many can be won.

    python bench/freecell_cells.py FILE CELLS [LAST] [--gpu] [--positions N …] [--seconds S] [--threads N]

Decides the deals from 1 to LAST with so many free cells. FILE keeps the results: a command that is
stopped, or run out of time, goes on when it is given again. It has the deals of each verdict in
lists, but for the verdict that most deals have. An unknown deal has the number of positions that
were looked into.

First the quick searches take all deals, on a GPU where asked; every solution is replayed on the
engine. Then the thorough search takes each deal that is left, with each limit of `--positions`:
a solution is replayed on the rulebook, and an impossible deal is proved.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import monotonic
from typing import Final

import numpy as np

from ludex.games.freecell.formats.notation import replayed
from ludex.games.freecell.rules.dealing import dealt
from ludex.games.freecell.rules.options import FREECELL, Rules
from ludex.games.freecell.rules.state import board_of
from ludex.games.freecell.solver.compiled import COMPILED, make_ready
from ludex.games.freecell.solver.many import impossible_deals, unsolved_deals
from ludex.games.freecell.solver.portfolio import EARLY, LATE, PORTFOLIO
from ludex.games.freecell.solver.results import Impossible, Solved, Unknown, Verdict
from ludex.games.freecell.solver.single import FIRST_ROOM, BoardSearch, OutOfTime, solve_thoroughly

CHUNK: Final = 5_000
SMALL: Final = 100
QUICK: Final = (700, 2_200, 7_000, sum(quick.quota for quick in PORTFOLIO))
"""The positions for the quick searches, by the number of cells: with few, the thorough search soon ends."""
A_LINE: Final = 12
EVERY: Final = 20.0
"""Seconds between two writings of the file."""


@dataclass
class CellsResults:
    """What is known of the deals with so many free cells."""

    file: Path
    cells: int
    last: int = 0
    solved: set[int] = field(default_factory=set)
    impossible: set[int] = field(default_factory=set)
    unknown: dict[int, int] = field(default_factory=dict)
    """The positions that the largest search has looked into."""

    @classmethod
    def read(cls, file: Path, cells: int) -> "CellsResults":
        """Return what a file has, or nothing yet."""
        if not file.exists():
            return cls(file, cells)
        said = json.loads(file.read_text("utf-8"))
        assert said["cells"] == cells, f"{file} is of {said['cells']} cells"
        known = {int(deal): looks for deal, looks in said["unknown"].items()}
        lists = {name: set(said[name]) for name in ("solved", "impossible") if name in said}
        named = {*known, *(deal for some in lists.values() for deal in some)}
        rest = {*range(1, said["last"] + 1)} - named
        lists.setdefault("solved" if "impossible" in lists else "impossible", rest)
        return cls(file, cells, said["last"], unknown=known, **lists)

    @property
    def rules(self) -> Rules:
        return replace(FREECELL, cells=self.cells)

    def write(self) -> None:
        """Write the file, or nothing; the longer list is left out."""
        name = min(("impossible", "solved"), key=lambda one: len(getattr(self, one)))
        unknown = (f'"{deal}": {self.unknown[deal]}' for deal in sorted(self.unknown))
        text = (
            f'{{\n"cells": {self.cells},\n"last": {self.last},\n'
            f'"{name}": [\n{_lines(map(str, sorted(getattr(self, name))))}\n],\n'
            f'"unknown": {{\n{_lines(unknown)}\n}}\n}}\n'
        )
        partial = self.file.with_suffix(".new")
        partial.write_text(text, "utf-8")
        partial.rename(self.file)

    def add(self, deal: int, found: Verdict) -> None:
        """Add a verdict, in the place of an unknown one."""
        self.unknown.pop(deal, None)
        match found:
            case Solved():
                self.solved.add(deal)
            case Impossible():
                self.impossible.add(deal)
            case Unknown(positions):
                self.unknown[deal] = positions

    def add_quick(self, deals: range, left: Iterable[int]) -> None:
        """Add the deals that the quick searches have taken; those that are left are unknown."""
        self.unknown |= dict.fromkeys(left, 0)
        self.solved |= {*deals} - self.unknown.keys()
        self.last = deals[-1]

    @property
    def text(self) -> str:
        low, high = len(self.solved), len(self.solved) + len(self.unknown)
        share = f"{100 * low / max(self.last, 1):.4f} to {100 * high / max(self.last, 1):.4f} %"
        return (
            f"{self.cells} cells, deals 1 to {self.last:,}: {low:,} solved,"
            f" {len(self.impossible):,} impossible, {len(self.unknown):,} unknown; {share}"
        )


def _lines(entries: Iterable[str]) -> str:
    every = [*entries]
    return ",\n".join(", ".join(every[i : i + A_LINE]) for i in range(0, len(every), A_LINE))


class Command:
    """What is asked for, and the time that is left."""

    def __init__(self, asked: argparse.Namespace) -> None:
        self.until = monotonic() + asked.seconds
        self.threads = asked.threads
        self.results = CellsResults.read(asked.file, asked.cells)
        self.written = monotonic()

    def write(self, *, now: bool = False) -> None:
        """Write the results now and then."""
        if now or monotonic() > self.written + EVERY:
            self.results.write()
            self.written = monotonic()
            print(self.results.text, file=sys.stderr, flush=True)

    def search_quickly(self, last: int) -> None:
        """Let the quick searches take the deals up to the last one, on the CPU."""
        while self.results.last < last and monotonic() < self.until:
            first = self.results.last + 1
            deals = range(first, min(first + CHUNK * self.threads, last + 1))
            chunks = [deals[i : i + CHUNK // 10] for i in range(0, len(deals), CHUNK // 10)]
            with ThreadPoolExecutor(self.threads) as threads:
                left = threads.map(
                    lambda some: unsolved_deals(
                        some, QUICK[self.results.cells], self.results.rules
                    ),
                    chunks,
                )
                self.results.add_quick(deals, [deal for some in left for deal in some])
            self.write()

    def prove(self) -> None:
        """Prove impossible what a short thorough search does, many deals at a time."""
        deals = [deal for deal, looks in self.results.unknown.items() if not looks]
        chunks = [deals[i : i + SMALL] for i in range(0, len(deals), SMALL)]

        def proved(some: list[int]) -> tuple[list[int], list[int]]:
            if monotonic() > self.until:
                return [], []
            return some, impossible_deals(some, self.results.rules)

        with ThreadPoolExecutor(self.threads) as threads:
            for some, found in threads.map(proved, chunks):
                self.results.unknown |= dict.fromkeys(some, FIRST_ROOM)
                for deal in found:
                    self.results.add(deal, Impossible(0))
                self.write()

    def search_on_gpu(self, last: int) -> None:
        """Let the quick searches take the deals up to the last one, on a GPU."""
        from ludex.games.freecell.solver.warps.batches import Warps, passes
        from ludex.games.freecell.solver.warps.expansion import HALVES

        first = self.results.last + 1
        if first > last:
            return
        left = np.arange(first, last + 1)
        for quick in (*EARLY, *LATE):
            began = monotonic()
            blocks = max(1, min(4_224, -(-len(left) // HALVES)))
            for one in passes(left, [Warps(quick, blocks, self.results.rules)]):
                left = one.left
                rate = one.looks / (monotonic() - began)
                print(
                    f"{quick.quota}: {one.deals:,} deals, {len(left):,} left, {rate:,.0f} looks/s",
                    file=sys.stderr,
                )
        self.results.add_quick(range(first, last + 1), left.tolist())

    def search_thoroughly(self, positions: int) -> None:
        """Look into so many positions of each unknown deal."""
        make_ready()
        deals = [deal for deal, looks in self.results.unknown.items() if looks < positions]
        with ThreadPoolExecutor(self.threads) as threads:
            waiting = {threads.submit(self.decide, deal, positions): deal for deal in deals}
            for one in as_completed(waiting):
                found = one.result()
                if found is not None:
                    self.results.add(waiting[one], found)
                    self.write()

    def decide(self, deal: int, positions: int) -> Verdict | None:
        """Decide a deal; None when the time is over."""
        if monotonic() > self.until:
            return None
        start = dealt(self.results.rules, deal)
        task = BoardSearch(COMPILED, board_of(start), start.rules, positions, self.until)
        try:
            found = solve_thoroughly(task, 0)
        except OutOfTime:
            return None
        if isinstance(found, Solved):
            assert replayed(start, found.moves).wins, "the solver and the rulebook differ"
        return found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("file", type=Path)
    parser.add_argument("cells", type=int)
    parser.add_argument("last", type=int, nargs="?", default=0)
    parser.add_argument("--gpu", action="store_true")
    parser.add_argument("--positions", type=int, nargs="*", default=[1_000_000])
    parser.add_argument("--seconds", type=float, default=86_400)
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    asked = parser.parse_args()
    command = Command(asked)
    (command.search_on_gpu if asked.gpu else command.search_quickly)(asked.last)
    command.prove()
    for positions in asked.positions:
        command.search_thoroughly(positions)
    command.write(now=True)


if __name__ == "__main__":
    main()
