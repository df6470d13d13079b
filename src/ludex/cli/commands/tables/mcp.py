"""`ludex mcp`: tables for programs that speak the Model Context Protocol."""

import sys
from importlib.util import find_spec
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING

from ludex.cli.arguments import demand_decisions, find_played, game_or_example
from ludex.cli.arguments.rulebooks import load_file
from ludex.cli.commands.tables.saves import SaveDir, save_folder
from ludex.cli.errors import BadInput, tell_user
from ludex.registry import played

if TYPE_CHECKING:
    from ludex.mcp.new_table import Offered

SDK = ("mcp", "mcp_types", "pydantic", "anyio")


def mcp(
    games: list[str] | None = None,
    *,
    tables: int = 8,
    thinking: float = 5.0,
    hints: bool = True,
    undo: bool = True,
    save_dir: SaveDir = None,
) -> None:
    """Let a program that speaks MCP play: an assistant, an editor, a client of your own.

    The client starts this command and talks to it over standard input and output, so there
    is nothing to see when you start it yourself. It gets tools to list games, start a table, look,
    list what is legal, play, and ask why not; bots take the other seats. It sees what its seat
    sees, and nothing else. Games are saved as yours are: `ludex saves` lists them, `ludex
    replay` shows them.

    In a client's settings:

    \b
    {"mcpServers": {"ludex": {"command": "ludex", "args": ["mcp"]}}}

    \b
    ludex mcp                        every game
    ludex mcp freecell --no-hints    this one alone, without advice
    ludex mcp my_game.py             a game of your own

    docs/mcp.md tells every tool. Needs the extra mcp: pip install 'ludex[mcp]'.

    Options:
      games ([GAME]...): Offer these alone: names, or Python files. Every game if none is
          named.
      tables (1..1000): The most tables open at once.
      thinking (0.05..600): The most seconds a bot thinks about a move.
      hints: May the client ask for advice?
      undo: May the client take moves back?
    """
    from ludex.mcp.hall import ClientHall
    from ludex.mcp.responses import ClientLimits
    from ludex.mcp.stdio import Wire

    if not isfinite(thinking):
        raise BadInput("--thinking is a number of seconds, such as 5")
    _demand_sdk()
    limits = ClientLimits(tables=tables, thinking=thinking, hints=hints, undo=undo)
    with Wire() as wire:  # a rulebook that prints something must not speak in between
        hall = ClientHall(_offered(games), save_folder(save_dir), limits)
        from ludex.mcp.server import serve

        if sys.stderr.isatty():
            tell_user("ludex: waiting for an MCP client; Ctrl-C ends")
        serve(wire, hall)


def _demand_sdk() -> None:
    try:
        missing = [name for name in SDK if find_spec(name) is None]
    except ValueError:  # somebody has switched it off
        missing = [*SDK]
    if missing:
        raise BadInput(f"ludex mcp needs {missing[0]}: pip install 'ludex[mcp]'")


def _offered(names: list[str] | None) -> "dict[str, Offered]":
    """The games by name, those of files among them."""
    from ludex.mcp.new_table import Offered

    if not names:
        return {game.name: Offered(game) for game in played()}
    found: dict[str, Offered] = {}
    for name in map(game_or_example, names):
        if name.endswith(".py"):
            file = load_file(Path(name))
            game = demand_decisions(file.game)
            offered = Offered(game, file.path, file.digest)
        else:
            offered = Offered(find_played(name))
        if offered.game.name in found:
            raise BadInput(f"two games are called {offered.game.name!r}")
        found[offered.game.name] = offered
    return found
