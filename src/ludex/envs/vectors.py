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

from collections.abc import Mapping, Sequence
from pickle import PicklingError
from typing import Any, Final, Literal

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ludex.compile.engine import Engine, Rows
from ludex.envs.episode import IllegalAction
from ludex.envs.observation import Floats, observation_of
from ludex.envs.tables import Deal, NoTable, Table, begun, each_deal, game_of
from ludex.kernel import Game, Seat
from ludex.registry import companion_of
from ludex.registry import engine as engine_of
from ludex.table import looks_of

try:
    from ludex.compile.batches import Batch
    from ludex.compile.turns import ANYBODY
except ImportError as missing:
    raise ImportError('vectors need Numba: pip install "ludex[fast,rl]"') from missing

SEED_ROOM: Final = 1 << 40
KEPT: Final = ("states", "seeds", "drawn", "lengths", "over", "sight")
"""What a batch of games is, beside what it was made of."""


class EngineVectorEnv(VectorEnv[Any, Any, Any]):
    """Many games of one engine."""

    metadata: dict[str, Any] = {  # noqa: RUF012  # as Gymnasium declares it
        "autoreset_mode": AutoresetMode.NEXT_STEP,
        "render_modes": [],
    }

    def __init__(
        self,
        game: str | Game[Any],
        num_envs: int = 1,
        *,
        preset: str | None = None,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        deal: Deal = None,
        pieces: int | None = None,
        seat: int | None = 0,
        reward: Literal["score", "difference"] = "score",
        illegal: Literal["refuse", "raise"] = "refuse",
        limit: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        engine: Engine[Any] | None = None,
        device: Literal["cpu", "gpu"] = "cpu",
    ) -> None:
        if num_envs < 1:
            raise NoTable("num_envs is 1 or more")
        self._asked: dict[str, Any] = {
            "game": game, "num_envs": num_envs, "preset": preset, "players": players,
            "options": options, "deal": deal, "pieces": pieces, "seat": seat,
            "reward": reward, "illegal": illegal, "limit": limit,
            "autoreset_mode": autoreset_mode, "engine": engine, "device": device,
        }  # fmt: skip
        rules = game_of(game)
        pool: Rows | None = None
        if engine is None:
            engine, pool = _engine(rules, deal, pieces, (preset, players, options))
        self.engine = engine
        if seat is not None and not 0 <= seat < self.engine.seats:
            raise NoTable(f"seats are 0 to {self.engine.seats - 1}, not {seat}")
        if reward not in ("score", "difference"):
            raise NoTable(f"reward={reward!r}: expected 'score' or 'difference'")
        if device not in ("cpu", "gpu"):
            raise NoTable(f"device={device!r}: expected 'cpu' or 'gpu'")
        self.mode = AutoresetMode(autoreset_mode)
        self.metadata = {**type(self).metadata, "autoreset_mode": self.mode}
        self.num_envs = num_envs
        self.seat = ANYBODY if seat is None else seat
        self.raises, self.on_gpu = illegal == "raise", device == "gpu"
        if self.on_gpu and (self.raises or self.mode is AutoresetMode.SAME_STEP):
            raise NoTable("on a GPU illegal='raise' and SAME_STEP are not to be had")
        low, high = np.iinfo(np.int64).min, np.iinfo(np.int64).max
        self.single_observation_space = spaces.Box(
            low, high, (self.engine.seen,), np.int64
        )
        self.single_action_space = spaces.Discrete(self.engine.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._games: Any = _batch(device)(
            engine,
            num_envs,
            seat=self.seat,
            pool=pool,
            limit=limit,
            by_difference=reward == "difference",
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
                raise NoTable(
                    f"reset_mask: {self.num_envs} times yes or no, some of them yes"
                )
        kept = self._seeds()
        if seed is None and self._has_begun:
            seeds = kept + self.num_envs
        else:
            seeds = self._given(seed)
        self._has_begun = True
        self._begin(np.where(which, seeds, kept), which)
        return self._games.sight.seen, self._info()

    def _seeds(self) -> Rows:
        seeds = self._games.seeds
        return seeds.copy_to_host() if self.on_gpu else seeds  # type: ignore[no-any-return]

    def _begin(self, seeds: Rows, which: npt.NDArray[np.bool_]) -> None:
        if self.on_gpu:
            self._games.reset(seeds, which)
            return
        self._games.seeds[:] = seeds
        self._games.begin(which)

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
    ) -> tuple[
        npt.NDArray[np.int64],
        npt.NDArray[np.float64],
        npt.NDArray[np.bool_],
        npt.NDArray[np.bool_],
        dict[str, Any],
    ]:
        """Act in every game. What is not legal is not done: `info["refused"]` says where."""
        if self.on_gpu:
            now = self._on_gpu(actions)
            return (
                now.seen, now.rewards, now.ended, now.cut_off,
                {**self._info(), "refused": now.refused},
            )  # fmt: skip
        now = self._games.step(self._chosen(actions))
        final: dict[str, Any] = {}
        over = now.ended | now.cut_off
        if self.mode is AutoresetMode.SAME_STEP and over.any():
            final = self._again_at_once(now, over)
        info = {**self._info(), **final}
        if now.refused.any():
            info["refused"] = now.refused
        seen = self._games.sight.seen
        return seen, now.rewards, now.ended, now.cut_off, info

    def close_extras(self, **_: object) -> None:
        """Nothing is held."""

    # -- for learners --------------------------------------------------------------------

    def random_actions(self) -> Any:  # noqa: ANN401
        """A random legal action for each game: for those who measure or need an opponent."""
        return self._games.picked()

    def states(self) -> list[Any]:
        """The rulebook's state of each game: slow, for those who look behind the table."""
        return [self.engine.decode(row) for row in self._rows()]

    def _rows(self) -> Rows:
        rows = self._games.states
        return rows.copy_to_host() if self.on_gpu else rows  # type: ignore[no-any-return]

    def tensors(self) -> Floats:
        """What the learner sees as the rulebook's tensors, with a name for every number: slow."""
        game, states = self.engine.game, self.states()
        seen = observation_of(game, states[0])
        actors = self._games.sight.actors
        turns = (actors.copy_to_host() if self.on_gpu else actors).tolist()
        seats = [
            Seat(max(0, who) if self.seat == ANYBODY else self.seat) for who in turns
        ]
        return np.stack(
            [
                seen.tensor(game.view(s, seat), seat)
                for s, seat in zip(states, seats, strict=True)
            ]
        )

    def explain_action(self, index: int, action: int) -> str:
        """The rulebook's event that an action stands for in a game."""
        return str(self.engine.event(self._rows()[index], action))

    def __reduce__(self) -> tuple[Any, ...]:
        """For another process: made again there, and the games as they stand."""
        if self.on_gpu or self._asked["engine"] is not None:
            raise PicklingError(
                "a vector on a GPU, or on an engine of your own, stays in its process"
            )
        kept = {name: getattr(self._games, name) for name in KEPT}
        return _again, (self._asked, kept, self._has_begun, self.np_random)

    # -- inside --------------------------------------------------------------------------

    def _on_gpu(self, actions: Any) -> Any:  # noqa: ANN401
        """Whole numbers that lie there; what is out of range is refused like what is not legal."""
        self._demand_begun()
        try:
            return self._games.step(actions)
        except ValueError as problem:
            raise IllegalAction(str(problem)) from None

    def _demand_begun(self) -> None:
        if not self._has_begun:
            raise gymnasium.error.ResetNeeded("reset the environments first")

    def _chosen(self, actions: Any) -> npt.NDArray[np.int64]:  # noqa: ANN401
        self._demand_begun()
        chosen = np.ascontiguousarray(actions)
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu":
            raise IllegalAction(
                f"{self.num_envs} whole numbers are wanted, not {chosen.dtype} {chosen.shape}"
            )
        chosen = chosen.astype(np.int64)
        if chosen.min() < 0 or chosen.max() >= self.engine.actions:
            raise IllegalAction(f"actions are 0 to {self.engine.actions - 1}")
        if self.raises:
            masks = self._games.sight.masks
            legal = masks[np.arange(self.num_envs), chosen] | self._games.over
            if not legal.all():
                where = int(np.flatnonzero(~legal)[0])
                raise IllegalAction(
                    f"game {where}: action {chosen[where]} is not legal"
                )
        return chosen

    def _again_at_once(
        self,
        now: Any,  # noqa: ANN401
        over: npt.NDArray[np.bool_],
    ) -> dict[str, Any]:
        """In the mode SAME_STEP: the last sight of games that are over, which begin again."""
        seeds = self._games.seeds
        self._begin(np.where(over, seeds + self.num_envs, seeds), over)
        return {
            "final_obs": now.seen,
            "_final_obs": over.copy(),
            "final_info": {"scores": _to_read(now.scores), "_scores": over.copy()},
            "_final_info": over.copy(),
        }

    def _info(self) -> dict[str, Any]:
        now = self._games.sight
        return {
            "action_mask": _to_read(now.masks),
            "seat": _to_read(now.actors),
            "scores": _to_read(now.scores),
        }


def _again(
    asked: dict[str, Any],
    kept: dict[str, Any],
    has_begun: bool,
    random: np.random.Generator,
) -> EngineVectorEnv:
    env = EngineVectorEnv(**asked)
    for name, value in kept.items():
        setattr(env._games, name, value)  # noqa: SLF001
    env._has_begun, env._np_random = has_begun, random  # noqa: SLF001
    return env


def _to_read(array: Any) -> Any:  # noqa: ANN401
    """What is given away to be read only: the games go on with it."""
    if isinstance(array, np.ndarray):
        array = array.view()
        array.flags.writeable = False
    return array


def _batch(device: str) -> Any:  # noqa: ANN401
    if device == "cpu":
        return Batch
    from ludex.compile.batches_gpu import DeviceBatch  # noqa: PLC0415 - needs CUDA
    from ludex.compile.cuda import require  # noqa: PLC0415

    require()
    return DeviceBatch


def _engine(
    game: Game[Any],
    deal: Deal,
    pieces: int | None,
    asked: tuple[str | None, int | None, Mapping[str, object] | None],
) -> tuple[Engine[Any], Rows | None]:
    """The engine of the table that is asked for, and the states that games begin with, if not by
    chance. A board that is set up by hand begins by chance."""
    companion = companion_of(game)
    start = begun(game, *asked)
    try:
        boards = companion.boards if looks_of(game).is_set_up(start) else None
        if boards is not None and deal is None:
            usual = companion.puzzles.usual if companion.puzzles else 1
            return boards(usual if pieces is None else pieces), None
        if pieces is not None:
            raise NoTable(
                f"{game.name} has no boards of so many pieces: leave `pieces` out"
            )
        if deal is None:
            return engine_of(game, start), None
        states = _dealt(game, start, deal)
        return _pooled(boards(1) if boards else engine_of(game, states[0]), states)
    except ValueError as problem:
        raise NoTable(str(problem)) from None


def _dealt(game: Game[Any], start: Any, deal: Deal) -> list[Any]:  # noqa: ANN401
    table = Table(game, start, deal=deal)
    found = []
    for each in each_deal(deal):
        s, event = table.first(each, 0)
        found.append(s if event is None else table.game.after(s, event))
    return found


def _pooled(engine: Engine[Any], states: list[Any]) -> tuple[Engine[Any], Rows]:
    """An engine, and the rows of the states that its games begin with."""
    rows = engine.rows(states)
    for row, s in zip(rows, states, strict=True):
        if not engine.is_row_of(row, s):
            line = engine.game.position(s)
            raise NoTable(f"deal {line!r}: it is for another table than the first")
    return engine, rows
