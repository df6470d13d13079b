"""Autoplay sends several cards home in one event.

A card in a column is useful only because a card that is one lower can be laid on it. It is *safe*
to send a card home when no such card needs it any more. Aces and twos are always safe; any other
card is safe when all cards that could lie on it are home (Horne's rule, as in Microsoft's
program). Sending safe cards home never loses a game; sending all possible cards can.
"""

from enum import Enum

from ludex.parts.cards import Card, Suit
from ludex.parts.places import put

from .options import Building, Rules
from .state import State, takes


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
        if column and (h := home_for(s, column[-1], cards)) is not None:
            homes = put(s.homes, h, (*s.homes[h], column[-1]))
            return State(s.rules, put(s.columns, i, column[:-1]), s.cells, homes)
    for i, card in enumerate(s.cells):
        if card is not None and (h := home_for(s, card, cards)) is not None:
            homes = put(s.homes, h, (*s.homes[h], card))
            return State(s.rules, s.columns, put(s.cells, i, None), homes)
    return None


def home_for(s: State, card: Card, cards: Sending) -> int | None:
    """Return the first home that takes `card`; None if it is not to be sent."""
    for h, home in enumerate(s.homes):
        if takes(home, card):
            return h if cards is Sending.ALL or is_safe(s, card) else None
    return None


def is_safe(s: State, card: Card) -> bool:
    """Can no column need `card` any more, which is ready to go home?"""
    below = card.rank - 1
    # With two packs it must not take the place that its twin may need more.
    if not are_home(s, card.suit, below):
        return False
    if card.rank <= 2 or s.rules.building is Building.SUIT:
        return True
    return all(are_home(s, suit, below) for suit in Suit if suit.colour != card.colour)


def are_home(s: State, suit: Suit, rank: int) -> bool:
    """Are all cards of a suit home, up to this rank?"""
    if rank == 0:
        return True
    piles = sum(len(home) >= rank and home[0].suit == suit for home in s.homes)
    return piles == s.rules.packs
