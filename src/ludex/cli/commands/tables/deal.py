"""`ludex deal GAME N`: a numbered deal, or a board from a file, in any format."""

from functools import partial
from typing import Any

from ludex.cli.arguments import GameRules
from ludex.cli.arguments.boards import boards
from ludex.cli.errors import BadInput
from ludex.cli.terminal.colour import print_cards
from ludex.kernel import Game, Unreadable
from ludex.language.position import position_line
from ludex.play.starts import apply_deal
from ludex.registry import Format, companion_of, having

POSITION, PICTURE = "position", "picture"
"""The ways to write every game."""


def deal(
    opening: GameRules,
    board: str,
    *,
    form: str | None = None,
) -> None:
    """Print a numbered deal, with the numbers of Microsoft's program.

    The command also converts a board from one format to another.

    Options:
      board (DEALS|FILE): Deals such as 617 or 1-3, or a board file.
      form --format (NAME): position, picture, or a format of another program, such as
          fc-solve, pysol or json.
    """
    game, start = opening()
    formats = _formats(game)
    if form is not None and form not in formats:
        known = ", ".join(formats)
        raise BadInput(f"Invalid value for '--format': {form!r} is not one of {known}.")
    chosen = formats[form or next(iter(formats))]
    count, found = boards(game, start, board)
    for number, state in found:
        if count > 1 and not chosen.is_line:
            print(f"# deal {number}")  # a board of many lines; readers skip this one
        assert chosen.write is not None
        print_cards(chosen.write(state).removesuffix("\n"))


def _formats(game: "Game[Any]") -> "dict[str, Format[Any]]":
    """Return the formats of a game's boards by name, the usual one first."""
    own = companion_of(game).formats
    if not own and isinstance(apply_deal(game, game.start(), 1), Unreadable):
        games = ", ".join(having("formats"))
        raise BadInput(f"deal is for {games}; {game.name} has no numbered deals")
    every = (
        *own,
        Format(name=PICTURE, write=game.text),
        Format(name=POSITION, write=partial(position_line, game), is_line=True),
    )
    found = {one.name: one for one in reversed(every) if one.write is not None}
    return dict(reversed(found.items()))
