"""The deal, and who begins (R1).

Each player has a pack of 52: thirteen cards make the reserve, four lie in four houses from
the farthest to the one next to the reserve, the other thirty-five are the hand.
"""

from collections.abc import Iterator
from typing import Annotated

from ludex.kernel import Chance, Dice, Guards, Seat, say
from ludex.parts.cards import pack_of_cards
from ludex.parts.secret_dice import DealSeed, dice_of, is_secret

from .places import FOUNDATIONS
from .position_hash import position_hash
from .state import (
    Faces,
    Phase,
    Side,
    StalemateProgress,
    State,
    opponent,
    top,
)

DEALS = 2**62
"""Numbered deals, for practice; the (52!)^2 true ones would not fit on a line.

A deal that nobody is to foresee has a secret for its number, of 256 bits.
"""

SUIT_ORDER = "CDHS"
"""The lowest suit first, where suits break a tie."""


class Deal(Chance[State]):
    """Shuffle both packs by the number `seed`, deal them, and see who begins."""

    seed: Annotated[int, DealSeed(0, DEALS - 1)]

    def guards(self, s: State) -> Guards:
        yield (
            0 <= self.seed < DEALS
            or is_secret(self.seed)
            or say("no_such_deal", "no deal has the number {number}", number=self.seed)
        )

    def ensures(self, s: State, t: State) -> Guards:
        """Those of createCompleteDeck, createHandReserve, both lay-outs and the first turn."""
        size, rest = s.rules.reserve_size, 52 - s.rules.houses_per_player
        sizes = [(len(side.reserve), len(side.hand)) for side in t.sides]
        dealt = sum(map(sum, sizes)) + sum(map(len, t.houses))
        yield dealt == 2 * 52 or say("packs", "two whole packs of 52 are dealt")
        yield {*sizes} == {(size, rest - size)} or say(
            "reserves", "every player has a reserve, and the rest of the pack as the hand"
        )
        yield len(t.houses) == s.rules.houses or say(
            "houses", "every player has laid out their own houses"
        )
        yield len(t.foundations) == FOUNDATIONS or say("foundations", "there are eight foundations")
        yield not any(t.foundations) or say("empty", "the foundations are empty")
        yield t.seat in (0, 1) or say("first_player", "one of the players begins")

    def apply(self, s: State) -> State:
        dice = dice_of(self.seed)
        while True:
            laid = laid_out(s, shuffled(0, dice), shuffled(1, dice))
            starter = first_player(laid, dice)
            if starter is not None:
                match = s.match._replace(starter=starter)
                begun = laid._replace(seat=starter, match=match)
                return begun._replace(calm=StalemateProgress(past=(position_hash(begun),)))

    @classmethod
    def ways(cls, s: State) -> int | None:  # the same for all rules
        return DEALS

    @classmethod
    def draw(cls, s: State, dice: Dice) -> "Deal":  # as above
        return cls(dice.deal_number(DEALS))


def shuffled(pack: int, dice: Dice) -> Faces:
    """One pack in a random order."""
    cards = [*pack_of_cards(pack)]
    dice.shuffle(cards)
    return tuple(cards)


def laid_out(s: State, *packs: Faces) -> State:
    """Both packs on the table; nobody has the turn yet."""
    reserve, rest = (
        s.rules.reserve_size,
        s.rules.reserve_size + s.rules.houses_per_player,
    )
    one, two = (Side(pack[:reserve], pack[rest:]) for pack in packs)
    houses = tuple((card,) for pack in packs for card in pack[reserve:rest])
    return State(s.rules, Phase.PLAY, (one, two), houses, match=s.match)


def first_player(s: State, dice: Dice) -> Seat | None:
    """Return who begins; None when the cards are to be dealt again.

    The lower reserve card begins, then the lower house card, pair by pair. Five ties in
    a row leave the document without an answer (E-RB-C3): `all_equal` gives one.
    """
    rules = s.rules
    if rules.first_player == "by_turns" and s.match.starter is not None:
        return opponent(s.match.starter)
    if rules.first_player != "cut":
        for one, two in compared(s):
            if one != two:
                lower = Seat(0 if one < two else 1)
                return opponent(lower) if rules.first_player == "higher_card" else lower
        if rules.all_equal == "new_deal":
            return None
        if rules.all_equal == "player_1":
            return Seat(0)
    return Seat(dice.below(2))


def compared(s: State) -> Iterator[tuple[int, int]]:
    """Yield the pairs of numbers of which the first that differ decide who begins."""
    one, two = (top(side.reserve) for side in s.sides)
    assert one is not None
    assert two is not None
    yield one.rank, two.rank
    if s.rules.equal_cards == "suits":
        yield SUIT_ORDER.index(one.suit.letter), SUIT_ORDER.index(two.suit.letter)
        return
    half = s.rules.houses_per_player
    pairs = [*zip(s.houses[:half], s.houses[half:], strict=True)]
    if s.rules.equal_cards == "nearest_houses":
        pairs.reverse()  # the house next to a reserve is the one dealt last (E-RB-C4)
    yield from ((mine[0].rank, yours[0].rank) for mine, yours in pairs)
