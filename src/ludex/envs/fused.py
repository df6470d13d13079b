"""One compiled step for many environments: act, let the others act, look, and begin again.

As in `ludex.engines.templates` the names that follow have no value here: `fused` binds them to the
steps of an engine. One loop does it all, so that each game is looked at once while it is at hand.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from ludex.engines.engine import CHANCE, Engine, Row, Rows, Steps
from ludex.engines.jit import bound, digest
from ludex.engines.loops import chooser
from ludex.engines.templates import Floats, Masks

# ruff: noqa: F821 - they are bound, not assigned
begin: Callable[[Row, int], int]
actor: Callable[[Row], int]
legal: Callable[[Row, Row], int]
apply: Callable[[Row, int], None]
draw: Callable[[Row, int, int], int]
score: Callable[[Row, int], float]
observe: Callable[[Row, int, Row], None]
choose: Callable[[Row, int, int, Row], int]
go_on: Callable[[Row, int, int, int, Row], int]
most: int
seats: int

ANYBODY = -1
"""In place of a seat: whoever is on turn acts."""


@dataclass(frozen=True)
class Fused:
    """What is done to many environments at once."""

    renew: Callable[[Rows, Rows, Rows, Rows, Masks, int], None]
    """(states, seeds, drawn, lengths, which, seat): begin some of the games anew."""
    act: Callable[[Rows, Rows, Rows, Rows, Rows, Masks, Masks, int, Masks], None]
    """(states, actions, seeds, drawn, lengths, masks, which, seat, moved): act where it is legal,
    then let chance and the other seats act."""
    look: Callable[[Rows, int, Rows, Rows, Masks, Floats], None]
    """(states, seat, seen, actors, masks, scores): all there is to know."""


def _templates(key: int) -> dict[str, Callable[..., Any]]:
    def others(state: Row, seed: int, count: int, seat: int, found: Row) -> int:
        assert key
        while True:
            who = actor(state)
            if who == CHANCE:
                count = draw(state, seed, count)
            elif who < 0 or seat == ANYBODY or who == seat:  # noqa: PLR1714  # compiled
                return count
            else:
                action = choose(state, seed, count, found)
                count += 1
                apply(state, action)

    def renew(
        states: Rows, seeds: Rows, drawn: Rows, lengths: Rows, which: Masks, seat: int
    ) -> None:
        assert key
        found = np.empty(most, np.int64)
        for game in range(states.shape[0]):
            if which[game]:
                count = begin(states[game], seeds[game])
                drawn[game] = go_on(states[game], seeds[game], count, seat, found)
                lengths[game] = 0

    def act(
        states: Rows, actions: Rows, seeds: Rows, drawn: Rows, lengths: Rows,
        masks: Masks, which: Masks, seat: int, moved: Masks,
    ) -> None:  # fmt: skip
        assert key
        found = np.empty(most, np.int64)
        for game in range(states.shape[0]):
            moved[game] = False
            if which[game] and masks[game, actions[game]]:
                state = states[game]
                apply(state, actions[game])
                drawn[game] = go_on(state, seeds[game], drawn[game], seat, found)
                lengths[game] += 1
                moved[game] = True

    def look(
        states: Rows, seat: int, seen: Rows, actors: Rows, masks: Masks, scores: Floats
    ) -> None:
        assert key
        found = np.empty(most, np.int64)
        for game in range(states.shape[0]):
            state = states[game]
            who = actor(state)
            actors[game] = who
            watching = seat if seat != ANYBODY else max(who, 0)
            observe(state, watching, seen[game])
            masks[game] = False
            if who >= 0:
                for place in range(legal(state, found)):
                    masks[game, found[place]] = True
            for each in range(seats):
                scores[game, each] = score(state, each)

    return {"others": others, "renew": renew, "act": act, "look": look}


def fused(engine: Engine[Any]) -> Fused:
    """The loops of an engine, made once."""
    return _made(engine.steps, engine.most, engine.seats)


@cache
def _made(steps: Steps, room: int, count: int) -> Fused:
    functions = {name: each for name, each in vars(steps).items() if each is not None}
    functions.setdefault("choose", chooser(steps.legal))
    names: dict[str, object] = {**functions, "most": room, "seats": count}
    templates = _templates(digest(*functions.values(), room, count, __name__))
    names["go_on"] = bound(templates["others"], names)
    return Fused(
        **{name: bound(templates[name], names) for name in ("renew", "act", "look")}
    )
