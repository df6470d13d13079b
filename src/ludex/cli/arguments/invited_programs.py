"""`ludex serve --player NAME=WHO`: programs that people may play against, tried before anybody comes."""

import re
from typing import TYPE_CHECKING

from ludex.cli.errors import BadInput, as_bad_input, tell_user

if TYPE_CHECKING:
    from ludex.server.game_list import GameList
    from ludex.server.invited_programs import InvitedProgram
    from ludex.server.settings import Settings

NAME = re.compile(r"[A-Za-z0-9_-]{1,40}")
RESERVED = ("me", "friend", "person", "bot")


def invite_players(games: "GameList", entries: list[str], settings: "Settings") -> "GameList":
    """Let players in for the games that each can play; what is wrong with one is told."""
    from ludex.server.game_list import GameList

    found: dict[str, InvitedProgram] = {}
    for entry in entries:
        player = _player(games, entry, settings)
        if player.name in found:
            raise BadInput(f"--player: two players have the name {player.name}")
        found[player.name] = player
    return GameList(games.chosen, found.values()) if found else games


def _player(offered: "GameList", entry: str, settings: "Settings") -> "InvitedProgram":
    from ludex.server.invited_programs import InvitedProgram, try_program

    name, equals, text = (part.strip() for part in entry.partition("="))
    if not (equals and text and NAME.fullmatch(name)):
        raise BadInput(
            f"--player: {entry!r} is not NAME=WHO, such as ada=cmd:./ada "
            "(NAME: letters, digits, - and _)"
        )
    shared = [one for one in offered.values() if one.game.players[1] > 1]
    taken = {*RESERVED}.union(*(one.bot_names for one in shared))
    if name.lower() in taken:
        raise BadInput(f"--player: the name {name} is already taken")
    games = [(one.game, one.source) for one in shared]
    if not games:
        raise BadInput(f"--player: no game of this server has a seat for {name}")
    with as_bad_input(ValueError, about=f"--player {name}: "):
        problems = try_program(games, text, settings)
    plays = [game for game, why in problems.items() if why is None]
    if not plays:
        game, why = next(iter(problems.items()))
        raise BadInput(f"--player {name}: it plays none of the games of this server; {game}: {why}")
    tell_user(f"ludex: {name} plays {', '.join(plays)}")
    return InvitedProgram(name, text, frozenset(plays))
