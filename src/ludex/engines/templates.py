"""The loops of every engine, written once.

The names that follow have no value here: `loops` binds them to the steps of an engine. Each
function closes over the digest of the engine that it is made for, which tells what is kept
on disk apart.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from ludex.engines.bare import bare, held
from ludex.engines.engine import CHANCE, OVER, Row, Rows

Floats = npt.NDArray[np.float64]
Masks = npt.NDArray[np.bool_]
Cuts = npt.NDArray[np.int8]
"""Why games ended before their end, if they did."""

# ruff: noqa: F821 - they are bound, not assigned
begin: Callable[[Row, int], int]
actor: Callable[[Row], int]
legal: Callable[[Row, Row], int]
apply: Callable[[Row, int], None]
draw: Callable[[Row, int, int], int]
score: Callable[[Row, int], float]
observe: Callable[[Row, int, Row], None]
choose: Callable[[Row, int, int, Row], int]
play: Callable[[Row, int, Row], int]
cut: Callable[[Row], int]
words: int
most: int
seats: int
longest: int


def steps_of_many(digest: int) -> dict[str, Callable[..., Any]]:
    """Many games, a step at a time."""

    def init(states: Rows, seeds: Rows, drawn: Rows) -> None:
        assert digest
        states = bare(states)
        for game in range(states.shape[0]):
            state = states[game]
            count = begin(state, seeds[game])
            while actor(state) == CHANCE:
                count = draw(state, seeds[game], count)
            drawn[game] = count

    def pick(states: Rows, seeds: Rows, drawn: Rows, actions: Rows) -> None:
        assert digest
        states = bare(states)
        room = np.empty(most, np.int64)
        found = bare(room)
        for game in range(states.shape[0]):
            if actor(states[game]) >= 0:
                actions[game] = choose(states[game], seeds[game], drawn[game], found)
                drawn[game] += 1
        held(room)

    def act(
        states: Rows, actions: Rows, seeds: Rows, drawn: Rows, moved: Masks
    ) -> None:
        assert digest
        states = bare(states)
        room = np.empty(most, np.int64)
        found = bare(room)
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
        held(room)

    return {"init": init, "pick": pick, "step": act}


def lists_of_many(digest: int) -> dict[str, Callable[..., Any]]:
    """The legal moves of many games."""

    def mask(states: Rows, masks: Masks) -> None:
        assert digest
        states = bare(states)
        room = np.empty(most, np.int64)
        found = bare(room)
        for game in range(states.shape[0]):
            masks[game] = False
            if actor(states[game]) >= 0:
                for place in range(legal(states[game], found)):
                    masks[game, found[place]] = True
        held(room)

    def listed(states: Rows, found: Rows, counts: Rows) -> None:
        assert digest
        states = bare(states)
        found = bare(found)
        for game in range(states.shape[0]):
            counts[game] = 0
            if actor(states[game]) >= 0:
                counts[game] = legal(states[game], found[game])

    return {"mask": mask, "listed": listed}


def looks_at_many(digest: int) -> dict[str, Callable[..., Any]]:
    """What can be said of many games."""

    def actors(states: Rows, found: Rows) -> None:
        assert digest
        states = bare(states)
        for game in range(states.shape[0]):
            found[game] = actor(states[game])

    def scores(states: Rows, found: Floats) -> None:
        assert digest
        states = bare(states)
        for game in range(states.shape[0]):
            for seat in range(seats):
                found[game, seat] = score(states[game], seat)

    def seen(states: Rows, seat: int, found: Rows) -> None:
        assert digest
        states = bare(states)
        found = bare(found)
        for game in range(states.shape[0]):
            observe(states[game], seat, found[game])

    return {"actors": actors, "scores": scores, "seen": seen}


def whole_games(digest: int) -> dict[str, Callable[..., Any]]:
    """Many games to their ends."""

    def simulate(
        first: int, games: int, scores: Floats, lengths: Rows, cuts: Cuts
    ) -> int:
        assert digest
        room = np.empty(most, np.int64)
        found = bare(room)
        row = np.empty(words, np.int64)
        state = bare(row)
        total = 0
        for game in range(games):
            length = play(state, first + game, found)
            for seat in range(seats):
                scores[game, seat] = score(state, seat)
            lengths[game] = length
            cuts[game] = cut(state)
            total += length
        held(room)
        held(row)
        return total

    def finish(states: Rows, seeds: Rows, drawn: Rows) -> None:
        assert digest
        states = bare(states)
        room = np.empty(most, np.int64)
        found = bare(room)
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
        held(room)

    return {"simulate": simulate, "finish": finish}


def of_one(digest: int) -> dict[str, Callable[..., Any]]:
    """The steps themselves, as Python calls them."""

    def begin_one(state: Row, seed: int) -> int:
        assert digest
        return begin(state, seed)

    def actor_of(state: Row) -> int:
        assert digest
        return actor(state)

    def legal_of(state: Row, found: Row) -> int:
        assert digest
        return legal(state, found)

    def apply_one(state: Row, action: int) -> None:
        assert digest
        apply(state, action)

    def draw_one(state: Row, seed: int, drawn: int) -> int:
        assert digest
        return draw(state, seed, drawn)

    def score_of(state: Row, seat: int) -> float:
        assert digest
        return score(state, seat)

    def observe_one(state: Row, seat: int, seen: Row) -> None:
        assert digest
        observe(state, seat, seen)

    def choose_one(state: Row, seed: int, drawn: int, found: Row) -> int:
        assert digest
        return choose(state, seed, drawn, found)

    return {
        "begin": begin_one,
        "actor": actor_of,
        "legal": legal_of,
        "apply": apply_one,
        "draw": draw_one,
        "score": score_of,
        "observe": observe_one,
        "choose": choose_one,
    }
