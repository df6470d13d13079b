"""Fighting: two five-card hands from one pack, and who wins.

The companion of the document's context `Poker`: both hands have exactly five cards and no
card in common, and the better one wins. Hands rank as poker players rank them: a flush
beats a straight, and in a straight the ace is high or low. (The document's own companion
contexts put the straight above the flush and count the ace of 10-J-Q-K-A as one.)
"""

from math import perm
from typing import Annotated, ClassVar, NamedTuple, Self

from ludex.kernel import Chance, Dice, Guards, Outcome, Seat, Sentence, drawn, say, won

from ...rules import UNKNOWN, Cards, SomeCards, deal, spaced
from .comparison import verdict

FIVE = 5
Five = Annotated[Cards, SomeCards((FIVE,))]


class State(NamedTuple):
    """Both hands; empty until they are dealt."""

    first: Cards = ()
    second: Cards = ()


def not_five(hand: Cards) -> Sentence:
    """A hand has exactly five cards."""
    return say("wrong_count", "a hand has five cards, not {number}", number=len(hand))


def card_twice(hand: Cards) -> Sentence:
    """A pack has each card once."""
    return say("card_twice", "a card appears twice in {hand}", hand=spaced(hand))


class Deal(Chance[State]):
    """Deal the hand `first` to player 1 and the hand `second` to player 2."""

    sampled: ClassVar[bool] = True

    first: Five
    second: Five

    def guards(self, s: State) -> Guards:
        first, second = self.first, self.second
        both = (*first, *second)
        yield not s.first or say("dealt", "the hands are dealt")
        yield len(first) == FIVE or not_five(first)
        yield len(second) == FIVE or not_five(second)
        yield UNKNOWN not in both or say("no_card", "?? is not a card to deal")
        yield len({*first}) == FIVE or card_twice(first)
        yield len({*second}) == FIVE or card_twice(second)
        yield len({*both}) == 2 * FIVE or say(
            "in_both_hands", "{cards} is in both hands", cards=spaced(sorted({*first} & {*second}))
        )

    def apply(self, s: State) -> State:
        return State(self.first, self.second)

    @classmethod
    def ways(cls, s: State) -> int | None:
        return None if s.first else perm(52, 2 * FIVE)

    @classmethod
    def draw(cls, s: State, dice: Dice) -> Self | None:
        cards = deal(2 * FIVE, (*s.first, *s.second), dice)
        return cls(cards[:FIVE], cards[FIVE:])


def outcome(s: State) -> Outcome | None:
    """The better hand wins; hands of one class tie."""
    if not s.first:
        return None
    result = verdict(s.first, s.second)
    if result.winner == 0:
        return drawn(2, result.words)
    return won(Seat(result.winner - 1), result.words)
