"""Choosing scripts: a greedy cover, then everything is left out that is not needed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import inf
from time import process_time

from ludex.check.rulebooks import rulebook_of
from ludex.kernel import AnyEvent, AnyGame, AnyState, Dice
from ludex.study.coverage.meter import Meter
from ludex.study.coverage.obligations import (
    Catalogue,
    Obligation,
    Used,
)
from ludex.study.coverage.survey import Effort, Survey, survey
from ludex.study.coverage.tables import EXTRA, ONE, Tables
from ludex.study.coverage.walks import RandomWalk, walk
from ludex.study.suites.attempts import Tries, is_put, pair_states
from ludex.study.suites.reduction import (
    ChosenScript,
    assign_obligations,
    met_obligations,
    reduce_scripts,
)
from ludex.study.suites.table_rows import Filling
from ludex.study.suites.weighted_walks import Crowd, WalkWeights

Script = tuple[AnyEvent, ...]

CANDIDATES = 4
"""Walks that are compared before one of them is taken."""

STRAY = (0, 10)
"""Of a hundred events of a walk so many are any, and the others such as were not used yet."""

BEGIN = 2
"""A script costs so many events more than it has."""

OVER = 1.1
"""So many times more events are chosen than are wanted: some are not needed in the end."""

VAIN = 8
STUBBORN = 60
"""So many rounds in a row without anything new are enough, and where something is left that must
be met."""


@dataclass(frozen=True, slots=True)
class SuitePlan:
    """The limits within which a suite is made."""

    effort: Effort = field(default_factory=Effort)
    seconds: float = 60.0
    """Of the processor's time, for walking; what is then still to be met is said."""

    rounds: int = 400
    lessen: bool = True
    """Is what is not needed left out? That takes longer than everything else."""

    events: int = 760
    """So many events are enough, once all is met that must be; what is worth more comes first.
    Scripts with events beyond the source stand apart, and do not count."""

    cheap: float = 2.2
    """Parts of rows, and that there is no row or part more, are met too, as long as it takes no
    more than so many events for each."""

    undo: bool = True
    """Are events tried and taken back, where much can be tried in the same state?"""


@dataclass
class Suite:
    """Scripts, and what they are for."""

    survey: Survey
    tables: Tables
    scripts: list[Script] = field(default_factory=list)
    meets: list[set[Obligation]] = field(default_factory=list)
    """The purpose of each script: the obligations that no script before it meets."""

    missed: list[Obligation] = field(default_factory=list)
    """The obligations that can perhaps be met, and are not; of those that the survey saw, none."""

    @property
    def events(self) -> int:
        """The number of events in all scripts."""
        return sum(map(len, self.scripts))

    def is_beyond(self, number: int) -> bool:
        """Does a script have events that the source of the rules does not know?"""
        return any(event.beyond_source for event in self.scripts[number])


def suite(
    game: AnyGame,
    start: AnyState,
    plan: SuitePlan | None = None,
    *,
    seed: int = 1,
    tell: Callable[[str], None] = lambda _: None,
) -> Suite:
    """Scripts that meet everything that can be met from `start`."""
    plan = plan or SuitePlan()
    known = survey(game, start, plan.effort, seed=seed, tell=tell)
    tables = Tables(rulebook_of(game))
    made = Suite(known, tables)
    making = _Making(made, plan, seed, tell)
    with tables.watched():
        if making.crowded:
            making.crowd()
        for beyond in (False, True):
            making.choose(beyond=beyond)
        making.complete()
        made.missed = [*making.open]
        costs = making.chosen
        if plan.lessen:
            tell("leaving out what is not needed")
            costs = reduce_scripts(making.meter, start, making.chosen, making.crowding())
        costs = assign_obligations(making.filled(costs))
    made.scripts = [one.events for one in costs]
    made.meets = [one.meets for one in costs]
    return made


