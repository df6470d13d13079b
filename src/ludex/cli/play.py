"""`ludex play GAME`: one table in line mode."""

import sys
from typing import Annotated

import typer

from ludex.cli.options import (
    Changes,
    GameName,
    Position,
    Preset,
    Seed,
    find_game,
    first_state,
    given_or_fresh,
)
from ludex.cli.trouble import BadInput


def play(
    name: GameName,
    *,
    preset: Preset = None,
    option: Changes = None,
    position: Position = None,
    seed: Seed = None,
    bot: Annotated[
        list[int] | None,
        typer.Option(metavar="SEAT", help="Let a random bot play this seat (repeat)."),
    ] = None,
) -> None:
    """Play a game, alone, several at one keyboard, or against bots.

    Type an event by name, such as `move_and_capture(4,3,2,1)`, or `help`.
    """
    from ludex.bots import random_bot
    from ludex.cli.prompt import Prompt
    from ludex.kernel import Dice, Seat
    from ludex.play.line import LineMode
    from ludex.play.table import Table
    from ludex.rulebook.page import page
    from ludex.rulebook.writing import as_text

    game = find_game(name)
    start = first_state(game, preset, option, position)
    seats = game.seat_count(start)
    for seat in bot or []:
        if not 1 <= seat <= seats:
            raise BadInput(f"--bot {seat}: {game.name} has the seats 1 to {seats}")
    seed = given_or_fresh(seed)
    bots = {Seat(seat - 1): random_bot for seat in bot or []}
    table = Table(game, start, Dice(seed), bots)
    prompt = Prompt()
    line = LineMode(table, prompt.ask, print, lambda: as_text(page(game)))
    prompt.words = line.words
    print(f"seed {seed}", file=sys.stderr)
    line.play()
