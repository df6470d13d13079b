"""Is a mutant another rulebook at all? Compared in every state, for every event.

Where the graph is complete and every event was asked about, a mutant without a difference is
*equivalent*, proved. A difference is a script: the way to the state, and the event there.
"""

from collections.abc import Iterable, Iterator
from functools import partial
from math import inf
from time import monotonic, process_time
from typing import NamedTuple

from ludex.check.explore import ExploreLimits, Graph, explore
from ludex.check.explore.graph import demand_end
from ludex.check.rulebooks import rulebook_of
from ludex.check.timeout import Endless, watchdog
from ludex.check.trials import event_pool, some_events
from ludex.kernel import AnyEvent, AnyGame, AnyState, Dice
from ludex.study.coverage.meter import event_text, respond, transcript_texts
from ludex.study.coverage.tables import Path, TableRow, Tables
from ludex.study.coverage.walks import drop_needless, walk
from ludex.study.mutants.mutant import Mutant

STATES = 6_000
"""Of the graph: a larger one is not compared as a whole."""

NEAR = 60
WALKS = 200
"""Of a large game so many of the nearest states are compared, and those of so many walks."""

LENGTH = 40
HOSTILE = 8
SAMPLE = 40
ALL = 5
"""The rulebook itself is asked so many times as long as a mutant: it is asked once for all."""

ENOUGH = 20
"""Differences among which one that is told is looked for."""

TIMEOUT = 5.0


class Equivalence(NamedTuple):
    """The result of comparing a mutant with the rulebook."""

    script: tuple[str, ...] | None
    """A script after which they differ in what is told."""

    is_proved: bool
    """Is it known that they never differ?"""

    states: int
    is_hidden: bool = False
    """They differ in a state, and nothing that was asked told it."""

    because: str = ""
    """The proof, where it is none by comparing."""


class _Place(NamedTuple):
    state: AnyState
    way: tuple[AnyEvent, ...]


