"""`ludex errata [GAME]`: where the documents are wrong, and what the rulebooks do instead."""

from enum import StrEnum
from typing import Annotated, Any

from typer import Option

from ludex.cli.arguments.openings import find_game
from ludex.cli.arguments.options import AnyGame, print_json
from ludex.kernel import Game
from ludex.registry import INSTALLED


class ErrataFormat(StrEnum):
    """The form of the list."""

    MARKDOWN = "markdown"
    JSON = "json"


def errata(
    name: AnyGame = None,
    *,
    form: Annotated[
        ErrataFormat, Option("--format", help="A table to read, or JSON.")
    ] = ErrataFormat.MARKDOWN,
) -> None:
    """Print every erratum: the place, what the document says and means, what is done here.

    Some are found by machine, from the document as it is written; they come with the command
    that finds them. The others only a reader can see.

    \b
    ludex errata freecell
    ludex errata --format json
    """
    games = [find_game(name)] if name else [*INSTALLED.loaded().values()]
    if form is ErrataFormat.JSON:
        print_json([row for game in games for row in rows(game)])
        return
    tables = [table(game) for game in games if game.document.errata]
    print("\n\n".join(tables) or f"{name} has no errata.")


def rows(game: "Game[Any]") -> list[dict[str, object]]:
    """The errata of a game as plain values."""
    order = ("code", "place", "says", "means", "here", "found_by")
    return [
        {"document": game.name, **{name: getattr(one, name) for name in order}}
        for one in game.document.errata
    ]


def table(game: "Game[Any]") -> str:
    """The errata of a game as a table in Markdown."""
    head = ("", "where", "the document says", "it means", "here", "found by")
    lines = [head, ("---",) * len(head)]
    lines += [
        (
            erratum.code,
            erratum.place,
            erratum.says,
            erratum.means,
            erratum.here,
            f"`{erratum.found_by}`" if erratum.found_by else "",
        )
        for erratum in game.document.errata
    ]
    title = f"## {game.title}\n\nOf: {game.document.title}.\n"
    return "\n".join((title, *map(_row, lines)))


def _row(cells: tuple[str, ...]) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"
