"""Running every instance of a pattern: those with the same past and result go on as one."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from ludex.check.timeout import TIMEOUT, watchdog
from ludex.kernel import (
    AnyEvent,
    AnyGame,
    AnyState,
    Fault,
    History,
    Refusal,
    Sentence,
)
from ludex.study.traces.grammar import Alternatives, Events, Pattern, Repetition, Sequence

Script = tuple[AnyEvent, ...]
ACCEPTED = "accepted"
FAULT = "fault"


@dataclass
class TraceResult:
    """The common result of some instances."""

    history: History[AnyState]
    verdict: str
    """`accepted`, or the first refusal, or a fault of the rulebook."""

    script: Script
    """The first, and a shortest, of these instances."""

    count: int = 1


Key = tuple[object, ...]
Front = dict[Key, TraceResult]


@dataclass
class TracedPattern:
    """The results of all instances."""

    game: AnyGame
    results: list[TraceResult]
    events: int = 0
    """The number of events that were run; the others were merged."""

    @property
    def instances(self) -> int:
        """The number of instances."""
        return sum(one.count for one in self.results)

    def verdicts(self) -> Counter[str]:
        """Count the instances by verdict."""
        found: Counter[str] = Counter()
        for one in self.results:
            found[one.verdict] += one.count
        return found

    def outcomes(self) -> Counter[str]:
        """Count the instances without a fault by outcome."""
        found: Counter[str] = Counter()
        for one in self.results:
            outcome = self.game.outcome(one.history.state)
            found[str(outcome.text) if outcome else "goes on"] += one.count
        return found

    def example(self, verdict: str) -> Script:
        """A shortest instance with a verdict."""
        alike = (one.script for one in self.results if one.verdict == verdict)
        return min(alike, key=len)

    def faults(self) -> list[TraceResult]:
        """Instances that show a bug of the rulebook."""
        return [one for one in self.results if one.verdict.startswith(FAULT)]


def run_pattern(
    game: AnyGame,
    start: AnyState,
    pattern: Pattern,
    tell: Callable[[int], None] = lambda _: None,
) -> TracedPattern:
    """Run every instance of a pattern from `start`."""
    running = _RunningTrace(game, tell, _looks_back(pattern))
    first = TraceResult(History(game, start), ACCEPTED, ())
    with watchdog(lambda: running.events, TIMEOUT):
        front = running.run(pattern, {running.key(first): first})
    return TracedPattern(game, [*front.values()], running.events)


def _looks_back(pattern: Pattern) -> bool:
    """Does something take back, so that not only states matter but how they were reached?"""
    match pattern:
        case Events(cls, _):
            return cls.of_history
        case Sequence(items) | Alternatives(items):
            return any(map(_looks_back, items))
        case Repetition(item, _, _):
            return _looks_back(item)


@dataclass
class _RunningTrace:
    game: AnyGame
    tell: Callable[[int], None]
    looks_back: bool
    events: int = 0
    known: dict[int, list[AnyEvent]] = field(default_factory=dict)

    def key(self, one: TraceResult) -> Key:
        """The same for results that cannot be told apart any more."""
        history = one.history
        if not self.looks_back:
            return one.verdict, history.state
        past = tuple(step.state for step in history.steps)
        future = tuple(step.state for step in _chain(history))
        return one.verdict, history.state, past, future

    def run(self, pattern: Pattern, front: Front) -> Front:
        match pattern:
            case Events():
                return self.event(pattern, front)
            case Sequence(items):
                for item in items:
                    front = self.run(item, front)
                return front
            case Alternatives(items):
                return self.union(self.run(item, front) for item in items)
            case Repetition(item, least, most):
                return self.repeated(item, least, most, front)

    def repeated(self, item: Pattern, least: int, most: int, front: Front) -> Front:
        fronts = [front] if not least else []
        for number in range(1, most + 1):
            front = self.run(item, front)
            if number >= least:
                fronts.append(front)
        return self.union(fronts)

    def union(self, fronts: Iterable[Front]) -> Front:
        found: Front = {}
        for front in fronts:
            for key, one in front.items():
                self._add(found, key, one)
        return found

    def _add(self, found: Front, key: Key, one: TraceResult) -> None:
        known = found.get(key)
        if known is None:
            found[key] = replace(one)
            return
        known.count += one.count
        if len(one.script) < len(known.script):
            known.script, known.history = one.script, one.history

    def event(self, pattern: Events, front: Front) -> Front:
        events = self.known.get(id(pattern))
        if events is None:
            events = self.known[id(pattern)] = pattern.instances()
        found: Front = {}
        for one in front.values():
            for event in events:
                after = self._after(one, event)
                self._add(found, self.key(after), after)
            self.tell(self.events)
        return found

    def _after(self, one: TraceResult, event: AnyEvent) -> TraceResult:
        """One event more; a refused one changes nothing, and after a fault nothing is played."""
        self.events += 1
        script = (*one.script, event)
        if one.verdict.startswith(FAULT):
            return replace(one, script=script)
        try:
            result = one.history.play(event)
        except Fault as fault:
            problem = f"{FAULT}: {fault.event.name if fault.event else ''}: {fault.problem}"
            return replace(one, verdict=problem, script=script)
        if not isinstance(result, Refusal):
            return replace(one, history=result, script=script)
        if one.verdict != ACCEPTED:
            return replace(one, script=script)
        return replace(one, verdict=f"refused: {event.name}, {_rule(result)}", script=script)


def _rule(refusal: Refusal) -> str:
    """Return a rule by its number and code, without the values in its text."""
    is_sentence = isinstance(refusal.text, Sentence)
    code = f" [{refusal.code}]" if is_sentence else ""
    return f"guard {refusal.guard}{code}" if refusal.guard else f"by the kernel{code}"


def _chain(history: History[AnyState]) -> list[History[AnyState]]:
    """Return the histories that redoing would lead to."""
    found = []
    again = history.redone()
    while again is not None:
        found.append(again)
        again = again.redone()
    return found
