"""What the planner thinks of plays, for hints and reviews: the best turn that begins with each."""

from typing import Final

from ludex.bots import View
from ludex.bots.advice import Advisor, Hint, hinted
from ludex.bots.budget import Budget
from ludex.bots.judge import SMALLEST, Judge, Judgement, Opinion
from ludex.kernel import Dice, Event, Game, Sentence, as_sentence, say
from ludex.table import looks_of

from ..rules.candidates import CALL_STOP
from ..rules.state import State
from .planner import (
    Plan,
    Way,
    is_fault,
    planned,
    planning_bot,
    without_faults,
)

HALF_A_SECOND: Final = Budget(seconds=0.5)
ONE: Final = Budget(playouts=1)
POSITIONS: Final = 200
"""So many are looked into to judge a play that was made."""

CALL: Final = "The action that ended the opponent's turn was a fault."
ONLY: Final = "It is all that can be done without a fault."


def judging_by_planning(game: Game[State]) -> Judge[State]:
    """By the best turns that begin with each play, in cards."""
    unchecked: Game[State] = game.unchecked()

    def opinion(view: View[State], event: Event[State], budget: Budget) -> Opinion[State] | None:
        plan = Plan(unchecked, view.shown, view.seat, only=event)
        ways = planned(plan, budget)
        return Opinion(event, plan.looked_into, ways[0].value) if ways else None

    def compare(
        view: View[State], dice: Dice, budget: Budget, made: Event[State] | None
    ) -> Judgement[State]:
        plan = Plan(unchecked, view.shown, view.seat)
        calls = CALL_STOP in (made, planning_bot(game, ONE)(view, dice))
        ways = [] if calls else planned(plan, budget)
        if not ways:  # of a call there is nothing to count
            return Judgement(Opinion(made or view.legal[0], 0, 0.0))
        first = ways[0].first
        best = Opinion(first, plan.looked_into, ways[0].value)
        if made is None:
            return compared(best, following(ways, plan.looked_into))
        if made == first:
            return Judgement(best)
        # Each is planned alone: a position that both lead to is found for both.
        return compared(opinion(view, first, budget) or best, opinion(view, made, budget))

    return Judge(compare, tries=POSITIONS)


def following(ways: list[Way], positions: int) -> Opinion[State] | None:
    """Return the best way that begins otherwise than the best."""
    others = [way for way in ways if way.first != ways[0].first]
    return Opinion(others[0].first, positions, others[0].value) if others else None


def compared(best: Opinion[State], other: Opinion[State] | None) -> Judgement[State]:
    """Two plays; what differs by less than a sliver is too close to call."""
    if other is None:
        return Judgement(best)
    margin = best.mean - other.mean
    return Judgement(best, other, margin if margin >= SMALLEST else None)


def advisor(game: Game[State], refined: Game[State]) -> Advisor[State]:
    """Advice to begin the best turn that was found, with the next best beside it."""
    judge = judging_by_planning(refined)

    def hint(view: View[State], dice: Dice) -> Hint[State] | None:
        if not view.legal:
            return None
        s = view.shown
        if CALL_STOP in view.legal and is_fault(s, view.seat):
            return hinted(game, view, CALL_STOP, CALL)
        events = without_faults(s, [*view.legal])
        if len(events) == 1:
            return hinted(game, view, events[0], ONLY)
        found = judge(view, dice, HALF_A_SECOND)
        return hinted(game, view, found.best.event, _why(game, view, found))

    return Advisor(hint)


def _why(game: Game[State], view: View[State], found: Judgement[State]) -> str | Sentence:
    looked, other = found.best.tries, found.other
    if other is None:
        words = "It begins every good turn that was found in {looked} positions."
        return say("turn", words, looked=looked)
    following = as_sentence(looks_of(game).gesture(view.shown, other.event).words)
    begins = "It begins the best turn that was found in {looked} positions"
    if found.margin is None:
        words = f"{begins}; the next best ({{next}}) is too close to call."
        return say("turn", words, looked=looked, next=following)
    return say(
        "turn",
        f"{begins}, {{margin:.1f}} cards better than the next best ({{next}}).",
        looked=looked,
        margin=found.margin,
        next=following,
    )
