"""The table: the seats, the chips and cards in front of them, and whose turn it is.

Legend: `s` a state, `p` and `q` seats, `n` the number of seats. Everything that belongs
to a seat is a tuple with one entry a seat.
"""

from collections.abc import Iterator
from enum import Enum
from typing import Annotated, NamedTuple

from ludex.kernel import CHANCE, Seat, Unreadable, Whole

from ...rules import Cards, PokerCard
from .options import CHIPS, Rules

Chips = Annotated[int, Whole(0, CHIPS * 10)]
Amounts = tuple[Chips, ...]
Flags = tuple[bool, ...]
Seats = tuple[Seat, ...]

NOBODY: frozenset[Seat] = frozenset()


class Phase(Enum):
    """The next thing to happen."""

    DEAL = "deal"
    """Two cards to everybody: a hand begins, and the one before it can be looked at."""

    BETTING = "betting"
    BOARD = "board"
    SHOWDOWN = "showdown"
    OVER = "over"
    REBUY = "rebuy"
    """The hand is over: who has lost everything buys in again, or stays out."""

    # Members are unique, and the default hash is computed in Python for every look-up.
    __hash__ = object.__hash__


BETWEEN = frozenset((Phase.DEAL, Phase.REBUY, Phase.OVER))
"""No hand is being played."""


class Ended(NamedTuple):
    """The end of a hand, as everybody has seen it."""

    board: Cards
    holes: tuple[Cards, ...]
    """Only those that were shown."""

    won: Amounts


class Session(NamedTuple):
    """The part of a table that stays the same during a hand."""

    rules: Rules
    bought: Amounts
    """The chips that each has bought; all the chips on the table together."""

    places: tuple[int, ...]
    """1 for the winner, 2 for the last to fall, …; 0 for those who still play."""

    hand: int
    """The number of the hand; 0 before the first."""

    button: Seat
    small: Seat
    big: Seat
    """Button and small blind may be at the seat of somebody who is out."""

    last: Ended | None
    """The hand before this one."""


class State(NamedTuple):
    """A table, in the middle of a hand or between two."""

    session: Session
    phase: Phase
    stacks: Amounts
    """Chips behind."""

    holes: tuple[Cards, ...]
    """Two cards each; none for those who were not dealt in."""

    board: Cards
    live: Flags
    """The players with a claim to the pot: dealt in, not folded, not mucked."""

    shown: Flags
    """The players whose cards lie face up."""

    dead: Chips
    """Chips in the main pot that are nobody's bet: an ante paid for all."""

    paid: Amounts
    """The chips of each in the pots from earlier rounds."""

    bets: Amounts
    """The chips that each has put in during this round."""

    price: Chips
    """The bet that must be matched."""

    step: Chips
    """The least by which to raise: the last full bet or raise; with fixed limit the bet,
    less what a short all-in has put in of it."""

    raises: int
    """Bets and raises of this round; the big blind is the first of its round."""

    waiting: Seats
    """The players who have still to act in this round, in order."""

    acted: frozenset[Seat]
    """The players who have acted since the last full raise."""

    aggressor: Seat | None
    """The player who made the last bet or raise of the round."""

    won: Amounts
    """The chips that each got out of the pots of the last hand."""

    @property
    def rules(self) -> Rules:
        """The options of the table."""
        return self.session.rules

    @property
    def big_blind(self) -> int:
        """The big blind of this hand."""
        return self.session.rules.stakes(self.session.hand).big

    @property
    def pot(self) -> int:
        """All the chips that are in the middle or on their way there."""
        return self.dead + sum(self.paid) + sum(self.bets)

    @property
    def dealt(self) -> Iterator[PokerCard]:
        """The cards on the table, hidden or not."""
        for hole in self.holes:
            yield from hole
        yield from self.board


_AROUND = {
    (n, first): tuple(Seat((first + i) % n) for i in range(n))
    for n in range(2, 11)
    for first in range(n)
}


def clockwise(s: State, p: Seat) -> Seats:
    """All seats in order, beginning with the one to the left of `p`."""
    n = len(s.stacks)
    return _AROUND[n, (p + 1) % n]


def turn(s: State) -> Seat:
    """Return who is to act; chance deals."""
    if s.waiting:
        return s.waiting[0]
    return s.session.button if s.phase is Phase.OVER else CHANCE


def begin(rules: Rules) -> State | Unreadable:
    """The table before the first hand, unless the options contradict each other."""
    return rules.contradiction() or first_state(rules)


def first_state(rules: Rules) -> State:
    """An empty table before the first hand; player 1 is to have the button."""
    stacks = (rules.stack,) * rules.players
    small = 0 if rules.players == 2 else 1
    return seated(rules, stacks, Seat(0), Seat(small), Seat(small + 1))


def seated(rules: Rules, stacks: Amounts, button: Seat, small: Seat, big: Seat) -> State:
    """A table before its first hand at which everybody has so much."""
    n = len(stacks)
    session = Session(
        rules,
        bought=stacks,
        places=(0,) * n,
        hand=0,
        button=button,
        small=small,
        big=big,
        last=None,
    )
    nothing, none = (0,) * n, (False,) * n
    return State(
        session,
        Phase.DEAL,
        stacks,
        holes=((),) * n,
        board=(),
        live=none,
        shown=none,
        dead=0,
        paid=nothing,
        bets=nothing,
        price=0,
        step=0,
        raises=0,
        waiting=(),
        acted=NOBODY,
        aggressor=None,
        won=nothing,
    )
