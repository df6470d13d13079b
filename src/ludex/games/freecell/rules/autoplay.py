"""Autoplay: cards that go home together, in one event.

A card is needed in a column only to lay a card on it that is one lower. It is *safe* to
send home when none of those can need it any more: aces and twos at once, any other card
when all cards one lower that could lie on it are home (Horne's rule, which Microsoft's
program follows). Safe play never loses a game; sending everything can.
"""

from enum import Enum

from ludex.parts.cards import Card
from ludex.parts.places import put

from .options import SUITS, Building, Rules
from .state import State, heights, takes


class Sending(Enum):
    """The cards that are sent home."""

    SAFE = "safe"
    ALL = "all"


def allows(rules: Rules, cards: Sending) -> bool:
    """Do the rules allow to send these cards?"""
    return rules.autoplay.value in ("all", cards.value)


def sent_home(s: State, cards: Sending) -> State:
    """Return the state after all such cards have gone home, one after the other."""
    while (step := next_home(s, cards)) is not None:
        s = step
    return s


def next_home(s: State, cards: Sending) -> State | None:
    """Return the state after the next card has gone home, columns first; None if none can."""
    for i, column in enumerate(s.columns):
        if column and (homes := with_card(s, column[-1], cards)) is not None:
            return State(s.rules, put(s.columns, i, column[:-1]), s.cells, homes)
    for i, card in enumerate(s.cells):
        if card is not None and (homes := with_card(s, card, cards)) is not None:
            return State(s.rules, s.columns, put(s.cells, i, None), homes)
    return None


def with_card(s: State, card: Card, cards: Sending) -> tuple[tuple[Card, ...], ...] | None:
    """Return the homes with `card` on the first that takes it; None if it is not to be sent."""
    for i, home in enumerate(s.homes):
        if takes(home, card):
            if cards is Sending.SAFE and not is_safe(s.rules, heights(s), card):
                return None
            return put(s.homes, i, (*home, card))
    return None


def is_safe(rules: Rules, home: tuple[int, ...], card: Card) -> bool:
    """Can no column need `card` any more, which is ready to go home?

    `home` counts the cards home by suit, then by pack.
    """
    below = card.rank - 1
    # With two packs it must not take the place that its twin may need more.
    if min(home[card.suit :: SUITS]) < below:
        return False
    if card.rank <= 2 or rules.building is Building.SUIT:
        return True
    other_colour = home[1 - card.suit % 2 :: 2]
    return min(other_colour) >= below
