"""`ludex solve freecell DEALS|FILE`: can it be won, and how?

It is a job of chunks of deals, with a row for each. An answer is printed as the verdict, the moves in a notation, or a record; `DealTally` sums up a range of deals.
"""

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from itertools import chain
from operator import attrgetter
from time import process_time
from typing import Annotated, Any

import typer

from ludex.bots.advice import FURTHER
from ludex.cli.arguments import Changes, GameName, Json, Preset, find_game, first_state, print_json
from ludex.cli.arguments.boards import boards
from ludex.cli.arguments.jobs import Work
from ludex.cli.errors import BadInput
from ludex.jobs.job import Job, Rows

from ..formats.notation import noted, replayed
from ..game import game as freecell
from ..rules.dealing import dealt
from ..rules.options import FREECELL, Rules
from ..rules.state import State, board_of
from ..solver import POSITIONS, Solved, Verdict, is_compiled, solve_one, verdict
from ..solver import solve as solve_board
from ..solver.hints import Solver
from ..solver.results import so_many

UNLIMITED = 10**12
"""More positions than any memory holds."""

OPTIMAL_SECONDS = 10.0
"""For so long the fewest moves are looked for, unless told otherwise."""


@dataclass(frozen=True, slots=True)
class SearchLimits:
    """The limits of the search for one board."""

    positions: int
    seconds: float | None = None


class SolutionForm(StrEnum):
    """The notation of a solution's moves."""

    STANDARD = "standard"
    WORDS = "words"
    EVENTS = "events"
    NONE = "none"


# A notation was asked for: what is printed can be read back, verdict and all.
REMARKS: "dict[SolutionForm | None, str]" = {
    SolutionForm.STANDARD: "# ",
    SolutionForm.WORDS: "# ",
    SolutionForm.EVENTS: "-- ",
}


@dataclass(frozen=True, slots=True)
class SolvedBoard:
    """The printed answer about a board, and a row of what is stored."""

    deal: int | None
    verdict: str
    """`solved`, `impossible` or `unknown`."""
    moves: int | None
    """As players count them, without those home."""
    all_moves: int | None
    states: int
    at_least: int | None
    """With --optimal: what no solution can be shorter than."""
    limit: str | None
    solution: str | None
    """A move a line."""

    @property
    def lines(self) -> list[str]:
        """The moves of the solution, if they are to be shown."""
        return self.solution.split("\n") if self.solution else []

    @property
    def is_shortest(self) -> bool:
        """Is the solution proved to have the fewest moves?"""
        return (self.at_least or 0) >= (self.moves or 0)

    def record(self) -> dict[str, object]:
        """Return an answer for programs, as a line of JSON says it."""
        record: dict[str, object] = {"deal": self.deal, "verdict": self.verdict}
        if self.verdict == "solved":
            record |= {"moves": self.lines, "players_moves": self.moves}
        if self.at_least is not None:
            record |= {"at_least": self.at_least, "optimal": self.is_shortest}
        if self.verdict == "unknown":
            record["limit"] = self.limit
        return {**record, "states": self.states}

    def describe(self, limits: SearchLimits) -> str:
        """Return an answer for people."""

        text = self.verdict
        if self.verdict == "solved":
            home = (self.all_moves or 0) - (self.moves or 0)
            text = f"solved in {so_many(str(self.moves), 'move')} and {home} home"
            if self.at_least is not None:
                proof = f"at least {self.at_least} are needed"
                if self.is_shortest:
                    proof = "proved the fewest"
                text += f" ({proof})"
        elif self.verdict == "unknown":
            further: object = FURTHER * limits.positions
            if limits.seconds is not None:
                further = f"{FURTHER * limits.seconds:g}s"
            text = f"unknown, limit of {self.limit} reached (--budget {further} searches further)"
        return f"{text}; {so_many(f'{self.states:,}', 'state')}"

    def print_moves(self) -> None:
        """Print the solution; short moves stand ten a line."""
        lines = self.lines
        each = 10 if lines and len(lines[0]) < 8 else 1
        for i in range(0, len(lines), each):
            print(" ".join(lines[i : i + each]))


def format_solution(state: State, solved: Solved, form: SolutionForm) -> str | None:
    """Return the solution, a move a line; None if it is not to be shown."""

    match form:
        case SolutionForm.STANDARD:
            moves = [str(move) for move in noted(board_of(state), solved.moves)]
        case SolutionForm.WORDS:
            moves = [move.words for move in solved.moves]
        case SolutionForm.EVENTS:
            moves = [*map(str, replayed(state, solved.moves).events)]
        case SolutionForm.NONE:
            return None
    return "\n".join(moves)


