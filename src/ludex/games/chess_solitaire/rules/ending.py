"""The end of a game of Chess Solitaire."""

from functools import cache

from ludex.kernel import SOLO, Outcome, lost, say, won

from .state import Phase, State

# Asked for several times after every event: made once.
WON = won(SOLO, say("won", "You win: {why}", why=say("one_left", "one piece is left")))


@cache
def _lost_with(pieces: int) -> Outcome:
    words = "{pieces} pieces are left, and none can capture"
    why = say("stuck", words, pieces=pieces)
    if not pieces:
        why = say("no_piece", "there is no piece on the board")
    return lost(say("lost", "You lose: {why}", why=why))


def outcome(s: State) -> Outcome | None:
    """Won with one piece left, lost without a valid move."""
    match s.phase:
        case Phase.WON:
            return WON
        case Phase.LOST:
            return _lost_with(len(s.board))
        case _:
            return None
