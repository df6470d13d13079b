"""The bot that plays its best events out to the end at random, where that is quick.

It is `search` with other tries: from the imagined state after an event very many games are
played to their ends, on an engine, and what counts is by how much the seat is ahead then. All
events meet the same luck.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean
from time import perf_counter
from typing import Any, Final, Generic, TypeVar

from ludex.bots.budget import Budget
from ludex.bots.search import Searching, Spent, Trial
from ludex.bots.seeing import Bot, View
from ludex.bots.stopping import think_on, wait_for
from ludex.kernel import Dice, Event, Game

S = TypeVar("S")

TOGETHER: Final = 8
"""So many games are one try of an event, unless the budget is small."""

TRIES: Final = 10
"""So many tries each event should have, if the budget lasts."""


@dataclass(frozen=True, slots=True)
class Ends(Generic[S]):
    """How games end that are played at random from a state."""

    packed: Callable[[S], Any]
    """A state, as `scores` wants it."""

    scores: Callable[[Any, Sequence[int]], Sequence[Sequence[float]]]
    """What each seat has at the end, for each of these seeds."""


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
        # The first game on a machine waits for the compiler.
        first = ends.packed(game.after(self.world(), self.trials[0].event))
        wait_for(lambda: ends.scores(first, (1,)))

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


def playout_bot(game: Game[S], budget: Budget, ends: Ends[S]) -> Bot[S]:
    """A bot that spends its budget on every event that is not forced."""
    unchecked = game.unchecked()

    def choose(view: View[S], dice: Dice) -> Event[S]:
        if len(view.legal) == 1:
            return view.legal[0]
        playing = Playing(unchecked, view, dice, ends, budget)
        begun = perf_counter()

        def spent() -> float:
            if budget.seconds is not None:
                return (perf_counter() - begun) / budget.seconds
            assert budget.playouts is not None
            return playing.done / budget.playouts

        return playing.best(spent)[0].event

    return choose
