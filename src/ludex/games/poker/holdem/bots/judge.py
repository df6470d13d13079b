"""The regular's judgement of a choice in hold'em: the chips that it may bring, by what a seat sees.

It thinks several times, each time with other boards, and all choices meet the same ones. A bet of a size that it does not think
about is judged like the nearest one. Before the flop only staying in and giving up are told apart: how much a raise brings
there is not known.
"""

from statistics import fmean

from ludex.bots import View
from ludex.bots.budget import Budget
from ludex.bots.evaluation import RatedEvent
from ludex.bots.judge import Judge, Judgement, margin_in
from ludex.kernel import Dice, Event, Seat

from ..rules import FOLD, Bet, Phase, RaiseTo, State, to_call
from . import flop, preflop

THOUGHTS = 5
"""So often it thinks about a decision."""

Worths = dict[Event[State], float]


def worths(s: State, seat: Seat, made: Event[State] | None, dice: Dice) -> Worths:
    """Return what each choice may bring, by one thought, with what was made among them."""
    if s.board:
        found = dict(flop.evaluate(s, seat, dice).values)
        sizes = [each for each in found if isinstance(each, Bet | RaiseTo)]
        if sizes and isinstance(made, Bet | RaiseTo) and made not in found:
            amount = made.amount
            near = min(sizes, key=lambda each: abs(each.amount - amount))
            found[made] = found[near]
        return found
    best, wins = preflop.evaluate(s, seat, dice)
    cost = to_call(s)
    stays = wins * (s.pot + cost) - cost
    choices = [best] if made is None else [best, made]
    return {each: 0.0 if each == FOLD else stays for each in choices}


def compare(view: View[State], dice: Dice, _: Budget, made: Event[State] | None) -> Judgement:
    """The best that the regular finds, beside what was made or the next best."""
    s, unknown = view.shown, Judgement(RatedEvent(made or view.legal[0], 0, 0.0))
    if s.phase is not Phase.BETTING:  # nothing is left to bet on
        return unknown
    thoughts = [worths(s, view.seat, made, dice) for _ in range(THOUGHTS)]
    common = [each for each in thoughts[0] if all(each in one for one in thoughts)]
    means = {each: fmean(one[each] for one in thoughts) for each in common}
    if not means or (made is not None and made not in means):
        return unknown
    best, *others = sorted(means, key=means.__getitem__, reverse=True)
    other = made or next(iter(others), None)
    first = RatedEvent(best, THOUGHTS, means[best])
    if other is None or other == best:
        return Judgement(first)
    margin = margin_in([one[best] - one[other] for one in thoughts])
    # It mixes what is about as good: that loses nothing.
    is_clear = margin is not None and margin > flop.MIXED * s.pot
    second = RatedEvent(other, THOUGHTS, means[other])
    return Judgement(first, second, margin if is_clear else None)


JUDGE: Judge = Judge(compare)
