"""The deal, and who begins (R1).

Each player has a pack of 52: thirteen cards make the reserve, four lie in four houses from
the farthest to the one next to the reserve, the other thirty-five are the hand.
"""

from dataclasses import replace
from typing import Annotated, Final

from ludex.games.russian_bank.options import FullTie, Starter, StarterTie
from ludex.games.russian_bank.state import (
    FOUNDATIONS,
    Calm,
    Faces,
    Phase,
    Side,
    State,
    opponent,
    top,
)
from ludex.games.russian_bank.turns import fingerprint
from ludex.kernel import Chance, DealSeed, Dice, Guards, Seat, dice_of, is_secret
from ludex.parts.cards import Card, pack_of_cards

DEALS: Final = 2**62
"""Numbered deals, for practice; the (52!)^2 true ones would not fit on a line.

A deal that nobody is to foresee has a secret for its number, of 256 bits.
"""

SUIT_ORDER: Final = "CDHS"
"""The lowest suit first, where suits break a tie."""


class Deal(Chance[State]):
    """Shuffle both packs by the number `seed`, deal them, and see who begins."""

    seed: Annotated[int, DealSeed(0, DEALS - 1)]

    def guards(self, s: State) -> Guards:
        yield (
            0 <= self.seed < DEALS
            or is_secret(self.seed)
            or f"no deal has the number {self.seed}"
        )

    def ensures(self, s: State, t: State) -> Guards:
        """The postconditions of createCompleteDeck, of the two lay-outs and of the turn."""
        cards = [card for side in t.sides for card in side.reserve + side.hand]
        cards += [card for pile in t.houses for card in pile]
        yield len(cards) == 2 * 52 or "two whole packs of 52 are dealt"
        houses = 2 * s.rules.houses_per_player
        yield len(t.houses) == houses or "every player has laid out the own houses"
        yield len(t.foundations) == FOUNDATIONS or "there are eight foundations"
        yield not any(t.foundations) or "the foundations are empty"
        yield t.seat in (0, 1) or "one of the players begins"

    def apply(self, s: State) -> State:
        return dealt(s, dice_of(self.seed))

    @classmethod
    def ways(cls, s: State) -> int | None:  # the same for all rules
        return DEALS

    @classmethod
    def draw(cls, s: State, dice: Dice) -> "Deal":  # as above
        return cls(dice.deal_number(DEALS))


def dealt(s: State, dice: Dice) -> State:
    """A new game of the same match, everything in it decided by the dice."""
    while True:
        laid = laid_out(s, shuffled(0, dice), shuffled(1, dice))
        starter = first_player(laid, dice)
        if starter is not None:
            match = s.match._replace(starter=starter)
            begun = replace(laid, seat=starter, match=match)
            return replace(begun, calm=Calm(past=(fingerprint(begun),)))


def shuffled(pack: int, dice: Dice) -> Faces:
    """One pack in a random order."""
    cards = [*pack_of_cards(pack)]
    dice.shuffle(cards)
    return tuple(cards)


def laid_out(s: State, *packs: Faces) -> State:
    """Both packs on the table; nobody has the turn yet."""
    reserve, houses = s.rules.reserve_size, s.rules.houses_per_player
    first, second = (Side(pack[:reserve], pack[reserve + houses :]) for pack in packs)
    lanes = tuple(
        (card,) for pack in packs for card in pack[reserve : reserve + houses]
    )
    return State(
        s.rules, Phase.PLAY, (first, second), lanes, ((),) * FOUNDATIONS, match=s.match
    )


def first_player(s: State, dice: Dice) -> Seat | None:
    """Who begins; None when the cards are to be dealt again.

    The lower reserve card begins, then the lower house card, pair by pair. Five ties in
    a row leave the document without an answer (E-RB-C3): `starter_full_tie` gives one.
    """
    rules = s.rules
    if rules.starter is Starter.CUT:
        return Seat(dice.below(2))
    if rules.starter is Starter.ALTERNATE and s.match.starter is not None:
        return opponent(s.match.starter)
    for one, two in compared(s):
        if one != two:
            lower = Seat(0 if one < two else 1)
            high = rules.starter is Starter.HIGH_RESERVE
            return opponent(lower) if high else lower
    match rules.starter_full_tie:
        case FullTie.COIN:
            return Seat(dice.below(2))
        case FullTie.SEAT1:
            return Seat(0)
        case FullTie.REDEAL:
            return None


def compared(s: State) -> list[tuple[int, int]]:
    """The pairs of numbers that decide who begins, the first that differs."""
    reserves = top(s.sides[0].reserve), top(s.sides[1].reserve)
    assert reserves[0] is not None
    assert reserves[1] is not None
    pairs = [(reserves[0], reserves[1])]
    ranks = [(int(one.rank), int(two.rank)) for one, two in pairs]
    if s.rules.starter_tie is StarterTie.SUITS:
        return [*ranks, *((height(one), height(two)) for one, two in pairs)]
    half = s.rules.houses_per_player
    numbers = range(half)
    if s.rules.starter_tie is StarterTie.HOUSES_NEAR_FIRST:
        # The house next to a reserve is the one dealt last (E-RB-C4).
        numbers = range(half - 1, -1, -1)
    houses = ((s.houses[i][0], s.houses[half + i][0]) for i in numbers)
    return [*ranks, *((int(one.rank), int(two.rank)) for one, two in houses)]


def height(card: Card) -> int:
    """The place of the card's suit where suits break ties."""
    return SUIT_ORDER.index(card.suit.letter)
