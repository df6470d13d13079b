"""Thinking: bots, hints and puzzles, in other processes so that the table never waits.

What is sent there are views and names; what comes back are texts. A thinker that fails or
takes too long gives no answer, and the caller does without. It is then ended, because
nothing else ends it, and another takes its place.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, ParamSpec, TypeVar

from ludex.bots import Bot, View, find_bot
from ludex.bots.advice import Advisor
from ludex.kernel import Dice, Unreadable
from ludex.server.offers import playable
from ludex.server.thinker import Lost, Thinker
from ludex.solve.advice import advisor_for, why_no_hint
from ludex.solve.puzzles import Level, Puzzle, begun, judged_puzzle, puzzle
from ludex.solve.solitaire import Solver

if TYPE_CHECKING:
    from collections.abc import Iterator

P = ParamSpec("P")
T = TypeVar("T")

LOG: Final = logging.getLogger(__name__)
PUZZLE_SECONDS: Final = 5.0
WAITING: Final = 64
"""Questions that may wait for an answer."""

WAITING_EACH: Final = 4
"""Questions of one client among them."""


class NoAnswer(Exception):
    """It took too long, too many were asking, or the thinker failed."""


class Thinkers:
    """A few processes, each started when it is first needed."""

    def __init__(self, count: int, seconds: float) -> None:
        self._seconds = seconds
        self._thinkers = [Thinker() for _ in range(count)]
        self._free: asyncio.LifoQueue[Thinker] = asyncio.LifoQueue()
        for thinker in self._thinkers:
            self._free.put_nowait(thinker)
        self._asked = 0
        self._asked_by: Counter[str] = Counter()

    async def ask(self, think: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
        """What `think` answers, there."""
        if self._asked >= WAITING:
            raise NoAnswer
        self._asked += 1
        try:
            async with asyncio.timeout(self._seconds):
                thinker = await self._free.get()
        except TimeoutError:
            raise NoAnswer from None
        finally:
            self._asked -= 1
        # Whoever asked may leave; the thinker is busy until it has an answer.
        thought = asyncio.ensure_future(
            self._thought(thinker, partial(think, *given, **named))
        )
        thought.add_done_callback(_look_at)
        return await asyncio.shield(thought)

    async def _thought(self, thinker: Thinker, question: Callable[[], T]) -> T:
        try:
            async with asyncio.timeout(self._seconds):
                return await thinker.answer(question)
        except TimeoutError:
            LOG.warning("a thinker took too long, and is ended")
            thinker.end()
            raise NoAnswer from None
        except Lost:
            thinker.end()
            raise NoAnswer from None
        except Exception:  # whoever asked goes on without an answer
            LOG.exception("thinking failed")
            raise NoAnswer from None
        finally:
            self._free.put_nowait(thinker)

    def of(self, client: str) -> "Asker":
        """The same thinkers, for one client, who may not keep them all busy."""
        return Asker(self, client)

    @contextmanager
    def turn(self, client: str) -> "Iterator[None]":
        """One more question of a client, unless it has asked too many."""
        if self._asked_by[client] >= WAITING_EACH:
            raise NoAnswer
        self._asked_by[client] += 1
        try:
            yield
        finally:
            self._asked_by[client] -= 1
            if not self._asked_by[client]:
                del self._asked_by[client]

    def close(self) -> None:
        """Let the processes go, whatever they think about."""
        for thinker in self._thinkers:
            thinker.end()


@dataclass(frozen=True, slots=True)
class Asker:
    """A client's way to the thinkers."""

    thinkers: Thinkers
    client: str

    async def ask(self, think: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
        """What `think` answers, there."""
        with self.thinkers.turn(self.client):
            return await self.thinkers.ask(think, *given, **named)


def _look_at(thought: "asyncio.Future[Any]") -> None:
    """Whoever asked may have gone: then nobody else looks at what went wrong."""
    if not thought.cancelled():
        thought.exception()


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
