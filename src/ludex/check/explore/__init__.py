"""Explore: every state that can be reached, breadth first and exact.

`explore(game, start)` gives a `Graph`: how many states and transitions there are, how games
end, how far the farthest state is, what is wrong and where, and a shortest way to anything.
It says whether that is everything (`verdict`).
"""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from ludex.check.explore.expansion import Expander
from ludex.check.explore.graph import Finding, FindingKind, Graph, dead_events
from ludex.check.explore.search import (
    ExploreLimits,
    ExploreProgress,
    Goal,
    GraphSearch,
    Tell,
    rare_collection,
    search_here,
)
from ludex.check.explore.workers import Elsewhere, search_with
from ludex.check.processes import Opening
from ludex.kernel import AnyGame, AnyState, Fault

__all__ = [
    "Elsewhere",
    "ExploreLimits",
    "ExploreProgress",
    "Finding",
    "FindingKind",
    "Graph",
    "dead_events",
    "explore",
    "interruptible",
]

ALONE = 1.0
"""Seconds that are not worth the beginning of other processes."""


def explore(
    game: AnyGame,
    start: AnyState,
    limits: ExploreLimits | None = None,
    *,
    seat: int | None = None,
    symmetric: bool = False,
    workers: int = 1,
    alone: float = ALONE,
    opening: Opening | None = None,
    elsewhere: Elsewhere | None = None,
    goal: Goal | None = None,
    tell: Tell = lambda _: None,
) -> Graph:
    """Everything that can be reached from `start` by moves and by chance.

    With a `seat` the states that look alike to it are counted too. `symmetric` takes states
    for one that the symmetries of the game turn into one another. More `workers` than one
    are other processes; `opening` tells them what `game` is. `elsewhere` reaches workers of other
    machines instead: where nothing comes to an end there, nobody notices. To begin them takes longer than
    to look at a small graph: this process goes on `alone` while it seems to take no longer than
    so many seconds. With a `goal` it ends at the first outcome that is one, which is a nearest.
    Ctrl-C cuts it short.
    """
    limits = limits or ExploreLimits()
    expander = Expander(game, seat=seat, symmetric=symmetric)
    search = GraphSearch(game, start, limits, seat=seat, symmetric=symmetric, tell=tell, goal=goal)
    with interruptible() as search.interrupted, rare_collection():
        try:
            expander.digest(start)
        except Fault as fault:
            search.found(FindingKind.VALUE, "", str(fault), 0, None)
            search.cut("at the first state, which is not a value")
            return search.finished()
        if (workers > 1 or elsewhere is not None) and opening is not None:
            if expander.writer.opaque:
                kind = type(next(iter(expander.writer.opaque))).__name__
                problem = (
                    f"several workers cannot compare states with a {kind} in them: "
                    "its class has an `==` of its own"
                )
                raise Fault(problem, None, None)
            left = search_here(search, expander, alone)
            if left.count and not search.is_over:
                search_with(search, workers, opening, left, elsewhere)
        else:
            search_here(search, expander)
    return search.finished()


@contextmanager
def interruptible() -> Iterator[Callable[[], bool]]:
    """Has Ctrl-C been pressed? The first ends a search in good order; the second is an
    ordinary one."""
    pressed: list[bool] = []
    if threading.current_thread() is not threading.main_thread():
        yield lambda: False
        return

    def note_interrupt(_signal: int, _frame: FrameType | None) -> None:
        pressed.append(True)
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, note_interrupt)
    try:
        yield lambda: bool(pressed)
    finally:
        signal.signal(signal.SIGINT, before)
