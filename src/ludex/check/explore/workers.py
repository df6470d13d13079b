"""Several processes look at the states; one counts them, in the order of a single process.

A task is some states of the layer at hand. What comes back is taken in in the order of the
tasks, so numbers, ways and findings are those that one process would give. The processes are
of this machine, or of others, whoever reaches them.
"""

import pickle
from array import array
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import replace
from functools import partial
from multiprocessing.connection import Connection
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, NamedTuple

from ludex.check.explore.expansion import Expander, Expansion
from ludex.check.explore.frontier import BLOCK, Frontier, PackedStates, pack_states
from ludex.check.explore.search import GraphSearch, rare_collection
from ludex.check.processes import Opening, Worker, worker_processes
from ludex.check.timeout import Endless, Interruption, watchdog
from ludex.kernel import AnyEvent, Fault, Unreadable

AHEAD = 2
"""Tasks that a process has at a time: it need not wait for the next."""

TRANSITIONS = 4_000
"""About so many are found in a task."""

SENT = 1 << 17
"""So many states that a process has sent are known to it as such."""

REMOTE_WORKERS = 16
"""A layer is cut as for so many workers where their number is not known."""

NOT_PICKLABLE = (pickle.PicklingError, TypeError, AttributeError)
"""The exceptions of a state that cannot be sent."""


class ExploreTask(NamedTuple):
    """States to look at."""

    number: int
    first: int
    """The number of the first of them in the graph."""

    blocks: tuple[PackedStates, ...]
    onward: bool


class ExploreAnswer(NamedTuple):
    """The findings of a task; states are packed, events are written."""

    number: int
    found: Expansion
    events: tuple[str, ...]
    blocks: tuple[bytes, ...]


class UnfinishedTask(NamedTuple):
    """A task whose states were left before all was known of them."""

    number: int
    state: int
    left: Interruption


class WorkerSetup(NamedTuple):
    """The instructions for a worker somewhere else."""

    opening: Opening
    symmetric: bool

    def ready(self) -> "Callable[[ExploreTask], ExploreAnswer | UnfinishedTask | Exception]":
        """A function that looks at states; it remembers nothing, as anybody may get the next."""
        game, _ = self.opening()

        def look(task: ExploreTask) -> "ExploreAnswer | UnfinishedTask | Exception":
            expander = Expander(game, symmetric=self.symmetric)
            return _answered(expander, task, set())

        return look


RemoteWorkers = Callable[[WorkerSetup, Iterable[ExploreTask]], Generator[Any, None, None]]
"""Workers somewhere else: their answers in the order of the tasks."""


def search_with(
    search: GraphSearch,
    count: int,
    opening: Opening,
    left: Frontier,
    elsewhere: RemoteWorkers | None = None,
) -> None:
    """Look at the states that are left, and at all that follow, in `count` other processes."""
    try:
        now = left.blocks()
    except NOT_PICKLABLE as error:
        raise ValueError(f"states cannot go from process to process: {error}") from None
    if elsewhere is not None:
        looking = WorkerSetup(opening, search.symmetric)
        _Coordinator(
            search, REMOTE_WORKERS, partial(_from_elsewhere, looking, elsewhere)
        ).search_all(now)
        return
    timeout = search.limits.timeout
    with worker_processes(count, work, opening, search.symmetric, timeout) as workers:
        _Coordinator(search, count, _LocalWorkers(search, workers).answers).search_all(now)


Answers = Generator[tuple[list[int], Any], None, None]
"""The answer to each task, in their order, with the graph's numbers of its events. It ends before the last
where the search is over."""


