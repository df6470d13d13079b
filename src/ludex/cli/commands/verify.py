"""`ludex verify FILE`: do the deals of a match follow from what was promised before them?"""

from pathlib import Path
from typing import Annotated

import typer

from ludex.cli.arguments.options import Json, print_json
from ludex.cli.trouble import BadInput

MOST_BYTES = 64 * 1024 * 1024


def verify(
    file: Annotated[
        Path, typer.Argument(help="What a table's “Check the shuffle” downloads.")
    ],
    *,
    commitment: Annotated[
        str | None,
        typer.Option(
            metavar="HEX", help="The promise as you noted it before the deal."
        ),
    ] = None,
    share: Annotated[
        list[str] | None,
        typer.Option(metavar="HEX", help="A share that you gave (repeat)."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Check the shuffles of a match that is over: every deal is drawn again.

    The file has the commitment that was shown before the deal, the secret, the players'
    shares and the log. Exit status 1: something in it does not fit, or it keeps the secret.
    """
    from ludex.games import GAMES, load
    from ludex.kernel import Unreadable
    from ludex.play.verifying import read, verified

    try:
        with file.open("rb") as opened:
            raw = opened.read(MOST_BYTES + 1)
    except OSError as error:
        raise BadInput(f"{file}: {error.strerror}") from None
    if len(raw) > MOST_BYTES:
        raise BadInput(f"{file}: too large to be the file of a match")
    match = read(raw)
    if isinstance(match, Unreadable):
        raise BadInput(f"{file}: {match}")
    if match.header.game not in GAMES:  # no code is run because a file names it
        raise BadInput(f"{file}: no game {match.header.game!r}")
    game = load(match.header.game).unchecked()
    verdict = verified(game, match, commitment, share or ())
    if as_json:
        print_json({"holds": verdict.holds, "findings": list(verdict.findings)})
    else:
        for finding in verdict.findings:
            print(finding)
        print("The shuffle holds." if verdict.holds else "The shuffle does not hold.")
    if not verdict.holds:
        raise typer.Exit(1)
