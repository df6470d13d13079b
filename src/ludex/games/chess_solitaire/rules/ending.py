"""How a game of Chess Solitaire ends."""

from functools import cache

from ludex.games.chess_solitaire.rules.state import Phase, State
from ludex.kernel import SOLO, Outcome, lost, say, won


def outcome(s: State) -> Outcome | None:
    """Won with one piece left, lost without a valid move."""
    match s.phase:
        case Phase.WON:
            return _won()
        case Phase.LOST:
            return _lost_on(len(s.board))
        case _:
            return None


# Asked for several times after every event.


@cache
def _won() -> Outcome:
    return won(SOLO, say("won", "You win: one piece is left"))


@cache
def _lost_on(pieces: int) -> Outcome:
    if not pieces:
        return lost(say("lost", "You lose: there is no piece on the board"))
    words = "You lose: {pieces} pieces are left, and none can capture"
    return lost(say("lost", words, pieces=pieces))
