"""Play from the flop on: the expected chips of each choice, weighed against the others.

The pot is `pot`, `cost` is what a call costs. A bet brings the pot when all fold, and else what the
cards are good for against the better part of what the others hold. Strong hands win more than
their part of the pot while there are cards to come, weak ones less: they are bet for or have
to fold.
"""

from math import exp, prod
from typing import NamedTuple

from ludex.kernel import Dice, Event, Seat

from ..rules import CALL, CHECK, FOLD, State, owed, to_call
from .opponent_model import after_the_flop, others
from .preflop import acts_last
from .showdowns import showdowns
from .sizing import (
    by_weight,
    chance,
    effective,
    raise_near,
)

SIZES = (1 / 3, 1 / 2, 2 / 3, 1.0)
"""Bets, as parts of the pot."""

RAISES = (2.5, 3.2)
"""Raises, as multiples of the bet."""

STUBBORN = 0.35
"""People call more than they should: the exponent of how often they should."""

LATER = {3: 0.22, 4: 0.14, 5: 0.0}
"""The gain of a hand better than average in the rounds to come."""

MIXED = 0.025
"""Choices that differ by so much of the pot are made about as often."""

BLUFFS = 0.14
"""The frequency of bets on the river with a hand that cannot win otherwise."""


class OpponentRange(NamedTuple):
    """Another player's hands, the best first, with how likely each is and my part against it."""

    weights: tuple[float, ...]
    shares: tuple[float, ...]
    total: float
    wins: float
    """The probability that I win against all of them."""

    def stays(self, part: float) -> tuple[float, float]:
        """Return the size of the best part that stays, and how often I beat it."""
        mark, weight, won = part * self.total, 0.0, 0.0
        for w, share in zip(self.weights, self.shares, strict=True):
            weight += w
            won += w * share
            if weight >= mark:
                break
        return weight / self.total, won / weight


class FlopEvaluation(NamedTuple):
    """The findings about a decision."""

    values: list[tuple[Event[State], float]]
    """The possible choices, with the chips that each may bring."""

    wins: float
    """The probability that my cards win against what the others may hold."""

    is_hopeless: bool
    """Is there nothing to show, on the river, and nobody has bet?"""


def evaluate(s: State, seat: Seat, dice: Dice) -> FlopEvaluation:
    """Return what there is to know on the flop, the turn or the river."""
    hole = s.holes[seat]
    seen = showdowns((hole[0], hole[1]), tuple(s.board), dice)
    order = sorted(range(len(seen.holes)), key=lambda i: -seen.strength[i])
    rivals = []
    for p in others(s, seat):
        weights = after_the_flop(s, p, seen)
        ordered = tuple(weights[i] for i in order)
        shares = tuple(seen.share[i] for i in order)
        total = sum(ordered)
        wins = sum(w * h for w, h in zip(ordered, shares, strict=True)) / total
        rivals.append(OpponentRange(ordered, shares, total, wins))
    wins = prod(rival.wins for rival in rivals)
    values = value_choices(s, seat, rivals, wins)
    return FlopEvaluation(values, wins, is_hopeless(s, seen.mine, rivals))


def choose(s: State, seat: Seat, dice: Dice) -> Event[State]:
    """Return what to do on the flop, the turn or the river."""
    found = evaluate(s, seat, dice)
    mark, room = chance(dice), MIXED * s.pot
    bluffs = [event for event, _ in found.values if event not in (CHECK, CALL, FOLD)]
    if found.is_hopeless and mark < BLUFFS and bluffs:
        return bluffs[len(bluffs) // 2]
    best = max(value for _, value in found.values)
    near = [(e, exp((v - best) / room)) for e, v in found.values if v > best - 3 * room]
    return by_weight(near, dice)


def is_hopeless(s: State, mine: float, rivals: list[OpponentRange]) -> bool:
    """Is it the river, against one player who has not bet, with nothing to show?"""
    return (
        len(s.board) == 5
        and not s.price
        and len(rivals) == 1
        and mine < 0.25
        and effective(s) > s.pot
    )


def value_choices(
    s: State, seat: Seat, rivals: list[OpponentRange], wins: float
) -> list[tuple[Event[State], float]]:
    """Everything that may be done, with the chips that it may bring."""
    pot, cost, last = s.pot, to_call(s), acts_last(s, seat)
    closes = s.stacks[seat] <= cost or (len(s.board) == 5 and len(s.waiting) == 1)
    after = wins if closes else realised_share(wins, s, last=last)
    values: list[tuple[Event[State], float]] = [(CHECK, after * pot)]
    if owed(s):
        values = [(FOLD, 0.0), (CALL, after * (pot + cost) - cost)]
    sized = ((event, bet_value(s, added, cost, rivals, last=last)) for event, added in bets(s))
    return [*values, *sized]


def realised_share(wins: float, s: State, *, last: bool) -> float:
    """Return what a part of the pot comes to when the betting goes on."""
    more = LATER[len(s.board)] * (wins - 0.5)
    seat = 0.02 if last else -0.03
    return max(0.0, min(1.15, wins + more + seat * 4 * wins * (1 - wins)))


def bets(s: State) -> list[tuple[Event[State], int]]:
    """The bets or raises to think about, with what each adds to what is in already."""
    me = s.waiting[0]
    pot, cost = s.pot, to_call(s)
    targets = [times * s.price for times in RAISES] if s.price else [size * pot for size in SIZES]
    if effective(s) <= s.bets[me] + cost + 1.2 * (pot + cost):
        targets.append(float(effective(s)))
    found: dict[Event[State], int] = {}
    for target in targets:
        event = raise_near(s, target)
        if event is not None:
            amount: int = event.amount  # type: ignore[attr-defined]
            found[event] = min(amount, effective(s)) - s.bets[me]
    return [*found.items()]


def bet_value(s: State, added: int, cost: int, rivals: list[OpponentRange], *, last: bool) -> float:
    """Return what a bet brings: everybody folds, or the better part of their hands calls."""
    pot = s.pot
    fair = pot / (pot + added)
    stays = fair**STUBBORN
    nobody, unbeaten, callers = 1.0, 1.0, 0.0
    for rival in rivals:
        part, wins = rival.stays(stays)
        nobody *= 1 - part
        unbeaten *= 1 - part + part * wins
        callers += part
    called = 1 - nobody
    wins = (unbeaten - nobody) / called
    if added < s.stacks[s.waiting[0]]:
        wins = realised_share(wins, s, last=last)
    more = (added - cost) * callers / called
    # Who is raised while more is behind may have to fold: it costs a little.
    risk = 0.03 * added if added < s.stacks[s.waiting[0]] else 0.0
    return nobody * pot + called * (wins * (pot + added + more) - added) - risk
