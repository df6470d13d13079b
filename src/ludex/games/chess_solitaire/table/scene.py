"""The Chess Solitaire table: sixteen squares, and a supply of pieces during set-up."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from ludex.kernel import Event
from ludex.table import Gesture, Layout, TablePlace, board, button, standing, touch

from ..rules.events import (
    ClearBoard,
    MoveAndCapture,
    MovePiece,
    SetupChess,
    StartGame,
    TakeOff,
)
from ..rules.pieces import NAMES, SIZE, Piece
from ..rules.state import Phase, State
from . import tell

TYPING = "Events name a square by its row, counted from the top, and its column: moves(1,2) is b4."


def _supply(i: int, piece: Piece) -> TablePlace:
    label, x, y = tell(f"supply.{piece.name.lower()}"), SIZE + 0.5 + i // 3, 0.5 + i % 3
    return TablePlace(f"supply:{piece}", label, x, y, Layout.PILE, "")


SUPPLY = tuple(standing(_supply(i, p), f"chess:{p}", NAMES[p]) for i, p in enumerate(Piece))


def gesture(s: State, event: Event[State]) -> Gesture:
    """Pick a piece and drop it on the one it captures, or from the supply on a slot."""
    match event:
        case MoveAndCapture(source, target) | MovePiece(source, target):
            return _gesture(event, s.board.at(source), s.board.at(target))
        case TakeOff(at):
            return _gesture(event, s.board.at(at))
        case _:
            return _gesture(event)


@lru_cache(1 << 13)  # what could be done stays for many moves
def _gesture(  # noqa: PLR0911  # one an event
    event: Event[State], piece: Piece | None = None, other: Piece | None = None
) -> Gesture:
    """The gesture, by what stands on the squares that the event names."""
    name = NAMES[piece] if piece else tell("nothing")
    match event:
        case MoveAndCapture(a, b):
            taken = NAMES[other] if other else tell("nothing")
            return touch(event, tell("takes", piece=name, slot=a, taken=taken, target=b), a, b)
        case SetupChess(new, at):
            return touch(event, tell("put", piece=NAMES[new], slot=at), f"supply:{new}", at)
        case MovePiece(a, b):
            return touch(event, tell("move_piece", piece=name, slot=a, target=b), a, b)
        case TakeOff(at):
            return touch(event, tell("take_off", piece=name, slot=at), at, f"supply:{piece}")
        case StartGame():
            return Gesture(str(event), "Start game", prominent=True)
        case ClearBoard():
            return Gesture(str(event), "Clear the board")
        case _:
            return button(event)


SHOWN: Mapping[Piece | None, str] = {None: "", **{piece: f"chess:{piece}" for piece in Piece}}


def squares(s: State) -> Iterator[str]:
    """Return the pieces on the squares, in reading order."""
    return map(SHOWN.__getitem__, s.board.cells)


looks = replace(
    board(
        SIZE,
        SIZE,
        squares,
        names={SHOWN[piece]: name for piece, name in NAMES.items()},
        side_zones=lambda s: SUPPLY if s.phase is Phase.SETUP else (),
    ),
    gesture=gesture,
    is_set_up=lambda s: s.phase is Phase.SETUP,
)
