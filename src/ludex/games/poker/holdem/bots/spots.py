"""Spots: the common features of two players' decisions in hold'em, so that they can be learned.

A spot is the round, the position, how often was raised, how large the bet is beside the pot, how much is
left beside the pot, what each had paid before, and how good the cards are. Everything else is left out. Functions of this
file are plain arithmetic: `tools/blueprint.py` compiles them, and who plays calls them as they are.
"""

CARDS = 24
"""So many grades of cards there are after the flop."""

KINDS = 169
PRICES = 16
DEPTHS = 6
LEFT = 7
PAID = 5
BEFORE = 2 * PRICES * DEPTHS * KINDS
"""So many spots there are before the flop."""

AFTER = 2 * PRICES * LEFT * PAID * CARDS
"""So many in each round after it."""

SPOTS = BEFORE + 3 * AFTER

FOLD, CALL, SIZES = 0, 1, (1 / 3, 2 / 3, 1.0, 2.0)
ALL_IN = 6
ACTIONS = 7
"""Fold, check or call, bets of parts of the pot, all in."""

COMMITTED = 0.55
"""The part of what is left beyond which a bettor puts in all of it."""


RATIOS = (0.47, 0.85, 1.45)
DEEP = (18.0, 30.0, 50.0, 80.0, 140.0)
BEHIND = (0.4, 1.0, 2.0, 4.0, 8.0, 16.0)
SPENT = (1.6, 4.0, 10.0, 25.0)
"""The boundaries between classes: of bets beside the pot, of stacks before the flop in big blinds,
of what is left after a call beside the pot, of what each has paid before in big blinds."""


def price(raises: int, ratio: float, is_all_in: bool) -> int:
    """Nothing to call, or how often was raised and how large the bet is beside the pot."""
    if ratio <= 0.0:
        return 0
    size = 4
    if not is_all_in:
        size = 0
        for edge in RATIOS:
            size += ratio > edge
    return 1 + 5 * (min(max(raises, 1), 3) - 1) + size


def grade_of(value: float, edges: tuple[float, ...]) -> int:
    """Return in which class a value is, when each begins at an edge: `DEEP`, `BEHIND` or `SPENT`."""
    found = 0
    for edge in edges:
        found += value >= edge
    return found


def before(is_last: bool, price: int, deep: int, kind: int) -> int:
    """The number of a spot before the flop; on the button one is the last to act after it."""
    return ((int(is_last) * PRICES + price) * DEPTHS + deep) * KINDS + kind


def after(street: int, is_last: bool, price: int, stakes: int, cards: int) -> int:
    """The number of a spot on the flop (1), the turn (2) or the river (3)."""
    place = (int(is_last) * PRICES + price) * LEFT * PAID + stakes
    return BEFORE + (street - 1) * AFTER + place * CARDS + cards


def stakes(behind: int, spent: int) -> int:
    """Return what is left and what was paid, in one number."""
    return behind * PAID + spent


def may_raise(raises: int, size: int) -> bool:
    """Is a bet of a size thought of after so many raises of the round?

    The first bet has every size, a raise two, a raise of that one; then it is all or nothing.
    """
    if raises == 0:
        return True
    if raises == 1:
        return size in (1, 2)
    return raises == 2 and size == 1


def completes(ranks: int) -> int:
    """Return how many ranks would make five in a row of a set of ranks, given as bits from the deuce up.

    None where five are in a row already.
    """
    found = 0
    for rank in range(13):
        more = ranks | 1 << rank
        wheel = (more << 1) | (more >> 12 & 1)
        is_straight = False
        for low in range(10):
            is_straight = is_straight or wheel >> low & 31 == 31
        if is_straight:
            if ranks == more:
                return 0
            found += 1
    return found


def can_improve(suited: int, own_suited: int, ranks: int, board_ranks: int) -> bool:
    """Is there a draw to a flush (four of a suit, one of them own) or to a straight by two ranks?"""
    if suited == 4 and own_suited > 0:
        return True
    return completes(ranks) - completes(board_ranks) >= 2


def grade(street: int, place: int, is_draw: bool) -> int:
    """The grade of cards: their place among all, and whether they can improve much.

    On the river nothing can, and there are twice as many places.
    """
    if street == 3:
        return place
    return 2 * place + int(is_draw)
