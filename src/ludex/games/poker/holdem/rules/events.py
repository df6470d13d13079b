"""Texas hold'em: each player has two private cards, and shares five cards on the board.

A hand begins with antes and blinds, and two cards for each player. Then the players bet in turn,
before the flop and after each street: the flop of three cards, the turn of one and the river of
one. A player who matches the bets stays in the hand. The best five of seven cards win the pot.

At the showdown the player who made the last bet shows first or mucks. If the last round was
checked, the first player to the left of the button begins. The others follow clockwise; a player
who mucks gives up every claim to the pot. If a player is all in, nobody may muck: all hands are
shown as soon as the betting is over. The last player with cards wins without showing them.

The state does not contain the order of the pack: any card that is not on the table may be dealt
next. (Burning a card does not change these chances, so no card is burned.)
"""

from math import perm
from typing import Annotated, ClassVar, Self

from ludex.kernel import Chance, Dice, Event, Guards, Whole, say
from ludex.parts.places import put

from ...rules import UNKNOWN, Cards, SomeCards, deal, spaced
from .betting import (
    called,
    full_step,
    has_more_than_a_call,
    is_capped,
    is_open,
    most,
    owed,
    raised,
    someone_could_call,
    stack,
)
from .dealing import HOLE, board_due, dealt
from .hands import bought_in, ended, playing
from .options import CHIPS
from .rounds import answered, dealt_on, settled
from .sentences import (
    NO_CARD,
    NO_REBUY,
    NO_SHOWDOWN,
    betting_is_over,
    raise_is_too_small,
    there_is_a_bet,
    there_twice,
    wrong_board,
)
from .state import Phase, State

Holes = Annotated[Cards, SomeCards(tuple(range(4, 22, 2)))]
BoardCards = Annotated[Cards, SomeCards((1, 3))]
Amount = Annotated[int, Whole(1, CHIPS)]


# -- chance deals -----------------------------------------------------------------------


class DealHoles(Chance[State]):
    """Begin a hand: move the button, post antes and blinds, deal `cards`.

    The cards are two for each player who is in, in the order of the seats.
    """

    sampled: ClassVar[bool] = True

    cards: Holes

    def guards(self, s: State) -> Guards:
        cards, due = self.cards, HOLE * playing(s).count(True)
        yield s.phase is Phase.DEAL or say("hand_begun", "a hand is being played")
        yield len(cards) == due or say(
            "wrong_count",
            "{due} cards are due, two for each player, not {given}",
            due=due,
            given=len(cards),
        )
        yield UNKNOWN not in cards or NO_CARD
        yield len({*cards}) == due or there_twice(cards)

    def apply(self, s: State) -> State:
        return dealt(s, self.cards)

    @classmethod
    def ways(cls, s: State) -> int | None:
        if s.phase is not Phase.DEAL:
            return None
        return perm(52, HOLE * playing(s).count(True))

    @classmethod
    def draw(cls, s: State, dice: Dice) -> Self | None:
        return cls(deal(HOLE * playing(s).count(True), (), dice))


