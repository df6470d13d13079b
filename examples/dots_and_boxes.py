"""Dots and boxes: join two dots by a line; who draws the fourth side of a box owns it, and goes on.

When all lines are drawn, the player with more boxes wins.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Literal

from ludex.kernel import Event, Game, Guards, Outcome, Seat, Speed, Start, Whole, drawn, say, won
from ludex.parts.grid import Square, square
from ludex.parts.places import put
from ludex.table import Drawing, Gesture, Looks, Shown, TablePlace, Zone, disc, standing

MOST = 4


@dataclass(frozen=True, slots=True)
class Rules:
    rows: Annotated[int, Whole(1, MOST), "How many rows of boxes?"] = 3
    columns: Annotated[int, Whole(1, MOST), "How many columns of boxes?"] = 3


@dataclass(frozen=True, slots=True)
class State:
    rules: Rules
    across: tuple[bool, ...]  # is the line drawn? Row by row of dots, from the left
    down: tuple[bool, ...]
    boxes: tuple[Seat | None, ...]
    turn: Seat = Seat(0)


class Draw(Event[State]):
    """Draw the line from the `dot` to the next one, to the right or down."""

    dot: Annotated[Square, square(MOST + 1, MOST + 1)]
    way: Literal["right", "down"]

    def guards(self, s: State) -> Guards:
        rows, columns = s.rules.rows, s.rules.columns
        there = 1 <= self.dot.row <= rows + 1 and 1 <= self.dot.col <= columns + 1
        yield there or f"there is no dot {self.dot}"
        if self.way == "right":
            yield self.dot.col <= columns or f"no dot is to the right of {self.dot}"
            yield not s.across[across(s, self.dot)] or "the line is drawn"
        else:
            yield self.dot.row <= rows or f"no dot is below {self.dot}"
            yield not s.down[down(s, self.dot)] or "the line is drawn"

    def apply(self, s: State) -> State:
        if self.way == "right":
            return boxed(s, put(s.across, across(s, self.dot), True), s.down)
        return boxed(s, s.across, put(s.down, down(s, self.dot), True))


def across(s: State, dot: Square) -> int:
    """Where is the line from this dot to the right?"""
    return (dot.row - 1) * s.rules.columns + dot.col - 1


def down(s: State, dot: Square) -> int:
    """Where is the line from this dot downwards?"""
    return (dot.row - 1) * (s.rules.columns + 1) + dot.col - 1


def boxed(s: State, across: tuple[bool, ...], down: tuple[bool, ...]) -> State:
    """The player on turn owns every box that is now closed, and goes on after one."""
    wide = s.rules.columns
    boxes = tuple(
        s.turn
        if owner is None
        and across[i]
        and across[i + wide]
        and down[i + i // wide]
        and down[i + i // wide + 1]
        else owner
        for i, owner in enumerate(s.boxes)
    )
    goes_on = boxes.count(None) < s.boxes.count(None)
    return State(s.rules, across, down, boxes, s.turn if goes_on else Seat(1 - s.turn))


def outcome(s: State) -> Outcome | None:
    if None in s.boxes:
        return None
    scores = s.boxes.count(Seat(0)), s.boxes.count(Seat(1))
    if scores[0] == scores[1]:
        return drawn(2, "equally many boxes", scores)
    return won(Seat(int(scores[0] < scores[1])), "more boxes", scores)


def candidates(s: State) -> Iterator[Draw]:
    for row in range(1, s.rules.rows + 2):
        for col in range(1, s.rules.columns + 2):
            if col <= s.rules.columns:
                yield Draw(Square(row, col), "right")
            if row <= s.rules.rows:
                yield Draw(Square(row, col), "down")


def begin(rules: Rules) -> State:
    rows, columns = rules.rows, rules.columns
    lines = (False,) * ((rows + 1) * columns), (False,) * (rows * (columns + 1))
    return State(rules, *lines, (None,) * (rows * columns))


def text(s: State) -> str:
    wide, lines = s.rules.columns, []
    for row in range(s.rules.rows + 1):
        sides = (" - " if line else "   " for line in s.across[row * wide : (row + 1) * wide])
        lines.append("." + ".".join(sides) + ".")
        if row < s.rules.rows:
            owners = ["XO"[b] if b is not None else " " for b in s.boxes[row * wide :][:wide]]
            sides = ("|" if line else " " for line in s.down[row * (wide + 1) :][: wide + 1])
            pairs = zip(sides, [*owners, ""], strict=True)
            lines.append("".join(f"{side} {owner} " for side, owner in pairs).rstrip())
    return "\n".join(lines)


SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20">{}</svg>'
BAR = SVG.format('<rect x="{}" y="{}" width="{}" height="{}" fill="#2f5d8c"/>')
DOT = SVG.format('<circle cx="10" cy="10" r="4" fill="#e8e2d4"/>')
FREE = SVG.format('<rect x="{}" y="{}" width="{}" height="{}" fill="#ffffff" fill-opacity="0.14"/>')
DRAWINGS = {
    "square:dot": Drawing(svg=DOT, sign="·"),
    "square:across": Drawing(svg=FREE.format(0, 8, 20, 4), sign=" "),
    "square:down": Drawing(svg=FREE.format(8, 0, 4, 20), sign=" "),
    "line:across": Drawing(svg=BAR.format(0, 8, 20, 4), sign="─"),
    "line:down": Drawing(svg=BAR.format(8, 0, 4, 20), sign="│"),
    "box:X": disc("#c9563c", "#7d2f1e", "X"),
    "box:O": disc("#e0b23c", "#8a6a16", "O"),
}
EMBLEM = (Shown("square:dot", -1.5, 0), Shown("line:across", -0.5, 0), Shown("square:dot", 0.5, 0),
    Shown("line:down", -1.5, 1), Shown("box:X", -0.5, 1), Shown("line:down", 0.5, 1),
    Shown("square:dot", -1.5, 2), Shown("line:across", -0.5, 2), Shown("square:dot", 0.5, 2))  # fmt: skip


def zones(s: State, _: Seat) -> tuple[Zone, ...]:
    """Dots, lines and boxes, each a square of a board."""
    return (*dots(s), *lines_across(s), *lines_down(s), *owned(s))


def dots(s: State) -> Iterator[Zone]:
    for row in range(s.rules.rows + 1):
        for col in range(s.rules.columns + 1):
            name = say("dot", "dot {row}, {col}", row=row + 1, col=col + 1)
            yield TablePlace(
                f"dot:{row},{col}", name, 2 * col, 2 * row, look="square:dot"
            ).holding()


def lines_across(s: State) -> Iterator[Zone]:
    for i, is_drawn in enumerate(s.across):
        row, col = divmod(i, s.rules.columns)
        name = say("across", "line right of dot {row}, {col}", row=row + 1, col=col + 1)
        place = TablePlace(f"right:{row + 1},{col + 1}", name, 2 * col + 1, 2 * row, look="square:across")  # fmt: skip
        yield standing(place, "line:across" if is_drawn else "")


def lines_down(s: State) -> Iterator[Zone]:
    for i, is_drawn in enumerate(s.down):
        row, col = divmod(i, s.rules.columns + 1)
        name = say("down", "line below dot {row}, {col}", row=row + 1, col=col + 1)
        place = TablePlace(f"down:{row + 1},{col + 1}", name, 2 * col, 2 * row + 1, look="square:down")  # fmt: skip
        yield standing(place, "line:down" if is_drawn else "")


def owned(s: State) -> Iterator[Zone]:
    for i, owner in enumerate(s.boxes):
        row, col = divmod(i, s.rules.columns)
        name = say("box", "box {row}, {col}", row=row + 1, col=col + 1)
        place = TablePlace(f"box:{row},{col}", name, 2 * col + 1, 2 * row + 1, look="")
        yield standing(place, "" if owner is None else f"box:{'XO'[owner]}")


def gesture(_: State, event: Event[State]) -> Gesture:
    assert isinstance(event, Draw)
    return Gesture(str(event), event.spoken(), f"{event.way}:{event.dot.row},{event.dot.col}")


game = Game(
    name="dots-and-boxes", title="Dots and boxes", summary="Close a box to own it, and play again.",
    start=Start(begin, {"standard": Rules(), "small": Rules(2, 2)}),
    players=(2, 2), events=(Draw,), turn=lambda s: s.turn, outcome=outcome, text=text,
    speed=Speed(candidates=candidates),
    looks=Looks(drawings=DRAWINGS, emblem=EMBLEM, zones=zones, gesture=gesture),
    steps={"a turn that closes a box is not over": lambda s, _, t: (s.turn == t.turn) == (t.boxes != s.boxes)},
)  # fmt: skip
