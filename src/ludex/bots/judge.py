"""A bot's judgement of events: the best, another beside it, and by how much the best is better.

Hints ask for the best and the next best, a review for the best and what was made. Who judges is who plays best: the
tries of `search` where positions can be weighed, a tree where only the end counts, or the judge of a game's companion.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf, sqrt
from statistics import fmean, variance
from typing import NamedTuple

from ludex.bots.budget import Budget
from ludex.bots.evaluation import RatedEvent
from ludex.bots.observation import AnyView
from ludex.bots.search import CLEAR, BudgetedSearch, Trial
from ludex.bots.thinking import thinking_of
from ludex.bots.tree import Tree
from ludex.kernel import AnyEvent, AnyGame, AnyState, Dice

SMALLEST = 0.05
"""A margin of less would be told as none."""

FEWEST = 4
"""So many tries everything has at least that is beside something that was made."""


class Judgement(NamedTuple):
    """The best event, and another beside it."""

    best: RatedEvent
    other: RatedEvent | None = None
    """The next best, or what was made; None where that is the best, or comes to the same."""

    margin: float | None = None
    """The lead of the best over the other; None where that may be an accident."""


@dataclass(frozen=True, slots=True)
class Judge:
    """A judge of moves, who sees what the seat sees."""

    compare: Callable[[AnyView, Dice, Budget, AnyEvent | None], Judgement]
    """The best beside what was made; beside the next best, where nothing was."""

    tries: int = 0
    """So many a move has in a review, unless one says otherwise; none, where it thinks as long as it must."""

    proved_value: Callable[[AnyState], float] | None = None
    """The value of a state, from 0 (lost) to 1 (won), where that is proved and not weighed."""

    def __call__(
        self, view: AnyView, dice: Dice, budget: Budget, made: AnyEvent | None = None
    ) -> Judgement:
        """Compare within a budget."""
        return self.compare(view, dice, budget, made)


def search_judge(game: AnyGame) -> Judge:
    """Judge events by imagined games in which all meet the same luck."""
    unchecked = game.unchecked()

    def compare(view: AnyView, dice: Dice, budget: Budget, made: AnyEvent | None) -> Judgement:
        if made is None:
            best, *others = BudgetedSearch(unchecked, view, dice, budget).best()
            return _of_trials(best, others[0] if others else None)
        assert budget.playouts is not None
        search = BudgetedSearch(unchecked, view, dice, Budget(seconds=inf))
        trials = search.trials
        mine = next((trial for trial in trials if trial.event == made), None)
        if mine is None:
            mine = Trial(made, 0.0)
            trials.append(mine)
        for _ in range(max(FEWEST, budget.playouts // len(trials))):
            search.round(trials)
        best = max(trials, key=lambda trial: trial.mean)
        return _of_trials(best, None if best is mine else mine)

    return Judge(compare, tries=60)


def _of_trials(best: Trial, other: Trial | None) -> Judgement:
    if other is None:
        return Judgement(best.opinion)
    return Judgement(best.opinion, other.opinion, margin_in(best.leads(other)))


def margin_in(leads: Sequence[float]) -> float | None:
    """Return by how much the best is better where both met the same luck; None if that may be luck.

    Averages of different tries cannot be compared: one may have met better luck than the other.
    """
    if len(leads) < 2:
        return None
    margin, error = fmean(leads), sqrt(variance(leads) / len(leads))
    return margin if margin > error and margin >= SMALLEST else None


def tree_judge(game: AnyGame) -> Judge:
    """Judge by a tree of endings: what is proved is certain, the rest an average."""
    unchecked = game.unchecked()

    def compare(view: AnyView, dice: Dice, budget: Budget, made: AnyEvent | None) -> Judgement:
        if made is not None and budget.playouts is not None:
            enough = max(budget.playouts, FEWEST * len(view.legal))
            budget = Budget(playouts=enough)
        best, *others = Tree(unchecked, view, dice).search(budget)
        if made is not None:
            # Where a sure win was found before it was tried, nothing is known of it.
            others = [one for one in others if one.event == made]
        if not others:
            return Judgement(best)
        other = others[0]
        margin = best.mean - other.mean
        error = 0.0 if other.is_proven else CLEAR / sqrt(max(1, other.tries))
        is_clear = margin > error and margin >= SMALLEST
        return Judgement(best, other, margin if is_clear else None)

    return Judge(compare, tries=400)


def general_judge(game: AnyGame) -> Judge:
    """Return the best judge for a game that has none of its own."""
    if thinking_of(game).worth is None:
        return tree_judge(game)
    return search_judge(game)
