"""`ludex solve freecell DEALS|FILE`: can it be won, and how?"""

import re
import sys
from itertools import chain
from typing import Annotated

import typer

from ludex.cli.arguments import Changes, GameName, Json, Preset, find_game, first_state, print_json
from ludex.cli.arguments.boards import boards
from ludex.cli.arguments.jobs import Work
from ludex.cli.errors import BadInput

from .solve_job import (
    OPTIMAL_SECONDS,
    REMARKS,
    UNLIMITED,
    DealTally,
    SearchLimits,
    SolutionForm,
    SolveTask,
    read_answers,
)

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
        SearchLimits | None,
        typer.Option(
            metavar="N|SECONDS",
            parser=_budget,
            help="The most states to look into for one board, or seconds such as 10s."
            " [default: 500000]",
        ),
    ] = None,
    prove: Annotated[
        bool,
        typer.Option("--prove", help="Look until it is solved or proved impossible: no budget."),
    ] = False,
    optimal: Annotated[
        bool,
        typer.Option(
            "--optimal",
            help="The fewest moves, cards moved one at a time and moves home free: proved,"
            " or between two bounds. [budget: 10s]",
        ),
    ] = False,
    work: Work,
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
    from ..game import game as freecell
    from ..rules.options import FREECELL
    from ..solver import POSITIONS, is_compiled

    game = find_game(name)
    if game.events is not freecell.events:
        raise BadInput(f"solve is for freecell; {game.name} has no such thing")
    if prove and budget is not None:
        raise BadInput("--prove has no budget: give one of the two")
    usual = SearchLimits(UNLIMITED, OPTIMAL_SECONDS) if optimal else SearchLimits(POSITIONS)
    limits = budget or (SearchLimits(UNLIMITED) if prove else usual)
    if optimal and not is_compiled():
        raise BadInput('--optimal needs Numba: pip install "ludex[fast]"')
    start = first_state(game, preset, option)
    count, found = boards(game, start, deals)
    form = notation or (SolutionForm.STANDARD if count == 1 or as_json else SolutionForm.NONE)
    if count > 1 and not is_compiled():
        hint = 'ludex: slow without Numba: pip install "ludex[fast]" (a hundred times as fast)'
        print(hint, file=sys.stderr)
    is_quick = (
        count > 1
        and not optimal
        and limits.seconds is None
        and start.rules == FREECELL
        and is_compiled()
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
            what = deals if answer.deal is None else f"deal {answer.deal}"
            remark = REMARKS.get(notation, "")
            print(f"{remark}{what}: {answer.describe(limits)}")
            answer.print_moves()
    if count > 1 and not as_json:
        print(tally.summary)
