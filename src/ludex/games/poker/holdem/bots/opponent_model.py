"""The ranges of the others, judged by what they have done.

A state does not say how the betting went, only what it has come to: what everybody has paid
before this round and during it, who bet last, who has checked. That is what is read here. Nobody
is taken to be sure: any hand stays possible, for people bluff, and some play anything.
"""

from functools import lru_cache
from math import exp

from ludex.kernel import Seat

from ...equity.ranges import ALL_HOLES, kind_of
from ..rules import State
from .showdowns import HoleStrengths
from .starting_hands import places

ANYTHING = 0.03
"""The part of every hand that stays in a range, whatever its player has done."""

OPENING = {2: 0.80, 3: 0.50, 4: 0.40, 5: 0.34, 6: 0.30}
"""The part of their hands that people raise to two and a half big blinds, by the number dealt in.
"""

USUAL_RAISE = 2.5
BELIEVED = 0.6
"""The credibility of a bet: people bet more hands than they should."""

BLUFFS = 0.15
"""The part of every hand that stays behind a bet, beside one for the nuts."""

DARING = 0.2
"""The decay of that part with each pot by which a bet is larger than the pot: few bluff with all
they have."""

SLOW = 0.7
"""The part of the strongest hands that is not checked."""

NARROWEST = 0.05


def others(s: State, seat: Seat) -> list[Seat]:
    """Return who else can win the pot."""
    return [Seat(p) for p, live in enumerate(s.live) if live and p != seat]


def dealt_in(s: State) -> int:
    """Return how many have been dealt cards."""
    return sum(map(bool, s.holes))


def width(s: State, p: Seat) -> float:
    """Return which part of all hands a player would have paid so much with before the flop."""
    blind, count = s.big_blind, dealt_in(s)
    if not s.board:
        if s.bets[p] <= blind and (p == s.session.big or p not in s.acted):
            return 1.0  # he has not chosen anything yet
        paid = s.bets[p] / blind
        raised = p == s.aggressor
    else:
        paid, raised = _before_the_rounds(s, p)[0], False
    if paid <= 1.01:
        return 1.0 if count == 2 or p == s.session.big else 0.65
    opened = OPENING.get(count, 0.25)
    part: float = opened * (USUAL_RAISE / paid) ** (0.9 if raised else 0.8)
    return max(NARROWEST, min(1.0, part))


def _before_the_rounds(s: State, p: Seat) -> tuple[float, int]:
    """Return what a player had paid on the flop, in big blinds, and in how many rounds more after it.

    It is all in the same sum: each round about doubles it.
    """
    paid, rounds = s.paid[p] / s.big_blind, 0
    for _ in range(len(s.board) - 3):
        if paid >= 4:
            paid, rounds = paid / 2, rounds + 1
    return paid, rounds


@lru_cache(maxsize=256)
def _holes(percent: int) -> tuple[float, ...]:
    t, by_kind = percent / 100, places()
    weights = [ANYTHING + 1 / (1 + exp((q - t) / (0.12 * t + 0.01))) for q in by_kind]
    return tuple(weights[kind_of(a, b)] for a, b in ALL_HOLES)


def before_the_flop(s: State, p: Seat) -> tuple[float, ...]:
    """Return how likely each of all holes is, by what was paid before the flop."""
    return _holes(max(1, round(100 * width(s, p))))


def after_the_flop(s: State, p: Seat, seen: HoleStrengths) -> list[float]:
    """Return how likely each hole is that `seen` speaks of, by all that was paid."""
    first = before_the_flop(s, p)
    firm = 0.8 * _before_the_rounds(s, p)[1]
    pot = s.pot - sum(s.bets)
    bet, bluffs = s.bets[p], BLUFFS
    if p == s.aggressor:
        size = bet / max(pot, 1)
        firm += 1.0 + 1.6 * min(4.0, size) + 1.2 * max(0, s.raises - 1)
        bluffs /= 1 + DARING * max(0.0, size - 1)
    elif bet:
        firm += 0.8 + min(1.5, bet / max(pot, 1))
    firm *= BELIEVED
    slow = SLOW if p in s.acted and not bet else 0.0
    return [
        first[k] * (bluffs + strong**firm) * (1 - slow * strong * strong)
        for k, strong in zip(seen.holes, seen.strength, strict=True)
    ]
