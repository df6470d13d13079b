"""Guards that refuse something, that do so alone, and that never can.

Every event that the domains can make, hostile arguments included, is asked about in every
state of the graph, until each guard has been met. One that was not met is *dead* when really
everything was asked; otherwise it was merely not met, and it is said where it was looked for.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from math import inf
from time import monotonic
from typing import Final

from ludex.check.explore.graph import Graph
from ludex.check.terms import free_of_arguments
from ludex.check.timeout import PATIENCE, Endless, watchdog
from ludex.check.trials import event_pool, kernel_refuses, some_events
from ludex.kernel import (
    AnyEvent,
    AnyGame,
    AnyState,
    Dice,
    Guards,
)
from ludex.kernel.event import GuardSite, site_of
from ludex.language.rulebook.guards import UNNAMED, GuardRow, guard_table

ASKED: Final = 200_000
"""So many times an event is asked about, at most."""

THOROUGH: Final = 8
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
    """Where it was the first to fail."""

    alone: Witness | None = None
    """Where it was the only one to fail."""

    @property
    def name(self) -> str:
        """`mark, guard 2: cell ‹cell› is taken`."""
        words = self.row.reason if self.row.reason != UNNAMED else self.row.condition
        return f"{self.event}, guard {self.number}: {words or UNNAMED}"


@dataclass
class Reach:
    """The observations of every guard and event."""

    guards: dict[tuple[str, GuardSite], Guard]
    happened: set[str] = field(default_factory=set)
    """Events that were legal somewhere, queries and asides included."""

    undefined: dict[tuple[str, int], tuple[str, Witness]] = field(default_factory=dict)
    """By event and guard: what was raised, and where."""

    asked: int = 0
    states: int = 0
    """In so many states everything was asked that was still of interest."""

    sampled: set[str] = field(default_factory=set)
    """Events of which only some could be asked about."""

    everything: bool = False
    """Was everything asked in every state, and were these all?"""

    endless: tuple[str, Witness] | None = None
    """A guard that did not come to an end: then no more was asked."""

    def dead(self) -> list[Guard]:
        """Guards that can refuse nothing."""
        return [g for g in self.unmet() if self._is_proved(g.event)]

    def not_met(self) -> list[Guard]:
        """Guards that refused nothing of what was asked; more could be."""
        return [g for g in self.unmet() if not self._is_proved(g.event)]

    def unmet(self) -> list[Guard]:
        """Guards that refused nothing."""
        return [guard for guard in self.guards.values() if guard.refused is None]

    def blocking(self, event: str) -> list[Guard]:
        """Of an event that never happens: the guards that alone were in its way."""
        return [g for g in self.guards.values() if g.event == event and g.alone]

    def _is_proved(self, event: str) -> bool:
        return self.everything and event not in self.sampled


def reach(
    graph: Graph,
    most: int | None = ASKED,
    *,
    thorough: int | None = THOROUGH,
    seconds: float | None = None,
    patience: float = PATIENCE,
    tell: Callable[[str], None] = lambda _: None,
) -> Reach:
    """Ask about every event in every state of `graph`, until every guard was met.

    In the first `thorough` states (None: in all) everything is asked all the same.
    """
    end = inf if seconds is None else monotonic() + seconds
    every = 1 << 62
    sweep = _Sweep(graph, every if thorough is None else thorough)
    found, at = sweep.found, 0
    try:
        with watchdog(lambda: found.asked, patience):
            for at, s in graph.states():
                if found.asked >= (most or every) or monotonic() > end:
                    return found
                tell(f"guards: {found.asked:,} questions in {found.states:,} states")
                if not sweep.ask(at, s):
                    break
                found.states += 1
    except Endless as endless:
        if not endless.is_crowd and endless.event is not None:
            found.endless = str(endless), (at, endless.event)
        return found
    found.everything = graph.is_complete
    return found


class _Kind:
    """The events of a class: those to be asked about, and what is to be known of them."""

    def __init__(self, cls: type[AnyEvent]) -> None:
        self.cls = cls
        self.name = cls.name
        self.pool = event_pool(cls)
        self.free = free_of_arguments(cls)
        """So many guards say the same of all these events."""

        self.count = len(guard_table(cls))

    def needed(self, found: Reach) -> int:
        """The last guard that something is still to be known of; 0 when there is none."""
        if self.name not in found.happened:
            return self.count + 1
        return max(
            (
                guard.number
                for (event, _), guard in found.guards.items()
                if event == self.name and guard.refused is None
            ),
            default=0,
        )


def _guards(game: AnyGame) -> Iterator[tuple[tuple[str, GuardSite], Guard]]:
    for cls in game.events:
        for number, row in enumerate(guard_table(cls), start=1):
            yield (cls.name, row.site), Guard(cls.name, number, row)


class _Sweep:
    """Asks about events in one state after the other."""

    def __init__(self, graph: Graph, thorough: int) -> None:
        self.game = graph.game
        self.thorough = thorough
        self.dice = Dice(1)
        self.kinds = [_Kind(cls) for cls in self.game.events]
        self.found: Reach = Reach(dict(_guards(self.game)))
        self.found.happened = {name for name, count in graph.fired.items() if count}
        self.found.sampled = {kind.name for kind in self.kinds if kind.pool is None}

    def ask(self, number: int, s: AnyState) -> bool:
        """Ask in a state; is there still something to be known?"""
        wanted = False
        for kind in self.kinds:
            needed = kind.needed(self.found)
            if needed or number < self.thorough:
                wanted = True
                self._ask(kind, needed, number, s)
        return wanted

    def _ask(self, kind: _Kind, needed: int, number: int, s: AnyState) -> None:
        """Ask about the events of a kind, as far as anything can come of it."""
        found, thorough = self.found, number < self.thorough
        events: Sequence[AnyEvent] = (
            some_events(self.game, kind.cls, s, self.dice) if kind.pool is None else kind.pool
        )
        if not events or kernel_refuses(self.game, s, events[0]):
            return
        whole = thorough or needed > kind.count
        if not thorough:
            failed = self._failing(events[0], s, number, needed)
            if kind.free >= needed or (
                failed and _place(found, kind.name, failed[0]) <= kind.free
            ):  # all the others would be answered like this one
                _note(found, events[0], failed, number, whole=whole)
                return
        for event in events:
            failed = self._failing(event, s, number, None if thorough else needed)
            _note(found, event, failed, number, whole=whole)
            if thorough and len(failed) == 1:
                _note_alone(found, event, failed[0], number)

    def _failing(
        self, event: AnyEvent, s: AnyState, number: int, needed: int | None
    ) -> list[GuardSite | None]:
        """The guards that fail: all of them, or the first of those that are needed."""
        found = self.found
        found.asked += 1
        failed: list[GuardSite | None] = []
        asked = 0
        try:
            guards = event.guards(s)
            for asked, held in enumerate(guards, start=1):
                if held is not True:
                    failed.append(_site(guards, held))
                    if len(failed) == 1 and failed[0] is None:
                        said = f"guard {asked} gave {held!r}, not True or a text"
                        _undefined(found, event, asked, said, number)
                if needed is not None and (failed or asked >= needed):
                    break
        except Exception as error:  # noqa: BLE001  # a guard that raises is looked for
            if not failed:
                said = f"guard {asked + 1} raises {type(error).__name__}: {error}"
                _undefined(found, event, asked + 1, said, number)
            failed.append(None)
        return failed


def _site(guards: Guards, held: object) -> GuardSite | None:
    return site_of(guards) if isinstance(held, str) else None


def _place(found: Reach, event: str, site: GuardSite | None) -> int:
    guard = found.guards.get((event, site)) if site else None
    return guard.number if guard else 1 << 16


def _note(
    found: Reach,
    event: AnyEvent,
    failed: list[GuardSite | None],
    number: int,
    *,
    whole: bool,
) -> None:
    """`whole`: every guard was asked unless one failed."""
    if not failed:
        if whole:
            found.happened.add(event.name)
        return
    first = failed[0]
    guard = found.guards.get((event.name, first)) if first else None
    if guard is not None and guard.refused is None:
        guard.refused = number, str(event)


def _note_alone(found: Reach, event: AnyEvent, site: GuardSite | None, number: int) -> None:
    guard = found.guards.get((event.name, site)) if site else None
    if guard is not None and guard.alone is None:
        guard.alone = number, str(event)


def _undefined(found: Reach, event: AnyEvent, guard: int, said: str, number: int) -> None:
    found.undefined.setdefault((event.name, guard), (said, (number, str(event))))
