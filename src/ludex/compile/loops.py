"""The loops over many games, compiled around the steps of one engine."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache, partial
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

from ludex.compile import templates
from ludex.compile.draws import below
from ludex.compile.engine import CHANCE, OVER, Engine, Row, Rows, Steps
from ludex.compile.jit import alone, bound, step
from ludex.compile.templates import Cuts, Floats

TEMPLATES: tuple[Callable[..., Any], ...] = (
    templates.init, templates.mask, templates.listed, templates.pick, templates.act,
    templates.actors, templates.scores, templates.seen, templates.finish, templates.simulate,
)  # fmt: skip

ENDED, TOO_LONG, NO_ROOM = range(3)


class SimulatedGames(NamedTuple):
    """The results of random games."""

    scores: Floats
    """By game and seat; of a game that was cut off, what the seats had by then."""
    lengths: Rows
    """Moves of each game."""
    cuts: Cuts
    """The reason for cutting a game off: it was too long, or there was no room for it; 0 if it
    ended."""


def loops(engine: Engine) -> Any:  # noqa: ANN401 - compiled
    """Return the loops of `templates` for one thread, without what tells the tables of a game apart.

    `one` has the steps themselves, for one state at a time.
    """
    steps, room = engine.steps, np.empty(engine.most, np.int64)
    begin = np.array(engine.head, np.int64), engine.is_whole
    state = np.empty(engine.words, np.int64)
    given: dict[str, tuple[object, ...]] = {
        "init": begin,
        **dict.fromkeys(("mask", "pick", "act"), (room,)),
        "finish": (engine.longest, room),
        "simulate": (*begin, engine.longest, state, room),
    }
    every = _compile(steps, engine.full).items()
    made = {name: partial(loop, *given.get(name, ())) for name, loop in every}
    functions = vars(replace(steps, choose=steps.choose or chooser(steps.legal)))
    one = {name: alone(each) for name, each in functions.items()}
    begun = alone(beginner(steps.begin))
    one["begin"] = lambda state, seed: begun(state, seed, *begin)
    return SimpleNamespace(**made, one=Steps(**one))


@cache
def beginner(begin: Callable[[Row, int], int]) -> Callable[..., int]:
    """Make the step that begins a game: the start of a table, and what chance makes of it."""

    @step
    def begun(state: Row, seed: int, start: Row, is_whole: bool) -> int:
        for place in range(start.shape[0]):
            state[place] = start[place]
        return 0 if is_whole else begin(state, seed)

    return begun


@cache
def chooser(legal: Callable[[Row, Row], int]) -> Callable[[Row, int, int, Row], int]:
    """Make the step that chooses one of the legal moves, all equally likely."""

    @step
    def choose(state: Row, seed: int, drawn: int, found: Row) -> int:
        return int(found[below(seed, drawn, legal(state, found))])

    return choose


@cache
def player(steps: Steps) -> Callable[..., int]:
    """Make the step that plays a whole random game, and counts its moves."""
    actor, apply, draw = steps.actor, steps.apply, steps.draw
    begun, choose = beginner(steps.begin), steps.choose or chooser(steps.legal)

    @step
    def play(state: Row, seed: int, found: Row, start: Row, is_whole: bool, longest: int) -> int:
        drawn = begun(state, seed, start, is_whole)
        length = 0
        while length < longest:
            seat = actor(state)
            if seat == OVER:
                break
            if seat == CHANCE:
                drawn = draw(state, seed, drawn)
                continue
            action = choose(state, seed, drawn, found)
            drawn += 1
            apply(state, action)
            length += 1
        return length

    return play


@step
def never(_state: Row) -> bool:
    """Say that there is room for every game."""
    return False


@cache
def cutter(steps: Steps, full: Callable[[Row], bool] | None) -> Callable[[Row], int]:
    """Make the step that says why a game ended before its end, if it did."""
    actor, is_full = steps.actor, full or never

    @step
    def cut(state: Row) -> int:
        if is_full(state):
            return NO_ROOM
        return ENDED if actor(state) == OVER else TOO_LONG

    return cut


@cache
def _compile(steps: Steps, full: Callable[[Row], bool] | None) -> dict[str, Callable[..., Any]]:
    """Compile the loops around these steps, each compiled when it is first called."""
    names = {
        **vars(steps),
        "choose": steps.choose or chooser(steps.legal),
        "begun": beginner(steps.begin),
        "play": player(steps),
        "cut": cutter(steps, full),
    }
    return {each.__name__: bound(each, names) for each in TEMPLATES}


def simulate_games(engine: Engine, games: int, first: int = 0, workers: int = 1) -> SimulatedGames:
    """Play random games with the seeds from `first` on; the same for any number of threads."""
    found = SimulatedGames(
        np.empty((games, engine.seats), np.float64),
        np.empty(games, np.int64),
        np.empty(games, np.int8),
    )
    edges = [games * part // workers for part in range(workers + 1)]

    def play(part: int) -> None:
        here = slice(edges[part], edges[part + 1])
        loops(engine).simulate(first + edges[part], *(each[here] for each in found))

    if workers == 1:  # in the thread that asks, and counts its time
        play(0)
        return found
    with ThreadPoolExecutor(workers) as pool:
        for done in pool.map(play, range(workers)):
            assert done is None
    return found
