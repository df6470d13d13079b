"""The bot `builder`: it grows a tree of what may follow, on the compiled engine; hints and reviews come from it, too."""

from math import sqrt
from time import perf_counter
from typing import NamedTuple

from ludex.bots import Bot, View
from ludex.bots.budget import Budget
from ludex.bots.cancellation import think_on
from ludex.bots.evaluation import RatedEvent
from ludex.bots.judge import (
    SMALLEST,
    Judge,
    Judgement,
    search_judge,
)
from ludex.bots.playouts import Ends, playout_bot, starting
from ludex.bots.search import searching_bot
from ludex.compile.engine import Row
from ludex.kernel import Dice, Event, Game

from ..engine.engine import action, ends, event, packed
from ..engine.tree_search import TreeSearch
from ..game import game
from ..rules.state import State

AT_ONCE = 8
"""So many walks are made between two looks at the clock."""

WALKS = 300
"""So many through each tree are enough to judge a move that was made."""


def first_walk(_: State) -> None:
    """Walk through a tree once: then it is compiled."""
    s = game.start()
    s = game.after(s, game.draw(s, Dice(1)))
    TreeSearch(packed(s)).walk(1)


def building_bot(refined: Game[State], budget: Budget) -> Bot[State]:
    """Return a bot that spends its budget on every event that is not forced.

    Where the engine is not there yet, or does not play on such a map, `search` answers.
    """
    otherwise = searching_bot(refined, budget)

    def choose(view: View[State], dice: Dice) -> Event[State]:
        if len(view.legal) == 1:
            return view.legal[0]
        row = ready_row(view.shown)
        if row is None:
            return otherwise(view, dice)
        return event(row, grow(TreeSearch(row), budget).best())

    return choose


def playing_out_bot(game: Game[State], budget: Budget) -> Bot[State]:
    """Return a bot that plays its best moves out to the end."""
    return playout_bot(game, budget, Ends(packed, ends))


def ready_row(state: State, *, waits: bool = True) -> Row | None:
    """Return what is shown, packed; None where the engine is not there yet, or knows no such map."""
    if not starting(first_walk).is_ready(state, waits=waits):
        return None
    try:
        return packed(state)
    except ValueError:  # a map of islands
        return None


def grow(search: TreeSearch, budget: Budget) -> TreeSearch:
    """Grow the tree until the budget is spent."""
    begun, more = perf_counter(), True
    while more:
        think_on()
        if budget.playouts is not None:
            left = budget.playouts - search.walked
        else:
            assert budget.seconds is not None
            left = AT_ONCE if perf_counter() - begun < budget.seconds else 0
        more = left > 0 and search.walk(min(AT_ONCE, left))
    return search


def building_judge(refined: Game[State]) -> Judge:
    """Judge events by walks through trees, in points at the end."""
    otherwise = search_judge(refined)

    def compare(
        view: View[State], dice: Dice, budget: Budget, made: Event[State] | None
    ) -> Judgement:
        # Whoever asks for a hint does not wait for a compiler.
        row = ready_row(view.shown, waits=made is not None)
        if row is None:
            fewer = Budget(playouts=otherwise.tries) if budget.playouts else budget
            return otherwise(view, dice, fewer, made)
        search = grow(TreeSearch(row), budget)
        first, *others = (branch_of(search, branch) for branch in search.ranked())
        if made is None:
            return compared(first, others[0] if others else None)
        if first.opinion.event == made:
            return Judgement(first.opinion)
        # Each has the whole tree for itself: what was tried little is not judged by that.
        numbers = first.number, action(row, made)
        both = [branch_of(grow(search.only(one), budget), 0) for one in numbers]
        return compared(*both)

    return Judge(compare, tries=WALKS)


class Branch(NamedTuple):
    """A branch of a tree that has grown: the number of its move, and what its walks came to."""

    number: int
    opinion: RatedEvent
    """Its move, how often it was walked through, and by how many points it leads."""

    goodness: float
    """The quality of the event, from -1 to 1."""

    doubt: float
    """The square of the standard error of its lead."""


def branch_of(search: TreeSearch, i: int) -> Branch:
    """Return a branch of the first turn, by its place."""
    tree = search.tree
    number, tries = int(tree.action[i]), int(tree.tries[i])
    goodness, lead, squares = (
        float(sums[i]) / max(1, tries) for sums in (tree.total, tree.leads, tree.squares)
    )
    opinion = RatedEvent(event(search.row, number), tries, lead)
    return Branch(number, opinion, goodness, max(0.0, squares - lead**2) / max(1, tries))


def compared(best: Branch, other: Branch | None) -> Judgement:
    """Two moves. One is better that wins more often and leads by more points, both beyond doubt."""
    if other is None:
        return Judgement(best.opinion)
    margin, error = best.opinion.mean - other.opinion.mean, sqrt(best.doubt + other.doubt)
    is_clear = other.opinion.tries > 1 and margin >= SMALLEST and margin > error
    is_better = is_clear and best.goodness > other.goodness
    return Judgement(best.opinion, other.opinion, margin if is_better else None)
