"""FreeCell deals that a census has left unknown, decided by all cores of a machine.

    python bench/freecell_unknown.py RESULTS [DEAL …] [--seconds S] [--memory GB] [--threads N]
    python bench/freecell_unknown.py RESULTS --merge

Without deals it takes the unknown ones of the certificates of freecell/census. First the quick
searches look further, one deal on each core; then the exhaustive search takes the deals one after
the other on all cores, with limits that rise from round to round. Each try is a line of RESULTS,
and is not made again, nor is one that a certificate names: a command that is stopped, or run out of
time, goes on when it is given again. A solution is replayed on the rulebook; an impossible deal has
the number of positions of its proof. `--merge` writes into the certificates what was found out.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from time import monotonic
from typing import Final, NamedTuple

from ludex.games.freecell import census
from ludex.games.freecell.census.certificates import (
    BLOCKS,
    LateSolution,
    read_certificate,
    write_certificate,
)
from ludex.games.freecell.census.proofs import quick_positions
from ludex.games.freecell.formats.notation import NotatedMove, read_solution, replayed
from ludex.games.freecell.rules.deals import microsoft_board
from ludex.games.freecell.rules.options import FREECELL
from ludex.games.freecell.rules.state import set_up
from ludex.games.freecell.solver.compiled import COMPILED, make_ready
from ludex.games.freecell.solver.exhaustive.search import ExhaustiveLimits, ExhaustiveSearch
from ludex.games.freecell.solver.portfolio import MET, PORTFOLIO, QuickSearch
from ludex.games.freecell.solver.results import Solved, Unknown, Verdict
from ludex.games.freecell.solver.search.layout import LOOKED_INTO, WON, room
from ludex.games.freecell.solver.single import BoardSearch, OutOfTime
from ludex.games.freecell.solver.single import set_up as settings_of

MILLION: Final = 1_000_000
CENSUS: Final = Path(census.__file__).parent
QUICK: Final = tuple(PORTFOLIO[i].weights for i in (9, 4, 5, 8, 0, 1))
"""The weights that are tried with a large quota; they differ most."""
QUOTA: Final = MILLION
LEVELS: Final = (40, 160, 640, 2_560, 10_000)
"""The exhaustive search looks into so many millions of positions, of each deal that is left."""


class Try(NamedTuple):
    """What one search found."""

    deal: int
    search: str
    verdict: Verdict
    seconds: float

    @property
    def line(self) -> str:
        """Return the try as a line of the results."""
        found = self.verdict
        moves = " ".join(map(str, found.moves)) if isinstance(found, Solved) else None
        return json.dumps(
            {
                "deal": self.deal,
                "search": self.search,
                "verdict": type(found).__name__.lower(),
                "positions": found.positions,
                "seconds": round(self.seconds, 1),
                **({"moves": moves} if moves else {}),
            }
        )


class Results:
    """The tries that were made, in a file, and those that the certificates name."""

    def __init__(self, file: Path) -> None:
        self.file = file
        lines = file.read_text().splitlines() if file.exists() else []
        self.tries = [json.loads(line) for line in lines]
        self.earlier = {(deal, search) for deal, tries in unknown_deals() for search in tries}

    def keep(self, one: Try) -> None:
        """Write down a try, after its solution was replayed."""
        if isinstance(one.verdict, Solved):
            start = set_up(FREECELL, microsoft_board(one.deal))
            assert replayed(start, one.verdict.moves).wins, "the solver and the rulebook differ"
        with self.file.open("a") as file:
            file.write(one.line + "\n")
        self.tries.append(json.loads(one.line))
        say(
            f"{one.deal} {one.search}: {self.tries[-1]['verdict']}, {one.verdict.positions:,}, {one.seconds:.1f} s"
        )

    def open(self, deals: Iterable[int], search: str) -> list[int]:
        """Return the deals that are undecided, and were not tried by this search."""
        done = {
            one["deal"]
            for one in self.tries
            if one["search"] == search or one["verdict"] != "unknown"
        }
        return [deal for deal in deals if deal not in done and (deal, search) not in self.earlier]

    def merge(self) -> None:
        """Write into the certificates what was found out."""
        for block in BLOCKS:
            certificate = read_certificate(block, CENSUS)
            for one in self.tries:
                deal, positions = one["deal"], one["positions"]
                tries = certificate.unknown.get(deal)
                if tries is None:
                    continue
                match one["verdict"]:
                    case "unknown":
                        tries[one["search"]] = positions
                        continue
                    case "impossible":
                        certificate.impossible[deal] = quick_positions(deal) + positions
                    case "solved":
                        moves = replayed_moves(deal, one["moves"])
                        certificate.solved[deal] = LateSolution.of(moves, positions)
                del certificate.unknown[deal]
            write_certificate(certificate, CENSUS)


def unknown_deals() -> Iterator[tuple[int, dict[str, int]]]:
    """Return the deals that the certificates call unknown, and what was tried."""
    for block in BLOCKS:
        yield from read_certificate(block, CENSUS).unknown.items()


def replayed_moves(deal: int, text: str) -> tuple[NotatedMove, ...]:
    """Return the moves of a solution, after they have won on the rulebook."""
    moves = tuple(move for move in read_solution(text) if isinstance(move, NotatedMove))
    assert replayed(set_up(FREECELL, microsoft_board(deal)), moves).wins, "a solution is wrong"
    return moves


def look_quickly(deal: int, until: float) -> Try | None:
    """Try one kind of quick search after the other; None when the time is over."""
    began, total = monotonic(), 0
    mem = room(COMPILED.zeros, FREECELL, QUOTA, MET)
    for weights in QUICK:
        board = microsoft_board(deal)
        task = BoardSearch(COMPILED, board, FREECELL, QUOTA, until)
        settings_of(mem, QuickSearch(weights, QUOTA), QUOTA)
        try:
            status = task.search(mem)
        except OutOfTime:
            return None
        total += int(mem[LOOKED_INTO])
        if status == WON:
            found: Verdict = Solved(task.moves_to_winner(mem), total)
            return Try(deal, "quick", found, monotonic() - began)
    return Try(deal, "quick", Unknown(total, "quota"), monotonic() - began)


class Command:
    """What is asked for, and the time that is left."""

    def __init__(self, asked: argparse.Namespace) -> None:
        self.until = monotonic() + asked.seconds
        self.threads, self.memory = asked.threads, int(asked.memory * 1_000_000_000)
        self.deals = asked.deals or [deal for deal, _ in unknown_deals()]
        self.results = Results(asked.results)

    def look_quickly(self) -> None:
        """Try the quick searches, a deal on each core."""
        make_ready()
        with ThreadPoolExecutor(self.threads) as threads:
            left = self.results.open(self.deals, "quick")
            for one in as_completed(
                threads.submit(look_quickly, deal, self.until) for deal in left
            ):
                if found := one.result():
                    self.results.keep(found)

    def look_into_all(self, millions: int) -> None:
        """Search exhaustively, up to a limit."""
        search = f"exhaustive {millions}"
        for deal in self.results.open(self.deals, search):
            began = monotonic()
            if began > self.until:
                return
            limits = ExhaustiveLimits(
                millions * MILLION, self.memory, self.until - began, self.threads
            )
            found = ExhaustiveSearch(microsoft_board(deal)).decide(limits)
            if monotonic() < self.until or not isinstance(found, Unknown):
                self.results.keep(Try(deal, search, found, monotonic() - began))


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("results", type=Path)
    parser.add_argument("deals", type=int, nargs="*")
    parser.add_argument("--seconds", type=float, default=540)
    parser.add_argument("--memory", type=float, default=14, help="in GB; 24 bytes a position")
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--merge", action="store_true")
    asked = parser.parse_args()
    if asked.merge:
        Results(asked.results).merge()
        return
    command = Command(asked)
    command.look_quickly()
    for millions in LEVELS:
        command.look_into_all(millions)
    verdicts = [one["verdict"] for one in command.results.tries]
    left = command.results.open(command.deals, "")
    say(
        f"{verdicts.count('solved')} solved, {verdicts.count('impossible')} impossible, {len(left)} left"
    )


if __name__ == "__main__":
    main()
