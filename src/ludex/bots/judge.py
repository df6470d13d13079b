"""What a bot thinks of events: the best, another beside it, and by how much the best is better.

Hints ask for the best and the next best, a review for the best and what was made. Who judges is who plays best: the
tries of `search` where positions can be weighed, a tree where only the end counts, or the judge of a game's companion.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, variance
from typing import Final, Generic, TypeVar

from ludex.bots.budget import Budget
from ludex.bots.observation import View
from ludex.bots.search import CLEAR, Searching, Trial, searched
from ludex.bots.tree import Tried, tree_searched
from ludex.kernel import Dice, Event, Game

S = TypeVar("S")

SMALLEST: Final = 0.05
"""A margin of less would be told as none."""

FEWEST: Final = 4
"""So many tries everything has at least that is beside something that was made."""


@dataclass(frozen=True, slots=True)
class Opinion(Generic[S]):
    """An event and how it went."""

    event: Event[S]
    tries: int
    mean: float
    """How its seat stood then, on the average."""

    is_proven: bool = False


@dataclass(frozen=True, slots=True)
class Judgement(Generic[S]):
    """The best event, and another beside it."""

    best: Opinion[S]
    other: Opinion[S] | None = None
    """The next best, or what was made; None where that is the best, or comes to the same."""

    margin: float | None = None
    """By how much the best is better; None where that may be an accident."""


@dataclass(frozen=True, slots=True)
class Judge(Generic[S]):
    """A judge of moves, who sees what the seat sees."""

    compare: Callable[[View[S], Dice, Budget, Event[S] | None], Judgement[S]]
    """The best beside what was made; beside the next best, where nothing was."""

    tries: int = 0
    """So many a move has in a review, unless one says otherwise; none, where it thinks as long as it must."""

    stands: Callable[[S], float] | None = None
    """How a state stands, from 0 (lost) to 1 (won), where that is proved and not weighed."""

    def __call__(
        self, view: View[S], dice: Dice, budget: Budget, made: Event[S] | None = None
    ) -> Judgement[S]:
        """Compare within a budget."""
        return self.compare(view, dice, budget, made)


def judging_by_search(game: Game[S]) -> Judge[S]:
    """By imagined games in which all events meet the same luck."""
    unchecked: Game[S] = game.unchecked()

    def compare(view: View[S], dice: Dice, budget: Budget, made: Event[S] | None) -> Judgement[S]:
        if made is None:
            best, *others = searched(unchecked, view, dice, budget)
            return _of_trials(best, others[0] if others else None)
        assert budget.playouts is not None
        search = Searching(unchecked, view, dice)
        trials = search.trials
        mine = next((trial for trial in trials if trial.event == made), None)
        if mine is None:
            mine = Trial(made, 0.0)
            trials.append(mine)
        for _ in range(max(FEWEST, budget.playouts // len(trials))):
            search.round(trials, lambda: 0.0)
        best = max(trials, key=lambda trial: trial.mean)
        return _of_trials(best, None if best is mine else mine)

    return Judge(compare, tries=60)


def _of_trials(best: Trial[S], other: Trial[S] | None) -> Judgement[S]:
    first = Opinion(best.event, len(best.results), best.mean)
    if other is None:
        return Judgement(first)
    second = Opinion(other.event, len(other.results), other.mean)
    return Judgement(first, second, margin_of(best, other))


def margin_of(best: Trial[S], second: Trial[S]) -> float | None:
    """By how much the best is better where both met the same luck; None if that may be luck.

    Averages of different tries cannot be compared: one may have met better luck than the other.
    """
    return margin_in(best.leads(second))


def margin_in(leads: Sequence[float]) -> float | None:
    """Return the mean of leads, if that is more than an accident."""
    if len(leads) < 2:
        return None
    margin, error = fmean(leads), sqrt(variance(leads) / len(leads))
    return margin if margin > error and margin >= SMALLEST else None


def judging_by_tree(game: Game[S]) -> Judge[S]:
    """By a tree, where only the end counts: what is proved is certain, the rest an average."""
    unchecked: Game[S] = game.unchecked()

    def compare(view: View[S], dice: Dice, budget: Budget, made: Event[S] | None) -> Judgement[S]:
        if made is not None and budget.playouts is not None:
            enough = max(budget.playouts, FEWEST * len(view.legal))
            budget = Budget(playouts=enough)
        found = tree_searched(unchecked, view, dice, budget)
        best, others = found[0], found[1:]
        if made is not None:
            # Where a sure win was found before it was tried, nothing is known of it.
            others = [one for one in others if one.event == made]
        if not others:
            return Judgement(_opinion(best))
        other = others[0]
        margin = best.mean - other.mean
        error = 0.0 if other.is_proven else CLEAR / sqrt(max(1, other.visits))
        is_clear = margin > error and margin >= SMALLEST
        return Judgement(_opinion(best), _opinion(other), margin if is_clear else None)

    return Judge(compare, tries=400)


def _opinion(tried: Tried[S]) -> Opinion[S]:
    return Opinion(tried.event, tried.visits, tried.mean, tried.is_proven)


def judging(game: Game[S]) -> Judge[S]:
    """Return the best judge for a game that has none of its own."""
    if game.thinking.worth is None:
        return judging_by_tree(game)
    return judging_by_search(game)
