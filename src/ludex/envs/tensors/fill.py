"""A derived engine with the tensors of its views: one compiled loop writes those of all games."""

from collections.abc import Callable
from typing import Any

from ludex.compile.engine import Engine, Row, Rows
from ludex.compile.jit import bound
from ludex.compile.rows import bare
from ludex.compile.rulebook.derive import derive
from ludex.compile.rulebook.errors import CompileError
from ludex.envs.tensors.compiled import TensorWriter
from ludex.envs.tensors.observation import Floats, observation_of
from ludex.kernel import AnyGame, AnyState

tensor: Callable[[Row, Row, int, Any], None]


def fill(seen: Rows, state: Row, seats: Row, found: Floats) -> None:
    """Write the tensor of what each seat sees; `state` is room for work."""
    seen, state, seats, found = bare(seen), bare(state), bare(seats), bare(found)
    for game in range(seen.shape[0]):
        tensor(seen[game], state, seats[game], found[game])  # noqa: F821 - it is bound


def engine_with_tensors(game: AnyGame, start: AnyState) -> tuple[Engine, Any]:
    """Return the engine of a rulebook, and the loop that writes tensors; None where it has none."""
    observation = observation_of(game, start)
    if observation.is_derived:
        try:
            derived = derive(game, start, TensorWriter(observation).write).demand_whole()
        except CompileError:
            pass  # of its tensors, perhaps
        else:
            return derived.engine, bound(fill, {"tensor": derived.functions["tensor"]})
    return derive(game, start).demand_whole().engine, None
