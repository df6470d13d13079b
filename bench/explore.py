"""How fast a rulebook is explored, beside a plain search and Spin on a model of its own.

    python bench/explore.py                            the eight-piece puzzle
    python bench/explore.py --position NPBQ/PRNB/K.N./.P.R --workers 2
    python bench/explore.py --counting 10000000        memory of many small states

The plain search keeps whole states in a Python set and checks nothing. Ludex checks every property
and keeps fingerprints, on the rulebook itself and on the engine that is derived from it. Spin (`apt install spin`) runs compiled C.
"""

import argparse
import resource
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from ludex.check.explore import ExploreLimits, Graph, explore
from ludex.check.explore.compiled import explore_prepared, prepare
from ludex.games.chess_solitaire.game import judged
from ludex.kernel import Event, Game, Guards, Start, Whole, lost
from ludex.language.position import read_position
from ludex.registry import load

sys.path.insert(0, str(Path(__file__).parent))
import promela  # beside this file
from rows import keep, missing

PUZZLE = "NP.Q/.R.B/K.N./.P.."
SIDE = 10_000
"""A hundred million places."""


def puzzle(line: str) -> tuple[Game[Any], Any]:
    """Chess Solitaire from a position."""
    game = load("chess-solitaire")
    return game, read_position(game, line)


class Place(NamedTuple):
    """Where we are on a large square."""

    x: int = 0
    y: int = 0


class Step(Event[Place]):
    """Go right, or up."""

    up: Annotated[int, Whole(0, 1)]

    def guards(self, s: Place) -> Guards:
        yield s[self.up] < SIDE or "there is the edge"

    def apply(self, s: Place) -> Place:
        return Place(s.x, s.y + 1) if self.up else Place(s.x + 1, s.y)


walking: Game[Place] = Game(
    name="walking", title="Walking", summary="Walk.", start=Start.fixed(Place()),
    events=(Step,), outcome=lambda s: lost("the corner") if s == (SIDE, SIDE) else None,
    text=str,
)  # fmt: skip


def plain(game: Game[Any], start: object) -> int:
    """A search that keeps states whole."""
    quick = game.unchecked()
    seen, todo = {start}, [start]
    for s in todo:
        for event in quick.moves(s):
            after = event.apply(s)
            if after not in seen:
                seen.add(after)
                todo.append(after)
    return len(seen)


def timed(
    work: Callable[[], object],
    repeat: int,
    clock: Callable[[], float] = time.process_time,
) -> tuple[float, Any]:
    """The least seconds that the work took, of one core's own time, and what it gave.

    Every time from the beginning: what the rulebook remembers is forgotten before."""
    best, given = 1e9, None
    for _ in range(repeat):
        judged.cache_clear()
        begun = clock()
        given = work()
        best = min(best, clock() - begun)
    return best, given


def row(name: str, states: int, transitions: int | None, seconds: float) -> None:
    """One line of the table."""
    edges = "" if transitions is None else f"{transitions:,}"
    pace = states / seconds if seconds else float("inf")
    print(f"{name:<22}{states:>12,}{edges:>14}{seconds:>9.2f} s{pace:>12,.0f} states/s")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--position", default=PUZZLE)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--counting", type=int, metavar="STATES")
    asked = parser.parse_args()
    if asked.counting:
        memory(asked.counting)
        return
    opening = partial(puzzle, asked.position)
    game, start = opening()
    print(f"{'':<22}{'states':>12}{'transitions':>14}")
    seconds, count = timed(partial(plain, game, start), asked.repeat)
    row("plain search", count, None, seconds)
    one: Graph
    alone, one = timed(partial(explore, game, start), asked.repeat)
    row("ludex, one process", len(one), one.transitions, alone)
    promised = prepare(game, start)
    explore_prepared(promised)  # compiled now, or read from the disk
    swift, derived = timed(partial(explore_prepared, promised), asked.repeat)
    row("ludex, derived engine", len(derived), derived.transitions, swift)
    print(f"derived engine: {alone / swift:.0f} times the interpreter")
    assert (len(derived), derived.transitions) == (len(one), one.transitions)
    if asked.workers > 1:
        work = partial(explore, game, start, workers=asked.workers, opening=opening)
        together, many = timed(work, 1, time.perf_counter)  # theirs is no time of ours
        single, _ = timed(partial(explore, game, start), 1, time.perf_counter)
        row(f"ludex, {asked.workers} workers", len(many), many.transitions, together)
        print(f"{asked.workers} workers: {single / together:.2f} times one, starting included")
    if promela.is_there():
        spun = promela.spun(asked.position)
        row("spin", spun.states, spun.transitions, max(spun.seconds, 0.01))
        same = (spun.states, spun.transitions) == (len(one), one.transitions)
        print("spin agrees" if same else "SPIN DISAGREES")
        keep("explored, every check made", "states/s", len(one) / swift, "Spin, compiled C",
             spun.states / max(spun.seconds, 0.01))  # fmt: skip
    else:
        print("spin: not installed")
        missing("Spin")
    print(f"{one.size / len(one):.0f} bytes a state")
    keep("explored, every check made", "states/s", len(one) / swift, "a plain search",
         count / seconds)  # fmt: skip


def memory(states: int) -> None:
    """How much memory very many states take."""
    promised = prepare(walking, Place())
    explore_prepared(promised, ExploreLimits(states=1_000))  # compiled now, or read from the disk
    graph = explore_prepared(promised, ExploreLimits(states=states))
    row("ludex, walking", len(graph), graph.transitions, graph.seconds)
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{graph.size / len(graph):.0f} bytes a state, {most:,.0f} MB in all")


if __name__ == "__main__":
    main()
