"""Batches on a GPU: games that never leave it, in arrays that PyTorch and JAX take as they are.

    games = DeviceBatch(engine, 1 << 20, seat=0)
    view = games.reset(seed=1)
    masks = torch.as_tensor(view.masks, device="cuda")     # or jax.numpy.asarray(view.masks)
    view = games.step(actions)                             # of PyTorch, JAX, CuPy or Numba

Arrays have `__cuda_array_interface__`, so nothing is copied; a step writes into those of the step
before. The games are those of `batches.Batch`, from the same steps and the same draws.
"""

from functools import cache
from typing import Any

import numpy as np

from ludex.compile.batches import Batch
from ludex.compile.cuda import THREADS, Array, cuda, kernel
from ludex.compile.engine import Steps
from ludex.compile.turns import (
    BatchGames,
    BatchRules,
    BatchView,
    admitted,
    random_move,
    turn_of,
)


class DeviceBatch(Batch):
    """Games on a GPU."""

    threads = THREADS
    """In a block."""

    def make_ready(self) -> None:
        """Make what steps all games, and room for it on the GPU."""
        engine, count = self.engine, self.count
        self._moves = cuda.device_array(count, np.int64)
        bytes_of_masks = count * engine.actions
        self._mask_words = cuda.to_device(np.zeros(-(-bytes_of_masks // 8), np.int64))
        masks = self._mask_words.view(np.bool_)[:bytes_of_masks]
        self.view = self.view._replace(masks=masks.reshape(count, engine.actions))
        self._grid = (-(-count // self.threads), self.threads)
        self._act = _kernel(engine.steps, engine.words, engine.most)

    @staticmethod
    def array(values: Array) -> Array:
        """Return an array on the GPU."""
        return cuda.to_device(values)

    @staticmethod
    def read(values: Array) -> Array:
        """Return a copy for Python."""
        return values.copy_to_host()

    def taken(self, actions: Array) -> Array:
        """Take numbers that lie on the GPU, or copy them there."""
        if hasattr(actions, "__cuda_array_interface__"):
            return cuda.as_cuda_array(actions)
        if isinstance(actions, type(self._moves)):  # the simulator's
            return actions
        return cuda.to_device(np.ascontiguousarray(actions))

    def random_moves(self) -> Array:
        """Choose a random legal move for each game on the GPU; 0 where it is over."""
        games = self.games
        pick[self._grid](self.view.masks, games.seeds, games.lengths, self._moves)
        return self._moves

    def _go(self, moves: Array, *, by_action: bool) -> BatchView:
        games, rules, grid = self.games, self.rules, self._grid
        allow[grid](games, rules, self.view, moves, self._moves, by_action)
        clear[grid](self._mask_words)
        self._act[grid](games, rules, self.view, self._moves)
        return self.view


@kernel
def allow(
    games: BatchGames,
    rules: BatchRules,
    view: BatchView,
    wanted: Array,
    moves: Array,
    by_action: bool,
) -> None:
    """Find what is to be done: the move that is wanted, if it is legal; games that are over begin."""
    game = cuda.grid(1)
    if game < moves.shape[0]:
        move: Any = np.int64(wanted[game])
        view.refused[game] = False
        if by_action:
            move = admitted(move, game, games, view.masks, rules.renewed, view.refused)
        moves[game] = move


@kernel
def clear(words: Array) -> None:
    """Write noughts in the order of the memory: much quicker than row by row."""
    for place in range(cuda.grid(1), words.shape[0], cuda.gridsize(1)):
        words[place] = 0


@kernel
def pick(masks: Array, seeds: Array, lengths: Array, actions: Array) -> None:
    """Choose random legal moves."""
    game = cuda.grid(1)
    if game < actions.shape[0]:
        actions[game] = random_move(masks, game, seeds[game], lengths[game])


@cache
def _kernel(steps: Steps, words: int, most: int) -> Any:  # noqa: ANN401
    turn = turn_of(steps)

    @kernel
    def act(games: BatchGames, rules: BatchRules, view: BatchView, moves: Array) -> None:
        game = cuda.grid(1)
        if game >= moves.shape[0]:
            return
        found = cuda.local.array(most, np.int64)
        state = cuda.local.array(words, np.int64)
        for place in range(words):
            state[place] = games.states[game, place]
        turn(game, moves[game], state, games, rules, view.actors, view, found)
        for place in range(words):
            games.states[game, place] = state[place]

    return act
