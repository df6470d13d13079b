"""The players of the seats, as `--bot` asks for them."""

import re
from typing import Any

from ludex.cli.errors import BadInput, as_bad_input, readable, tell_user
from ludex.kernel import Game
from ludex.play.seating import PERSON
from ludex.players.finder import find_player
from ludex.players.programs.pipe import Failed
from ludex.players.programs.program import Program
from ludex.registry import companion_of


def seated(game: "Game[Any]", seats: int, bots: list[str] | None) -> tuple[str, ...]:
    """`person` or the name of a bot for each seat."""
    players = [PERSON] * seats
    if bots:
        tell_weaker(game)
    for text in bots or []:
        name, at, number = text.strip().rpartition("@")
        if re.fullmatch(r"\d{1,9}", text.strip()):
            name, at, number = "random", "@", text.strip()
        if not at:
            name, number = number, ""
        found = readable(find_player(game, name), f"--bot {text}: ")
        if isinstance(found, Program):
            _demand_hello(found, text)
        if not at:
            players[1:] = [name] * (seats - 1)
        elif re.fullmatch(r"\d{1,9}", number) and 1 <= int(number) <= seats:
            players[int(number) - 1] = name
        else:
            raise BadInput(f"--bot {text}: {game.name} has the seats 1 to {seats}")
    return tuple(players)


def tell_weaker(*games: "Game[Any]") -> None:
    """Say in a line of each game that its bots could be stronger, where an extra is missing."""
    for game in games:
        if weaker := companion_of(game).weaker:
            tell_user(f"ludex: {game.name}: {weaker}")


def _demand_hello(program: "Program", text: str) -> None:
    """A program that cannot even be greeted is told before anybody has moved."""
    try:
        with as_bad_input(Failed, about=f"--bot {text}: "):
            program.greet()
    finally:
        program.close()
