"""The Chess Solitaire table: sixteen squares, and a supply of pieces during set-up."""

from functools import cache, lru_cache

from ludex.kernel import Event, Seat, Sentence, say
from ludex.parts.grid import Square
from ludex.table import (
    Gesture,
    Layout,
    Place,
    Zone,
    board_places,
    button,
    square_key,
    standing,
)

from ..rules import pieces
from ..rules.events import (
    CAPTURES,
    ClearBoard,
    MoveAndCapture,
    MovePiece,
    SetupChess,
    StartGame,
    TakeOff,
)
from ..rules.pieces import NAMES
from ..rules.state import Phase, State

TYPING = (
    "Typed by name, moves tell a square by its row, counted from above, and its column: "
    "moves(1,2) is b4."
)


def zones(s: State, _: Seat) -> tuple[Zone, ...]:
    """The board, and beside it the supply while a game is set up."""
    board = tuple(map(_square, board_places(pieces.SIZE, pieces.SIZE), s.board.cells))
    return (*board, *SUPPLY) if s.phase is Phase.SETUP else board


def _square(place: Place, piece: pieces.Piece | None) -> Zone:
    if piece is None:
        return standing(place, "")
    return standing(place, f"chess:{piece}", NAMES[piece])


SUPPLY = tuple(
    standing(
        Place(
            f"supply:{p}",
            say("supply", f"supply of {p.name.lower()}s"),
            pieces.SIZE + 0.5 + i // 3,
            0.5 + i % 3,
            Layout.PILE,
            "",
        ),
        f"chess:{p}",
        NAMES[p],
    )
    for i, p in enumerate(pieces.Piece)
)


def gesture(s: State, event: Event[State]) -> Gesture:  # noqa: PLR0911  # one an event
    """Pick a piece and drop it on the one it captures, or from the supply on a slot."""
    match event:
        case MoveAndCapture(source, target):
            return _taking(source, s.board.at(source), target, s.board.at(target))
        case SetupChess(piece, at):
            return Gesture(str(event), _put(piece, at), f"supply:{piece}", square_key(at))
        case MovePiece(source, target):
            return _shifting(source, s.board.at(source), target)
        case TakeOff(at):
            return _taking_off(at, s.board[at])
        case StartGame():
            return Gesture(str(event), "Start game", prominent=True)
        case ClearBoard():
            return Gesture(str(event), "Clear the board")
        case _:
            return button(event)


@lru_cache(1 << 13)  # what could be taken stays for many moves
def _taking(
    source: Square,
    piece: pieces.Piece | None,
    target: Square,
    taken: pieces.Piece | None,
) -> Gesture:
    words = say(
        "takes",
        "{piece} on {slot:board4} takes {taken} on {target:board4}",
        piece=_name(piece),
        slot=source,
        taken=_name(taken),
        target=target,
    )
    return Gesture(str(CAPTURES[source, target]), words, square_key(source), square_key(target))


def _name(piece: pieces.Piece | None) -> Sentence:
    return NAMES[piece] if piece else say("nothing", "nothing")


@cache
def _put(piece: pieces.Piece, at: Square) -> Sentence:
    words = "Put a {piece} on {slot:board4}"
    return say("put", words, piece=NAMES[piece], slot=at)


@cache
def _shifting(source: Square, piece: pieces.Piece | None, target: Square) -> Gesture:
    words = say(
        "move_piece",
        "Put the {piece} of {slot:board4} on {target:board4}",
        piece=_name(piece),
        slot=source,
        target=target,
    )
    event = str(MovePiece(source, target))
    return Gesture(event, words, square_key(source), square_key(target))


@cache
def _taking_off(at: Square, piece: pieces.Piece) -> Gesture:
    words = "Take the {piece} off {slot:board4}"
    said = say("take_off", words, piece=NAMES[piece], slot=at)
    return Gesture(str(TakeOff(at)), said, square_key(at), f"supply:{piece}")
