"""The bot that plays its best events out to the end at random, where that is quick.

It is `search` with other tries: from the imagined state after an event very many games are
played to their ends, on an engine, and what counts is by how much the seat is ahead then. All
events meet the same luck.

The first time on a machine the engine has to be compiled. Somebody at a table does not wait for that: until it
is done, `search` chooses.
"""

from collections.abc import Callable, Sequence
from functools import cache
from statistics import fmean
from threading import Thread
from typing import Any, NamedTuple

from ludex.bots.budget import Budget
from ludex.bots.cancellation import is_done
from ludex.bots.observation import AnyBot, AnyView, unless_forced
from ludex.bots.search import BudgetedSearch, searching_bot
from ludex.bots.thinking import thinking_of
from ludex.kernel import AnyEvent, AnyGame, AnyState, Dice

TOGETHER = 8
"""So many games are one try of an event, unless the budget is small."""

TRIES = 10
"""So many tries each event should have, if the budget lasts."""

TIMEOUT = 0.1
"""Seconds that somebody at a table waits for an engine to be there."""


class Ends(NamedTuple):
    """The ends of games that are played at random from a state."""

    packed: Callable[[AnyState], Any]
    """A state, as `scores` wants it."""

    scores: Callable[[Any, Sequence[int]], Sequence[Sequence[float]]]
    """The result of each seat at the end, for each of these seeds."""

    def __call__(self, s: AnyState) -> object:
        """Play one: then the engine is there."""
        return self.scores(self.packed(s), (1,))


class PlayoutSearch(BudgetedSearch):
    """One decision, with games that are played to their ends."""

    def __init__(
        self, game: AnyGame, view: AnyView, dice: Dice, ends: Ends, budget: Budget
    ) -> None:
        super().__init__(game, view, dice, budget)
        self.ends = ends
        self.together = TOGETHER
        if budget.playouts is not None:
            share = budget.playouts // (TRIES * len(self.trials))
            self.together = max(1, min(TOGETHER, share))
        self.packed: dict[AnyEvent, Any] = {}
        """The statistics of each event, where nothing is hidden."""

    def result(self, event: AnyEvent, world: AnyState, seed: int) -> float:
        """Return the mean lead at the ends of games from an imagined state, with this luck."""
        if event not in self.packed or world != self.view.shown:
            self.packed[event] = self.ends.packed(self.game.after(world, event))
        first = seed >> 2
        scores = self.ends.scores(self.packed[event], range(first, first + self.together))
        self.done += self.together
        return fmean(lead(each, self.view.seat) for each in scores)


def lead(scores: Sequence[float], seat: int) -> float:
    """Return the lead of a seat over the best of the others."""
    others = [score for number, score in enumerate(scores) if number != seat]
    return scores[seat] - max(others, default=0.0)


class CompilingEngine:
    """An engine that may have to be compiled: that is begun once, and goes on whoever waits for it."""

    def __init__(self, first: Callable[[AnyState], object]) -> None:
        self.first = first
        self.doing: Thread | None = None

    def is_ready(self, s: AnyState, *, waits: bool = True) -> bool:
        """Can games be played, or so soon? Who cannot be told to stop waits as long as it takes,
        unless somebody at a table does not."""
        if self.doing is None:
            self.doing = Thread(target=self.first, args=(s,), name="ludex-compiling", daemon=True)
            self.doing.start()
        if not waits:
            self.doing.join(TIMEOUT)
            return not self.doing.is_alive()
        return is_done(self.doing, TIMEOUT)


@cache
def starting(first: Callable[[AnyState], object]) -> CompilingEngine:
    """The start of an engine, by what is done with it first: the same for all bots that do that."""
    return CompilingEngine(first)


def playout_bot(game: AnyGame, budget: Budget, ends: Ends) -> AnyBot:
    """A bot that spends its budget on every event that is not forced."""
    unchecked, meanwhile = game.unchecked(), searching_bot(game, budget)

    def choose(view: AnyView, dice: Dice) -> AnyEvent:
        world = thinking_of(unchecked).imagine(view.shown, view.seat, Dice(1))
        if not starting(ends).is_ready(world):
            return meanwhile(view, dice)
        return PlayoutSearch(unchecked, view, dice, ends, budget).best()[0].event

    return unless_forced(choose)
