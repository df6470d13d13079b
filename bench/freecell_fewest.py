"""The fewest moves of FreeCell deals, beside the lengths of the quick solutions.

    python bench/freecell_fewest.py FILE [LAST] [--positions N …] [--table]

Searches the deals from 1 to LAST with each limit of `--positions`, and keeps the results in FILE: a
command that is stopped goes on when it is given again. A deal that is not proved has a bound. With
`--table` nothing is searched, and the table of the docs is printed.
"""

import argparse
import json
from pathlib import Path

from ludex.games.freecell.formats.notation import replayed
from ludex.games.freecell.rules.deals import microsoft_board
from ludex.games.freecell.rules.options import FREECELL
from ludex.games.freecell.rules.state import set_up
from ludex.games.freecell.solver import Solved, solve
from ludex.games.freecell.solver.optimal import Shortest, shortest

QUICK, LENGTH, BOUND, POSITIONS = range(4)
"""What is kept of a deal: moves of the quick solution, of the shortest one found, the bound, and positions."""
A_ROW = 10


def search(deal: int, positions: int) -> list[int]:
    """Return what is kept of a deal."""
    board = microsoft_board(deal)
    quick, best = solve(board), shortest(board, FREECELL, positions)
    assert isinstance(quick, Solved)
    assert isinstance(best, Shortest)
    assert replayed(set_up(FREECELL, board), best.moves).wins
    return [quick.players_moves, best.length, best.bound, best.positions]


def write(file: Path, known: dict[int, list[int]]) -> None:
    lines = ",\n".join(f'"{deal}": {known[deal]}' for deal in sorted(known))
    file.write_text(f"{{\n{lines}\n}}\n", "utf-8")


def table(known: dict[int, list[int]]) -> str:
    """Return a row for ten deals: the fewest moves, or bounds, with the quick lengths in brackets."""
    cells = [
        (f"{row[LENGTH]}" if row[LENGTH] == row[BOUND] else f"{row[BOUND]}–{row[LENGTH]}")
        + f" ({row[QUICK]})"
        for _, row in sorted(known.items())
    ]
    lines = [
        f"| {i + 1} to {i + A_ROW} | {' | '.join(cells[i : i + A_ROW])} |"
        for i in range(0, len(cells), A_ROW)
    ]
    proved = [row for row in known.values() if row[LENGTH] == row[BOUND]]
    means = [sum(row[i] for row in known.values()) / len(known) for i in (QUICK, LENGTH)]
    total = f"{len(proved)} of {len(known)} proved; means {means[1]:.1f} and {means[0]:.1f}"
    return "\n".join([*lines, total])


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("file", type=Path)
    parser.add_argument("last", type=int, nargs="?", default=100)
    parser.add_argument("--positions", type=int, nargs="*", default=[200_000])
    parser.add_argument("--table", action="store_true")
    asked = parser.parse_args()
    known: dict[int, list[int]] = {}
    if asked.file.exists():
        known = {int(deal): row for deal, row in json.loads(asked.file.read_text()).items()}
    for positions in [] if asked.table else asked.positions:
        for deal in range(1, asked.last + 1):
            old = known.get(deal)
            if old and (old[LENGTH] == old[BOUND] or old[POSITIONS] >= positions):
                continue
            new = search(deal, positions)
            if old:
                new[LENGTH], new[BOUND] = min(old[LENGTH], new[LENGTH]), max(old[BOUND], new[BOUND])
            known[deal] = new
            write(asked.file, known)
            print(deal, *new, flush=True)
    print(table(known))


if __name__ == "__main__":
    main()
