"""Random games of an engine beside its rulebook, for tests."""

from collections.abc import Sequence
from typing import TypeVar

from ludex.engines.engine import Engine
from ludex.engines.lockstep import walked
from ludex.kernel import Game

S = TypeVar("S")


def demand_the_same_games(
    engine: Engine[S], seeds: Sequence[int], steps: int, rulebook: Game[S]
) -> None:
    """So many steps, and no difference."""
    made, difference = walked(engine, seeds, steps, rulebook)
    assert difference is None, difference
    assert made >= steps
