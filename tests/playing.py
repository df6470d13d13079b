"""Random play for tests, and the games to play it with."""

import sys
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from ludex.games import GAMES, load
from ludex.kernel import CHANCE, Dice, Game, History

ROOT = Path(__file__).parents[1]
SHARED = ROOT.parent / "shared"
EXAMPLES = ("tic_tac_toe", "kuhn_poker")


@cache
def example(name: str) -> Game[Any]:
    spec = spec_from_file_location(name, ROOT / "examples" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    game: Game[Any] = module.game
    return game


def every_game() -> list[Game[Any]]:
    """The games that ship with Ludex, and the examples: the laws are the same."""
    return [*map(load, GAMES), *map(example, EXAMPLES)]


def every_start() -> list[tuple[Game[Any], str]]:
    return [(game, preset) for game in every_game() for preset in game.start.presets]


def random_history(
    game: Game[Any], seed: int, steps: int, begin: object = None
) -> History[Any]:
    """At most `steps` random events of a game, fewer when it ends.

    It begins with a preset's name, the default one, or with a state.
    """
    dice = Dice(seed)
    named = begin is None or isinstance(begin, str)
    history = History(game, game.start(begin) if named else begin)
    for _ in range(steps):
        state = history.state
        if game.outcome(state) is not None:
            break
        if game.turn(state) == CHANCE:
            event = game.draw(state, dice)
        else:
            event = dice.choice(game.moves(state))
        played = history.play(event)
        assert isinstance(played, History), played
        history = played
    return history
