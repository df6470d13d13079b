"""Thinkers: bots, hints and puzzles in other processes, so that the table never waits.

The rules of this file:
1. Clients take turns: whoever asks much waits for its own questions, not others for it.
2. So many questions may wait, and so many of one client; the next is refused with a reason.
3. A question that nobody wants answered any more is withdrawn: it leaves the queue, or its
   thinker stops.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import Any, Generic, ParamSpec, Protocol, TypeVar

from ludex.server.workers.process import STOPPED, Thinker, WorkerAnswer

P = ParamSpec("P")
T = TypeVar("T")

LOG = logging.getLogger(__name__)
REMEMBERED = 1000
"""Clients whose turns are remembered although they ask nothing."""

MOST = 10_000
"""Clients whose turns are remembered, however many ask one question each."""


class NoAnswer(Exception):
    """The error of a question that took too long or failed; the text is for whoever asked."""

    text = "No answer was found in time."
    seconds = 5.0
    """After so long it may be asked again."""


class ThinkingFailed(NoAnswer):
    """The thinker failed, or does not look at its clock."""

    text = "No answer was found."


class NotStarted(NoAnswer):
    """The error of a question that nobody has begun to think about; it may be asked again later."""

    def __init__(self, text: str | None = None, seconds: float | None = None) -> None:
        self.text = text or self.text
        super().__init__(self.text)
        self.seconds = seconds or self.seconds


class Busy(NotStarted):
    """Too many are asking."""

    text = "The server has too many requests at the moment; try again soon."


class TooManyQuestions(NotStarted):
    """The error of a client that asks too much at once, or has used its time up."""

    text = "You have sent too many requests at once; wait for the answers."


class PendingQuestion(Generic[T]):
    """Something to think about, and the answer to come."""

    def __init__(
        self,
        client: str,
        work: Callable[[], T],
        seconds: float,
        leave: "Callable[[PendingQuestion[T]], None]",
    ) -> None:
        self.client, self.work, self.seconds = client, work, seconds
        self._leave = leave
        self.answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.used = 0.0
        """Seconds that a thinker has thought about it."""

        self._begun = asyncio.Event()

    @property
    def is_waiting(self) -> bool:
        """Has nobody begun to think about it?"""
        return not self._begun.is_set()

    def begin(self) -> None:
        """A thinker thinks about it now."""
        self._begun.set()

    async def begins(self, within: float) -> bool:
        """Wait for a thinker, no longer than so many seconds; has it begun?"""
        try:
            async with asyncio.timeout(within):
                await self._begun.wait()
        except TimeoutError:
            return False
        return True

    def withdraw(self) -> None:
        """Withdraw the question: nobody wants the answer any more."""
        if self.is_waiting:
            self._leave(self)
        self.answer.cancel()

    def fail(self, problem: NoAnswer) -> None:
        """There will be no answer."""
        if not self.answer.done():
            self.answer.set_exception(problem)
            self.answer.exception()  # whoever asked may have gone


class ThinkerProtocol(Protocol):
    """A thinker answers questions, one at a time."""

    async def think(
        self, work: Callable[[], Any], seconds: float, wanted: "asyncio.Future[Any]"
    ) -> WorkerAnswer:
        """Return what the work comes to, in so many seconds, and while the answer is `wanted`."""
        ...

    def end(self) -> None:
        """Give up whatever it thinks about."""
        ...


class Thinkers:
    """A few processes and the questions that wait for them, the clients in turn."""

    def __init__(
        self,
        count: int,
        *,
        waiting: int,
        each: int,
        timeout: float = 30.0,
        spend: Callable[[str, float], None] = lambda _client, _seconds: None,
        demand: Callable[[str], None] = lambda _client: None,
        make: Callable[[], ThinkerProtocol] = Thinker,
    ) -> None:
        """Set how many questions may wait, how many of `each` client, and how long (`timeout`).

        `spend` hears how long somebody thought for a client, and `demand` may object before
        a client is let in.
        """
        self.most, self._each, self._timeout = waiting, each, timeout
        self._spend, self._demand = spend, demand
        self._thinkers = [make() for _ in range(count)]
        self._idle = list(self._thinkers)
        self._tasks: set[asyncio.Task[None]] = set()
        self._queues: dict[str, deque[PendingQuestion[Any]]] = {}
        self._turn = 0
        self._turns: dict[str, int] = {}
        """The turn in which a client is next; whoever is not here is so in this one."""

        self.waiting = 0
        """So many questions wait for a thinker."""

    @property
    def is_idle(self) -> bool:
        """Does nobody think?"""
        return len(self._idle) == len(self._thinkers)

    def put(self, client: str, seconds: float, think: Callable[[], T]) -> PendingQuestion[T]:
        """Put a question into its queue; it is refused when too many wait already."""
        if len(self._queues.get(client, ())) >= self._each:
            raise TooManyQuestions
        if self.waiting >= self.most:
            raise Busy
        question = PendingQuestion(client, think, seconds, self._forget)
        if client not in self._queues:
            self._turns[client] = max(self._turns.get(client, 0), self._turn)
        self._queues.setdefault(client, deque()).append(question)
        self.waiting += 1
        if self._idle:
            task = asyncio.ensure_future(self._serve(self._idle.pop()))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return question

    async def ask(self, client: str, seconds: float, think: Callable[[], T]) -> T:
        """Wait for the answer, unless it is long in coming; whoever is cancelled withdraws it."""
        self._demand(client)
        question = self.put(client, seconds, think)
        try:
            if not await question.begins(self._timeout):
                raise Busy
            return await question.answer
        finally:
            question.withdraw()

    def close(self) -> None:
        """Let the processes go, whatever they think about."""
        for task in self._tasks:
            task.cancel()
        for thinker in self._thinkers:
            thinker.end()

    def _forget(self, question: PendingQuestion[Any]) -> None:
        """Note that a question was withdrawn before anybody had begun to think about it."""
        queue = self._queues.get(question.client, deque())
        if question in queue:
            queue.remove(question)
            self.waiting -= 1
            if not queue:
                del self._queues[question.client]

    def _next(self) -> PendingQuestion[Any] | None:
        """Return the oldest question of whoever has had the fewest turns, and came first."""
        if not self._queues:
            return None
        client = min(self._queues, key=self._turns.__getitem__)
        self._turn = self._turns[client]
        self._turns[client] += 1
        question = self._queues[client].popleft()
        self.waiting -= 1
        if not self._queues[client]:
            del self._queues[client]
        if len(self._turns) > 2 * len(self._queues) + REMEMBERED:
            self._turns = {
                one: turn
                for one, turn in self._turns.items()
                if turn > self._turn or one in self._queues
            }
            for one in [*self._turns][: max(0, len(self._turns) - MOST)]:  # the oldest
                if one not in self._queues:
                    del self._turns[one]
        return question

    async def _serve(self, thinker: ThinkerProtocol) -> None:
        try:
            while (question := self._next()) is not None:
                await self._think(thinker, question)
        finally:
            self._idle.append(thinker)

    async def _think(self, thinker: ThinkerProtocol, question: PendingQuestion[Any]) -> None:
        question.begin()
        begun = monotonic()
        try:
            thought = await thinker.think(question.work, question.seconds, question.answer)
        finally:
            question.used = monotonic() - begun
            self._spend(question.client, question.used)
        if thought.trouble is None:
            if not question.answer.done():
                question.answer.set_result(thought.value)
        elif thought == STOPPED:
            question.fail(NoAnswer())
        else:
            LOG.error("thinking failed: %s", thought.trouble)
            question.fail(ThinkingFailed())


@dataclass(frozen=True, slots=True)
class ThinkerClient:
    """A client's way to the thinkers, with so many seconds for each answer."""

    thinkers: Thinkers
    client: str
    seconds: float

    async def ask(self, think: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
        """Return what `think` answers, there."""
        work = partial(think, *given, **named)
        return await self.thinkers.ask(self.client, self.seconds, work)
