"""`ludex puzzle GAME`: boards with asked properties, and the puzzle of the day."""

from datetime import UTC, datetime
from datetime import date as day
from typing import Any, Literal

from ludex.cli.arguments import GameName, Json, Seed, find_game, given_or_fresh, print_json
from ludex.cli.errors import BadInput, tell_user
from ludex.cli.terminal.progress import ProgressLine
from ludex.kernel import Dice, Game
from ludex.language.position import position_line
from ludex.registry import Puzzle, Puzzles, PuzzleSpec, companion_of, having

TRIES = 20_000
"""So many boards are looked at for a puzzle."""

LevelOption = Literal["easy", "medium", "hard", "expert", "master"]


def puzzle(
    name: GameName,
    *,
    pieces: int | None = None,
    level: LevelOption | None = None,
    unique: bool = False,
    seed: Seed = None,
    daily: bool = False,
    date: str | None = None,
    puzzle_id: str | None = None,
    collection: bool = False,
    solution: bool = False,
    as_json: Json = False,
) -> None:
    """Make a puzzle: a board that can be won, with its id, level and position line.

    Play it with `ludex play GAME --puzzle ID`.

    Options:
      pieces (2..10): The number of pieces. The default depends on the level, or is about 6.
      level: The difficulty: random play wins 1 game in 5, 20, 100, 1,000, or fewer.
      unique: Only puzzles that exactly one sequence of moves wins.
      daily: Today's puzzle, the same for everybody.
      date (YYYY-MM-DD): The puzzle of another day.
      puzzle_id --id: The puzzle with this id.
      collection: List the puzzles that come with the game: all, those of a --level, or the
          hardest with this number of --pieces.
      solution: Also print a winning sequence.
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
    named = [option for option, value in given.items() if value is not None]
    if collection:
        _refuse_beside_collection(named, solution=solution)
        _list(game, puzzles, pieces, level, as_json=as_json)
        return
    _refuse_idle(named)
    if puzzle_id is not None:
        found = _judged(game, puzzle_id)
    elif daily or date:
        found = _of_day(puzzles, ordinal_of(date))
    else:
        if seed is None:
            seed = given_or_fresh(seed)
            tell_user(f"seed {seed}")
        spec = puzzles.spec(pieces, level, unique=unique)
        found = _made(puzzles, spec, seed)
    _print(game, found, as_json=as_json, with_solution=solution)


def _refuse_idle(given: list[str]) -> None:
    """Options that say which puzzle it is: one of them is enough, another would be idle."""
    first, *others = given or [""]
    if first == "--id" and others:
        raise BadInput(f"--id selects one puzzle: it excludes {others[0]}")
    ways = [option for option in given if option in ("--seed", "--daily", "--date")]
    if len(ways) > 1:
        raise BadInput(f"{ways[0]} or {ways[1]}, not both")
    if ways and ways[0] != "--seed" and len(given) > 1:
        other = next(option for option in given if option not in ways)
        raise BadInput(f"{ways[0]} selects one puzzle: it excludes {other}")


def _refuse_beside_collection(given: list[str], *, solution: bool) -> None:
    """Refuse options that do not choose among the puzzles of the collection."""
    idle = [option for option in given if option not in ("--pieces", "--level")]
    idle += ["--solution"] if solution else []
    if idle:
        raise BadInput(f"--collection lists puzzles: it excludes {idle[0]}")
    if len(given) > 1:
        raise BadInput("--collection: the --level, or the hardest by --pieces, not both")


def puzzles_of(game: "Game[Any]") -> "Puzzles[Any]":
    """The puzzles of a game; where it has none, it is told which game has."""
    found = companion_of(game).puzzles
    if found is None:
        games = ", ".join(having("puzzles"))
        raise BadInput(f"there are puzzles for {games}, not for {game.name}")
    return found


def _made(puzzles: "Puzzles[Any]", spec: "PuzzleSpec", seed: int) -> "Puzzle[Any]":
    progress = _BoardCount("looking for a puzzle")
    found = puzzles.make(spec, Dice(seed), tries=TRIES, tell=progress.count)
    progress.clear()
    if found is None:
        criteria = [f"{spec.pieces} pieces", *([spec.level] if spec.level else [])]
        words = ", ".join([*criteria, *(["unique"] if spec.unique else [])])
        raise BadInput(
            f"no puzzle with {words} among {progress.boards:,} boards:"
            " try another seed, or fewer conditions"
        )
    return found


def _of_day(puzzles: "Puzzles[Any]", ordinal: int) -> "Puzzle[Any]":
    progress = _BoardCount("looking for a puzzle")
    found = puzzles.of_day(ordinal, tries=TRIES, tell=progress.count)
    progress.clear()
    if found is None:
        raise BadInput("no puzzle was found for that day")
    return found


def _list(
    game: "Game[Any]",
    puzzles: "Puzzles[Any]",
    pieces: int | None,
    level: LevelOption | None,
    *,
    as_json: bool,
) -> None:
    """The puzzles that come with the game."""
    found: list[Puzzle[Any]] = []
    if pieces is None:
        packs = puzzles.packs()
        levels = packs if level is None else (level,)
        found += [each for name in levels for each in packs.get(name, ())]
    if level is None:
        hardest = puzzles.hardest()
        sizes = hardest if pieces is None else (pieces,)
        found += [each for size in sizes for each in hardest.get(size, ())]
    if not found:
        raise BadInput(f"the collection of {game.name} has no such puzzles")
    if as_json:
        print_json([_recorded(game, each) for each in found])
        return
    for each in found:
        print(f"{each.id}  {each.pieces:>2}  {each.level:<6}  {each.words}")


class _BoardCount(ProgressLine):
    """A progress line that counts boards."""

    boards = 0

    def count(self, boards: int) -> None:
        """Say that so many boards have been looked at."""
        self.boards = boards
        if boards % 100 == 0:
            self.stage(f"{boards:,} boards")


def ordinal_of(date: str | None) -> int:
    """The number of a day; of today without a date."""
    try:
        return (day.fromisoformat(date) if date else datetime.now(UTC).date()).toordinal()
    except ValueError:
        raise BadInput(f"--date {date}: expected a date such as 2026-02-28") from None


def board_of(game: "Game[Any]", name: str) -> Any:  # noqa: ANN401  # of any game
    """The board of a puzzle's id, unless it is known that it cannot be won."""
    puzzles = puzzles_of(game)
    start = puzzles.decoded(name)
    if start is None:
        raise BadInput(puzzles.misnamed.format(name=repr(name)))
    if puzzles.is_lost(start):
        raise BadInput(f"{name}: {position_line(game, start)} cannot be won")
    return start


def _judged(game: "Game[Any]", name: str) -> "Puzzle[Any]":
    found = puzzles_of(game).judged(board_of(game, name))
    if found is None:
        raise BadInput(f"{name}: the board has too many positions to check")
    return found


def _print(game: "Game[Any]", puzzle: "Puzzle[Any]", *, as_json: bool, with_solution: bool) -> None:
    solved = puzzles_of(game).solution(puzzle.start) if with_solution else ()
    events = [str(event) for event in solved]
    position = position_line(game, puzzle.start)
    if as_json:
        record = {"solution": events} if with_solution else {}
        print_json({**_recorded(game, puzzle), **record})
        return
    print("\n".join(position.split("/")))
    print(f"{puzzle.level}: {puzzle.words}" if puzzle.words else puzzle.level)
    print(f"id {puzzle.id}, position {position}")
    for event in events:
        print(event)


def _recorded(game: "Game[Any]", puzzle: "Puzzle[Any]") -> dict[str, object]:
    return {
        "id": puzzle.id,
        "position": position_line(game, puzzle.start),
        "pieces": puzzle.pieces,
        "level": puzzle.level,
        **puzzle.facts,
    }
