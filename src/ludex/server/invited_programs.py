"""The players from outside that whoever runs the server lets in, by name.

Clients say the name and nothing else: what is run for it stands here, and is never sent to them.
"""

import shlex
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice

from ludex.bots import view_of
from ludex.kernel import AnyGame, Dice
from ludex.kernel.loop import nobody, states
from ludex.players.programs.pipe import Failed, PipeLimits
from ludex.players.programs.program import COMMAND, FILTER, Program
from ludex.registry import companion_of
from ludex.server.settings import Settings

SENTENCE = "A program that plays at this server."
TRIALS = 4
"""Games that are tried at once."""

MOST_DRAWN = 1000
"""Events of chance before anybody decides."""


@dataclass(frozen=True, slots=True)
class InvitedProgram:
    """A player from outside."""

    name: str
    """As people see it."""

    text: str
    """The player, as `ludex league` takes it: cmd:./play, filter:./Play, my_bot.py:choose."""

    games: frozenset[str] = frozenset()
    """The games that it plays."""


def start_program(game: AnyGame, source: str, text: str, settings: Settings) -> Program:
    """Start a player at a table; ValueError says why it cannot be.

    `source` is the game's name or file: functions get a process of their own, which loads it.
    """
    if not text.startswith((COMMAND, FILTER)):
        host = [sys.executable, "-m", "ludex.players.programs.host", source, text]
        text = f"{COMMAND}{shlex.join(host)}"
    bounds = PipeLimits(int(settings.program_megabytes * 1_000_000), settings.program_processes)
    return Program(game, text, settings.program_seconds, bounds=bounds)


def try_program(
    games: Iterable[tuple[AnyGame, str]], text: str, settings: Settings
) -> dict[str, str | None]:
    """Return for each game why the player cannot play it; None where it has moved."""

    def trial(one: tuple[AnyGame, str]) -> tuple[str, str | None]:
        return one[0].name, _problem(*one, text, settings)

    with ThreadPoolExecutor(TRIALS) as at_once:
        return dict(at_once.map(trial, games))


def _problem(game: AnyGame, source: str, text: str, settings: Settings) -> str | None:
    if text.startswith(FILTER) and companion_of(game).move_filter is None:
        return "it has no filters"
    dice, s = Dice(1), game.start()
    *_, s = islice(states(game, s, nobody, dice), MOST_DRAWN + 1)
    player = start_program(game, source, text, settings)
    try:
        player.move(view_of(game, s, game.turn(s)))
    except Failed as failed:
        return str(failed)
    finally:
        player.close()
    return None
