"""Hare and hounds: three hounds, who never turn back, try to trap one hare."""

from dataclasses import dataclass, replace
from typing import Annotated, Literal, get_args

from ludex.kernel import Event, Game, Guards, Outcome, Seat, Start, Whole, won
from ludex.table import Drawing, Gesture, Looks, Shown, TablePlace, Zone, disc, standing

BOARD = """
3      {1}---{2}---{3}
     / | \\ | / | \\
2  {0}---{4}---{5}---{6}---{10}
     \\ | / | \\ | /
1      {7}---{8}---{9}
   a   b   c   d   e""".lstrip("\n")

Point = Literal["a2", "b3", "c3", "d3", "b2", "c2", "d2", "b1", "c1", "d1", "e2"]
POINTS: tuple[Point, ...] = get_args(Point)
PLACE_OF = {point: i for i, point in enumerate(POINTS)}
FILES = tuple("abcde".index(point[0]) for point in POINTS)
NEAR = (
    (1, 4, 7), (0, 2, 4, 5), (1, 3, 5), (2, 5, 6, 10), (0, 1, 5, 7), (1, 2, 3, 4, 6, 7, 8, 9),
    (3, 5, 9, 10), (0, 4, 5, 8), (5, 7, 9), (5, 6, 8, 10), (3, 6, 9),
)  # fmt: skip
"""The points that lines join to each point."""

HOUNDS, HARE = Seat(0), Seat(1)


@dataclass(frozen=True, slots=True)
class Rules:
    patience: Annotated[
        int, Whole(1, 20), "After how many sideward moves of the hounds does the hare win?"
    ] = 10


@dataclass(frozen=True, slots=True)
class State:
    patience: int
    hounds: tuple[bool, ...] = tuple(point in ("a2", "b3", "b1") for point in POINTS)
    hare: int = PLACE_OF["e2"]
    sideward: int = 0  # moves of the hounds in a row that did not go forward
    turn: Seat = HOUNDS


class Move(Event[State]):
    """Move a hound or the hare from `source` along a line to the empty point `target`; a hound never
    moves back, towards the file a."""

    source: Point
    target: Point

    def guards(self, s: State) -> Guards:
        a, b = PLACE_OF[self.source], PLACE_OF[self.target]
        is_mine = s.hounds[a] if s.turn == HOUNDS else s.hare == a
        yield is_mine or f"no piece of yours is on {self.source}"
        yield b in NEAR[a] or f"no line joins {self.source} to {self.target}"
        yield is_free(s, b) or f"point {self.target} is taken"
        yield s.turn == HARE or FILES[b] >= FILES[a] or "a hound never moves back"

    def apply(self, s: State) -> State:
        a, b = PLACE_OF[self.source], PLACE_OF[self.target]
        if s.turn == HARE:
            return replace(s, hare=b, turn=HOUNDS)
        hounds = tuple(i == b or (there and i != a) for i, there in enumerate(s.hounds))
        sideward = min(s.sideward + 1, s.patience) if FILES[a] == FILES[b] else 0
        return replace(s, hounds=hounds, sideward=sideward, turn=HARE)


def is_free(s: State, at: int) -> bool:
    return not s.hounds[at] and s.hare != at


def outcome(s: State) -> Outcome | None:
    if not any(there and FILES[i] < FILES[s.hare] for i, there in enumerate(s.hounds)):
        return won(HARE, "the hare has passed all hounds")
    if s.sideward >= s.patience:
        return won(HARE, "the hounds did not go forward")
    if s.turn == HARE and not any(is_free(s, i) for i in NEAR[s.hare]):
        return won(HOUNDS, "the hare is trapped")
    return None


def text(s: State) -> str:
    signs = ("D" if there else "H" if i == s.hare else "." for i, there in enumerate(s.hounds))
    return BOARD.format(*signs)


SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20">{}</svg>'
LINE = '<path d="M10 10L{} {}" stroke="#e8d5ae" stroke-width="1.2"/>'


def point(i: int) -> Drawing:
    """A point, and its lines as far as the next ones."""
    lines = (
        LINE.format(
            10 + 10 * (FILES[k] - FILES[i]), 10 + 10 * (int(POINTS[i][1]) - int(POINTS[k][1]))
        )
        for k in NEAR[i]
    )
    return Drawing(
        svg=SVG.format("".join(lines) + '<circle cx="10" cy="10" r="2" fill="#e8d5ae"/>')
    )


DRAWINGS = {
    **{f"square:{name}": point(i) for i, name in enumerate(POINTS)},
    "man:hound": disc("#5b3a1e", "#2e1c0d", "D"),
    "man:hare": disc("#efe3cb", "#8f7a55", "H"),
}


def zones(s: State, _: Seat) -> tuple[Zone, ...]:
    places = (
        TablePlace(name, f"point {name}", FILES[i], 3 - int(name[1]), look=f"square:{name}")
        for i, name in enumerate(POINTS)
    )
    return tuple(
        standing(place, "man:hound" if s.hounds[i] else "man:hare" if s.hare == i else "")
        for i, place in enumerate(places)
    )


def gesture(_: State, event: Event[State]) -> Gesture:
    assert isinstance(event, Move)
    return Gesture(str(event), event.spoken(), event.source, event.target)


game = Game(
    name="hare-and-hounds", title="Hare and hounds", summary="Three hounds try to trap a hare.",
    start=Start(lambda rules: State(rules.patience), {"standard": Rules()}),
    players=(2, 2), events=(Move,), turn=lambda s: s.turn, outcome=outcome, text=text,
    looks=Looks(
        drawings=DRAWINGS,
        emblem=(*(Shown("man:hound", *at) for at in ((-1.5, 1), (-0.5, 0), (-0.5, 2))), Shown("man:hare", 1, 1)),
        zones=zones, gesture=gesture,
    ),
    always={"three hounds": lambda s: sum(s.hounds) == 3, "hounds do not stand on the hare": lambda s: not s.hounds[s.hare]},
    sometimes={"the hare is trapped": lambda s: s.turn == HARE and not any(is_free(s, i) for i in NEAR[s.hare])},
    rare=("the hare is trapped",),
)  # fmt: skip
