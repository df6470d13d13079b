"""`ludex errata [GAME]`: the mistakes of the documents, and the rulebooks' answers."""

from typing import Any, Literal

from ludex.cli.arguments import AnyGame, find_game, print_json
from ludex.kernel import Game
from ludex.language.document import document_of
from ludex.language.rulebook.markup import as_markdown
from ludex.language.rulebook.page import Heading, Paragraph, TableBlock
from ludex.registry import INSTALLED


def errata(
    name: AnyGame = None,
    *,
    form: Literal["markdown", "json"] = "markdown",
) -> None:
    """Print every erratum: the place, the text, its meaning, and the correction in Ludex.

    Some errata were found by a program that runs the document as it is written; they are
    printed with the command that finds them. The other ones were found by reading.

    \b
    ludex errata freecell
    ludex errata --format json

    Options:
      form --format: A table in Markdown, or JSON.
    """
    games = [find_game(name)] if name else [*INSTALLED.loaded().values()]
    if form == "json":
        print_json([row for game in games for row in rows(game)])
        return
    tables = [table(game) for game in games if document_of(game).errata]
    print("\n\n".join(tables) or f"{name} has no errata.")


def rows(game: "Game[Any]") -> list[dict[str, object]]:
    """The errata of a game as plain values."""
    order = ("code", "about", "place", "says", "means", "here", "found_by")
    return [
        {"document": game.name, **{name: getattr(one, name) for name in order}}
        for one in document_of(game).errata
    ]


def table(game: "Game[Any]") -> str:
    """The errata of a game as a table in Markdown."""
    rows = tuple(
        (e.code, e.about, e.place, e.says, e.means, e.here, f"`{e.found_by}`" if e.found_by else "")
        for e in document_of(game).errata
    )
    head = ("", "in the", "where", "it says", "it means", "here", "found by")
    title = Heading(2, game.title), Paragraph(f"Of: {document_of(game).title}.")
    return as_markdown([*title, TableBlock(head, rows)])
