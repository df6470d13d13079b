"""The evaluation of a player: the cards still to be got rid of, and what helps with them.

A rule of thumb that plays as players are told to: foundations first, then the reserve,
then loading, then the hand; empty houses are kept, and a turn is not wasted on moving cards
to and fro. It looks only at what both players see.
"""

from ludex.kernel import Seat

from ..rules.building_rules import takes, waiting
from ..rules.places import PileKind
from ..rules.state import Phase, State, opponent, top

RESERVE = 3.0
"""The cost of a card of the reserve; one of hand or waste costs 1."""

WIN = 60.0
SPACE = 1.2
"""An empty house, for whoever is on turn."""

READY = 1.5
"""A reserve card that could be played at once."""

FOUNDATION = 0.3
"""A card on a foundation lies in nobody's way."""

ON_TURN = 0.5
TO_AND_FRO = 0.1
"""The cost of a house move while it has led to nothing. Some are tried before the turn is given up,
because they may uncover something; more than ten are only to and fro."""


def worth(s: State, seat: Seat) -> float:
    """Return the lead of a player, in cards."""
    other = opponent(seat)
    if s.phase is not Phase.PLAY:
        return _ended(s, seat)
    lead = cards_left(s, other) - cards_left(s, seat)
    on_turn = 1.0 if s.seat == seat else -1.0
    spaces = sum(not pile for pile in s.houses)
    lead += on_turn * (ON_TURN + SPACE * spaces)
    lead += READY * (_is_ready(s, seat) - _is_ready(s, other))
    lead += FOUNDATION * sum(map(len, s.foundations))
    return lead - on_turn * TO_AND_FRO * len(s.turn.seen)


def _ended(s: State, seat: Seat) -> float:
    result = s.match.result
    if result is None or result.ahead is None:
        return 0.0
    return WIN + result.points if result.ahead == seat else -WIN - result.points


def cards_left(s: State, seat: Seat) -> float:
    """Return what the cards of a player cost."""
    reserve, hand, waste, _ = s.sides[seat]
    turned = s.turned is not None and s.seat == seat
    return RESERVE * len(reserve) + len(hand) + len(waste) + turned


def _is_ready(s: State, seat: Seat) -> bool:
    """Could the reserve card go to a foundation or a house?"""
    card, on_house = top(s.sides[seat].reserve), takes(s.rules)[PileKind.HOUSE]
    return card in waiting(s.foundations) or any(card in on_house[top(pile)] for pile in s.houses)
