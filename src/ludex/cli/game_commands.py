"""The commands of games, collected from their companions: none of them is named here.

A command is imported when it is run; for `ludex --help` its line is enough. The commands of
Ludex itself come first: one of theirs is what its name means, whatever a companion calls its own.
Where it is meant for that, a game may do it in its own way: `ludex solve GAME` asks the game's solver,
where it has one.
"""

from functools import cache, cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

import typer
from typer.core import TyperGroup
from typer.main import get_command as made

from ludex.cli.errors import BadInput

if TYPE_CHECKING:
    from ludex.registry import Command

OF_GAMES: Final = frozenset({"solve"})
"""Commands of Ludex for which a game may have its own."""

PLAIN = {"rich_markup_mode": None, "pretty_exceptions_enable": False}


class Commands(TyperGroup):
    """Those of Ludex itself, and after them those of the games."""

    @cached_property
    def own(self) -> frozenset[str]:
        """Those of Ludex itself, as they were before any of a game was added."""
        return frozenset(self.commands)

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ANN401  # Typer's own, not public
        """The names, for the help."""
        return [*dict.fromkeys((*self.commands, *_theirs(self)))]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ANN401  # as above
        """A command of Ludex itself, or a line that stands for one of a game's."""
        if cmd_name in self.commands:
            return self.commands[cmd_name]
        games = _theirs(self).get(cmd_name)
        if games is None:
            return None
        return _line(next(iter(games.values())))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:  # noqa: ANN401  # as above
        """The command itself; where several games have it, that of the GAME in its words."""
        name, *words = args
        games = _theirs(self).get(name)
        own = name in self.commands
        if own and (games is None or not _named(words, games)):
            return super().resolve_command(ctx, args)
        if games is None:
            for other, found in _theirs(self).items():  # Typer says which one was meant
                self.add_command(_line(next(iter(found.values()))), other)
            return super().resolve_command(ctx, args)
        game = _named(words, games) or next(iter(games))
        return name, _loaded(games[game]), words


def _named(words: list[str], games: "dict[str, Command]") -> str | None:
    """The game that is named among the words of a command, if it is one of these."""
    names = (word.lower().replace("_", "-") for word in words)
    return next((name for name in names if name in games), None)


def _theirs(group: Commands) -> "dict[str, dict[str, Command]]":
    return _collected(group.own)


@cache
def _collected(own: frozenset[str]) -> "dict[str, dict[str, Command]]":
    from ludex.registry import commands
    from ludex.registry.installed import tell

    found = commands()
    for name in sorted((own - OF_GAMES) & found.keys()):
        for game in found.pop(name):
            tell(
                f"the command {name!r} of {game} is left out: Ludex has one of that name"
            )
    return found


def _line(command: "Command") -> Any:  # noqa: ANN401  # Typer's own, not public
    """A command of which only the name and the line are known."""
    shell = typer.Typer(add_completion=False, **PLAIN)  # type: ignore[arg-type]  # names of options
    shell.command(command.name, help=command.summary)(lambda: None)
    return made(shell)


def _loaded(command: "Command") -> Any:  # noqa: ANN401  # as above
    module, _, attribute = command.at.partition(":")
    try:
        found = getattr(import_module(module), attribute)
    except Exception as error:
        if module.startswith("ludex."):
            raise
        reason = f"{type(error).__name__}: {error}"
        problem = f"the command {command.name!r} cannot be loaded: {reason}"
        raise BadInput(problem) from error
    if isinstance(found, typer.Typer):
        return made(found)
    shell = typer.Typer(add_completion=False, **PLAIN)  # type: ignore[arg-type]  # as above
    shell.command(command.name, context_settings={**command.settings})(found)
    return made(shell)
