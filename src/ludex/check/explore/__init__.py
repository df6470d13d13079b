"""Explore every reachable state, breadth first and exactly.

`explore(game, start)` returns a `Graph`: the numbers of states and transitions, the ends of games,
the distance of the farthest state, the errors with their positions, and a shortest script to any
state. Its `verdict` says whether the graph is complete.
"""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING

from ludex.check.explore.expansion import Expander
from ludex.check.explore.frontier import Frontier
from ludex.check.explore.graph import Finding, FindingKind, Graph, dead_events
from ludex.check.explore.search import (
    ExploreLimits,
    ExploreProgress,
    Goal,
    GraphSearch,
    Tell,
    rare_collection,
    search_here,
    search_on,
)
from ludex.check.explore.workers import RemoteWorkers, search_with
from ludex.check.processes import Opening
from ludex.kernel import AnyGame, AnyState, Fault

if TYPE_CHECKING:
    from ludex.check.explore.compiled import CompiledSearch

__all__ = [
    "ExploreLimits",
    "ExploreProgress",
    "Finding",
    "FindingKind",
    "Graph",
    "RemoteWorkers",
    "dead_events",
    "explore",
    "interruptible",
]

ALONE = 1.0
"""Exploring for fewer seconds does not start other processes."""

COMPILING = 4.0
"""Exploring for fewer seconds does not compile the rulebook."""


def explore(
    game: AnyGame,
    start: AnyState,
    limits: ExploreLimits | None = None,
    *,
    symmetric: bool = False,
    workers: int = 1,
    alone: float = ALONE,
    opening: Opening | None = None,
    elsewhere: RemoteWorkers | None = None,
    goal: Goal | None = None,
    tell: Tell = lambda _: None,
    compiled: bool = False,
) -> Graph:
    """Explore everything reachable from `start` by moves and by chance.

    `symmetric` merges states that the symmetries of the game map to one another. More than one of
    `workers` are separate processes, and `opening` tells them how to open the game. `elsewhere`
    uses workers of other machines, where endless guards are not detected. Starting workers takes longer than
    exploring a small graph, so this process continues `alone` while it expects to need at most this
    many seconds. With a `goal` the search ends at the first outcome that fulfils it, which is a
    nearest one. `compiled` explores on the engine derived from the rulebook, if there is one, as
    soon as compiling is worthwhile. Ctrl-C ends the search early.
    """
    limits = limits or ExploreLimits()
    expander = Expander(game, symmetric=symmetric)
    search = GraphSearch(game, start, limits, symmetric=symmetric, tell=tell, goal=goal)
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
                    "its class defines `==`"
                )
                raise Fault(problem, None, None)
            left = search_here(search, expander, alone)
            if left.count and not search.is_over:
                search_with(search, workers, opening, left, elsewhere)
        elif not compiled or symmetric:
            search_here(search, expander)
        else:
            left = search_here(search, expander, COMPILING)
            if left.count and not search.is_over:
                second = GraphSearch(game, start, limits, symmetric=False, tell=tell, goal=goal)
                second.interrupted, second.timed = (
                    search.interrupted,
                    search.timed,
                )
                search = _search_compiled(search, second, expander, left)
    return search.finished()


def _search_compiled(
    search: GraphSearch, second: GraphSearch, expander: Expander, left: Frontier
) -> GraphSearch:
    """Explore from the first state on the engine of a rulebook; if there is none, go on without."""
    graph = search.graph
    begun = second.limits.clock()
    found, why = None, "its first states contain errors"
    if not graph.findings:
        found, why = _prepared(second, Expander(graph.game))
    second.timed += second.limits.clock() - begun  # to compile is not to explore
    if found is not None:
        try:
            found.search_all()
        except ValueError as problem:  # a state has no room in a row
            why = str(problem)
        else:
            second.graph.explored_on = (
                f"the derived engine, once {graph.looked_at:,} states were seen"
            )
            return second
    graph.explored_on = f"the interpreter: {why}"
    search_on(search, expander, left)
    return search


def _prepared(search: GraphSearch, expander: Expander) -> "tuple[CompiledSearch | None, str]":
    """The search on an engine, or why there is none."""
    try:
        from ludex.check.explore.compiled import CompiledSearch, prepare  # noqa: PLC0415
    except ImportError as missing:
        return None, str(missing)
    try:
        promised = prepare(expander.game, search.graph.start)
    except ValueError as problem:
        return None, str(problem)
    return CompiledSearch(search, expander, promised), ""


@contextmanager
def interruptible() -> Iterator[Callable[[], bool]]:
    """Has Ctrl-C been pressed? The first press ends a search in good order; the second interrupts
    the program."""
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
