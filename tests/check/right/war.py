"""War with two suits: the higher card takes both; what is dealt is hidden. It is right."""

from dataclasses import dataclass, replace
from enum import Enum

from ludex.bots import Thinking
from ludex.kernel import (
    CHANCE,
    Chance,
    Dice,
    Event,
    Game,
    Guards,
    Outcome,
    Seat,
    Start,
    drawn,
    won,
)


class Card(Enum):
    TWO = 2
    THREE = 3
    FOUR = 4


@dataclass(frozen=True, slots=True)
class State:
    hands: tuple[Card | None, ...] = ()
    shown: tuple[Card, ...] = ()


class Deal(Chance[State]):
    """Deal a card to each player, from two packs of three."""

    first: Card
    second: Card

    def apply(self, s: State) -> State:
        return State((self.first, self.second))


class Show(Event[State]):
    """Lay your card open."""

    def guards(self, s: State) -> Guards:
        yield len(s.shown) < 2 or "both cards lie open"
        yield s.hands[len(s.shown)] is not None or "you have no card"

    def apply(self, s: State) -> State:
        card = s.hands[len(s.shown)]
        assert card is not None
        return replace(s, shown=(*s.shown, card))


def outcome(s: State) -> Outcome | None:
    if len(s.shown) < 2:
        return None
    one, two = (card.value for card in s.shown)
    return drawn(2, "both are equal") if one == two else won(Seat(int(two > one)), "higher")


def view(s: State, seat: Seat) -> State:
    seen = [i == seat or i < len(s.shown) for i in range(len(s.hands))]
    return replace(
        s, hands=tuple(c if is_seen else None for c, is_seen in zip(s.hands, seen, strict=True))
    )


def imagine(s: State, _: Seat, dice: Dice) -> State:
    hands = (dice.choice([*Card]) if card is None else card for card in s.hands)
    return replace(s, hands=tuple(hands))


game = Game(
    name="war",
    title="War",
    summary="The higher card wins.",
    start=Start.fixed(State()),
    players=(2, 2),
    events=(Deal, Show),
    turn=lambda s: CHANCE if not s.hands else Seat(len(s.shown) % 2),
    outcome=outcome,
    view=view,
    text=lambda s: " ".join(c.name if c else "?" for c in s.hands) or "undealt",
    thinking=Thinking(imagine=imagine),
)
