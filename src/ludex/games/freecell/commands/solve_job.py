"""`ludex solve freecell` as a job: chunks of deals, and a row for each."""

from collections.abc import Callable, Iterator
from dataclasses import asdict, astuple, dataclass
from typing import TYPE_CHECKING, Any, Final

from ludex.cli.arguments import find_game, first_state
from ludex.cli.arguments.boards import boards

from .answer import (
    BoardAnswer,
    SearchLimits,
    SolutionForm,
    format_solution,
)

if TYPE_CHECKING:
    from ludex.jobs.job import Job, Rows

    from ..rules.state import State
    from ..solver import Verdict

QUICK_CHUNK: Final = 500
"""Deals that take a tenth of a second."""
SLOW_CHUNK: Final = 5

COLUMNS: Final = {
    "deal": "int64",
    "verdict": "string",
    "moves": "int64",
    "all_moves": "int64",
    "states": "int64",
    "at_least": "int64",
    "limit": "string",
    "solution": "string",
}
"""The fields of an answer; null where there is none."""


@dataclass(frozen=True)
class SolveTask:
    """How boards are to be solved."""

    game: str
    preset: str | None
    option: tuple[str, ...]
    limits: SearchLimits
    form: SolutionForm
    is_optimal: bool
    is_quick: bool
    """Ranges of FreeCell's own deals, on the compiled engine."""

    def ready(self) -> "Callable[[range], Rows]":
        """Return a function that solves a chunk of deals."""
        from ludex.jobs.job import Rows

        def solve(deals: range) -> Rows:
            rows = zip(*map(astuple, self.solve(deals)), strict=True)
            return Rows(dict(zip(COLUMNS, map(list, rows), strict=True)))

        return solve

    def solve(self, deals: "range | str") -> Iterator[BoardAnswer]:
        """Solve deals, or the board of a file."""
        if self.is_quick and isinstance(deals, range):
            yield from self._solve_quickly(deals)
            return
        game = find_game(self.game)
        start = first_state(game, self.preset, [*self.option])
        named = deals if isinstance(deals, str) else f"{deals[0]}..{deals[-1]}"
        _, found = boards(game, start, named)
        for deal, state in found:
            verdict, bound = self._judge(state)
            yield self._answer(deal, verdict, bound, state)

    def _judge(self, state: "State") -> "tuple[Verdict, int | None]":
        from ..formats.solution import replayed
        from ..rules.state import board_of
        from ..solver import Solved, verdict

        positions, seconds = self.limits.positions, self.limits.seconds
        if not self.is_optimal:
            return verdict(state, positions, seconds), None
        from ..solver.optimal import Shortest, shortest

        best = shortest(board_of(state), state.rules, positions, seconds)
        if not isinstance(best, Shortest):
            return best, None
        solved = Solved(best.moves, best.positions)
        assert replayed(state, best.moves).wins, "the solver and the rulebook differ"
        return solved, best.bound

    def _solve_quickly(self, deals: range) -> Iterator[BoardAnswer]:
        """FreeCell's own deals, compiled; moves are made only where they are shown."""
        from ..rules.dealing import dealt
        from ..rules.options import FREECELL
        from ..solver.many import solve_deals

        for each in solve_deals(deals, self.limits.positions):
            if each.other is None and self.form is SolutionForm.NONE:
                yield BoardAnswer(
                    each.deal,
                    "solved",
                    each.players_moves,
                    each.all_moves,
                    each.positions,
                    None,
                    None,
                    None,
                )
            else:
                state = dealt(FREECELL, each.deal)
                yield self._answer(each.deal, each.verdict, None, state)

    def _answer(
        self, deal: int | None, verdict: "Verdict", bound: int | None, state: "State"
    ) -> BoardAnswer:
        from ..solver import Solved

        name, limit = type(verdict).__name__.lower(), getattr(verdict, "limit", None)
        moves, all_moves, solution = None, None, None
        if isinstance(verdict, Solved):
            moves, all_moves = verdict.players_moves, len(verdict.moves)
            solution = format_solution(state, verdict, self.form)
        return BoardAnswer(deal, name, moves, all_moves, verdict.positions, bound, limit, solution)

    def job(self, first: int, count: int) -> "Job[range]":
        """Return the job of all deals of a range."""
        from ludex.jobs.job import Job

        size = QUICK_CHUNK if self.is_quick else SLOW_CHUNK
        stop = first + count
        chunks = [range(i, min(i + size, stop)) for i in range(first, stop, size)]
        asked: dict[str, Any] = {**asdict(self), "deals": [first, stop - 1]}
        name = "solve freecell"
        return Job(name, asked, COLUMNS, self, chunks, threads=self.is_quick)


def read_answers(rows: "Rows") -> Iterator[BoardAnswer]:
    """Return the answers of stored rows."""
    return map(BoardAnswer, *(rows.columns[name] for name in COLUMNS))
