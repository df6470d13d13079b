"""`ludex games`: the list of games."""

from ludex.cli.arguments import Json, print_json
from ludex.language.document import document_of
from ludex.language.rulebook.page import players
from ludex.registry import played
from ludex.table.options import meanings_of


def games(*, as_json: Json = False) -> None:
    """List the games: name, players, one sentence, presets, source document."""
    found = played()
    if as_json:
        print_json(
            [
                {
                    "name": g.name,
                    "players": g.players,
                    "summary": g.summary,
                    "presets": {p: meanings_of(g).get(p, "") for p in g.start.presets},
                    "source": document_of(g).title,
                }
                for g in found
            ]
        )
        return
    from rich.console import Console
    from rich.table import Table

    table = Table("game", "players", "what it is", "source document", box=None)
    for game in found:
        table.add_row(game.name, players(game), game.summary, document_of(game).title)
    console = Console(highlight=False)
    console.print(table)
    listing = Table("game", "preset", "what it plays", box=None)
    for game in found:
        for preset, meaning in meanings_of(game).items():
            listing.add_row(game.name, preset, meaning)
    if listing.row_count:
        console.print()
        console.print(listing)
