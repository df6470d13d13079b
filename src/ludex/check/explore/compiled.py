"""Exploration on the engine that is compiled from a rulebook: the same graph, far sooner.

The rulebook itself looks at every state in which something may be wrong, so that findings are its
own; the engine passes over the others.
"""

from array import array
from functools import cache
from time import monotonic
from types import FunctionType
from typing import Any

import numpy as np

from ludex.check.explore import compiled_loop as loop
from ludex.check.explore.expansion import Expander, unlisted_events
from ludex.check.explore.graph import Graph
from ludex.check.explore.hashing import EXACT, digest, fill_slots, read_back
from ludex.check.explore.search import ExploreLimits, Goal, GraphSearch
from ludex.compile.jit import alone, bound
from ludex.compile.packing import Words, pack, packing_of, unpack
from ludex.compile.rulebook.errors import CompileError
from ludex.compile.rulebook.events import HEAD
from ludex.compile.rulebook.promises import CheckedEngine, derive_promised
from ludex.compile.rulebook.proof import interpreted
from ludex.compile.rulebook.shapes import Array, Items, Maybe, Record, Shape, Unused, words
from ludex.kernel import AnyGame, AnyState, Outcome

PORTION = 1 << 15
"""So many states are looked at in one go, at most."""

ROOM = 1 << 17
"""So many transitions have room in one go, beside those of one state."""

ENDS = 512
"""So many kinds of ends are known to the loop."""

NAMES = ("broken", "happen", "ending", "turn", "legal", "happenings", "play", "keeps")


class NotExplored(ValueError):
    """The engine cannot explore this rulebook, and why."""


def prepare(game: AnyGame, start: AnyState) -> CheckedEngine:
    """Compile a rulebook for exploring; `NotExplored` says why it cannot be."""
    for cls in game.events:
        if cls.sampled or (
            cls.by_chance and getattr(cls, "ways", lambda _: None)(start) is not None
        ):
            raise NotExplored(f"not every {cls.name} is listed")
    if any(name for names in unlisted_events(game).values() for name in names):
        raise NotExplored("not every event is listed")
    try:
        promised = derive_promised(game, start)
        promised.derived.demand_whole()
    except CompileError as error:
        raise NotExplored(error.paragraph) from error
    for name, problem in promised.promises.refused.items():
        raise NotExplored(f"{name!r} is not compiled: {problem.paragraph}")
    _demand_compared(promised.derived.shape)
    return promised


def _demand_compared(shape: Shape) -> None:
    """Demand that two states are equal just where their words are."""
    match shape:
        case Unused():
            raise NotExplored("a text is a part of the state")
        case Record(kind, parts):
            fields = getattr(kind, "__dataclass_fields__", {})
            if any(not field.compare for field in fields.values()):
                raise NotExplored(f"{kind.__name__} has fields that are not compared")
            for _, part in parts:
                _demand_compared(part)
        case Maybe(inner) | Array(inner):
            _demand_compared(inner)
        case Items(items):
            for part in items:
                _demand_compared(part)


def explore_prepared(
    promised: CheckedEngine, limits: ExploreLimits | None = None, goal: Goal | None = None,
    *, is_compiled: bool = True,
) -> Graph:  # fmt: skip
    """Return everything that can be reached from the start of an engine."""
    game, start = promised.derived.engine.game, promised.start
    search = GraphSearch(
        game, start, limits or ExploreLimits(), symmetric=False, tell=lambda _: None,
        goal=goal,
    )  # fmt: skip
    CompiledSearch(search, Expander(game), promised, is_compiled=is_compiled).search_all()
    return search.finished()


