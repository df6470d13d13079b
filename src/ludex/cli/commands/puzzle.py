"""`ludex puzzle GAME`: boards with asked properties, and the puzzle of the day."""

import sys
from enum import StrEnum
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any, Self

import typer

from ludex.cli.arguments.options import (
    GameName,
    Json,
    Seed,
    find_game,
    given_or_fresh,
    print_json,
)
from ludex.cli.trouble import BadInput

if TYPE_CHECKING:
    from ludex.kernel import Game
    from ludex.registry import Puzzle, Puzzles


class LevelOption(StrEnum):
    """The levels, without importing a solver for them."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


TRIES = 20_000
"""So many boards are looked at for a puzzle."""


def puzzle(
    name: GameName,
    *,
    pieces: Annotated[
        int | None,
        typer.Option(min=2, max=10, help="How many pieces; 6 or so if not given."),
    ] = None,
    level: Annotated[
        LevelOption | None,
        typer.Option(help="How often random play wins: 1 in 5, 1 in 20, or less."),
    ] = None,
    unique: Annotated[
        bool, typer.Option("--unique", help="Exactly one sequence of moves wins.")
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

    Play it with `ludex play GAME --puzzle ID`.
    """
    game = find_game(name)
    puzzles = puzzles_of(game)
    given = {
        "--id": puzzle_id,
        "--seed": seed,
        "--daily": daily or None,
        "--date": date,
        "--pieces": pieces,
        "--level": level,
        "--unique": unique or None,
    }
    _refuse_idle([option for option, value in given.items() if value is not None])
    if puzzle_id is not None:
        found = _judged(game, puzzle_id)
    else:
        fresh = seed is None and not daily and date is None
        seed = seed_of_day(date) if daily or date else given_or_fresh(seed)
        if fresh:
            print(f"seed {seed}", file=sys.stderr)
        found = _made(puzzles, pieces or puzzles.usual, level, seed, unique=unique)
    _print(game, found, as_json=as_json, with_solution=solution)


def _refuse_idle(given: list[str]) -> None:
    """Options that say which puzzle it is: one of them is enough, another would be idle."""
    first, *others = given or [""]
    if first == "--id" and others:
        raise BadInput(f"--id says which puzzle it is: no {others[0]} beside it")
    ways = [option for option in given if option in ("--seed", "--daily", "--date")]
    if len(ways) > 1:
        raise BadInput(f"{ways[0]} or {ways[1]}, not both")


def puzzles_of(game: "Game[Any]") -> "Puzzles[Any]":
    """The puzzles of a game; where it has none, it is told which game has."""
    from ludex.registry import companion_of, having

    found = companion_of(game).puzzles
    if found is None:
        games = ", ".join(having("puzzles"))
        raise BadInput(f"there are puzzles for {games}, not for {game.name}")
    return found


def _made(
    puzzles: "Puzzles[Any]",
    pieces: int,
    level: LevelOption | None,
    seed: int,
    *,
    unique: bool,
) -> "Puzzle[Any]":
    from ludex.kernel import Dice
    from ludex.registry import Wish

    wish = Wish(pieces, level.value if level else None, unique)
    with Progress() as progress:
        found = puzzles.make(wish, Dice(seed), tries=TRIES, tell=progress.tell)
    if found is None:
        asked = [f"{pieces} pieces", *([level.value] if level else [])]
        words = ", ".join([*asked, *(["unique"] if unique else [])])
        raise BadInput(
            f"no puzzle with {words} among {progress.boards:,} boards:"
            " try another seed, or ask for less"
        )
    return found


class Progress:
    """Tells a person who waits how far it is, on a line that goes away."""

    def __init__(self) -> None:
        self.boards = 0
        self._shown = monotonic()
        self._has_told = False

    def tell(self, boards: int) -> None:
        """So many boards have been looked at; it is said once a second."""
        self.boards = boards
        if sys.stderr.isatty() and monotonic() - self._shown >= 1:
            self._shown, self._has_told = monotonic(), True
            words = f"\rlooking for a puzzle: {boards:,} boards …"
            print(words, end="", file=sys.stderr, flush=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._has_told:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


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


def board_of(game: "Game[Any]", name: str) -> Any:  # noqa: ANN401  # of any game
    """The board of a puzzle's id, unless it is known that it cannot be won."""
    puzzles = puzzles_of(game)
    start = puzzles.decoded(name)
    if start is None:
        raise BadInput(puzzles.misnamed.format(name=repr(name)))
    if puzzles.is_lost(start):
        raise BadInput(f"{name}: {game.position(start)} cannot be won")
    return start


def _judged(game: "Game[Any]", name: str) -> "Puzzle[Any]":
    found = puzzles_of(game).judged(board_of(game, name))
    if found is None:
        raise BadInput(f"{name}: a board with too many positions to be judged")
    return found


def _print(
    game: "Game[Any]", puzzle: "Puzzle[Any]", *, as_json: bool, with_solution: bool
) -> None:
    solved = puzzles_of(game).solution(puzzle.start) if with_solution else ()
    events = [str(event) for event in solved]
    position = game.position(puzzle.start)
    if as_json:
        print_json(
            {
                "id": puzzle.id,
                "position": position,
                "pieces": puzzle.pieces,
                "level": puzzle.level,
                **puzzle.facts,
                **({"solution": events} if with_solution else {}),
            }
        )
        return
    print("\n".join(position.split("/")))
    print(f"{puzzle.level}: {puzzle.told}" if puzzle.told else puzzle.level)
    print(f"id {puzzle.id}, position {position}")
    for event in events:
        print(event)