class _Making:
    """Walks until everything is met."""

    def __init__(
        self, made: Suite, plan: SuitePlan, seed: int, tell: Callable[[str], None]
    ) -> None:
        known = made.survey
        self.known, self.start = known, known.start
        self.plan, self.tell = plan, tell
        self.catalogue: Catalogue = known.catalogue
        self.game = known.catalogue.game
        self.meter = Meter(known.catalogue, made.tables)
        self.dice = Dice(seed)
        self.tries = Tries(self.meter, self.dice)
        self.open: dict[Obligation, None] = dict.fromkeys(known.reachable())
        self.open |= dict.fromkeys(map(Used, made.tables.whole))
        more = (row for row in made.tables.rows if row.part == EXTRA)
        self.wished: dict[Obligation, None] = dict.fromkeys(map(Used, more))
        self.contents = [*map(Used, made.tables.contents)]
        self.crowded = plan.undo and any(map(is_put, self.contents))
        self.leaning = self._leaning()
        self.events = 0
        self.used: set[str] = set()
        self.chosen: list[ChosenScript] = []
        self.end = process_time() + plan.seconds

    def _leaning(self) -> WalkWeights:
        puts = self.contents if self.crowded else ()
        return WalkWeights(self.meter, self.tries, puts, self.price(1))

    def crowding(self) -> Crowd | None:
        """Return the judge of events that only fill a board."""
        return Crowd(self._leaning()) if self.crowded else None

    def crowd(self) -> None:
        """Take walks up to where most can be tried, as long as they meet much that is new."""
        vain = 0
        while self.open and vain < VAIN // 2 and process_time() < self.end:
            self.tell(
                f"crowding boards: {len(self.chosen)} so far, {len(self.open):,} obligations left"
            )
            best = self._best(lambda: self._tried(self._up_to_best(self._walked(beyond=False))))
            if self._value(best)[1] > 0 and self.leaning.promised(self.start, best.events):
                vain = 0
                self._take(best)
            else:
                vain += 1

    def _best(self, draw: Callable[[], ChosenScript]) -> ChosenScript:
        return max((draw() for _ in range(CANDIDATES)), key=self._value)

    def _up_to_best(self, gone: RandomWalk) -> RandomWalk:
        at = max(range(len(gone.states)), key=lambda i: self.leaning.cached_promise(gone.states[i]))
        return RandomWalk(gone.events[:at], gone.states[: at + 1])

    def choose(self, *, beyond: bool) -> None:
        """Take the best of some walks, again and again."""
        vain = rounds = 0
        while (
            vain < (STUBBORN if self.open else VAIN)
            and rounds < self.plan.rounds
            and process_time() < self.end
        ):
            rounds += 1
            if not self._wants(beyond=beyond):
                return
            self.tell(
                f"choosing scripts: {len(self.chosen)} so far, {len(self.open):,} obligations left"
            )
            best = self._best(lambda: self._tried(self._walked(beyond=beyond), beyond=beyond))
            if self._is_worth(best):
                vain = 0
                self._take(best)
            else:
                vain += 1

    def _wants(self, *, beyond: bool) -> bool:
        """Is something left that walks of this sort can meet?"""
        if not beyond and self.wished and not self._is_full():
            return True
        return any(self.catalogue.is_beyond(one) is beyond for one in self.open)

    def _is_full(self) -> bool:
        return self.events >= OVER * self.plan.events

    def _is_worth(self, script: ChosenScript) -> bool:
        """Does it meet something that must be met, or much that may be, for its events?"""
        if any(one in self.open for one in script.meets):
            return True
        if self._is_full():
            return False
        return self.price(len(script.events)) <= self.meter.worth(script.meets)

    def _value(self, script: ChosenScript) -> tuple[bool, float]:
        needed = any(one in self.open for one in script.meets)
        promised = self.leaning.promised(self.start, script.events)
        return needed, promised + self.gain(script.events, self.meter.worth(script.meets))

    def gain(self, events: Sequence[AnyEvent], worth: int) -> float:
        """Return what is left of the worth of a script when its events are paid for."""
        return worth - self.price(len(events) + BEGIN)

    def price(self, events: int) -> float:
        """Return what so many events must be worth."""
        return ONE * events / self.plan.cheap

    def _take(self, script: ChosenScript) -> None:
        self.chosen.append(script)
        self.events += len(script.events)
        for s, event in pair_states(self.meter, self.start, script.events):
            if self.game.refusal(s, event) is None:
                self.used.add(str(event))
        self.leaning.note(self.start, script.events)
        for one in script.meets:
            self.open.pop(one, None)
            self.wished.pop(one, None)

    def _walked(self, *, beyond: bool) -> RandomWalk:
        length = 2 + self.dice.below(self.plan.effort.length)
        return walk(
            self.game,
            self.start,
            self.dice,
            length,
            used=self.used,
            stray=self.dice.choice(STRAY),
            beyond=beyond,
            lean=self.leaning.lean if self.crowded else None,
        )

    def _tried(self, gone: RandomWalk, *, beyond: bool = False) -> ChosenScript:
        """The walk, with what is worth trying on its way; cut where little follows."""
        script = _Growing(self)
        for i, s in enumerate(gone.states):
            ended = i == len(gone.events)
            for event in self.tries.probes(s, script.left, ended=ended, beyond=beyond):
                script.add(self.meter.at(s, event, script.left), event)
            if i < len(gone.events):
                step = gone.events[i]
                script.add(self.meter.at(s, step, script.left), step, always=True)
        return script.cut()

    def filled(self, scripts: Sequence[ChosenScript]) -> list[ChosenScript]:
        """Return the scripts with events for the rows of tables, as far as there may be more
        events."""
        filling = Filling(
            self.meter,
            self.tries,
            self.start,
            self.contents,
            undo=self.plan.undo,
            least=self.price(1) / 2,
            end=self.end,
            tell=self.tell,
        )
        return filling.filled(scripts, self.plan.events)

    def complete(self) -> None:
        """Take the survey's scripts for the obligations that no walk has met."""
        for one in [*self.open]:
            script = self.known.witness.get(one)
            if one not in self.open or script is None:
                continue
            meets = met_obligations(self.meter, self.start, script, {*self.open})
            self._take(ChosenScript(script, meets))
            self.open.pop(one, None)


class _Growing:
    """A script that grows, and where it was worth most for its events."""

    def __init__(self, making: _Making) -> None:
        self.making = making
        self.left = dict.fromkeys((*making.open, *making.wished))
        self.events: list[AnyEvent] = []
        self.met: list[tuple[int, set[Obligation]]] = []
        self.worth = self.end = 0
        self.best = -inf

    def add(self, new: set[Obligation], *events: AnyEvent, always: bool = False) -> None:
        """Events that meet something new, or that lead on."""
        making = self.making
        worth, needed = making.meter.worth(new), any(one in making.open for one in new)
        if not always and not needed and making.price(len(events)) > worth:
            return
        self.events += events
        if not new:
            return
        for one in new:
            del self.left[one]
        self.worth += worth
        self.met.append((len(self.events), new))
        gain = making.gain(self.events, self.worth)
        if gain >= self.best or needed:
            self.best, self.end = max(gain, self.best), len(self.events)

    def cut(self) -> ChosenScript:
        """The script up to there."""
        meets = {one for at, some in self.met if at <= self.end for one in some}
        return ChosenScript(tuple(self.events[: self.end]), meets)
