"""Random play for tests, and the games to play it with."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from ludex.kernel import CHANCE, Dice, Event, Game, History, Unreadable
from ludex.registry import load
from ludex.registry.shipped import GAMES

ROOT = Path(__file__).parents[1]
SHARED = ROOT.parent / "shared"
EXAMPLES = ("tic_tac_toe", "kuhn_poker", "connect_four", "pig", "leduc_poker")


def example(name: str) -> Game[Any]:
    return load(str(ROOT / "examples" / f"{name}.py"))


def every_game() -> list[Game[Any]]:
    """The games that ship with Ludex, and the examples: the laws are the same."""
    return [*map(load, GAMES), *map(example, EXAMPLES)]


def every_start() -> list[tuple[Game[Any], str]]:
    return [(game, preset) for game in every_game() for preset in game.start.presets]


def varied_starts(
    game: Game[Any], variants: Mapping[str, Iterable[Mapping[str, str]]]
) -> Iterator[Any]:
    """Every preset, and then the options that are given for the game."""
    yield from map(game.start, game.start.presets)
    for changes in variants.get(game.name, ()):
        state = game.start.varied(None, changes)
        assert not isinstance(state, Unreadable)
        yield state


def random_history(game: Game[Any], seed: int, steps: int, begin: Any = None) -> History[Any]:
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


def event_of(game: Game[Any], text: str) -> Event[Any]:
    """The event that is written so."""
    event = game.read(text)
    assert not isinstance(event, Unreadable), event
    return event
