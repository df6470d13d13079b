"""The loops over many games, compiled around the steps of one engine."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np

from ludex.compile import templates
from ludex.compile.draws import below
from ludex.compile.engine import OVER, Engine, Row, Rows, Steps
from ludex.compile.jit import alone, bound, step
from ludex.compile.templates import Cuts, Floats, Masks


class Loops:
    """Many games at once. What is compiled is the same for all tables of a game."""

    def __init__(self, engine: Engine[Any]) -> None:
        self._many = _many(engine.steps, engine.full)
        self._begins = np.array(engine.head, np.int64), engine.is_whole
        self._engine, steps = engine, engine.steps
        choose = steps.choose or chooser(steps.legal)
        functions = vars(replace(steps, choose=choose))
        one = {name: alone(each) for name, each in functions.items()}
        begun = alone(beginner(steps.begin))
        one["begin"] = lambda state, seed: begun(state, seed, *self._begins)
        self.one = Steps(**one)
        """The steps themselves, for one state at a time."""

    def init(self, states: Rows, seeds: Rows, drawn: Rows) -> None:
        """Begin games."""
        self._many["init"](states, seeds, drawn, *self._begins)

    def mask(self, states: Rows, masks: Masks) -> None:
        """Which moves are legal."""
        self._many["mask"](states, masks, self._room())

    def listed(self, states: Rows, found: Rows, counts: Rows) -> None:
        """The legal moves of each."""
        self._many["listed"](states, found, counts)

    def pick(self, states: Rows, seeds: Rows, drawn: Rows, actions: Rows) -> None:
        """One of them by chance."""
        self._many["pick"](states, seeds, drawn, actions, self._room())

    def step(
        self, states: Rows, actions: Rows, seeds: Rows, drawn: Rows, moved: Masks
    ) -> None:
        """Act where it is legal, then let chance act."""
        self._many["act"](states, actions, seeds, drawn, moved, self._room())

    def actors(self, states: Rows, found: Row) -> None:
        """Who is to act."""
        self._many["actors"](states, found)

    def scores(self, states: Rows, found: Floats) -> None:
        """What each seat has."""
        self._many["scores"](states, found)

    def seen(self, states: Rows, seat: int, found: Rows) -> None:
        """What a seat may know."""
        self._many["seen"](states, seat, found)

    def finish(self, states: Rows, seeds: Rows, drawn: Rows) -> None:
        """Play games to their end at random."""
        self._many["finish"](states, seeds, drawn, self._engine.longest, self._room())

    def simulate(self, first: int, scores: Floats, lengths: Rows, cuts: Cuts) -> int:
        """Random games from start to end, with the seeds from `first` on; their steps."""
        steps: int = self._many["simulate"](
            first, scores, lengths, cuts, *self._begins, self._engine.longest,
            np.empty(self._engine.words, np.int64), self._room(),
        )  # fmt: skip
        return steps

    def _room(self) -> Row:
        return np.empty(self._engine.most, np.int64)


class Played(NamedTuple):
    """What random games came to."""

    scores: Floats
    """By game and seat; of a game that was cut off, what the seats had by then."""
    lengths: Rows
    """Moves of each game."""
    cuts: Cuts
    """Why a game was cut off: it was too long, or there was no room for it; 0 if it ended."""


ENDED, TOO_LONG, NO_ROOM = range(3)

LOOPS: Final[tuple[Callable[..., Any], ...]] = (
    templates.init, templates.mask, templates.listed, templates.pick, templates.act,
    templates.actors, templates.scores, templates.seen, templates.finish, templates.simulate,
)  # fmt: skip


def loops(engine: Engine[Any]) -> Loops:
    """The loops of an engine."""
    return Loops(engine)


@cache
def beginner(begin: Callable[[Row, int], int]) -> Callable[..., int]:
    """The start of a table, and from there on what chance makes of it."""

    @step
    def begun(state: Row, seed: int, start: Row, is_whole: bool) -> int:
        for place in range(start.shape[0]):
            state[place] = start[place]
        return 0 if is_whole else begin(state, seed)

    return begun


@cache
def chooser(legal: Callable[[Row, Row], int]) -> Callable[[Row, int, int, Row], int]:
    """One of the legal moves, all equally likely, from the list of them."""

    @step
    def choose(state: Row, seed: int, drawn: int, found: Row) -> int:
        return int(found[below(seed, drawn, legal(state, found))])

    return choose


@step
def never(_state: Row) -> bool:
    """There is room for every game."""
    return False


@cache
def cutter(steps: Steps, full: Callable[[Row], bool] | None) -> Callable[[Row], int]:
    """Why a game ended before its end, if it did."""
    actor, is_full = steps.actor, full or never

    @step
    def cut(state: Row) -> int:
        if is_full(state):
            return NO_ROOM
        return ENDED if actor(state) == OVER else TOO_LONG

    return cut


@cache
def _many(
    steps: Steps, full: Callable[[Row], bool] | None
) -> dict[str, Callable[..., Any]]:
    """The loops around these steps, each compiled when it is first called."""
    made = {"begun": beginner(steps.begin), "cut": cutter(steps, full)}
    choose = steps.choose or chooser(steps.legal)
    names = {**vars(replace(steps, choose=choose)), **made}
    return {each.__name__: bound(each, names) for each in LOOPS}


def simulated(
    engine: Engine[Any], games: int, first: int = 0, workers: int = 1
) -> tuple[Floats, Rows]:
    """Random games: the scores of each, and its length. The same for any number of threads."""
    return played(engine, games, first, workers)[:2]


def played(engine: Engine[Any], games: int, first: int = 0, workers: int = 1) -> Played:
    """The same, with what was cut off."""
    scores = np.empty((games, engine.seats), np.float64)
    lengths = np.empty(games, np.int64)
    cuts = np.empty(games, np.int8)
    run = loops(engine).simulate
    edges = [games * part // workers for part in range(workers + 1)]

    def play(part: int) -> None:
        here = slice(edges[part], edges[part + 1])
        run(first + edges[part], scores[here], lengths[here], cuts[here])

    if workers == 1:  # in the thread that asks, and counts its time
        play(0)
        return Played(scores, lengths, cuts)
    with ThreadPoolExecutor(workers) as pool:
        for done in pool.map(play, range(workers)):
            assert done is None
    return Played(scores, lengths, cuts)
