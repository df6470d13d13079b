"""Batches: many games of learners at once, each begun again when it is over.

A batch keeps the states of its games, and shows of them what a learner sees: rows, masks, whose
turn it is, scores. `ludex.envs.vectors` gives it the shape that Gymnasium knows; `batches_gpu`
has the same on a GPU. As in `templates` the names that follow have no value here: `_made`
binds them to the steps of an engine.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from ludex.compile.engine import Engine, Row, Rows, Steps
from ludex.compile.jit import bound, compiled
from ludex.compile.rows import bare
from ludex.compile.templates import Floats, Masks
from ludex.compile.turns import ANYBODY, NOTHING, RENEW, Turn, picked, turn_of

# ruff: noqa: F821 - they are bound, not assigned
actor: Callable[[Row], int]
score: Callable[[Row, int], float]
observe: Callable[[Row, int, Row], None]
turn: Turn


class LastMove(NamedTuple):
    """What is seen of all games, a row for each. `seen` to `scores`: as they stand."""

    seen: Any
    """What the learner's seat may know, or with `ANYBODY` the seat on turn."""
    masks: Any
    """Which moves are legal."""
    actors: Any
    """Whose turn it is; below 0 where a game is over."""
    scores: Any
    """What each seat has."""
    rewards: Any
    """What the last step brought to whoever acted."""
    ended: Any
    cut_off: Any
    refused: Any
    """Where the last action was not legal, and nothing was done."""


class Batch:
    """Games on a CPU. Every sight has arrays of its own, which are given away: nothing is copied."""

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
    ) -> None:
        self.engine, self.count, self.seat = engine, count, seat
        self.limit = engine.longest if limit is None else limit
        self.by_difference = by_difference
        self.renewed = renewed
        """Do games that are over begin again at the next step, whatever the action?"""
        self.starts = np.array([engine.head], np.int64) if pool is None else pool
        self.is_whole = engine.is_whole if pool is None else True
        self.states = np.zeros((count, engine.words), np.int64)
        self.seeds = np.zeros(count, np.int64)
        self.drawn = np.zeros((count, engine.seats + 1), np.int64)
        """How much of chance's words, and of each seat's, is used up."""
        self.lengths = np.zeros(count, np.int64)
        self.over = np.ones(count, np.bool_)
        self._act = _made(engine.steps)
        self.sight: LastMove = self._blank()

    def begin(self, which: Masks) -> LastMove:
        """Begin some games, each with its seed."""
        return self._done(np.where(which, RENEW, NOTHING), asked=False)

    def step(self, actions: Rows) -> LastMove:
        """Act in every game, and let the others act."""
        return self._done(actions, asked=True)

    def _done(self, moves: Rows, *, asked: bool) -> LastMove:
        before, now = self.sight, self._blank()
        self._act(
            self.states, self.seeds, self.drawn, self.lengths, self.over, self.seat,
            self.starts, self.is_whole, self.limit, self.by_difference, self.renewed, moves, asked,
            np.empty(self.engine.most, np.int64), before.masks, before.actors,
            now.seen, now.masks, now.actors, now.scores,
            now.rewards, now.ended, now.cut_off, now.refused,
        )  # fmt: skip
        self.sight = now
        return now

    def picked(self) -> Rows:
        """A random legal move for each game; 0 where it is over."""
        found = np.empty(self.count, np.int64)
        pick(self.sight.masks, self.seeds, self.lengths, found)
        return found

    def _blank(self) -> LastMove:
        count, engine = self.count, self.engine
        return LastMove(
            np.empty((count, engine.seen), np.int64),
            np.empty((count, engine.actions), np.bool_),
            np.empty(count, np.int64),
            np.empty((count, engine.seats), np.float64),
            np.zeros(count, np.float64),
            np.zeros(count, np.bool_),
            np.zeros(count, np.bool_),
            np.zeros(count, np.bool_),
        )


def act(
    states: Rows, seeds: Rows, drawn: Rows, lengths: Rows, over: Masks, seat: int,
    starts: Rows, is_whole: bool, limit: int, by_difference: bool, renewed: bool, moves: Rows,
    asked: bool, found: Row, before: Masks, acting: Rows,
    seen: Rows, masks: Masks, actors: Rows, scores: Floats,
    rewards: Floats, ended: Masks, cut_off: Masks, refused: Masks,
) -> None:  # fmt: skip
    """Act in every game, and let the others act."""
    states, drawn, seen = bare(states), bare(drawn), bare(seen)
    starts, found = bare(starts), bare(found)
    masks[:] = False
    for game in range(states.shape[0]):
        state, move, was_over = states[game], moves[game], over[game]
        mover = seat if seat != ANYBODY else max(acting[game], 0)
        if asked:
            if was_over:
                move = RENEW if renewed else NOTHING
                seeds[game] += states.shape[0] if renewed else 0
            elif move < 0 or move >= before.shape[1] or not before[game, move]:
                refused[game] = True
                move = NOTHING
        had = score(state, mover) if by_difference and move >= 0 else 0.0
        count = turn(
            state, move, seeds[game], drawn[game], seat, found, starts, is_whole
        )
        who = actor(state)
        actors[game] = who
        observe(state, seat if seat != ANYBODY else max(who, 0), seen[game])
        for place in range(count):
            masks[game, found[place]] = True
        for each in range(scores.shape[1]):
            scores[game, each] = score(state, each)
        if move >= 0:
            lengths[game] += 1
            if by_difference or who < 0:
                rewards[game] = scores[game, mover] - had
        elif move == RENEW:
            lengths[game] = 0
            over[game] = was_over = False
        if not was_over:
            ended[game] = who < 0
            cut_off[game] = who >= 0 and lengths[game] >= limit
            over[game] = ended[game] or cut_off[game]


@compiled
def pick(masks: Masks, seeds: Rows, lengths: Rows, actions: Rows) -> None:
    """Random legal moves, for those who measure."""
    for game in range(actions.shape[0]):
        actions[game] = picked(masks, game, seeds[game], lengths[game])


@cache
def _made(steps: Steps) -> Callable[..., None]:
    names = {"actor": steps.actor, "score": steps.score, "observe": steps.observe}
    return bound(act, {**names, "turn": turn_of(steps)})
