"""Two rooms and a door: the guard of the way out is too strong, so nobody ever leaves."""

from enum import Enum
from typing import NamedTuple

from ludex.kernel import Event, Game, Guards, Start, lost


class Room(Enum):
    HALL = "hall"
    CELLAR = "cellar"
    OUTSIDE = "outside"


class State(NamedTuple):
    room: Room


class Walk(Event[State]):
    """Go to the other room."""

    def guards(self, s: State) -> Guards:
        yield s.room is not Room.OUTSIDE or "you are outside"

    def apply(self, s: State) -> State:
        return State(Room.CELLAR if s.room is Room.HALL else Room.HALL)


class Leave(Event[State]):
    """Leave by the door of the hall."""

    def guards(self, s: State) -> Guards:
        yield s.room is Room.HALL or "the door is in the hall"
        yield s.room is Room.CELLAR or "the key is in the cellar"

    def apply(self, s: State) -> State:
        return State(Room.OUTSIDE)


game = Game(
    name="strong",
    title="Strong",
    summary="Leave the house.",
    start=Start.fixed(State(Room.HALL)),
    events=(Walk, Leave),
    outcome=lambda s: lost("you are outside") if s.room is Room.OUTSIDE else None,
    text=lambda s: s.room.value,
    sometimes={"somebody leaves": lambda s: s.room is Room.OUTSIDE},
)
