"""Which way of solving a game needs, and how far it may go."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from time import monotonic
from typing import Final, TypeVar

from ludex.bots.cancellation import think_on
from ludex.check.explore import Graph, Limits, explore, interruptible
from ludex.check.explore.search import INTERRUPTED, Tell
from ludex.check.timeout import Endless, impatient
from ludex.kernel import CHANCE, Dice, Fault, Game, Outcome, Seat
from ludex.kernel.usual import in_the_open
from ludex.solve.small.estimate import FIRST, foretold, sampled
from ludex.solve.small.hidden_information import solve_hidden
from ludex.solve.small.payoffs import Measure, payoffs, unscored, usual_measure
from ludex.solve.small.perfect_information import judge
from ludex.solve.small.positions import HIDDEN, explored, fault_of, positions_of
from ludex.solve.small.sequence_form import sequence_form
from ludex.solve.small.solution import Solved, Unsolved, Way

S = TypeVar("S")

Stage = Callable[[str], None]
"""Hears what is being done now."""

STATES: Final = 1_000_000
SECONDS: Final = 60.0
MEGABYTES: Final = 2_000
TARGET: Final = 1e-4
"""How far from the best a strategy with hidden cards may be: what it loses a game, at most."""

STOPPED: Final = "cut short: interrupted"

MARGIN: Final = 3.0
"""An estimate must be so many times too large to be believed."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked for, and what it may cost."""

    limits: Limits = field(
        default_factory=lambda: Limits(
            states=STATES, seconds=SECONDS, size=MEGABYTES * 1_000_000
        )
    )
    measure: Measure | None = None
    """By wins or by scores; None is what suits the game."""

    target: float = TARGET
    whole: bool = False
    """Is every position to be judged, also where a way to win is all that is needed?"""

    seed: int = 1
    """Of the random games by which the size is estimated."""


def solve(
    game: Game[S],
    start: S,
    asked: Asked | None = None,
    *,
    tell: Tell = lambda _: None,
    stage: Stage = lambda _: None,
) -> Solved[S] | Unsolved:
    """The solution of a game from `start` on, or why there is none."""
    asked = asked or Asked()
    begun = monotonic()
    try:
        solved = _solved(game, start, asked, tell, stage)
    except Fault as fault:
        return Unsolved(f"the rulebook is at fault: {fault}", is_fault=True)
    except Endless as endless:
        return Unsolved(f"the rulebook is at fault: {endless}", is_fault=True)
    except KeyboardInterrupt:
        return Unsolved(STOPPED, is_interrupted=True)
    except MemoryError:
        return Unsolved("there is not enough memory")
    except Exception as error:
        if not _is_rulebooks(error):
            raise
        problem = f"{type(error).__name__}: {error}"
        return Unsolved(f"the rulebook is at fault: {problem}", is_fault=True)
    if isinstance(solved, Solved):
        solved.seconds = monotonic() - begun
    return solved


def _is_rulebooks(error: Exception) -> bool:
    """Was it raised in the rulebook, and not by us?"""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    module = str(trace.tb_frame.f_globals.get("__name__", "")) if trace else ""
    return not module.startswith(("ludex.solve", "ludex.check", "ludex.bots"))


def _solved(
    game: Game[S], start: S, asked: Asked, tell: Tell, stage: Stage
) -> Solved[S] | Unsolved:
    game.demand_value(start)
    stage("estimating")
    first = first_look(game, start, asked)
    if isinstance(first, Unsolved):
        return first
    with impatient(lambda: 0, asked.limits.patience):
        hidden = hides(game, start, asked.seed)
        alone = game.seat_count(start) == 1 and asked.measure is not Measure.SCORES
        wants_way = alone and not asked.whole and not hidden
        trouble = None if wants_way else too_large(first, asked, hidden=hidden)
    if trouble is not None:
        return trouble
    stage("looking at everything")
    found: Solved[S] | Unsolved | None = None
    if wants_way:
        found = _way(game, start, asked, tell)
    if found is None and not hidden:
        found = _open(game, start, asked, tell, stage)
    return found or _hidden(game, start, asked, tell, stage)


