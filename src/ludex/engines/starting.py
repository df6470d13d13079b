"""Games that begin with a given state."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from ludex.engines.engine import Engine, Row
from ludex.engines.jit import step

S = TypeVar("S")


def starting(engine: Engine[S], s: S) -> Engine[S]:
    """The same engine, whose games begin with a state."""
    begin = beginning_with(engine.rows([s])[0])
    steps = replace(engine.steps, begin=begin)
    return replace(engine, steps=steps, rules=engine.game.position(s))


def beginning_with(first: Row) -> Callable[[Row, int], int]:
    """A step that begins every game with the same row."""

    @step
    def begin(state: Row, _seed: int) -> int:
        for place in range(first.shape[0]):
            state[place] = first[place]
        return 0

    return begin


@step
def nowhere(_state: Row, _seed: int) -> int:
    """For games that begin with states which somebody else brings."""
    return 0
