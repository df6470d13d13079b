"""Leaving out what is not needed: whole scripts, then single events of each."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from ludex.check.cover.meter import Meter
from ludex.check.cover.obligations import Obligation, Used
from ludex.check.cover.tables import PUT
from ludex.kernel import Event, Query, Reset, Undo

S = TypeVar("S")

Events = tuple[Event[S], ...]


@dataclass(frozen=True, slots=True)
class Costs(Generic[S]):
    """A script, and what it is there for."""

    events: tuple[Event[S], ...]
    meets: set[Obligation]


class Lessening(Generic[S]):
    """Measures scripts again and again; what an event meets in a state is asked once."""

    def __init__(self, meter: Meter[S], start: S, every: set[Obligation]) -> None:
        self.meter, self.start = meter, start
        self.light = {one for one in every if not is_put(one)}
        self.heavy = every - self.light
        """What takes long to ask: it is asked where nothing else is lost."""

        self._known: dict[tuple[S, Event[S], bool], set[Obligation]] = {}

    def met(self, events: Sequence[Event[S]], wanted: set[Obligation]) -> bool:
        """Does a script still meet what is wanted?"""
        light = wanted - self.heavy
        if light and not self._meets(events, light, heavy=False):
            return False
        heavy = wanted & self.heavy
        return not heavy or self._meets(events, heavy, heavy=True)

    def _meets(
        self, events: Sequence[Event[S]], wanted: set[Obligation], *, heavy: bool
    ) -> bool:
        left = set(wanted)
        for s, event in played(self.meter, self.start, events):
            left -= self._at(s, event, heavy=heavy)
            if not left:
                return True
        return False

    def all_met(self, events: Sequence[Event[S]]) -> set[Obligation]:
        """Everything that a script meets."""
        return {one for each in self.by_event(events) for one in each}

    def by_event(self, events: Sequence[Event[S]]) -> list[set[Obligation]]:
        """What each event of a script meets."""
        return [
            self._at(s, event, heavy=False) | self._at(s, event, heavy=True)
            for s, event in played(self.meter, self.start, events)
        ]

    def _at(self, s: S, event: Event[S], *, heavy: bool) -> set[Obligation]:
        key = s, event, heavy
        known = self._known.get(key)
        if known is None:
            wanted = self.heavy if heavy else self.light
            known = self._known[key] = self.meter.at(s, event, wanted)
        return known


def lessened(
    meter: Meter[S],
    start: S,
    scripts: Sequence[Costs[S]],
    most: int,
    must: set[Obligation],
) -> list[Costs[S]]:
    """The scripts without what is not needed; together they meet the same.

    Where they have more than so many events, what is worth least is left out too; what must be
    met stays.
    """
    every = {one for script in scripts for one in script.meets}
    asking = Lessening(meter, start, every)
    full = [Costs(one.events, asking.all_met(one.events)) for one in scripts]
    full = _without_needless(full)
    # What several meet is the business of the one that needs the fewest events for it:
    # the longest are shortened first, as long as somebody else still meets it.
    counted = Counter(one for script in full for one in script.meets)
    order = sorted(range(len(full)), key=lambda i: -len(full[i].events))
    for i in order:
        needed = {one for one in full[i].meets if counted[one] == 1}
        counted.subtract(full[i].meets)
        events = _shortened(asking, full[i].events, needed)
        full[i] = Costs(events, asking.all_met(events))
        counted.update(full[i].meets)
    full = [one for one in _without_needless(full) if one.events]
    full = _pruned(asking, full, most, must)
    return _assigned(sorted(full, key=lambda one: (-len(one.meets), len(one.events))))


def _without_needless(scripts: list[Costs[S]]) -> list[Costs[S]]:
    """Drop one: a script all of whose obligations others meet, the dearest first."""
    counted = Counter(one for script in scripts for one in script.meets)
    kept = list(scripts)
    for script in sorted(scripts, key=lambda one: -len(one.events)):
        if all(counted[one] > 1 for one in script.meets):
            counted.subtract(script.meets)
            kept = [one for one in kept if one is not script]
    return kept


def _assigned(scripts: list[Costs[S]]) -> list[Costs[S]]:
    """Each script with what those before it do not meet."""
    seen: set[Obligation] = set()
    found = []
    for script in scripts:
        found.append(Costs(script.events, script.meets - seen))
        seen |= script.meets
    return found


def _shortened(
    asking: Lessening[S], events: Events[S], needed: set[Obligation]
) -> Events[S]:
    """Without the events of which none is needed, tried one by one from the last."""
    if not needed:
        return ()
    at = len(events) - 1
    while at >= 0:
        # What was tried and taken back goes as a whole.
        first = at - takes_back(events, at)
        fewer = events[:first] + events[at + 1 :]
        if asking.met(fewer, needed):
            events = fewer
        at = first - 1
    return events


# -- no more than so many events -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Aside:
    """Events of a script that change nothing for those after them."""

    script: int
    first: int
    last: int
    meets: frozenset[Obligation]

    @property
    def events(self) -> int:
        return self.last - self.first + 1


def _pruned(
    asking: Lessening[S], scripts: list[Costs[S]], most: int, must: set[Obligation]
) -> list[Costs[S]]:
    """Leave out what is worth least for its events, until there are not too many."""
    total = sum(len(one.events) for one in scripts)
    if total <= most:
        return scripts
    by_event = [asking.by_event(one.events) for one in scripts]
    counted = Counter(one for each in by_event for some in each for one in some)
    asides = [
        aside
        for number, script in enumerate(scripts)
        for aside in _asides(asking, number, script.events, by_event[number])
    ]
    gone: set[tuple[int, int]] = set()
    while total > most and asides:
        asides = [
            one
            for one in asides
            if not any(counted[o] == 1 for o in one.meets if o in must)
        ]
        if not asides:
            break
        least = min(
            asides, key=lambda one: _loss(asking.meter, counted, one) / one.events
        )
        asides.remove(least)
        counted.subtract(least.meets)
        gone |= {(least.script, at) for at in range(least.first, least.last + 1)}
        total -= least.events
    kept = [
        tuple(e for at, e in enumerate(one.events) if (number, at) not in gone)
        for number, one in enumerate(scripts)
    ]
    return [Costs(events, asking.all_met(events)) for events in kept if events]


def _loss(meter: Meter[S], counted: Counter[Obligation], aside: _Aside) -> int:
    return sum(meter.weight(one) for one in aside.meets if counted[one] == 1)


def _asides(
    asking: Lessening[S],
    number: int,
    events: Events[S],
    by_event: list[set[Obligation]],
) -> Iterator[_Aside]:
    game = asking.meter.game
    for at, (s, event) in enumerate(played(asking.meter, asking.start, events)):
        if isinstance(event, Undo):
            continue
        if isinstance(event, Query) or game.refusal(s, event) is not None:
            yield _Aside(number, at, at, frozenset(by_event[at]))
        elif takes_back(events, at + 1) and not isinstance(event, Reset):
            yield _Aside(number, at, at + 1, frozenset(by_event[at]))


def takes_back(events: Events[S], at: int) -> bool:
    """Is this an event that takes back the one before it?"""
    return 0 < at < len(events) and isinstance(events[at], Undo)


def is_put(one: Obligation) -> bool:
    """Is it that something does not stand in a row?"""
    return isinstance(one, Used) and one.row.part == PUT


def played(
    meter: Meter[S], start: S, events: Sequence[Event[S]]
) -> Iterator[tuple[S, Event[S]]]:
    """Each event of a script with the state before it."""
    s = start
    before: list[S] = []
    for event in events:
        yield s, event
        if isinstance(event, Undo):
            s = before.pop() if before else s
        elif not isinstance(event, Query) and meter.game.refusal(s, event) is None:
            before.append(s)
            s = event.apply(s)
            if isinstance(event, Reset):
                before.clear()


def met(
    meter: Meter[S], start: S, events: Sequence[Event[S]], wanted: set[Obligation]
) -> set[Obligation]:
    """What a script meets, of what is wanted."""
    left = set(wanted)
    for s, event in played(meter, start, events):
        if not left:
            break
        left -= meter.at(s, event, left)
    return wanted - left
