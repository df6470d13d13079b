"""Trials of a module from its beginnings: undefined results, events that never happen, lost
objects.

It is explored as any rulebook is. In the states that are found every routine is called with
every argument, those just outside their bounds first; and the stock property that cards are
conserved is asked of every step, for no document thinks of it.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice, product
from time import process_time
from typing import Any

from ludex.check.explore import ExploreLimits, FindingKind, Graph, explore
from ludex.check.explore.guard_reach import GuardReach, reach
from ludex.check.laws.parts import unconserved
from ludex.kernel import AnyEvent, AnyState, Domain, Query, as_sentence
from ludex.language.position import position_line
from ludex.language.rulebook.guards import guard_table
from ludex.study.documents.names import ASSUMED
from ludex.study.documents.record import DocumentFinding, Module, ModuleTrial

SECONDS = 300.0
"""Of the processor's own time: what is found must not hang on how busy a machine is."""

SHORT = 60
"""Letters of a position that is told beside what is wrong there."""

ASKED = 8_000
"""Questions about which exception stands alone in the way."""

MOST = 2_000
"""Calls of a routine that are made in a state."""


def run_trials(
    module: Module[Any],
) -> Iterator[tuple[ModuleTrial[Any], list[DocumentFinding]]]:
    """Yield the new findings of each trial, in the order of the trials."""
    known: set[tuple[str, str, str]] = set()
    for trial in module.trials:
        found = []
        for one in _run_trial(module, trial):
            key = one.kind, one.place, _cause(one.problem)
            if key not in known:
                known.add(key)
                found.append(one)
        yield trial, found


def _run_trial(module: Module[Any], trial: ModuleTrial[Any]) -> Iterator[DocumentFinding]:
    limits = ExploreLimits(
        states=trial.states, depth=trial.depth, seconds=SECONDS, clock=process_time
    )
    graph = explore(module.game, trial.start, limits)
    sweep = RoutineSweep(graph)
    for number, s in islice(graph.states(), trial.swept):
        sweep.make_calls(number, s)
    yield from _findings(module, graph, trial)
    yield from _sometimes(module, graph)
    for routine, problem, script in sweep.undefined.values():
        yield DocumentFinding("undefined", f"{module.name}.{routine}", problem, script)
    for routine, (problem, script) in sweep.unconserved.items():
        yield DocumentFinding("not conserved", f"{module.name}.{routine}", problem, script)
    unmade = [name for name in sweep.constructors if name not in sweep.allowed]
    if unmade and not sweep.is_made(trial.start):
        problem = "it never finishes: no object can be made"
        yield from (DocumentFinding("dead event", f"{module.name}.{n}", problem) for n in unmade)
        return
    if not trial.is_partial:
        yield from _never(module, graph, sweep, reach(graph, ASKED))
        yield from _idle(module, sweep)
    if trial.is_whole:
        yield from _unraised(module, sweep)


def _findings(
    module: Module[Any], graph: Graph, trial: ModuleTrial[Any]
) -> Iterator[DocumentFinding]:
    """Dead ends and broken properties; what is undefined is told by the sweep."""
    line = position_line(module.game, trial.start)
    where = f"from {line}: " if len(line) <= SHORT else ""
    for finding in graph.findings:
        if finding.kind in (
            FindingKind.DEAD_END,
            FindingKind.PROPERTY,
            FindingKind.STEP,
        ):
            script = graph.script(finding.state, finding.event)
            place = module.name
            if finding.event:
                place = f"{module.name}.{finding.event.partition('(')[0]}"
            yield DocumentFinding(finding.kind.value, place, f"{where}{finding.problem}", script)


def _sometimes(module: Module[Any], graph: Graph) -> Iterator[DocumentFinding]:
    """Yield what must be able to happen and cannot: proved where everything was seen."""
    for name, state in graph.sometimes.items():
        if state is None and graph.is_complete:
            problem = f"{name}: in none of {len(graph):,} states, and there are no others"
            yield DocumentFinding("never", module.name, problem)


