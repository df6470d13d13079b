"""Kuhn poker once more, in another way: a state is what was dealt and what was done."""

from enum import Enum
from typing import NamedTuple

from ludex.kernel import CHANCE, Chance, Event, Game, Guards, Outcome, Seat, Start, won


class Card(Enum):
    JACK = 11
    QUEEN = 12
    KING = 13


class State(NamedTuple):
    hands: tuple[Card, ...] = ()
    done: str = ""


class Deal(Chance[State]):
    """Deal one card to each player."""

    first: Card
    second: Card

    def guards(self, s: State) -> Guards:
        yield self.first.value != self.second.value or "there is one card of each rank"

    def apply(self, s: State) -> State:
        return State((self.first, self.second), s.done)


class Bet(Event[State]):
    """Put one more chip into the pot."""

    def apply(self, s: State) -> State:
        return State(s.hands, s.done + "b")


class Pass(Event[State]):
    """Put in nothing."""

    def apply(self, s: State) -> State:
        return State(s.hands, s.done + "p")


def turn(s: State) -> Seat:
    if not s.hands:
        return CHANCE
    return Seat(len(s.done) % 2)


def chips(s: State) -> tuple[int, int]:
    first = 1 + ("b" in s.done[::2])
    second = 1 + ("b" in s.done[1::2])
    return first, second


def outcome(s: State) -> Outcome | None:
    if s.done in ("pp", "bb", "pbb"):
        is_first = s.hands[0].value > s.hands[1].value
        stake = 1 if s.done == "pp" else 2
        winner = Seat(0) if is_first else Seat(1)
        return won(winner, "the higher card wins", (stake, -stake) if is_first else (-stake, stake))
    if s.done == "bp":
        return won(Seat(0), "the other player folded", (1, -1))
    if s.done == "pbp":
        return won(Seat(1), "the other player folded", (-1, 1))
    return None


def text(s: State) -> str:
    return " ".join((str(chips(s)), *(card.name for card in s.hands)))


game = Game(
    name="kuhn-poker",
    title="Kuhn poker",
    summary="Bet or pass on one of three cards; the higher card wins the pot.",
    players=(2, 2),
    start=Start.fixed(State()),
    events=(Deal, Bet, Pass),
    turn=turn,
    outcome=outcome,
    text=text,
)
