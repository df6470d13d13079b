"""A square board: one place for each square, and gestures read off the squares of events.

looks = board(3, 3, lambda s: ["" if c is None else f"mark:{c}" for c in s.cells])
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import TypeVar

from ludex.kernel import Call, Event, Seat, Sentence, Whole, as_sentence, say
from ludex.parts.grid import Square
from ludex.table.looks import Looks
from ludex.table.scene import Gesture, Piece, TablePlace, Zone, button

S = TypeVar("S")

NO_NAMES: Mapping[str, Sentence] = {}
SHADES = ("square:light", "square:dark")


def board_places(rows: int, cols: int) -> tuple[TablePlace, ...]:
    """The squares in reading order, named as chess players do."""
    return tuple(
        TablePlace(
            square_key(Square(row, col)),
            _name(f"{Square(row, col):board{rows}}"),
            col - 1,
            row - 1,
            look=SHADES[(row + col) % 2],
        )
        for row in range(1, rows + 1)
        for col in range(1, cols + 1)
    )


def _name(square: str) -> Sentence:
    """The name of a square in its parts, which are written at the edges of the board."""
    return say("square", "{file}{rank}", file=square[0], rank=square[1:])


def square_key(at: Square) -> str:
    """The key of the place of a square."""
    return f"{at.row},{at.col}"


def standing(place: TablePlace, look: str, label: str | Sentence = "") -> Zone:
    """A square with a piece on it, by its look; without one where that is empty."""
    if not look:
        return place.holding()
    name = label or as_sentence(look.partition(":")[2] or look)
    return place.holding((Piece(f"{look.rpartition(':')[2]}@{place.key}", look, name),))


def board(
    rows: int,
    cols: int,
    pieces: Callable[[S], Iterable[str]],
    squares: Callable[[Event[S]], Iterable[Square]] | None = None,
    *,
    names: Mapping[str, Sentence] = NO_NAMES,
    side_zones: Callable[[S], tuple[Zone, ...]] = lambda _: (),
) -> Looks[S]:
    """The looks of a game on a board of squares.

    `pieces` are the looks of what stands on the squares in reading order, `""` for an empty one;
    `names` are those of looks that do not say it themselves. `squares` are those that an event
    names: by default its fields that are squares, or numbers from 1 to the last square. An event
    with one is made by choosing it, one with two by a drag. `side_zones` is what lies beside the board.
    """
    places = board_places(rows, cols)

    @cache
    def square(place: TablePlace, look: str) -> Zone:
        return standing(place, look, names.get(look, ""))

    def zones(s: S, _: Seat) -> tuple[Zone, ...]:
        return (*map(square, places, pieces(s)), *side_zones(s))

    def gesture(_: S, event: Event[S]) -> Gesture:
        named = squares(event) if squares else _squares(event, rows, cols)
        return touch(event, event.spoken(), *named)

    return Looks(zones=zones, gesture=gesture)


def touch(event: Call, words: str, *at: Square | str) -> Gesture:
    """Choose a square, or drag from one to another; a place beside the board is its key."""
    match [square_key(one) if isinstance(one, Square) else one for one in at]:
        case [key]:
            return Gesture(str(event), words, key)
        case [source, target]:
            return Gesture(str(event), words, source, target)
        case _:
            return button(event)


def _squares(event: Event[S], rows: int, cols: int) -> Iterable[Square]:
    for field in event.fields():
        value = getattr(event, field.name)
        if isinstance(value, Square):
            yield value
        elif isinstance(domain := field.domain, Whole) and (
            domain.low,
            domain.high,
        ) == (1, rows * cols):
            yield Square(*(i + 1 for i in divmod(value - 1, cols)))
