"""The hands that another program replays to other stacks than ours, and the reasons.

PokerKit is the program that reads hand histories most, and its rules are not ours in every
corner. The format has no words for these differences; so whoever exports a hand is told.
"""

from collections.abc import Iterator
from itertools import groupby

from ..rules import (
    BETWEEN,
    Amounts,
    Bet,
    Call,
    DealBoard,
    RaiseTo,
    State,
    clockwise,
    most,
    to_call,
)
from ..rules.pots import before_paying, pots, ranks
from ..rules.rounds import unit
from .export import Steps

BETS = 4
"""So many bets and raises PokerKit allows in a round of fixed limit."""


def differences(hand: Steps) -> Iterator[str]:
    """Return why PokerKit would not replay a hand, or not to the same stacks."""
    if _begins_elsewhere(hand):
        yield (
            "no chip of a blind could be posted: here the player after the button acts "
            "last, and has raised; in PokerKit that player acts first"
        )
    elif _is_short(hand):
        yield (
            "the big blind could not be posted in full: here players call and raise the "
            "whole big blind; in PokerKit only the posted amount"
        )
    if hand[0][0].rules.fixed:
        yield from _of_fixed_limit(hand)
    before, _, after = hand[-1]
    if after.phase in BETWEEN and after.live.count(True) > 1:
        whole = before_paying(before, after)
        if _shared_by_pokerkit(whole, after) != after.won:
            yield (
                "a pot cannot be shared evenly: here odd chips go one by one to the "
                "winners of each pot; in PokerKit all go to the first winner"
            )


def _begins_elsewhere(hand: Steps) -> bool:
    """Is the first raise made by somebody who has acted before in PokerKit?

    It begins after the largest blind that is on the table. Without one it begins after the
    button, and takes a check of whoever sits there for granted.
    """
    dealt = hand[0][2]
    able = (p for p in clockwise(dealt, dealt.session.button) if dealt.stacks[p])
    raises = (s for s, event, _ in hand if isinstance(event, RaiseTo) and not s.board)
    first = next(raises, None)
    return (
        not any(dealt.bets)
        and first is not None
        and first.waiting[0] == next(able) != dealt.waiting[0]
    )


def _is_short(hand: Steps) -> bool:
    """Does it matter before the flop that not all of the big blind was posted?

    PokerKit goes on from what was posted: calls are less, so the first raise is by more,
    and with no limit the next one has to be by as much.
    """
    dealt = hand[0][2]
    if max(dealt.bets) >= dealt.price:
        return False
    ours, theirs = [*dealt.bets], [*dealt.bets]
    step = unit(dealt)
    is_cut = False  # has somebody raised all in by less than PokerKit asks of others?
    for s, event, _ in hand[1:]:
        match event:
            case Call():
                p = s.waiting[0]
                ours[p] = s.bets[p] + to_call(s)
                theirs[p] = min(max(theirs), most(s))
            case RaiseTo(amount):
                p, least = s.waiting[0], max(theirs) + step
                is_less, is_more = amount < least, amount > least
                if is_cut or (is_less and amount < most(s)):
                    return True
                if is_more and s.rules.fixed:
                    return True
                is_cut = is_less
                step = max(step, amount - max(theirs))
                ours[p] = theirs[p] = amount
            case DealBoard():
                break
    # Who has called again, or raised, has paid the same in the end.
    return ours != theirs


def _of_fixed_limit(hand: Steps) -> Iterator[str]:
    rounds = groupby(hand, key=lambda step: len(step[0].board))
    for _, steps in rounds:
        bets = [(s, e) for s, e, _ in steps if isinstance(e, Bet | RaiseTo)]
        if len(bets) > BETS:
            yield (
                f"there are {len(bets)} bets in a round: here two players who begin it "
                f"alone may continue; PokerKit allows at most {BETS}"
            )
            return
        if any(event.amount - s.price < unit(s) for s, event in bets[:-1]):
            yield (
                "a raise follows an all-in of less than a bet: here it may raise or "
                "complete that bet; PokerKit allows neither"
            )
            return


def _shared_by_pokerkit(s: State, t: State) -> Amounts:
    """The pots as PokerKit shares them, which looks only at those who win something."""
    hands = ranks(s)
    won = [0] * len(s.stacks)
    winners = tuple(live and amount > 0 for live, amount in zip(s.live, t.won, strict=True))
    for pot in pots(s._replace(live=winners)):
        best = min(hands[p] for p in pot.seats)
        first, *others = (p for p in pot.seats if hands[p] == best)
        share, odd = divmod(pot.amount, 1 + len(others))
        won[first] += share + odd
        for p in others:
            won[p] += share
    return tuple(won)
