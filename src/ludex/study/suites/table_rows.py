"""The rest of the events, spent on the rows of tables.

That a part is not missing shows where something is refused; that there is none too many shows
where a move is made, and best where much could be in its way. So each script is played on first,
each move where it shows the most, for a move that is not taken back costs one event and another
one two. Then everything that can be tried in any state of any script is measured once, and what
shows the most that nothing else has shown, for its events, is put in, again and again.
"""

from collections.abc import Callable, Iterable, Sequence
from heapq import heapify, heappop, heappush
from time import process_time
from typing import NamedTuple

from ludex.kernel import AnyEvent, AnyState, Dice, Query, Undo
from ludex.study.coverage.meter import Meter
from ludex.study.coverage.obligations import Obligation
from ludex.study.suites.attempts import Tries, is_put, states_of
from ludex.study.suites.reduction import ChosenScript
from ludex.study.suites.weighted_walks import NEARLY

ENDINGS = 6
"""Ways in which a script is played on that are compared."""


class _Aside(NamedTuple):
    """Events that can be put in before the event with this number, and change nothing there."""

    script: int
    at: int
    events: tuple[AnyEvent, ...]
    meets: frozenset[Obligation]


class Filling:
    """Puts in what is worth most, as long as there may be more events."""

    def __init__(
        self,
        meter: Meter,
        tries: Tries,
        start: AnyState,
        wished: Iterable[Obligation],
        *,
        undo: bool,
        least: float,
        end: float,
        tell: Callable[[str], None],
    ) -> None:
        self.meter, self.tries, self.start = meter, tries, start
        self.dice: Dice = tries.dice
        self.left = {*wished}
        self.puts = any(map(is_put, self.left))
        self.undo = undo
        self.least = least
        """The least value of an event."""

        self.end, self.tell = end, tell

    def filled(self, scripts: Sequence[ChosenScript], most: int) -> list[ChosenScript]:
        """The scripts with what is worth it, in no more than so many events."""
        full = [*scripts]
        for script in full:
            self._note(script)
        for i, script in enumerate(full):
            if not self.left or self._is_late():
                break
            self.tell(f"playing on: script {i + 1} of {len(full)}")
            full[i] = self._played_on(script, most - _counted(full))
        room = most - _counted(full)
        chosen = self._chosen([*self._asides(full)], room)
        return [self._with(script, chosen, i) for i, script in enumerate(full)]

    def _is_late(self) -> bool:
        return process_time() > self.end

    def _note(self, script: ChosenScript) -> None:
        """Note what a script shows already of the wished obligations."""
        states = states_of(self.meter, self.start, script.events)
        for s, event in zip(states, script.events, strict=False):
            if not event.of_history:
                found = self._shown(s, event)
                script.meets.update(found)
                self.left -= found

    def _shown(self, s: AnyState, event: AnyEvent) -> set[Obligation]:
        """Return the obligations that an event meets; one that happens only by its guards."""
        meter = self.meter
        if not isinstance(event, Query) and meter.game.refusal(s, event) is None:
            return meter.barred(s, event, self.left, 0) if self.puts else set()
        return meter.at(s, event, self.left)

    # -- playing on ---------------------------------------------------------------------------

    def _played_on(self, script: ChosenScript, room: int) -> ChosenScript:
        """With the moves after its end that show the most."""
        if not self.puts:
            return script
        last = states_of(self.meter, self.start, script.events)[-1]
        before = {*self.left}
        best: tuple[float, list[AnyEvent], set[Obligation]] = (0.0, [], set())
        for _ in range(ENDINGS):
            found = self._ending(last, room)
            self.left = {*before}
            best = max(best, found, key=lambda one: one[0])
            if self._is_late():
                break
        _, events, meets = best
        self.left = before - meets
        return ChosenScript((*script.events, *events), script.meets | meets)

    def _ending(self, s: AnyState, room: int) -> tuple[float, list[AnyEvent], set[Obligation]]:
        """Some moves, each where it shows nearly the most."""
        events: list[AnyEvent] = []
        meets: set[Obligation] = set()
        gain, kept, shown = 0.0, 0, set[Obligation]()
        value = 0.0
        while len(events) < room:
            found = [
                (self.meter.worth(new), move, new)
                for move, new in self.tries.showing(s, self.left, self.least)
            ]
            if not found:
                break
            most = max(worth for worth, _, _ in found)
            worth, move, new = self.dice.choice([one for one in found if one[0] >= NEARLY * most])
            events.append(move)
            meets |= new
            self.left -= new
            value += worth - self.least
            if value > gain:
                gain, kept, shown = value, len(events), {*meets}
            s = move.apply(s)
        return gain, events[:kept], shown

    # -- putting in ---------------------------------------------------------------------------

    def _asides(self, scripts: Sequence[ChosenScript]) -> Iterable[_Aside]:
        """Everything that can be put in somewhere, with what it shows."""
        known: set[AnyState] = set()
        for i, script in enumerate(scripts):
            states = states_of(self.meter, self.start, script.events)
            for at, s in enumerate(states):
                if s in known or self._is_late():
                    continue
                known.add(s)
                self.tell(f"looking for what shows more: script {i + 1}, event {at}")
                ended = at == len(script.events)
                for event in self.tries.probes(s, self.left, ended=ended):
                    new = frozenset(self.meter.at(s, event, self.left))
                    if new:
                        yield _Aside(i, at, (event,), new)
                if self.puts and self.undo:
                    for event, shown in self.tries.showing(s, self.left, 2 * self.least):
                        yield _Aside(i, at, (event, Undo()), frozenset(shown))

    def _chosen(self, asides: list[_Aside], room: int) -> list[_Aside]:
        """Those that show the most for their events, one after the other.

        What shows less because of what was chosen is put back; nothing ever shows more.
        """
        heap = [
            (-self.meter.worth(one.meets) / len(one.events), number)
            for number, one in enumerate(asides)
        ]
        heapify(heap)
        found: list[_Aside] = []
        while heap:
            _, number = heappop(heap)
            one = asides[number]
            new = one.meets & self.left
            value = self.meter.worth(new) / len(one.events)
            if value < self.least or len(one.events) > room:
                continue
            if heap and -heap[0][0] > value:
                heappush(heap, (-value, number))
                continue
            found.append(one)
            room -= len(one.events)
            self.left -= new
        return found

    def _with(self, script: ChosenScript, chosen: Sequence[_Aside], number: int) -> ChosenScript:
        mine = [one for one in chosen if one.script == number]
        events: list[AnyEvent] = []
        for at in range(len(script.events) + 1):
            events += (e for one in mine if one.at == at for e in one.events)
            events += script.events[at : at + 1]
        meets = script.meets.union(*(one.meets for one in mine))
        return ChosenScript(tuple(events), meets)


def _counted(scripts: Iterable[ChosenScript]) -> int:
    """Events of the scripts that the source of the rules knows; the others stand apart."""
    return sum(
        len(one.events) for one in scripts if not any(event.beyond_source for event in one.events)
    )
