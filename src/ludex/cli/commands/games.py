"""`ludex games`: what there is to play."""

from ludex.cli.arguments.options import Json, print_json


def games(*, as_json: Json = False) -> None:
    """List the games: name, players, one sentence, source document."""
    from ludex.games import played
    from ludex.rulebook.page import players

    found = played()
    if as_json:
        print_json(
            [
                {
                    "name": g.name,
                    "players": g.players,
                    "summary": g.summary,
                    "source": g.document.title,
                }
                for g in found
            ]
        )
        return
    from rich.console import Console
    from rich.table import Table

    table = Table("game", "players", "what it is", "source document", box=None)
    for game in found:
        table.add_row(game.name, players(game), game.summary, game.document.title)
    Console(highlight=False).print(table)
