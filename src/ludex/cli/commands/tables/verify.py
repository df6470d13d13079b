"""`ludex verify FILE`: do the deals of a match follow from what was promised before them?"""

from pathlib import Path
from typing import Any

from typer import Exit

from ludex.cli.arguments import Json, show
from ludex.cli.arguments.rulebooks import RulesFile, load_file
from ludex.cli.errors import BadInput, as_bad_input, readable
from ludex.kernel import Game
from ludex.play.protocol.log import Header
from ludex.play.shuffle_check import read_match
from ludex.play.shuffle_check import verify as verify_match
from ludex.registry import INSTALLED, load
from ludex.registry.files import NoGame

MOST_BYTES = 64 * 1024 * 1024


def verify(
    file: Path,
    *,
    commitment: str | None = None,
    share: list[str] | None = None,
    rules: RulesFile = None,
    as_json: Json = False,
) -> None:
    """Check the shuffles of a match that is over: every deal is drawn again.

    The file has the commitment that was shown before the deal, the secret, the players'
    shares and the log. Exit status 1: something in it does not fit, or the secret is kept.

    Options:
      file: What a table's “Check the shuffle” downloads.
      commitment (HEX): The promise as you noted it before the deal.
      share (HEX): A share that you gave (may be repeated).
    """
    try:
        with file.open("rb") as opened:
            raw = opened.read(MOST_BYTES + 1)
    except OSError as error:
        raise BadInput(f"{file}: {error.strerror}") from None
    if len(raw) > MOST_BYTES:
        raise BadInput(f"{file}: too large to be the file of a match")
    match = readable(read_match(raw), f"{file}: ")
    game = _game_of(file, match.header, rules).unchecked()
    verdict = verify_match(game, match, commitment, share or ())
    end = "The shuffle holds." if verdict.holds else "The shuffle does not hold."
    record = {"holds": verdict.holds, "findings": [*verdict.findings]}
    show(record, [*verdict.findings, end], as_json=as_json)
    if not verdict.holds:
        raise Exit(1)


def _game_of(file: Path, header: "Header", rules: Path | None) -> "Game[Any]":
    """The game of a match; no code is run because a file names it."""
    if header.rules is not None:
        if rules is None:
            raise BadInput(f"{file}: needs the file of its rules: --rules FILE")
        found = load_file(rules)
        if found.digest != header.rules:
            raise BadInput(f"{rules} is not as it was when the match was played")
        return found.game
    if not INSTALLED.knows(header.game):
        raise BadInput(f"{file}: no game {header.game!r}")
    with as_bad_input(NoGame, about=f"{file}: "):
        return load(header.game)
