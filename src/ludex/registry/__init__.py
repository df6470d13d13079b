"""The registry of games and their companions: by name, by entry point, in a file.

A game is imported when it is asked for, so that naming one costs nothing. Its companion is
found by an entry point as the game is:

    [project.entry-points."ludex.companions"]
    heaps = "heaps.companion:companion"

`companion` says what a companion may have, `puzzles` what puzzles are.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from ludex.registry.companion import (
    Command,
    Companion,
    Filter,
    Format,
    MoveFilter,
    PrintedPart,
    Record,
    Replayed,
    Shorthand,
    later,
)
from ludex.registry.examples import examples
from ludex.registry.files import NoGame, file_companion, load_file
from ludex.registry.installed import EntryPointGroup, tell
from ludex.registry.puzzles import LEVELS, Puzzle, Puzzles, PuzzleSpec
from ludex.registry.shipped import GAMES

if TYPE_CHECKING:
    from ludex.compile.engine import Engine
    from ludex.kernel import Game

S = TypeVar("S")

INSTALLED = EntryPointGroup("ludex.games", "game", "ludex.kernel:Game", GAMES)
"""Our games, and those of other packages."""

COMPANIONS = EntryPointGroup(
    "ludex.companions",
    "companion",
    "ludex.registry:Companion",
    {name: f"{at.rpartition('.')[0]}.companion" for name, at in GAMES.items()},
)
NONE: Companion[Any] = Companion()


def names() -> tuple[str, ...]:
    """Every game there is, those that ship first."""
    return tuple(INSTALLED.points)


def played() -> "list[Game[Any]]":
    """The games that one can sit down at: those in which somebody decides something."""
    return [game for game in INSTALLED.loaded().values() if game.is_decided]


def load(name: str) -> "Game[Any]":
    """The game of that name, or in that Python file; its state type is its own affair."""
    if name.endswith(".py"):
        return load_file(Path(name)).game
    if not INSTALLED.knows(name):
        raise NoGame(f"there is no game {name!r}; there are: {', '.join(names())}")
    game: Game[Any] = INSTALLED.load(name)
    return game


def companion_of(game: "Game[Any]") -> Companion[Any]:
    """Return the companion of a game: by its name, if it is the game of that name; else of its file."""
    if not _is_installed(game):
        found = file_companion(game)
        return found if isinstance(found, Companion) else NONE
    if not COMPANIONS.knows(game.name):
        return NONE
    try:
        companion: Companion[Any] = COMPANIONS.load(game.name)
    except NoGame as trouble:
        tell(str(trouble))
        return NONE
    return companion


def _is_installed(game: "Game[Any]") -> bool:
    """Is it that of its name, in whatever variant, and no other that is called alike?"""
    try:
        return INSTALLED.knows(game.name) and INSTALLED.load(game.name).events is game.events
    except NoGame:
        return False


def having(part: str) -> tuple[str, ...]:
    """The names of the games whose companions have a part, such as `puzzles`."""
    return tuple(name for name, one in COMPANIONS.loaded().items() if getattr(one, part))


def refined(game: "Game[Any]") -> "Game[Any]":
    """The game with its refinement attached, where it has one."""
    refinement = companion_of(game).refinement
    return game if refinement is None else game.refined(refinement())


def engine(game: "Game[S]", start: "S | None" = None) -> "Engine":
    """The compiled engine of a game, for games that begin with a state or as usual.

    A game without one of its own has that which is derived from its rulebook.

    ValueError says why there is none, ImportError what is to be installed.
    """
    make = companion_of(game).engine
    try:
        if make is None:
            from ludex.compile.rulebook.derive import derive  # noqa: PLC0415  # needs an extra

            return derive(game, start).engine
        return make(game.start() if start is None else start)
    except ModuleNotFoundError as missing:
        if missing.name not in {"numpy", "numba", "llvmlite"}:
            raise
        raise ImportError('compiled engines need Numba: pip install "ludex[fast]"') from missing


def commands() -> dict[str, dict[str, Command]]:
    """The commands of games: by their name, then by the name of the game, ours first."""
    found: dict[str, dict[str, Command]] = {}
    for game, companion in COMPANIONS.loaded().items():
        for command in companion.commands:
            found.setdefault(command.name, {})[game] = command
    return found


__all__ = [
    "INSTALLED",
    "LEVELS",
    "Command",
    "Companion",
    "Filter",
    "Format",
    "MoveFilter",
    "NoGame",
    "PrintedPart",
    "Puzzle",
    "PuzzleSpec",
    "Puzzles",
    "Record",
    "Replayed",
    "Shorthand",
    "commands",
    "companion_of",
    "engine",
    "examples",
    "having",
    "later",
    "load",
    "names",
    "played",
    "refined",
]
