"""Vectors: thousands of games at once on a compiled engine, as Gymnasium steps them.

    envs = ludex.envs.vector("holdem", num_envs=4096)
    seen, info = envs.reset(seed=1)
    seen, rewards, ended, cut_off, info = envs.step(envs.random_actions())

The numbers of actions and the observed rows are those of the engine: `envs.explain_action` and
`envs.tensors` translate. `info` has `action_mask` (a row for each game), `seat` (the seat to act)
and `scores` (the scores of each seat); all are read-only. Game i begins with the seed plus i, and
its next game with that plus the number of games, so no game depends on the others. A seed gives the
same deal as in `ludex.envs.gymnasium_env`, and with `seat=0` the random players of the other seats
also play the same. With `seat=None` the learner plays for all: each row is the observation of the
seat on turn, and the reward is that of the seat that acted. Rewards are the score at the end, or,
with `reward="difference"`, the change of score at each step.

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
from ludex.kernel import AnyGame, AnyState, Seat
from ludex.language.position import position_line
from ludex.registry import companion_of
from ludex.registry import engine as engine_of
from ludex.table import looks_of

try:
    from ludex.compile.batches import Batch
    from ludex.compile.turns import ANYBODY, BatchView
    from ludex.envs.tensors.fill import engine_with_tensors
except ImportError as missing:
    raise ImportError('vectors need Numba: pip install "ludex[fast,rl]"') from missing

SEED_ROOM = 1 << 40


@dataclass(frozen=True, kw_only=True)
class VectorOptions(StartOptions):
    """The options of a vector."""

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
        choices = VectorOptions(**options)
        self._origin = game, num_envs, choices
        rules = game_of(game)
        pool: Rows | None = None
        self._fill: Any = None
        """Writes the tensors of all games, where the engine was derived with them."""
        if choices.engine is None:
            self.engine, pool, self._fill = _engine(rules, choices)
        else:
            self.engine = choices.engine
        engine, seat = self.engine, choices.seat
        if seat is not None and not 0 <= seat < engine.seats:
            raise NoTable(f"seats are 0 to {engine.seats - 1}, not {seat}")
        demand_either("reward", choices.reward, "score", "difference")
        demand_either("device", choices.device, "cpu", "gpu")
        self.mode = AutoresetMode(choices.autoreset_mode)
        self.metadata = {**type(self).metadata, "autoreset_mode": self.mode}
        self.num_envs = num_envs
        self.seat = ANYBODY if seat is None else seat
        self.raises, self.on_gpu = choices.illegal == "raise", choices.device == "gpu"
        if self.on_gpu and (self.raises or self.mode is AutoresetMode.SAME_STEP):
            raise NoTable("on a GPU illegal='raise' and SAME_STEP are not available")
        whole = np.iinfo(np.int64)
        self.single_observation_space = spaces.Box(whole.min, whole.max, (engine.seen,), np.int64)
        if choices.device == "gpu":
            self._fill = None  # its arrays stay on the card
        if self._fill is not None:
            self._observed = observation_of(engine.game, engine.decode(np.array(engine.head)))
            low, high = self._observed.low, self._observed.high
            self.single_observation_space = spaces.Box(low, high, dtype=np.float32)
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
            limit=choices.limit,
            by_difference=choices.reward == "difference",
            renewed=self.mode is AutoresetMode.NEXT_STEP,
        )
        self._has_begun = False
        self._room = np.zeros(engine.words, np.int64)

    # -- what Gymnasium asks for ---------------------------------------------------------

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[npt.NDArray[np.int64], dict[str, Any]]:
        """Begin all games, or with `options={"reset_mask": …}` some of them."""
        mask = np.ones(self.num_envs, np.bool_)
        if options is not None and "reset_mask" in options:
            mask = np.asarray(options["reset_mask"], np.bool_)
            if mask.shape != (self.num_envs,) or not mask.any():
                raise NoTable(
                    f"reset_mask: {self.num_envs} booleans are expected, at least one of them true"
                )
        if seed is None and self._has_begun:
            seeds = self._batch.read(self._batch.games.seeds) + self.num_envs
        else:
            seeds = self._given(seed)
        self._has_begun = True
        self._batch.reset(seeds, mask)
        return self._seen(), self._info()

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
        """Act in every game. Illegal actions do nothing: `info["refused"]` marks their games."""
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
        return self._seen(), now.rewards, now.ended, now.cut_off, {**self._info(), **info}

    def close_extras(self, **_: object) -> None:
        """Do nothing: there are no resources to close."""

    # -- for learners --------------------------------------------------------------------

    def random_actions(self) -> Any:  # noqa: ANN401
        """Choose a random legal action for each game, for measurements or as an opponent."""
        return self._batch.random_moves()

    def states(self) -> list[Any]:
        """Return the rulebook's state of each game; this is slow."""
        return [self.engine.decode(row) for row in self._rows()]

    def _rows(self) -> Rows:
        rows: Rows = self._batch.read(self._batch.games.states)
        return rows

    def tensors(self) -> Floats:
        """Return the learner's observations as the rulebook's tensors, with a name for every
        number.

        This is slow, unless the vector already gives these tensors.
        """
        if self._fill is not None:
            found: Floats = self._seen()
            return found
        game, states = self.engine.game, self.states()
        seen = observation_of(game, states[0])
        turns = self._batch.read(self._batch.view.actors).tolist()
        seats = [max(0, actor) if self.seat == ANYBODY else self.seat for actor in turns]
        return np.stack(
            [
                seen.tensor(game.view(s, Seat(seat)), Seat(seat))
                for s, seat in zip(states, seats, strict=True)
            ]
        )

    def _seen(self) -> Any:  # noqa: ANN401
        """Return what the learner sees."""
        view = self._batch.view
        if self._fill is None:
            return view.seen
        seats = np.full(self.num_envs, self.seat) if self.seat != ANYBODY else view.actors
        found = np.empty((self.num_envs, len(self._observed)), np.float32)
        self._fill(view.seen, self._room, np.maximum(seats, 0), found)
        return found

    def explain_action(self, index: int, action: int) -> str:
        """Return the rulebook's event for an action in a game."""
        return str(self.engine.event(self._rows()[index], action))

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel to another process: made again there, with the games as they stand."""
        _, _, choices = self._origin
        if self.on_gpu or choices.engine is not None:
            raise PicklingError(
                "a vector on a GPU, or on an engine of your own, stays in its process"
            )
        games, view = self._batch.games, self._batch.view
        return _rebuild, (self._origin, (games, view, self._has_begun, self.np_random))

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
        last = self._seen()
        self._batch.reset(self._batch.games.seeds + self.num_envs, over)
        return {
            "final_obs": last,
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
    choices: tuple[str | AnyGame, int, VectorOptions], parts: tuple[Any, ...]
) -> EngineVectorEnv:
    game, num_envs, options = choices
    env = EngineVectorEnv(game, num_envs, **vars(options))
    env._batch.games, env._batch.view, env._has_begun, env._np_random = parts  # noqa: SLF001
    return env


def _to_read(array: Any) -> Any:  # noqa: ANN401
    """Give an array away to be read only: the games go on with it."""
    if isinstance(array, np.ndarray):
        array = array.view()
        array.flags.writeable = False
    return array


def _engine(game: AnyGame, choices: VectorOptions) -> tuple[Engine, Rows | None, Any]:
    """Return the engine of the table that is asked for, the states that games begin with, if not by
    chance, and what writes their tensors. A board that is set up by hand begins by chance."""
    companion, deal, pieces = companion_of(game), choices.deal, choices.pieces
    start = choices.start(game)
    try:
        boards = companion.boards if looks_of(game).is_set_up(start) else None
        if boards is not None and deal is None:
            usual = companion.puzzles.usual if companion.puzzles else 1
            return boards(usual if pieces is None else pieces), None, None
        if pieces is not None:
            raise NoTable(
                f"{game.name} has no boards with this number of pieces: leave out `pieces`"
            )
        make = engine_with_tensors if companion.engine is None else _engine_alone
        if deal is None:
            engine, fill = make(game, start)
            return engine, None, fill
        states = _dealt(game, choices)
        engine, fill = (boards(1), None) if boards else make(game, states[0])
        return *_pooled(engine, states), fill
    except ValueError as problem:
        raise NoTable(str(problem)) from None


def _engine_alone(game: AnyGame, start: AnyState) -> tuple[Engine, Any]:
    return engine_of(game, start), None


def _dealt(game: AnyGame, choices: VectorOptions) -> list[Any]:
    options = TableOptions(
        preset=choices.preset,
        players=choices.players,
        options=choices.options,
        deal=choices.deal,
    )
    table, found = LearningTable(game, options), []
    for each in each_deal(choices.deal):
        s, event = table.first(each, 0)
        found.append(s if event is None else table.game.after(s, event))
    return found


def _pooled(engine: Engine, states: list[Any]) -> tuple[Engine, Rows]:
    """Return an engine, and the rows of the states that its games begin with."""
    rows = engine.rows(states)
    for row, s in zip(rows, states, strict=True):
        if not engine.is_row_of(row, s):
            line = position_line(engine.game, s)
            raise NoTable(f"deal {line!r}: its table differs from that of the first deal")
    return engine, rows
