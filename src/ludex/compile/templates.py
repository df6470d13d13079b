"""The loops of every engine, written once.

The names that follow have no value here: `loops` binds them to the steps of an engine. Whatever tells the tables of a game
apart is given to a loop first, so that it is compiled once for all of them: the start, how long games are, room to work in.
"""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from ludex.compile.engine import CHANCE, OVER, Row, Rows
from ludex.compile.rows import bare

Floats = npt.NDArray[np.float64]
Masks = npt.NDArray[np.bool_]
Cuts = npt.NDArray[np.int8]
"""The reasons for which games ended before their end, if they did."""

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
play: Callable[[Row, int, Row, Row, bool, int], int]


def init(start: Row, is_whole: bool, states: Rows, seeds: Rows, drawn: Rows) -> None:
    """Begin games."""
    states, start = bare(states), bare(start)
    for game in range(states.shape[0]):
        state = states[game]
        count = begun(state, seeds[game], start, is_whole)
        while actor(state) == CHANCE:
            count = draw(state, seeds[game], count)
        drawn[game] = count


def pick(found: Row, states: Rows, seeds: Rows, drawn: Rows, actions: Rows) -> None:
    """Choose a random move for each."""
    states, found = bare(states), bare(found)
    for game in range(states.shape[0]):
        if actor(states[game]) >= 0:
            actions[game] = choose(states[game], seeds[game], drawn[game], found)
            drawn[game] += 1


def act(found: Row, states: Rows, actions: Rows, seeds: Rows, drawn: Rows, moved: Masks) -> None:
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
    """List the legal moves of each."""
    states, found = bare(states), bare(found)
    for game in range(states.shape[0]):
        counts[game] = 0
        if actor(states[game]) >= 0:
            counts[game] = legal(states[game], found[game])


def mask(found: Row, states: Rows, masks: Masks) -> None:
    """Mark which moves are legal."""
    states, found = bare(states), bare(found)
    for game in range(states.shape[0]):
        masks[game] = False
        if actor(states[game]) >= 0:
            for place in range(legal(states[game], found)):
                masks[game, found[place]] = True


def actors(states: Rows, found: Row) -> None:
    """Find who is to act."""
    states = bare(states)
    for game in range(states.shape[0]):
        found[game] = actor(states[game])


def scores(states: Rows, found: Floats) -> None:
    """Find what each seat has."""
    states = bare(states)
    for game in range(states.shape[0]):
        for seat in range(found.shape[1]):
            found[game, seat] = score(states[game], seat)


def seen(states: Rows, seat: int, found: Rows) -> None:
    """Find what a seat may know."""
    states, found = bare(states), bare(found)
    for game in range(states.shape[0]):
        observe(states[game], seat, found[game])


def simulate(
    start: Row,
    is_whole: bool,
    longest: int,
    state: Row,
    found: Row,
    first: int,
    scores: Floats,
    lengths: Rows,
    cuts: Cuts,
) -> int:
    """Play whole games, with the seeds from `first` on; their steps."""
    start, state, found = bare(start), bare(state), bare(found)
    total = 0
    for game in range(lengths.shape[0]):
        length = play(state, first + game, found, start, is_whole, longest)
        for seat in range(scores.shape[1]):
            scores[game, seat] = score(state, seat)
        lengths[game] = length
        cuts[game] = cut(state)
        total += length
    return total


def finish(longest: int, found: Row, states: Rows, seeds: Rows, drawn: Rows) -> None:
    """Play games to their end at random."""
    states, found = bare(states), bare(found)
    for game in range(states.shape[0]):
        state = states[game]
        for _ in range(longest):
            actor_seat = actor(state)
            if actor_seat == OVER:
                break
            if actor_seat == CHANCE:
                drawn[game] = draw(state, seeds[game], drawn[game])
            else:
                action = choose(state, seeds[game], drawn[game], found)
                drawn[game] += 1
                apply(state, action)
