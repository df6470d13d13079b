"""Show or muck: the usual choice at the showdown, which can never cost a chip.

Whoever is asked first shows: there is nothing to lose to. After that a hand is shown that wins
or shares the pot against all that lie face up, and one that is beaten is mucked. Nobody at a
showdown is all in, so that all play for the same pot.
"""

from ludex.kernel import Event

from ...rules import UNKNOWN, rank
from ..rules import Muck, Phase, Show, State


def usual(s: State) -> Event[State] | None:
    """Return the usual choice of the player who is asked, unless they want it otherwise; None
    before that.

    Only the own cards are looked at, and those that everybody sees.
    """
    if s.phase is not Phase.SHOWDOWN or not s.waiting:
        return None
    mine = s.holes[s.waiting[0]]
    if UNKNOWN in mine:
        return None
    best = rank((*mine, *s.board))
    is_beaten = any(
        rank((*hole, *s.board)) < best for hole, up in zip(s.holes, s.shown, strict=True) if up
    )
    return Muck() if is_beaten else Show()
