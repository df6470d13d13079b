"""The sequence form of a game with hidden cards (Koller, Megiddo and von Stengel).

Every line of play is followed once. What a seat knows is all that it was ever shown, in order,
and what it did itself: nothing is forgotten, and where two lines look the same to it, it is at one
*information set*. What a player does at all of them is a *plan*: a weight for each sequence of
own events. The payoff is then linear in each plan, and the whole tree is a sparse matrix.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from fractions import Fraction
from time import monotonic
from typing import Final, Generic, TypeVar

from ludex.bots.cancellation import think_on
from ludex.check.explore import Limits, Progress
from ludex.check.explore.expansion import unlisted_events
from ludex.check.explore.search import Tell
from ludex.check.timeout import Endless, impatient
from ludex.kernel import CHANCE, Event, Game, Outcome, Seat
from ludex.solve.small.positions import AT_ONCE
from ludex.solve.small.solution import Unsolved

S = TypeVar("S")

NODE: Final = 400
"""Bytes that a line of play may take, about."""


@dataclass(slots=True)
class InformationSet(Generic[S]):
    """What a player knows when it is their turn."""

    shown: S
    parent: int
    """The sequence of own events that leads here."""

    first: int
    """The sequence that ends with the first of the events; the others follow it."""

    events: tuple[Event[S], ...]


@dataclass(slots=True)
class Player(Generic[S]):
    """The information sets of one player, each after those that lead to it."""

    sets: list[InformationSet[S]] = field(default_factory=list)
    sequences: int = 1
    """How many there are; 0 is the empty one."""


@dataclass(slots=True)
class SequenceForm(Generic[S]):
    """A game as its players' sequences, and what each end is worth."""

    game: Game[S]
    start: S
    seats: int
    players: list[Player[S]]
    ends: dict[tuple[int, ...], dict[Outcome, Fraction]] = field(default_factory=dict)
    """By the sequences that all players have made: the outcomes, with how likely chance
    makes each of them."""

    nodes: int = 0


@dataclass(frozen=True, slots=True)
class _Node(Generic[S]):
    """A line of play that is to be followed."""

    state: S
    odds: Fraction
    sequences: tuple[int, ...]
    known: tuple[int, ...]
    """What each seat knows, by number."""


