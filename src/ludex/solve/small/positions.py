"""Every position that can be reached, as numbers: who moves, what follows, what an end is worth."""

from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, Generic, TypeVar

from ludex.check.explore import Graph, Kind, Limits, explore
from ludex.check.explore.search import GOAL, Tell
from ludex.kernel import CHANCE, Chance, Event, Fault, Game, Outcome, Seat
from ludex.kernel.usual import in_the_open
from ludex.solve.small.payoffs import Payoffs
from ludex.solve.small.solution import Unsolved

S = TypeVar("S")

ENDED: Final = -2
"""Nobody moves: the game is over."""

FAULTS: Final = frozenset(Kind) - {Kind.DEAD_END}


@dataclass
class Positions(Generic[S]):
    """A graph that was looked at to its end, ready to be judged."""

    graph: Graph[S]
    movers: "array[int]"
    """The seat that moves, CHANCE or ENDED."""

    payoffs: dict[int, Payoffs] = field(default_factory=dict)
    """Of the ends."""

    odds: dict[int, list[Fraction]] = field(default_factory=dict)
    """Where chance moves: how likely each transition is."""

    def __len__(self) -> int:
        return self.graph.looked_at

    def after(self, n: int) -> Sequence[int]:
        """The positions that follow, in the order of the events."""
        offsets = self.graph.offsets
        return self.graph.to[offsets[n] : offsets[n + 1]]

    def event(self, n: int, i: int) -> Event[S]:
        """The event that leads to the i-th of those that follow."""
        graph = self.graph
        return graph.events[graph.by[graph.offsets[n] + i]]

    @property
    def is_chancy(self) -> bool:
        """Does chance move anywhere?"""
        return bool(self.odds)


def explored(
    game: Game[S],
    start: S,
    limits: Limits,
    tell: Tell,
    goal: Callable[[Outcome], bool] | None = None,
) -> Graph[S] | Unsolved:
    """The graph; with a goal, up to the first end that is one."""
    try:
        graph = explore(game, start, limits, goal=goal, tell=tell)
    except Fault as fault:
        return Unsolved(f"the rulebook is at fault: {fault}", is_fault=True)
    wrong = fault_of(graph)
    if wrong is not None:
        return wrong
    cuts = [cut for cut in graph.cuts if cut != GOAL]
    if cuts:
        return Unsolved(
            f"cut {'; '.join(map(_at, cuts))}",
            looked_at=graph.looked_at,
            is_interrupted="interrupted" in cuts,
        )
    if not graph.kept:
        problem = f"there are too many moves to keep: {graph.transitions:,}"
        return Unsolved(problem, looked_at=graph.looked_at)
    return graph


def fault_of(graph: Graph[S]) -> Unsolved | None:
    """What the rulebook does wrong, so that nothing follows from it."""
    faults = [
        f" ({one.kind.value}): {one.problem}"
        for one in graph.findings
        if one.kind in FAULTS
    ]
    faults += [
        f": its outcome is {ending!r}, which is no Outcome"
        for ending in _strange_endings(graph.endings)
    ]
    if not faults:
        return None
    problem = f"the rulebook is at fault{faults[0]}"
    return Unsolved(problem, is_fault=True, looked_at=graph.looked_at)


def _strange_endings(endings: Iterable[object]) -> list[object]:
    """What a rulebook says that nobody has checked."""
    return [ending for ending in endings if not isinstance(ending, Outcome)]


def _at(cut: str) -> str:
    return f"short: {cut}" if not cut.startswith(("at ", "where ")) else cut


def positions_of(
    game: Game[S], graph: Graph[S], payoff: Callable[[Outcome], Payoffs], seats: int
) -> Positions[S] | Unsolved:
    """What is to be judged; some kinds of games are told to be none of ours."""
    found = Positions(graph, array("h", graph.turns))
    by_outcome = [payoff(outcome) for outcome in graph.endings]
    for n, ended in enumerate(graph.ended):
        if ended:
            found.movers[n], found.payoffs[n] = ENDED, by_outcome[ended - 1]
        elif graph.offsets[n] == graph.offsets[n + 1]:
            if seats > 1:
                script = " ".join(graph.script(n)) or "the start"
                problem = f"the game goes on and nobody can move, after: {script}"
                return Unsolved(f"the rulebook is at fault: {problem}", is_fault=True)
            found.movers[n], found.payoffs[n] = ENDED, (Fraction(0),)  # it is not won
    return _looked_into(game, found, seats) or found


def _looked_into(game: Game[S], found: Positions[S], seats: int) -> Unsolved | None:
    """What only the states themselves tell: how likely chance is, who moves, what is hidden."""
    graph, movers = found.graph, found.movers
    owned = any(
        cls.by_anyone or cls.seat is not Event.seat
        for cls in game.events
        if not cls.aside and not cls.by_chance
    )
    hides = game.view is not in_the_open
    if CHANCE not in movers and not owned and not hides:
        return None
    for n, s in graph.states():
        if hides and any(game.view(s, Seat(i)) != s for i in range(seats)):
            return Unsolved(HIDDEN)
        if movers[n] == CHANCE:
            found.odds[n] = _odds(graph, n, s)
        elif movers[n] != ENDED and owned:
            owners = {game.seat_of(s, event) for event, _ in graph.successors(n)}
            if len(owners) > 1:
                return Unsolved(AT_ONCE)
            movers[n] = owners.pop()
    return None


def _odds(graph: Graph[S], n: int, s: S) -> list[Fraction]:
    weights = []
    for event, _ in graph.successors(n):
        assert isinstance(event, Chance)
        weights.append(Fraction(event.weight(s)))
    total = sum(weights)
    return [weight / total for weight in weights]


AT_ONCE: Final = "several players may move at once: such games are not solved here"

HIDDEN: Final = "something is hidden"
"""It is not for this way of solving."""
