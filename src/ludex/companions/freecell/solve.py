"""`ludex solve freecell DEALS|FILE`: can it be won, and how?"""

import sys
from collections import Counter
from enum import StrEnum
from time import process_time
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
    from ludex.games.freecell.state import State
    from ludex.solve.freecell import Solved, Verdict


class SolutionForm(StrEnum):
    """How the moves of a solution are written."""

    STANDARD = "standard"
    WORDS = "words"
    EVENTS = "events"
    NONE = "none"


def solve(
    name: GameName,
    deals: Annotated[
        str,
        typer.Argument(
            metavar="DEALS|FILE", help="Deals such as 617 or 1-1000, or a board file."
        ),
    ],
    *,
    budget: Annotated[
        int, typer.Option(min=1, help="The most states to look into for one board.")
    ] = 400_000,
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

    Every solution printed was replayed on the rulebook to the win.
    """
    from rich.console import Console
    from rich.progress import Progress

    from ludex.games import freecell
    from ludex.solve.freecell import Solved, verdict

    game = find_game(name)
    if game.events is not freecell.game.events:
        raise BadInput(f"solve is for freecell; {game.name} has no such thing")
    count, found = boards(game, first_state(game, preset, option), deals)
    form = notation or (
        SolutionForm.STANDARD if count == 1 or as_json else SolutionForm.NONE
    )
    tally = _Tally()
    quiet = count == 1 or not sys.stderr.isatty()
    with Progress(
        console=Console(stderr=True),
        disable=quiet,
        redirect_stdout=sys.stdout.isatty(),  # else the results would go to the bar
    ) as bar:
        task = bar.add_task("deals", total=count)
        for deal, state in found:
            begun = process_time()
            answer = verdict(state, budget)
            tally.count(answer, process_time() - begun)
            lines = (
                _solution(state, answer, form) if isinstance(answer, Solved) else None
            )
            if as_json:
                print_json(_record(deal, answer, lines))
            else:
                what = deals if deal is None else f"deal {deal}"
                remark = REMARKS.get(notation, "")
                _print(what, answer, lines, budget=budget, remark=remark)
            bar.advance(task)
    if count > 1 and not as_json:
        print(tally.summary)


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
        self.seconds = 0.0

    def count(self, answer: "Verdict", seconds: float) -> None:
        from ludex.solve.freecell import Solved

        self.verdicts[_name(answer)] += 1
        self.seconds += seconds
        if isinstance(answer, Solved):
            self.players_moves += answer.players_moves

    @property
    def summary(self) -> str:
        total = self.verdicts.total()
        told = [
            f"{self.verdicts[v]:,} {v}" for v in ("solved", "impossible", "unknown")
        ]
        solved = max(self.verdicts["solved"], 1)
        return (
            f"{total:,} deals: {', '.join(told)}; "
            f"mean {self.players_moves / solved:.1f} moves without those home; "
            f"{total / max(self.seconds, 1e-9):.1f} deals per CPU second"
        )


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


def _record(
    deal: int | None, answer: "Verdict", lines: list[str] | None
) -> dict[str, object]:
    from ludex.solve.freecell import Solved, Unknown

    record: dict[str, object] = {"deal": deal, "verdict": _name(answer)}
    if isinstance(answer, Solved):
        record["moves"] = lines
        record["players_moves"] = answer.players_moves
    if isinstance(answer, Unknown):
        record["limit"] = answer.limit
    return {**record, "states": answer.positions}


def _print(
    what: str,
    answer: "Verdict",
    lines: list[str] | None,
    *,
    budget: int,
    remark: str,
) -> None:
    from ludex.bots.advice import FURTHER
    from ludex.solve.freecell import Solved, Unknown

    told = _name(answer)
    if isinstance(answer, Solved):
        told = f"solved in {answer.players_moves} moves and {_home(answer)} home"
    elif isinstance(answer, Unknown):
        further = FURTHER * budget
        told = f"unknown, limit of {answer.limit} reached (--budget {further} looks further)"
    print(f"{remark}{what}: {told}; {answer.positions:,} states")
    if lines:
        each = 10 if len(lines[0]) < 8 else 1  # short moves stand ten a line
        for i in range(0, len(lines), each):
            print(" ".join(lines[i : i + each]))


def _home(answer: "Solved") -> int:
    return len(answer.moves) - answer.players_moves
