"""The questions that thinkers answer: a bot's event, hints, whether a position is winnable, puzzles.

These run in other processes. What is sent there are views and names; what comes back are
texts and small values.
"""

from dataclasses import dataclass
from time import monotonic
from typing import Any, Final

from ludex.bots import View
from ludex.bots.cancellation import Stopped
from ludex.check.explanation import Explanation, explain
from ludex.kernel import Dice, Unreadable
from ludex.play.effects import ExplanationRequest
from ludex.players.advice import why_no_hint
from ludex.registry import Puzzle, Wish
from ludex.server.game_list import OfferedGame

PUZZLE_SECONDS: Final = 5.0
"""For so long boards are looked at for one with the properties asked for."""


PUZZLE_TRIES: Final = 20_000
"""So many boards are looked at for the puzzle of a day."""


def bots_event(offered: OfferedGame, name: str, view: View[Any], seed: int) -> str:
    """Return the event that a bot chooses."""
    return str(offered.bot(name)(view, Dice(seed)))


@dataclass(frozen=True, slots=True)
class HintAnswer:
    """A hint as it is sent."""

    event: str
    pick: str | None
    drop: str | None
    words: str
    why: str
    way: tuple[str, ...]


def hint(offered: OfferedGame, view: View[Any], seed: int) -> HintAnswer | None:
    """Return an event worth making, if there is one."""
    found = offered.advisor.hint(view, Dice(seed))
    if found is None:
        return None
    gesture = found.gesture
    event = str(found.event)
    way = tuple(map(str, found.way))
    return HintAnswer(event, gesture.pick, gesture.drop, gesture.words, found.why, way)


def no_hint(offered: OfferedGame, view: View[Any]) -> str:
    """Return why there is no hint."""
    return why_no_hint(offered.game, offered.advisor, view)


def is_winnable(offered: OfferedGame, view: View[Any]) -> bool | None:
    """Can the game still be won from here?"""
    light = offered.advisor.winnable
    return light(view) if light else None


def explain_event(offered: OfferedGame, asked: ExplanationRequest) -> Explanation:
    """Explain every guard of an event, by what its asker sees."""
    return explain(
        offered.game,
        asked.shown,
        asked.event,
        of_another=asked.of_another,
        is_view=asked.hides,
    )


def new_puzzle(offered: OfferedGame, wish: Wish, seed: int) -> Puzzle[Any] | None:
    """Return a puzzle of a game with these properties, unless none is found in time."""
    puzzles, dice, begun = offered.puzzles, Dice(seed), monotonic()
    assert puzzles is not None
    while monotonic() - begun < PUZZLE_SECONDS:
        found = puzzles.make(wish, dice, tries=1, tell=lambda _: None)
        if found is not None:
            return found
    return None


def puzzle_of_day(offered: OfferedGame, ordinal: int) -> Puzzle[Any] | None:
    """Return the puzzle of a game that everybody has on a day."""
    assert offered.puzzles is not None
    return offered.puzzles.of_day(ordinal, tries=PUZZLE_TRIES, tell=lambda _: None)


def judge_board(offered: OfferedGame, position: str) -> tuple[bool | None, Puzzle[Any] | None]:
    """Can this board of a game be won, and which puzzle is it?"""
    game, puzzles = offered.game, offered.puzzles
    state = game.read_position(position)
    assert puzzles is not None
    assert not isinstance(state, Unreadable)
    state = puzzles.begun(state)
    winnable = is_winnable(offered, View(game.turn(state), state, ()))
    if not winnable:
        return winnable, None
    try:
        return True, puzzles.judged(state)
    except Stopped:  # what is known already is known
        return True, None
