"""Choosing scripts: short walks, each for as much as it shows that nothing before it has shown.

A walk is taken with the events that are worth trying on its way: refused ones, near misses, the
ends of the board, queries. Of several the best for its length is taken, until nothing new is found
or there are events enough. What must be met and no walk has met is met by the survey's scripts.
Then mistakes are made in the rulebook itself, and for one that no script notices a script is
added that does. At last what is not needed is left out.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from time import process_time

from ludex.check.rulebooks import rulebook_of
from ludex.check.trials import ask_guards, event_pool, kernel_refuses, some_events
from ludex.check.why.terms import free_of_arguments
from ludex.kernel import (
    CHANCE,
    AnyEvent,
    AnyGame,
    AnyState,
    Dice,
    Query,
    Redo,
    Reset,
    Undo,
)
from ludex.study.coverage.meter import Meter, respond
from ludex.study.coverage.obligations import Obligation, RowEffect
from ludex.study.coverage.survey import Effort, Survey, survey
from ludex.study.coverage.tables import EXTRA, ONE, Path, TableRow, Tables
from ludex.study.coverage.walks import drop_needless, walk
from ludex.study.suites.detection import noticing_scripts
from ludex.study.suites.situations import Situations, TrialSituation, with_edges

Script = tuple[AnyEvent, ...]
Shown = Obligation | TrialSituation
Place = tuple[str, Path]

CANDIDATES = 4
"""Walks that are compared before one of them is taken."""

LENGTH = 14
"""Moves of a walk, at most: in a short script one mistake hides little."""

TRIED = 24
"""Events of a kind that are tried in a state."""

MOST = 700
"""Of a kind with no more events all are looked at where rows of tables are left."""

QUIET = 2
"""Classes of states in which nothing new was found so often are looked at less and less."""

BEGIN = 2
"""A script costs so many events more than it has."""

LONGEST = 36
"""Events of a script, at most, unless what it is there for takes more."""

VAIN = 20
STUBBORN = 80
"""So many rounds in a row without anything new are enough, and where something is left that must
be met."""

OF_SITUATION = 600
OF_PART = 400
"""The worth of a situation, and of a part of a row, where that of a row is a thousand."""

LEAST = 150
"""The least value of an event that is taken along."""


@dataclass(frozen=True, slots=True)
class SuitePlan:
    """The limits within which a suite is made."""

    effort: Effort = field(default_factory=Effort)
    seconds: float = 60.0
    """Seconds of processor time for the choice; the report lists the obligations that are still
    missing."""

    rounds: int = 400
    events: int = 600
    """The selection stops at this many events, after the required coverage is reached. Scripts with
    events outside the source are separate and do not count."""

    mistakes: bool = True
    """Are mutants made, to test whether a script detects them?"""

    undo: bool = False
    """Are there scripts with undo and redo?"""

    beyond: bool = True
    """Are there scripts with events outside the source?"""


@dataclass
class Suite:
    """Scripts and their purposes."""

    survey: Survey
    tables: Tables
    scripts: list[Script] = field(default_factory=list)
    meets: list[set[Shown]] = field(default_factory=list)
    """The purpose of each script: the obligations that no script before it meets."""

    missed: list[Obligation] = field(default_factory=list)
    """The obligations that might be met but are not; the survey has met none of them."""

    is_interrupted: bool = False
    """Was Ctrl-C pressed? Then these are the scripts chosen so far."""

    @property
    def events(self) -> int:
        """The number of events in all scripts."""
        return sum(map(len, self.scripts))

    def is_beyond(self, number: int) -> bool:
        """Does a script have events outside the source of the rules?"""
        return any(event.beyond_source for event in self.scripts[number])


class _SuiteProgress:
    """The findings so far, and the rows of tables that are left."""

    def __init__(self, met: set[Shown], rows: set[RowEffect]) -> None:
        self.met, self.rows = met, rows
        self.places = {(one.row.table, one.row.path) for one in rows}
        self.around = {place for one in rows for place in _places(one.row)}

    def twin(self) -> "_SuiteProgress":
        """The same, to go on from."""
        twin = _SuiteProgress({*self.met}, set())
        twin.rows, twin.places, twin.around = {*self.rows}, self.places, self.around
        return twin

    def add(self, new: set[Shown]) -> None:
        """Note that something new has been shown."""
        self.met |= new
        self.rows -= new


def _places(row: TableRow) -> Iterator[Place]:
    yield from ((row.table, row.path[:n]) for n in range(len(row.path) + 1))


class ChosenScript:
    """A script, and what it shows."""

    def __init__(self, events: Script, meets: set[Shown], gain: int = 0) -> None:
        self.events, self.meets, self.gain = events, meets, gain

    @property
    def rate(self) -> float:
        """Return the gain for an event."""
        return self.gain / (len(self.events) + BEGIN)


def suite(
    game: AnyGame,
    start: AnyState,
    plan: SuitePlan | None = None,
    *,
    seed: int = 1,
    tell: Callable[[str], None] = lambda _: None,
) -> Suite:
    """Choose scripts that meet all obligations that can be met from `start`."""
    plan = plan or SuitePlan()
    known = survey(game, start, plan.effort, seed=seed, tell=tell, keeps_interrupted=True)
    made = Suite(known, Tables(rulebook_of(game)), is_interrupted=known.is_interrupted)
    making = _SuiteMaking(made, plan, seed, tell)
    try:
        with made.tables.watched():
            if not known.is_interrupted:
                making.choose(beyond=False)
                if plan.beyond:
                    making.choose(beyond=True)
            making.complete()
        if plan.mistakes and not known.is_interrupted:
            making.notice_mistakes()
    except KeyboardInterrupt:
        made.is_interrupted = True
    if made.is_interrupted and not making.chosen:
        raise KeyboardInterrupt
    scripts = sorted(making.chosen, key=lambda one: -one.rate)
    if plan.undo:
        whole = [one.events for one in scripts]
        scripts += [ChosenScript(one, set()) for one in history_scripts(game, start, whole)]
    made.missed = [*making.open]
    seen: set[Shown] = set()
    for one in scripts:
        made.scripts.append(one.events)
        made.meets.append(one.meets - seen)
        seen |= one.meets
    return made


class _SuiteMaking:
    """Walks until everything is met."""

    def __init__(
        self, made: Suite, plan: SuitePlan, seed: int, tell: Callable[[str], None]
    ) -> None:
        known = made.survey
        self.known, self.start, self.tables = known, known.start, made.tables
        self.plan, self.tell = plan, tell
        self.catalogue = known.catalogue
        self.game = known.catalogue.game.unchecked()
        self.meter = Meter(known.catalogue, made.tables)
        self.situations = Situations(known.catalogue)
        self.dice = Dice(seed)
        self.pools = {cls: event_pool(cls, 2) for cls in self.game.events}
        self.free = {cls: free_of_arguments(cls) for cls in self.game.events}
        rows = (row for row in made.tables.rows if row.part is None or row.part >= EXTRA)
        self.seen = _SuiteProgress(set(), {*map(RowEffect, rows)})
        self.quiet: Counter[tuple[object, ...]] = Counter()
        """By classes of states: how often in a row nothing new was found."""

        self.open: dict[Obligation, None] = dict.fromkeys(
            one for one in known.reachable() if plan.beyond or not self.catalogue.is_beyond(one)
        )
        self.open |= dict.fromkeys(map(RowEffect, made.tables.whole))
        self.chosen: list[ChosenScript] = []
        self.events = self.found = 0
        self.used: set[str] = set()
        self.end = process_time() + plan.seconds

    # -- what an event shows ----------------------------------------------------------------------

    def shows(self, s: AnyState, event: AnyEvent, seen: "_SuiteProgress") -> set[Shown]:
        """Return the findings of an event in a state that were not seen."""
        found: set[Shown] = {one for one in self.situations.met(s, event) if one not in seen.met}
        return found | self.rows_shown(s, event, seen)

    def rows_shown(self, s: AnyState, event: AnyEvent, seen: "_SuiteProgress") -> set[Obligation]:
        """The rows that matter to an event, of those that are left."""
        self.tables.begin()
        if not seen.rows or respond(self.game, s, event).fault is not None:
            return set()
        if not self.tables.has_read(seen.places, seen.around):
            return set()
        return self.meter.rows(s, event, seen.rows)

    def worth(self, one: Shown) -> int:
        """Return the value of showing something."""
        match one:
            case TrialSituation():
                return OF_SITUATION
            case RowEffect(row) if row.part is not None:
                return OF_PART
        return ONE

    # -- choosing ---------------------------------------------------------------------------------

    def choose(self, *, beyond: bool) -> None:
        """Take the best of some walks, again and again."""
        vain = rounds = 0
        before = self.events
        while (
            vain < (STUBBORN if self.open else VAIN)
            and rounds < self.plan.rounds
            and process_time() < self.end
        ):
            rounds += 1
            if self.events - before >= self.plan.events or (beyond and not self._wants_beyond()):
                return
            self.tell(f"choosing scripts: {len(self.chosen)} so far, {self.events} events")
            best = max(
                (self._grown(beyond=beyond) for _ in range(CANDIDATES)), key=lambda one: one.rate
            )
            if best.rate >= LEAST:
                vain = 0
                self._take(best)
            else:
                vain += 1

    def _wants_beyond(self) -> bool:
        return any(self.catalogue.is_beyond(one) for one in self.open)

    def _take(self, script: ChosenScript) -> None:
        script = self.shortened(script)
        self.chosen.append(script)
        self.events += len(script.events)
        self.used.update(map(str, script.events))
        self.seen = _SuiteProgress(self.seen.met | script.meets, self.seen.rows - script.meets)
        for one in script.meets:
            self.open.pop(one, None)  # type: ignore[arg-type]  # those that are open

    def _grown(self, *, beyond: bool) -> ChosenScript:
        """A walk with what is worth trying on its way, cut where it gains the most."""
        length = 1 + self.dice.below(LENGTH)
        walked = walk(
            self.game, self.start, self.dice, length, used=self.used, stray=30, beyond=beyond
        )
        script: list[AnyEvent] = []
        seen = self.seen.twin()
        best, gain, new_facts = ChosenScript((), set()), 0, set[Shown]()
        for i, s in enumerate(walked.states):
            if len(script) >= LONGEST:
                break
            for event in chain(self.probes(s, beyond=beyond), self.readers(s)):
                new = self.shows(s, event, seen)
                if new:
                    self.found += 1
                    script.append(event)
                    seen.add(new)
                    new_facts |= new
                    gain += sum(map(self.worth, new))
                if len(script) >= LONGEST:
                    break
            if gain and gain / (len(script) + BEGIN) >= best.rate:
                best = ChosenScript((*script,), {*new_facts}, gain)
            if i < len(walked.events):
                new = self.shows(s, walked.events[i], seen)
                seen.add(new)
                new_facts |= new
                gain += sum(map(self.worth, new))
                script.append(walked.events[i])
        return best

    def probes(self, s: AnyState, *, beyond: bool) -> Iterator[AnyEvent]:
        """Refused events and queries: they change nothing."""
        around = self.situations.class_of(s)
        if self.dice.below(1 + self.quiet[around] // QUIET):
            return
        before = self.found
        for cls, every in self.pools.items():
            if cls.by_chance or (cls.beyond_source and not beyond):
                continue
            for event in self._some(cls, every, s):
                if issubclass(cls, Query) or not event.permitted(s):
                    yield event
        self.quiet[around] = 0 if self.found > before else self.quiet[around] + 1

    def readers(self, s: AnyState) -> Iterator[AnyEvent]:
        """Refused events and queries that read a row which nothing has shown to matter."""
        for cls, every in self.pools.items():
            if every is None or len(every) > MOST or cls.by_chance or cls.beyond_source:
                continue
            one = every[0]
            first = next(iter(self.catalogue.failed(cls.name, ask_guards(one, s))), 99)
            if kernel_refuses(self.game, s, one) or first <= self.free[cls]:
                continue
            for event in every:
                if issubclass(cls, Query) or not event.permitted(s):
                    self.tables.begin()
                    respond(self.game, s, event)
                    if self.tables.has_read(self.seen.places, self.seen.around):
                        yield event

    def _some(
        self, cls: type[AnyEvent], every: list[AnyEvent] | None, s: AnyState
    ) -> list[AnyEvent]:
        one = every[0] if every else some_events(self.game, cls, s, self.dice, 1)[0]
        if kernel_refuses(self.game, s, one):
            return [one]
        count = TRIED
        if next(iter(self.catalogue.failed(cls.name, ask_guards(one, s))), 99) <= self.free[cls]:
            count = TRIED // 4  # one guard refuses them all
        offered = [*some_events(self.game, cls, s, self.dice, count // 2)] if count == TRIED else []
        if every is not None:
            offered += (self.dice.choice(every) for _ in range(min(count, len(every))))
        if not offered:
            offered = [one]
        near = self.dice.choice(offered)
        return [*dict.fromkeys((*offered, *with_edges(near)))]

    def complete(self) -> None:
        """Take the survey's scripts for the obligations that no walk has met."""
        for one in [*self.open]:
            script = self.known.witness.get(one)
            if one not in self.open or script is None:
                continue
            meets = {*self._shown_by(script)}
            self._take(ChosenScript(script, meets, sum(map(self.worth, meets))))
            self.open.pop(one, None)

    def _shown_by(self, script: Script) -> Iterator[Shown]:
        for s, event in states_before(self.game, self.start, script):
            yield from self.shows(s, event, self.seen)

    # -- mistakes ---------------------------------------------------------------------------------

    def notice_mistakes(self) -> None:
        """Add walks that notice mistakes which no script notices, each as far as it is needed."""
        scripts = [one.events for one in self.chosen]
        for script in noticing_scripts(
            self.game, self.start, scripts, self.dice, end=self.end, tell=self.tell
        ):
            self.chosen.append(ChosenScript(script, set(), OF_SITUATION))
            self.events += len(script)

    # -- leaving out ------------------------------------------------------------------------------

    def shortened(self, script: ChosenScript) -> ChosenScript:
        """The script without the events that are not needed for what it is there for."""
        needed = script.meets
        rows = _SuiteProgress(set(), {one for one in needed if isinstance(one, RowEffect)})
        known: dict[tuple[AnyState, AnyEvent], set[Shown]] = {}

        def at(s: AnyState, event: AnyEvent) -> set[Shown]:
            found = known.get((s, event))
            if found is None:
                found = needed & self.situations.met(s, event)
                found |= self.rows_shown(s, event, rows)
                known[s, event] = found
            return found

        def is_enough(fewer: Script) -> bool:
            left = {*needed}
            for s, event in states_before(self.game, self.start, fewer):
                left -= at(s, event)
            return not left

        return ChosenScript(drop_needless(script.events, is_enough, first=0), needed, script.gain)


