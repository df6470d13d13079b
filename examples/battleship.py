"""Battleship: hide two ships on a sea of five by five squares, and sink those of your opponent.

Each player hides a ship of three squares and one of two. Then they shoot in turn; the answer to a shot
is hit or miss. The player who has hit every square of the opponent's ships wins.
"""

from dataclasses import dataclass, replace
from itertools import product
from typing import Annotated, Literal

from ludex.bots import Thinking

from ludex.kernel import (  # isort: skip
    Dice, Event, Game, Guards, Outcome, Seat, Start, say, won,
)  # fmt: skip
from ludex.parts.grid import Square, square
from ludex.table import Gesture, Looks, Piece, Shown, TablePlace, Zone, disc

SIZE = 5
SHIPS = (3, 2)
CELLS = SIZE * SIZE
Way = Literal["right", "down"]
Sea = tuple[bool | None, ...]  # is a ship there? In reading order; None: the seat may not see it


def squares_of(at: Square, way: str, length: int) -> tuple[int, ...]:
    """The squares of a ship, none if it does not fit on the sea."""
    last = at.beyond(0, length - 1) if way == "right" else at.beyond(length - 1, 0)
    if not (1 <= at.row <= last.row <= SIZE and 1 <= at.col <= last.col <= SIZE):
        return ()
    step = 1 if way == "right" else SIZE
    first = (at.row - 1) * SIZE + at.col - 1
    return tuple(first + i * step for i in range(length))


@dataclass(frozen=True, slots=True)
class State:
    seas: tuple[Sea, Sea] = ((False,) * CELLS,) * 2
    hidden: tuple[int, int] = (0, 0)  # how many ships each player has hidden
    shots: tuple[tuple[bool, ...], tuple[bool, ...]] = ((False,) * CELLS,) * 2  # at this sea
    turn: Seat = Seat(0)


class HideShip(Event[State]):
    """Hide your next ship: its first square is `at`, the others follow to the right or down."""

    at: Annotated[Square, square(SIZE, SIZE)]
    way: Way

    def guards(self, s: State) -> Guards:
        count = s.hidden[s.turn]
        yield count < len(SHIPS) or "your ships are hidden"
        ship = squares_of(self.at, self.way, SHIPS[count])
        yield len(ship) > 0 or "the ship does not fit on the sea"
        yield not any(s.seas[s.turn][i] for i in ship) or "a ship is there"

    def apply(self, s: State) -> State:
        count = s.hidden[s.turn]
        ship = squares_of(self.at, self.way, SHIPS[count])
        sea = tuple(there or i in ship for i, there in enumerate(s.seas[s.turn]))
        after = min(count + 1, len(SHIPS))
        turn = Seat(1 - s.turn) if after == len(SHIPS) else s.turn
        if s.turn == 0:
            return replace(s, seas=(sea, s.seas[1]), hidden=(after, s.hidden[1]), turn=turn)
        return replace(s, seas=(s.seas[0], sea), hidden=(s.hidden[0], after), turn=turn)


class Shoot(Event[State]):
    """Shoot at a square of your opponent's sea."""

    at: Annotated[Square, square(SIZE, SIZE)]

    def guards(self, s: State) -> Guards:
        yield s.hidden[s.turn] == len(SHIPS) or "hide your ships first"
        yield (1 <= self.at.row <= SIZE and 1 <= self.at.col <= SIZE) or f"{self.at} is not at sea"
        target = (self.at.row - 1) * SIZE + self.at.col - 1
        yield not s.shots[1 - s.turn][target] or f"you have shot at {self.at}"

    def apply(self, s: State) -> State:
        target = (self.at.row - 1) * SIZE + self.at.col - 1
        shots = tuple(shot or i == target for i, shot in enumerate(s.shots[1 - s.turn]))
        both = (s.shots[0], shots) if s.turn == 0 else (shots, s.shots[1])
        return replace(s, shots=both, turn=Seat(1 - s.turn))


def hits(s: State, sea: int) -> int:
    """How many squares of the ships of this sea are hit?"""
    return sum(
        shot and there is True for shot, there in zip(s.shots[sea], s.seas[sea], strict=True)
    )


def outcome(s: State) -> Outcome | None:
    last = Seat(1 - s.turn)
    return won(last, "all ships are sunk") if hits(s, s.turn) == sum(SHIPS) else None