class DealTally:
    """The verdicts and moves of many boards."""

    def __init__(self) -> None:
        self.verdicts: Counter[str] = Counter()
        self.moves = self.all_moves = 0
        self.impossible: list[int] = []
        self.begun = process_time()

    def count(self, answer: SolvedBoard) -> None:
        """Add an answer."""
        self.verdicts[answer.verdict] += 1
        self.moves += answer.moves or 0
        self.all_moves += answer.all_moves or 0
        if answer.verdict == "impossible" and answer.deal is not None:
            self.impossible.append(answer.deal)

    @property
    def summary(self) -> str:
        """All of it in a sentence."""
        total = self.verdicts.total()
        seconds = process_time() - self.begun
        verdicts = [f"{self.verdicts[v]:,} {v}" for v in ("solved", "impossible", "unknown")]
        solved = max(self.verdicts["solved"], 1)
        text = (
            f"{total:,} deals: {', '.join(verdicts)}; "
            f"mean {self.moves / solved:.1f} moves without those home "
            f"({self.all_moves / solved:.1f} with them); "
            f"{total / max(seconds, 1e-9):,.1f} deals per CPU second"
        )
        if self.impossible:
            text += f"\nimpossible: {', '.join(map(str, self.impossible))}"
        return text


QUICK_CHUNK = 500
"""Deals that take a tenth of a second."""
SLOW_CHUNK = 5

