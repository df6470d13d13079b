"""The loops over many games, compiled around the steps of one engine."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from ludex.engines.draws import below
from ludex.engines.engine import CHANCE, OVER, Engine, Rows, Steps
from ludex.engines.jit import bound, digest, step
from ludex.engines.templates import (
    Cuts,
    Floats,
    Masks,
    lists_of_many,
    looks_at_many,
    of_one,
    steps_of_many,
    whole_games,
)


@dataclass(frozen=True)
class Loops:
    """Many games at once."""

    init: Callable[[Rows, Rows, Rows], None]
    """(states, seeds, drawn): begin games."""
    mask: Callable[[Rows, Masks], None]
    """(states, masks): which moves are legal."""
    listed: Callable[[Rows, Rows, Rows], None]
    """(states, found, counts): the legal moves of each."""
    pick: Callable[[Rows, Rows, Rows, Rows], None]
    """(states, seeds, drawn, actions): one of them by chance."""
    step: Callable[[Rows, Rows, Rows, Rows, Masks], None]
    """(states, actions, seeds, drawn, moved): act where it is legal, then let chance act."""
    actors: Callable[[Rows, Rows], None]
    """(states, found): who is to act."""
    scores: Callable[[Rows, Floats], None]
    """(states, found): what each seat has."""
    seen: Callable[[Rows, int, Rows], None]
    """(states, seat, found): what a seat may know."""
    finish: Callable[[Rows, Rows, Rows], None]
    """(states, seeds, drawn): play games to their end at random."""
    simulate: Callable[[int, int, Floats, Rows, Cuts], int]
    """(first seed, games, scores, lengths, cuts): random games from start to end; their steps."""
    one: Steps
    """The steps themselves, for one state at a time."""


class Played(NamedTuple):
    """What random games came to."""

    scores: Floats
    """By game and seat; of a game that was cut off, what the seats had by then."""
    lengths: Rows
    """Moves of each game."""
    cuts: Cuts
    """Why a game was cut off: it was too long, or there was no room for it; 0 if it ended."""


ENDED, TOO_LONG, NO_ROOM = range(3)


def loops(engine: Engine[Any]) -> Loops:
    """The loops of an engine, made once."""
    return _make(
        engine.steps,
        engine.words,
        engine.most,
        engine.seats,
        engine.longest,
        engine.full,
    )


def chooser(
    legal: Callable[[Rows, Rows], int],
) -> Callable[[Rows, int, int, Rows], int]:
    """One of the legal moves, all equally likely, from the list of them."""

    @step
    def choose(state: Rows, seed: int, drawn: int, found: Rows) -> int:
        return int(found[below(seed, drawn, legal(state, found))])

    return choose


@cache
def player(steps: Steps, longest: int) -> Callable[[Rows, int, Rows], int]:
    """A whole random game, from its beginning to its end; how many moves were made."""
    begin, actor, apply, draw = steps.begin, steps.actor, steps.apply, steps.draw
    choose = steps.choose or chooser(steps.legal)

    @step
    def play(state: Rows, seed: int, found: Rows) -> int:
        drawn = begin(state, seed)
        length = 0
        while length < longest:
            who = actor(state)
            if who == OVER:
                break
            if who == CHANCE:
                drawn = draw(state, seed, drawn)
                continue
            action = choose(state, seed, drawn, found)
            drawn += 1
            apply(state, action)
            length += 1
        return length

    return play


@step
def never(_state: Rows) -> bool:
    """There is room for every game."""
    return False


@cache
def cutter(steps: Steps, full: Callable[[Rows], bool] | None) -> Callable[[Rows], int]:
    """Why a game ended before its end, if it did."""
    actor, is_full = steps.actor, full or never

    @step
    def cut(state: Rows) -> int:
        if is_full(state):
            return NO_ROOM
        return ENDED if actor(state) == OVER else TOO_LONG

    return cut


@cache
def _make(
    steps: Steps,
    words: int,
    most: int,
    seats: int,
    longest: int,
    full: Callable[[Rows], bool] | None,
) -> Loops:
    functions = {name: each for name, each in vars(steps).items() if each is not None}
    functions.setdefault("choose", chooser(steps.legal))
    numbers = {"words": words, "most": most, "seats": seats, "longest": longest}
    names = {
        **functions,
        **numbers,
        "play": player(steps, longest),
        "cut": cutter(steps, full),
    }
    key = digest(*functions.values(), *numbers.values(), full)
    makers = (steps_of_many, lists_of_many, looks_at_many, whole_games)
    templates = {name: each for make in makers for name, each in make(key).items()}
    many = {name: bound(each, names) for name, each in templates.items()}
    one = {name: _alone(name, each) for name, each in functions.items()}
    return Loops(**many, one=Steps(**one))


@cache
def _alone(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """A step for Python to call; engines that share it share what is compiled."""
    return bound(of_one(digest(function))[name], {name: function})


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
        run(
            first + edges[part],
            edges[part + 1] - edges[part],
            scores[here],
            lengths[here],
            cuts[here],
        )

    if workers == 1:  # in the thread that asks, and counts its time
        play(0)
        return Played(scores, lengths, cuts)
    with ThreadPoolExecutor(workers) as pool:
        for done in pool.map(play, range(workers)):
            assert done is None
    return Played(scores, lengths, cuts)