def _open(
    game: Game[S], start: S, asked: Asked, tell: Tell, stage: Stage
) -> Solved[S] | Unsolved | None:
    """Everybody sees everything: every position is judged. None where something is hidden."""
    graph = explored(game, start, asked.limits, tell)
    if isinstance(graph, Unsolved):
        return graph
    seats = game.seat_count(start)
    measure = asked.measure or usual_measure(graph.endings, seats)
    missing = unscored(graph.endings, seats) if measure is Measure.SCORES else None
    if missing is not None:
        return Unsolved(f"not every end has scores: {missing.text}")
    stage("judging")
    payoff = partial(payoffs, seats=seats, measure=measure)
    positions = positions_of(game, graph, payoff, seats)
    if not isinstance(positions, Unsolved):
        return judge(game, positions, seats, measure)
    return None if positions.reason == HIDDEN else positions


def _is_won(outcome: Outcome) -> bool:
    return bool(getattr(outcome, "winners", True))  # what is no Outcome is told later


def _way(game: Game[S], start: S, asked: Asked, tell: Tell) -> Way[S] | Unsolved | None:
    """One player: a shortest way to win; None where chance has a say in it."""
    graph = explored(game, start, asked.limits, tell, goal=_is_won)
    if isinstance(graph, Unsolved):
        return graph
    at = _first_win(graph)
    events = None if at is None else tuple(graph.path(at))
    if any(event.by_chance for event in events or ()):
        return None
    return Way(game, start, events=events, looked_at=graph.looked_at)


def _first_win(graph: Graph[S]) -> int | None:
    winning = {
        i for i, outcome in enumerate(graph.endings, start=1) if _is_won(outcome)
    }
    return next((n for n, ended in enumerate(graph.ended) if ended in winning), None)


def _hidden(
    game: Game[S], start: S, asked: Asked, tell: Tell, stage: Stage
) -> Solved[S] | Unsolved:
    begun = monotonic()
    with interruptible() as interrupted:
        form = sequence_form(game, start, asked.limits, tell, interrupted)
        if isinstance(form, Unsolved):
            return form
        told = [begun]

        def is_over(rounds: int, exploitability: float) -> bool:
            now = monotonic()
            if exploitability >= 0 and now - told[0] > 0.25:
                told[0] = now
                stage(f"CFR+, {rounds:,} rounds, exploitable by {exploitability:.2g}")
            seconds = asked.limits.seconds
            late = seconds is not None and now - begun > seconds
            return late or interrupted()

        found = solve_hidden(form, asked.measure, asked.target, is_over)
        if isinstance(found, Solved):
            found.is_interrupted = interrupted()
        return found


# -- before anything is done ---------------------------------------------------------------------


def hides(game: Game[S], start: S, seed: int) -> bool:
    """Is anything hidden from somebody, in some random games?"""
    if game.view is in_the_open:
        return False
    seats = game.seat_count(start)
    dice, begun = Dice(seed), monotonic()
    for _ in range(50):
        s = start
        for _ in range(200):
            think_on()
            if any(game.view(s, Seat(i)) != s for i in range(seats)):
                return True
            if game.outcome(s) is not None or monotonic() - begun > 2:
                break
            if game.turn(s) == CHANCE:
                s = game.after(s, game.draw(s, dice))
                continue
            moves = game.moves(s)
            if not moves:
                break
            s = game.after(s, dice.choice(moves))
    return False


def first_look(game: Game[S], start: S, asked: Asked) -> Graph[S] | Unsolved:
    """The first few thousand positions: what is wrong or endless often shows at once."""
    seconds = min(1.0, (asked.limits.seconds or SECONDS) / 5)
    limits = Limits(states=FIRST, seconds=seconds, patience=asked.limits.patience)
    graph = explore(game, start, limits)
    fault = fault_of(graph)
    if fault is not None:
        return fault
    if INTERRUPTED in graph.cuts:
        return Unsolved(STOPPED, is_interrupted=True, looked_at=graph.looked_at)
    for cut in graph.cuts:
        if cut.endswith("listed"):
            hint = " (--seed N deals once, where that comes first)"
            once = hint if "outcomes" in cut else ""
            return Unsolved(f"too large: {cut}{once}", is_estimate=True)
    return graph


def too_large(graph: Graph[S], asked: Asked, *, hidden: bool) -> Unsolved | None:
    """Is it plain from the first look that everything cannot be looked at?"""
    most = asked.limits.states
    if graph.is_complete or most is None:
        return None
    seconds = min(1.0, (asked.limits.seconds or SECONDS) / 5)
    found = sampled(graph.game, graph.start, Dice(asked.seed), seconds=seconds)
    if hidden:
        size: float | None = found.lines
        what = "lines of play, by random games"
    else:
        size = foretold(graph, found.longest)
        what = "positions, by how the first of them grow"
    if size is None or size <= MARGIN * most:
        return None
    return Unsolved(
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
