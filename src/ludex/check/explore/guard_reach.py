"""Guards that refuse something, that do so alone, and that never can.

Every event that the domains can make, hostile arguments included, is asked about in every
state of the graph, until each guard has been met. One that was not met is *dead* when really
everything was asked; otherwise it was merely not met, and it is said where it was looked for.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from math import inf
from time import monotonic

from ludex.check.errors import attempt
from ludex.check.explore.graph import Graph
from ludex.check.timeout import TIMEOUT, Endless, watchdog
from ludex.check.trials import event_pool, kernel_refuses, some_events
from ludex.check.why.terms import free_of_arguments
from ludex.kernel import (
    AnyEvent,
    AnyGame,
    AnyState,
    Dice,
    Query,
)
from ludex.kernel.event import GuardSite, site_of
from ludex.language.rulebook.guards import UNNAMED, GuardRow, guard_table

ASKED = 200_000
"""So many times an event is asked about, at most."""

THOROUGH = 8
"""In so many states every guard is asked although one before it has failed: which alone
blocks is looked for there."""

Witness = tuple[int, str]
"""The number of a state, and the event that was tried there."""


@dataclass
class Guard:
    """One guard of an event, and what was seen of it."""

    event: str
    number: int
    row: GuardRow
    refused: Witness | None = None
    """The states where it was the first to fail."""

    alone: Witness | None = None
    """The states where it was the only one to fail."""

    @property
    def name(self) -> str:
        """`mark, guard 2: cell ‹cell› is taken`."""
        words = self.row.reason if self.row.reason != UNNAMED else self.row.condition
        return f"{self.event}, guard {self.number}: {words or UNNAMED}"


@dataclass
class GuardReach:
    """The observations of every guard and event."""

    guards: dict[tuple[str, GuardSite], Guard]
    happened: set[str] = field(default_factory=set)
    """Events that were legal somewhere, queries and asides included."""

    undefined: dict[tuple[str, int], tuple[str, Witness]] = field(default_factory=dict)
    """By event and guard: what was raised, and where."""

    questions: int = 0
    states: int = 0
    """In so many states everything was asked that was still of interest."""

    sampled: set[str] = field(default_factory=set)
    """Events of which only some could be asked about."""

    everything: bool = False
    """Was everything asked in every state, and were these all?"""

    endless: tuple[str, Witness] | None = None
    """A guard that did not come to an end: then no more was asked."""

    def dead(self) -> list[Guard]:
        """Guards that can refuse nothing: all that could be asked was."""
        return [g for g in self.unmet() if self.everything and g.event not in self.sampled]

    def not_met(self) -> list[Guard]:
        """Guards that refused nothing of what was asked; more could be."""
        dead = self.dead()
        return [guard for guard in self.unmet() if guard not in dead]

    def unmet(self) -> list[Guard]:
        """Guards that refused nothing."""
        return [guard for guard in self.guards.values() if guard.refused is None]

    def blocking(self, event: str) -> list[Guard]:
        """Return the guards that alone refused an event that never happens."""
        return [g for g in self.guards.values() if g.event == event and g.alone]

    def guard(self, event: AnyEvent, site: GuardSite | None) -> Guard | None:
        """Return the guard at a place in the rulebook, if it is known."""
        return self.guards.get((event.name, site)) if site else None


def reach(
    graph: Graph,
    most: int | None = ASKED,
    *,
    thorough: int | None = THOROUGH,
    seconds: float | None = None,
    timeout: float = TIMEOUT,
    tell: Callable[[str], None] = lambda _: None,
) -> GuardReach:
    """Ask about every event in every state of `graph`, until every guard was met.

    In the first `thorough` states (None: in all) everything is asked all the same.
    """
    end = inf if seconds is None else monotonic() + seconds
    every = 1 << 62
    sweep = _GuardQuestions(graph, every if thorough is None else thorough)
    found, at = sweep.found, 0
    try:
        with watchdog(lambda: found.questions, timeout):
            for at, s in graph.states():
                if found.questions >= (most or every) or monotonic() > end:
                    return found
                tell(f"guards: {found.questions:,} questions in {found.states:,} states")
                if not sweep.ask(at, s):
                    break
                found.states += 1
    except Endless as endless:
        if not endless.is_crowd and endless.event is not None:
            found.endless = str(endless), (at, endless.event)
        return found
    found.everything = graph.is_complete
    return found


def _guards(game: AnyGame) -> Iterator[tuple[tuple[str, GuardSite], Guard]]:
    for cls in game.events:
        for number, row in enumerate(guard_table(cls), start=1):
            yield (cls.name, row.site), Guard(cls.name, number, row)


class _GuardQuestions:
    """Asks about events in one state after the other."""

    def __init__(self, graph: Graph, thorough: int) -> None:
        self.game = graph.game
        self.thorough = thorough
        self.dice = Dice(1)
        self.pools = {cls: event_pool(cls) for cls in self.game.events}
        self.found = found = GuardReach(dict(_guards(self.game)))
        found.happened = {name for name, count in graph.fired.items() if count}
        found.sampled = {cls.name for cls, pool in self.pools.items() if pool is None}
        self.counts = Counter(event for event, _ in found.guards)
        self.free = {cls: free_of_arguments(cls) for cls in self.game.events}
        """So many guards say the same of all events of a kind."""

    def ask(self, number: int, s: AnyState) -> bool:
        """Ask in a state; is there still something to be known?"""
        wanted = False
        for cls in self.game.events:
            needed = self._needed(cls.name)
            if needed or number < self.thorough:
                wanted = True
                self._ask(cls, needed, number, s)
        return wanted

    def _needed(self, event: str) -> int:
        """Return the last guard that something is still to be known of; 0 when there is none."""
        if event not in self.found.happened:
            return self.counts[event] + 1
        return max(
            (guard.number for guard in self.found.unmet() if guard.event == event), default=0
        )

    def _ask(self, cls: type[AnyEvent], needed: int, number: int, s: AnyState) -> None:
        """Ask about the events of a kind, as far as anything can come of it."""
        thorough, free = number < self.thorough, self.free[cls]
        events = self.pools[cls] or some_events(self.game, cls, s, self.dice)
        if not events or kernel_refuses(self.game, s, events[0]):
            return
        whole = thorough or needed > self.counts[cls.name]
        if thorough and self.game.speed.candidates is not None:
            self._demand_listed(cls, events, number, s)
        if not thorough:
            failed = self._failing(events[0], s, number, needed)
            first = self.found.guard(events[0], failed[0]) if failed else None
            if free >= needed or (first and first.number <= free):
                # All the others would be answered like this one.
                self._note(events[0], failed, number, whole=whole)
                return
        for event in events:
            failed = self._failing(event, s, number, None if thorough else needed)
            self._note(event, failed, number, whole=whole)
            if thorough and len(failed) == 1:
                guard = self.found.guard(event, failed[0])
                if guard is not None and guard.alone is None:
                    guard.alone = number, str(event)

    def _demand_listed(
        self, cls: type[AnyEvent], events: Sequence[AnyEvent], number: int, s: AnyState
    ) -> None:
        """Note a legal move that the candidates leave out."""
        if cls.aside or cls.sampled or cls.by_chance or issubclass(cls, Query):
            return
        key = cls.name, 0
        if key in self.found.undefined or self.pools[cls] is None:
            return
        listed: set[AnyEvent] | None = None
        for event in events:
            if not (attempt(event.permitted, s) and self.game.refusal(s, event) is None):
                continue
            if listed is None:
                listed = {*self.game.moves(s)}
            if event not in listed:
                problem = "it is legal, and the candidates leave it out"
                self.found.undefined[key] = problem, (number, str(event))
                return

    def _failing(
        self, event: AnyEvent, s: AnyState, number: int, needed: int | None
    ) -> list[GuardSite | None]:
        """The guards that fail: all of them, or the first of those that are needed."""
        self.found.questions += 1
        failed, count = list[GuardSite | None](), 0
        undefined: tuple[int, str] | None = None
        try:
            guards = event.guards(s)
            for count, answer in enumerate(guards, start=1):
                if answer is not True:
                    failed.append(site_of(guards) if isinstance(answer, str) else None)
                    if len(failed) == 1 and failed[0] is None:
                        undefined = count, f"gave {answer!r}, not True or a text"
                if needed is not None and (failed or count >= needed):
                    break
        except Exception as error:  # noqa: BLE001  # a guard that raises is looked for
            if not failed:
                undefined = count + 1, f"raises {type(error).__name__}: {error}"
            failed.append(None)
        if undefined is not None:
            guard, problem = undefined
            witness = f"guard {guard} {problem}", (number, str(event))
            self.found.undefined.setdefault((event.name, guard), witness)
        return failed

    def _note(
        self, event: AnyEvent, failed: list[GuardSite | None], number: int, *, whole: bool
    ) -> None:
        """Note what came of an event; `whole`: every guard was asked unless one failed."""
        if not failed:
            if whole:
                self.found.happened.add(event.name)
            return
        guard = self.found.guard(event, failed[0])
        if guard is not None and guard.refused is None:
            guard.refused = number, str(event)
