"""Play before the flop: raises by position, price and depth of the stacks."""

from ludex.kernel import Dice, Event, Seat

from ...equity.ranges import KINDS, kind_of
from ..rules import CALL, CHECK, FOLD, State, owed, to_call
from .opponent_model import (
    before_the_flop,
    dealt_in,
    others,
)
from .showdowns import before_the_flop as equity
from .sizing import chance, effective, raise_near
from .starting_hands import places, table

SHORT = 12.0
"""With so many big blinds or fewer it is all in or nothing."""

DEALS = 220
"""The number of trials of cards against what the others may hold."""

OPENED = (0.0, 0.50, 0.46, 0.32, 0.25, 0.20, 0.17, 0.15, 0.13, 0.12)
"""The part of the hands to open with, by the number of players behind."""

HEADS_UP = 0.82
BLUR = 0.03
"""About so far from the edge of a range hands are played now and then."""


def evaluate(s: State, seat: Seat, dice: Dice) -> tuple[Event[State], float]:
    """Return what to do, and how often the cards win against what the others may hold."""
    first, second = s.holes[seat]
    kind = kind_of(first, second)
    near = places()[kind] + BLUR * (chance(dice) + chance(dice) - 1)
    rivals = sorted(others(s, seat), key=lambda p: -s.bets[p])
    ranges = [before_the_flop(s, p) for p in rivals[:3] if s.bets[p] >= s.price]
    if not ranges:
        ranges = [before_the_flop(s, rivals[0])]
    # Tried out even where only position counts: how long it takes must tell nothing.
    wins = equity((first, second), ranges, dice, DEALS)
    if s.price <= s.big_blind and s.aggressor is None:
        return unopened(s, seat, near, kind, dice), wins
    return raised(s, seat, kind, wins, dice), wins


def depth(s: State) -> float:
    """Return how many big blinds are at stake; antes make every stack shorter."""
    blind = s.big_blind
    ante = s.dead + sum(s.paid)
    return effective(s) / (blind + ante / 1.5)


def solved(act: str, behind: int, deep: float, kind: int) -> float:
    """Return how often to push or to call, by the table."""
    depths = sorted({float(words[2]) for words in table()})
    near = min(depths, key=lambda d: abs(d - deep))
    return int(table()[act, str(min(behind, 9)), f"{near:g}"][kind]) / 9


def unopened(s: State, seat: Seat, near: float, kind: int, dice: Dice) -> Event[State]:
    """Play where nobody has raised."""
    blind, count = s.big_blind, dealt_in(s)
    behind = len(s.waiting) - 1
    limpers = sum(s.bets[p] >= s.price and p in s.acted for p in others(s, seat))
    free = owed(s) == 0
    short = depth(s) <= SHORT and not s.rules.fixed
    if short and not limpers and behind:
        all_in = raise_near(s, effective(s))
        pushes = chance(dice) < solved("push", behind, depth(s), kind)
        return all_in if pushes and all_in else CHECK if free else FOLD
    size = (2.5 if behind < 4 else 3) + limpers + (0.5 if limpers and free else 0)
    opened = HEADS_UP if count == 2 else OPENED[min(behind, 9)]
    if free:
        opened = 0.36 if count == 2 else 0.16
    elif limpers:
        opened = min(0.6 * opened, 0.2)
    if short:
        size, opened = effective(s) / blind, opened / 2
    raises = raise_near(s, size * blind)
    if near < opened and raises is not None:
        return raises
    if free:
        return CHECK
    cheap = seat == s.session.small and count > 2
    if (limpers and near < (0.55 if cheap else 0.3 + 0.05 * limpers)) or (
        raises is None and near < opened
    ):
        return CALL
    return FOLD


def raised(s: State, seat: Seat, kind: int, wins: float, dice: Dice) -> Event[State]:
    """Play after a raise; `wins` is how often the cards beat what that may be."""
    blind, cost, pot = s.big_blind, to_call(s), s.pot
    price, deep = s.price / blind, effective(s)
    left = s.stacks[seat] - cost
    rivals = [p for p in others(s, seat) if s.bets[p] >= s.price]
    behind = [p for p in s.waiting[1:] if s.stacks[p]]
    all_in = left <= 0 or not (behind or any(s.stacks[p] for p in rivals))
    heads_up = dealt_in(s) == 2
    if all_in and heads_up and price <= SHORT and seat == s.session.big:
        calls = solved("call", 1, price, kind)
        return CALL if chance(dice) < calls else FOLD
    if all_in:
        margin = 0.0 if heads_up else 0.02
        return CALL if wins * (pot + cost) > cost + margin * (pot + cost) else FOLD
    last = acts_last(s, seat)
    realised = (0.95 if last else 0.84) + suits_and_gaps(kind)
    value = realised * wins * (pot + cost) - cost
    level = max(0, s.raises - 2)
    good = (0.55 if heads_up else 0.58) + 0.03 * level + 0.02 * (len(rivals) - 1)
    to = s.price * (3.0 if last else 3.6) if level == 0 else s.price * 2.4
    to += blind * (len(rivals) - 1)
    if to > 0.4 * deep or depth(s) <= 1.6 * SHORT:
        # The rest would follow: only hands that are glad of it.
        to, good = float(deep), good + 0.02
    raises = raise_near(s, to)
    glad = wins > good + 0.04 * (chance(dice) - 0.5)
    # Now and then with a hand that is not quite good enough to call.
    bluff = (
        level == 0
        and price <= 4
        and len(rivals) == 1
        and to < 0.15 * deep
        and -1.2 * blind < value < 0.3 * blind
        and chance(dice) < (0.2 if KINDS[kind].endswith("s") else 0.07)
    )
    if raises is not None and (glad or bluff):
        return raises
    return CALL if value > 0 else FOLD


def suits_and_gaps(kind: int) -> float:
    """Return how much more than their equity cards win that can make strong hands unseen."""
    row, column = divmod(kind, 13)
    if row == column:
        return 0.06
    near = abs(row - column) <= 2
    return (0.06 if row > column else 0.0) + (0.03 if near else 0.0)


def acts_last(s: State, seat: Seat) -> bool:
    """Will everybody else still in have acted before, after the flop?"""
    n = len(s.stacks)

    def order(p: int) -> int:
        return (p - s.session.button - 1) % n

    return all(order(p) < order(seat) for p in others(s, seat))
