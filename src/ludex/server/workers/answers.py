"""What thinkers answer: what a bot does, hints, the light and puzzles.

These run in other processes. What is sent there are views and names; what comes back are
texts and small values.
"""

from dataclasses import dataclass
from functools import cache
from time import monotonic
from typing import Any, Final

from ludex.bots import Bot, View
from ludex.bots.advice import Advisor
from ludex.bots.cancellation import Stopped
from ludex.check.explanation import Explanation, explanation
from ludex.kernel import Dice, Unreadable
from ludex.play.effects import Asked
from ludex.players.advice import advisor_for, why_no_hint
from ludex.players.opponents import find_bot
from ludex.registry import Puzzle, Wish
from ludex.server.game_list import playable, puzzles_of

PUZZLE_SECONDS: Final = 5.0
"""For so long boards are looked at for one with the properties asked for."""


PUZZLE_TRIES: Final = 20_000
"""So many boards are looked at for the puzzle of a day."""


@cache
def _bot(game: str, name: str) -> Bot[Any]:
    bot = find_bot(playable()[game], name)
    assert not isinstance(bot, Unreadable)
    return bot


@cache
def _advisor(game: str) -> Advisor[Any]:
    return advisor_for(playable()[game])


def bots_event(game: str, name: str, view: View[Any], seed: int) -> str:
    """The event that a bot chooses."""
    return str(_bot(game, name)(view, Dice(seed)))


@dataclass(frozen=True, slots=True)
class Advice:
    """A hint as it is sent."""

    event: str
    pick: str | None
    drop: str | None
    words: str
    why: str
    way: tuple[str, ...]


def hint(game: str, view: View[Any], seed: int) -> Advice | None:
    """An event worth making, if there is one."""
    found = _advisor(game).hint(view, Dice(seed))
    if found is None:
        return None
    gesture = found.gesture
    event = str(found.event)
    way = tuple(map(str, found.way))
    return Advice(event, gesture.pick, gesture.drop, gesture.words, found.why, way)


def no_hint(game: str, view: View[Any]) -> str:
    """Why there is no hint."""
    return why_no_hint(playable()[game], _advisor(game), view)


def limit_of(game: str, view: View[Any]) -> int | None:
    """How many positions are looked into before the light stays unknown."""
    return _advisor(game).limit(view)


def is_winnable(game: str, view: View[Any]) -> bool | None:
    """Can the game still be won from here?"""
    light = _advisor(game).winnable
    return light(view) if light else None


def explained(game: str, asked: Asked) -> Explanation:
    """Every guard of an event, by what its asker sees."""
    return explanation(
        playable()[game],
        asked.shown,
        asked.event,
        of_another=asked.of_another,
        is_view=asked.hides,
    )


def new_puzzle(name: str, wish: Wish, seed: int) -> Puzzle[Any] | None:
    """A puzzle of a game with these properties, unless none is found in time."""
    puzzles, dice, begun = puzzles_of(name), Dice(seed), monotonic()
    assert puzzles is not None
    while monotonic() - begun < PUZZLE_SECONDS:
        found = puzzles.make(wish, dice, tries=1, tell=lambda _: None)
        if found is not None:
            return found
    return None


def puzzle_of_day(name: str, ordinal: int) -> Puzzle[Any] | None:
    """The puzzle of a game that everybody has on a day."""
    puzzles = puzzles_of(name)
    assert puzzles is not None
    return puzzles.of_day(ordinal, tries=PUZZLE_TRIES, tell=lambda _: None)


def judged_board(name: str, position: str) -> tuple[bool | None, Puzzle[Any] | None]:
    """Can this board of a game be won, and which puzzle is it?"""
    game, puzzles = playable()[name], puzzles_of(name)
    state = game.read_position(position)
    assert puzzles is not None
    assert not isinstance(state, Unreadable)
    state = puzzles.begun(state)
    winnable = is_winnable(name, View(game.turn(state), state, ()))
    if not winnable:
        return winnable, None
    try:
        return True, puzzles.judged(state)
    except Stopped:  # what is known already is known
        return True, None
