"""The registry of games and their companions: by name, by entry point, in a file.

A game is imported on request, so listing the names is fast. Its companion is found by an entry
point, like the game:

    [project.entry-points."ludex.companions"]
    heaps = "heaps.companion:companion"

`companion` defines the parts of a companion, and `puzzles` the puzzles.
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
from ludex.registry.mutations import AT, Mutation, load_mutated, mutations_of
from ludex.registry.puzzles import LEVELS, Puzzle, Puzzles, PuzzleSpec
from ludex.registry.shipped import GAMES, INSTALLED

if TYPE_CHECKING:
    from ludex.compile.engine import Engine
    from ludex.kernel import Game

S = TypeVar("S")

COMPANIONS = EntryPointGroup(
    "ludex.companions",
    "companion",
    "ludex.registry:Companion",
    {name: f"{at.rpartition('.')[0]}.companion" for name, at in GAMES.items()},
)
NONE: Companion[Any] = Companion()


def names() -> tuple[str, ...]:
    """Return the names of the games with players; the games of Ludex come first."""
    return tuple(game.name for game in played())


def played() -> "list[Game[Any]]":
    """Return the games with players: those in which players make decisions."""
    return [game for game in INSTALLED.loaded().values() if game.is_decided]


def load(name: str) -> "Game[Any]":
    """Return the game with that name, or in that Python file, with any state type."""
    if name.endswith(".py"):
        return load_file(Path(name)).game
    if AT in name:
        return load_mutated(name)
    if not INSTALLED.knows(name):
        raise NoGame(f"there is no game {name!r}; there are: {', '.join(names())}")
    game: Game[Any] = INSTALLED.load(name)
    return game


def companion_of(game: "Game[Any]") -> Companion[Any]:
    """Return the companion of a game: by its name, if the registry has that game; otherwise from
    its file."""
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
    """Return the names of the games whose companions have a part, such as `puzzles`."""
    return tuple(name for name, one in COMPANIONS.loaded().items() if getattr(one, part))


def refined(game: "Game[Any]") -> "Game[Any]":
    """Return the game with its refinement, if it has one."""
    refinement = companion_of(game).refinement
    return game if refinement is None else game.refined(refinement())


def engine(game: "Game[S]", start: "S | None" = None) -> "Engine":
    """Return the compiled engine of a game, for a given start or the usual one.

    A game without its own engine has the one derived from its rulebook.

    A ValueError gives the reason why there is none, an ImportError the missing package.
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
    """Return the commands of games: by name, then by game, with the games of Ludex first."""
    found: dict[str, dict[str, Command]] = {}
    for game, companion in COMPANIONS.loaded().items():
        for command in companion.commands:
            found.setdefault(command.name, {})[game] = command
    return found


__all__ = [
    "AT",
    "INSTALLED",
    "LEVELS",
    "Command",
    "Companion",
    "Filter",
    "Format",
    "MoveFilter",
    "Mutation",
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
    "mutations_of",
    "names",
    "played",
    "refined",
]