class _Memory:
    """What seats may know, each by its number: what was known before, and one thing more."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[int, Hashable], int] = {}
        self._last: list[Hashable] = [None]
        """What is on the table, as it was last shown."""

    def shown(self, before: int, view: Hashable) -> int:
        """The seat looks at the table; if it is as it was, nothing new is known."""
        return before if self._last[before] == view else self._more(before, view, view)

    def done(self, before: int, event: Hashable) -> int:
        """The seat does something."""
        return self._more(before, (event,), self._last[before])

    def _more(self, before: int, thing: Hashable, view: Hashable) -> int:
        number = self._numbers.setdefault((before, thing), len(self._last))
        if number == len(self._last):
            self._last.append(view)
        return number


class _Follower(Generic[S]):
    """Follows every line of play."""

    def __init__(self, game: Game[S], start: S, seats: int) -> None:
        self.game, self.seats = game, seats
        self.form = SequenceForm(game, start, seats, [Player() for _ in range(seats)])
        self.memory = _Memory()
        self.sets: dict[tuple[int, int], InformationSet[S]] = {}
        self.unlisted = {} if game.speed.candidates else dict(unlisted_events(game))
        nothing = (0,) * seats
        self.todo = [_Node(start, Fraction(1), nothing, self._looking(start, nothing))]

    def _looking(self, s: S, known: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(
            self.memory.shown(before, self.game.view(s, Seat(i)))
            for i, before in enumerate(known)
        )

    def follow(self, node: _Node[S]) -> Unsolved | None:
        """Go one event further, in every way."""
        game, s = self.game, node.state
        self.form.nodes += 1
        outcome = game.outcome(s)
        if outcome is not None:
            end = self.form.ends.setdefault(node.sequences, {})
            end[outcome] = end.get(outcome, Fraction(0)) + node.odds
            return None
        turn = game.turn(s)
        for name in self.unlisted.get(turn == CHANCE, ()):
            return Unsolved(f"not every {name} is listed")
        if turn == CHANCE:
            odds = game.chance(s)
            if odds is None:
                return Unsolved("the outcomes of chance are too many to be listed")
            for event, part in odds:
                t = game.after(s, event)
                known = self._looking(t, node.known)
                self.todo.append(_Node(t, node.odds * part, node.sequences, known))
            return None
        return self._decide(node, turn)

    def _decide(self, node: _Node[S], turn: Seat) -> Unsolved | None:
        game, s = self.game, node.state
        events = tuple(game.moves(s))
        if any(event.sampled for event in events):
            return Unsolved("not every event is listed: some are only sampled")
        if any(game.seat_of(s, event) != turn or event.by_anyone for event in events):
            return Unsolved(AT_ONCE)
        if not events:
            return Unsolved("the game goes on and nobody can move", is_fault=True)
        here = self._set(node, turn, events)
        if {*here.events} != {*events}:
            both = sorted(map(str, {*here.events} ^ {*events}))
            problem = (
                f"player {turn + 1} sees the same and may do something else: {both[0]}"
            )
            return Unsolved(f"the rulebook is at fault: {problem}", is_fault=True)
        for event in events:
            t = game.after(s, event)
            sequence = here.first + here.events.index(event)
            done = self.memory.done(node.known[turn], event)
            known = (*node.known[:turn], done, *node.known[turn + 1 :])
            sequences = (*node.sequences[:turn], sequence, *node.sequences[turn + 1 :])
            self.todo.append(_Node(t, node.odds, sequences, self._looking(t, known)))
        return None

    def _set(
        self, node: _Node[S], turn: Seat, events: tuple[Event[S], ...]
    ) -> InformationSet[S]:
        key = turn, node.known[turn]
        here = self.sets.get(key)
        if here is None:
            player = self.form.players[turn]
            shown = self.game.view(node.state, turn)
            here = InformationSet(shown, node.sequences[turn], player.sequences, events)
            self.sets[key] = here
            player.sets.append(here)
            player.sequences += len(events)
        return here


class _Watch:
    """How far it may go, and who is told how far it has come."""

    def __init__(
        self, limits: Limits, tell: Tell, interrupted: Callable[[], bool]
    ) -> None:
        self.limits, self.tell, self.interrupted = limits, tell, interrupted
        self.begun = self.told = monotonic()
        self.most = limits.states
        if limits.size is not None:
            self.most = min(limits.states or limits.size, limits.size // NODE)

    def cut(self, nodes: int, waiting: int) -> str | None:
        """Where it is cut short, if it is."""
        now, seconds = monotonic(), self.limits.seconds
        if self.interrupted():
            return "cut short: interrupted"
        if self.most is not None and nodes + waiting > self.most:
            return f"cut at {self.most:,} lines of play"
        if seconds is not None and now - self.begun > seconds:
            return f"cut at {seconds:g} seconds"
        if now - self.told > 0.25:
            self.told = now
            size = NODE * (nodes + waiting)
            self.tell(Progress(nodes, waiting, 0, now - self.begun, size))
        return None


def sequence_form(
    game: Game[S],
    start: S,
    limits: Limits,
    tell: Tell,
    interrupted: Callable[[], bool] = lambda: False,
) -> SequenceForm[S] | Unsolved:
    """The sequence form, unless there are too many lines of play."""
    watch = _Watch(limits, tell, interrupted)
    follower = _Follower(game, start, game.seat_count(start))
    form, todo = follower.form, follower.todo
    try:
        with impatient(lambda: form.nodes, limits.patience):
            while todo:
                trouble = follower.follow(todo.pop())
                if trouble is not None:
                    return trouble
                if form.nodes & 63 == 0:
                    think_on()
                    cut = watch.cut(form.nodes, len(todo))
                    if cut is not None:
                        stopped = interrupted()
                        return Unsolved(
                            cut, looked_at=form.nodes, is_interrupted=stopped
                        )
    except Endless as endless:
        return Unsolved(f"the rulebook is at fault: {endless}", is_fault=True)
    return form
