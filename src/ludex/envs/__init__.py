"""Environments: every rulebook in the usual interfaces of reinforcement learning.

`actions` gives every event a number, and `observation` encodes a seat's view as a tensor (`derive`
derives the encoding from the `codes` of values). A `table.LearningTable` stays from episode to
episode; an `episode` is one game. `gymnasium_env` has one learner at a table, and `registration`
its games. `pettingzoo_env` has a learner in every seat (`aec`). `open_spiel` registers the games
with OpenSpiel, and `history` adapts them. `vectors` steps thousands of games on a compiled engine.
"""

from typing import TYPE_CHECKING, Any

try:
    import gymnasium
except ImportError as missing:
    raise ImportError('environments need Gymnasium: pip install "ludex[rl]"') from missing

from ludex.envs.actions import NoNumber, Numbering
from ludex.envs.episode import IllegalAction
from ludex.envs.gymnasium_env import RulebookEnv
from ludex.envs.registration import register
from ludex.envs.table import NoTable
from ludex.envs.tensors.observation import Observation

if TYPE_CHECKING:
    from ludex.kernel import AnyGame

register()


def aec(game: "str | AnyGame", **more: Any) -> Any:  # noqa: ANN401
    """Return a game with a learner in every seat, for PettingZoo; see `ludex.envs.pettingzoo_env`."""
    from ludex.envs.pettingzoo_env import aec as make  # noqa: PLC0415 - needs PettingZoo

    return make(game, **more)


def vector(game: "str | AnyGame", num_envs: int, **more: Any) -> Any:  # noqa: ANN401
    """Return many games at once on a compiled engine; see `ludex.envs.vectors`."""
    from ludex.envs.vectors import EngineVectorEnv  # noqa: PLC0415 - needs Numba

    return EngineVectorEnv(game, num_envs, **more)


__all__ = [
    "IllegalAction",
    "NoNumber",
    "NoTable",
    "Numbering",
    "Observation",
    "RulebookEnv",
    "aec",
    "gymnasium",
    "register",
    "vector",
]
