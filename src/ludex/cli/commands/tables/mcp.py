"""`ludex mcp`: tables for programs that speak the Model Context Protocol."""

import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from ludex.cli.arguments import demand_decisions, find_played, game_or_example
from ludex.cli.arguments.rulebooks import load_file
from ludex.cli.arguments.seats import tell_weaker
from ludex.cli.commands.tables.saves import SaveDir, save_folder
from ludex.cli.errors import BadInput, tell_user
from ludex.registry import played

if TYPE_CHECKING:
    from ludex.mcp.new_table import GameOffer

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
    """Serve games over MCP, so that an assistant, an editor or your own client can play.

    The client starts this command and communicates over standard input and output; in a
    terminal the command shows nothing. Its tools list games, start a table, show the table,
    list the legal moves, play, and explain refusals. Bots take the other seats. The client sees
    only the view of its own seat. Games are saved: `ludex saves` lists them, `ludex replay`
    shows them.

    In a client's settings:

    \b
    {"mcpServers": {"ludex": {"command": "ludex", "args": ["mcp"]}}}

    \b
    ludex mcp                        every game
    ludex mcp freecell --no-hints    only FreeCell, without hints
    ludex mcp my_game.py             your own game

    docs/mcp.md describes every tool. The command needs the extra mcp: pip install "ludex[mcp]".

    Options:
      games ([GAME]...): Offer only these games: names, or Python files. The default is every
          game.
      tables (1..1000): The most tables open at the same time.
      thinking (0.05..600): The most seconds that a bot thinks about a move.
      hints: Let the client ask for hints.
      undo: Let the client take moves back.
    """
    from ludex.mcp.hall import ClientHall
    from ludex.mcp.responses import ClientLimits
    from ludex.mcp.stdio import StdioConnection

    demand_sdk()
    limits = ClientLimits(tables=tables, thinking=thinking, hints=hints, undo=undo)
    with StdioConnection() as wire:  # a rulebook that prints something must not speak in between
        offered = _offered(games)
        tell_weaker(*(one.game for one in offered.values()))
        hall = ClientHall(offered, save_folder(save_dir), limits)
        from ludex.mcp.server import serve

        if sys.stderr.isatty():
            tell_user("ludex: waiting for an MCP client; Ctrl-C ends")
        serve(wire, hall)


def demand_sdk(command: str = "ludex mcp") -> None:
    """Refuse a command that needs the SDK of MCP if it is not installed."""
    try:
        missing = [name for name in SDK if find_spec(name) is None]
    except ValueError:  # somebody has switched it off
        missing = [*SDK]
    if missing:
        raise BadInput(f'{command} needs {missing[0]}: pip install "ludex[mcp]"')


def _offered(names: list[str] | None) -> "dict[str, GameOffer]":
    """The games by name, those of files among them."""
    from ludex.mcp.new_table import GameOffer

    if not names:
        return {game.name: GameOffer(game) for game in played()}
    found: dict[str, GameOffer] = {}
    for name in map(game_or_example, names):
        if name.endswith(".py"):
            file = load_file(Path(name))
            game = demand_decisions(file.game)
            offered = GameOffer(game, file.path, file.digest)
        else:
            offered = GameOffer(find_played(name))
        if offered.game.name in found:
            raise BadInput(f"two games are called {offered.game.name!r}")
        found[offered.game.name] = offered
    return found
