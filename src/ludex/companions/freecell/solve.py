"""`ludex solve freecell DEALS|FILE`: can it be won, and how?"""

import re
import sys
from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from time import monotonic, process_time
from typing import TYPE_CHECKING, Annotated

import typer

from ludex.cli.arguments.boards import boards
from ludex.cli.arguments.options import (
    Changes,
    GameName,
    Json,
    Preset,
    find_game,
    first_state,
    print_json,
)
from ludex.cli.trouble import BadInput

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Self

    from ludex.games.freecell.state import State
    from ludex.solve.freecell import Solved, Verdict


class SolutionForm(StrEnum):
    """How the moves of a solution are written."""

    STANDARD = "standard"
    WORDS = "words"
    EVENTS = "events"
    NONE = "none"


BUDGET = re.compile(r"(?P<positions>\d{1,12})|(?P<seconds>\d{1,6}(?:\.\d{1,6})?)s")


@dataclass(frozen=True, slots=True)
class Budget:
    """How far to look for one board."""

    positions: int
    seconds: float | None = None


def _budget(text: str) -> Budget:
    """`400000` positions, or `2.5s`."""
    found = BUDGET.fullmatch(text.strip())
    if found is not None and found["seconds"] and float(found["seconds"]) > 0:
        return Budget(UNLIMITED, float(found["seconds"]))
    if found is not None and found["positions"] and int(found["positions"]) > 0:
        return Budget(int(found["positions"]))
    problem = f"expected positions, such as 400000, or seconds, such as 10s, not {text[:60]!r}"
    raise typer.BadParameter(problem)


UNLIMITED = 10**12
"""More positions than any memory holds."""

OPTIMAL_SECONDS = 10.0
"""For so long the fewest moves are looked for, unless told otherwise."""


def solve(
    name: GameName,
    deals: Annotated[
        str,
        typer.Argument(
            metavar="DEALS|FILE",
            help="Deals such as 617, 1-1000 or 1..1000, or a board file.",
        ),
    ],
    *,
    budget: Annotated[
        Budget | None,
        typer.Option(
            metavar="N|SECONDS",
            parser=_budget,
            help="The most states to look into for one board, or seconds such as 10s."
            " [default: 400000]",
        ),
    ] = None,
    prove: Annotated[
        bool,
        typer.Option(
            "--prove", help="Look until it is solved or proved impossible: no budget."
        ),
    ] = False,
    optimal: Annotated[
        bool,
        typer.Option(
            "--optimal",
            help="The fewest moves, cards moved one at a time and moves home free: proved,"
            " or between two bounds. [budget: 10s]",
        ),
    ] = False,
    workers: Annotated[
        int, typer.Option(min=1, max=256, help="Threads that solve deals of a range.")
    ] = 1,
    notation: Annotated[
        SolutionForm | None,
        typer.Option(
            help="standard: 26 a7 3h; words: as fc-solve; events: a script for `run`;"
            " none. Standard for a single board."
        ),
    ] = None,
    preset: Preset = None,
    option: Changes = None,
    as_json: Json = False,
) -> None:
    """Solve FreeCell boards: solved, impossible (proved), or unknown (budget reached).

    Every solution printed was replayed to the win: of a single board on the rulebook, of a
    range of deals on FreeCell's engine, which is proved against it. Numba makes it a hundred
    times as quick: pip install "ludex[fast]".
    """
    from ludex.games import freecell
    from ludex.solve.freecell import POSITIONS, Solved, is_compiled

    game = find_game(name)
    if game.events is not freecell.game.events:
        raise BadInput(f"solve is for freecell; {game.name} has no such thing")
    if prove and budget is not None:
        raise BadInput("--prove has no budget: give one of the two")
    usual = Budget(UNLIMITED, OPTIMAL_SECONDS) if optimal else Budget(POSITIONS)
    limits = budget or (Budget(UNLIMITED) if prove else usual)
    if optimal and not is_compiled():
        raise BadInput('--optimal needs Numba: pip install "ludex[fast]"')
    start = first_state(game, preset, option)
    count, found = boards(game, start, deals)
    form = notation or (
        SolutionForm.STANDARD if count == 1 or as_json else SolutionForm.NONE
    )
    if count > 1 and not is_compiled():
        hint = 'ludex: slow without Numba: pip install "ludex[fast]" (a hundred times as fast)'
        print(hint, file=sys.stderr)
    tally = _Tally()
    with _Bar(count) as bar:
        answers = (
            _shortest(found, limits)
            if optimal
            else _answers(start, found, count, deals, limits, workers)
        )
        for answer in answers:
            tally.count(answer)
            lines = None
            if answer.name == "solved" and form is not SolutionForm.NONE:
                solved = answer.verdict()
                assert isinstance(solved, Solved)
                state = answer.state or _dealt(answer.deal)
                lines = _solution(state, solved, form)
            if as_json:
                print_json(_record(answer, lines))
            else:
                what = deals if answer.deal is None else f"deal {answer.deal}"
                remark = REMARKS.get(notation, "")
                _print(what, answer, lines, limits=limits, remark=remark)
            bar.advance()
    if count > 1 and not as_json:
        print(tally.summary)


