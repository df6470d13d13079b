"""The sequence form of a game with hidden cards (Koller, Megiddo and von Stengel).

Every line of play is followed once. What a seat knows is all that it was ever shown, in order,
and what it did itself: nothing is forgotten, and where two lines look the same to it, it is at one
*information set*. What a player does at all of them is a *plan*: a weight for each sequence of
own events. The payoff is then linear in each plan, and the whole tree is a sparse matrix.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from time import monotonic
from typing import NamedTuple

from ludex.bots.cancellation import think_on
from ludex.check.explore import ExploreLimits, ExploreProgress
from ludex.check.explore.expansion import unlisted_events
from ludex.check.explore.search import Tell
from ludex.check.timeout import watchdog
from ludex.kernel import CHANCE, AnyEvent, AnyGame, AnyState, Outcome, Seat
from ludex.solve.small.positions import AT_ONCE
from ludex.solve.small.solution import Unsolved, at_fault

NODE = 400
"""Bytes that a line of play may take, about."""


@dataclass(slots=True)
class InformationSet:
    """All that a player knows when it is their turn."""

    shown: AnyState
    parent: int
    """The sequence of own events that leads here."""

    first: int
    """The sequence that ends with the first of the events; the others follow it."""

    events: tuple[AnyEvent, ...]


@dataclass(slots=True)
class PlayerSequences:
    """The information sets of one player, each after those that lead to it."""

    sets: list[InformationSet] = field(default_factory=list)
    sequences: int = 1
    """Count the sequences; 0 is the empty one."""


@dataclass(slots=True)
class SequenceForm:
    """A game as its players' sequences, and what each end is worth."""

    game: AnyGame
    start: AnyState
    seats: int
    players: list[PlayerSequences]
    ends: dict[tuple[int, ...], dict[Outcome, Fraction]] = field(default_factory=dict)
    """By the sequences that all players have made: the outcomes, with how likely chance
    makes each of them."""

    nodes: int = 0


class _Node(NamedTuple):
    """A line of play that is to be followed."""

    state: AnyState
    odds: Fraction
    sequences: tuple[int, ...]
    known: tuple[int, ...]
    """The knowledge of each seat, by number."""