class EquivalenceCheck:
    """The answers of a rulebook as it should be, to compare mutants with."""

    def __init__(
        self,
        game: AnyGame,
        start: AnyState,
        seed: int = 1,
        seconds: float = 5.0,
        end: float = inf,
        *,
        source_only: bool = False,
    ) -> None:
        self.game = game.unchecked()
        self.seconds = seconds
        """For each mutant."""

        self.end = end
        """The real time after which nothing more is asked."""

        self.dice = Dice(seed)
        self.pools = {
            cls: event_pool(cls, HOSTILE)
            for cls in game.events
            if not (source_only and cls.beyond_source)
        }
        graph: Graph = explore(
            self.game,
            start,
            ExploreLimits(states=STATES, seconds=ALL * seconds, clock=process_time),
        )
        demand_end(graph)
        self.complete = graph.is_complete and all(
            every is not None for every in self.pools.values()
        )
        self.places = [*self._places(graph, start)]
        self.usual: list[list[tuple[AnyEvent, int]]] = []
        """Of the places asked so far: each event, and a digest of what came of it."""

        self.tables = Tables(rulebook_of(game))
        self.readers: dict[tuple[str, Path], dict[int, list[int]]] = {}
        """Of each row: in which places which events read it."""

    def _places(self, graph: Graph, start: AnyState) -> Iterator[_Place]:
        seen: set[object] = set()
        most = len(graph) if self.complete else NEAR
        for number, s in graph.states():
            if number >= most:
                break
            seen.add(s)
            yield _Place(s, tuple(graph.path(number)))
        if self.complete:
            return
        for _ in range(WALKS):
            walked = walk(self.game, start, self.dice, LENGTH)
            for i, s in enumerate(walked.states):
                if s not in seen:
                    seen.add(s)
                    yield _Place(s, walked.events[:i])

    def prepare(self) -> None:
        """Ask the rulebook as it should be, as far as one mutant would be asked."""
        if self.usual:
            return
        end = process_time() + ALL * self.seconds
        answers = self.usual
        with self.tables.watched(), watchdog(lambda: len(answers)):
            for number, place in enumerate(self.places):
                late = process_time() > end and not self.complete
                if late or monotonic() > self.end:
                    break
                self.usual.append([*self._questions(number, place.state)])

    def _questions(self, number: int, s: AnyState) -> Iterator[tuple[AnyEvent, int]]:
        """Ask about every event in a place, and note which rows of tables are read."""
        for i, event in enumerate(self._events(s)):
            self.tables.begin()
            yield event, self._digest(s, event)
            for table, path in self.tables.touched():
                self.readers.setdefault((table, path), {}).setdefault(number, []).append(i)

    def _readers(self, row: TableRow | None) -> dict[int, list[int]] | None:
        """Return the events of each place that a change of a row can touch; None: all."""
        if row is None or row.table not in self.tables.value:
            return None
        found: dict[int, list[int]] = {}
        keys = [row.path, *(row.path[:n] for n in range(len(row.path)))]
        for path in keys:
            for number, events in self.readers.get((row.table, path), {}).items():
                found.setdefault(number, []).extend(events)
        return {number: sorted({*events}) for number, events in sorted(found.items())}

    def _events(self, s: AnyState) -> Iterable[AnyEvent]:
        for cls, every in self.pools.items():
            if every is not None and len(every) <= 10 * SAMPLE:
                yield from every
            else:
                yield from some_events(self.game, cls, s, self.dice, SAMPLE)

    def _digest(self, s: AnyState, event: AnyEvent) -> int:
        found = respond(self.game, s, event)
        ended: tuple[object, object] = (None, None)
        if found.state is not None:
            try:
                t = found.state
                ended = self.game.outcome(t), self.game.turn(t)
            except Exception as error:  # noqa: BLE001  # a mutant may do anything
                ended = type(error).__name__, None
        return hash((found.refusal, found.answer, found.state, found.fault, ended))

    def compare(self, mutant: Mutant) -> Equivalence:
        """Ask a mutant in the same states about the same events."""
        with mutant.put():
            because = mutant.same()
        if because:
            return Equivalence(None, is_proved=True, states=0, because=because)
        self.prepare()
        touched = self._readers(mutant.row)
        found: list[_Difference] = []
        count = 0
        endless: tuple[str, ...] | None = None
        with mutant.put():
            end = process_time() + 4 * self.seconds
            try:
                with watchdog(lambda: count, TIMEOUT):
                    for number, answers in enumerate(self.usual):
                        count += 1
                        some = answers
                        if touched is not None:
                            some = [answers[i] for i in touched.get(number, ())]
                        found += self._differences(self.places[number], some)
                        late = process_time() > end or monotonic() > self.end
                        if len(found) >= ENOUGH or late:
                            break
            except Endless as stuck:
                way = map(str, self.places[count - 1].way)
                endless = (*way, *((stuck.event,) if stuck.event else ()))
        if endless is not None:
            return Equivalence(endless, is_proved=False, states=count)
        for one in found:  # the rulebook is as it should be again
            if event_text(self.game, one.place.state, one.event) != one.text:
                whole = (*one.place.way, one.event)
                script = drop_needless(whole, partial(self._distinguishes, mutant))
                return Equivalence((*map(str, script),), is_proved=False, states=count)
        is_whole = self.complete and count == len(self.places)
        return Equivalence(None, is_whole and not found, count, bool(found))

    def _distinguishes(self, mutant: Mutant, script: tuple[AnyEvent, ...]) -> bool:
        """Does a script tell a mutant from the rulebook?"""
        start = self.places[0].state
        usual = transcript_texts(self.game, start, script)
        with mutant.put():
            return usual != transcript_texts(self.game, start, script)

    def _differences(
        self, place: _Place, answers: list[tuple[AnyEvent, int]]
    ) -> Iterator["_Difference"]:
        for event, usual in answers:
            if self._digest(place.state, event) != usual:
                text = event_text(self.game, place.state, event)
                yield _Difference(place, event, text)


class _Difference(NamedTuple):
    place: _Place
    event: AnyEvent
    text: str
    """The texts of the mutant."""
