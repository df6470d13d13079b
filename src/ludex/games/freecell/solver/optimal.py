"""The fewest moves, by A*: proved where the memory and the budget allow, bounded otherwise.

The measure: cards moved one at a time, and moves home are free. A run of three cards counts
as the single moves that it stands for. So a card that lies above a lower one of its own suit
has to be moved at least once before it can go home; the number of such cards never promises
too many moves, and falls by no more than one a move. Positions wait by moves made and moves
still needed together, so when none is left below a solution's length, it has the fewest.
Cards that no column can need go home by themselves: that costs nothing and loses nothing.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from time import monotonic

from ..formats.notation import NotatedMove, as_move, meant, single_moves
from ..rules.deals import Board
from ..rules.events import MoveGameToGame
from ..rules.options import Rules
from ..rules.state import set_up
from .compiled import COMPILED, solve_compiled
from .portfolio import QuickSearch, Weights
from .results import Solved, Verdict, moves_not_home
from .search.best_first import is_full
from .search.compiler import interpreted
from .search.layout import (
    BUCKET,
    ENDED,
    LOOKED_INTO,
    QUOTA,
    RUNNING,
    SHORTEST,
    STATUS,
    WINNER,
    WON,
)
from .single import FIRST_ROOM, WORD, BoardSearch, OutOfTime

FOREVER = 1 << 40
SHORTENING = (
    Weights(20, 0, 12, 0, 2, 16, 6, 4, 4),
    Weights(40, 0, 25, 0, 3, 10, 20, 12, 12),
    Weights(60, 0, 25, 0, 3, 20, 20, 12, 12),
    Weights(10, 0, 3, 0, 1, 10, 2, 0, 0),
)
"""Ways of judging that set more and more store by few moves."""
MOST_BYTES = 2_000_000_000
"""The memory that a search may take; beyond it the bound stays as it is."""
SHORTENING_QUOTA = 60_000


@dataclass(frozen=True, slots=True)
class Shortest:
    """The shortest way found, card by card, and what no way can be shorter than."""

    moves: tuple[NotatedMove, ...]
    positions: int
    bound: int
    """At least so many moves are needed that are not home."""

    @property
    def length(self) -> int:
        """Moves that are not home."""
        return moves_not_home(self.moves)

    @property
    def is_proved(self) -> bool:
        """Has no way fewer moves?"""
        return self.length <= self.bound


def shortest(
    board: Board, rules: Rules, positions: int, seconds: float | None = None
) -> Shortest | Verdict:
    """Return the fewest moves, card by card; what the solver says where it finds no way to win."""
    until = None if seconds is None else monotonic() + seconds
    found = solve_compiled(board, rules, positions, seconds)
    if not isinstance(found, Solved):
        return found
    task = BoardSearch(COMPILED, board, rules, positions, until)
    search = _Shortening(task, _card_by_card(board, rules, found.moves), found.positions)
    if seconds is not None:  # the proof gets the larger part
        search.task = replace(task, until=monotonic() + seconds / 3)
    for weights in SHORTENING:
        search.run(weights, min(SHORTENING_QUOTA, positions // 12))
    search.task = task
    # With two packs a card may go home in the place of its twin.
    exact = Weights(1, 0, 0, 0, 0, 1 if rules.packs == 1 else 0, 0, 0, 0)
    search.run(exact, positions, is_exact=True)
    return Shortest(search.moves, search.total, search.bound)


@dataclass
class _Shortening:
    """Looking for shorter and shorter ways."""

    task: BoardSearch
    moves: tuple[NotatedMove, ...]
    total: int
    bound: int = 0

    def run(self, weights: Weights, quota: int, *, is_exact: bool = False) -> None:
        """Look for a way that is shorter than the one known, as long as there is time.

        An exact search that comes to its end leaves the length of the shortest as a bound. A
        room that is full is left for one four times as large.
        """
        looks = FIRST_ROOM
        while self.task.has_time and moves_not_home(self.moves) > self.bound:
            quota = min(quota, self.task.positions - self.total)
            if quota <= 0:
                return
            quick = QuickSearch(weights, quota, FOREVER)
            mem = self.task.thorough_room(min(looks, quota + 1), quick)
            self.task.begin(mem)
            mem[SHORTEST] = min(int(mem[SHORTEST]), moves_not_home(self.moves))
            with suppress(OutOfTime):
                while mem[STATUS] == RUNNING:
                    if is_exact:
                        least = min(int(mem[BUCKET]), int(mem[SHORTEST]))
                        self.bound = max(self.bound, least)
                        if mem[BUCKET] >= mem[SHORTEST]:
                            break
                    self.task.go_on(mem)
            self.total += int(mem[LOOKED_INTO])
            if mem[WINNER] >= 0:
                self.moves = self.task.moves_to_winner(mem)
            if not is_exact:
                return
            if not interpreted(is_full)(mem):  # a solution that was found hides that status
                # Nothing is left that could be shorter, unless there is no time or quota.
                if mem[STATUS] in {ENDED, WON} and mem[LOOKED_INTO] < mem[QUOTA]:
                    self.bound = int(mem[SHORTEST])
                return
            if 4 * WORD * len(mem) > MOST_BYTES:
                return
            looks *= 4


def _card_by_card(
    board: Board, rules: Rules, moves: Sequence[NotatedMove]
) -> tuple[NotatedMove, ...]:
    """Return a solution with its runs taken apart."""
    s, result = set_up(rules, board), []
    for move in moves:
        event, *_ = meant(s, move)
        single = single_moves(s, event) if isinstance(event, MoveGameToGame) else (event,)
        for each in single:
            named = as_move(each)
            assert named is not None
            result.append(NotatedMove(named.source, named.target, named.count or 1))
            s = each.apply(s)
    return tuple(result)
