"""The choice of a method: the way of solving that a game needs, and its limits."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from time import monotonic
from traceback import walk_tb

from ludex.bots.cancellation import think_on
from ludex.check.explore import ExploreLimits, Graph, explore, interruptible
from ludex.check.explore.search import INTERRUPTED, Tell
from ludex.check.timeout import Endless, watchdog
from ludex.kernel import AnyGame, AnyState, Dice, Fault, Outcome, Seat
from ludex.kernel.loop import random_turns
from ludex.solve.small.cfr import CFR_PLUS, CfrMethod
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

STATES = 1_000_000
SECONDS = 60.0
MEGABYTES = 2_000
TARGET = 1e-4
"""The distance from the best that a strategy with hidden cards may have: its loss in a game, at
most."""

STOPPED = "cut short: interrupted"

DEEPEST = 1_000
"""Events of a random game; what goes on after that is taken to go on for ever."""

GAMES = 200
FIRST = 4_000
"""Positions that are looked at to see how fast they become more."""

MARGIN = 3.0
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
    """By wins or by scores; None chooses by the game."""

    target: float = TARGET
    """With hidden cards: the exploitability at which CFR ends."""

    method: CfrMethod = CFR_PLUS
    rounds: int | None = None
    """The most rounds of CFR."""

    whole: bool = False
    """Is every position evaluated, even if a way to win is enough?"""

    seed: int = 1
    """The seed of the random games that estimate the size."""

    compiled: bool = False
    """May a large graph be explored on the derived engine? Bots at a table do not wait for its
    compilation."""

    @property
    def moment(self) -> float:
        """Return the time limit of the estimate in seconds."""
        return min(1.0, (self.limits.seconds or SECONDS) / 5)


def solve(
    game: AnyGame,
    start: AnyState,
    options: SolveOptions | None = None,
    *,
    tell: Tell = lambda _: None,
    stage: Callable[[str], None] = lambda _: None,
) -> Solution | Unsolved:
    """Solve a game from `start`, or return the reason why it is not solved. `stage` receives the
    progress."""
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
    *_, (frame, _) = walk_tb(error.__traceback__)
    module = str(frame.f_globals.get("__name__", ""))
    return not module.startswith(("ludex.solve", "ludex.check", "ludex.bots"))


def _solve(
    game: AnyGame,
    start: AnyState,
    options: SolveOptions,
    tell: Tell,
    stage: Callable[[str], None],
) -> Solution:
    game.demand_value(start)
    stage("estimating")
    first = first_look(game, start, options)
    with watchdog(lambda: 0, options.limits.timeout):
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
        return solve_hidden(
            form,
            options.measure,
            options.target,
            watch,
            method=options.method,
            most=options.rounds,
        )


def _solve_open(
    game: AnyGame,
    start: AnyState,
    options: SolveOptions,
    tell: Tell,
    stage: Callable[[str], None],
) -> Solution:
    """Evaluate every position: everybody sees everything."""
    graph = explore_fully(game, start, options.limits, tell, compiled=options.compiled)
    seats = game.seat_count(start)
    measure = choose_measure(options.measure, graph.endings, seats)
    stage("judging")
    payoff = partial(payoffs, seats=seats, measure=measure)
    return evaluate(game, index_positions(game, graph, payoff, seats), seats, measure)


def _is_won(outcome: Outcome) -> bool:
    return bool(getattr(outcome, "winners", True))  # what is no Outcome is told later


def _shortest_win(
    game: AnyGame, start: AnyState, options: SolveOptions, tell: Tell
) -> ShortestWin | None:
    """Find a shortest way to win for one player; None where chance has a say in it."""
    graph = explore_fully(
        game, start, options.limits, tell, goal=_is_won, compiled=options.compiled
    )
    winning = {i for i, outcome in enumerate(graph.endings, 1) if _is_won(outcome)}
    at = next((n for n, ended in enumerate(graph.ended) if ended in winning), None)
    events = None if at is None else tuple(graph.path(at))
    if any(event.by_chance for event in events or ()):
        return None
    return ShortestWin(game=game, start=start, events=events, looked_at=graph.looked_at)


# -- before anything is done ---------------------------------------------------------------------


def hides(game: AnyGame, start: AnyState, seed: int) -> bool:
    """Is anything hidden from somebody, in some random games?"""
    if game.is_open:
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


def first_look(game: AnyGame, start: AnyState, options: SolveOptions) -> Graph:
    """Explore the first few thousand positions: faults and endless games often show at once."""
    timeout = options.limits.timeout
    limits = ExploreLimits(states=FIRST, seconds=options.moment, timeout=timeout)
    graph = explore(game, start, limits)
    demand_no_fault(graph)
    if INTERRUPTED in graph.cuts:
        raise Unsolved(STOPPED, is_interrupted=True, looked_at=graph.looked_at)
    for cut in graph.cuts:
        if cut.endswith("listed"):
            hint = " (--seed N fixes a deal at the start)"
            hint_of_cut = hint if "outcomes" in cut else ""
            raise Unsolved(f"too large: {cut}{hint_of_cut}", is_estimate=True)
    return graph


def demand_small(graph: Graph, options: SolveOptions, *, hidden: bool) -> None:
    """Stop where it is plain from the first look that there is too much to explore."""
    most = options.limits.states
    if graph.is_complete or most is None:
        return
    dice = Dice(options.seed)
    lines, longest = sample_games(graph.game, graph.start, dice, seconds=options.moment)
    size: float | None = lines
    units = "lines of play, by random games"
    if not hidden:
        size = predict_positions(graph, longest)
        units = "positions, by how the first of them grow"
    if size is not None and size > MARGIN * most:
        raise Unsolved(
            f"too large: about {_rounded(size)} {units}; --states allows {most:,}",
            is_estimate=True,
        )


def count_rows(game: AnyGame, start: AnyState) -> str | None:
    """Say how many states the words of a row have room for, if the rulebook compiles."""
    try:
        from ludex.compile.packing import count_values  # noqa: PLC0415  # needs an extra
        from ludex.compile.rulebook.derive import derive  # noqa: PLC0415

        return _rounded(float(count_values(derive(game, start).shape)))
    except (ImportError, OverflowError, ValueError):
        return None


def _rounded(size: float) -> str:
    if size == float("inf"):
        return "endlessly many"
    if size < 1e9:
        return f"{size:,.0f}"
    digits, power = f"{size:.0e}".split("e")
    return f"{digits} · 10^{int(power)}"


def sample_games(
    game: AnyGame, start: AnyState, dice: Dice, *, seconds: float
) -> tuple[float, int]:
    """Play random games for a while: about how many lines of play there are, and the longest game.

    By Knuth's method: the choices at each step of a game are multiplied, and the mean over games is
    right on average.
    """
    begun = monotonic()
    lines, longest = 0.0, 0
    for played in range(1, GAMES + 1):  # noqa: B007
        s, nodes, width, depth = start, 1.0, 1.0, 0
        while depth < DEEPEST and game.outcome(s) is None:
            think_on()
            moves = game.moves(s)
            if not moves or monotonic() - begun > seconds:
                break
            width *= len(moves)
            nodes += width
            s = game.after(s, dice.choice(moves))
            depth += 1
        lines += nodes
        longest = max(longest, depth)
        if monotonic() - begun > seconds:
            break
    return lines / played, longest


def predict_positions(graph: Graph, longest: int) -> float | None:
    """Estimate how many positions there are, by the growth of the first layers.

    Where no move leads back to an earlier layer, as in games in which pieces are only added, the layers grow,
    and the growth wears off until the longest random game ends. Where moves lead back, nothing is predicted.
    """
    sizes = graph.layer_sizes()[:-1]  # the last is not all there
    if longest >= DEEPEST or len(sizes) < 3 or _leads_back(graph):
        return None
    depth, size = len(sizes) - 1, float(sizes[-1])
    growth = size / max(1, sizes[-2])
    total = float(sum(sizes))
    for d in range(depth, longest):
        size *= growth * (longest - d) / max(1, longest - depth)
        total += size
    return total


def _leads_back(graph: Graph) -> bool:
    """Does any move lead to a layer that is not the next?"""
    for layer in graph.layer_ranges():
        known = layer[: max(0, graph.looked_at - layer.start)]
        if any(graph.to[at] < layer.stop for n in known for at in graph.transitions_of(n)):
            return True
    return False
