"""`ludex` alone: the lobby, drawn on a terminal, a list of games in a pipe."""

import sys
from typing import Annotated

import typer

from ludex.cli.play import PAUSE, is_drawn
from ludex.cli.trouble import BadInput


def lobby(
    context: typer.Context,
    *,
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and leave.")
    ] = False,
) -> None:
    """Choose a game and play it; go on with one; puzzles, statistics."""
    if version:
        from importlib.metadata import version as installed

        print(f"ludex {installed('ludex')}")
        raise typer.Exit
    if context.invoked_subcommand is not None:
        return
    if is_drawn():
        from ludex.cli.house import house
        from ludex.cli.saves import save_folder
        from ludex.tui.app import LudexApp

        LudexApp(house(save_folder(None), PAUSE)).run()
    else:
        choose()


def choose() -> None:
    """List the games, ask for one, play it; until the player leaves."""
    from ludex.cli.play import play
    from ludex.cli.prompt import Prompt
    from ludex.games import GAMES, load

    names = list(GAMES)
    numbered = {str(i): name for i, name in enumerate(names, start=1)}
    while True:
        prompt = Prompt(lambda: [*names, "quit"])
        print("Ludex: tabletop games as executable rulebooks.")
        for i, name in enumerate(names, start=1):
            print(f"  {i}  {name:18} {load(name).summary}")
        answer = prompt.ask("Which game (a number or a name; quit leaves)? ")
        chosen = (answer or "quit").strip()
        if chosen in ("quit", "exit", "q"):
            return
        if chosen in numbered:
            chosen = numbered[chosen]
        try:
            play(chosen)
        except BadInput as trouble:
            print(trouble, file=sys.stderr)