COLUMNS = {
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
    """The options for solving boards."""

    game: str
    preset: str | None
    option: tuple[str, ...]
    limits: SearchLimits
    form: SolutionForm
    is_optimal: bool
    is_quick: bool
    """Ranges of FreeCell's own deals, with four free cells or fewer, on the compiled engine."""

    def ready(self) -> Callable[[range], Rows]:
        """Return a function that solves a chunk of deals."""

        def solve(deals: range) -> Rows:
            rows = zip(*map(attrgetter(*COLUMNS), self.solve(deals)), strict=True)
            return Rows(dict(zip(COLUMNS, map(list, rows), strict=True)))

        return solve

    def solve(self, deals: "range | str") -> Iterator[SolvedBoard]:
        """Solve deals, or the board of a file."""
        if self.is_quick and isinstance(deals, range):
            yield from self._solve_quickly(deals)
            return
        game = find_game(self.game)
        start = first_state(game, self.preset, [*self.option])
        named = deals if isinstance(deals, str) else f"{deals[0]}..{deals[-1]}"
        count, found = boards(game, start, named)
        solver = solve_one if count == 1 else solve_board
        for deal, state in found:
            verdict, bound = self._judge(state, solver)
            yield self._answer(deal, verdict, bound, state)

    def _judge(self, state: State, solver: Solver) -> tuple[Verdict, int | None]:

        positions, seconds = self.limits.positions, self.limits.seconds
        if not self.is_optimal:
            return verdict(state, positions, seconds, solver), None
        from ..solver.optimal import Shortest, shortest

        best = shortest(board_of(state), state.rules, positions, seconds)
        if not isinstance(best, Shortest):
            return best, None
        solved = Solved(best.moves, best.positions)
        assert replayed(state, best.moves).wins, "the solver and the rulebook differ"
        return solved, best.bound

    def _solve_quickly(self, deals: range) -> Iterator[SolvedBoard]:
        """FreeCell's own deals, compiled; other notations need the moves themselves."""
        from ..solver.ranges import solve_deals

        rules = first_state(find_game(self.game), self.preset, [*self.option]).rules
        is_written = self.form is SolutionForm.STANDARD
        for each in solve_deals(deals, self.limits.positions, rules, is_written=is_written):
            if each.other is None and self.form in {SolutionForm.NONE, SolutionForm.STANDARD}:
                yield SolvedBoard(
                    each.deal,
                    "solved",
                    each.players_moves,
                    each.all_moves,
                    each.positions,
                    None,
                    None,
                    each.written if is_written else None,
                )
            else:
                state = dealt(rules, each.deal)
                yield self._answer(each.deal, each.verdict, None, state)

    def _answer(
        self, deal: int | None, verdict: Verdict, bound: int | None, state: State
    ) -> SolvedBoard:
        name, limit = type(verdict).__name__.lower(), getattr(verdict, "limit", None)
        moves, all_moves, solution = None, None, None
        if isinstance(verdict, Solved):
            moves, all_moves = verdict.players_moves, len(verdict.moves)
            solution = format_solution(state, verdict, self.form)
        return SolvedBoard(deal, name, moves, all_moves, verdict.positions, bound, limit, solution)

    def job(self, first: int, count: int) -> Job[range]:
        """Return the job of all deals of a range."""

        size = QUICK_CHUNK if self.is_quick else SLOW_CHUNK
        stop = first + count
        chunks = [range(i, min(i + size, stop)) for i in range(first, stop, size)]
        request: dict[str, Any] = {**asdict(self), "deals": [first, stop - 1]}
        name = "solve freecell"
        return Job(name, request, COLUMNS, self, chunks, threads=self.is_quick)


def read_answers(rows: Rows) -> Iterator[SolvedBoard]:
    """Return the answers of stored rows."""
    return map(SolvedBoard, *(rows.columns[name] for name in COLUMNS))


BUDGET = re.compile(r"(?P<positions>\d{1,12})|(?P<seconds>\d{1,6}(?:\.\d{1,6})?)s")


def _budget(text: str) -> SearchLimits:
    """`500000` positions, or `2.5s`."""
    found = BUDGET.fullmatch(text.strip())
    if found is not None and found["seconds"] and float(found["seconds"]) > 0:
        return SearchLimits(UNLIMITED, float(found["seconds"]))
    if found is not None and found["positions"] and int(found["positions"]) > 0:
        return SearchLimits(int(found["positions"]))
    problem = f"expected positions, such as 500000, or seconds, such as 10s, not {text[:60]!r}"
    raise typer.BadParameter(problem)


def _refuse_optimal(rules: Rules) -> None:
    """Say why the fewest moves are not looked for, if they are not."""
    if not is_compiled():
        raise BadInput('--optimal needs Numba: pip install "ludex[fast]"')
    if rules.packs != 1:
        raise BadInput("--optimal is for one pack of cards")


def solve(
    name: GameName,
    deals: str,
    *,
    budget: Annotated[
        SearchLimits | None,
        typer.Option(
            metavar="N|SECONDS",
            parser=_budget,
            help="The most states to search for one board, or seconds such as 10s."
            " [default: 500000]",
        ),
    ] = None,
    prove: bool = False,
    optimal: bool = False,
    work: Work,
    notation: SolutionForm | None = None,
    preset: Preset = None,
    option: Changes = None,
    as_json: Json = False,
) -> None:
    """Solve FreeCell boards: solved, impossible (proved), or unknown (budget reached).

    Every printed solution was replayed to the win: for a single board on the rulebook, for a
    range of deals on the engine, which is proved equal to the rulebook. Numba makes the solver a
    hundred times faster: pip install "ludex[fast]".

    Options:
      deals (DEALS|FILE): Deals such as 617, 1-1000 or 1..1000, or a board file.
      prove: Search without a budget until the board is solved or proved impossible.
      optimal: The fewest moves, a run being one move and moves home free: proved, or between two
          bounds. [budget: 10s]
      notation: standard: 26 a7 3h; words: as fc-solve; events: a script for `run`; none. Standard
          for a single board.
    """

    game = find_game(name)
    if game.events is not freecell.events:
        raise BadInput(f"this solver is for freecell, not for {game.name}")
    if prove and budget is not None:
        raise BadInput("--prove has no budget: give one of the two")
    usual = SearchLimits(UNLIMITED, OPTIMAL_SECONDS) if optimal else SearchLimits(POSITIONS)
    limits = budget or (SearchLimits(UNLIMITED) if prove else usual)
    start = first_state(game, preset, option)
    if optimal:
        _refuse_optimal(start.rules)
    count, found = boards(game, start, deals)
    form = notation or (SolutionForm.STANDARD if count == 1 or as_json else SolutionForm.NONE)
    if count > 1 and not is_compiled():
        hint = 'ludex: slow without Numba: pip install "ludex[fast]" (a hundred times as fast)'
        print(hint, file=sys.stderr)
    is_quick = (
        count > 1
        and not optimal
        and limits.seconds is None
        and is_compiled()
        and start.rules.cells <= FREECELL.cells
        and start.rules == replace(FREECELL, cells=start.rules.cells)
    )
    task = SolveTask(name, preset, tuple(option or ()), limits, form, optimal, is_quick)
    answers = task.solve(deals)
    first = next(found)[0]
    if first is not None:
        job = task.job(first, count)
        rows = work.rows(job, "deals")
        answers = chain.from_iterable(map(read_answers, rows))
    elif work.out is not None or work.cluster is not None:
        raise BadInput(f"--out and --cluster are for deals by number, not for {deals}")
    tally = DealTally()
    for answer in answers:
        tally.count(answer)
        if as_json:
            print_json(answer.record())
        else:
            deals_text = deals if answer.deal is None else f"deal {answer.deal}"
            remark = REMARKS.get(notation, "")
            print(f"{remark}{deals_text}: {answer.describe(limits)}")
            answer.print_moves()
    if count > 1 and not as_json:
        print(tally.summary)
