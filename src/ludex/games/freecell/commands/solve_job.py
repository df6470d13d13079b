"""`ludex solve freecell` as a job: chunks of deals, and a row for each."""

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

from ludex.cli.arguments.boards import boards
from ludex.cli.arguments.options import find_game, first_state
from ludex.games.freecell.commands.answers import (
    Answer,
    Budget,
    answers,
    dealt,
    quick_answers,
    shortest_answers,
)
from ludex.games.freecell.commands.solutions import SolutionForm, solution

if TYPE_CHECKING:
    from ludex.jobs.job import Job, Rows

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
"""As players count moves, and with those home; null where there is none."""


@dataclass(frozen=True)
class Asked:
    """How boards are to be solved."""

    game: str
    preset: str | None
    option: tuple[str, ...]
    limits: Budget
    form: SolutionForm
    is_optimal: bool
    is_quick: bool
    """Ranges of FreeCell's own deals, on the compiled engine."""

    def ready(self) -> "Callable[[range], Rows]":
        """A function that solves a chunk of deals."""
        return lambda deals: written(self.solved(deals))

    def solved(
        self, deals: "range | str"
    ) -> "Iterator[tuple[Answer, list[str] | None]]":
        """The answers about deals, or about the board of a file, with their moves."""
        if self.is_quick:
            assert isinstance(deals, range)
            each = quick_answers(deals, self.limits.positions)
        else:
            game = find_game(self.game)
            start = first_state(game, self.preset, [*self.option])
            named = deals if isinstance(deals, str) else f"{deals[0]}..{deals[-1]}"
            _, found = boards(game, start, named)
            solve = shortest_answers if self.is_optimal else answers
            each = solve(found, self.limits)
        for answer in each:
            yield answer, self._lines(answer)

    def _lines(self, answer: Answer) -> list[str] | None:
        from ludex.games.freecell.solver import Solved

        if answer.name != "solved" or self.form is SolutionForm.NONE:
            return None
        assert answer.verdict is not None
        solved = answer.verdict()
        assert isinstance(solved, Solved)
        return solution(answer.state or dealt(answer.deal), solved, self.form)

    def job(self, first: int, count: int) -> "Job[range]":
        """All deals of a range."""
        from ludex.jobs.job import Job

        size = QUICK_CHUNK if self.is_quick else SLOW_CHUNK
        stop = first + count
        chunks = [range(i, min(i + size, stop)) for i in range(first, stop, size)]
        asked: dict[str, Any] = {**asdict(self), "deals": [first, stop - 1]}
        name = "solve freecell"
        return Job(name, asked, COLUMNS, self, chunks, threads=self.is_quick)


def written(each: "Iterator[tuple[Answer, list[str] | None]]") -> "Rows":
    """Answers as rows."""
    from ludex.jobs.job import Rows

    columns: dict[str, list[Any]] = {name: [] for name in COLUMNS}
    for answer, lines in each:
        is_solved = answer.name == "solved"
        row = (
            answer.deal,
            answer.name,
            answer.players_moves if is_solved else None,
            answer.all_moves if is_solved else None,
            answer.positions,
            answer.bound,
            answer.limit or None,
            None if lines is None else "\n".join(lines),
        )
        for column, value in zip(columns.values(), row, strict=True):
            column.append(value)
    return Rows(columns)


def read(rows: "Rows") -> "Iterator[tuple[Answer, list[str] | None]]":
    """The answers again."""
    for row in zip(*(rows.columns[name] for name in COLUMNS), strict=True):
        deal, verdict, moves, all_moves, states, bound, limit, lines = row
        answer = Answer(
            deal, verdict, states, moves or 0, all_moves or 0, limit or "", bound=bound
        )
        yield answer, None if lines is None else lines.split("\n")
