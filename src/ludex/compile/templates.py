"""The loops of every engine, written once.

The names that follow have no value here: `loops` binds them to the steps of an engine. Whatever tells the tables of a game
apart is given to a loop, so that it is compiled once for all of them: the start, how long games are, room to work in.
"""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from ludex.compile.engine import CHANCE, OVER, Row, Rows
from ludex.compile.rows import bare

Floats = npt.NDArray[np.float64]
Masks = npt.NDArray[np.bool_]
Cuts = npt.NDArray[np.int8]
"""Why games ended before their end, if they did."""

# ruff: noqa: F821 - they are bound, not assigned
begun: Callable[[Row, int, Row, bool], int]
actor: Callable[[Row], int]
legal: Callable[[Row, Row], int]
apply: Callable[[Row, int], None]
draw: Callable[[Row, int, int], int]
score: Callable[[Row, int], float]
observe: Callable[[Row, int, Row], None]
choose: Callable[[Row, int, int, Row], int]
cut: Callable[[Row], int]


def init(states: Rows, seeds: Rows, drawn: Rows, start: Row, is_whole: bool) -> None:
    """Begin games."""
    states, start = bare(states), bare(start)
    for game in range(states.shape[0]):
        state = states[game]
        count = begun(state, seeds[game], start, is_whole)
        while actor(state) == CHANCE:
            count = draw(state, seeds[game], count)
        drawn[game] = count


def pick(states: Rows, seeds: Rows, drawn: Rows, actions: Rows, found: Row) -> None:
    """A random move for each."""
    states, found = bare(states), bare(found)
    for game in range(states.shape[0]):
        if actor(states[game]) >= 0:
            actions[game] = choose(states[game], seeds[game], drawn[game], found)
            drawn[game] += 1


def act(
    states: Rows, actions: Rows, seeds: Rows, drawn: Rows, moved: Masks, found: Row
) -> None:
    """Act where it is legal, then let chance act."""
    states, found = bare(states), bare(found)
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
        moved[game] = True
        while actor(state) == CHANCE:
            drawn[game] = draw(state, seeds[game], drawn[game])


def listed(states: Rows, found: Rows, counts: Rows) -> None:
    """The legal moves of each."""
    states, found = bare(states), bare(found)
    for game in range(states.shape[0]):
        counts[game] = 0
        if actor(states[game]) >= 0:
            counts[game] = legal(states[game], found[game])


def mask(states: Rows, masks: Masks, found: Row) -> None:
    """Which moves are legal."""
    states, found = bare(states), bare(found)
    for game in range(states.shape[0]):
        masks[game] = False
        if actor(states[game]) >= 0:
            for place in range(legal(states[game], found)):
                masks[game, found[place]] = True


def actors(states: Rows, found: Row) -> None:
    """Who is to act."""
    states = bare(states)
    for game in range(states.shape[0]):
        found[game] = actor(states[game])


def scores(states: Rows, found: Floats) -> None:
    """What each seat has."""
    states = bare(states)
    for game in range(states.shape[0]):
        for seat in range(found.shape[1]):
            found[game, seat] = score(states[game], seat)


def seen(states: Rows, seat: int, found: Rows) -> None:
    """What a seat may know."""
    states, found = bare(states), bare(found)
    for game in range(states.shape[0]):
        observe(states[game], seat, found[game])


def simulate(
    first: int, scores: Floats, lengths: Rows, cuts: Cuts,
    start: Row, is_whole: bool, longest: int, state: Row, found: Row,
) -> int:  # fmt: skip
    """Whole games."""
    start, state, found = bare(start), bare(state), bare(found)
    total = 0
    for game in range(lengths.shape[0]):
        seed, length = first + game, 0
        drawn = begun(state, seed, start, is_whole)
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
        for seat in range(scores.shape[1]):
            scores[game, seat] = score(state, seat)
        lengths[game] = length
        cuts[game] = cut(state)
        total += length
    return total


def finish(states: Rows, seeds: Rows, drawn: Rows, longest: int, found: Row) -> None:
    """Play games to their end."""
    states, found = bare(states), bare(found)
    for game in range(states.shape[0]):
        state = states[game]
        for _ in range(longest):
            who = actor(state)
            if who == OVER:
                break
            if who == CHANCE:
                drawn[game] = draw(state, seeds[game], drawn[game])
            else:
                action = choose(state, seeds[game], drawn[game], found)
                drawn[game] += 1
                apply(state, action)
