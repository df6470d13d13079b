"""The Chess Solitaire table: sixteen squares, and a supply of pieces during set-up."""

from functools import cache, lru_cache
from typing import Final

from ludex.games.chess_solitaire import pieces
from ludex.games.chess_solitaire.events import (
    CAPTURES,
    ClearBoard,
    MoveAndCapture,
    MovePiece,
    SetupChess,
    StartGame,
    TakeOff,
)
from ludex.games.chess_solitaire.state import Phase, State
from ludex.kernel import Event, Gesture, Layout, Piece, Seat, Zone, button
from ludex.parts.grid import Square

TYPING: Final = (
    "Typed by name, events tell a square by its row, counted from above, and its column: "
    "moves(1,2) is b4."
)
SHADES: Final = ("square:light", "square:dark")


def zones(s: State, _: Seat) -> tuple[Zone, ...]:
    """The board, and beside it the supply while a game is set up."""
    board = tuple(_square(s, place) for place in sorted(s.board.squares))
    return (*board, *SUPPLY) if s.phase is Phase.SETUP else board


def _square(s: State, place: Square) -> Zone:
    return _slot(place, s.board.at(place))


@cache
def _slot(place: Square, piece: pieces.Piece | None) -> Zone:
    return Zone(
        key=_key(place),
        label=f"{place:board4}",
        x=place.col - 1,
        y=place.row - 1,
        pieces=() if piece is None else (_piece(piece, _key(place)),),
        look=SHADES[(place.row + place.col) % 2],
    )


def _key(place: Square) -> str:
    return f"{place.row},{place.col}"


def _piece(piece: pieces.Piece, where: str) -> Piece:
    return Piece(f"{piece}@{where}", f"chess:{piece}", piece.name.lower())


SUPPLY: Final = tuple(
    Zone(f"supply:{p}", f"supply of {p.name.lower()}s", pieces.SIZE + 0.5 + i // 3,
         0.5 + i % 3, Layout.PILE, (_piece(p, "supply"),))
    for i, p in enumerate(pieces.Piece)
)  # fmt: skip


def gesture(s: State, event: Event[State]) -> Gesture:  # noqa: PLR0911  # one an event
    """Pick a piece and drop it on the one it captures, or from the supply on a slot."""
    match event:
        case MoveAndCapture(source, target):
            return _taking(source, s.board.at(source), target, s.board.at(target))
        case SetupChess(piece, at):
            words = f"Put a {piece.name.lower()} on {at:board4}"
            return Gesture(str(event), words, f"supply:{piece}", _key(at))
        case MovePiece(source, target):
            words = f"Put the {_kind(s, source)} of {source:board4} on {target:board4}"
            return Gesture(str(event), words, _key(source), _key(target))
        case TakeOff(at):
            words = f"Take the {_kind(s, at)} off {at:board4}"
            return Gesture(str(event), words, _key(at), f"supply:{s.board[at]}")
        case StartGame():
            return Gesture(str(event), "Start game", prominent=True)
        case ClearBoard():
            return Gesture(str(event), "Clear the board")
        case _:
            return button(event)


@lru_cache(maxsize=1 << 13)  # what could be taken stays for many moves
def _taking(
    source: Square,
    piece: pieces.Piece | None,
    target: Square,
    taken: pieces.Piece | None,
) -> Gesture:
    words = f"{_named(source, piece)} takes {_named(target, taken)}"
    return Gesture(str(CAPTURES[source, target]), words, _key(source), _key(target))


def meant(s: State, pick: str, drop: str) -> Event[State] | None:
    """A capture; before the game a piece from the supply, to another slot, or back."""
    kind, _colon, name = pick.partition(":")
    place, source = _place(drop), _place(pick.partition("@")[2] or pick)
    if kind == "supply":
        return None if place is None else SetupChess(pieces.Piece(name), place)
    if source is None:
        return None
    if s.phase is Phase.SETUP:
        return TakeOff(source) if place is None else MovePiece(source, place)
    return None if place is None else MoveAndCapture(source, place)


def _place(key: str) -> Square | None:
    """The square of a zone, or of the piece `N@4,3` that stands on it."""
    row, comma, col = key.partition(",")
    return Square(int(row), int(col)) if comma else None


def _kind(s: State, place: Square) -> str:
    piece = s.board.at(place)
    return "nothing" if piece is None else piece.name.lower()


def _named(place: Square, piece: pieces.Piece | None) -> str:
    return f"{piece.name.lower() if piece else 'nothing'} on {place:board4}"
