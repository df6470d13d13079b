"""The choice of a method: which way of solving a game needs, and how far it may go."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from time import monotonic
from typing import Final, TypeVar

from ludex.bots.cancellation import think_on
from ludex.check.explore import ExploreLimits, Graph, explore, interruptible
from ludex.check.explore.search import INTERRUPTED, Tell
from ludex.check.timeout import Endless, watchdog
from ludex.kernel import Dice, Fault, Game, Outcome, Seat
from ludex.kernel.loop import random_turns
from ludex.kernel.usual import in_the_open
from ludex.solve.small.estimate import FIRST, predict_positions, sample_games
from ludex.solve.small.hidden_information import solve_hidden
from ludex.solve.small.payoffs import Measure, payoffs
from ludex.solve.small.perfect_information import evaluate
from ludex.solve.small.positions import (
    HIDDEN,
    demand_no_fault,
    explore_fully,
    index_positions,
)
from ludex.solve.small.sequence_form import Watch, build_sequence_form
from ludex.solve.small.solution import (
    ShortestWin,
    Solution,
    Unsolved,
    at_fault,
    choose_measure,
)

S = TypeVar("S")

STATES: Final = 1_000_000
SECONDS: Final = 60.0
MEGABYTES: Final = 2_000
TARGET: Final = 1e-4
"""How far from the best a strategy with hidden cards may be: what it loses a game, at most."""

STOPPED: Final = "cut short: interrupted"

MARGIN: Final = 3.0
"""An estimate must be so many times too large to be believed."""


@dataclass(frozen=True, slots=True)
class SolveOptions:
    """The question, and the limits of the search."""

    limits: ExploreLimits = field(
        default_factory=lambda: ExploreLimits(
            states=STATES, seconds=SECONDS, size=MEGABYTES * 1_000_000
        )
    )
    measure: Measure | None = None
    """By wins or by scores; None is what suits the game."""

    target: float = TARGET
    whole: bool = False
    """Is every position to be evaluated, also where a way to win is all that is needed?"""

    seed: int = 1
    """Of the random games by which the size is estimated."""

    @property
    def moment(self) -> float:
        """Return the seconds that a first look may take."""
        return min(1.0, (self.limits.seconds or SECONDS) / 5)


def solve(
    game: Game[S],
    start: S,
    options: SolveOptions | None = None,
    *,
    tell: Tell = lambda _: None,
    stage: Callable[[str], None] = lambda _: None,
) -> Solution[S] | Unsolved:
    """Solve a game from `start` on, or say why not. `stage` hears what is being done."""
    begun = monotonic()
    try:
        solution = _solve(game, start, options or SolveOptions(), tell, stage)
    except Unsolved as unsolved:
        return unsolved.with_traceback(None)
    except (Fault, Endless) as fault:
        return at_fault(fault)
    except KeyboardInterrupt:
        return Unsolved(STOPPED, is_interrupted=True)
    except MemoryError:
        return Unsolved("there is not enough memory")
    except Exception as error:
        if not _comes_from_rulebook(error):
            raise
        return at_fault(f"{type(error).__name__}: {error}")
    solution.seconds = monotonic() - begun
    return solution


def _comes_from_rulebook(error: Exception) -> bool:
    """Was it raised in the rulebook, and not by us?"""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    module = str(trace.tb_frame.f_globals.get("__name__", "")) if trace else ""
    return not module.startswith(("ludex.solve", "ludex.check", "ludex.bots"))


def _solve(
    game: Game[S],
    start: S,
    options: SolveOptions,
    tell: Tell,
    stage: Callable[[str], None],
) -> Solution[S]:
    game.demand_value(start)
    stage("estimating")
    first = first_look(game, start, options)
    with watchdog(lambda: 0, options.limits.patience):
        hidden = hides(game, start, options.seed)
        alone = game.seat_count(start) == 1 and options.measure is not Measure.SCORES
        wants_way = alone and not options.whole and not hidden
        if not wants_way:
            demand_small(first, options, hidden=hidden)
    stage("looking at everything")
    if wants_way:
        way = _shortest_win(game, start, options, tell)
        if way is not None:
            return way
    if not hidden:
        try:
            return _solve_open(game, start, options, tell, stage)
        except Unsolved as unsolved:
            if unsolved.reason != HIDDEN:
                raise
    with interruptible() as interrupted:
        watch = Watch(options.limits, tell, stage, interrupted)
        form = build_sequence_form(game, start, watch)
        return solve_hidden(form, options.measure, options.target, watch)


def _solve_open(
    game: Game[S],
    start: S,
    options: SolveOptions,
    tell: Tell,
    stage: Callable[[str], None],
) -> Solution[S]:
    """Evaluate every position: everybody sees everything."""
    graph = explore_fully(game, start, options.limits, tell)
    seats = game.seat_count(start)
    measure = choose_measure(options.measure, graph.endings, seats)
    stage("judging")
    payoff = partial(payoffs, seats=seats, measure=measure)
    return evaluate(game, index_positions(game, graph, payoff, seats), seats, measure)


def _is_won(outcome: Outcome) -> bool:
    return bool(getattr(outcome, "winners", True))  # what is no Outcome is told later


def _shortest_win(
    game: Game[S], start: S, options: SolveOptions, tell: Tell
) -> ShortestWin[S] | None:
    """Find a shortest way to win for one player; None where chance has a say in it."""
    graph = explore_fully(game, start, options.limits, tell, goal=_is_won)
    winning = {i for i, outcome in enumerate(graph.endings, 1) if _is_won(outcome)}
    at = next((n for n, ended in enumerate(graph.ended) if ended in winning), None)
    events = None if at is None else tuple(graph.path(at))
    if any(event.by_chance for event in events or ()):
        return None
    return ShortestWin(game=game, start=start, events=events, looked_at=graph.looked_at)


# -- before anything is done ---------------------------------------------------------------------


def hides(game: Game[S], start: S, seed: int) -> bool:
    """Is anything hidden from somebody, in some random games?"""
    if game.view is in_the_open:
        return False
    seats = [Seat(i) for i in range(game.seat_count(start))]
    dice, end = Dice(seed), monotonic() + 2
    if any(game.view(start, seat) != start for seat in seats):
        return True
    for _ in range(50):
        for turn in islice(random_turns(game, start, dice), 200):
            think_on()
            if any(game.view(turn.state, seat) != turn.state for seat in seats):
                return True
            if monotonic() > end:
                break
    return False


def first_look(game: Game[S], start: S, options: SolveOptions) -> Graph:
    """Explore the first few thousand positions: faults and endless games often show at once."""
    patience = options.limits.patience
    limits = ExploreLimits(states=FIRST, seconds=options.moment, patience=patience)
    graph = explore(game, start, limits)
    demand_no_fault(graph)
    if INTERRUPTED in graph.cuts:
        raise Unsolved(STOPPED, is_interrupted=True, looked_at=graph.looked_at)
    for cut in graph.cuts:
        if cut.endswith("listed"):
            hint = " (--seed N deals once, where that comes first)"
            once = hint if "outcomes" in cut else ""
            raise Unsolved(f"too large: {cut}{once}", is_estimate=True)
    return graph


def demand_small(graph: Graph, options: SolveOptions, *, hidden: bool) -> None:
    """Stop where it is plain from the first look that there is too much to explore."""
    most = options.limits.states
    if graph.is_complete or most is None:
        return
    dice = Dice(options.seed)
    found = sample_games(graph.game, graph.start, dice, seconds=options.moment)
    if hidden:
        size: float | None = found.lines
        what = "lines of play, by random games"
    else:
        size = predict_positions(graph, found.longest)
        what = "positions, by how the first of them grow"
    if size is not None and size > MARGIN * most:
        raise Unsolved(
            f"too large: about {_rounded(size)} {what}; --states allows {most:,}",
            is_estimate=True,
        )


def _rounded(size: float) -> str:
    if size == float("inf"):
        return "endlessly many"
    if size < 1e9:
        return f"{size:,.0f}"
    digits, power = f"{size:.0e}".split("e")
    return f"{digits} · 10^{int(power)}"
