"""Mu torere, of the Māori: eight points round a centre; who cannot move loses."""

from dataclasses import dataclass
from typing import Annotated

from ludex.kernel import Event, Game, Guards, Outcome, Seat, Start, Whole, drawn, won
from ludex.parts.places import put
from ludex.table import Drawing, Gesture, Looks, Shown, TablePlace, Zone, disc, standing

POINTS = 8
CENTRE = 8
"""The points round the centre are 0 to 7."""


@dataclass(frozen=True, slots=True)
class Rules:
    moves: Annotated[int, Whole(1, 200), "After how many moves is it a draw?"] = 100


@dataclass(frozen=True, slots=True)
class State:
    moves: int  # that are left before the draw
    places: tuple[Seat | None, ...] = (Seat(0),) * 4 + (Seat(1),) * 4 + (None,)
    turn: Seat = Seat(0)


class Move(Event[State]):
    """Move your stone from the point `at` to the empty place: from point to point along the edge,
    from the centre to a point, or from a point beside an opponent's stone to the centre. Points count
    from 1, clockwise from the top; the centre is 9."""

    at: Annotated[int, Whole(1, POINTS + 1)]

    def guards(self, s: State) -> Guards:
        yield 1 <= self.at <= POINTS + 1 or f"there is no point {self.at}"
        at, empty = self.at - 1, s.places.index(None)
        yield s.places[at] == s.turn or f"no stone of yours is on point {self.at}"
        is_far = CENTRE not in (at, empty) and (at - empty) % POINTS not in (1, POINTS - 1)
        yield not is_far or "the empty point is too far away"
        yield empty != CENTRE or is_beside_opponent(s, at) or (
            "a stone moves to the centre from beside an opponent's stone only"
        )  # fmt: skip

    def apply(self, s: State) -> State:
        empty = s.places.index(None)
        places = put(put(s.places, empty, s.turn), self.at - 1, None)
        return State(max(0, s.moves - 1), places, Seat(1 - s.turn))


def is_beside_opponent(s: State, at: int) -> bool:
    other = Seat(1 - s.turn)
    return other in (s.places[(at + 1) % POINTS], s.places[(at - 1) % POINTS])


def can_move(s: State) -> bool:
    empty = s.places.index(None)
    if empty == CENTRE:
        return any(s.places[at] == s.turn and is_beside_opponent(s, at) for at in range(POINTS))
    return s.turn in (
        s.places[CENTRE],
        s.places[(empty + 1) % POINTS],
        s.places[(empty - 1) % POINTS],
    )


def outcome(s: State) -> Outcome | None:
    if not can_move(s):
        return won(Seat(1 - s.turn), "no stone can move")
    return None if s.moves else drawn(2, "too many moves")


def text(s: State) -> str:
    signs = ["." if place is None else "XO"[place] for place in s.places]
    return "  {0}\n{7}   {1}\n{6} {8} {2}\n{5}   {3}\n  {4}".format(*signs)


AT = ((2, 0), (3.4, 0.6), (4, 2), (3.4, 3.4), (2, 4), (0.6, 3.4), (0, 2), (0.6, 0.6), (2, 2))
POINT = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><circle cx="10" cy="10" r="4" fill="#3b2412"/></svg>'
DRAWINGS = {
    "stone:X": disc("#f4ead5", "#7a6a48", "X"),
    "stone:O": disc("#33302c", "#000000", "O"),
    "square:point": Drawing(svg=POINT),
}
EMBLEM = tuple(Shown(f"stone:{'XO'[i // 4]}", x / 2 - 1, y / 2) for i, (x, y) in enumerate(AT[:8]))


def zones(s: State, _: Seat) -> tuple[Zone, ...]:
    return tuple(
        standing(
            TablePlace(
                f"{i + 1}",
                "the centre" if i == CENTRE else f"point {i + 1}",
                x,
                y,
                look="square:point",
            ),
            "" if stone is None else f"stone:{'XO'[stone]}",
        )
        for i, (stone, (x, y)) in enumerate(zip(s.places, AT, strict=True))
    )


def gesture(s: State, event: Event[State]) -> Gesture:
    assert isinstance(event, Move)
    return Gesture(str(event), event.spoken(), f"{event.at}", f"{s.places.index(None) + 1}")


game = Game(
    name="mu-torere", title="Mu torere", summary="Move so that your opponent cannot.",
    start=Start(lambda rules: State(rules.moves), {"standard": Rules(), "short": Rules(20)}),
    players=(2, 2), events=(Move,), turn=lambda s: s.turn, outcome=outcome, text=text,
    looks=Looks(drawings=DRAWINGS, emblem=EMBLEM, zones=zones, gesture=gesture),
    always={"four stones each": lambda s: s.places.count(Seat(0)) == s.places.count(Seat(1)) == 4},
    sometimes={"nobody can move": lambda s: not can_move(s)},
)  # fmt: skip
