"""Blackjack with one pack: come closer to 21 than the dealer, but not over it.

You stake two chips. Aces count eleven, or one where that would be too much; court cards count ten. The
dealer has one card, and draws to 17 after you. An ace with a ten at first wins three chips.
"""

from dataclasses import dataclass, replace
from enum import Enum

from ludex.kernel import (  # isort: skip
    CHANCE, SOLO, Chance, Event, Game, Guards, Outcome, Start, won,
)  # fmt: skip
from ludex.parts.cards import AnyCard, Card
from ludex.table import Layout, Looks, Pile, Shown, TablePlace, card_table

Phase = Enum("Phase", "DEAL PLAY DRAW DOUBLE DEALER")


@dataclass(frozen=True, slots=True)
class State:
    mine: tuple[Card, ...] = ()
    dealer: tuple[Card, ...] = ()
    phase: Phase = Phase.DEAL
    stake: int = 2


class Deal(Chance[State]):
    """Deal a card: two to the player, one to the dealer; then to the one who draws."""

    card: AnyCard

    def guards(self, s: State) -> Guards:
        yield (self.card not in s.mine and self.card not in s.dealer) or "that card is dealt"
        yield self.card.pack == 0 or "there is one pack"

    def apply(self, s: State) -> State:
        if s.phase is Phase.DEALER or (len(s.mine) == 2 and not s.dealer):
            after = Phase.DEALER if s.phase is Phase.DEALER or is_natural(s.mine) else Phase.PLAY
            return replace(s, dealer=(*s.dealer, self.card), phase=after)
        mine = (*s.mine, self.card)
        after = Phase.DEAL if s.phase is Phase.DEAL else Phase.PLAY
        if s.phase is Phase.DOUBLE or (points(mine) == 21 and s.phase is not Phase.DEAL):
            after = Phase.DEALER
        return replace(s, mine=mine, phase=after)


class Hit(Event[State]):
    """Draw another card."""

    def apply(self, s: State) -> State:
        return replace(s, phase=Phase.DRAW)


class Stand(Event[State]):
    """Stop drawing: the dealer draws."""

    def apply(self, s: State) -> State:
        return replace(s, phase=Phase.DEALER)


class DoubleDown(Event[State]):
    """Double your stake, and draw one card only; with two cards."""

    def guards(self, s: State) -> Guards:
        yield len(s.mine) == 2 or "double with your first two cards"

    def apply(self, s: State) -> State:
        return replace(s, phase=Phase.DOUBLE, stake=4)


def points(cards: tuple[Card, ...]) -> int:
    """What cards count; one ace counts eleven if that is not too much."""
    low = sum(min(card.rank, 10) for card in cards)
    return low + 10 if low <= 11 and any(card.rank == 1 for card in cards) else low


def is_natural(cards: tuple[Card, ...]) -> bool:
    """Are these an ace and a card that counts ten?"""
    return len(cards) == 2 and points(cards) == 21


def is_over(s: State) -> bool:
    """Is the player over 21, or has the dealer drawn to 17? A blackjack ends it with two cards."""
    ends = 17 if not is_natural(s.mine) else 0
    dealer_is_done = len(s.dealer) >= 2 and points(s.dealer) >= ends
    return points(s.mine) > 21 or (s.phase is Phase.DEALER and dealer_is_done)


def outcome(s: State) -> Outcome | None:
    if not is_over(s):
        return None
    mine, dealer = points(s.mine), points(s.dealer)
    if is_natural(s.mine) and not is_natural(s.dealer):
        return won(SOLO, "blackjack", (3,))
    if mine <= 21 and (dealer > 21 or dealer < mine):
        return won(SOLO, "closer to 21 than the dealer", (s.stake,))
    if mine > 21 or dealer > mine or (is_natural(s.dealer) and not is_natural(s.mine)):
        return Outcome((), "the dealer wins", (-s.stake,))
    return Outcome((), "as many points: nobody wins", (0,))


def text(s: State) -> str:
    hands = (("dealer", s.dealer), ("you", s.mine))
    return "\n".join(f"{who}: {' '.join(map(str, h))} ({points(h)})" for who, h in hands)


PLACES = (
    TablePlace("dealer", "the dealer", 0, 0, Layout.ROW, span=4),
    TablePlace("mine", "your hand", 0, 1.6, Layout.ROW, span=4),
)
LOOKS: Looks[State] = card_table(
    lambda _s, _seat: PLACES,
    lambda s, _: [Pile(cards, 0, f"{points(cards)}") for cards in (s.dealer, s.mine)],
)

game = Game(
    name="blackjack", title="Blackjack", summary="Come closer to 21 than the dealer.",
    start=Start.fixed(State()), events=(Deal, Hit, Stand, DoubleDown), outcome=outcome, text=text,
    turn=lambda s: SOLO if s.phase is Phase.PLAY else CHANCE,
    looks=replace(LOOKS, emblem=(Shown("card:AS", -1, 0.5), Shown("card:JH", 0.1, 0.5))),
    always={"no card is dealt twice": lambda s: len({*s.mine, *s.dealer}) == len(s.mine) + len(s.dealer)},
    sometimes={"the player is over 21": lambda s: points(s.mine) > 21},
)  # fmt: skip
