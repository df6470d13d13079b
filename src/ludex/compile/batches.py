"""Batches: many games of learners at once, each begun again when it is over.

A batch keeps the states of its games, and shows of them what a learner sees: rows, masks, whose
turn it is, scores. `ludex.envs.vectors` gives it the shape that Gymnasium knows; `batches_gpu`
has the same on a GPU. As in `templates` the name `turn` has no value here: `_compile`
binds it to the turn of an engine.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from ludex.compile.engine import Engine, Row, Rows, Steps
from ludex.compile.jit import bound, compiled
from ludex.compile.rows import bare
from ludex.compile.templates import Masks
from ludex.compile.turns import (
    ANYBODY,
    NOTHING,
    RENEW,
    BatchGames,
    BatchRules,
    BatchView,
    admitted,
    random_move,
    turn_of,
)

turn: Callable[..., None]


class Batch:
    """Games on a CPU. Every view has arrays of its own, which are given away: nothing is copied."""

    def __init__(
        self,
        engine: Engine,
        count: int,
        *,
        seat: int = ANYBODY,
        pool: Rows | None = None,
        limit: int | None = None,
        by_difference: bool = False,
        renewed: bool = True,
    ) -> None:
        self.engine, self.count = engine, count
        starts = np.array([engine.head], np.int64) if pool is None else pool
        is_whole = engine.is_whole or pool is not None
        limit = engine.longest if limit is None else limit
        self.rules = BatchRules(seat, self.array(starts), is_whole, limit, by_difference, renewed)
        self.games = BatchGames(
            self.array(np.zeros((count, engine.words), np.int64)),
            self.array(np.zeros(count, np.int64)),
            self.array(np.zeros((count, engine.seats + 1), np.int64)),
            self.array(np.zeros(count, np.int64)),
            self.array(np.ones(count, np.bool_)),
        )
        self.view = self._blank()
        self.make_ready()

    def make_ready(self) -> None:
        """Make what steps all games."""
        self._act: Any = _compile(self.engine.steps)

    @staticmethod
    def array(values: Any) -> Any:  # noqa: ANN401
        """Return an array where the games are."""
        return values

    @staticmethod
    def read(values: Any) -> Any:  # noqa: ANN401
        """Return an array of the games, for Python."""
        return values

    def reset(self, seed: int | Rows = 0, mask: Masks | None = None) -> BatchView:
        """Begin all games or some, each with the seed and its place, or with a seed of its own."""
        seeds = np.asarray(seed, np.int64)
        if seeds.ndim == 0:
            seeds = seeds + np.arange(self.count, dtype=np.int64)
        chosen = np.ones(self.count, np.bool_) if mask is None else mask
        seeds = np.where(chosen, seeds, self.read(self.games.seeds))
        self.games = self.games._replace(seeds=self.array(seeds))
        return self._go(self.array(np.where(chosen, RENEW, NOTHING)), by_action=False)

    def step(self, actions: Any) -> BatchView:  # noqa: ANN401
        """Act in every game, and let the others act."""
        return self._go(self.checked(actions), by_action=True)

    def checked(self, actions: Any) -> Any:  # noqa: ANN401
        """Return whole numbers, one for each game, where the games are."""
        given = self.taken(actions)
        if given.shape != (self.count,) or np.dtype(given.dtype).kind not in "iu":
            raise ValueError(
                f"{self.count} whole numbers are wanted, not {given.dtype} {given.shape}"
            )
        return given

    def taken(self, actions: Any) -> Any:  # noqa: ANN401
        """Take an array of actions."""
        given = np.ascontiguousarray(actions)
        return given.astype(np.int64) if given.dtype.kind in "iu" else given

    def _go(self, moves: Any, *, by_action: bool) -> BatchView:  # noqa: ANN401
        before, self.view = self.view, self._blank()
        found = np.empty(self.engine.most, np.int64)
        self._act(self.games, self.rules, before, self.view, moves, by_action, found)
        return self.view

    def random_moves(self) -> Any:  # noqa: ANN401
        """Choose a random legal move for each game; 0 where it is over."""
        found = np.empty(self.count, np.int64)
        pick(self.view.masks, self.games.seeds, self.games.lengths, found)
        return found

    def _blank(self) -> BatchView:
        count, engine = self.count, self.engine
        return BatchView(
            self.array(np.empty((count, engine.seen), np.int64)),
            self.array(np.empty((count, engine.actions), np.bool_)),
            self.array(np.zeros(count, np.int64)),
            self.array(np.empty((count, engine.seats), np.float64)),
            self.array(np.zeros(count, np.float64)),
            *(self.array(np.zeros(count, np.bool_)) for _ in range(3)),
        )


def act(
    games: BatchGames,
    rules: BatchRules,
    before: BatchView,
    now: BatchView,
    moves: Rows,
    by_action: bool,
    found: Row,
) -> None:
    """Act in every game, and let the others act."""
    games, rules, before, now = bare(games), bare(rules), bare(before), bare(now)
    found = bare(found)
    now.masks[:] = False
    for game in range(games.states.shape[0]):
        move = moves[game]
        if by_action:
            move = admitted(move, game, games, before.masks, rules.renewed, now.refused)
        turn(game, move, games.states[game], games, rules, before.actors, now, found)  # noqa: F821


@compiled
def pick(masks: Masks, seeds: Rows, lengths: Rows, actions: Rows) -> None:
    """Choose random legal moves, for those who measure."""
    for game in range(actions.shape[0]):
        actions[game] = random_move(masks, game, seeds[game], lengths[game])


@cache
def _compile(steps: Steps) -> Callable[..., None]:
    return bound(act, {"turn": turn_of(steps)})