def states_before(
    game: AnyGame, s: AnyState, events: Sequence[AnyEvent]
) -> Iterator[tuple[AnyState, AnyEvent]]:
    """Each event of a script with the state before it."""
    before: list[AnyState] = []
    later: list[AnyState] = []
    for event in events:
        yield s, event
        if isinstance(event, Undo):
            if before:
                later.append(s)
                s = before.pop()
        elif isinstance(event, Redo):
            if later:
                before.append(s)
                s = later.pop()
        elif not isinstance(event, Query) and game.refusal(s, event) is None:
            before.append(s)
            later.clear()
            s = event.apply(s)
            if isinstance(event, Reset):
                before.clear()


def history_scripts(game: AnyGame, start: AnyState, scripts: Sequence[Script]) -> list[Script]:
    """Scripts that take back and play again each kind of event, and what stands between."""
    return [*_history(game, start, scripts)]


def _history(game: AnyGame, start: AnyState, scripts: Sequence[Script]) -> Iterator[Script]:
    yield (Undo(), Redo())
    seen: set[object] = set()
    for script in sorted(scripts, key=len):
        for i, (s, event) in enumerate(states_before(game, start, script)):
            refused = game.refusal(s, event) is not None
            ended = not refused and game.outcome(event.apply(s)) is not None
            kind = type(event), refused, ended
            if kind in seen or event.of_history or event.beyond_source:
                continue
            if game.turn(s) == CHANCE and not refused:
                continue
            seen.add(kind)
            way = script[: i + 1]
            yield (*way, Undo(), Redo(), Redo(), Undo(), Undo(), Redo())
            if not refused and i:
                yield (*way, Undo(), event, Redo(), Undo())
