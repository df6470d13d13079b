"""The passage from one betting round to the next: the order of players, the end of a round, and
what follows."""

from ludex.kernel import Seat

from .hands import paid_out
from .pots import collected
from .state import NOBODY, Phase, Seats, State, clockwise


def opened(s: State, after: Seat) -> State:
    """A betting round that begins to the left of `after`; nothing, if nobody can bet."""
    waiting = contested(s, clockwise(s, after))
    if not waiting:
        return closed(s)
    return s._replace(phase=Phase.BETTING, waiting=waiting)


def contested(s: State, seats: Seats) -> Seats:
    """Those of `seats` whose next action can matter: somebody could put in more still."""
    totals = [a + b if live else 0 for a, b, live in zip(s.stacks, s.bets, s.live, strict=True)]
    *_, second, most = sorted(totals)
    return tuple(
        p
        for p in seats
        if s.live[p] and s.stacks[p] and (second if totals[p] == most else most) > s.bets[p]
    )


def able_to_answer(s: State, p: Seat) -> Seats:
    """The others who have chips and cards, from the left of `p`."""
    return tuple(q for q in clockwise(s, p)[:-1] if s.live[q] and s.stacks[q])


def settled(s: State) -> State:
    """The state after somebody has acted: the same round, the next one, or the end."""
    if s.live.count(True) == 1:
        return paid_out(collected(s))
    waiting = contested(s, s.waiting)
    if not waiting:
        return closed(s)
    return s if waiting == s.waiting else s._replace(waiting=waiting)


def closed(s: State) -> State:
    """The round is over: the bets go into the pots, and a card or the showdown follows.

    When at most one player could still bet, all hands are turned up at once.
    """
    s = collected(s)
    able = sum(1 for p, live in enumerate(s.live) if live and s.stacks[p])
    if able < 2:
        s = s._replace(shown=s.live)
    if len(s.board) < 5:
        return s._replace(phase=Phase.BOARD)
    return showdown(s)


def dealt_on(s: State) -> State:
    """The board has grown: the next round, or the next card when nobody can bet."""
    s = s._replace(
        price=0,
        step=unit(s),
        raises=0,
        acted=NOBODY,
        aggressor=None,
    )
    return opened(s, s.session.button)


def unit(s: State) -> int:
    """The least full bet: with fixed limit those of the last two rounds are double."""
    big = s.big_blind
    return 2 * big if s.rules.fixed and len(s.board) > 3 else big


def showdown(s: State) -> State:
    """All betting is done: hands are shown in order, or at once if somebody is all in."""
    if any(live and not s.stacks[p] for p, live in enumerate(s.live)):
        return paid_out(s._replace(shown=s.live))
    last = s.session.button if s.aggressor is None else Seat(s.aggressor - 1)
    waiting = tuple(p for p in clockwise(s, last) if s.live[p])
    return s._replace(phase=Phase.SHOWDOWN, waiting=waiting)


def answered(s: State) -> State:
    """Somebody has shown or mucked: the next one does, or the pots are paid."""
    if s.waiting and s.live.count(True) > 1:
        return s
    return paid_out(s)
