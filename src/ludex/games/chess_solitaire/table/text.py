"""A state of Chess Solitaire as the document outputs it (section 8), and for players.

Players see a4 to d1 at the edge of the board; the document's board has no edge.
"""

from ludex.kernel import Sentence, Written, joined
from ludex.parts.grid import FILES

from ..rules.ending import outcome
from ..rules.events import picture
from ..rules.pieces import SIZE
from ..rules.state import Phase, State
from . import tell


def text(s: State) -> str:
    """The count, how the game stands and the board, its squares named at the edge."""
    _, _, *rows = document_text(s).split("\n")
    edged = (f"{SIZE - i} {row}" for i, row in enumerate(rows))
    files = Written(f"  {FILES[:SIZE]}")
    return joined((_count(s), _standing(s), *edged, files), "\n")


def _count(s: State) -> Sentence:
    pieces = len(s.board)
    return tell("one_piece") if pieces == 1 else tell("pieces", pieces=pieces)


def _standing(s: State) -> Sentence:
    if s.phase is Phase.SETUP:
        return tell("setting_up")
    ended = outcome(s)
    return ended.text if ended else tell("playing")


def document_text(s: State) -> str:
    """The count, the status and the board."""
    return picture(s, s.phase.value, s.board)


def refused(s: State, reason: str) -> str:
    """An error takes the place of the status; the rest is the unchanged state."""
    return picture(s, f"Error: {reason}", s.board)