def view(s: State, seat: Seat) -> State:
    """Of the other sea a player sees only the shots."""
    if outcome(s) is not None:
        return s
    first, second = (
        tuple(
            there if whose == seat or s.shots[whose][i] else None
            for i, there in enumerate(s.seas[whose])
        )
        for whose in (0, 1)
    )
    return replace(s, seas=(first, second))


PLACED = tuple(
    tuple(
        ship
        for row, col, way in product(range(1, SIZE + 1), range(1, SIZE + 1), ("right", "down"))
        if (ship := squares_of(Square(row, col), way, length))
    )
    for length in SHIPS
)


def imagine(s: State, _: Seat, dice: Dice) -> State:
    """The other player's ships lie somewhere where all shots fit."""
    seas = list(s.seas)
    for whose in (0, 1):
        sea = seas[whose]
        fits = [
            fleet
            for ships in product(*PLACED[: s.hidden[whose]])
            if len(fleet := {i for ship in ships for i in ship}) == sum(map(len, ships))
            and all(there is None or there == (i in fleet) for i, there in enumerate(sea))
        ]
        if None in sea:
            fleet = dice.choice(fits)
            seas[whose] = tuple(i in fleet for i in range(CELLS))
    return replace(s, seas=(seas[0], seas[1]))


def sign(there: bool | None, shot: bool) -> str:
    if there is None:
        return "?"
    return ("#" if there else ".", "X" if there else "o")[shot]


def text(s: State) -> str:
    lines = []
    for row in range(SIZE):
        cut = slice(row * SIZE, (row + 1) * SIZE)
        seas = (map(sign, s.seas[w][cut], s.shots[w][cut]) for w in (0, 1))
        lines.append("   ".join("".join(sea) for sea in seas))
    return "\n".join(lines)


LOOK = {"#": "sea:ship", "X": "sea:hit", "o": "sea:miss"}
DRAWINGS = {
    "sea:ship": disc("#70757c", "#2f3338", "#"),
    "sea:hit": disc("#d0352b", "#6d1510", "X"),
    "sea:miss": disc("#e9f1f7", "#8aa4b8", "o"),
}
EMBLEM = (*(Shown("sea:hit", x - 1, 1) for x in range(3)), Shown("sea:miss", 0, 0), Shown("sea:miss", 1, 2))  # fmt: skip


def zones(s: State, seat: Seat) -> tuple[Zone, ...]:
    """A player's own sea is on the left, the other on the right."""
    mine = max(0, seat)
    found = []
    for whose, left in ((mine, 0), (1 - mine, SIZE + 1)):
        for i, (there, shot) in enumerate(zip(s.seas[whose], s.shots[whose], strict=True)):
            row, col = divmod(i, SIZE)
            name = say("square", "{file}{rank}", file="abcde"[col], rank=SIZE - row)
            key = f"{whose + 1}:{row + 1},{col + 1}"
            place = TablePlace(key, name, left + col, row, look=("square:light", "square:dark")[(row + col) % 2])  # fmt: skip
            look = LOOK.get(sign(there, shot), "")
            pieces = (Piece(f"piece {key}", look, look[4:]),) if look else ()
            found.append(place.holding(pieces))
    return tuple(found)


def gesture(s: State, event: Event[State]) -> Gesture:
    """Shoot by choosing a square; hide a ship by dragging from its first square to its last."""
    match event:
        case Shoot(at):
            return Gesture(str(event), event.spoken(), f"{2 - s.turn}:{at.row},{at.col}")
        case HideShip(at, way):
            length = SHIPS[min(s.hidden[s.turn], len(SHIPS) - 1)]
            last = at.beyond(0, length - 1) if way == "right" else at.beyond(length - 1, 0)
            mine = s.turn + 1
            return Gesture(str(event), event.spoken(), f"{mine}:{at.row},{at.col}", f"{mine}:{last.row},{last.col}")  # fmt: skip
    raise AssertionError(event)


game = Game(
    name="battleship", title="Battleship", summary="Sink the hidden ships of your opponent.",
    players=(2, 2), start=Start.fixed(State()), events=(HideShip, Shoot),
    turn=lambda s: s.turn, outcome=outcome, view=view, text=text,
    looks=Looks(drawings=DRAWINGS, emblem=EMBLEM, zones=zones, gesture=gesture),
    thinking=Thinking(imagine=imagine),
    sometimes={"a ship is hit": lambda s: hits(s, 0) > 0},
)  # fmt: skip
