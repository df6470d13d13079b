"""The position that somebody wants to have explored or solved."""

import shlex
from typing import TYPE_CHECKING, Any

from ludex.cli.arguments.options import find_game, first_state

if TYPE_CHECKING:
    from ludex.kernel import Game


def opening(
    name: str,
    preset: str | None,
    option: list[str] | None,
    position: str | None,
    deal: int | None,
    *,
    seed: int | None,
) -> "tuple[Game[Any], Any]":
    """The game and the state to begin with, in whichever process asks."""
    from ludex.kernel import CHANCE, Dice

    game = find_game(name)
    state = first_state(game, preset, option, position, deal)
    if seed is not None:
        dice = Dice(seed)
        while (
            game.outcome(state) is None
            and game.turn(state) == CHANCE
            and game.chance(state) is None
        ):
            state = game.after(state, game.draw(state, dice))
    return game, state


def running(
    name: str,
    preset: str | None,
    option: list[str] | None,
    start: str | None,
    deal: int | None,
    *,
    script: str = "-",
) -> str:
    """How a script is run from there."""
    words = words_for(name, preset, option, start, deal, command="run")
    return shlex.join([*words, script])


def words_for(
    name: str,
    preset: str | None,
    option: list[str] | None,
    start: str | None,
    deal: int | None,
    *,
    command: str,
) -> list[str]:
    """A command about a game from there."""
    words = ["ludex", command, name]
    words += ["--preset", preset] if preset else []
    for change in option or []:
        words += ["--option", change]
    words += ["--position", start] if start else []
    words += ["--deal", str(deal)] if deal is not None else []
    return words
