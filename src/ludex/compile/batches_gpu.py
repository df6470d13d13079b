"""Batches on a GPU: games that never leave it, in arrays that PyTorch and JAX take as they are.

    games = DeviceBatch(engine, 1 << 20, seat=0)
    sight = games.reset(seed=1)
    masks = torch.as_tensor(sight.masks, device="cuda")     # or jax.numpy.asarray(sight.masks)
    sight = games.step(actions)                             # of PyTorch, JAX, CuPy or Numba

Arrays have `__cuda_array_interface__`, so nothing is copied; a step writes into those of the step
before. The games are those of `batches.Batch`, from the same steps and the same draws.
"""

from functools import cache
from typing import Any

import numpy as np

from ludex.compile.batches import LastMove
from ludex.compile.cuda import THREADS, Array, cuda, kernel
from ludex.compile.engine import Engine, Rows, Steps
from ludex.compile.templates import Masks
from ludex.compile.turns import ANYBODY, NOTHING, RENEW, picked, turn_of


class DeviceBatch:
    """Games on a GPU; see `ludex.compile.batches.Batch`."""

    def __init__(
        self,
        engine: Engine[Any],
        count: int,
        *,
        seat: int = ANYBODY,
        pool: Rows | None = None,
        limit: int | None = None,
        by_difference: bool = False,
        renewed: bool = True,
        threads: int = THREADS,
    ) -> None:
        self.engine, self.count, self.seat = engine, count, seat
        self.limit = engine.longest if limit is None else limit
        self.by_difference, self.renewed = by_difference, renewed
        self._starts = cuda.to_device(
            np.array([engine.head], np.int64) if pool is None else pool
        )
        self._is_whole = engine.is_whole if pool is None else True
        self.states = cuda.to_device(np.zeros((count, engine.words), np.int64))
        self.seeds = cuda.to_device(np.zeros(count, np.int64))
        self.drawn = cuda.to_device(np.zeros((count, engine.seats + 1), np.int64))
        self.lengths = cuda.to_device(np.zeros(count, np.int64))
        self.over = cuda.to_device(np.ones(count, np.bool_))
        self._moves = cuda.device_array(count, np.int64)
        bytes_of_masks = count * engine.actions
        self._mask_words = cuda.to_device(np.zeros(-(-bytes_of_masks // 8), np.int64))
        masks = self._mask_words.view(np.bool_)[:bytes_of_masks]
        self.sight = LastMove(
            cuda.device_array((count, engine.seen), np.int64),
            masks.reshape(count, engine.actions),
            cuda.to_device(np.zeros(count, np.int64)),
            cuda.device_array((count, engine.seats), np.float64),
            cuda.to_device(np.zeros(count, np.float64)),
            *(cuda.to_device(np.zeros(count, np.bool_)) for _ in range(3)),
        )
        self._grid = (-(-count // threads), threads)
        self._act = _kernel(engine.steps, engine.words, engine.most, engine.seats)

    def reset(self, seed: int | Rows = 0, which: Masks | None = None) -> LastMove:
        """Begin all games or some, each with the seed and its place, or with a seed of its own."""
        seeds = np.asarray(seed, np.int64)
        if seeds.ndim == 0:
            seeds = seeds + np.arange(self.count, dtype=np.int64)
        chosen = np.ones(self.count, np.bool_) if which is None else which
        kept = self.seeds.copy_to_host()
        self.seeds.copy_to_device(np.where(chosen, seeds, kept))
        return self.begin(chosen)

    def begin(self, which: Masks) -> LastMove:
        """Begin some games, each with its seed."""
        moves = cuda.to_device(np.where(which, RENEW, NOTHING))
        return self._done(moves, asked=False)

    def step(self, actions: Array) -> LastMove:
        """Act in every game, by whole numbers that lie on the GPU, or are copied there."""
        if hasattr(actions, "__cuda_array_interface__"):
            given = cuda.as_cuda_array(actions)
        elif isinstance(actions, type(self.seeds)):  # the simulator's
            given = actions
        else:
            given = cuda.to_device(np.ascontiguousarray(actions))
        if given.shape != (self.count,) or np.dtype(given.dtype).kind not in "iu":
            raise ValueError(
                f"{self.count} whole numbers are wanted, not {given.dtype} {given.shape}"
            )
        return self._done(given, asked=True)

    def picked(self) -> Array:
        """A random legal move for each game, chosen on the GPU; 0 where it is over."""
        pick[self._grid](self.sight.masks, self.seeds, self.lengths, self._moves)
        return self._moves

    def _done(self, moves: Array, *, asked: bool) -> LastMove:
        now = self.sight
        allow[self._grid](
            moves, self._moves, now.masks, self.over, self.seeds, now.refused, self.renewed,
            asked,
        )  # fmt: skip
        clear[self._grid](self._mask_words)
        self._act[self._grid](
            self.states, self.seeds, self.drawn, self.lengths, self.over, self.seat,
            self._starts, self._is_whole, self.limit, self.by_difference, self._moves,
            now.seen, now.masks, now.actors, now.scores, now.rewards, now.ended, now.cut_off,
        )  # fmt: skip
        return now


@kernel
def allow(
    wanted: Array,
    moves: Array,
    masks: Array,
    over: Array,
    seeds: Array,
    refused: Array,
    renewed: bool,
    asked: bool,
) -> None:
    """What is to be done: the move that is wanted, if it is legal; games that are over begin."""
    game = cuda.grid(1)
    if game < moves.shape[0]:
        move: Any = np.int64(wanted[game])
        refused[game] = False
        if asked:
            if over[game]:
                move = NOTHING
                if renewed:
                    move = RENEW
                    seeds[game] += moves.shape[0]
            elif move < 0 or move >= masks.shape[1] or not masks[game, move]:
                refused[game] = True
                move = NOTHING
        moves[game] = move


@kernel
def clear(words: Array) -> None:
    """Nought everywhere, in the order of the memory: much quicker than row by row."""
    for place in range(cuda.grid(1), words.shape[0], cuda.gridsize(1)):
        words[place] = 0


@kernel
def pick(masks: Array, seeds: Array, lengths: Array, actions: Array) -> None:
    """Random legal moves."""
    game = cuda.grid(1)
    if game < actions.shape[0]:
        actions[game] = picked(masks, game, seeds[game], lengths[game])


@cache
def _kernel(steps: Steps, words: int, most: int, seats: int) -> Any:  # noqa: ANN401
    actor, score, observe = steps.actor, steps.score, steps.observe
    turn = turn_of(steps)

    @kernel
    def act(
        states: Array, seeds: Array, drawn: Array, lengths: Array, over: Array, seat: int,
        starts: Array, is_whole: bool, limit: int, by_difference: bool, moves: Array,
        seen: Array, masks: Array, actors: Array, scores: Array, rewards: Array,
        ended: Array, cut_off: Array,
    ) -> None:  # fmt: skip
        game = cuda.grid(1)
        if game >= states.shape[0]:
            return
        found = cuda.local.array(most, np.int64)
        state = cuda.local.array(words, np.int64)
        for place in range(words):
            state[place] = states[game, place]
        move, was_over, who = moves[game], over[game], actors[game]
        mover = seat if seat != ANYBODY else max(who, 0)
        had = score(state, mover) if by_difference and move >= 0 else 0.0
        count = turn(
            state, move, seeds[game], drawn[game], seat, found, starts, is_whole
        )
        for place in range(words):
            states[game, place] = state[place]
        who = actor(state)
        actors[game] = who
        observe(state, seat if seat != ANYBODY else max(who, 0), seen[game])
        for place in range(count):
            masks[game, found[place]] = True
        for each in range(seats):
            scores[game, each] = score(state, each)
        rewards[game] = 0.0
        if move >= 0:
            lengths[game] += 1
            if by_difference or who < 0:
                rewards[game] = scores[game, mover] - had
        elif move == RENEW:
            lengths[game] = 0
            was_over = False
        ended[game] = not was_over and who < 0
        cut_off[game] = not was_over and who >= 0 and lengths[game] >= limit
        over[game] = was_over or ended[game] or cut_off[game]

    return act
