"""Leaving out what is not needed: whole scripts, then single events of each."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from ludex.check.cover.meter import Meter
from ludex.check.cover.obligations import Obligation
from ludex.kernel import Event, Query

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Costs(Generic[S]):
    """A script, and what it is there for."""

    events: tuple[Event[S], ...]
    meets: set[Obligation]


def lessened(meter: Meter[S], start: S, scripts: Sequence[Costs[S]]) -> list[Costs[S]]:
    """The scripts without what is not needed; together they meet the same."""
    every = {one for script in scripts for one in script.meets}
    full = [Costs(one.events, met(meter, start, one.events, every)) for one in scripts]
    full = _without_needless(full)
    # What several meet is the business of the one that needs the fewest events for it:
    # the longest are shortened first, as long as somebody else still meets it.
    counted = Counter(one for script in full for one in script.meets)
    order = sorted(range(len(full)), key=lambda i: -len(full[i].events))
    for i in order:
        needed = {one for one in full[i].meets if counted[one] == 1}
        counted.subtract(full[i].meets)
        events = _shortened(meter, start, full[i].events, needed)
        full[i] = Costs(events, met(meter, start, events, every))
        counted.update(full[i].meets)
    full = [one for one in _without_needless(full) if one.events]
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
    meter: Meter[S], start: S, events: tuple[Event[S], ...], needed: set[Obligation]
) -> tuple[Event[S], ...]:
    """Without the events of which none is needed, tried one by one from the last."""
    if not needed:
        return ()
    at = len(events) - 1
    while at >= 0:
        fewer = events[:at] + events[at + 1 :]
        if met(meter, start, fewer, needed) == needed:
            events = fewer
        at -= 1
    return events


def met(
    meter: Meter[S], start: S, events: Sequence[Event[S]], wanted: set[Obligation]
) -> set[Obligation]:
    """What a script meets, of what is wanted."""
    left = set(wanted)
    s = start
    for event in events:
        if not left:
            break
        left -= meter.at(s, event, left)
        if meter.game.refusal(s, event) is None and not isinstance(event, Query):
            s = event.apply(s)
    return wanted - left
