"""Who sits where: what `--players` and `--bot` ask for."""

import re
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludex.cli.errors import BadInput

if TYPE_CHECKING:
    from ludex.kernel import Game
    from ludex.players.finder import Outsider

Players = Annotated[
    int | None,
    typer.Option(
        "--players", metavar="N", help="How many play, in a game that leaves it open."
    ),
]
Bots = Annotated[
    list[str] | None,
    typer.Option(
        "--bot",
        metavar="NAME@SEAT",
        help="Let a bot play a seat, such as random@2 (may be repeated). SEAT alone is the"
        " random bot, NAME alone takes every seat but the first. A program: 'cmd:./play@2'; a"
        " function: my_bot.py:choose@2.",
    ),
]


def with_players(
    game: "Game[Any]", option: list[str] | None, players: int | None
) -> list[str] | None:
    """The changed options, the number of players among them."""
    if players is None:
        return option
    known = {*game.start.domains}
    if "players" not in known:
        fewest, most = game.players
        many = str(fewest) if fewest == most else f"{fewest} to {most}"
        raise BadInput(f"--players {players}: {game.name} is for {many}")
    return [*(option or []), f"players={players}"]


def seated(game: "Game[Any]", seats: int, bots: list[str] | None) -> tuple[str, ...]:
    """`person` or the name of a bot for each seat."""
    from ludex.kernel import Unreadable
    from ludex.play.seating import PERSON
    from ludex.players.finder import Outsider, find_player

    who = [PERSON] * seats
    for text in bots or []:
        name, at, number = text.strip().rpartition("@")
        if re.fullmatch(r"\d{1,9}", text.strip()):
            name, at, number = "random", "@", text.strip()
        if not at:
            name, number = number, ""
        found = find_player(game, name)
        if isinstance(found, Unreadable):
            raise BadInput(f"--bot {text}: {found}")
        if isinstance(found, Outsider):
            _demand_hello(found, text)
        if not at:
            who[1:] = [name] * (seats - 1)
        elif re.fullmatch(r"\d{1,9}", number) and 1 <= int(number) <= seats:
            who[int(number) - 1] = name
        else:
            raise BadInput(f"--bot {text}: {game.name} has the seats 1 to {seats}")
    return tuple(who)


def _demand_hello(program: "Outsider[Any]", text: str) -> None:
    """A program that cannot even be greeted is told before anybody has moved."""
    from ludex.players.programs.pipe import Failed

    try:
        program.greet()
    except Failed as failed:
        raise BadInput(f"--bot {text}: {failed}") from None
    finally:
        program.close()
