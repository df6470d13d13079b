"""Reasons shared by several guards of hold'em, or given by one of them in several ways."""

from ludex.kernel import Sentence, say

from ...rules import Cards, spaced
from .betting import amounts, most, to_call
from .dealing import twice
from .state import Phase, State

NO_SHOWDOWN = say("no_showdown", "there is no showdown now")
NO_REBUY = say("no_rebuy", "nobody is asked to buy in again now")
NO_CARD = say("no_card", "?? is not a card to deal")


def betting_is_over(s: State) -> Sentence:
    """Return what the player to act can do instead."""
    if s.phase is Phase.REBUY:
        words = "the hand is over: buy in again or stay out"
        return say("betting_over", words)
    return say("betting_over", "the betting is over: show or muck")


def there_twice(cards: Cards) -> Sentence:
    """A pack has each card once."""
    return say("card_twice", "{card} appears twice", card=spaced(twice(cards)))


def wrong_board(due: int, given: int) -> Sentence:
    """Three cards are the flop, and one each the turn and the river."""
    if due == 1:
        return say("wrong_count", "the board is due 1 card, not {given}", given=given)
    return say("wrong_count", "the board is due {due} cards, not {given}", due=due, given=given)


def there_is_a_bet(s: State) -> Sentence:
    """Return what the player to act can do about a bet, instead of checking."""
    chips = to_call(s)
    if not amounts(s):
        return say("bet_made", "there is a bet: call {chips} or fold", chips=chips)
    return say("bet_made", "there is a bet: call {chips}, raise or fold", chips=chips)


def raise_is_too_small(s: State) -> Sentence:
    """The least raise, and where it comes from."""
    chips, step = min(s.price + s.step, most(s)), s.step
    if not s.raises or (s.raises == 1 and not s.board):
        words = "raise to at least {chips}: the big blind is {big_blind}"
        return say("raise_too_small", words, chips=chips, big_blind=step)
    if s.raises == 1:
        words = "raise to at least {chips}: the bet was {bet}"
        return say("raise_too_small", words, chips=chips, bet=step)
    return say(
        "raise_too_small",
        "raise to at least {chips}: the last raise was {raised}",
        chips=chips,
        raised=step,
    )
