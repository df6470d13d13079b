"""Vectors: thousands of games at once on a compiled engine, as Gymnasium steps them.

    envs = ludex.envs.vector("holdem", num_envs=4096)
    seen, info = envs.reset(seed=1)
    seen, rewards, ended, cut_off, info = envs.step(envs.random_actions())

The numbers of actions and the rows that are seen are the engine's: `envs.explain_action`
and `envs.tensors` translate. `info` has `action_mask` (a row for each game), `seat` (who is to
act) and `scores` (what each seat has), all of them to be read only. Game i begins with the seed and i, and its next one with
so many more as there are games: no game depends on the others.

With `seat=0` the learner sits there, and the others move at random. With `seat=None` it plays
for all: each row is what the seat on turn sees, and the reward is that of the seat that acted.
Rewards are what the seat has at the end; with `reward="difference"` what each step brought.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ludex.engines.engine import Engine
from ludex.envs.episode import IllegalAction
from ludex.envs.observing import Floats, observation_of
from ludex.envs.tables import NoTable, begun, game_of
from ludex.kernel import Game, Seat, Unreadable
from ludex.registry import companion_of
from ludex.registry import engine as engine_of

try:
    from ludex.envs.fused import ANYBODY, fused
except ImportError as missing:
    raise ImportError('vectors need Numba: pip install "ludex[fast,rl]"') from missing

SEED_ROOM: Final = 1 << 40


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
        deal: str | None = None,
        pieces: int | None = None,
        seat: int | None = 0,
        reward: Literal["outcome", "difference"] = "outcome",
        illegal: Literal["refuse", "raise"] = "refuse",
        limit: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        engine: Engine[Any] | None = None,
    ) -> None:
        if num_envs < 1:
            raise NoTable("num_envs is 1 or more")
        rules = game_of(game)
        self.engine = engine or _engine(rules, deal, pieces, (preset, players, options))
        if seat is not None and not 0 <= seat < self.engine.seats:
            raise NoTable(f"seats are 0 to {self.engine.seats - 1}, not {seat}")
        if reward not in ("outcome", "difference"):
            raise NoTable(f"reward={reward!r}: expected 'outcome' or 'difference'")
        self.mode = AutoresetMode(autoreset_mode)
        self.metadata = {**type(self).metadata, "autoreset_mode": self.mode}
        self.num_envs = num_envs
        self.seat = ANYBODY if seat is None else seat
        self.by_difference, self.raises = reward == "difference", illegal == "raise"
        self.limit = self.engine.longest if limit is None else limit
        low, high = np.iinfo(np.int64).min, np.iinfo(np.int64).max
        self.single_observation_space = spaces.Box(
            low, high, (self.engine.seen,), np.int64
        )
        self.single_action_space = spaces.Discrete(self.engine.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._loops = fused(self.engine)
        self._states = np.zeros((num_envs, self.engine.words), np.int64)
        self._seeds = np.zeros(num_envs, np.int64)
        self._drawn = np.zeros(num_envs, np.int64)
        self._lengths = np.zeros(num_envs, np.int64)
        self._over = np.ones(num_envs, np.bool_)
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
        if seed is None and self._has_begun:
            self._seeds[which] += self.num_envs
        else:
            given = self._given(seed)
            self._seeds[which] = given[which]
        self._has_begun = True
        self._renew(which)
        self._look()
        return self._seen, self._info()

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
        chosen = self._chosen(actions)
        before, actors, over = self._scores, self._actors, self._over.copy()
        moved = np.empty(self.num_envs, np.bool_)
        self._loops.act(
            self._states, chosen, self._seeds, self._drawn, self._lengths, self._masks,
            ~over, self.seat, moved,
        )  # fmt: skip
        again = over if self.mode is AutoresetMode.NEXT_STEP else None
        if again is not None and again.any():
            self._seeds[again] += self.num_envs
            self._renew(again)
        self._look()
        ended = self._actors < 0
        cut_off = ~ended & (self._lengths >= self.limit)
        rewards = self._rewards(before, actors, ended)
        rewards[over] = 0.0
        if self.mode is AutoresetMode.DISABLED:
            ended &= ~over
            cut_off &= ~over
        refused = ~moved & ~over
        final = self._again_at_once(ended | cut_off)
        self._over = (
            np.zeros(self.num_envs, np.bool_)
            if self.mode is AutoresetMode.SAME_STEP
            else (
                ended
                | cut_off
                | (over if self.mode is AutoresetMode.DISABLED else False)
            )
        )
        info = {**self._info(), **final}
        if refused.any():
            info["refused"] = refused
        return self._seen, rewards, ended, cut_off, info

    def close_extras(self, **_: object) -> None:
        """Nothing is held."""

    # -- for learners --------------------------------------------------------------------

    def random_actions(self) -> npt.NDArray[np.int64]:
        """A random legal action for each game: for those who measure or need an opponent."""
        noise = self.np_random.random(self._masks.shape, np.float32)
        best: npt.NDArray[np.int64] = np.argmax(noise * self._masks, axis=1)
        return best

    def tensors(self) -> Floats:
        """What the learner sees as the rulebook's tensors, with a name for every number: slow."""
        game = self.engine.game
        states = [self.engine.decode(row) for row in self._states]
        seen = observation_of(game, states[0])
        seats = [
            Seat(max(0, int(who)) if self.seat == ANYBODY else self.seat)
            for who in self._actors
        ]
        return np.stack(
            [
                seen.tensor(game.view(s, seat), seat)
                for s, seat in zip(states, seats, strict=True)
            ]
        )

    def explain_action(self, index: int, action: int) -> str:
        """The rulebook's event that an action stands for in a game."""
        return str(self.engine.event(self._states[index], action))

    # -- inside --------------------------------------------------------------------------

    def _chosen(self, actions: Any) -> npt.NDArray[np.int64]:  # noqa: ANN401
        if not self._has_begun:
            raise gymnasium.error.ResetNeeded("reset the environments first")
        chosen = np.ascontiguousarray(actions)
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu":
            raise IllegalAction(
                f"{self.num_envs} whole numbers are wanted, not {chosen.dtype} {chosen.shape}"
            )
        chosen = chosen.astype(np.int64)
        if chosen.min() < 0 or chosen.max() >= self.engine.actions:
            raise IllegalAction(f"actions are 0 to {self.engine.actions - 1}")
        if self.raises:
            legal = self._masks[np.arange(self.num_envs), chosen] | self._over
            if not legal.all():
                where = int(np.flatnonzero(~legal)[0])
                raise IllegalAction(
                    f"game {where}: action {chosen[where]} is not legal"
                )
        return chosen

    def _renew(self, which: npt.NDArray[np.bool_]) -> None:
        self._loops.renew(
            self._states, self._seeds, self._drawn, self._lengths, which, self.seat
        )
        self._over[which] = False

    def _look(self) -> None:
        """Fresh arrays each time, which are given away to be read: nothing is copied."""
        self._seen = np.empty((self.num_envs, self.engine.seen), np.int64)
        self._actors = np.empty(self.num_envs, np.int64)
        self._masks = np.empty((self.num_envs, self.engine.actions), np.bool_)
        self._scores = np.empty((self.num_envs, self.engine.seats), np.float64)
        self._loops.look(
            self._states, self.seat, self._seen, self._actors, self._masks, self._scores
        )
        for array in (self._actors, self._masks, self._scores):
            array.flags.writeable = False

    def _rewards(
        self,
        before: npt.NDArray[np.float64],
        actors: npt.NDArray[np.int64],
        ended: npt.NDArray[np.bool_],
    ) -> npt.NDArray[np.float64]:
        who = np.maximum(actors, 0) if self.seat == ANYBODY else self.seat
        rows = np.arange(self.num_envs)
        earned: npt.NDArray[np.float64] = self._scores[rows, who]
        if self.by_difference:
            earned -= before[rows, who]
            return earned
        earned[~ended] = 0.0  # a copy: rows were chosen one by one
        return earned

    def _again_at_once(self, over: npt.NDArray[np.bool_]) -> dict[str, Any]:
        """In the mode SAME_STEP: the last sight of games that are over, which begin again."""
        if self.mode is not AutoresetMode.SAME_STEP or not over.any():
            return {}
        final = {
            "final_obs": self._seen,
            "_final_obs": over.copy(),
            "final_info": {"scores": self._scores, "_scores": over.copy()},
            "_final_info": over.copy(),
        }
        self._seeds[over] += self.num_envs
        self._renew(over)
        self._look()
        return final

    def _info(self) -> dict[str, Any]:
        return {
            "action_mask": self._masks,
            "seat": self._actors,
            "scores": self._scores,
        }


def _engine(
    game: Game[Any],
    deal: str | None,
    pieces: int | None,
    asked: tuple[str | None, int | None, Mapping[str, object] | None],
) -> Engine[Any]:
    """The engine that begins as asked for; a board that is set up by hand begins by chance."""
    companion = companion_of(game)
    start: Any = None
    if deal is not None:
        start = game.read_position(deal)
        if isinstance(start, Unreadable):
            raise NoTable(f"deal {deal!r}: {start}")
    elif any(asked):
        start = begun(game, *asked)
    try:
        if deal is None and companion.boards and game.looks.is_set_up(game.start()):
            usual = companion.puzzles.usual if companion.puzzles else 1
            return companion.boards(usual if pieces is None else pieces)
        if pieces is not None:
            raise NoTable(
                f"{game.name} has no boards of so many pieces: leave `pieces` out"
            )
        return engine_of(game, start)
    except ValueError as problem:
        raise NoTable(str(problem)) from None
