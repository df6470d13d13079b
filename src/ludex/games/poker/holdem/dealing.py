"""The deals: chance gives cards, two to each player, then the flop, the turn, the river.

Which cards are left in the pack is not part of the state: whatever does not lie on the
table may come. (Burning a card changes nothing about that, so it is left out.)
"""

from collections.abc import Iterator
from math import perm
from typing import Annotated, ClassVar, Final, Self

from ludex.games.poker.holdem.hands import begun, playing
from ludex.games.poker.holdem.rounds import dealt_on, opened
from ludex.games.poker.holdem.state import Phase, State
from ludex.games.poker.pack import UNKNOWN, Card, Cards, Pack, SomeCards, spaced
from ludex.kernel import Chance, Dice, Guards

HOLE: Final = 2
Holes = Annotated[Cards, SomeCards(tuple(range(4, 22, 2)))]
BoardCards = Annotated[Cards, SomeCards((1, 3))]


class DealHoles(Chance[State]):
    """Begin a hand: move the button, post antes and blinds, deal `cards`.

    The cards are two for each player who is in, in the order of the seats.
    """

    sampled: ClassVar[bool] = True

    cards: Holes

    def guards(self, s: State) -> Guards:
        yield s.phase is Phase.DEAL or "a hand is being played"
        due = HOLE * playing(s).count(True)
        yield (
            len(self.cards) == due
            or f"{due} cards are due, two for each player, not {len(self.cards)}"
        )
        yield UNKNOWN not in self.cards or "?? is no card to deal"
        yield len({*self.cards}) == due or f"{spaced(twice(self.cards))} is there twice"

    def apply(self, s: State) -> State:
        return dealt(s, self.cards)

    @classmethod
    def ways(cls, s: State) -> int | None:
        if s.phase is not Phase.DEAL:
            return None
        return perm(52, HOLE * playing(s).count(True))

    @classmethod
    def draw(cls, s: State, dice: Dice) -> Self | None:
        return cls(Pack((), dice).deal(HOLE * playing(s).count(True)))


class DealBoard(Chance[State]):
    """Turn up `cards` on the board: the flop of three, then the turn and the river."""

    sampled: ClassVar[bool] = True

    cards: BoardCards

    def guards(self, s: State) -> Guards:
        yield s.phase is Phase.BOARD or "no card of the board is due"
        due = board_due(s)
        yield (
            len(self.cards) == due
            or f"the board is due {due} card{'s' * (due > 1)}, not {len(self.cards)}"
        )
        yield UNKNOWN not in self.cards or "?? is no card to deal"
        yield len({*self.cards}) == due or f"{spaced(twice(self.cards))} is there twice"
        yield (
            {*self.cards}.isdisjoint(s.dealt)
            or f"{spaced(c for c in self.cards if c in {*s.dealt})} is dealt already"
        )

    def apply(self, s: State) -> State:
        return dealt_on(s._replace(board=s.board + self.cards))

    @classmethod
    def ways(cls, s: State) -> int | None:
        if s.phase is not Phase.BOARD:
            return None
        return perm(52 - sum(1 for _ in s.dealt), board_due(s))

    @classmethod
    def draw(cls, s: State, dice: Dice) -> Self | None:
        return cls(Pack(s.dealt, dice).deal(board_due(s)))


def board_due(s: State) -> int:
    """Three cards make the flop; then they come one by one."""
    return 1 if s.board else 3


def street(s: State) -> str:
    """What the next cards of the board are called."""
    return {0: "flop", 3: "turn", 4: "river"}[len(s.board)]


def twice(cards: Cards) -> Iterator[Card]:
    """The first card that is there twice."""
    seen = set()
    for card in cards:
        if card in seen:
            yield card
            return
        seen.add(card)


def dealt(s: State, cards: Cards) -> State:
    """A new hand with these cards, in the order of the seats, up to the first decision."""
    s = begun(s)
    pairs = iter(zip(cards[::2], cards[1::2], strict=True))
    s = s._replace(holes=tuple(next(pairs) if live else () for live in s.live))
    return opened(s, s.session.big)
