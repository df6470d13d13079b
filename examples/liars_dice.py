"""Liar's dice: one hidden die each; bid on both dice together, or call the last bid a lie.

A bid is a number of dice and a face: at least that many dice show the face. A six counts as any face.
Each bid is higher than the last: more dice, or as many with a higher face. Calling a true bid loses.
"""

from dataclasses import dataclass, replace
from typing import Annotated

from ludex.bots import Thinking

from ludex.kernel import (  # isort: skip
    CHANCE, Chance, Event, Game, Guards, Outcome, Seat, Start, Whole, won,
)  # fmt: skip

FACES = 6
WILD = 6


@dataclass(frozen=True, slots=True)
class State:
    dice: tuple[int | None, ...] = ()  # None: a die that the seat may not see
    bid: tuple[int, int] = (0, 0)  # how many dice, and the face; no dice: nobody has bid
    called: bool = False
    turn: Seat = Seat(0)


class Roll(Chance[State]):
    """Roll the die of the next player."""

    face: Annotated[int, Whole(1, FACES)]

    def guards(self, s: State) -> Guards:
        yield 1 <= self.face <= FACES or "a die has six faces"
        yield len(s.dice) < 2 or "both dice are rolled"

    def apply(self, s: State) -> State:
        return replace(s, dice=(*s.dice, self.face))


class Bid(Event[State]):
    """Say that at least `count` dice show the `face`."""

    count: Annotated[int, Whole(1, 2)]
    face: Annotated[int, Whole(1, FACES)]

    def guards(self, s: State) -> Guards:
        yield 1 <= self.count <= 2 or "there are two dice"
        yield 1 <= self.face <= FACES or "a die has six faces"
        yield not s.called or "the last bid was called"
        yield (self.count, self.face) > s.bid or "a bid is higher than the one before"

    def apply(self, s: State) -> State:
        return replace(s, bid=(self.count, self.face), turn=Seat(1 - s.turn))


class CallLie(Event[State]):
    """Call the last bid a lie: the dice are shown."""

    def guards(self, s: State) -> Guards:
        yield s.bid[0] > 0 or "nobody has bid"
        yield not s.called or "the last bid was called"

    def apply(self, s: State) -> State:
        return replace(s, called=True)


def is_true(s: State) -> bool:
    """Do so many dice show the face of the last bid?"""
    count, face = s.bid
    return sum(die in (face, WILD) for die in s.dice) >= count


def outcome(s: State) -> Outcome | None:
    """The player on turn has called."""
    if not s.called:
        return None
    winner = Seat(1 - s.turn) if is_true(s) else s.turn
    return won(winner, "the bid was true" if is_true(s) else "the bid was a lie")


def view(s: State, seat: Seat) -> State:
    dice = (die if s.called or i == seat else None for i, die in enumerate(s.dice))
    return replace(s, dice=tuple(dice))


game = Game(
    name="liars-dice", title="Liar's dice", players=(2, 2), start=Start.fixed(State()),
    summary="Bid on two dice of which you see one, or call the last bid a lie.",
    events=(Roll, Bid, CallLie), outcome=outcome, view=view,
    turn=lambda s: CHANCE if len(s.dice) < 2 else s.turn,
    text=lambda s: f"{' '.join(str(die or '?') for die in s.dice)}: {s.bid[0]} × {s.bid[1]}",
    sometimes={
        "a lie is called": lambda s: s.called and not is_true(s),
        "a true bid is called": lambda s: s.called and is_true(s),
    },
    thinking=Thinking(imagine=lambda s, _seat, dice: replace(
        s, dice=tuple(dice.below(FACES) + 1 if die is None else die for die in s.dice))),
)  # fmt: skip
