"""The solver in plain Python, for where there is no compiler.

Quick searches come first, each with its quota; the exhaustive search has the last word.
"""

from dataclasses import dataclass
from time import monotonic
from typing import Final

from ludex.games.freecell.rules.deals import Board
from ludex.games.freecell.rules.options import FREECELL, Rules
from ludex.games.freecell.solver.best_first import best_first
from ludex.games.freecell.solver.columns import Weights
from ludex.games.freecell.solver.exhaustive import exhaustive
from ludex.games.freecell.solver.homes import Safety
from ludex.games.freecell.solver.position import Table
from ludex.games.freecell.solver.results import (
    POSITIONS,
    Impossible,
    Solved,
    Unknown,
    Verdict,
    so_many,
)
from ludex.games.freecell.solver.solution import written


@dataclass(frozen=True, slots=True)
class Quick:
    """A quick search of the portfolio: how it judges positions, and its quota."""

    weights: Weights
    quota: int


_SHORT: Final = Weights(
    move=27, card=0, loose=25, blocks=0, buried=3, suit=6, cell=20, column=12, base=12
)
_PLAIN: Final = Weights(
    move=1, card=1, loose=1, blocks=1, buried=0, suit=0, cell=1, column=1, base=0
)
_BY_SUIT: Final = Weights(
    move=2, card=2, loose=2, blocks=0, buried=0, suit=3, cell=2, column=2, base=0
)
_BY_CARDS: Final = Weights(
    move=3, card=3, loose=3, blocks=3, buried=0, suit=0, cell=2, column=4, base=0
)
_SPACIOUS: Final = Weights(cell=40, column=30)

# Deals that defeat one way of judging mostly give in to another, so several short
# searches beat a long one. The first sets store by few moves and solves four deals in
# five; of those that are left the second solves most.
PORTFOLIO: Final = (
    Quick(_SHORT, 400),
    Quick(Weights(), 1_000),
    Quick(_PLAIN, 1_500),
    Quick(_SPACIOUS, 2_000),
    Quick(_BY_SUIT, 4_500),
    Quick(Weights(move=16, cell=40, column=30), 3_000),
    Quick(_BY_CARDS, 8_000),
    Quick(_SPACIOUS, 25_000),
)


def solve_plainly(
    board: Board,
    rules: Rules = FREECELL,
    positions: int = POSITIONS,
    seconds: float | None = None,
) -> Verdict:
    """Solve `board`, looking into no more than `positions` positions, for so many seconds."""
    total = 0
    until = None if seconds is None else monotonic() + seconds
    for quick in PORTFOLIO:
        table = Table(rules, Safety.RAYMOND, quick.weights)
        start = table.packed(board)
        search = best_first(table, start, min(quick.quota, positions - total), until)
        total += search.looked_into
        if search.moves is not None:
            return Solved(written(table, board, search.moves), total)
    table = Table(rules, Safety.HORNE)
    search = exhaustive(table, table.packed(board), positions - total, until)
    total += search.looked_into
    if search.moves is not None:
        return Solved(written(table, board, search.moves), total)
    if search.ended:
        return Impossible(total)
    if until is not None and monotonic() >= until:
        return Unknown(total, so_many(f"{seconds:g}", "second"))
    return Unknown(total, so_many(str(positions), "position"))