class _Coordinator:
    """Gives tasks to so many workers, and takes in their answers."""

    def __init__(
        self, search: GraphSearch, workers: int, answers: Callable[[deque[ExploreTask]], Answers]
    ) -> None:
        self.search, self.workers, self.answers = search, workers, answers

    def search_all(self, now: list[PackedStates]) -> None:
        """Look at these states, and at all that follow."""
        while now and not self.search.is_over:
            now = self.layer(now)

    def layer(self, now: list[PackedStates]) -> list[PackedStates]:
        """Look at one layer; the next one."""
        search, graph = self.search, self.search.graph
        later: list[PackedStates] = []
        left = sum(len(block.wanted) for block in now)
        size = sum(len(block.content) for block in now)
        with search.layer() as onward:
            tasks = deque(self._tasks(now, left, onward=onward))
            with closing(self.answers(tasks)) as answers:
                for numbers, answer in answers:
                    if isinstance(answer, UnfinishedTask):
                        search.leave(answer.left, answer.state)
                        break
                    left -= len(answer.found.degrees)
                    for block in self._take(numbers, answer):
                        later.append(block)
                        left += len(block.wanted)
                        size += len(block.content)
                    search.waiting = left
                    graph.frontier_bytes = max(graph.frontier_bytes, size)
                    if search.look_up():
                        break
        return later

    def _tasks(
        self, now: list[PackedStates], states: int, *, onward: bool
    ) -> Iterator[ExploreTask]:
        """The layer in parts: small ones where it is small, or where much follows."""
        graph = self.search.graph
        branching = graph.transitions // max(1, graph.looked_at) + 1
        part = states // (4 * self.workers)
        size = max(1, min(part, TRANSITIONS // branching, BLOCK))
        first = graph.looked_at
        number, blocks, count = 0, list[PackedStates](), 0
        for block in now:
            for begin in range(0, len(block.wanted), size):
                some = block.wanted[begin : begin + size]
                blocks.append(PackedStates(block.content, some))
                count += len(some)
                if count >= size:
                    yield ExploreTask(number, first, tuple(blocks), onward)
                    number, first = number + 1, first + count
                    blocks, count = [], 0
        if blocks:
            yield ExploreTask(number, first, tuple(blocks), onward)

    def _take(self, numbers: list[int], answer: ExploreAnswer) -> Iterator[PackedStates]:
        """Take in an answer; the new states among those that it brings."""
        found = replace(answer.found, events=[*map(self._read, answer.events)])
        new = array("I", self.search.take(found, numbers))
        for begin, content in zip(range(0, len(found.digests), BLOCK), answer.blocks, strict=True):
            end = begin + BLOCK
            wanted = array("I", [i - begin for i in new if begin <= i < end])
            if wanted:
                yield PackedStates(content, wanted)

    def _read(self, text: str) -> AnyEvent:
        event = self.search.graph.game.read(text)
        if isinstance(event, Unreadable):
            raise Fault(f"{text} cannot be read back: {event}", None, None)
        return event


class _LocalWorkers:
    """Processes of this machine, each with tasks of its own."""

    def __init__(self, search: GraphSearch, workers: list[Worker]) -> None:
        self.search, self.workers = search, workers
        self.numbers: list[list[int]] = [[] for _ in workers]
        self.messages: SimpleQueue[tuple[int, Any]] = SimpleQueue()
        self.load = [0] * len(workers)
        for index, worker in enumerate(workers):
            Thread(target=self._listen, args=(index, worker), daemon=True).start()

    def answers(self, tasks: deque[ExploreTask]) -> Answers:
        """Yield the answers, while there is something to do for everybody."""
        ready: dict[int, tuple[int, Any]] = {}
        for number in range(len(tasks)):
            while number not in ready and not self.search.look_up():
                self._give(tasks)
                message = self._hear()
                if message is not None:
                    ready[message[1].number] = message
            if self.search.is_over:
                return
            worker, answer = ready.pop(number)
            yield self.numbers[worker], answer

    def _listen(self, index: int, worker: Worker) -> None:
        """Take what a process sends at once, so that it never waits to be heard."""
        while True:
            try:
                self.messages.put((index, worker.line.recv()))
            except (EOFError, OSError):
                self.messages.put((index, None))
                return

    def _give(self, tasks: deque[ExploreTask]) -> None:
        """Everybody has something to do, and something to do next."""
        for _ in range(AHEAD):
            for index, worker in enumerate(self.workers):
                if tasks and self.load[index] < AHEAD:
                    self.load[index] += 1
                    worker.send(tasks.popleft())

    def _hear(self) -> tuple[int, Any] | None:
        try:
            worker, answer = self.messages.get(timeout=0.25)
        except Empty:
            return None
        if answer is None:
            raise self.workers[worker].lost()
        if isinstance(answer, Exception):
            raise answer
        self.load[worker] -= 1
        return worker, answer


def _from_elsewhere(
    looking: WorkerSetup, elsewhere: RemoteWorkers, tasks: deque[ExploreTask]
) -> Answers:
    """Yield the answers of workers somewhere else, who know nothing but the task at hand."""
    with closing(elsewhere(looking, tasks)) as found:
        for answer in found:
            if isinstance(answer, Exception):
                raise answer
            yield [], answer


def work(
    line: "Connection[Any, ExploreTask]",
    opening: Opening,
    symmetric: bool,
    timeout: float,
) -> None:
    """Look at what we are sent until the other end hangs up."""
    game, _ = opening()
    expander = Expander(game, symmetric=symmetric)
    sent = set[bytes]()
    busy = [0, 0]
    """The number of tasks, and whether one is at hand: while we wait, nothing is late."""

    def done() -> int:
        busy[0] += not busy[1]
        return expander.at + busy[0]

    with suppress(EOFError, OSError), rare_collection(), watchdog(done, timeout):
        while True:
            busy[1] = 0
            task = line.recv()
            busy[1] = 1
            line.send(_answered(expander, task, sent))


def _answered(
    expander: Expander, task: ExploreTask, sent: set[bytes]
) -> "ExploreAnswer | UnfinishedTask | Exception":
    """Look at the states of a task.

    A state that we have sent before is not packed again: answers of one process are taken in in
    their order, so it is known by then, and nobody wants it.
    """
    before = expander.at
    try:
        states: list[Any] = [s for block in task.blocks for s in block.states()]
        found = expander.expand(states, onward=task.onward, most=None)
        new = [
            None if mark in sent else s for mark, s in zip(found.digests, found.states, strict=True)
        ]
        if len(sent) > SENT:
            sent.clear()
        sent.update(found.digests)
        blocks = [pack_states(new[i : i + BLOCK]) for i in range(0, len(new), BLOCK)]
    except Endless as endless:
        state = task.first + max(0, expander.at - before - 1)
        return UnfinishedTask(task.number, state, endless.without_frames())
    except NOT_PICKLABLE as error:
        return ValueError(f"states cannot go from process to process: {error}")
    events = tuple(map(str, found.events))
    bare = replace(found, events=[], states=[])
    return ExploreAnswer(task.number, bare, events, tuple(blocks))
