"""Every position that can be reached, by number: the mover, the transitions, the values of ends."""

from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from ludex.check.explore import ExploreLimits, FindingKind, Graph, explore
from ludex.check.explore.search import GOAL, Tell
from ludex.kernel import CHANCE, AnyEvent, AnyGame, AnyState, Chance, Event, Outcome, Seat
from ludex.solve.small.payoffs import Payoffs
from ludex.solve.small.solution import Unsolved, at_fault

ENDED = -2
"""Nobody moves: the game is over."""

FAULTS = frozenset(FindingKind) - {FindingKind.DEAD_END}

AT_ONCE = "several players may move at once: such games are not solved here"

HIDDEN = "the game has hidden information"
"""This way of solving is not for games with hidden information."""


@dataclass
class Positions:
    """A graph that was explored to its end, ready to be evaluated."""

    graph: Graph
    movers: "array[int]"
    """The seat that moves, CHANCE or ENDED."""

    payoffs: dict[int, Payoffs] = field(default_factory=dict)
    """Of the ends."""

    odds: dict[int, list[Fraction]] = field(default_factory=dict)
    """The probability of each transition, where chance moves."""

    def __len__(self) -> int:
        return self.graph.looked_at

    def after(self, n: int) -> Sequence[int]:
        """Return the positions that follow, in the order of the events."""
        offsets = self.graph.offsets
        return self.graph.to[offsets[n] : offsets[n + 1]]

    def event(self, n: int, i: int) -> AnyEvent:
        """Return the event that leads to the i-th of those that follow."""
        graph = self.graph
        return graph.events[graph.by[graph.offsets[n] + i]]


def explore_fully(
    game: AnyGame,
    start: AnyState,
    limits: ExploreLimits,
    tell: Tell,
    goal: Callable[[Outcome], bool] | None = None,
    *,
    compiled: bool = False,
) -> Graph:
    """Return the graph; with a goal, up to the first end that is one."""
    graph = explore(game, start, limits, goal=goal, tell=tell, compiled=compiled)
    demand_no_fault(graph)
    cuts = [cut for cut in graph.cuts if cut != GOAL]
    if cuts:
        words = (cut if cut.startswith(("at ", "where ")) else f"short: {cut}" for cut in cuts)
        raise Unsolved(
            f"cut {'; '.join(words)}",
            looked_at=graph.looked_at,
            is_interrupted="interrupted" in cuts,
        )
    if not graph.has_edges:
        problem = f"there are too many moves to store: {graph.transitions:,}"
        raise Unsolved(problem, looked_at=graph.looked_at)
    return graph


def demand_no_fault(graph: Graph) -> None:
    """Stop where the rulebook does something wrong, so that nothing follows from it."""
    faults = [f" ({one.kind.value}): {one.problem}" for one in graph.findings if one.kind in FAULTS]
    endings: Iterable[object] = graph.endings  # which nobody has checked
    faults += [
        f": its outcome is {ending!r}, which is not an Outcome"
        for ending in endings
        if not isinstance(ending, Outcome)
    ]
    if faults:
        problem = f"the rulebook has an error{faults[0]}"
        raise Unsolved(problem, is_fault=True, looked_at=graph.looked_at)


def index_positions(
    game: AnyGame, graph: Graph, payoff: Callable[[Outcome], Payoffs], seats: int
) -> Positions:
    """Return the positions of a graph; in some kinds of games they have no values."""
    found = Positions(graph, array("h", graph.turns))
    by_outcome = [payoff(outcome) for outcome in graph.endings]
    for n, ended in enumerate(graph.ended):
        if ended:
            found.movers[n], found.payoffs[n] = ENDED, by_outcome[ended - 1]
        elif not graph.transitions_of(n):
            if seats > 1:
                script = " ".join(graph.script(n)) or "the start"
                raise at_fault(f"the game is not over, but no player can move, after: {script}")
            found.movers[n], found.payoffs[n] = ENDED, (Fraction(0),)  # it is not won
    _read_states(game, found, seats)
    return found


def _read_states(game: AnyGame, found: Positions, seats: int) -> None:
    """Find what only the states tell: how likely chance is, who moves, what is hidden."""
    graph, movers = found.graph, found.movers
    owned = any(
        cls.by_anyone or cls.seat is not Event.seat
        for cls in game.events
        if not cls.aside and not cls.by_chance
    )
    hides = not game.is_open
    if CHANCE not in movers and not owned and not hides:
        return
    for n, s in graph.states():
        if hides and any(game.view(s, Seat(i)) != s for i in range(seats)):
            raise Unsolved(HIDDEN)
        if movers[n] == CHANCE:
            events = [event for event, _ in graph.successors(n)]
            weights = [Fraction(e.weight(s)) for e in events if isinstance(e, Chance)]
            found.odds[n] = [weight / sum(weights) for weight in weights]
        elif movers[n] != ENDED and owned:
            owners = {game.seat_of(s, event) for event, _ in graph.successors(n)}
            if len(owners) > 1:
                raise Unsolved(AT_ONCE)
            movers[n] = owners.pop()
