"""The doors of the terminal table: games, solvers, puzzles and saved games, all in one."""

from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludex.cli.arguments.options import find_game, given_or_fresh
from ludex.cli.arguments.rulebooks import Rulebooks
from ludex.cli.commands.puzzle import PIECES, PUZZLES, board_of, seed_of_day
from ludex.cli.terminal.saved_games import Saves
from ludex.cli.trouble import BadInput

if TYPE_CHECKING:
    from ludex.games.chess_solitaire import State
    from ludex.kernel import Unreadable
    from ludex.play.log import Header
    from ludex.play.sitting import Sitting
    from ludex.tui.doors import Beginning, House

TASTE = "look.json"
"""Beside the saved games."""

LEVELS = {"easy": 5, "medium": 6, "hard": 7}
"""So many pieces have the puzzles of a level."""


def house(
    folder: Path,
    pause: float,
    rulebooks: Rulebooks | None = None,
    budget: int | None = None,
) -> "House":
    """Everything that a terminal table may ask for.

    `rulebooks` are those that were named: nothing else is run because a saved game asks.
    `budget` is how many positions a solver looks into for a hint.
    """
    from ludex.bots import KINDS
    from ludex.games import played
    from ludex.play.sitting import restarted
    from ludex.play.statistics import statistics
    from ludex.solve.advice import advisor_for
    from ludex.tui.doors import House

    rulebooks = rulebooks or Rulebooks()
    return House(
        games=lambda: tuple(game.name for game in played()),
        load=find_game,
        advisor=partial(advisor_for, budget=budget),
        bots=tuple((kind.name, kind.sentence) for kind in KINDS),
        seed=lambda: given_or_fresh(None),
        sit=lambda header: _sit(header, folder, rulebooks),
        restart=lambda sitting: restarted(sitting, folder),
        resume=lambda path: _resume(path, rulebooks),
        another=another,
        beginnings=lambda name: _puzzles() if name == PUZZLES else (),
        puzzles=_puzzles,
        saved=Saves(folder, rulebooks).read,
        statistics=lambda rows: list(statistics(rows)),
        taste=folder / TASTE,
        pause=pause,
    )


def _sit(
    header: "Header", folder: Path, rulebooks: Rulebooks
) -> "Sitting[Any] | Unreadable":
    from ludex.kernel import Unreadable
    from ludex.play.sitting import begun

    try:
        game = rulebooks.game_of(header)
    except BadInput as trouble:
        return Unreadable((str(trouble),))
    return begun(game, header, folder)


def _resume(path: Path, rulebooks: Rulebooks) -> "Sitting[Any] | Unreadable":
    from ludex.kernel import Unreadable
    from ludex.play.saved import read_saved
    from ludex.play.sitting import resumed

    saved = read_saved(path)
    if isinstance(saved, Unreadable):
        return saved
    try:
        game = rulebooks.game_of(saved.header)
    except BadInput as trouble:
        return Unreadable((str(trouble),))
    return resumed(game, saved)


def another(header: "Header") -> "Header | Unreadable":
    """The same rules and players with another deal; after a puzzle another puzzle."""
    if header.game == PUZZLES and header.position is not None:
        pieces = sum(letter.isalpha() for letter in header.position)
        return _puzzle(None, max(4, min(7, pieces)), given_or_fresh(None))
    return replace(header, position=None, label=None, seed=given_or_fresh(None))


def _puzzles() -> "tuple[Beginning, ...]":
    from ludex.tui.doors import Beginning

    def daily(_: str) -> "Header | Unreadable":
        return _puzzle(None, PIECES, seed_of_day(None))

    def of_level(level: str, _: str) -> "Header | Unreadable":
        return _puzzle(level, LEVELS[level], given_or_fresh(None))

    return (
        Beginning(f"Today's puzzle, {datetime.now(UTC):%Y-%m-%d}", daily),
        *(
            Beginning(f"{level.capitalize()} puzzle", partial(of_level, level))
            for level in LEVELS
        ),
        Beginning("Puzzle by its id", _puzzle_of, "The id of a puzzle"),
    )


def _puzzle(level: str | None, pieces: int, seed: int) -> "Header | Unreadable":
    """The header of a game that begins with a puzzle."""
    from ludex.kernel import Dice, Unreadable
    from ludex.solve.puzzles import Level, puzzle

    wanted = Level(level) if level else None
    found = puzzle(pieces, Dice(seed), wanted=wanted)
    if found is None:
        return Unreadable(("no such puzzle was found; try again",))
    return _begins_with(found.start, seed)


def _puzzle_of(name: str) -> "Header | Unreadable":
    """The header of a game that begins with the puzzle of an id."""
    from ludex.kernel import Unreadable

    try:
        return _begins_with(board_of(name), given_or_fresh(None))
    except BadInput as trouble:
        return Unreadable((str(trouble),))


def _begins_with(start: "State", seed: int) -> "Header":
    from ludex.play.log import Header
    from ludex.play.sitting import PERSON
    from ludex.solve.puzzles import encoded

    position = find_game(PUZZLES).position(start)
    label = f"puzzle {encoded(start)}"
    return Header(PUZZLES, seed, (PERSON,), "", position=position, label=label)
