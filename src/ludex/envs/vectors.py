"""Vectors: thousands of games at once on a compiled engine, as Gymnasium steps them.

    envs = ludex.envs.vector("holdem", num_envs=4096)
    seen, info = envs.reset(seed=1)
    seen, rewards, ended, cut_off, info = envs.step(envs.random_actions())

The numbers of actions and the rows that are seen are the engine's: `envs.explain_action`
and `envs.tensors` translate. `info` has `action_mask` (a row for each game), `seat` (who is to
act) and `scores` (what each seat has), all of them to be read only. Game i begins with the seed and i, and its next one with
so many more as there are games: no game depends on the others. A seed deals what it deals in
`ludex.envs.gymnasium_env`, and with `seat=0` the others, who move at random, do what they do there.

With `seat=None` the learner plays for all: each row is what the seat on turn sees, and the reward is
that of the seat that acted. Rewards are the score at the end; with `reward="difference"` what each
step brought.

With `device="gpu"` the games and all arrays stay on the GPU (`ludex.compile.batches_gpu`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pickle import PicklingError
from typing import Any, Literal

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ludex.compile.engine import Engine, Rows
from ludex.envs.episode import IllegalAction
from ludex.envs.table import (
    LearningTable,
    NoTable,
    StartOptions,
    TableOptions,
    demand_either,
    each_deal,
    game_of,
)
from ludex.envs.tensors.observation import Floats, observation_of
from ludex.kernel import AnyGame, Seat
from ludex.registry import companion_of
from ludex.registry import engine as engine_of
from ludex.table import looks_of

try:
    from ludex.compile.batches import Batch
    from ludex.compile.turns import ANYBODY, BatchView
except ImportError as missing:
    raise ImportError('vectors need Numba: pip install "ludex[fast,rl]"') from missing

SEED_ROOM = 1 << 40


@dataclass(frozen=True, kw_only=True)
class VectorOptions(StartOptions):
    """Everything that can be chosen about a vector."""

    seat: int | None = 0
    reward: Literal["score", "difference"] = "score"
    illegal: Literal["refuse", "raise"] = "refuse"
    limit: int | None = None
    autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP
    engine: Engine | None = None
    device: Literal["cpu", "gpu"] = "cpu"


class EngineVectorEnv(VectorEnv[Any, Any, Any]):
    """Many games of one engine. Further arguments are those of `VectorOptions`."""

    metadata: dict[str, Any] = {  # noqa: RUF012  # as Gymnasium declares it
        "autoreset_mode": AutoresetMode.NEXT_STEP,
        "render_modes": [],
    }

    def __init__(
        self,
        game: str | AnyGame,
        num_envs: int = 1,
        **options: Any,  # noqa: ANN401
    ) -> None:
        if num_envs < 1:
            raise NoTable("num_envs is 1 or more")
        asked = VectorOptions(**options)
        self._asked = game, num_envs, asked
        rules = game_of(game)
        pool: Rows | None = None
        if asked.engine is None:
            self.engine, pool = _engine(rules, asked)
        else:
            self.engine = asked.engine
        engine, seat = self.engine, asked.seat
        if seat is not None and not 0 <= seat < engine.seats:
            raise NoTable(f"seats are 0 to {engine.seats - 1}, not {seat}")
        demand_either("reward", asked.reward, "score", "difference")
        demand_either("device", asked.device, "cpu", "gpu")
        self.mode = AutoresetMode(asked.autoreset_mode)
        self.metadata = {**type(self).metadata, "autoreset_mode": self.mode}
        self.num_envs = num_envs
        self.seat = ANYBODY if seat is None else seat
        self.raises, self.on_gpu = asked.illegal == "raise", asked.device == "gpu"
        if self.on_gpu and (self.raises or self.mode is AutoresetMode.SAME_STEP):
            raise NoTable("on a GPU illegal='raise' and SAME_STEP are not to be had")
        whole = np.iinfo(np.int64)
        self.single_observation_space = spaces.Box(whole.min, whole.max, (engine.seen,), np.int64)
        self.single_action_space = spaces.Discrete(engine.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        batch = Batch
        if self.on_gpu:
            from ludex.compile.batches_gpu import DeviceBatch  # noqa: PLC0415 - needs CUDA
            from ludex.compile.cuda import require  # noqa: PLC0415

            require()
            batch = DeviceBatch
        self._batch = batch(
            engine,
            num_envs,
            seat=self.seat,
            pool=pool,
            limit=asked.limit,
            by_difference=asked.reward == "difference",
            renewed=self.mode is AutoresetMode.NEXT_STEP,
        )
        self._has_begun = False

    # -- what Gymnasium asks for ---------------------------------------------------------

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[npt.NDArray[np.int64], dict[str, Any]]:
        """Begin all games, or with `options={"reset_mask": …}` some of them."""
        which = np.ones(self.num_envs, np.bool_)
        if options is not None and "reset_mask" in options:
            which = np.asarray(options["reset_mask"], np.bool_)
            if which.shape != (self.num_envs,) or not which.any():
                raise NoTable(f"reset_mask: {self.num_envs} times yes or no, some of them yes")
        if seed is None and self._has_begun:
            seeds = self._batch.read(self._batch.games.seeds) + self.num_envs
        else:
            seeds = self._given(seed)
        self._has_begun = True
        return self._batch.reset(seeds, which).seen, self._info()

    def _given(self, seed: int | Sequence[int | None] | None) -> npt.NDArray[np.int64]:
        if seed is None:
            first = int(self.np_random.integers(SEED_ROOM))
        elif isinstance(seed, int):
            self._np_random = np.random.default_rng(seed)
            first = seed
        else:
            if len(seed) != self.num_envs or None in seed:
                raise NoTable(f"a seed for each of the {self.num_envs} games")
            return np.array(seed, np.int64)
        return first + np.arange(self.num_envs, dtype=np.int64)

    def step(
        self,
        actions: Any,  # noqa: ANN401
    ) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Act in every game. What is not legal is not done: `info["refused"]` says where."""
        if not self._has_begun:
            raise gymnasium.error.ResetNeeded("reset the environments first")
        try:
            chosen = self._batch.checked(actions)
        except ValueError as problem:
            raise IllegalAction(str(problem)) from None
        if not self.on_gpu:
            self._demand_actions(chosen)
        now, info = self._batch.step(chosen), dict[str, Any]()
        if self.mode is AutoresetMode.SAME_STEP:
            info = self._begin_again(now, now.ended | now.cut_off)
        if self.on_gpu or now.refused.any():
            info["refused"] = now.refused
        seen = self._batch.view.seen
        return seen, now.rewards, now.ended, now.cut_off, {**self._info(), **info}

    def close_extras(self, **_: object) -> None:
        """Close nothing: nothing is held."""

    # -- for learners --------------------------------------------------------------------

    def random_actions(self) -> Any:  # noqa: ANN401
        """Choose a random legal action for each game: for those who measure or need an opponent."""
        return self._batch.random_moves()

    def states(self) -> list[Any]:
        """Return the rulebook's state of each game: slow, for those who look behind the table."""
        return [self.engine.decode(row) for row in self._rows()]

    def _rows(self) -> Rows:
        rows: Rows = self._batch.read(self._batch.games.states)
        return rows

    def tensors(self) -> Floats:
        """Return what the learner sees as the rulebook's tensors, with a name for every number: slow."""
        game, states = self.engine.game, self.states()
        seen = observation_of(game, states[0])
        turns = self._batch.read(self._batch.view.actors).tolist()
        seats = [max(0, who) if self.seat == ANYBODY else self.seat for who in turns]
        return np.stack(
            [
                seen.tensor(game.view(s, Seat(seat)), Seat(seat))
                for s, seat in zip(states, seats, strict=True)
            ]
        )

    def explain_action(self, index: int, action: int) -> str:
        """Return the rulebook's event that an action stands for in a game."""
        return str(self.engine.event(self._rows()[index], action))

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel to another process: made again there, with the games as they stand."""
        _, _, asked = self._asked
        if self.on_gpu or asked.engine is not None:
            raise PicklingError(
                "a vector on a GPU, or on an engine of your own, stays in its process"
            )
        games, view = self._batch.games, self._batch.view
        return _rebuild, (self._asked, (games, view, self._has_begun, self.np_random))

    # -- inside --------------------------------------------------------------------------

    def _demand_actions(self, chosen: npt.NDArray[np.int64]) -> None:
        if chosen.min() < 0 or chosen.max() >= self.engine.actions:
            raise IllegalAction(f"actions are 0 to {self.engine.actions - 1}")
        if self.raises:
            masks = self._batch.view.masks
            legal = masks[np.arange(self.num_envs), chosen] | self._batch.games.over
            if not legal.all():
                where = int(np.flatnonzero(~legal)[0])
                raise IllegalAction(f"game {where}: action {chosen[where]} is not legal")

    def _begin_again(self, now: BatchView, over: npt.NDArray[np.bool_]) -> dict[str, Any]:
        """Begin games that are over at once, and return their last view: the mode SAME_STEP."""
        if not over.any():
            return {}
        self._batch.reset(self._batch.games.seeds + self.num_envs, over)
        return {
            "final_obs": now.seen,
            "_final_obs": over.copy(),
            "final_info": {"scores": _to_read(now.scores), "_scores": over.copy()},
            "_final_info": over.copy(),
        }

    def _info(self) -> dict[str, Any]:
        now = self._batch.view
        return {
            "action_mask": _to_read(now.masks),
            "seat": _to_read(now.actors),
            "scores": _to_read(now.scores),
        }


def _rebuild(
    asked: tuple[str | AnyGame, int, VectorOptions], kept: tuple[Any, ...]
) -> EngineVectorEnv:
    game, num_envs, options = asked
    env = EngineVectorEnv(game, num_envs, **vars(options))
    env._batch.games, env._batch.view, env._has_begun, env._np_random = kept  # noqa: SLF001
    return env


def _to_read(array: Any) -> Any:  # noqa: ANN401
    """Give an array away to be read only: the games go on with it."""
    if isinstance(array, np.ndarray):
        array = array.view()
        array.flags.writeable = False
    return array


def _engine(game: AnyGame, asked: VectorOptions) -> tuple[Engine, Rows | None]:
    """Return the engine of the table that is asked for, and the states that games begin with, if not by
    chance. A board that is set up by hand begins by chance."""
    companion, deal, pieces = companion_of(game), asked.deal, asked.pieces
    start = asked.start(game)
    try:
        boards = companion.boards if looks_of(game).is_set_up(start) else None
        if boards is not None and deal is None:
            usual = companion.puzzles.usual if companion.puzzles else 1
            return boards(usual if pieces is None else pieces), None
        if pieces is not None:
            raise NoTable(f"{game.name} has no boards of so many pieces: leave `pieces` out")
        if deal is None:
            return engine_of(game, start), None
        states = _dealt(game, asked)
        return _pooled(boards(1) if boards else engine_of(game, states[0]), states)
    except ValueError as problem:
        raise NoTable(str(problem)) from None


def _dealt(game: AnyGame, asked: VectorOptions) -> list[Any]:
    options = TableOptions(
        preset=asked.preset,
        players=asked.players,
        options=asked.options,
        deal=asked.deal,
    )
    table, found = LearningTable(game, options), []
    for each in each_deal(asked.deal):
        s, event = table.first(each, 0)
        found.append(s if event is None else table.game.after(s, event))
    return found


def _pooled(engine: Engine, states: list[Any]) -> tuple[Engine, Rows]:
    """Return an engine, and the rows of the states that its games begin with."""
    rows = engine.rows(states)
    for row, s in zip(rows, states, strict=True):
        if not engine.is_row_of(row, s):
            line = engine.game.position(s)
            raise NoTable(f"deal {line!r}: it is for another table than the first")
    return engine, rows
