"""Fighting: two five-card hands from one pack, and who wins.

The companion of the document's context `Poker`: both hands have exactly five cards and no
card in common, and the better one wins. Hands rank as poker players rank them: a flush
beats a straight, and in a straight the ace is high or low. (The document's own companion
contexts put the straight above the flush and count the ace of 10-J-Q-K-A as one.)
"""

from collections.abc import Iterator
from math import perm
from typing import Annotated, ClassVar, Final, NamedTuple, Self

from ludex.kernel import (
    CHANCE,
    Chance,
    Dice,
    Document,
    Event,
    Game,
    Guards,
    Outcome,
    Seat,
    Sentence,
    Speed,
    Start,
    drawn,
    say,
    won,
)
from ludex.study.documents.records import read_errata, read_requirements
from ludex.table import Layout, Looks, Piece, Place, Zone

from ..hands import (
    RANKING,
    UNKNOWN,
    Cards,
    Hand,
    SomeCards,
    deal,
    spaced,
)
from .compare import verdict

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
    said = verdict(s.first, s.second)
    if said.winner == 0:
        return drawn(2, said.words)
    return won(Seat(said.winner - 1), said.words)


def text(s: State) -> str:
    """Both hands, what they are worth, and who wins."""
    ended = outcome(s)
    if ended is None:
        return "two hands of five cards to be dealt from one pack"
    hands = enumerate((s.first, s.second), start=1)
    lines = [f"player {i}: {spaced(h)}  {Hand.of(h).words}" for i, h in hands]
    who = f"player {ended.winners[0] + 1} wins: " if len(ended.winners) == 1 else ""
    return "\n".join((*lines, who + ended.reason))


def zones(s: State, _: Seat) -> tuple[Zone, ...]:
    """One row of cards a hand."""
    return tuple(
        Place(f"hand:{i}", f"hand of player {i}", 0, 2 * (i - 1), Layout.ROW, "").holding(
            tuple(Piece(str(c), f"card:{str(c).upper()}", c.spoken) for c in hand)
        )
        for i, hand in enumerate(s, start=1)
    )


def candidates(_: State) -> Iterator[Event[State]]:
    """Nobody chooses anything: chance deals, and that is all."""
    return iter(())


game: Final = Game(
    name="fighting",
    title="Fighting",
    summary="Two hands of five cards from one pack: the better one wins.",
    about=f"{__doc__}\n{RANKING}",
    start=Start.fixed(State()),
    events=(Deal,),
    outcome=outcome,
    over=None,  # the hands lie there: that says it
    text=text,
    players=(2, 2),
    turn=lambda _: CHANCE,
    always={
        "five different cards each, or none": lambda s: len({*s.first, *s.second}) in (0, 2 * FIVE),
    },
    sometimes={
        "the second hand wins": lambda s: bool(s.first) and Hand.of(s.first) < Hand.of(s.second),
    },
    document=Document(
        title="An Event-B Specification of Poker (its companion context Fighting)",
        errata=read_errata("ludex.games.poker.document"),
        requirements=read_requirements("ludex.games.poker.document"),
    ),
    looks=Looks(zones=zones),
    speed=Speed(candidates=candidates),
)
