"""The sequence of hands: their players, the button and the blinds, and the end of the game.

The button moves by the dead button rule. The big blind moves to the next player, the small blind
to the seat that had the big blind, and the button to the seat that had the small blind. So no
player posts the big blind twice in a row, and no player misses it. If a player has been knocked
out, no small blind may be posted, or the button may be at an empty seat. Between two players the
button posts the small blind.

In a cash game a player who has lost all chips buys the starting stack again. A table may ask
first: then these players decide after the pots are paid, from the left of the button. A player
who does not buy in again stays out for the rest of the game. Nobody is asked after the last hand.
"""

from operator import add, sub

from ludex.kernel import Seat
from ludex.parts.places import put

from .options import AnteBy
from .pots import winnings
from .state import (
    NOBODY,
    Ended,
    Flags,
    Phase,
    Seats,
    Session,
    State,
    clockwise,
)


def playing(s: State) -> Flags:
    """Return who is dealt in when the next hand begins."""
    if s.rules.rebuys:
        return (True,) * len(s.stacks)
    return tuple(stack > 0 for stack in s.stacks)


def begun(s: State) -> State:
    """The next hand before the cards: chips bought, button moved, blinds posted."""
    s = _rebought(s)
    dealt_in = playing(s)
    session = _moved(s, dealt_in)
    n = len(s.stacks)
    stakes = session.rules.stakes(session.hand)
    nothing = (0,) * n
    s = s._replace(
        session=session,
        holes=((),) * n,
        board=(),
        live=dealt_in,
        shown=(False,) * n,
        dead=0,
        paid=nothing,
        bets=nothing,
        won=nothing,
    )
    s = _antes(s, stakes.ante)
    if dealt_in[session.small]:
        s = _posted(s, session.small, stakes.small)
    s = _posted(s, session.big, stakes.big)
    return s._replace(
        price=stakes.big,
        step=stakes.big,
        raises=1,
        acted=NOBODY,
        aggressor=None,
    )


def _rebought(s: State) -> State:
    if s.rules.rebuys:
        for p, stack in enumerate(s.stacks):
            if not stack:
                s = bought_in(s, Seat(p))
    return s


def _moved(s: State, dealt_in: Flags) -> Session:
    """The session of the next hand: button and blinds move, the last hand is kept."""
    session = s.session._replace(hand=s.session.hand + 1)
    if session.hand == 1:
        return session
    pairs = zip(s.holes, s.shown, strict=True)
    ended = Ended(s.board, tuple(hole if up else () for hole, up in pairs), s.won)
    session = session._replace(last=ended)
    following = [p for p in clockwise(s, session.big) if dealt_in[p]]
    big = following[0]
    if len(following) == 2:
        return session._replace(button=following[1], small=following[1], big=big)
    return session._replace(button=session.small, small=session.big, big=big)


def _antes(s: State, ante: int) -> State:
    if not ante:
        return s
    if s.rules.ante_by is AnteBy.BIG_BLIND:
        p = s.session.big
        given = min(ante, s.stacks[p])
        return s._replace(stacks=put(s.stacks, p, s.stacks[p] - given), dead=given)
    antes = tuple(min(ante, stack) for stack in s.stacks)
    return s._replace(stacks=tuple(map(sub, s.stacks, antes)), paid=antes)


def _posted(s: State, p: Seat, blind: int) -> State:
    given = min(blind, s.stacks[p])
    return s._replace(stacks=put(s.stacks, p, s.stacks[p] - given), bets=put(s.bets, p, given))


def paid_out(s: State) -> State:
    """The pots with their winners; the hand is over, and perhaps the game."""
    won = winnings(s)
    nothing = (0,) * len(won)
    stacks = tuple(map(add, s.stacks, won))
    session = s.session
    if s.rules.is_tournament and not all(stacks):
        session = session._replace(places=_placed(s, stacks))
    s = s._replace(
        session=session,
        stacks=stacks,
        won=won,
        dead=0,
        paid=nothing,
        waiting=(),
    )
    return ended(s._replace(waiting=rebuy_seats(s)))


def rebuy_seats(s: State) -> Seats:
    """Return who has lost everything in this hand and may buy in again, from the left of the button."""
    if not s.rules.asks or has_had_all_hands(s):
        return ()
    order = clockwise(s, s.session.button)
    return tuple(p for p in order if s.holes[p] and not s.stacks[p])


def bought_in(s: State, p: Seat) -> State:
    """Return the table after a player has bought the first stack again."""
    more, session = s.rules.stack, s.session
    bought = put(session.bought, p, session.bought[p] + more)
    return s._replace(session=session._replace(bought=bought), stacks=put(s.stacks, p, more))


def ended(s: State) -> State:
    """The hand is over: somebody is asked to buy in again, or the next one or the end follows."""
    if s.waiting:
        return s._replace(phase=Phase.REBUY)
    return s._replace(phase=Phase.OVER if is_over(s) else Phase.DEAL)


def _placed(s: State, stacks: tuple[int, ...]) -> tuple[int, ...]:
    """Return the places with one for each who is broke now: the better, the more he had before the hand."""
    left = sum(stack > 0 for stack in stacks)
    before = {
        p: s.paid[p] + (s.dead if p == s.session.big else 0)
        for p, stack in enumerate(stacks)
        if not stack and not s.session.places[p]
    }
    places = [
        left + 1 + sum(other > before[p] for other in before.values()) if p in before else place
        for p, place in enumerate(s.session.places)
    ]
    if left == 1:
        places[next(p for p, stack in enumerate(stacks) if stack)] = 1
    return tuple(places)


def is_over(s: State) -> bool:
    """Have all hands been played, or does one player have all the chips?"""
    return has_had_all_hands(s) or playing(s).count(True) < 2


def has_had_all_hands(s: State) -> bool:
    """Have as many hands been played as were agreed on?"""
    return 0 < s.rules.hands <= s.session.hand