class CompiledSearch:
    """A graph that grows by what an engine finds."""

    def __init__(
        self,
        search: GraphSearch,
        expander: Expander,
        promised: CheckedEngine,
        *,
        is_compiled: bool = True,
    ) -> None:
        self.search, self.expander, self.promised = search, expander, promised
        engine = promised.derived.engine
        self.engine = engine
        self.packing, count = packing_of(promised.derived.shape)
        self.size = HEAD + words(promised.derived.shape)
        chances = sum(plan.size for plan in promised.derived.chances)
        total = engine.actions + chances
        self.most_events = max(1, total)
        signs = promised.promises.signs
        self.is_exact = count <= EXACT
        self.room = (
            np.zeros(engine.words, np.int64), np.zeros(engine.words, np.int64),
            np.zeros(max(1, total), np.int64), np.zeros(signs, np.int64),
            np.zeros(max(1, self.size), np.int64), np.zeros(count, np.uint64), np.zeros(2, np.uint64),
        )  # fmt: skip
        self.events = (
            np.full(total + 1, -1, np.int64), np.zeros(total + 1, np.int64), np.zeros(total + 1, np.int64),
        )  # fmt: skip
        self.endings = np.zeros((ENDS, signs + 2), np.int64)
        self.known = 0
        self.met = np.full(max(1, len(search.graph.game.sometimes)), -1, np.int64)
        self.numbers: list[int] = []
        self.number_of: dict[object, int] = {}
        self.rows: list[Words] = [np.zeros((0, count), np.uint64), np.zeros((0, count), np.uint64)]
        self.stored = 0
        """The states of the next layer whose rows are stored, where they cannot be read back."""
        self.first_row = 0
        self.look = _loop_of(promised) if is_compiled else _plain_loop(promised)
        self.way = 0
        self.batch = 1_000

    def search_all(self) -> None:
        """Look at every state that can be reached."""
        search, graph = self.search, self.search.graph
        graph.is_exact = self.is_exact
        graph.digest = self._digest
        search.begin(self._digest(graph.start))
        if not self.is_exact:
            self._store([graph.start])
        while graph.looked_at < len(graph) and not search.is_over:
            with search.layer() as onward:
                end, self.first_row = len(graph), graph.looked_at
                self.rows[0] = self.rows[1][: self.stored].copy()
                self.rows[1] = np.zeros((0, self.rows[0].shape[1]), np.uint64)
                self.stored = 0
                self._layer(end, onward=onward)
        for i, name in enumerate(graph.sometimes):
            at = graph.sometimes[name]
            if at is not None and at >= graph.looked_at and int(self.met[i]) == at:
                graph.sometimes[name] = None
        self._finish()

    def _layer(self, end: int, *, onward: bool) -> None:
        search, graph = self.search, self.search.graph
        given = 0
        while graph.looked_at < end and not search.is_over:
            last = min(end, graph.looked_at + self.batch)
            begun = monotonic()
            reason = self._portion(last, given, onward=onward)
            given = 0
            if reason == loop.ASK:
                self._ask(onward=onward)
            elif reason == loop.ENDING:
                given = self._end()
                if search.has_met_goal:  # this state is still looked at
                    self._portion(graph.looked_at + 1, given, onward=onward)
            elif reason == loop.FULL:
                search.cut(f"at {search.limits.states:,} states")
                search.is_over = True
            elif monotonic() - begun < 0.05:
                self.batch = min(PORTION, 2 * self.batch)
            search.waiting = len(graph) - graph.looked_at
            search.look_up()

    def _portion(self, last: int, given: int, *, onward: bool) -> int:
        """Look at the next states on the engine; why it stopped."""
        search, graph = self.search, self.search.graph
        first, count, edge = graph.looked_at, len(graph), len(graph.to)
        capacity = edge if graph.has_edges else 0
        most = self.most_events
        new = most + min(ROOM, (last - first) * (2 + 2 * graph.transitions // max(1, first)))
        slots = self._make_room(first, last, count, new)
        for i, name in enumerate(graph.sometimes):
            at = graph.sometimes[name]
            self.met[i] = -1 if at is None else at
        answer = np.zeros(10, np.int64)
        known = len(graph.events)
        answer[loop.COUNT], answer[loop.EDGES] = count, capacity
        answer[loop.STORED], answer[loop.KNOWN] = self.stored, known
        seen = graph.seen
        views = [
            np.frombuffer(one, kind)
            for one, kind in (
                (seen.low, np.uint64), (seen.high, np.uint64), (slots, np.uint32),
                (graph.parent, np.uint32), (graph.via, np.uint32), (graph.ended, np.uint32),
                (graph.turns, np.int16), (graph.offsets, np.uint64),
                (graph.to, np.uint32), (graph.by, np.uint32),
            )
        ]  # fmt: skip
        self.look(
            self.packing, self.size, self.engine.seats, self.expander.promised, first, last, onward,
            search.limits.states or 1 << 32, len(slots) - 1, given, first - self.first_row,
            tuple(views[:3]), tuple(views[3:8]), tuple(views[8:]), tuple(self.rows),
            self.endings, self.known, self.events, self.met, self.room, answer,
        )  # fmt: skip
        del views
        at, count, edge = int(answer[loop.AT]), int(answer[loop.COUNT]), int(answer[loop.EDGES])
        self.stored = int(answer[loop.STORED])
        for one in (seen.low, seen.high, graph.parent, graph.via):
            del one[count:]
        for one in (graph.ended, graph.turns):
            del one[at:]
        del graph.offsets[at + 1 :]
        for one in (graph.to, graph.by):
            del one[edge:]
        graph.transitions += edge - capacity
        search.drop_edges()
        if answer[loop.CUT]:
            search.cut(f"at depth {graph.depth}", int(answer[loop.CUT]))
        self._number_events(known, int(answer[loop.KNOWN]))
        self._end_later(first, at)
        for i, name in enumerate(graph.sometimes):
            if graph.sometimes[name] is None and self.met[i] >= 0:
                graph.sometimes[name] = int(self.met[i])
        graph.frontier_bytes = max(graph.frontier_bytes, sum(each.nbytes for each in self.rows))
        self.way = int(answer[loop.WAY])
        return int(answer[loop.REASON])

    def _make_room(self, first: int, last: int, count: int, new: int) -> "array[int]":
        """Lengthen the arrays of the graph: for so many states searched, and so many new ones."""
        graph = self.search.graph
        slots = graph.seen.reserve(count + new, _fill)
        for one in (graph.seen.low, graph.seen.high, graph.parent, graph.via):
            one.frombytes(bytes(new * one.itemsize))
        for one in (graph.ended, graph.turns, graph.offsets):
            one.frombytes(bytes((last - first) * one.itemsize))
        for one in (graph.to, graph.by):
            one.frombytes(bytes(new * one.itemsize))
        if not self.is_exact and len(self.rows[1]) < self.stored + new:
            bigger = np.zeros((2 * self.stored + new, self.rows[1].shape[1]), np.uint64)
            bigger[: self.stored] = self.rows[1][: self.stored]
            self.rows[1] = bigger
        return slots

    # -- what the rulebook looks at --------------------------------------------------------------

    def _ask(self, *, onward: bool) -> None:
        """Let the rulebook look at the next state."""
        search, graph, expander = self.search, self.search.graph, self.expander
        s = self._state(graph.looked_at)
        expander.unseen = {
            name: happens
            for name, happens in graph.game.sometimes.items()
            if graph.sometimes[name] is None
        }
        found = expander.expand([s], onward=onward)
        found.digests = [*map(self._digest, found.states)]
        known = len(graph.events)
        new = search.take(found, self.numbers)
        if not self.is_exact:
            self._store([found.states[place] for place in new])
        if known < len(graph.events):
            if not self.number_of:
                self.number_of = {self.promised.event(i): i for i in range(self.most_events)}
            for number in range(known, len(graph.events)):
                self.events[0][self.number_of[graph.events[number]]] = number

    def _end(self) -> int:
        """The number of the outcome of the next state, which ends in a way that was not known."""
        graph = self.search.graph
        number = self._ending(graph.looked_at)
        if number is None:
            self._ask(onward=True)
            return 0
        if self.known < ENDS:
            self.endings[self.known] = (self.way, number, *self.room[3])
            self.known += 1
        return number

    def _ending(self, number: int) -> int | None:
        """The number of the outcome of a state; None where the rulebook has an error there."""
        try:
            outcome = self.search.graph.game.outcome(self._state(number))
        except Exception:  # noqa: BLE001  # whatever it is, it is the rulebook's
            return None
        if not isinstance(outcome, Outcome):
            return None
        if not all(0 <= seat < self.engine.seats for seat in outcome.winners):
            return None
        return self.search.ending(outcome)

    def _end_later(self, first: int, last: int) -> None:
        """Ask for the outcomes whose reasons depend on their states."""
        search, graph = self.search, self.search.graph
        ended = np.array(graph.ended[first:last], np.uint32)
        for at in np.flatnonzero(ended == loop.LATER).tolist():
            number = self._ending(first + at)
            if number is None:
                found = self.expander.expand([self._state(first + at)])
                number = search.ending(found.outcomes[0])
                for _, kind, problem_kind, problem, event in found.findings:
                    search.found(kind, problem_kind, problem, first + at, event)
            graph.ended[first + at] = number

    def _number_events(self, known: int, count: int) -> None:
        """Give the events that the loop has met for the first time their numbers."""
        for number in range(known, count):
            event = self.promised.event(int(self.events[1][number]))
            self.search.number_event(event)

    def _finish(self) -> None:
        """Count the events that happened, and number the ends in their order."""
        self.search.count_events(self.events[2].tolist())
        graph = self.search.graph
        ended = np.frombuffer(graph.ended, np.uint32)
        numbers, places = np.unique(ended, return_index=True)
        order = [
            int(n) for _, n in sorted(zip(places.tolist(), numbers.tolist(), strict=True)) if n
        ]
        new = np.zeros(len(graph.endings) + 1, np.uint32)
        new[order] = np.arange(1, len(order) + 1)
        graph.endings = [graph.endings[n - 1] for n in order]
        for begin in range(0, len(ended), PORTION):
            ended[begin : begin + PORTION] = new[ended[begin : begin + PORTION]]

    # -- states and rows -------------------------------------------------------------------------

    def _packed(self, s: AnyState) -> Words:
        """The packed words of a state."""
        try:
            row = np.array(self.engine.encode(s), np.int64)
        except ValueError as error:
            raise NotExplored(f"a state has no room: {error}") from error
        packed = self.room[5]
        PACK(self.packing, row, HEAD, self.room[4], packed)
        return packed.copy()

    def _digest(self, s: AnyState) -> bytes:
        marks = np.zeros(2, np.uint64)
        DIGEST(self._packed(s), marks)
        return marks.tobytes()

    def _state(self, number: int) -> AnyState:
        """The state of a number, which waits to be looked at."""
        graph, packed = self.search.graph, self.room[5]
        if self.is_exact:
            marks = [np.uint64(each[number]) for each in (graph.seen.low, graph.seen.high)]
            READ_BACK(*marks, packed)
        else:
            packed[:] = self.rows[0][number - self.first_row]
        row = np.zeros(self.engine.words, np.int64)
        UNPACK(self.packing, packed, HEAD, row)
        return self.engine.decode(row)

    def _store(self, states: list[AnyState]) -> None:
        """Keep the rows of states of the next layer."""
        rows = [self._packed(s) for s in states]
        if self.stored + len(rows) > len(self.rows[1]):
            more = np.zeros((self.stored + len(rows), self.rows[1].shape[1]), np.uint64)
            self.rows[1] = np.concatenate([self.rows[1], more])
        for row in rows:
            self.rows[1][self.stored] = row
            self.stored += 1


def _fill(low: "array[int]", slots: "array[int]", mask: int) -> None:
    fill_slots(np.frombuffer(low, np.uint64), np.frombuffer(slots, np.uint32), mask)


PACK, UNPACK, DIGEST, READ_BACK = (alone(each) for each in (pack, unpack, digest, read_back))


@cache
def _loop_of(promised: CheckedEngine) -> Any:  # noqa: ANN401 - compiled
    """Compile the loop around the functions of a rulebook."""
    return bound(loop.look, {name: promised.function(name) for name in NAMES})


def _plain_loop(promised: CheckedEngine) -> Any:  # noqa: ANN401
    """The same loop as Python runs it: slow, and there at once."""
    plain = {"pack": PACK, "unpack": UNPACK, "digest": DIGEST, "read_back": READ_BACK}
    names = {**vars(loop), **interpreted(promised.derived), **plain, "bare": lambda arrays: arrays}
    return FunctionType(loop.look.__code__, names)
