"""The view of a seat, and the states that could lie behind it: hidden hands from the cards unseen.

Who has paid much to stay in is likelier to hold good cards: of several hands dealt at random
he has kept the best. The cards to come follow: chance deals what does not lie on the table.
"""

from ludex.kernel import Dice, Seat

from ...rules import UNKNOWN, Cards, PokerCard, deal, rank
from .chip_value import strength
from .state import State

PRICES = (1, 5, 25)
"""The prices in big blinds beyond which a player had one more hand to choose from."""

HIDDEN = (UNKNOWN, UNKNOWN)


def view(s: State, seat: Seat) -> State:
    """Your own cards and those that lie face up; of the others only the backs."""
    return s._replace(
        holes=tuple(
            hole if p == seat or s.shown[p] or not hole else HIDDEN
            for p, hole in enumerate(s.holes)
        )
    )


def imagine(known: State, _: Seat, dice: Dice) -> State:
    """The same table with cards behind all the backs."""
    dealt = [*known.dealt]
    holes: list[Cards] = []
    for p, hole in enumerate(known.holes):
        if UNKNOWN in hole:
            holes.append(_likely(known, dealt, choices(known, p), dice))
            dealt += holes[-1]
        else:
            holes.append(hole)
    return known._replace(holes=tuple(holes))


def choices(s: State, p: int) -> int:
    """Return of how many random hands a player is likely to hold the best."""
    if not s.live[p]:
        return 1
    paid = (s.paid[p] + s.bets[p]) / s.big_blind
    return 1 + sum(paid > price for price in PRICES)


def _likely(s: State, dealt: list[PokerCard], count: int, dice: Dice) -> Cards:
    hands = [deal(2, dealt, dice) for _ in range(count)]
    if count == 1:
        return hands[0]
    if not s.board:
        return max(hands, key=lambda hand: strength(hand, ()))
    return min(hands, key=lambda hand: rank((*hand, *s.board)))
