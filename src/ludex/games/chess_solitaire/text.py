"""A state of Chess Solitaire as the document outputs it (section 8), and for players.

Players see a4 to d1 at the edge of the board; the document's board has no edge.
"""

from typing import TypeVar

from ludex.games.chess_solitaire.ending import outcome
from ludex.games.chess_solitaire.pieces import BETWEEN, SIZE
from ludex.games.chess_solitaire.state import Phase, State
from ludex.kernel import Sentence, Written, joined, say
from ludex.parts.grid import FILES, Grid, Square

T = TypeVar("T")


def text(s: State) -> str:
    """The count, how the game stands and the board, its squares named at the edge."""
    _, _, *rows = document_text(s).split("\n")
    edged = (f"{SIZE - i} {row}" for i, row in enumerate(rows))
    files = Written(f"  {FILES[:SIZE]}")
    return joined((_count(s), _standing(s), *edged, files), "\n")


def _count(s: State) -> Sentence:
    if len(s.board) == 1:
        return say("one_piece", "1 piece is on the board")
    return say("pieces", "{pieces} pieces are on the board", pieces=len(s.board))


def _standing(s: State) -> Sentence:
    if s.phase is Phase.SETUP:
        return say("setting_up", "The board is being set up")
    ended = outcome(s)
    return ended.text if ended else say("playing", "Every move must capture")


def document_text(s: State) -> str:
    """The count, the status and the board."""
    return picture(s, s.phase.value, s.board)


def refused(s: State, reason: str) -> str:
    """An error takes the place of the status; the rest is the unchanged state."""
    return picture(s, f"Error: {reason}", s.board)


def possible_moves(s: State, at: Square) -> str:
    """A board with one piece, and a plus on each slot where it could go."""
    piece = s.board[at]
    shown = Grid[str].empty(SIZE, SIZE).put(at, str(piece))
    for target in BETWEEN[piece][at]:
        shown = shown.put(target, "+")
    return picture(s, s.phase.value, shown)


def picture(s: State, status: str, shown: Grid[T]) -> str:
    """The count, a line of status, and the rows of a board."""
    rows = ("".join(str(thing or ".") for thing in row) for row in shown.lines)
    return "\n".join((f"# of chess pieces on board: {len(s.board)}", status, *rows))
