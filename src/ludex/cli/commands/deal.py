"""`ludex deal freecell N`: a numbered deal, or a board from a file, in any format."""

from enum import StrEnum
from typing import Annotated

import typer

from ludex.cli.arguments.boards import boards, freecell_rules
from ludex.cli.arguments.options import Changes, GameName, Preset


class BoardFormat(StrEnum):
    """How a board is written."""

    FC_SOLVE = "fc-solve"
    PYSOL = "pysol"
    JSON = "json"
    PICTURE = "picture"
    POSITION = "position"


def deal(
    name: GameName,
    board: Annotated[
        str,
        typer.Argument(
            metavar="DEALS|FILE",
            help="Deals from 1 to 8589934591, such as 617 or 1-3, or a board file.",
        ),
    ],
    *,
    form: Annotated[
        BoardFormat,
        typer.Option(
            "--format",
            help="fc-solve and pysol: a line for each column, the first dealt first.",
        ),
    ] = BoardFormat.FC_SOLVE,
    preset: Preset = None,
    option: Changes = None,
) -> None:
    """Print a deal of FreeCell, as Microsoft's program numbers them.

    Also turns a board from one format into another.
    """
    from ludex.cli.terminal.colour import say
    from ludex.formats.freecell.boards import json_text, plain_text, pysol_text
    from ludex.games.freecell.position import write
    from ludex.games.freecell.state import board_of
    from ludex.games.freecell.text import picture

    rules = freecell_rules(name, "deal", preset, option)
    count, found = boards(board, rules)
    for number, state in found:
        if count > 1 and form not in (BoardFormat.JSON, BoardFormat.POSITION):
            print(f"# deal {number}")  # a board of many lines; readers skip this one
        match form:
            case BoardFormat.FC_SOLVE:
                print(plain_text(board_of(state)), end="")
            case BoardFormat.PYSOL:
                print(pysol_text(board_of(state)), end="")
            case BoardFormat.JSON:
                print(json_text(board_of(state)))
            case BoardFormat.PICTURE:
                say("\n".join(picture(state)))
            case BoardFormat.POSITION:
                print(write(state))
