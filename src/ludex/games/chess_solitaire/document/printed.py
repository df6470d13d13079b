"""What the Chess Solitaire document prints: its tables, names and numbers, damage included.

Only what a machine compares is here: pictures, messages, names and places.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from ludex.parts.grid import Square

from ..rules.pieces import Piece

CENTRE: Final = Square(2, 2)
"""Where the pieces of Table 1 stand."""

TABLE_1: Final[Mapping[Piece, tuple[str, ...]]] = {
    Piece.KING: ("+++.", "+K+.", "+++."),
    Piece.QUEEN: ("+++.", "+Q++", "+++.", ".+.+"),
    Piece.KNIGHT: ("...+", ".N..", "...+", ".+."),
    Piece.BISHOP: ("+.+.", ".B..", "+.+.", "...+"),
    Piece.ROOK: (".+..", "+R++", "+..", "+.."),
    Piece.PAWN: ("+.+.", ".P.."),
}
"""Its examples, row by row."""


class TableRow(NamedTuple):
    """A row of Table 2: a message, and the events that can trigger it."""

    code: str
    """How the model names it."""

    message: str
    events: tuple[str, ...]


TABLE_2: Final = (
    TableRow("started", "Game already started", ("setup_chess", "start_game")),
    TableRow(
        "not_started",
        "Game not yet started",
        ("move_and_capture", "moves", "reset_game"),
    ),
    TableRow("game_over", "Game already over", ("move_and_capture", "moves")),
    TableRow(
        "off_board",
        "{slot} not a valid slot",
        ("setup_chess", "move_and_capture", "moves"),
    ),
    TableRow("occupied", "Slot @ {slot} already occupied", ("setup_chess",)),
    TableRow("vacant", "Slot @ {slot} not occupied", ("move_and_capture", "moves")),
    TableRow("invalid_move", "Invalid move from {a} to {b}", ("move_and_capture",)),
    TableRow("blocked", "Block exists between {a} and {b}", ("move_and_capture",)),
)
"""The highest of several errors is reported."""


def errors(event: str) -> tuple[str, ...]:
    """What an event can trigger, by Table 2, in its order."""
    return tuple(row.code for row in TABLE_2 if event in row.events)


STATUS: Final = {
    "setup": "Game being Setup...",
    "play": "Game In Progress...",
    "won": "Game Over: You Win!",
}
"""The lines under the count; for a game that is lost no line is printed anywhere."""


class UsedName(NamedTuple):
    """A name of an event, where it is used."""

    name: str
    place: str


NAMES: Final = (
    UsedName("setup_chess", "section 8"),
    UsedName("start_game", "section 6.3"),
    UsedName("moves", "section 8"),
    UsedName("move_and_capture", "section 8"),
    UsedName("move_and_check", "section 9"),
    UsedName("ETF_START_GAME", "section 13.1"),
    UsedName("ETF_MOVE_AND_CHECK", "section 13.1"),
)
"""Outside the interface of section 7, which declares them."""


class StatedNumber(NamedTuple):
    """How many there are of something, where the document says so."""

    what: str
    place: str
    number: int


NUMBERS: Final = (
    StatedNumber("expected output files", "section 10", 7),
    StatedNumber("expected output files", "section 10, step 7", 12),
)

AT04: Final = ("...R/N..P/..../..B.", "moves(4,3)", ("....", "+...", ".+..", "..B."))
"""Of the transcript in section 8: a position, an event, and the rows printed after it."""

AT04_EVENTS: Final = (
    "start_game",
    "moves(4,3)",
    "move_and_capture(4,3,2,1)",
    "moves(1,4)",
    "move_and_capture(1,4,2,4)",
    "moves(2,4)",
    "move_and_capture(2,4,2,1)",
    "moves(2,1)",
    "move_and_capture(2,1,3,3)",
)
"""The calls of that test, from its board on."""
