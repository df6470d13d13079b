"""Kuhn poker: three cards, two players, one bet; the smallest game with a bluff in it."""

from dataclasses import dataclass, replace
from enum import Enum

from ludex.bots import Thinking

from ludex.kernel import (  # isort: skip
    CHANCE, Chance, Event, Game, Guards, Outcome, Seat, Start, won,
)  # fmt: skip

Card = Enum("Card", "JACK QUEEN KING")


@dataclass(frozen=True, slots=True)
class State:
    cards: tuple[Card | None, ...] = ()  # None: a card that the seat may not see
    chips: tuple[int, int] = (1, 1)
    passes: int = 0
    folded: bool = False
    turn: Seat = Seat(0)


class Deal(Chance[State]):
    """Deal one card to each player."""

    first: Card
    second: Card

    def guards(self, s: State) -> Guards:
        yield self.first is not self.second or "there is one card of each rank"

    def apply(self, s: State) -> State:
        return replace(s, cards=(self.first, self.second))


class Bet(Event[State]):
    """Put one more chip into the pot: a bet, or the call of the other player's bet."""

    def apply(self, s: State) -> State:
        chips = (2, s.chips[1]) if s.turn == 0 else (s.chips[0], 2)
        return replace(s, chips=chips, turn=Seat(1 - s.turn))


class Pass(Event[State]):
    """Put in nothing: a check, or the folding of your hand to a bet."""

    def apply(self, s: State) -> State:
        folded = s.chips[0] != s.chips[1]
        return State(s.cards, s.chips, s.passes + 1, folded, Seat(1 - s.turn))


def outcome(s: State) -> Outcome | None:
    if not s.folded and s.chips != (2, 2) and s.passes < 2:
        return None
    first, second = (card.value if card else 0 for card in s.cards)
    winner = s.turn if s.folded else Seat(int(first < second))
    lost = s.chips[1 - winner]  # by the other player
    reason = "the other player folded" if s.folded else "the higher card wins"
    return won(winner, reason, (-lost, lost) if winner else (lost, -lost))


def view(s: State, seat: Seat) -> State:
    shown = outcome(s) is not None and not s.folded
    cards = (card if shown or i == seat else None for i, card in enumerate(s.cards))
    return replace(s, cards=tuple(cards))


game = Game(
    name="kuhn-poker", title="Kuhn poker", players=(2, 2), start=Start.fixed(State()),
    summary="Bet or pass on one of three cards; the higher card wins the pot.",
    events=(Deal, Bet, Pass), outcome=outcome, view=view,
    turn=lambda s: s.turn if s.cards else CHANCE,
    text=lambda s: " ".join([f"{s.chips}", *(c.name if c else "?" for c in s.cards)]),
    always={"at most two chips each": lambda s: max(s.chips) <= 2},
    sometimes={"a fold": lambda s: s.folded, "a call": lambda s: s.chips == (2, 2)},
    thinking=Thinking(imagine=lambda s, seat, dice: dice.choice(
        [t for e, _ in game.chance(State()) if view(t := e.apply(s), seat) == s] or [s])),
)  # fmt: skip
