"""Betting: the amount to call, and the limits of a bet or raise.

With no limit, a bet is at least the big blind, and a raise is at least as large as the last bet
or raise of the round. A player may always go all in for less. Such a raise must be called, but it
does not reopen the betting: a player who has already acted may raise again only after at least a
full raise. With fixed limit, a bet or raise is one big blind before and on the flop, and two big
blinds after it. A round has at most four bets. An all-in raise of at least half a bet counts as a
full one. A smaller one does not count: a player who has not acted may complete it to a full bet
or raise.

The number of bets is not limited if only two players begin the round. This is a house rule.
Robert's Rules of Poker ("Betting and raising", 3 and 4) allow a bet and three raises, and lift
the limit as soon as only two players are left, if it has not been reached before. The Tournament
Directors Association keeps the limit until only two players are left in the tournament. Here a
fold in the middle of a round does not lift it: at the start of a round all players know how many
raises it allows.
"""

from collections.abc import Sequence

from ludex.parts.places import put

from .rounds import able_to_answer, unit
from .state import State


def owed(s: State) -> int:
    """Return what the player to act has to add to match the bet."""
    return s.price - s.bets[s.waiting[0]]


def to_call(s: State) -> int:
    """Return what a call really costs the player to act."""
    p = s.waiting[0]
    return min(s.stacks[p], max(min(s.price, matchable(s)) - s.bets[p], 0))


def matchable(s: State) -> int:
    """Return the highest bet that another player could match."""
    p = s.waiting[0]
    return max(s.stacks[q] + s.bets[q] for q, live in enumerate(s.live) if live and q != p)


def stack(s: State) -> int:
    """The chips behind of the player to act."""
    return s.stacks[s.waiting[0]]


def most(s: State) -> int:
    """All in: the highest bet that the player to act could make."""
    p = s.waiting[0]
    return s.stacks[p] + s.bets[p]


def has_more_than_a_call(s: State) -> bool:
    """Has the player to act chips left after a call?"""
    return most(s) > s.price


def someone_could_call(s: State) -> bool:
    """Has another player, who is not all in, more than the bet?"""
    mine, price = s.waiting[0], s.price
    for p, live in enumerate(s.live):
        if live and p != mine and s.stacks[p] + s.bets[p] > price:
            return True
    return False


def is_open(s: State) -> bool:
    """May the player to act raise? Not again, unless he faces a full raise."""
    return s.waiting[0] not in s.acted or is_full(s, owed(s))


def is_full(s: State, more: int) -> bool:
    """Is it a full raise, to bet so much more than the last full one did?"""
    return more >= s.step if not s.rules.fixed else 2 * more >= unit(s)


def full_step(s: State) -> int:
    """Return by how much a full raise raises, whatever is left of it to complete."""
    return unit(s) if s.rules.fixed else s.step


def is_capped(s: State) -> bool:
    """Have as many bets been made in the round as the fixed limit allows?"""
    return s.rules.fixed and 0 < s.rules.cap <= s.raises and in_round(s) > 2


def in_round(s: State) -> int:
    """Return how many had a claim to the pot when the round began.

    Who has folded since had by then paid as much as anybody; who folded before had not.
    """
    most_paid = max(s.paid)
    return sum(
        live or (paid == most_paid and bool(hole))
        for live, paid, hole in zip(s.live, s.paid, s.holes, strict=True)
    )


def called(s: State) -> State:
    """The player to act has matched the bet as far as the chips go."""
    p = s.waiting[0]
    given = to_call(s)
    return s._replace(
        stacks=put(s.stacks, p, s.stacks[p] - given),
        bets=put(s.bets, p, s.bets[p] + given),
        waiting=s.waiting[1:],
        acted=s.acted | {p},
    )


def raised(s: State, amount: int) -> State:
    """The player to act bets `amount` in all; everybody else has to answer."""
    p = s.waiting[0]
    more = amount - s.price
    if s.rules.fixed:
        # What a short all-in has put in of the raise is no more to be put in by the next.
        whole = unit(s)
        full = is_full(s, whole - s.step + more)
        step = whole if full else s.step - more
    else:
        full = is_full(s, more)
        step = max(s.step, more) if full else s.step
    return s._replace(
        stacks=put(s.stacks, p, s.stacks[p] + s.bets[p] - amount),
        bets=put(s.bets, p, amount),
        price=amount,
        step=step,
        raises=s.raises + full,
        acted=frozenset((p,)) if full else s.acted | {p},
        aggressor=p,
        waiting=able_to_answer(s, p),
    )


def amounts(s: State) -> Sequence[int]:
    """The bets to offer, the least first; nothing, if the player may only call."""
    all_in, least = most(s), s.price + s.step
    if all_in <= s.price or not is_open(s) or is_capped(s) or not someone_could_call(s):
        return []
    if all_in <= least:
        return [all_in]
    if s.rules.fixed:
        return [least]
    pot = s.pot + owed(s)
    sizes = {least, s.price + pot // 2, s.price + pot, all_in}
    return sorted(size for size in sizes if least <= size <= all_in)
