"""`ludex puzzle GAME`: boards with asked properties, and the puzzle of the day."""

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from ludex.cli.options import (
    GameName,
    Json,
    Seed,
    find_game,
    given_or_fresh,
    print_json,
)
from ludex.cli.trouble import BadInput

if TYPE_CHECKING:
    from ludex.solve.puzzles import Puzzle


class LevelOption(StrEnum):
    """The levels, without importing the solver for them."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


def puzzle(
    name: GameName,
    *,
    pieces: Annotated[int, typer.Option(min=2, max=10, help="How many pieces.")] = 6,
    level: Annotated[
        LevelOption | None,
        typer.Option(help="How often random captures win: 1 in 5, 1 in 20, or less."),
    ] = None,
    unique: Annotated[
        bool, typer.Option("--unique", help="Exactly one sequence of captures wins.")
    ] = False,
    seed: Seed = None,
    daily: Annotated[
        bool, typer.Option("--daily", help="Today's puzzle, the same for everybody.")
    ] = False,
    date: Annotated[
        str | None,
        typer.Option(metavar="YYYY-MM-DD", help="The puzzle of another day."),
    ] = None,
    puzzle_id: Annotated[
        str | None, typer.Option("--id", help="The puzzle of this id.")
    ] = None,
    solution: Annotated[
        bool, typer.Option("--solution", help="Print a winning sequence too.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Make a puzzle: a board that can be won, with its id, level and position line.

    Play it with `ludex play chess-solitaire --position LINE`.
    """
    from ludex.kernel import Dice
    from ludex.solve.puzzles import Level
    from ludex.solve.puzzles import puzzle as made

    if find_game(name).name != "chess-solitaire":
        raise BadInput(f"there are puzzles for chess-solitaire, not for {name}")
    if puzzle_id is not None:
        found = _of_id(puzzle_id)
    else:
        seed = seed_of_day(date) if daily or date else given_or_fresh(seed)
        wanted = Level(level.value) if level else None
        made_now = made(pieces, Dice(seed), wanted=wanted, unique=unique)
        if made_now is None:
            asked = f"{pieces} pieces{f', {level.value}' if level else ''}{', unique' if unique else ''}"
            raise BadInput(
                f"no board found with {asked}; ask for more pieces or less else"
            )
        found = made_now
    _print(found, as_json=as_json, with_solution=solution)


def seed_of_day(date: str | None) -> int:
    """The seed of a day's puzzle; of today's without a date."""
    from datetime import UTC, datetime
    from datetime import date as day

    try:
        return (
            day.fromisoformat(date) if date else datetime.now(UTC).date()
        ).toordinal()
    except ValueError:
        raise BadInput(f"--date {date}: expected a date such as 2026-02-28") from None


def _of_id(name: str) -> "Puzzle":
    from ludex.games.chess_solitaire import game
    from ludex.solve.puzzles import decoded, judged_puzzle
    from ludex.solve.solitaire import Solver

    start = decoded(name)
    if start is None:
        raise BadInput(
            f"{name!r} is no puzzle id: ten letters and digits, the last a check"
        )
    found = judged_puzzle(start, Solver(game))
    if found is None:
        raise BadInput(f"{name}: {game.position(start)} cannot be won")
    return found


def _print(puzzle: "Puzzle", *, as_json: bool, with_solution: bool) -> None:
    from ludex.games.chess_solitaire import game
    from ludex.solve.solitaire import Solver

    solved = Solver(game).solution(puzzle.start) if with_solution else None
    events = [str(event) for event in solved or ()]
    position = game.position(puzzle.start)
    if as_json:
        print_json(
            {
                "id": puzzle.id,
                "position": position,
                "pieces": len(puzzle.start.board),
                "level": puzzle.level.value,
                "luck": puzzle.luck,
                "ways": puzzle.ways,
                **({"solution": events} if with_solution else {}),
            }
        )
        return
    print("\n".join(position.split("/")))
    ways = "one way to win" if puzzle.ways == 1 else f"{puzzle.ways:,} ways to win"
    print(
        f"{puzzle.level.value}: random captures win {puzzle.luck:.1%} of the time, {ways}"
    )
    print(f"id {puzzle.id}, position {position}")
    for event in events:
        print(event)
