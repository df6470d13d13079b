"""The bets form pots, and each pot has the players who can win it.

A player who is all in can win from each other player at most the amount of his own bets; the
other players bet the rest into a side pot. A bet that nobody could call is returned. Equal hands
share a pot; odd chips go one by one to the winners nearest to the left of the button.
"""

from operator import add, sub
from typing import NamedTuple

from ludex.kernel import Seat
from ludex.parts.places import put

from ...rules import rank
from .state import Amounts, Seats, State, clockwise


class Pot(NamedTuple):
    """An amount, and who can win it, from the left of the button."""

    amount: int
    seats: Seats


def pots(s: State) -> tuple[Pot, ...]:
    """The main pot, then the side pots; the bets of the round are not in them yet."""
    order = [p for p in clockwise(s, s.session.button) if s.live[p]]
    totals = s.paid
    levels = sorted({totals[p] for p in order})
    if len(levels) == 1:
        amount = s.dead + sum(totals)
        return (Pot(amount, tuple(order)),) if amount else ()
    found = []
    amount, below = s.dead, 0
    for level in levels:
        amount += sum(min(t, level) - min(t, below) for t in totals)
        if amount:
            found.append(Pot(amount, tuple(p for p in order if totals[p] >= level)))
        amount, below = 0, level
    # What those who folded put in beyond every live player (an ante that the others could
    # not pay in full) is won with the last pot.
    beyond = sum(max(0, t - below) for t in totals)
    if beyond:
        last = found[-1]
        found[-1] = Pot(last.amount + beyond, last.seats)
    return tuple(found)


def collected(s: State) -> State:
    """The bets of the round in the pots; what nobody could call is back in its stack."""
    bets, stacks = s.bets, s.stacks
    p, beyond = uncalled(bets)
    if beyond:
        stacks = put(stacks, p, stacks[p] + beyond)
        bets = put(bets, p, bets[p] - beyond)
    return s._replace(
        stacks=stacks,
        paid=tuple(map(add, s.paid, bets)),
        bets=(0,) * len(bets),
        price=0,
        waiting=(),
    )


def uncalled(bets: Amounts) -> tuple[Seat, int]:
    """Return whose bet of a round is the highest, and by how much nobody has matched it."""
    *_, second, most = sorted(bets)
    return Seat(bets.index(most)), most - second


def before_paying(s: State, t: State) -> State:
    """Return the table `t` before its pots were paid: what was in no stack then is in the pots.

    The table before the last event is `s`.
    """
    stacks = tuple(map(sub, t.stacks, t.won))
    had = map(sum, zip(s.stacks, s.bets, s.paid, strict=True))
    return t._replace(stacks=stacks, paid=tuple(map(sub, had, stacks)), dead=s.dead)


def winnings(s: State) -> Amounts:
    """Return what each gets out of the pots, now that nobody acts any more."""
    won = [0] * len(s.stacks)
    hands = ranks(s)
    for pot in pots(s):
        for p, share in shares(pot, hands):
            won[p] += share
    return tuple(won)


def ranks(s: State) -> dict[Seat, int]:
    """Return what the hands that compete are worth; nothing, when only one is left."""
    if s.live.count(True) == 1:
        return {}
    return {Seat(p): rank((*hole, *s.board)) for p, hole in enumerate(s.holes) if s.live[p]}


def shares(pot: Pot, hands: dict[Seat, int]) -> list[tuple[Seat, int]]:
    """Return who gets how much of a pot."""
    amount, seats = pot
    winners = list(seats)
    if hands:
        best = min(hands[p] for p in seats)
        winners = [p for p in seats if hands[p] == best]
    share, odd = divmod(amount, len(winners))
    return [(p, share + (i < odd)) for i, p in enumerate(winners)]
