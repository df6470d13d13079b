"""The group of all commands: those of Ludex, and those of games, found by their companions.

A command is imported when it is run; for `ludex --help` its line is enough. The commands of
Ludex itself come first: one of theirs is what its name means, whatever a companion calls its own.
Where it is meant for that, a game may do it in its own way: `ludex solve GAME` asks the game's solver,
where it has one.
"""

from functools import cache
from importlib import import_module
from typing import Any

from typer import Typer
from typer.core import TyperGroup
from typer.main import get_command

from ludex.cli.commands import COMMANDS
from ludex.cli.errors import BadInput
from ludex.cli.records import with_records
from ludex.registry import Command, commands
from ludex.registry.installed import tell

OF_GAMES = frozenset({"solve"})
"""Commands of Ludex for which a game may have its own."""

Found = dict[str, Command]
"""The commands of one name: that of Ludex under the empty name, others under their game's."""


class Commands(TyperGroup):
    """The commands of Ludex, and after them those of the games."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ANN401  # Typer's own, not public
        """Return the names, for the help."""
        return [*_collected()]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ANN401  # as above
        """Return a command of which only the name and the line are known, for the help."""
        found = _collected().get(cmd_name)
        if found is None:
            return None
        command = next(iter(found.values()))
        return _described(command, lambda: None, help=command.summary)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:  # noqa: ANN401  # as above
        """Return the command itself; where several games have it, that of the GAME in its words."""
        name, *words = args
        every = _collected()
        if name not in every:
            self.commands = {one: self.get_command(ctx, one) for one in every}
            return super().resolve_command(ctx, args)
        found = every[name]
        games = (word.lower().replace("_", "-") for word in words)
        game = next((game for game in games if game in found), next(iter(found)))
        return name, _loaded(found[game]), words


@cache
def _collected() -> dict[str, Found]:
    found = {command.name: {"": command} for command in COMMANDS}
    for name, games in commands().items():
        if name not in found or name in OF_GAMES:
            found.setdefault(name, {}).update(games)
            continue
        for game in games:
            tell(f"the command {name!r} of {game} is left out: Ludex has a command with that name")
    return found


def _loaded(command: Command) -> Any:  # noqa: ANN401  # Typer's own, not public
    module, _, attribute = command.at.partition(":")
    try:
        home = import_module(module)
        found = getattr(home, attribute)
    except Exception as error:
        if module.startswith("ludex."):
            raise
        reason = f"{type(error).__name__}: {error}"
        problem = f"the command {command.name!r} cannot be loaded: {reason}"
        raise BadInput(problem) from error
    if isinstance(found, Typer):
        for one in found.registered_commands:
            one.callback = one.callback and with_records(one.callback)
        return get_command(found)
    made = _described(command, with_records(found), context_settings={**command.settings})
    if end := getattr(home, "help_end", None):  # what is known only when somebody asks
        made.format_epilog = lambda _context, help_text: help_text.write(end())
    return made


def _described(command: Command, function: Any, **settings: Any) -> Any:  # noqa: ANN401  # as above
    app = Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    app.command(command.name, **settings)(function)
    return get_command(app)
