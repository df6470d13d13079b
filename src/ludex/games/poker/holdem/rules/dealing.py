"""Dealing: the number of cards due, their names, and a hand with its cards."""

from ...rules import Cards
from .hands import begun
from .rounds import opened
from .state import State

HOLE = 2
"""The number of cards that each player has of the own."""


def board_due(s: State) -> int:
    """Three cards make the flop; then they come one by one."""
    return 1 if s.board else 3


def street(s: State) -> str:
    """Return what the next cards of the board are called."""
    return {0: "flop", 3: "turn", 4: "river"}[len(s.board)]


def twice(cards: Cards) -> Cards:
    """The first card that appears twice, if there is one."""
    return tuple(card for i, card in enumerate(cards) if card in cards[:i])[:1]


def dealt(s: State, cards: Cards) -> State:
    """A new hand with these cards, in the order of the seats, up to the first decision."""
    s = with_holes(begun(s), cards)
    return opened(s, s.session.big)


def with_holes(s: State, cards: Cards) -> State:
    """The table with two cards for each who is dealt in, in the order of the seats."""
    pairs = iter(zip(cards[::2], cards[1::2], strict=True))
    return s._replace(holes=tuple(next(pairs) if live else () for live in s.live))
