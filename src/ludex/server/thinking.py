"""Thinking: bots, hints and puzzles, in other processes so that the table never waits.

What is sent there are views and names; what comes back are texts. A thinker that fails or
takes too long gives no answer, and the caller does without.
"""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context
from time import monotonic
from typing import Any, Final, ParamSpec, TypeVar

from ludex.bots import Bot, View, find_bot
from ludex.bots.advice import Advisor
from ludex.kernel import Dice, Unreadable
from ludex.server.offers import playable
from ludex.solve.advice import advisor_for
from ludex.solve.puzzles import Level, Puzzle, begun, judged_puzzle, puzzle
from ludex.solve.solitaire import Solver

P = ParamSpec("P")
T = TypeVar("T")

LOG: Final = logging.getLogger(__name__)
PUZZLE_SECONDS: Final = 5.0
WAITING: Final = 64
"""Questions that may wait for an answer."""


class NoAnswer(Exception):
    """It took too long, too many were asking, or the thinker failed."""


class Thinkers:
    """A few processes, started when first needed."""

    def __init__(self, count: int, seconds: float) -> None:
        self._count, self._seconds = count, seconds
        self._pool: ProcessPoolExecutor | None = None
        self._asked = 0

    async def ask(self, think: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
        """What `think` answers, there."""
        if self._asked >= WAITING:
            raise NoAnswer
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self._count, mp_context=get_context("spawn")
            )
        self._asked += 1
        try:
            async with asyncio.timeout(self._seconds):
                answer = self._pool.submit(think, *given, **named)
                return await asyncio.wrap_future(answer)
        except BrokenProcessPool:
            self._pool = None
            raise NoAnswer from None
        except TimeoutError:
            raise NoAnswer from None
        except Exception:
            LOG.exception("thinking failed: %s", think.__name__)
            raise NoAnswer from None
        finally:
            self._asked -= 1

    def close(self) -> None:
        """Let the processes go, whatever they think about."""
        if self._pool is not None:
            processes = list((self._pool._processes or {}).values())  # noqa: SLF001  # 3.14 has kill_workers
            self._pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.terminate()


# -- what is done there ---------------------------------------------------------------


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


def hint(game: str, view: View[Any], seed: int) -> Advice | None:
    """An event worth making, if there is one."""
    found = _advisor(game).hint(view, Dice(seed))
    if found is None:
        return None
    gesture = found.gesture
    event = str(found.event)
    return Advice(event, gesture.pick, gesture.drop, gesture.words, found.why)


def is_winnable(game: str, view: View[Any]) -> bool | None:
    """Can the game still be won from here?"""
    light = _advisor(game).winnable
    return light(view) if light else None


def new_puzzle(
    pieces: int, level: str | None, seed: int, *, unique: bool
) -> Puzzle | None:
    """A puzzle with these properties, unless none is found in time."""
    dice, begun = Dice(seed), monotonic()
    wanted = Level(level) if level else None
    while monotonic() - begun < PUZZLE_SECONDS:
        found = puzzle(pieces, dice, wanted=wanted, unique=unique, tries=1)
        if found is not None:
            return found
    return None


def judged_board(position: str) -> tuple[bool | None, Puzzle | None]:
    """Can this board of Chess Solitaire be won, and which puzzle is it?"""
    game = playable()["chess-solitaire"]
    state = game.read_position(position)
    assert not isinstance(state, Unreadable)
    state = begun(state)
    winnable = is_winnable(game.name, View(game.turn(state), state, ()))
    found = judged_puzzle(state, Solver(game, budget=20_000)) if winnable else None
    return winnable, found
