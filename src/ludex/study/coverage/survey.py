"""The survey: the guards that can refuse, the pairs that can fail together, the events that can
happen.

Every event that the domains can make, hostile arguments included, is asked about in states of
the explored graph, and then in those of random walks, which reach farther. What was seen is a
fact, with a script that shows it. What was not seen is *proved* never to happen where the graph
is complete and everything was asked in all of it; otherwise it was merely not met.

Two guards *can fail together* when the first refuses where the second would have refused too,
and also somewhere where the second would not. Where the second fails whenever the first
refuses (a slot that is not on the board is never occupied), it merely follows from it: that the
first comes first then shows wherever it refuses at all, and needs no test of its own.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from time import process_time

from ludex.check.explore import ExploreLimits, Graph, explore
from ludex.check.explore.graph import demand_end
from ludex.check.explore.search import INTERRUPTED
from ludex.check.strange_events import strange_event
from ludex.check.timeout import TIMEOUT, watchdog
from ludex.check.trials import (
    ask_guards,
    event_pool,
    guard_trail,
    kernel_refuses,
    some_events,
)
from ludex.check.why.terms import free_of_arguments
from ludex.kernel import AnyEvent, AnyGame, AnyState, Dice
from ludex.study.coverage.obligations import (
    Catalogue,
    EventSuccess,
    GuardOrder,
    Obligation,
    Refused,
    Script,
    Survey,
)
from ludex.study.coverage.pairs import find_pairs
from ludex.study.coverage.walks import drop_needless, vary_script, walk

__all__ = ["Effort", "Survey", "survey"]

Alike = tuple[type[AnyEvent], tuple[int, ...]]
"""A kind of events, and what the guards said of one of them."""

HOSTILE = 4
"""Hostile values of an argument that are tried."""

VARIATIONS = 60
"""So many variations of what is known are tried between two walks."""

QUIET = 3
"""After so many states of a kind that told nothing new, fewer questions are asked in them."""

SAMPLE = 24
"""Events of a kind that are asked about in a state, where all would be too many."""


@dataclass(frozen=True, slots=True)
class Effort:
    """The limits of a survey."""

    states: int = 6_000
    """States of the graph."""

    seconds: float = 20.0
    """Seconds for everything; a quarter of them for exploring."""

    questions: int = 800_000
    idle: int = 300_000
    """The survey ends after this many questions in a row without a new result."""

    length: int = 60
    """Events of a walk, at most."""

    timeout: float = TIMEOUT


def _path(graph: Graph, number: int) -> Script:
    return tuple(graph.path(number))


def survey(
    game: AnyGame,
    start: AnyState,
    effort: Effort | None = None,
    *,
    seed: int = 1,
    tell: Callable[[str], None] = lambda _: None,
    keeps_interrupted: bool = False,
) -> Survey:
    """Find the obligations that can be met from `start`; an interrupted survey is still usable."""
    effort = effort or Effort()
    game = game.unchecked()
    found = Survey(Catalogue(game), start)
    survey_run = _SurveyRun(found, effort, seed, tell)
    tell("exploring")
    limits = ExploreLimits(
        states=effort.states,
        seconds=effort.seconds / 4,
        timeout=effort.timeout,
        clock=process_time,
    )
    graph: Graph = explore(game, start, limits)
    if INTERRUPTED in graph.cuts:
        raise KeyboardInterrupt
    demand_end(graph)
    found.verdict = graph.verdict
    try:
        with watchdog(lambda: found.questions, effort.timeout):
            whole = survey_run.graph(graph)
            found.everything = whole and graph.is_complete
            if not found.everything:
                survey_run.walk(start)
    except KeyboardInterrupt:
        if not keeps_interrupted:
            raise
        found.is_interrupted = True
    found.late = survey_run.late
    return found


def _met_last(catalogue: Catalogue, start: AnyState, script: Script) -> set[Obligation]:
    """Return the obligations that the last event of a script meets, if all before it are legal."""
    game, s = catalogue.game, start
    for event in script[:-1]:
        if game.refusal(s, event) is not None:
            return set()
        s = event.apply(s)
    last = script[-1]
    refusal = game.refusal(s, last)
    if refusal is None:
        return {EventSuccess(last.name)}
    return {*catalogue.met(last, ask_guards(last, s))} if refusal.guard else set()


class _SurveyRun:
    """Asks until enough is known."""

    def __init__(
        self, found: Survey, effort: Effort, seed: int, tell: Callable[[str], None]
    ) -> None:
        self.found = found
        self.game = found.catalogue.game
        self.effort = effort
        self.dice = Dice(seed)
        self.tell = tell
        self.pools = {cls: event_pool(cls, HOSTILE) for cls in self.game.events}
        self.free = {cls: free_of_arguments(cls) for cls in self.game.events}
        found.sampled = {c.name for c, every in self.pools.items() if every is None}
        self.quiet: Counter[Alike] = Counter()
        self.known: set[Alike] = set()
        """Answers that have been taken in."""

        self.failing: dict[tuple[str, int], list[Script]] = {}
        """By event and guard: scripts in which the guard failed, first or not."""

        self.last = 0
        """The number of the question that told something new last."""

        self.most = effort.questions
        self.end = process_time() + effort.seconds
        self.late = False

    def is_enough(self) -> bool:
        found = self.found
        quiet = found.questions - self.last > self.effort.idle
        self.late = process_time() > self.end
        return found.questions >= self.most or quiet or self.late

    def graph(self, graph: Graph) -> bool:
        """Ask in every state of the graph; was that all?

        Where the graph is complete everything is asked. Otherwise the walks get the better
        part: the nearest states of a large game are much alike.
        """
        self.most = self.effort.questions // (1 if graph.is_complete else 20)
        for number, s in graph.states():
            if self.found.questions >= self.most or (not graph.is_complete and self.is_enough()):
                return False
            self.ask(s, partial(_path, graph, number), whole=graph.is_complete)
        return True

    def walk(self, start: AnyState) -> None:
        """Ask along random walks."""
        found, effort = self.found, self.effort
        self.most = effort.questions
        self.last = found.questions
        while not self.is_enough():
            beyond = found.walks % 4 == 3
            length = 1 + self.dice.below(1 + self.dice.below(effort.length))
            walked = walk(self.game, start, self.dice, length, beyond=beyond)
            found.walks += 1
            for i, s in enumerate(walked.states):
                if self.is_enough():
                    break
                self.ask(s, partial(walked.way, i), whole=False)
                if i < len(walked.events):
                    self._note(
                        EventSuccess(walked.events[i].name), walked.events[i], walked.events[:i]
                    )
            self.join()
            for _ in range(VARIATIONS):
                if self.is_enough():
                    break
                self.vary(start)
            self.tell(f"asking: {found.questions:,} questions, {found.walks:,} walks")

    def join(self) -> None:
        """Ask where two guards may fail together that were only seen to fail apart."""

        def offered(cls: type[AnyEvent], s: AnyState) -> Sequence[AnyEvent]:
            return self.pools[cls] or some_events(self.game, cls, s, self.dice, SAMPLE)

        for event, s, way in find_pairs(self.found, offered, self.dice):
            self.found.questions += 1
            if not kernel_refuses(self.game, s, event):
                self._ask(event, s, partial(tuple, way))

    def vary(self, start: AnyState) -> None:
        """Ask after a variation of a script in which a guard failed that is still wanted.

        For two guards that have not been seen to fail together, it begins where the second
        has failed, alone or with others: a little away from there may be where both do.
        """
        found, dice = self.found, self.dice
        wanted = [
            one
            for one in found.catalogue.couples()
            if one not in found.witness and self.failing.get((one.event, one.second))
        ]
        if not wanted:
            return
        aim = dice.choice(wanted)
        *way, tried = dice.choice(self.failing[aim.event, aim.second])
        events, s = vary_script(self.game, start, way, dice)
        near = [
            e for _ in range(3) if type(e := strange_event(self.game, dice, tried)) is type(tried)
        ]
        for event in (tried, *near):
            found.questions += 1
            if not kernel_refuses(self.game, s, event):
                self._ask(event, s, lambda: events)

    def ask(self, s: AnyState, way: Callable[[], Script], *, whole: bool) -> None:
        """Ask about the events of every kind in a state."""
        found = self.found
        found.states += 1
        for cls, every in self.pools.items():
            one = every[0] if every else some_events(self.game, cls, s, self.dice, 1)[0]
            if kernel_refuses(self.game, s, one) or self._is_told(cls, one, s):
                found.questions += 1
                continue
            alike = cls, guard_trail(one, s)
            before = self.last
            for event in self._events(cls, every, s, alike, whole=whole):
                found.questions += 1
                self._ask(event, s, way)
            self.quiet[alike] = 0 if self.last > before else self.quiet[alike] + 1

    def _is_told(self, cls: type[AnyEvent], event: AnyEvent, s: AnyState) -> bool:
        """Would all events of a kind only say again what is known?

        So it is where a guard refuses that looks at no argument: all of them are refused by
        it, and with which later ones together is known.
        """
        found = self.found
        failed = found.catalogue.failed(cls.name, ask_guards(event, s))
        if not failed or failed[0] > self.free[cls]:
            return False
        last = len(found.catalogue.guards[cls.name])
        return Refused(cls.name, failed[0]) in found.witness and all(
            found.can(GuardOrder(cls.name, failed[0], second))
            for second in range(self.free[cls] + 1, last + 1)
        )

    def _events(
        self,
        cls: type[AnyEvent],
        every: list[AnyEvent] | None,
        s: AnyState,
        alike: Alike,
        *,
        whole: bool,
    ) -> Sequence[AnyEvent]:
        """All of a kind; where many states like this one told nothing new, some of them."""
        if every is not None and (
            whole
            or len(every) <= SAMPLE
            or self.quiet[alike] < QUIET
            or self.dice.below(SAMPLE) == 0
        ):
            return every
        offered = some_events(self.game, cls, s, self.dice, SAMPLE // 2)
        if every is None:
            return offered
        return [*offered, *(self.dice.choice(every) for _ in range(SAMPLE // 2))]

    def _ask(self, event: AnyEvent, s: AnyState, way: Callable[[], Script]) -> None:
        found, catalogue = self.found, self.found.catalogue
        key = type(event), guard_trail(event, s)
        if key in self.known:
            return
        answered = ask_guards(event, s)
        failed = catalogue.failed(event.name, answered)
        pairs = {*catalogue.pairs(event, answered)}
        if key[1] and len(pairs) == len([n for n in failed if n > failed[0]]):
            self.known.add(key)  # otherwise two say the same here, and may not elsewhere
        if not failed:
            if not answered.undefined and EventSuccess(event.name) not in found.witness:
                self._note(EventSuccess(event.name), event, way())
            return
        name, first = event.name, failed[0]
        if Refused(name, first) not in found.witness:
            self._note(Refused(name, first), event, way())
        for pair in sorted(pairs, key=lambda one: one.second):
            if pair not in found.witness:
                self._note(pair, event, way())
        for second in catalogue.passed(name, answered):
            pair = GuardOrder(name, first, second)
            if second > first and pair not in found.apart:
                found.apart.add(pair)
                self.last = found.questions

    def _note(self, one: EventSuccess | Refused | GuardOrder, event: AnyEvent, way: Script) -> None:
        found = self.found
        if one not in found.witness:
            script = found.witness[one] = drop_needless(
                (*way, event), lambda fewer: one in _met_last(found.catalogue, found.start, fewer)
            )
            self.last = found.questions
            if not isinstance(one, EventSuccess):
                guard = one.second if isinstance(one, GuardOrder) else one.guard
                self.failing.setdefault((event.name, guard), []).append(script)
