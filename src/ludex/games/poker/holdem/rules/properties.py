"""Properties that always hold in hold'em, and events that must be able to happen."""

from collections.abc import Callable, Mapping

from ...rules import UNKNOWN
from .betting import is_open
from .pots import pots
from .state import BETWEEN, Phase, State


def cards_differ(s: State) -> bool:
    """No card is on the table twice."""
    known = [card for card in s.dealt if card != UNKNOWN]
    return len({*known}) == len(known)


ALWAYS: Mapping[str, Callable[[State], bool]] = {
    "the chips on the table are those that were bought": lambda s: (
        sum(s.stacks) + s.pot == sum(s.session.bought)
    ),
    "nobody has fewer than zero chips": lambda s: min((*s.stacks, *s.bets, *s.paid)) >= 0,
    "the pots add up": lambda s: sum(pot.amount for pot in pots(s)) == s.dead + sum(s.paid),
    "no card is on the table twice": cards_differ,
    "a hand goes on between two players at least": lambda s: (
        s.phase in BETWEEN or s.live.count(True) > 1
    ),
    "only a player without chips is asked to buy in again": lambda s: (
        s.phase is not Phase.REBUY or not any(s.stacks[p] for p in s.waiting)
    ),
}

SOMETIMES: Mapping[str, Callable[[State], bool]] = {
    "a player is all in": lambda s: any(
        live and not s.stacks[p] for p, live in enumerate(s.live) if s.pot
    ),
    "there is a side pot": lambda s: len(pots(s)) > 1,
    "hands are shown": lambda s: any(s.shown),
    "a pot is shared": lambda s: sum(w > 0 for w in s.won) > 1,
    "a short all-in does not reopen the betting": lambda s: (
        s.phase is Phase.BETTING and not is_open(s)
    ),
}