@dataclass(frozen=True, slots=True)
class _Answer:
    """What is printed about a board."""

    deal: int | None
    name: str
    positions: int
    players_moves: int
    all_moves: int
    limit: str
    verdict: "Callable[[], Verdict]"
    state: "State | None" = None
    bound: int | None = None
    """With --optimal: what no solution can be shorter than."""


def _answers(  # noqa: PLR0917 - all that was asked for
    start: "State",
    found: "Iterator[tuple[int | None, State]]",
    count: int,
    deals: str,
    limits: Budget,
    workers: int,
) -> "Iterator[_Answer]":
    """The answers in the order of the boards."""
    from ludex.games.freecell.options import FREECELL
    from ludex.solve.freecell import is_compiled, verdict

    is_plain = start.rules == FREECELL and limits.seconds is None
    if count > 1 and is_plain and is_compiled():
        from ludex.solve.freecell.compiled.many import solve_deals

        first = next(found)[0]
        assert first is not None
        for each in solve_deals(range(first, first + count), limits.positions, workers):
            other = each.other
            yield _Answer(
                each.deal,
                "solved" if other is None else _name(other),
                each.positions,
                each.players_moves,
                each.all_moves,
                getattr(other, "limit", ""),
                lambda each=each: each.verdict,  # type: ignore[misc]
            )
        return
    if workers > 1:
        print(
            "ludex: --workers is for ranges of FreeCell's own deals, compiled, without seconds;"
            f" {deals} is solved by one",
            file=sys.stderr,
        )
    for deal, state in found:
        answer = verdict(state, limits.positions, limits.seconds)
        moves = getattr(answer, "moves", ())
        yield _Answer(
            deal,
            _name(answer),
            answer.positions,
            getattr(answer, "players_moves", 0),
            len(moves),
            getattr(answer, "limit", ""),
            lambda answer=answer: answer,  # type: ignore[misc]
            state,
        )


def _shortest(
    found: "Iterator[tuple[int | None, State]]", limits: Budget
) -> "Iterator[_Answer]":
    """The shortest solutions, each replayed on the rulebook."""
    from ludex.games.freecell.state import board_of
    from ludex.solve.freecell.compiled.optimal import Shortest, shortest
    from ludex.solve.freecell.hints import on_the_rulebook
    from ludex.solve.freecell.verdicts import Solved, Unknown

    for deal, state in found:
        best = shortest(board_of(state), state.rules, limits.positions, limits.seconds)
        if not isinstance(best, Shortest):
            limit = best.limit if isinstance(best, Unknown) else ""
            yield _Answer(
                deal,
                _name(best),
                best.positions,
                0,
                0,
                limit,
                lambda best=best: best,  # type: ignore[misc]
            )
            continue
        solved = Solved(best.moves, best.positions)
        assert on_the_rulebook(state, solved).wins, "the solver and the rulebook differ"
        yield _Answer(
            deal, "solved", best.positions, best.length, len(best.moves), "",
            lambda solved=solved: solved, state, best.bound,  # type: ignore[misc]
        )  # fmt: skip


def _dealt(deal: int | None) -> "State":
    from ludex.games.freecell.deals import microsoft_board
    from ludex.games.freecell.options import FREECELL
    from ludex.games.freecell.state import set_up

    assert deal is not None
    return set_up(FREECELL, microsoft_board(deal))


