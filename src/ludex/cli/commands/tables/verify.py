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
    hash: list[str] | None = None,  # noqa: A002  # the name of the option
    rules: RulesFile = None,
    as_json: Json = False,
) -> None:
    """Verify the shuffles of a finished match: every deal is computed again.

    The file contains the commitment that was shown before the deal, the secret, the shares of
    the players with their hashes, and the log. Exit status 1: a part of the file does not
    match, or the file has no secret.

    Options:
      file: The file that “Check the shuffle” downloads.
      commitment (HEX): The commitment that you noted before the deal.
      share (HEX): A share that you contributed (may be repeated).
      hash (HEX): The hash of another player's share that you noted before you opened your own
          share (may be repeated).
    """
    try:
        with file.open("rb") as opened:
            raw = opened.read(MOST_BYTES + 1)
    except OSError as error:
        raise BadInput(f"{file}: {error.strerror}") from None
    if len(raw) > MOST_BYTES:
        raise BadInput(f"{file}: too large for the file of a match")
    match = readable(read_match(raw), f"{file}: ")
    game = _game_of(file, match.header, rules).unchecked()
    verdict = verify_match(game, match, commitment, share or (), hash or ())
    end = "The shuffle is correct." if verdict.holds else "The shuffle is not correct."
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
            raise BadInput(f"{rules} has changed since the match")
        return found.game
    if not INSTALLED.knows(header.game):
        raise BadInput(f"{file}: no game {header.game!r}")
    with as_bad_input(NoGame, about=f"{file}: "):
        return load(header.game)
