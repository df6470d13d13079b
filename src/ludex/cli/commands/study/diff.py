"""`ludex diff GAME`: the document as written against the rulebook, call by call."""

from typer import Exit

from ludex.cli.arguments import GameName, Json, find_game, show
from ludex.cli.arguments.documents import demand_written
from ludex.study.documents.report import (
    difference_lines,
    difference_record,
    differences,
)


def diff(name: GameName, *, as_json: Json = False) -> None:
    """Compare the source document of a game, exactly as it is written, with the rulebook.

    All calls of a stated set are made to both. The report counts the calls with different
    answers, shows the smallest, and names the tests of the document that make such a call. If
    one error hides another, the first is corrected and the calls are made again.

    \b
    ludex diff freecell
    ludex diff chess-solitaire --json

    Exit status: 0 no difference, 1 a difference, 2 bad usage or input.
    """
    game = find_game(name)
    written = demand_written(game)
    found = [*differences(written)]
    lines = [f"{game.title}, as written and as meant."]
    for one in found:
        lines += ["", *difference_lines(one, tested=bool(written.tests))]
    lines += [] if written.tests else ["", "The document has no tests."]
    show([difference_record(one) for one in found], lines, as_json=as_json)
    if any(one.differing for one in found):
        raise Exit(1)
