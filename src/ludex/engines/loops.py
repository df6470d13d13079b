"""The loops over many games, compiled around the steps of one engine."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from ludex.engines.draws import below
from ludex.engines.engine import CHANCE, OVER, Engine, Rows, Steps
from ludex.engines.jit import compiled, step

Floats = npt.NDArray[np.float64]
Masks = npt.NDArray[np.bool_]

LIMIT: Final = 100_000
"""So many steps of one game, then it is cut off: no rulebook here needs a tenth of it."""


@dataclass(frozen=True)
class Loops:
    """Many games at once."""

    init: Callable[[Rows, Rows, Rows], None]
    """(states, seeds, drawn): begin games."""
    mask: Callable[[Rows, Masks], None]
    """(states, masks): which moves are legal."""
    step: Callable[[Rows, Rows, Rows, Rows], int]
    """(states, actions, seeds, drawn): act, then let chance act; how many were legal."""
    simulate: Callable[[int, int, Floats, Rows], int]
    """(first seed, games, scores, lengths): random games from start to end; their steps."""


def loops(engine: Engine[Any]) -> Loops:
    """The loops of an engine, made once."""
    return _make(engine.steps, engine.words, engine.most, engine.seats)


def chooser(
    legal: Callable[[Rows, Rows], int],
) -> Callable[[Rows, int, int, Rows], int]:
    """One of the legal moves, each as likely, from the list of them."""

    @step
    def choose(state: Rows, seed: int, drawn: int, found: Rows) -> int:
        return int(found[below(seed, drawn, legal(state, found))])

    return choose


@cache
def player(steps: Steps) -> Callable[[Rows, int, Rows], int]:
    """A whole random game, from its beginning to its end; how many moves were made."""
    begin, actor, apply, draw = steps.begin, steps.actor, steps.apply, steps.draw
    choose = steps.choose or chooser(steps.legal)

    @step
    def play(state: Rows, seed: int, found: Rows) -> int:
        drawn = begin(state, seed)
        length = 0
        for _ in range(LIMIT):
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


@cache
def _make(steps: Steps, words: int, most: int, seats: int) -> Loops:
    begin, actor, legal = steps.begin, steps.actor, steps.legal
    apply, draw, score = steps.apply, steps.draw, steps.score
    play = player(steps)

    @compiled
    def init(states: Rows, seeds: Rows, drawn: Rows) -> None:
        for game in range(states.shape[0]):
            state = states[game]
            count = begin(state, seeds[game])
            while actor(state) == CHANCE:
                count = draw(state, seeds[game], count)
            drawn[game] = count

    @compiled
    def mask(states: Rows, masks: Masks) -> None:
        found = np.empty(most, np.int64)
        for game in range(states.shape[0]):
            masks[game] = False
            if actor(states[game]) >= 0:
                for place in range(legal(states[game], found)):
                    masks[game, found[place]] = True

    @compiled
    def act(states: Rows, actions: Rows, seeds: Rows, drawn: Rows) -> int:
        found = np.empty(most, np.int64)
        taken = 0
        for game in range(states.shape[0]):
            state = states[game]
            if actor(state) < 0:
                continue
            allowed = False
            for place in range(legal(state, found)):
                allowed |= found[place] == actions[game]
            if not allowed:
                continue
            apply(state, actions[game])
            taken += 1
            while actor(state) == CHANCE:
                drawn[game] = draw(state, seeds[game], drawn[game])
        return taken

    @compiled
    def simulate(first: int, games: int, scores: Floats, lengths: Rows) -> int:
        found = np.empty(most, np.int64)
        state = np.empty(words, np.int64)
        total = 0
        for game in range(games):
            length = play(state, first + game, found)
            for seat in range(seats):
                scores[game, seat] = score(state, seat)
            lengths[game] = length
            total += length
        return total

    return Loops(init, mask, act, simulate)


def simulated(
    engine: Engine[Any], games: int, first: int = 0, workers: int = 1
) -> tuple[Floats, Rows]:
    """Random games: the scores of each, and its length. The same for any number of threads."""
    scores = np.empty((games, engine.seats), np.float64)
    lengths = np.empty(games, np.int64)
    run = loops(engine).simulate
    edges = [games * part // workers for part in range(workers + 1)]

    def play(part: int) -> None:
        here = slice(edges[part], edges[part + 1])
        run(
            first + edges[part],
            edges[part + 1] - edges[part],
            scores[here],
            lengths[here],
        )

    with ThreadPoolExecutor(workers) as pool:
        for done in pool.map(play, range(workers)):
            assert done is None
    return scores, lengths