class SeatKnowledge:
    """The knowledge of seats, each by its number: what was known before, and one thing more."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[int, Hashable], int] = {}
        self._last: list[Hashable] = [None]
        """The content of the table, as it was last shown."""

    def shown(self, before: int, view: Hashable) -> int:
        """Look at the table; if it is as it was, nothing new is known."""
        return before if self._last[before] == view else self._more(before, view, view)

    def done(self, before: int, event: Hashable) -> int:
        """Remember what the seat did."""
        return self._more(before, (event,), self._last[before])

    def _more(self, before: int, thing: Hashable, view: Hashable) -> int:
        number = self._numbers.setdefault((before, thing), len(self._last))
        if number == len(self._last):
            self._last.append(view)
        return number


class _Builder:
    """Follows every line of play."""

    def __init__(self, game: AnyGame, start: AnyState) -> None:
        self.game, seats = game, game.seat_count(start)
        players = [PlayerSequences() for _ in range(seats)]
        self.form = SequenceForm(game, start, seats, players)
        self.memory = SeatKnowledge()
        self.sets: dict[tuple[int, int], InformationSet] = {}
        self.unlisted = unlisted_events(game)
        self.todo: list[_Node] = []
        nothing = (0,) * seats
        self._add(start, Fraction(1), nothing, nothing)

    def _add(
        self, s: AnyState, odds: Fraction, sequences: tuple[int, ...], known: tuple[int, ...]
    ) -> None:
        """Let every seat look at a state; lines of play go on from there."""
        known = tuple(
            self.memory.shown(before, self.game.view(s, Seat(i))) for i, before in enumerate(known)
        )
        self.todo.append(_Node(s, odds, sequences, known))

    def follow(self, node: _Node) -> None:
        """Go one event further, in every way."""
        game, s = self.game, node.state
        self.form.nodes += 1
        outcome = game.outcome(s)
        if outcome is not None:
            end = self.form.ends.setdefault(node.sequences, {})
            end[outcome] = end.get(outcome, Fraction(0)) + node.odds
            return
        turn = game.turn(s)
        for name in self.unlisted[turn == CHANCE]:
            raise Unsolved(f"not every {name} is listed")
        if turn != CHANCE:
            self._decide(node, turn)
            return
        odds = game.chance(s)
        if odds is None:
            raise Unsolved("the outcomes of chance are too many to be listed")
        for event, part in odds:
            after = game.after(s, event)
            self._add(after, node.odds * part, node.sequences, node.known)

    def _decide(self, node: _Node, turn: Seat) -> None:
        game, s = self.game, node.state
        events = tuple(game.moves(s))
        if any(event.sampled for event in events):
            raise Unsolved("not every event is listed: some are only sampled")
        if any(game.seat_of(s, event) != turn or event.by_anyone for event in events):
            raise Unsolved(AT_ONCE)
        if not events:
            raise Unsolved("the game is not over, but no player can move", is_fault=True)
        here = self._information_set(node, turn, events)
        if {*here.events} != {*events}:
            both = sorted(map(str, {*here.events} ^ {*events}))
            seen = f"player {turn + 1} sees the same view and has other legal events"
            raise at_fault(f"{seen}: {both[0]}")
        for event in events:
            sequence = here.first + here.events.index(event)
            done = self.memory.done(node.known[turn], event)
            known = (*node.known[:turn], done, *node.known[turn + 1 :])
            sequences = (*node.sequences[:turn], sequence, *node.sequences[turn + 1 :])
            self._add(game.after(s, event), node.odds, sequences, known)

    def _information_set(
        self, node: _Node, turn: Seat, events: tuple[AnyEvent, ...]
    ) -> InformationSet:
        key = turn, node.known[turn]
        here = self.sets.get(key)
        if here is None:
            player = self.form.players[turn]
            known = self.game.view(node.state, turn)
            here = InformationSet(known, node.sequences[turn], player.sequences, events)
            self.sets[key] = here
            player.sets.append(here)
            player.sequences += len(events)
        return here


class Watch:
    """Limits the time and the lines of play, and reports progress."""

    def __init__(
        self,
        limits: ExploreLimits,
        tell: Tell = lambda _: None,
        stage: Callable[[str], None] = lambda _: None,
        interrupted: Callable[[], bool] = lambda: False,
    ) -> None:
        self.limits, self.tell, self.stage = limits, tell, stage
        self.interrupted = interrupted
        self.begun = self.reported = monotonic()
        self.most = limits.states
        if limits.size is not None:
            self.most = min(limits.states or limits.size, limits.size // NODE)

    @property
    def is_late(self) -> bool:
        """Is the time over?"""
        seconds = self.limits.seconds
        return seconds is not None and monotonic() - self.begun > seconds

    def _is_time_to_tell(self) -> bool:
        """Has nothing been told for a while?"""
        now = monotonic()
        if now - self.reported <= 0.25:
            return False
        self.reported = now
        return True

    def demand_room(self, nodes: int, waiting: int) -> None:
        """Stop where a limit is reached."""
        stop = partial(Unsolved, looked_at=nodes)
        if self.interrupted():
            raise stop("cut short: interrupted", is_interrupted=True)
        if self.most is not None and nodes + waiting > self.most:
            raise stop(f"cut at {self.most:,} lines of play")
        if self.is_late:
            raise stop(f"cut at {self.limits.seconds:g} seconds")
        if self._is_time_to_tell():
            seconds, size = self.reported - self.begun, NODE * (nodes + waiting)
            self.tell(ExploreProgress(nodes, waiting, 0, seconds, size))

    def is_over(self, rounds: int, exploitability: float) -> bool:
        """Must CFR end here?"""
        if exploitability >= 0 and self._is_time_to_tell():
            words = f"CFR, {rounds:,} rounds, exploitable by {exploitability:.2g}"
            self.stage(words)
        return self.is_late or self.interrupted()


def build_sequence_form(game: AnyGame, start: AnyState, watch: Watch) -> SequenceForm:
    """Follow every line of play, unless there are too many."""
    builder = _Builder(game, start)
    form, todo = builder.form, builder.todo
    with watchdog(lambda: form.nodes, watch.limits.timeout):
        while todo:
            builder.follow(todo.pop())
            if form.nodes & 63 == 0:
                think_on()
                watch.demand_room(form.nodes, len(todo))
    return form
