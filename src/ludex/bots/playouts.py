"""The bot that plays its best events out to the end at random, where that is quick.

It is `search` with other tries: from the imagined state after an event very many games are
played to their ends, on an engine, and what counts is by how much the seat is ahead then. All
events meet the same luck.

The first time on a machine the engine has to be compiled. Somebody at a table does not wait for that: until it
is done, `search` chooses.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from statistics import fmean
from threading import Thread
from time import perf_counter
from typing import Any, Final, Generic, TypeVar

from ludex.bots.budget import Budget
from ludex.bots.cancellation import is_done, think_on
from ludex.bots.observation import Bot, View, unless_forced
from ludex.bots.search import Searching, Spent, Trial, searching_bot
from ludex.kernel import Dice, Event, Game

S = TypeVar("S")

TOGETHER: Final = 8
"""So many games are one try of an event, unless the budget is small."""

TRIES: Final = 10
"""So many tries each event should have, if the budget lasts."""

PATIENCE: Final = 0.1
"""Seconds that somebody at a table waits for an engine to be there."""


@dataclass(frozen=True, slots=True)
class Ends(Generic[S]):
    """The ends of games that are played at random from a state."""

    packed: Callable[[S], Any]
    """A state, as `scores` wants it."""

    scores: Callable[[Any, Sequence[int]], Sequence[Sequence[float]]]
    """What each seat has at the end, for each of these seeds."""

    def __call__(self, s: S) -> object:
        """Play one: then the engine is there."""
        return self.scores(self.packed(s), (1,))


class Playing(Searching[S]):
    """One decision, with games that are played to their ends."""

    def __init__(
        self, game: Game[S], view: View[S], dice: Dice, ends: Ends[S], budget: Budget
    ) -> None:
        super().__init__(game, view, dice)
        self.ends = ends
        self.together = TOGETHER
        if budget.playouts is not None:
            share = budget.playouts // (TRIES * len(self.trials))
            self.together = max(1, min(TOGETHER, share))
        self.packed: dict[Event[S], Any] = {}
        """What is known of each event, where nothing is hidden."""

    def world(self) -> S:
        """A state that could lie behind what is shown."""
        seat, shown = self.view.seat, self.view.shown
        return self.game.thinking.imagine(shown, seat, self.dice)

    def round(self, trials: Sequence[Trial[S]], spent: Spent) -> None:
        """Try each event in the same imagined state with the same luck."""
        seat, world = self.view.seat, self.world()
        if world != self.view.shown:
            self.packed.clear()
        first = self.dice.word() >> 2
        seeds = range(first, first + self.together)
        results = []
        for trial in trials:
            think_on()
            if spent() >= 1:
                return
            if trial.event not in self.packed:
                after = self.game.after(world, trial.event)
                self.packed[trial.event] = self.ends.packed(after)
            scores = self.ends.scores(self.packed[trial.event], seeds)
            results.append(fmean(lead(each, seat) for each in scores))
            self.done += self.together
        for trial, result in zip(trials, results, strict=True):
            trial.results.append(result)
        self.rounds += 1


def lead(scores: Sequence[float], seat: int) -> float:
    """By how much a seat is ahead of the best of the others."""
    others = [score for number, score in enumerate(scores) if number != seat]
    return scores[seat] - max(others, default=0.0)


class Starting(Generic[S]):
    """An engine that may have to be compiled: that is begun once, and goes on whoever waits for it."""

    def __init__(self, first: Callable[[S], object]) -> None:
        self.first = first
        self.doing: Thread | None = None

    def is_ready(self, s: S, *, waits: bool = True) -> bool:
        """Can games be played, or so soon? Who cannot be told to stop waits as long as it takes,
        unless somebody at a table does not."""
        if self.doing is None:
            self.doing = Thread(target=self.first, args=(s,), name="ludex-compiling", daemon=True)
            self.doing.start()
        if not waits:
            self.doing.join(PATIENCE)
            return not self.doing.is_alive()
        return is_done(self.doing, PATIENCE)


@cache
def starting(first: Callable[[S], object]) -> Starting[S]:
    """The start of an engine, by what is done with it first: the same for all bots that do that."""
    return Starting(first)


def playout_bot(game: Game[S], budget: Budget, ends: Ends[S]) -> Bot[S]:
    """A bot that spends its budget on every event that is not forced."""
    unchecked, meanwhile = game.unchecked(), searching_bot(game, budget)

    def choose(view: View[S], dice: Dice) -> Event[S]:
        world = unchecked.thinking.imagine(view.shown, view.seat, Dice(1))
        if not starting(ends).is_ready(world):
            return meanwhile(view, dice)
        playing = Playing(unchecked, view, dice, ends, budget)
        begun = perf_counter()
        return playing.best(lambda: budget.spent(begun, playing.done))[0].event

    return unless_forced(choose)
