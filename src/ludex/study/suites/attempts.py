"""Events worth trying in a state: refused events, queries, and moves taken back."""

from collections.abc import Collection, Iterator, Sequence

from ludex.check.trials import (
    ask_guards,
    event_pool,
    guard_trail,
    kernel_refuses,
    some_events,
)
from ludex.check.why.terms import free_of_arguments
from ludex.kernel import CHANCE, AnyEvent, AnyState, Dice, Query, Reset, Undo
from ludex.study.coverage.meter import Meter, respond
from ludex.study.coverage.obligations import (
    Catalogue,
    Happened,
    Obligation,
    Refused,
    Together,
    Used,
)
from ludex.study.coverage.tables import PUT

Promise = tuple[set[Obligation], set[str], bool]
"""The obligations that an event meets by the answers of its guards, the tables it reads, whether it
is refused."""

TRIED = 60
"""Events of a kind that are tried in a state, where all would be too many."""


class Tries:
    """Offers what may meet something that is still to be met."""

    def __init__(self, meter: Meter, dice: Dice) -> None:
        self.meter, self.dice = meter, dice
        self.game = meter.catalogue.game
        self.catalogue: Catalogue = meter.catalogue
        self.pools = {cls: event_pool(cls, 2) for cls in self.game.events}
        self.free = {cls: free_of_arguments(cls) for cls in self.game.events}
        self.promise: dict[tuple[type[AnyEvent], tuple[int, ...]], Promise] = {}

    def moves(self, s: AnyState) -> Sequence[AnyEvent]:
        """The moves that can be tried in a state, and taken back."""
        game = self.game
        if game.outcome(s) is not None or game.turn(s) == CHANCE:
            return ()
        moves = [
            event
            for event in game.moves(s)
            if not (isinstance(event, Reset | Query) or event.beyond_source)
        ]
        while len(moves) > TRIED:
            moves.pop(self.dice.below(len(moves)))
        return moves

    def showing(
        self, s: AnyState, left: Collection[Obligation], least: float
    ) -> list[tuple[AnyEvent, set[Obligation]]]:
        """Return the moves whose guards show something that is left, and what they show."""
        return [
            (move, new)
            for move in self.moves(s)
            if (new := self.meter.barred(s, move, left, least))
        ]

    def probes(
        self,
        s: AnyState,
        left: Collection[Obligation],
        *,
        ended: bool,
        beyond: bool = False,
    ) -> Iterator[AnyEvent]:
        """Refused events and queries: they change nothing.

        Those that the source of the rules does not know stay out of scripts for it, unless
        they are wanted (`beyond`).
        """
        tables = {one.row.table for one in left if isinstance(one, Used) and not is_put(one)}
        for cls in self.pools:
            if not cls.by_chance and (beyond or not cls.beyond_source):
                yield from self._of_kind(cls, s, left, tables, ended=ended)

    def _of_kind(
        self,
        cls: type[AnyEvent],
        s: AnyState,
        left: Collection[Obligation],
        tables: set[str],
        *,
        ended: bool,
    ) -> Iterator[AnyEvent]:
        every = self.pools[cls]
        one = every[0] if every else some_events(self.game, cls, s, self.dice, 1)[0]
        if kernel_refuses(self.game, s, one):
            if ended and tables:
                yield one  # what is told at the end may come from a table
            return
        failed = self.catalogue.failed(cls.name, ask_guards(one, s))
        if failed and failed[0] <= self.free[cls]:  # it refuses all of them
            first = cls.name, failed[0]
            if not any(_first(one) == first for one in left):
                return
        is_query = issubclass(cls, Query)
        for event in self._some(cls, every, s):
            key = cls, guard_trail(event, s)
            known = self.promise.get(key)
            if known is None:
                known = self.promise[key] = self._promised(event, s)
            meets, reads, refused = known
            if (refused or is_query) and (
                not reads.isdisjoint(tables) or any(o in left for o in meets)
            ):
                yield event

    def _some(
        self, cls: type[AnyEvent], every: list[AnyEvent] | None, s: AnyState
    ) -> Sequence[AnyEvent]:
        if every is not None and len(every) <= 10 * TRIED:
            return every
        return some_events(self.game, cls, s, self.dice, TRIED)

    def _promised(self, event: AnyEvent, s: AnyState) -> Promise:
        """Return the obligations and the tables of events whose guards give these answers."""
        answered = ask_guards(event, s)
        meets = {*self.catalogue.met(event, answered)}
        tables = self.meter.tables
        assert tables is not None
        tables.begin()
        respond(self.meter.game, s, event)
        # Of the tables, not of their rows: this one may have found none where others will.
        reads = {table for table, _ in tables.touched()}
        if not answered.failed:
            meets.add(Happened(event.name))
        return meets, reads, bool(answered.failed)


def _first(one: Obligation) -> tuple[str, int] | None:
    """The guard that refuses where an obligation is met."""
    match one:
        case Refused(event, guard):
            return event, guard
        case Together(event, first, _):
            return event, first
        case _:
            return None


def is_put(one: Obligation) -> bool:
    """Is it that something does not stand in a row?"""
    return isinstance(one, Used) and one.row.part == PUT


def states_of(meter: Meter, start: AnyState, events: Sequence[AnyEvent]) -> list[AnyState]:
    """The states before each event of a script, and after the last."""
    s = start
    states = [s]
    before: list[AnyState] = []
    for event in events:
        if isinstance(event, Undo):
            s = before.pop() if before else s
        elif not isinstance(event, Query) and meter.game.refusal(s, event) is None:
            before.append(s)
            s = event.apply(s)
            if isinstance(event, Reset):
                before.clear()
        states.append(s)
    return states


def pair_states(
    meter: Meter, start: AnyState, events: Sequence[AnyEvent]
) -> Iterator[tuple[AnyState, AnyEvent]]:
    """Each event of a script with the state before it."""
    return zip(states_of(meter, start, events), events, strict=False)
