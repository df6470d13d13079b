"""Random games of an engine beside its rulebook, for tests."""

import os
from collections.abc import Collection, Sequence
from typing import Final, TypeVar

from ludex.compile.engine import Engine
from ludex.compile.lockstep import walked
from ludex.kernel import Game

S = TypeVar("S")

LOCKSTEP: Final = int(os.environ.get("LOCKSTEP", "1_000_000"))
"""Steps of each game in the slow tests: `make slow LOCKSTEP=10000000` takes ten times as many."""


def steps_of(name: str, presets: Collection[str], tables: Collection[str]) -> int:
    """The share of a table: four fifths of all steps are for the presets, the rest for others."""
    others = len(tables) - len(presets)
    if not others:
        return -(-LOCKSTEP // len(presets))
    share, among = (4, len(presets)) if name in presets else (1, others)
    return -(-LOCKSTEP * share // (5 * among))


def demand_the_same_games(
    engine: Engine, seeds: Sequence[int], steps: int, rulebook: Game[S]
) -> None:
    """So many steps, and no difference."""
    made, difference = walked(engine, seeds, steps, rulebook)
    assert difference is None, difference
    assert made >= steps