class DealBoard(Chance[State]):
    """Turn up `cards` on the board: the flop of three, then the turn and the river."""

    sampled: ClassVar[bool] = True

    cards: BoardCards

    def guards(self, s: State) -> Guards:
        cards, due = self.cards, board_due(s)
        yield s.phase is Phase.BOARD or say("no_board", "no card of the board is due")
        yield len(cards) == due or wrong_board(due, len(cards))
        yield UNKNOWN not in cards or NO_CARD
        yield len({*cards}) == due or there_twice(cards)
        yield {*cards}.isdisjoint(s.dealt) or say(
            "card_dealt",
            "{dealt} is dealt already",
            dealt=spaced(c for c in cards if c in {*s.dealt}),
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
        return cls(deal(board_due(s), s.dealt, dice))


# -- players bet ------------------------------------------------------------------------


class Fold(Event[State]):
    """Give up your cards and what you have put into the pot."""

    def guards(self, s: State) -> Guards:
        yield s.phase is Phase.BETTING or betting_is_over(s)
        yield owed(s) > 0 or say("no_bet", "there is no bet to fold to: check")

    def apply(self, s: State) -> State:
        live = put(s.live, s.waiting[0], value=False)
        return settled(s._replace(live=live, waiting=s.waiting[1:]))


class Check(Event[State]):
    """Bet nothing, when there is nothing to call."""

    def guards(self, s: State) -> Guards:
        yield s.phase is Phase.BETTING or betting_is_over(s)
        yield owed(s) == 0 or there_is_a_bet(s)

    def apply(self, s: State) -> State:
        return settled(s._replace(waiting=s.waiting[1:], acted=s.acted | {s.waiting[0]}))


class Call(Event[State]):
    """Match the bet, or put in all you have if that is less.

    Nothing is put in that nobody else could match: against a big blind who could not post
    it all, a call costs no more than he has put in.
    """

    def guards(self, s: State) -> Guards:
        yield s.phase is Phase.BETTING or betting_is_over(s)
        yield owed(s) > 0 or say("no_bet", "there is nothing to call: check")

    def apply(self, s: State) -> State:
        return settled(called(s))


class Bet(Event[State]):
    """Put in `amount` as the first bet of the round."""

    sampled: ClassVar[bool] = True

    amount: Amount

    def guards(self, s: State) -> Guards:
        yield s.phase is Phase.BETTING or betting_is_over(s)
        yield s.price == 0 or say("bet_made", "there is a bet of {chips}: raise it", chips=s.price)
        amount, all_in = self.amount, stack(s)
        yield amount <= all_in or say(
            "too_few_chips", "you have {chips}: bet that at most", chips=all_in
        )
        least = min(s.step, all_in)
        yield (
            not s.rules.fixed
            or amount == least
            or say("fixed_limit", "bet {chips}: the limit is fixed", chips=least)
        )
        yield (
            amount >= s.step
            or amount == all_in
            or say(
                "bet_too_small",
                "bet at least {chips}: the big blind is {big_blind}",
                chips=least,
                big_blind=s.step,
            )
        )

    def apply(self, s: State) -> State:
        return raised(s, self.amount)


class RaiseTo(Event[State]):
    """Raise the bet of the round to `amount` in all."""

    sampled: ClassVar[bool] = True

    amount: Amount

    def guards(self, s: State) -> Guards:
        yield s.phase is Phase.BETTING or betting_is_over(s)
        yield s.price > 0 or say("no_bet", "there is no bet to raise: bet")
        yield has_more_than_a_call(s) or say(
            "too_few_chips", "you have {chips}: call with that, or fold", chips=stack(s)
        )
        yield someone_could_call(s) or say(
            "nobody_to_call", "nobody is left who could call a raise"
        )
        yield is_open(s) or say(
            "not_reopened",
            "you have acted: {more} more is not a full raise of {step}, call or fold",
            more=owed(s),
            step=full_step(s),
        )
        yield not is_capped(s) or say(
            "capped", "{number} bets are the most in a round: call or fold", number=s.raises
        )
        amount, all_in, least = self.amount, most(s), s.price + s.step
        yield amount <= all_in or say(
            "too_few_chips",
            "you have {chips}: raise to {all_in} at most",
            chips=stack(s),
            all_in=all_in,
        )
        yield (
            not s.rules.fixed
            or amount == min(least, all_in)
            or say(
                "fixed_limit",
                "raise to {chips}: the limit is fixed",
                chips=min(least, all_in),
            )
        )
        yield amount >= least or amount == all_in or raise_is_too_small(s)

    def apply(self, s: State) -> State:
        return raised(s, self.amount)


# -- the showdown -----------------------------------------------------------------------


class Show(Event[State]):
    """Turn up your cards at the showdown."""

    def guards(self, s: State) -> Guards:
        yield s.phase is Phase.SHOWDOWN or NO_SHOWDOWN

    def apply(self, s: State) -> State:
        up = put(s.shown, s.waiting[0], value=True)
        return answered(s._replace(shown=up, waiting=s.waiting[1:]))


class Muck(Event[State]):
    """Give up your cards unseen at the showdown, and with them the pot."""

    def guards(self, s: State) -> Guards:
        yield s.phase is Phase.SHOWDOWN or NO_SHOWDOWN

    def apply(self, s: State) -> State:
        live = put(s.live, s.waiting[0], value=False)
        return answered(s._replace(live=live, waiting=s.waiting[1:]))


# -- between two hands ------------------------------------------------------------------


class BuyIn(Event[State]):
    """Buy the first stack again, when you have lost everything."""

    def guards(self, s: State) -> Guards:
        yield s.phase is Phase.REBUY or NO_REBUY

    def apply(self, s: State) -> State:
        return ended(bought_in(s, s.waiting[0])._replace(waiting=s.waiting[1:]))


class StayOut(Event[State]):
    """Buy nothing when you have lost everything: you are dealt no more hands."""

    def guards(self, s: State) -> Guards:
        yield s.phase is Phase.REBUY or NO_REBUY

    def apply(self, s: State) -> State:
        return ended(s._replace(waiting=s.waiting[1:]))
