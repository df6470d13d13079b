"""`ludex play GAME` and `ludex resume FILE`: one table in line mode, saved as it is played."""

import sys
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludex.cli.colour import say
from ludex.cli.options import (
    Changes,
    DealNumber,
    GameName,
    Position,
    Preset,
    Seed,
    changes_of,
    find_game,
    first_state,
    given_or_fresh,
)
from ludex.cli.saves import SaveDir, SaveName, find_saved, played, save_folder
from ludex.cli.trouble import BadInput

if TYPE_CHECKING:
    from ludex.play.saved import Header, SaveFile


def play(
    name: GameName,
    *,
    preset: Preset = None,
    option: Changes = None,
    position: Position = None,
    deal: DealNumber = None,
    seed: Seed = None,
    bot: Annotated[
        list[int] | None,
        typer.Option(metavar="SEAT", help="Let a random bot play this seat (repeat)."),
    ] = None,
    save_dir: SaveDir = None,
) -> None:
    """Play a game, alone, several at one keyboard, or against bots.

    Type an event by name, such as `move_and_capture(4,3,2,1)`, or `help`. The game is saved
    as it is played: `ludex saves` lists, `ludex resume` goes on.
    """
    from datetime import UTC, datetime

    from ludex.kernel import History
    from ludex.play.saved import Header, SaveFile

    game = find_game(name)
    start = first_state(game, preset, option, position, deal)
    if (
        deal is not None
    ):  # the line says it all, so that the saved game begins there too
        preset, option, position = None, None, game.position(start)
    seats = game.seat_count(start)
    for seat in bot or []:
        if not 1 <= seat <= seats:
            raise BadInput(f"--bot {seat}: {game.name} has the seats 1 to {seats}")
    now = datetime.now(UTC).replace(microsecond=0)
    header = Header(
        game=name if name.endswith(".py") else game.name,
        seed=given_or_fresh(seed),
        seats=tuple(
            "random" if i in (bot or []) else "person" for i in range(1, seats + 1)
        ),
        created=now.isoformat(),
        preset=preset,
        options=changes_of(option),
        position=position,
    )
    try:
        file = SaveFile.created(
            save_folder(save_dir), f"{now:%Y-%m-%d-%H%M%S}-{game.name}", header
        )
    except OSError as error:
        raise BadInput(
            f"cannot save in {save_folder(save_dir)}: {error.strerror}"
        ) from None
    _sit_down(History(game, start), header, file)


def resume(name: SaveName = "latest", *, save_dir: SaveDir = None) -> None:
    """Go on with a saved game; without a name, with the latest."""
    from ludex.play.saved import SaveFile

    if name == "latest":
        paths = sorted(save_folder(save_dir).glob("*.jsonl"))
        if not paths:
            raise BadInput(f"no saved games in {save_folder(save_dir)}")
        name = str(paths[-1])
    saved = find_saved(name, save_dir)
    history = played(saved, find_game(saved.header.game))
    file = SaveFile.reopened(saved.path)
    _sit_down(history, saved.header, file, done=len(saved.lines))


def _sit_down(history: Any, header: "Header", file: "SaveFile", done: int = 0) -> None:  # noqa: ANN401  # of any game
    from time import monotonic

    from ludex.bots import random_bot
    from ludex.cli.advice import advice_for
    from ludex.cli.prompt import Prompt
    from ludex.kernel import Dice, Seat
    from ludex.play.line import LineMode
    from ludex.play.table import Table

    bots = {
        Seat(i): random_bot for i, who in enumerate(header.seats) if who != "person"
    }
    dice = Dice(
        header.seed + done
    )  # what was drawn is in the file; what follows is new
    table = Table(history, dice, bots, record=file.append, clock=monotonic)
    prompt = Prompt()
    rules = partial(_rules_of, history.game)
    line = LineMode(table, prompt.ask, say, rules, advice_for(history.game))
    prompt.words = line.words
    print(f"seed {header.seed}, saved in {file.path}", file=sys.stderr)
    try:
        line.play()
    finally:
        file.close()


def _rules_of(game: Any) -> str:  # noqa: ANN401  # of any game
    from ludex.rulebook.page import page
    from ludex.rulebook.writing import as_text

    return as_text(page(game))
