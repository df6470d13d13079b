"""Leaving out what is not needed: whole scripts, then single events of each."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from ludex.kernel import AnyEvent, AnyState
from ludex.study.coverage.meter import Meter
from ludex.study.coverage.obligations import Obligation
from ludex.study.coverage.walks import drop_needless
from ludex.study.suites.attempts import pair_states
from ludex.study.suites.weighted_walks import Crowd

Events = tuple[AnyEvent, ...]


class ChosenScript(NamedTuple):
    """A script, and what it is there for."""

    events: tuple[AnyEvent, ...]
    meets: set[Obligation]


class Reduction:
    """Measures scripts again and again; what an event meets in a state is asked once."""

    def __init__(self, meter: Meter, start: AnyState, every: set[Obligation]) -> None:
        self.meter, self.start, self.every = meter, start, every
        self._known: dict[tuple[AnyState, AnyEvent], set[Obligation]] = {}

    def met(self, events: Sequence[AnyEvent], wanted: set[Obligation]) -> bool:
        """Does a script still meet what is wanted?"""
        left = set(wanted)
        for s, event in pair_states(self.meter, self.start, events):
            left -= self._at(s, event)
            if not left:
                return True
        return not left

    def all_met(self, events: Sequence[AnyEvent]) -> set[Obligation]:
        """Everything that a script meets."""
        found = (self._at(*one) for one in pair_states(self.meter, self.start, events))
        return {one for each in found for one in each}

    def _at(self, s: AnyState, event: AnyEvent) -> set[Obligation]:
        known = self._known.get((s, event))
        if known is None:
            known = self.meter.at(s, event, self.every)
            self._known[s, event] = known
        return known


def reduce_scripts(
    meter: Meter,
    start: AnyState,
    scripts: Sequence[ChosenScript],
    crowding: Crowd | None = None,
) -> list[ChosenScript]:
    """The scripts without what is not needed; together they meet the same.

    What is not needed may still be worth its event, for all that can then be tried.
    """
    every = {one for script in scripts for one in script.meets}
    asking = Reduction(meter, start, every)
    full = [ChosenScript(one.events, asking.all_met(one.events)) for one in scripts]
    full = _without_needless(full)
    # What several meet is the business of the one that needs the fewest events for it:
    # the longest are shortened first, as long as somebody else still meets it.
    counted = Counter(one for script in full for one in script.meets)
    order = sorted(range(len(full)), key=lambda i: -len(full[i].events))
    for i in order:
        needed = {one for one in full[i].meets if counted[one] == 1}
        counted.subtract(full[i].meets)
        events = _shortened(asking, full[i].events, needed, crowding)
        full[i] = ChosenScript(events, asking.all_met(events))
        counted.update(full[i].meets)
    full = [one for one in _without_needless(full) if one.events]
    return full


def _without_needless(scripts: list[ChosenScript]) -> list[ChosenScript]:
    """Drop one: a script all of whose obligations others meet, the dearest first."""
    counted = Counter(one for script in scripts for one in script.meets)
    kept = list(scripts)
    for script in sorted(scripts, key=lambda one: -len(one.events)):
        if all(counted[one] > 1 for one in script.meets):
            counted.subtract(script.meets)
            kept = [one for one in kept if one is not script]
    return kept


def assign_obligations(scripts: list[ChosenScript]) -> list[ChosenScript]:
    """The scripts that meet most first, each with what those before it do not meet."""
    scripts = sorted(scripts, key=lambda one: (-len(one.meets), len(one.events)))
    seen: set[Obligation] = set()
    found = []
    for script in scripts:
        found.append(ChosenScript(script.events, script.meets - seen))
        seen |= script.meets
    return found


def _shortened(
    asking: Reduction,
    events: Events,
    needed: set[Obligation],
    crowding: Crowd | None,
) -> Events:
    """Without the events of which none is needed, tried one by one from the last."""
    if not needed:
        return ()
    short = drop_needless(events, lambda fewer: asking.met(fewer, needed), kept=0)
    if crowding is None or not crowding.begin(asking.start, events, short):
        return short
    for at in range(len(events) - 1, -1, -1):
        fewer = events[:at] + events[at + 1 :]
        if asking.met(fewer, needed) and crowding.may_go(asking.start, fewer, at):
            events = fewer
    crowding.end(asking.start, events)
    return events


def met_obligations(
    meter: Meter, start: AnyState, events: Sequence[AnyEvent], wanted: set[Obligation]
) -> set[Obligation]:
    """Return the obligations that a script meets, of those wanted."""
    left = set(wanted)
    for s, event in pair_states(meter, start, events):
        if not left:
            break
        left -= meter.at(s, event, left)
    return wanted - left
