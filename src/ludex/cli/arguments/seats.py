"""The players of the seats, as `--bot` asks for them."""

import re
from typing import Any

from ludex.cli.errors import BadInput, as_bad_input, readable
from ludex.kernel import Game
from ludex.play.seating import PERSON
from ludex.players.finder import find_player
from ludex.players.programs.pipe import Failed
from ludex.players.programs.program import Program


def seated(game: "Game[Any]", seats: int, bots: list[str] | None) -> tuple[str, ...]:
    """`person` or the name of a bot for each seat."""
    who = [PERSON] * seats
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
            who[1:] = [name] * (seats - 1)
        elif re.fullmatch(r"\d{1,9}", number) and 1 <= int(number) <= seats:
            who[int(number) - 1] = name
        else:
            raise BadInput(f"--bot {text}: {game.name} has the seats 1 to {seats}")
    return tuple(who)


def _demand_hello(program: "Program", text: str) -> None:
    """A program that cannot even be greeted is told before anybody has moved."""
    try:
        with as_bad_input(Failed, about=f"--bot {text}: "):
            program.greet()
    finally:
        program.close()