@dataclass
class RoutineSweep:
    """Calls every routine in some states."""

    graph: Graph
    undefined: dict[tuple[str, str], tuple[str, str, tuple[str, ...]]] = field(default_factory=dict)
    """By routine and cause: the routine, the problem, the nearest script."""

    unconserved: dict[str, tuple[str, tuple[str, ...]]] = field(default_factory=dict)
    raised: set[tuple[str, str]] = field(default_factory=set)
    """Routines and exceptions, each at least once."""

    allowed: set[str] = field(default_factory=set)
    changing: set[str] = field(default_factory=set)
    states: int = 0

    def __post_init__(self) -> None:
        self.calls = {cls.name: [*islice(calls(cls), MOST)] for cls in self.graph.game.events}
        self.constructors = {
            cls.name for cls in self.graph.game.events if getattr(cls, "constructor", False)
        }

    def is_made(self, s: AnyState) -> bool:
        """Has the constructor been called?"""
        return not any(call.permitted(s) for name in self.constructors for call in self.calls[name])

    def make_calls(self, number: int, s: AnyState) -> None:
        """Every call in one state."""
        self.states += 1
        only = self.constructors if not self.is_made(s) else self.calls
        for name in only:
            for event in self.calls[name]:
                self._call(number, s, event)

    def _call(self, number: int, s: AnyState, event: AnyEvent) -> None:
        where = "exceptions"
        try:
            for answer in event.guards(s):
                if answer is not True:
                    self.raised.add((event.name, as_sentence(answer).code))
                    return
            where = "transition"
            t = event.apply(s)
            if isinstance(event, Query):
                event.answer(s)
        except Exception as error:  # noqa: BLE001  # what has no value is looked for
            self._note(number, event, where, str(error))
            return
        self.allowed.add(event.name)
        if t == s:
            return
        self.changing.add(event.name)
        lost = None if event.name in self.unconserved else unconserved(s, t)
        if lost is not None:
            script = self.graph.script(number, str(event))
            self.unconserved[event.name] = f"{event} {lost}", script

    def _note(self, number: int, event: AnyEvent, where: str, description: str) -> None:
        key = event.name, f"{where} {_cause(description)}"
        if key not in self.undefined:
            script = self.graph.script(number, str(event))
            problem = f"{event}: {description}"
            self.undefined[key] = event.name, problem, script


def calls(cls: type[AnyEvent]) -> Iterator[AnyEvent]:
    """Every call of a routine within its bounds, then those just outside of them."""
    inside = [[*one.domain.values()] for one in cls.fields()]
    yield from (cls(*chosen) for chosen in product(*inside))
    for i, one in enumerate(cls.fields()):
        few = [[values[0]] for values in inside]
        few[i] = [*outside(one.domain)]
        yield from (cls(*chosen) for chosen in product(*few))


def outside(domain: Domain[object]) -> Sequence[object]:
    """Hostile values, the one after the last first."""
    hostile = [*domain.hostile()]
    numbers: list[int] = [value for value in hostile if isinstance(value, int)]
    if not numbers:
        return hostile
    return sorted(numbers, key=lambda number: (number < 0, abs(number)))


def _never(
    module: Module[Any], graph: Graph, sweep: RoutineSweep, met: GuardReach
) -> Iterator[DocumentFinding]:
    for cls in graph.game.events:
        if cls.name in sweep.allowed or cls.name in sweep.constructors:
            continue
        if issubclass(cls, Query):
            continue
        place = f"{module.name}.{cls.name}"
        never = f"no call of it is allowed in {sweep.states} states"
        blocking = met.blocking(cls.name)
        if not blocking:
            yield DocumentFinding("dead event", place, never)
            continue
        guard = min(blocking, key=lambda one: one.number)
        assert guard.alone is not None
        state, event = guard.alone
        alone = f"exception {guard.number} alone forbids {event}: {guard.row.reason}"
        yield DocumentFinding("dead event", place, f"{never}; {alone}", graph.script(state, event))


def _idle(module: Module[Any], sweep: RoutineSweep) -> Iterator[DocumentFinding]:
    for cls in module.game.events:
        name = cls.name
        if name in sweep.allowed - sweep.changing and not issubclass(cls, Query):
            problem = "it has a transition, and changes nothing whenever it is called"
            yield DocumentFinding("no effect", f"{module.name}.{name}", problem)


def _unraised(module: Module[Any], sweep: RoutineSweep) -> Iterator[DocumentFinding]:
    """Exceptions that no call has raised."""
    for cls in module.game.events:
        codes = dict.fromkeys(row.code for row in guard_table(cls))
        for code in codes:
            if code != ASSUMED and (cls.name, code) not in sweep.raised:
                place = f"{module.name}.{cls.name}"
                problem = f"{code} is raised by no call in {sweep.states} states"
                yield DocumentFinding("never raised", place, problem)


def _cause(problem: str) -> str:
    """A problem without its numbers: the same in another place."""
    return re.sub(r"-?\d+", "n", problem)