class _Bar:
    """How far it has come, and how fast: on a terminal, for more than one board."""

    def __init__(self, count: int) -> None:
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            TextColumn,
            TimeRemainingColumn,
        )

        self._progress = Progress(
            TextColumn("deals"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]}/s"),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            disable=count == 1 or not sys.stderr.isatty(),
            redirect_stdout=sys.stdout.isatty(),  # else the results would go to the bar
        )
        self._task = self._progress.add_task("deals", total=count, rate="0")
        self._done = 0
        self._begun = monotonic()

    def __enter__(self) -> "Self":
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._show()
        self._progress.stop()

    def advance(self) -> None:
        """One board more."""
        self._done += 1
        if self._done % 50 == 0 or self._done < 50:
            self._show()

    def _show(self) -> None:
        rate = self._done / max(monotonic() - self._begun, 1e-9)
        self._progress.update(self._task, completed=self._done, rate=f"{rate:,.0f}")


# A notation was asked for: what is printed can be read back, verdict and all.
REMARKS: "dict[SolutionForm | None, str]" = {
    SolutionForm.STANDARD: "# ",
    SolutionForm.WORDS: "# ",
    SolutionForm.EVENTS: "-- ",
}


class _Tally:
    """What many boards have shown."""

    def __init__(self) -> None:
        self.verdicts: Counter[str] = Counter()
        self.players_moves = 0
        self.all_moves = 0
        self.impossible: list[int] = []
        self.begun = process_time()

    def count(self, answer: "_Answer") -> None:
        """One more."""
        self.verdicts[answer.name] += 1
        self.players_moves += answer.players_moves
        self.all_moves += answer.all_moves
        if answer.name == "impossible" and answer.deal is not None:
            self.impossible.append(answer.deal)

    @property
    def summary(self) -> str:
        total = self.verdicts.total()
        seconds = process_time() - self.begun
        told = [
            f"{self.verdicts[v]:,} {v}" for v in ("solved", "impossible", "unknown")
        ]
        solved = max(self.verdicts["solved"], 1)
        summed = (
            f"{total:,} deals: {', '.join(told)}; "
            f"mean {self.players_moves / solved:.1f} moves without those home "
            f"({self.all_moves / solved:.1f} with them); "
            f"{total / max(seconds, 1e-9):,.1f} deals per CPU second"
        )
        if self.impossible:
            summed += f"\nimpossible: {', '.join(map(str, self.impossible))}"
        return summed


def _name(answer: "Verdict") -> str:
    return type(answer).__name__.lower()


def _solution(state: "State", solved: "Solved", form: SolutionForm) -> list[str]:
    """The solution, a move an item."""
    from ludex.formats.freecell.notation import noted
    from ludex.games.freecell.state import board_of
    from ludex.solve.freecell.hints import on_the_rulebook

    match form:
        case SolutionForm.STANDARD:
            return [str(move) for move in noted(board_of(state), solved.moves)]
        case SolutionForm.WORDS:
            return [move.words for move in solved.moves]
        case SolutionForm.EVENTS:
            return [str(event) for event in on_the_rulebook(state, solved).events]
        case SolutionForm.NONE:
            return []


def _record(answer: "_Answer", lines: list[str] | None) -> dict[str, object]:
    record: dict[str, object] = {"deal": answer.deal, "verdict": answer.name}
    if answer.name == "solved":
        record["moves"] = lines or []
        record["players_moves"] = answer.players_moves
    if answer.bound is not None:
        record["at_least"] = answer.bound
        record["optimal"] = answer.bound >= answer.players_moves
    if answer.name == "unknown":
        record["limit"] = answer.limit
    return {**record, "states": answer.positions}


def _print(
    what: str,
    answer: "_Answer",
    lines: list[str] | None,
    *,
    limits: Budget,
    remark: str,
) -> None:
    from ludex.bots.advice import FURTHER

    told = answer.name
    if answer.name == "solved":
        home = answer.all_moves - answer.players_moves
        told = f"solved in {answer.players_moves} moves and {home} home"
        if answer.bound is not None:
            told += " (card by card: " + (
                "proved the fewest)"
                if answer.bound >= answer.players_moves
                else f"at least {answer.bound} are needed)"
            )
    elif answer.name == "unknown":
        further: object = FURTHER * limits.positions
        if limits.seconds is not None:
            further = f"{FURTHER * limits.seconds:g}s"
        told = f"unknown, limit of {answer.limit} reached (--budget {further} looks further)"
    print(f"{remark}{what}: {told}; {answer.positions:,} states")
    if lines:
        each = 10 if len(lines[0]) < 8 else 1  # short moves stand ten a line
        for i in range(0, len(lines), each):
            print(" ".join(lines[i : i + each]))
