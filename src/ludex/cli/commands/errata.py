"""`ludex errata [GAME]`: where the documents are wrong, and what the rulebooks do instead."""

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludex.cli.arguments.options import AnyGame, find_game, print_json

if TYPE_CHECKING:
    from ludex.kernel import Game


class Format(StrEnum):
    """How the list is written."""

    MARKDOWN = "markdown"
    JSON = "json"


def errata(
    name: AnyGame = None,
    *,
    form: Annotated[
        Format, typer.Option("--format", help="A table to read, or JSON.")
    ] = Format.MARKDOWN,
) -> None:
    """Print every erratum: the place, what the document says and means, what is done here.

    Some are found by machine, from the document as it is written; they come with the command
    that finds them. The others only a reader can see.

    \b
    ludex errata freecell
    ludex errata --format json
    """
    from ludex.registry import INSTALLED

    games = [find_game(name)] if name else [*INSTALLED.loaded().values()]
    if form is Format.JSON:
        print_json([row for game in games for row in rows(game)])
        return
    tables = [table(game) for game in games if game.document.errata]
    print("\n\n".join(tables) or f"{name} has no errata.")


def rows(game: "Game[Any]") -> list[dict[str, object]]:
    """The errata of a game as plain values."""
    return [
        {
            "document": game.name,
            "code": erratum.code,
            "place": erratum.place,
            "says": erratum.says,
            "means": erratum.means,
            "here": erratum.here,
            "found_by": erratum.found_by,
        }
        for erratum in game.document.errata
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
